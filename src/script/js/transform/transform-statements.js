/* transform-statements.js: lists of statements, and what is no list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (shared) {
  'use strict';

  const { SCRIPT, ASYNC, ASYNC_GENERATOR } = shared.kinds;
  const { hasHook, beginsAnew, newName, boundNames } = shared.tree;

  shared.add({
    // Writes statements from `cursor` on. prologue: text that follows the directives
    writeList(list, c, prologue, isFunction) {
      const isModule = isFunction && c.type === SCRIPT && this.module !== null;
      let i = 0;
      if (isFunction) {
        while (i < list.length && list[i].directive !== undefined)
          i++;
        if (i > 0) {
          this.upTo(list[i - 1].end);
          // What is inserted before the next statement may follow on the same line.
          if (this.input.charCodeAt(this.cursor - 1) !== 59 && (prologue !== '' || list.length > i || isModule))
            this.insert(';');
        }
      }
      if (prologue !== '')
        this.insert(prologue);
      const { temps, tempNames } = c;
      c.temps = isFunction && c.type === SCRIPT ? -1 : this.reserve();
      c.tempNames = '';
      if (isFunction && (c.type === ASYNC || c.type === ASYNC_GENERATOR))
        c.prologue = this.reserve();
      const resources = this.beginUsing(list, c);
      this.hoist(list, c, isFunction);
      if (isModule)
        this.insert(this.linkText(list) + this.enterText(c));
      // The one function that a text of kind 'function' consists of is no statement of the program's.
      const isHooked = this.hooks && this.noHooks === 0 && !(this.kind === 'function' && c.type === SCRIPT);
      for (; i < list.length; i++)
        this.writeStatement(list[i], c, isHooked);
      this.endUsing(resources, c);
      c.temps = temps;
      c.tempNames = tempNames;
    },

    writeStatement(s, c, isHooked) {
      if (s.exportStart !== undefined) {
        this.upTo(s.exportStart);
        this.skipTo(s.start);
      }
      this.upTo(s.start);
      if (isHooked && hasHook(s))
        this.writeHook(s, c);
      else if (s.type === 'ExpressionStatement' && beginsAnew(s.expression, c))
        this.insert(';');
      this.visit(s, c);
      this.upTo(s.end);
    },

    // An async declaration becomes a generator function, which is hoisted like a function, but only within its block. Before the
    // first statement the generator makes the async function, and the variable gets it.
    hoist(list, c, isFunction) {
      let names = null;
      for (let i = 0; i < list.length; i++)
        if (list[i].type === 'FunctionDeclaration') {
          if (list[i].async)
            (names || (names = new Set())).add(list[i].id.name);
          else if (names !== null)
            names.delete(list[i].id.name);
        }
      if (names !== null)
        names.forEach(raw => {
          const name = newName(raw);
          this.insert(this.kind === 'eval' ? '{const __lsh=' + name + '=__ls.hoist(' + name + '());}' : name +
            '=__ls.hoist(' + name + '());');
        });
    },

    // A value that is no error does not know where it was thrown: `throw x` becomes `throw __ls.thrown(x,"url",line,column)`.
    visitThrow(node, c) {
      const { argument } = node;
      const isSequence = argument.type === 'SequenceExpression';
      // The text of a condition is not the program's.
      if (this.input !== this.source) {
        this.visit(argument, c);
        return;
      }
      this.locate(node.start);
      const { options, line, column } = this;
      const shown = line === 1 && options.prefix > 0 ? column - options.prefix : column;
      this.upTo(argument.start);
      this.insert('__ls.thrown(' + (isSequence ? '(' : ''));
      this.visit(argument, c);
      this.upTo(argument.end);
      this.insert((isSequence ? '),' : ',') + JSON.stringify(options.url || '') + ',' + line + ',' + shown + ')');
    },

    // Writes a statement that belongs to no list.
    writeSingle(node, c, isLoop) {
      if (node.type === 'BlockStatement') {
        if (this.hooks && this.noHooks === 0 && isLoop && !node.body.some(hasHook)) {
          this.upTo(node.start + 1);
          this.writeHook(node, c);
        }
        this.visit(node, c);
      } else if (!this.hooks || this.noHooks > 0 || node.type === 'FunctionDeclaration') {
        this.visit(node, c);
      } else {
        this.upTo(node.start);
        this.insert('{');
        this.writeHook(node, c);
        this.visit(node, c);
        this.upTo(node.end);
        this.insert('}');
      }
    },

    // Tells whether the text of a node may contain one of the names.
    mentions(names, node) {
      const text = this.input.slice(node.start, node.end);
      return names.split(',').some(name => text.includes(name));
    },

    writeForAwait(node, c, labels) {
      const f = '__ls' + 'w' + (++this.uid);
      this.noteAwait(c);
      this.upTo(labels !== null ? labels.start : node.start);
      const labelText = labels === null ? '' : labels.text;
      // for await ( LEFT of RIGHT ) BODY: the new text has RIGHT before LEFT.
      const left = node.left;
      // RIGHT sees the names that LEFT declares, without a value, as it sees those of a clause of a switch that is not reached.
      const names = left.type === 'VariableDeclaration' && left.kind !== 'var' ? boundNames(left.declarations[0].id) : '';
      const hides = names !== '' && this.mentions(names, node.right);
      this.insert(hides ? '{let ' + f + ';switch(0){default:' + f + '=__ls.forAwait(' : '{const ' + f + '=__ls.forAwait(');
      // All text between stays on its lines: the line ends of the head before RIGHT come first.
      this.skipTo(left.start);
      const leftFirst = this.texts.length,
        leftSpans = this.spans.length;
      // Writes LEFT first, and then moves its pieces behind RIGHT.
      const value = this.isUsing(left) ? '__lsv' + (++this.uid) : null;
      if (value !== null) {
        this.upTo(left.start);
        this.insert('const ' + value);
        this.skipTo(left.end);
      } else if (left.type === 'VariableDeclaration') {
        this.upTo(left.start);
        this.visit(left, c);
        this.upTo(left.end);
      } else {
        this.visitPattern(left, c);
        this.upTo(left.end);
      }
      const leftTexts = this.texts.splice(leftFirst),
        leftSources = this.sources.splice(leftFirst),
        leftSpansEnd = this.spans.length;
      this.skipTo(node.right.start);
      this.visit(node.right, c);
      this.upTo(node.right.end);
      this.insert((hides ? ');break;case 1:let ' + names + '}try{' : ');try{') + labelText + 'while(' + f + '.more(yield ' + f
        + '.next()))');
      this.skipTo(node.body.start);
      if (left.type === 'VariableDeclaration') {
        this.insert('{');
      } else {
        this.insert('{(');
      }
      for (let i = leftSpans; i < leftSpansEnd; i++) {
        this.spans[i].first += this.texts.length - leftFirst;
        this.spans[i].last += this.texts.length - leftFirst;
      }
      for (let i = 0; i < leftTexts.length; i++) {
        this.texts.push(leftTexts[i]);
        this.sources.push(leftSources[i]);
      }
      this.insert('=' + f + '.value' + (left.type === 'VariableDeclaration' ? ';' : ');'));
      if (value !== null)
        this.writeUsingBody(node, c, value);
      else
        this.writeSingle(node.body, c, true);
      this.upTo(node.body.end);
      this.insert('}}catch(__lse){' + f + '.fail(__lse)}finally{if(' + f + '.closes())' + f + '.closed(yield ' + f +
        '.close())}}');
    },

    visitSwitch(node, c) {
      this.visit(node.discriminant, c);
      const all = [];
      for (let i = 0; i < node.cases.length; i++)
        for (let j = 0; j < node.cases[i].consequent.length; j++)
          all.push(node.cases[i].consequent[j]);
      this.checkCases(all);
      // The first test is what runs first in the block.
      let names = '';
      for (let i = 0; i < all.length; i++)
        if (all[i].type === 'FunctionDeclaration' && all[i].async) {
          const name = newName(all[i].id.name);
          names += name + '=__ls.hoist(' + name + '()),';
        }
      for (let i = 0; i < node.cases.length; i++) {
        const k = node.cases[i];
        if (k.test !== null) {
          this.upTo(k.test.start);
          const put = names;
          if (put !== '') {
            this.insert('(' + put);
            names = '';
          }
          this.visit(k.test, c);
          this.upTo(k.test.end);
          if (put !== '')
            this.insert(')');
        }
        if (k.consequent.length > 0) {
          this.upTo(k.consequent[0].start);
          if (names !== '' && node.cases.length === 1) {
            this.insert(names.slice(0, -1) + ';');
            names = '';
          }
        }
        for (let j = 0; j < k.consequent.length; j++)
          this.writeStatement(k.consequent[j], c, this.hooks && this.noHooks === 0);
      }
    },
  });
})
