/* transform-references.js: names, members, calls and what can be assigned to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (shared) {
  'use strict';

  const { SCRIPT } = shared.kinds;
  const { arrowOwner, functionOf, literalKey, isDirectEval, isSuperMember, newName, useThis, useCallee } = shared.tree;

  shared.add({
    // isMember: only a member other than `callee` is used
    visitIdentifier(node, c, shorthand, isMember) {
      const name = node.name;
      let text = name;
      if (name === 'arguments') {
        const owner = arrowOwner(c),
          f = functionOf(c);
        if (this.result.isModule && f.type === SCRIPT) {
          // A module's body is no function.
          text = '__ls.arguments(true)';
        } else if (owner !== null && f.type === SCRIPT) {
          // A script may have no `arguments`. A direct eval() has those of the code around it.
          owner.argumentsGetter = true;
          text = '__lsa' + this.aliasOf(owner) + '()';
        } else if (owner !== null) {
          owner.argumentsAlias = true;
          text = '__lsa' + this.aliasOf(owner);
        }
        if (!isMember)
          useCallee(f);
      } else if (this.renames) {
        text = newName(name);
      }
      if (this.selfNames.size > 0 && this.selfNames.has(name)) {
        const list = this.selfNames.get(name);
        for (let i = 0; i < list.length; i++)
          list[i].used = true;
      }
      if (node.isImportCallee) {
        this.upTo(node.start);
        this.insert('(0,' + text + ')');
        this.skipTo(node.end);
      } else if (text !== name) {
        this.upTo(node.start);
        this.insert(shorthand ? name + ':' + text : text);
        this.skipTo(node.end);
      }
    },

    noteAssigned(left) {
      if (left.type === 'Identifier' && this.selfNames.size > 0 && this.selfNames.has(left.name)) {
        const list = this.selfNames.get(left.name);
        for (let i = 0; i < list.length; i++)
          list[i].assigned = true;
      }
    },

    superKey(node, c) {
      if (node.computed) {
        this.skipTo(node.property.start);
        this.visit(node.property, c);
        this.upTo(node.property.end);
        this.skipTo(node.end);
      } else {
        this.insert(literalKey(node.property.name));
        this.skipTo(node.end);
      }
    },

    // Visits a target of an assignment.
    visitTarget(node, c) {
      let inner = node;
      while (inner.type === 'ParenthesizedExpression')
        inner = inner.expression;
      const owner = isSuperMember(inner) ? this.superOwner(c) : null;
      if (owner === null) {
        this.noteAssigned(inner);
        this.visit(node, c);
        return;
      }
      owner.superGet = owner.superSet = true;
      useThis(c);
      const n = this.aliasOf(owner);
      this.upTo(inner.start);
      this.insert('__ls.superReference(__lsg' + n + ',__lsq' + n + ',');
      this.superKey(inner, c);
      this.insert(').v');
    },

    visitAll(list, c) {
      for (let i = 0; i < list.length; i++)
        if (list[i] !== null)
          this.visit(list[i], c);
    },

    visitPattern(node, c) {
      if (node === null)
        return;
      if (node.type === 'MemberExpression')
        this.visitTarget(node, c);
      else
        this.visit(node, c);
    },

    visitLabel(label) {
      if (label.name === 'yield') {
        this.upTo(label.start);
        this.insert('__ls_yield');
        this.skipTo(label.end);
      }
    },

    // Marks a callee that is an import.
    markCallee(callee) {
      if (this.importNames === null)
        return;
      while (callee.type === 'ParenthesizedExpression')
        callee = callee.expression;
      if (callee.type === 'Identifier' && this.importNames.has(callee.name))
        callee.isImportCallee = true;
    },

    // Visits what is called. super.m(…) keeps its `this`.
    visitCallee(callee, c) {
      this.markCallee(callee);
      const owner = isSuperMember(callee) ? this.superOwner(c) : null;
      if (owner === null) {
        this.visit(callee, c);
        return;
      }
      owner.superGet = true;
      useThis(c);
      this.upTo(callee.start);
      this.insert('__ls.bind(__lsg' + this.aliasOf(owner) + '(');
      this.superKey(callee, c);
      const inArrow = arrowOwner(c);
      if (inArrow !== null && functionOf(c).derived) {
        inArrow.thisAlias = true;
        this.insert('),__lst' + this.aliasOf(inArrow) + '())');
      } else {
        this.insert('),this)');
      }
    },

    // Visits a chain of members and calls without recursion: such chains nest deeply on the left.
    visitChain(node, c) {
      const stack = [];
      let inner = node;
      for (;;) {
        if (inner.type === 'MemberExpression' && inner.object.type !== 'Super') {
          stack.push(inner);
          inner = inner.object;
        } else if (inner.type === 'CallExpression') {
          if (inner.callee.type === 'Super' || isDirectEval(inner) || isSuperMember(inner.callee))
            break;
          stack.push(inner);
          inner = inner.callee;
          this.markCallee(inner);
        } else {
          break;
        }
      }
      if (inner.type === 'CallExpression') {
        if (inner.callee.type === 'Super')
          this.visitSuperCall(inner, c);
        else if (isDirectEval(inner))
          this.visitEval(inner, c);
        else {
          this.visitCallee(inner.callee, c);
          this.visitAll(inner.arguments, c);
        }
      } else if (inner !== node) {
        this.visit(inner, c);
      } else if (inner.type === 'MemberExpression') {
        // This super[x] stays as it is.
        if (inner.computed)
          this.visit(inner.property, c);
      }
      while (stack.length > 0) {
        const n = stack.pop();
        if (n.type === 'MemberExpression') {
          if (n.computed)
            this.visit(n.property, c);
        } else {
          this.visitAll(n.arguments, c);
        }
      }
    },

    visitSuperCall(node, c) {
      const owner = arrowOwner(c);
      if (owner !== null) {
        owner.superCall = true;
        this.upTo(node.start);
        this.insert('__lss' + this.aliasOf(owner));
        this.skipTo(node.callee.end);
      }
      this.visitAll(node.arguments, c);
    },

    // Writes eval (x, …) as (__ls.evalIn(eval,x,flags,alias),eval(__ls.evalOut(),…)). With a spread argument evalIn() takes all
    // arguments: (__ls.evalIn(eval,[…],flags,alias),eval(...__ls.evalOut())). See code.js.
    visitEval(node, c) {
      for (let f = c; f !== null; f = f.parent)
        f.usesEval = true;
      useThis(c);
      const args = node.arguments;
      let flags = c.strict ? 1 : 0,
        alias = 0,
        spread = false;
      for (let i = 0; i < args.length; i++)
        if (args[i].type === 'SpreadElement')
          spread = true;
      if (spread)
        flags |= 2;
      // The generator function that the text runs in has no `super`.
      const owner = this.superOwner(c);
      if (owner !== null && (owner.type === SCRIPT || functionOf(c).isMethod)) {
        alias = this.aliasOf(owner);
        owner.superGet = owner.superSet = owner.superDelete = true;
      }
      this.upTo(node.start);
      this.insert('(__ls.evalIn(eval,');
      if (spread)
        this.insert('[');
      this.skipTo(args[0].start);
      for (let i = 0; i < (spread ? args.length : 1); i++) {
        this.upTo(args[i].start);
        this.visit(args[i], c);
        this.upTo(args[i].end);
      }
      if (spread)
        this.insert(']');
      this.insert(',' + flags + (alias !== 0 ? ',' + alias : '') + '),eval(' + (spread ? '...' : '') + '__ls.evalOut()');
      for (let i = 1; i < args.length && !spread; i++) {
        this.upTo(args[i].start);
        this.visit(args[i], c);
      }
      if (spread)
        this.skipTo(node.end);
      else
        this.upTo(node.end);
      this.insert(spread ? '))' : ')');
    },
  });
})
