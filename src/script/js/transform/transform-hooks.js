/* transform-hooks.js: statement hooks, conditions of breakpoints, and probes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (shared) {
  'use strict';

  const { acorn, Refusal, InnerParser, parse } = shared;
  const { SCRIPT, ARROW, FIELD } = shared.kinds;
  const { functionOf } = shared.tree;

  const LOOP = /^(?:For|While|DoWhile)/;
  const INNER =
    /(?:Statement|Declaration|Function(?:Expression)?|ArrowFunctionExpression|StaticBlock|PropertyDefinition|SwitchCase)$/;

  // Tells whether a statement itself contains an `await` or `yield`. Statements and functions in it do not count.
  function suspends(node) {
    const { type } = node;
    if (type === 'AwaitExpression' || type === 'YieldExpression' || type === 'ForOfStatement' && node.await)
      return true;
    for (const key in node) {
      const part = node[key];
      if (part === null || typeof part !== 'object')
        continue;
      if (Array.isArray(part)) {
        for (let i = 0; i < part.length; i++)
          if (part[i] !== null && typeof part[i] === 'object' && isPart(part[i]) && suspends(part[i]))
            return true;
      } else if (isPart(part) && suspends(part)) {
        return true;
      }
    }
    return false;
  }

  function isPart(node) {
    const { type } = node;
    if (typeof type !== 'string')
      return false;
    if (type === 'VariableDeclaration')
      return true;
    if (type === 'SwitchCase')
      return node.test !== null && suspends(node.test);
    return !INNER.test(type);
  }

  shared.add({
    prepareHooks() {
      const { options, result, breakpoints } = this;
      if (options.breakpoints) {
        for (let i = 0; i < options.breakpoints.length; i++) {
          const b = options.breakpoints[i];
          breakpoints.push({ place: i, index: b.index === undefined ? i : b.index, line: b.line, condition: b.condition });
          result.breakpoints.push(null);
          result.breakpointErrors.push(null);
        }
        breakpoints.sort((a, b) => a.line - b.line || a.place - b.place);
      }
      if (options.probes && options.probes.length > 0) {
        const probes = this.probes = new Map();
        for (let i = 0; i < options.probes.length; i++) {
          const p = options.probes[i];
          const key = p.line + ':' + p.column;
          result.probeErrors.push({ message: 'No statement begins there', line: 1, column: 1 });
          if (probes.has(key)) probes.get(key).push(i);
          else probes.set(key, [i]);
        }
      }
    },

    writeHook(node, c) {
      const { statements } = this.result;
      const id = this.firstStatement + statements.length / 3;
      this.locate(node.start);
      const { line, column } = this;
      statements.push(line, column, c.id);
      if (this.isSuspended(c))
        this.insert('__ls.go(' + id + ',' + c.depth + (this.mayBeSuspended(node, c) ? ',-__lsi)' : ',__lsi)') + this
          .separator);
      else
        this.insert('__ls.at(' + id + ',' + c.depth + ')' + this.separator);
      if (this.nextBreakpoint < this.breakpoints.length && this.breakpoints[this.nextBreakpoint].line <= line)
        this.writeBreakpoints(line, id, node, c);
      if (this.probes !== null)
        this.writeProbes(line, column, id, node, c);
    },

    // Tells whether the call may be suspended before the next statement.
    mayBeSuspended(node, c) {
      while (node.type === 'LabeledStatement')
        node = node.body;
      const isLoop = LOOP.test(node.type);
      const found = suspends(node);
      if (found && isLoop && node.end > c.suspendsUntil)
        c.suspendsUntil = node.end;
      return found || node.start < c.suspendsUntil;
    },

    writeBreakpoints(line, id, node, c) {
      for (; this.nextBreakpoint < this.breakpoints.length && this.breakpoints[this.nextBreakpoint].line <= line; this
        .nextBreakpoint++) {
        const b = this.breakpoints[this.nextBreakpoint];
        this.result.breakpoints[b.place] = id;
        if (b.condition !== undefined && b.condition !== null && b.condition !== '')
          this.result.breakpointErrors[b.place] = this.writeInner('hit(' + b.index, String(b.condition), node, c);
      }
    },

    writeProbes(line, column, id, node, c) {
      const list = this.probes.get(line + ':' + column);
      if (list === undefined)
        return;
      for (let j = 0; j < list.length; j++) {
        const p = this.options.probes[list[j]];
        this.result.probeErrors[list[j]] = this.writeInner('probe(' + (p.index === undefined ? list[j] : p.index) + ',' + (p
            .statement | 0),
          String(p.expression).replace(/[;\s]+$/, ''), node, c);
      }
    },

    // Writes `__ls.hit(i,()=>(text));`. Returns null, or what is wrong with the text.
    writeInner(call, text, node, c) {
      let tree;
      try {
        if (/[\n\r\u2028\u2029]/.test(text))
          throw new Refusal('Write the expression on one line', 0);
        const parser = parse(InnerParser, text, {
          ecmaVersion: 'latest',
          preserveParens: true,
          sourceType: 'script',
          allowSuperOutsideMethod: true,
        }, true, c.strict);
        parser.nextToken();
        tree = parser.parseExpression();
        if (parser.type !== acorn.tokTypes.eof)
          parser.unexpected();
        this.checkInner(tree, c, parser.privateNameStack[0]);
      } catch (e) {
        const pos = typeof e.pos === 'number' ? e.pos : 0;
        const message = e instanceof RangeError ? 'The expression is nested too deeply' : String(e.message).replace(
          / \(\d+:\d+\)$/, '');
        return {
          message: e instanceof SyntaxError && this.isProgram(text, c) ? 'Only an expression can be evaluated, no statement'
            : message,
          line: 1,
          column: pos + 1
        };
      }
      const kept = {
        input: this.input,
        cursor: this.cursor,
        fixed: this.fixed,
        length: this.texts.length,
        spans: this.spans
          .length,
        functions: this.result.functions.length
      };
      const inner = this.newContext(ARROW, c, tree);
      inner.id = c.id;
      this.insert('__ls.' + call + ',()=>(');
      this.fixed = node.start;
      this.input = text;
      this.cursor = tree.start;
      this.noHooks++;
      this.visit(tree, inner);
      this.upTo(tree.end);
      this.noHooks--;
      this.input = kept.input;
      this.cursor = kept.cursor;
      this.fixed = kept.fixed;
      this.insert('))' + this.separator);
      return null;
    },

    isProgram(text, c) {
      try {
        parse(InnerParser, text, {
          ecmaVersion: 'latest',
          preserveParens: true,
          sourceType: 'script',
          allowSuperOutsideMethod: true,
          allowReturnOutsideFunction: true,
        }, true, c.strict).parse();
        return text !== '';
      } catch {
        return false;
      }
    },

    // Throws a Refusal for an expression that parses, but that an arrow function at this place cannot hold.
    checkInner(node, c, names) {
      const outer = functionOf(c);
      for (let i = 0; i < names.used.length; i++) {
        let known = false;
        for (let s = this.privateScopes; s !== null && !known; s = s.parent)
          known = s.names.has(names.used[i].name);
        if (!known)
          throw new Refusal("Private field '#" + names.used[i].name + "' must be declared in an enclosing class", names.used[
            i].start);
      }
      const look = n => {
        if (n === null || typeof n !== 'object')
          return;
        if (Array.isArray(n)) {
          for (let i = 0; i < n.length; i++)
            look(n[i]);
          return;
        }
        if (typeof n.type !== 'string')
          return;
        if (n.type === 'Super')
          throw new Refusal("'super' cannot be used here", n.start);
        if (n.type === 'MetaProperty' && (outer.type === SCRIPT || outer.type === FIELD))
          throw new Refusal("'new.target' can only be used in functions", n.start);
        if (n.type === 'AwaitExpression' || n.type === 'YieldExpression' || n.type === 'Identifier' && (n.name === 'await'
            || n.name === 'yield'))
          throw new Refusal("'await' and 'yield' cannot be used here", n.start);
        if (n.type === 'ImportExpression')
          throw new Refusal('import() is not supported', n.start);
        if (n.type === 'FunctionExpression' || n.type === 'ClassExpression' || n.type === 'ArrowFunctionExpression' && n
          .async)
          throw new Refusal('Functions and classes cannot be made here', n.start);
        for (const key in n)
          if (key !== 'type' && key !== 'start' && key !== 'end')
            look(n[key]);
      };
      look(node);
    },
  });
})
