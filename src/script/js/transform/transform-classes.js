/* transform-classes.js: object literals, classes and their methods
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (shared) {
  'use strict';

  const { SYNC, GENERATOR, FIELD } = shared.kinds;
  const { isUseStrict, literalKey, anonymousAsync, keyName, usesSuper } = shared.tree;

  shared.add({
    visitObject(node, c) {
      this.upTo(node.start);
      const before = this.reserve();
      const slots = [];
      let fixes = '',
        generatorFixes = '';
      for (let i = 0; i < node.properties.length; i++) {
        const p = node.properties[i];
        if (p.type === 'SpreadElement') {
          this.visit(p.argument, c);
          continue;
        }
        if (p.shorthand) {
          this.visitIdentifier(p.value, c, true);
          continue;
        }
        const name = keyName(p);
        if (p.method && p.value.async) {
          this.upTo(p.start);
          if (usesSuper(p.value)) {
            const keep = name === null ? this.temporary(c) : null;
            const slot = p.value.generator ? this.temporary(c) : null;
            this.methodSlot = slot;
            this.writeMethod(p, c, p.value, name, keep);
            const key = keep !== null ? keep : literalKey(name);
            if (slot !== null) {
              generatorFixes += ',' + key;
              slots.push(slot, key);
            } else {
              fixes += ',' + key;
            }
          } else if (p.computed) {
            this.insert('...__ls.computed(');
            this.skipTo(p.key.start);
            this.visit(p.key, c);
            this.upTo(p.key.end);
            this.insert(',__lsk=>');
            this.skipTo(p.value.start);
            this.writeAsync(p.value, c, 'expression', '', '[__lsk]', p.start);
            this.upTo(p.end);
            this.insert(')');
          } else {
            this.insert(name === '__proto__' ? '["__proto__"]:' : literalKey(name) + ':');
            this.skipTo(p.value.start);
            this.writeAsync(p.value, c, 'property', name, literalKey(name), p.start);
          }
          continue;
        }
        if (p.computed && p.kind === 'init' && !p.method && anonymousAsync(p.value)) {
          this.upTo(p.start);
          this.insert('...__ls.computed(');
          this.skipTo(p.key.start);
          this.visit(p.key, c);
          this.upTo(p.key.end);
          this.insert(',__lsk=>');
          this.skipTo(p.value.start);
          this.writeKeyed(p.value, c, '[__lsk]');
          this.insert(')');
          continue;
        }
        if (p.method || p.kind !== 'init') {
          this.writePlainMethod(p, c, name, false);
          continue;
        }
        if (p.computed)
          this.visit(p.key, c);
        if (name !== null && name !== '__proto__')
          this.visitNamed(p.value, c, name);
        else
          this.visit(p.value, c);
      }
      this.upTo(node.end);
      if (fixes !== '') {
        this.texts[before] = '__ls.asyncMethods(';
        this.insert(fixes + ')');
      }
      if (generatorFixes !== '') {
        const object = this.temporary(c);
        this.texts[before] = '(' + object + '=__ls.asyncGeneratorMethods(' + this.texts[before];
        this.insert(generatorFixes + ')');
        for (let i = 0; i < slots.length; i += 2)
          this.insert(',' + slots[i] + '=__ls.method(' + object + ',' + slots[i + 1] + ')');
        this.insert(',' + object + ')');
      }
    },

    // Writes a method, getter, setter or constructor that is not asynchronous.
    writePlainMethod(node, parent, name, derived) {
      const f = node.value;
      const c = this.newContext(f.generator ? GENERATOR : SYNC, parent, f);
      c.id = this.addFunction(name === null ? '' : name, node);
      c.derived = derived;
      c.isMethod = true;
      if (isUseStrict(f))
        c.strict = true;
      this.upTo(this.methodStart(node));
      const first = this.reserve(),
        before = this.edits,
        start = this.cursor;
      if (node.computed)
        this.visit(node.key, parent);
      for (let i = 0; i < f.params.length; i++)
        this.visit(f.params[i], c);
      this.writeBody(f, c);
      this.upTo(f.end);
      this.noteSpan(before, first, start, node.end);
    },

    // Writes an async method where it stands. keep: the variable that keeps a computed key, or null
    writeMethod(node, c, f, name, keep) {
      this.upTo(node.start);
      if (node.static) {
        this.upTo(node.start + 6);
        this.insert(' ');
      }
      this.skipTo(node.key.start);
      const first = this.reserve();
      if (node.computed) {
        this.insert('[');
        if (keep !== null) this.insert(keep + '=__ls.key(');
        this.visit(node.key, c);
        this.upTo(node.key.end);
        if (keep !== null) this.insert(')');
        this.insert(']');
        this.skipTo(f.start);
      } else {
        this.upTo(node.key.end);
        this.skipTo(f.start);
      }
      const inner = this.writeAsync(f, c, 'method', name === null ? '' : name, null, node.start);
      const last = this.reserve();
      this.spans.push({ first, last, start: this.methodStart(node), end: node.end });
      return inner;
    },

    visitClass(node, c) {
      const body = node.body;
      const outer = c;
      this.upTo(node.start);
      const first = this.reserve(),
        before = this.edits;
      if (node.id !== null && node.id !== undefined)
        this.visit(node.id, c);
      // The heritage and computed keys are strict code. In all else they belong to the code around the class.
      const kept = c.strict;
      c.strict = true;
      if (node.superClass !== null)
        this.visit(node.superClass, c);
      const scope = { names: new Set(), parent: this.privateScopes };
      for (let i = 0; i < body.body.length; i++) {
        const key = body.body[i].key;
        if (key && key.type === 'PrivateIdentifier')
          scope.names.add(key.name);
      }
      this.privateScopes = scope;
      this.upTo(body.start + 1);
      const block = this.reserve();
      const fixes = ['', '', '', ''];
      let slots = '',
        privates = '';
      for (let i = 0; i < body.body.length; i++) {
        const m = body.body[i];
        if (m.type === 'StaticBlock') {
          this.visit(m, c);
        } else if (m.type === 'PropertyDefinition') {
          const keep = m.computed && m.value !== null && anonymousAsync(m.value) ? this.temporary(c) : null;
          if (keep !== null) {
            this.upTo(m.key.start);
            this.insert(keep + '=__ls.key(');
            this.visit(m.key, c);
            this.upTo(m.key.end);
            this.insert(')');
          } else if (m.computed) {
            this.visit(m.key, c);
          }
          if (m.value !== null) {
            const inner = this.newContext(FIELD, c, m);
            inner.strict = true;
            inner.isMethod = true;
            inner.id = c.id;
            const name = keyName(m);
            if (keep !== null)
              this.writeKeyed(m.value, inner, '[' + keep + ']');
            else if (name !== null)
              this.visitNamed(m.value, inner, name);
            else
              this.visit(m.value, inner);
          }
        } else if (m.value.async) {
          const name = keyName(m);
          const isPrivate = m.key.type === 'PrivateIdentifier';
          const keep = m.computed ? this.temporary(c) : null;
          const slot = m.value.generator && !isPrivate ? this.temporary(c) : null;
          this.methodSlot = slot;
          this.writeMethod(m, c, m.value, name, keep);
          if (isPrivate) {
            const mark = '__ls.mark(this.' + name + ',' + (m.value.generator ? 1 : 0) + ')';
            if (m.static)
              slots += mark + ';';
            else
              privates += (privates === '' ? '' : ',') + mark;
          } else {
            const list = (m.static ? 2 : 0) + (m.value.generator ? 1 : 0);
            const key = m.computed ? keep : literalKey(name);
            fixes[list] += ',' + key;
            if (m.value.generator)
              slots += slot + '=__ls.method(this' + (m.static ? '' : '.prototype') + ',' + key + ');';
          }
        } else {
          this.writePlainMethod(m, c, keyName(m), m.kind === 'constructor' && node.superClass !== null);
        }
      }
      this.upTo(node.end);
      let text = '';
      for (let i = 0; i < 4; i++)
        if (fixes[i] !== '')
          text += (i & 1 ? '__ls.asyncGeneratorMethods(this' : '__ls.asyncMethods(this') + (i < 2 ? '.prototype' : '') +
          fixes[i] + ');';
      text += slots;
      if (text !== '')
        this.texts[block] = 'static{' + text + '}';
      // Only an instance reaches its private methods, so a private field of each instance marks them.
      if (privates !== '') {
        let field = '__ls';
        while (scope.names.has(field))
          field += '_';
        this.texts[block] += '#' + field + '=(' + privates + ');';
      }
      this.privateScopes = scope.parent;
      c.strict = kept;
      if (text !== '')
        this.edits++;
      this.noteSpan(before, first, node.start, node.end);
    },
  });
})
