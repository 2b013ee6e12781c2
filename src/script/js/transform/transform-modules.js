/* transform-modules.js: import and export
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A module becomes a call that tells the prelude what the module imports and exports, and passes a function for its code:
 *
 *   __ls.module({…},__lsm=>{with(__lsm)return function*(__ls,__lsmeta){"use strict";yield{a:()=>a};…
 *   }});
 *
 * `__lsm` has an accessor for each import, so that the names of imports are live. The body runs up to its first `yield` when the
 * module is linked: then its functions are there, and the prelude gets a function for each local name that is exported. It goes on
 * when the module is evaluated. A call of an imported function is `(0,f)(…)`: otherwise what `with` finds would be its `this`.
 */
(function (shared) {
  'use strict';

  const { SCRIPT } = shared.kinds;
  const { literalKey, newName, boundNames } = shared.tree;

  const nameOf = node => node.type === 'Literal' ? node.value : node.name;
  const isExport = node => node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration' ||
    node.type === 'ExportAllDeclaration';

  function syntaxError(message, pos) {
    const e = new SyntaxError(message);
    e.pos = pos;
    return e;
  }

  shared.add({
    // Refuses import and export in what is a script.
    checkScript(program) {
      for (let i = 0; i < program.body.length; i++) {
        const node = program.body[i];
        if (node.type === 'ImportDeclaration')
          throw syntaxError('Cannot use import statement outside a module', node.start);
        if (isExport(node))
          throw syntaxError("Unexpected token 'export'", node.start);
      }
    },

    // Notes that a module awaits something itself.
    noteAwait(c) {
      if (this.module !== null && c.type === SCRIPT)
        this.module.awaits = true;
    },

    requestOf(source) {
      const { requests } = this.module;
      for (let i = 0; i < requests.length; i++)
        if (requests[i][0] === source.value)
          return i;
      this.locate(source.start);
      requests.push([source.value, this.line, this.column]);
      return requests.length - 1;
    },

    readImport(node) {
      const { imports } = this.module;
      const request = this.requestOf(node.source);
      for (let i = 0; i < node.specifiers.length; i++) {
        const s = node.specifiers[i];
        const name = s.type === 'ImportSpecifier' ? nameOf(s.imported) : s.type === 'ImportDefaultSpecifier' ? 'default' :
          null;
        this.locate(s.start);
        imports.push([request, name, newName(s.local.name), this.line, this.column]);
        this.importNames.add(s.local.name);
      }
    },

    // Notes that a local name is exported.
    addLocal(exported, local) {
      this.module.locals.push([exported, newName(local)]);
      this.exported.add(local);
    },

    readExport(node) {
      const { module } = this;
      if (node.type === 'ExportAllDeclaration') {
        const request = this.requestOf(node.source);
        this.locate(node.start);
        if (node.exported === null)
          module.stars.push(request);
        else
          module.indirect.push([nameOf(node.exported), request, null, this.line, this.column]);
        return node;
      }
      const { declaration } = node;
      if (node.type === 'ExportDefaultDeclaration') {
        const isFunction = declaration.type === 'FunctionDeclaration';
        this.addLocal('default', (isFunction || declaration.type === 'ClassDeclaration') && declaration.id !== null ?
          declaration.id.name
          : 'default');
        if (declaration.type === 'ClassDeclaration' && declaration.id === null || !isFunction && declaration.type !==
          'ClassDeclaration')
          return node;
        if (declaration.id === null)
          this.nameDefault(declaration);
        declaration.exportStart = node.start;
        return declaration;
      }
      if (declaration !== null) {
        const names = declaration.type === 'VariableDeclaration' ? declaration.declarations.map(d => boundNames(d.id)).join()
          :
          declaration.id.name;
        for (const name of names.split(','))
          if (name !== '')
            this.addLocal(name, name);
        declaration.exportStart = node.start;
        return declaration;
      }
      const request = node.source !== null ? this.requestOf(node.source) : -1;
      for (let i = 0; i < node.specifiers.length; i++) {
        const s = node.specifiers[i];
        this.locate(s.start);
        if (request >= 0)
          module.indirect.push([nameOf(s.exported), request, nameOf(s.local), this.line, this.column]);
        else
          module.names.push([nameOf(s.exported), s.local.name, this.line, this.column]);
      }
      return node;
    },

    // A function without a name that is exported by default is hoisted, and called “default”.
    nameDefault(node) {
      let pos = this.skipSpace(node.start + (node.async ? 5 : 0)) + 8;
      pos = this.skipSpace(pos);
      if (node.generator)
        pos = this.skipSpace(pos + 1);
      if (node.async)
        node.id = { type: 'Identifier', name: 'default', start: pos, end: pos };
      else
        node.defaultAt = pos;
    },

    // Finds what a module imports and exports. Returns its statements, in which declarations stand for their exports.
    readModule(program) {
      this.module = {
        name: this.options.url || '',
        requests: [],
        imports: [],
        locals: [],
        names: [],
        indirect: [],
        stars: [],
        awaits: false
      };
      this.importNames = new Set();
      this.exported = new Set();
      const { body } = program, { module } = this;
      const list = [];
      for (let i = 0; i < body.length; i++)
        if (body[i].type === 'ImportDeclaration')
          this.readImport(body[i]);
      for (let i = 0; i < body.length; i++)
        list.push(isExport(body[i]) ? this.readExport(body[i]) : body[i]);
      // An import that is exported again is an export of the other module's.
      for (const [exported, local, line, column] of module.names) {
        const from = module.imports.find(i => i[2] === newName(local));
        if (from === undefined || !this.importNames.has(local))
          this.addLocal(exported, local);
        else if (from[1] === null)
          module.indirect.push([exported, from[0], null, line, column]);
        else
          module.indirect.push([exported, from[0], from[1], line, column]);
      }
      delete module.names;
      return list;
    },

    // The text that is in front of a module's code, and behind it. Needs to know whether the code awaits.
    moduleHead() {
      const text = JSON.stringify(this.module).replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029');
      return '__ls.module(' + text + ',' + (this.importNames.size > 0 ? '__lsm=>{with(__lsm)return ' : '()=>{return ') +
        'function*(__ls,__lsmeta){"use strict";';
    },

    linkText(list) {
      let text = '';
      for (let i = 0; i < list.length; i++)
        if (list[i].defaultAt !== undefined)
          text += '__ls.asyncName(__ls_default,"default");';
      text += 'yield{__proto__:null';
      this.exported.forEach(name => { text += ',' + literalKey(newName(name)) + ':()=>' + newName(name); });
      return text + '};';
    },

    // Leaves out an import, or an export that declares nothing.
    skipStatement(node) {
      this.upTo(node.start);
      this.insert(';');
      this.skipTo(node.end);
    },

    // Writes export default with an expression, or with a class that has no name. Both get the name “default”.
    writeDefault(node, c) {
      const { declaration } = node;
      this.upTo(node.start);
      this.insert((declaration.type === 'ClassDeclaration' ? 'let' : 'const') + ' __ls_default=({"default":');
      this.skipTo(declaration.start);
      if (declaration.type === 'ClassDeclaration')
        this.visit(declaration, c);
      else
        this.visitNamed(declaration, c, 'default');
      this.upTo(declaration.end);
      this.insert('})["default"];');
    },

    // Writes import (x) as __ls.import(referrer,x).
    visitImport(node, c) {
      this.upTo(node.start);
      const open = this.skipSpace(node.start + 6);
      if (node.source.type === 'Literal' && typeof node.source.value === 'string')
        this.result.requests.push(node.source.value);
      this.insert('__ls.import(' + literalKey(this.kind === 'script' ? this.options.url || '' : '') + ',');
      this.skipTo(open + 1);
      this.visit(node.source, c);
      this.upTo(node.end);
    },
  });
})
