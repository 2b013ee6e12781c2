/* transform-using.js: using and await using
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A block with such declarations becomes
 *
 *   const __lsu1=__ls.resources();try{… const x=__lsu1.use(…) …}catch(__lse){__lsu1.fail(__lse)}finally{__lsu1.dispose()}
 *
 * and with `await using` ends with `finally{yield* __lsu1.disposeAsync()}`.
 */
(function (shared) {
  'use strict';

  const { newName } = shared.tree;

  const isUsing = node => node !== null && node.type === 'VariableDeclaration' && (node.kind === 'using' || node.kind ===
    'await using');

  shared.add({
    isUsing,

    // Begins a scope of resources. Returns what endUsing() needs, or null if none of the nodes is a declaration of such.
    beginUsing(list, c) {
      const declarations = list.filter(isUsing);
      if (declarations.length === 0)
        return null;
      const scope = {
        name: '__lsu' + (++this.uid),
        outer: c.resources,
        awaits: declarations.some(d => d.kind ===
          'await using')
      };
      if (scope.awaits)
        this.noteAwait(c);
      c.resources = scope.name;
      this.insert('const ' + scope.name + '=__ls.resources();try{');
      return scope;
    },

    endUsing(scope, c) {
      if (scope === null)
        return;
      const { name } = scope;
      c.resources = scope.outer;
      this.insert('}catch(__lse){' + name + '.fail(__lse)}finally{' + (scope.awaits ? 'yield* ' + name + '.disposeAsync()' :
        name +
        '.dispose()') + '}');
    },

    // Tells what adds a resource of this kind.
    useText(kind, c) {
      return c.resources + (kind === 'await using' ? '.useAsync(' : '.use(');
    },

    writeUsing(node, c) {
      this.upTo(node.start);
      this.insert('const ');
      this.skipTo(node.declarations[0].start);
      for (const { id, init } of node.declarations) {
        this.upTo(id.start);
        this.visit(id, c);
        this.upTo(init.start);
        this.insert(this.useText(node.kind, c));
        this.visitNamed(init, c, id.name);
        this.upTo(init.end);
        this.insert(')');
      }
    },

    // Writes the body of for (using x of …), where the value of the loop is in a variable of its own.
    writeUsingBody(node, c, value) {
      const { left } = node;
      this.insert('{');
      const scope = this.beginUsing([left], c);
      this.insert('const ' + newName(left.declarations[0].id.name) + '=' + this.useText(left.kind, c) + value + ');');
      this.writeSingle(node.body, c, true);
      this.upTo(node.body.end);
      this.endUsing(scope, c);
      this.insert('}');
    },

    writeForUsing(node, c) {
      const value = '__lsv' + (++this.uid);
      this.upTo(node.left.start);
      this.insert('const ' + value);
      this.skipTo(node.left.end);
      this.visit(node.right, c);
      this.upTo(node.body.start);
      this.writeUsingBody(node, c, value);
    },

    // Tells whether a statement, maybe with labels, is for (using x = …; …; …).
    isForUsing(node) {
      while (node.type === 'LabeledStatement')
        node = node.body;
      return node.type === 'ForStatement' && isUsing(node.init);
    },

    // Writes around such a statement what its resources need.
    wrapForUsing(node, c) {
      let loop = node;
      while (loop.type === 'LabeledStatement')
        loop = loop.body;
      this.upTo(node.start);
      this.insert('{');
      const scope = this.beginUsing([loop.init], c);
      loop.isWrapped = true;
      this.visit(node, c);
      this.upTo(node.end);
      this.endUsing(scope, c);
      this.insert('}');
    },

    checkCases(list) {
      const found = list.find(isUsing);
      if (found !== undefined) {
        const e = new SyntaxError("'using' cannot be used in a case: put it into a block");
        e.pos = found.start;
        throw e;
      }
    },
  });
})
