/* transform-functions.js: functions, which get wrappers where they are asynchronous
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (shared) {
  'use strict';

  const { SCRIPT, SYNC, ARROW, GENERATOR, ASYNC, ASYNC_ARROW, ASYNC_GENERATOR } = shared.kinds;
  const {
    arrowOwner,
    functionOf,
    arity,
    holes,
    isUseStrict,
    literalKey,
    anonymousAsync,
    isSignal,
    newName,
    hasOwnArguments,
    useCallee
  } = shared.tree;

  shared.add({
    newContext(type, parent, node) {
      return {
        type,
        parent,
        node,
        id: -1, // its number in `functions`
        strict: parent !== null && parent.strict,
        depth: '__d',
        alias: 0, // the number in the names of its aliases
        usesThis: false,
        usesEval: false,
        thisAlias: false,
        argumentsAlias: false,
        argumentsGetter: false,
        targetAlias: false,
        superGet: false,
        superSet: false,
        superDelete: false,
        superCall: false,
        derived: false,
        usesCallee: false,
        resources: '', // what keeps the resources of the block
        importNames: parent !== null ? parent.importNames : null,
        isMethod: false, // the code can use `super`
        suspendsUntil: 0, // the end of the outermost loop that awaits between its statements
        temps: -1,
        tempNames: '', // the temporaries that the innermost block declares
        generator: type === ASYNC || type === ASYNC_ARROW || type === ASYNC_GENERATOR,
      };
    },

    superOwner(c) {
      const f = functionOf(c);
      const isOwner = f.type === SCRIPT ? this.superAlias !== 0 : f.type === ASYNC || f.type === ASYNC_GENERATOR;
      return isOwner ? f : arrowOwner(c);
    },

    aliasOf(c) {
      return c.alias || (c.alias = ++this.uid);
    },

    // Returns the name of a place that keeps a value from one part of an expression to another: a variable of the innermost block,
    // or a place that all activations share where there is no block.
    temporary(c) {
      while (c.temps < 0 && c.parent !== null)
        c = c.parent;
      if (c.temps < 0)
        return '__ls.t.k' + this.firstFunction + '_' + (++this.uid);
      const name = '__lsk' + (++this.uid);
      c.tempNames += ',' + name;
      this.texts[c.temps] = 'let ' + c.tempNames.slice(1) + ';';
      return name;
    },

    addFunction(name, node) {
      const { functions } = this.result;
      this.locate(node.start);
      functions.push({ name, line: this.line, column: this.column });
      return this.firstFunction + functions.length - 1;
    },

    // Writes a generator function from the opening parenthesis of the parameters, or from the only parameter, to the end of the
    // body.
    writeGenerator(node, c) {
      this.insert('function*');
      const bare = this.input.charCodeAt(this.cursor) !== 40;
      if (bare)
        this.insert('(');
      for (let i = 0; i < node.params.length; i++)
        this.visit(node.params[i], c);
      if (node.type === 'ArrowFunctionExpression') {
        let pos = node.params.length > 0 ? node.params[node.params.length - 1].end : this.cursor + 1;
        if (!bare) {
          pos = this.skipSpace(pos);
          if (this.input.charCodeAt(pos) === 44)
            pos = this.skipSpace(pos + 1);
          pos++;
        }
        this.upTo(pos);
        if (bare)
          this.insert(')');
        pos = this.skipSpace(pos);
        this.upTo(pos);
        this.cursor = pos + 2;
      }
      this.writeBody(node, c);
      this.upTo(node.end);
    },

    writeBody(node, c) {
      const body = node.body;
      if (body.type === 'BlockStatement') {
        this.upTo(body.start + 1);
        this.writeList(body.body, c, this.enterText(c), true);
        this.upTo(body.end);
      } else if (c.generator || this.hooks && this.noHooks === 0) {
        this.upTo(c.generator ? this.skipSpace(this.cursor) : body.start);
        this.insert('{' + this.enterText(c));
        c.temps = this.reserve();
        if (this.hooks && this.noHooks === 0)
          this.writeHook(body, c);
        this.insert('return(');
        this.visit(body, c);
        this.upTo(body.end);
        this.insert(')}');
      } else {
        this.upTo(body.start);
        c.temps = this.reserve();
        this.visit(body, c);
        if (c.tempNames !== '') {
          this.texts[c.temps] = '{' + this.texts[c.temps] + 'return(';
          this.upTo(body.end);
          this.insert(')}');
        }
      }
    },

    // Tells whether a call can be suspended.
    isSuspended(c) {
      return c.generator || c.type === GENERATOR;
    },

    enterText(c) {
      return this.hooks && this.noHooks === 0
        ? 'const __d=__ls.enter(' + c.id + (this.isSuspended(c) ? '),__lsi=__ls.activate();' : ');') : '';
    },

    /*
     * Writes an async function, an arrow function or an async generator at `node`. Its text begins at `from`.
     * form: 'expression', 'declaration', 'property' (a method of an object literal, as a value) or 'method' (in its place)
     * name: what `functions` calls it. keyText: the key of a method or of a function with a name, as text, or null
     */
    writeAsync(node, parent, form, name, keyText, from) {
      const arrow = node.type === 'ArrowFunctionExpression';
      const c = this.newContext(arrow ? ASYNC_ARROW : node.generator ? ASYNC_GENERATOR : ASYNC, parent, node);
      const strictHere = isUseStrict(node);
      c.id = this.addFunction(name === null ? '' : name, { start: from });
      if (strictHere)
        c.strict = true;
      c.isMethod = form === 'method';
      const mark = '/*@' + c.id + '*/';
      const slotText = form === 'method' && this.methodSlot !== null ? ',' + this.methodSlot : '';
      this.methodSlot = null;
      const head = this.reserve();
      const span = { first: -1, last: -1, start: from, end: node.end };
      const wrapperStart = this.reserve(),
        wrapper = this.reserve(),
        wrapperEnd = this.reserve(),
        between = this.reserve();

      let self = null;
      if (form === 'expression' && !arrow && node.id !== null) {
        self = { used: false, assigned: false };
        const list = this.selfNames.get(node.id.name);
        if (list === undefined) this.selfNames.set(node.id.name, [self]);
        else list.push(self);
      }

      this.writeGenerator(node, c);

      if (self !== null) {
        const list = this.selfNames.get(node.id.name);
        list.pop();
        if (list.length === 0) this.selfNames.delete(node.id.name);
      }
      // JavaScriptCore gives an eval() in a generator function no `arguments` unless something else there uses it.
      if (c.usesEval && c.prologue !== undefined && !(this.hasArguments && hasOwnArguments(node.body.body)))
        this.texts[c.prologue] = 'void arguments;';
      if (c.usesEval)
        useCallee(c);
      if (c.usesCallee && c.prologue !== undefined && !(this.hasArguments && hasOwnArguments(node.body.body)))
        this.texts[c.prologue] = '__ls.callee(arguments,__lsc' + this.aliasOf(c) + ');';
      else
        c.usesCallee = false;
      const after = this.reserve(),
        lastWrapper = this.reserve(),
        tail = this.reserve();

      let aliases = '';
      const n = c.alias;
      if (n !== 0) {
        if (c.thisAlias) aliases += ',__lst' + n + '=()=>this';
        if (c.argumentsGetter) aliases += ',__lsa' + n + '=()=>arguments,__lso' + n + '=()=>typeof arguments';
        if (c.argumentsAlias) aliases += ',__lsa' + n + '=arguments';
        if (c.targetAlias) aliases += ',__lsn' + n + '=new.target';
        if (c.usesCallee && form === 'method') aliases += ',__lsc' + n + '=arguments.callee';
        if (c.superGet) aliases += ',__lsg' + n + '=k=>super[k]';
        if (c.superSet) aliases += ',__lsq' + n + '=(k,v)=>super[k]=v';
        if (c.superDelete) aliases += ',__lsx' + n + '=k=>delete super[k]';
        if (c.superCall) aliases += ',__lss' + n + '=(...a)=>super(...a)';
      }
      const inside = aliases !== '' || form === 'method';
      const number = arity(node.params);
      const directive = strictHere && !arrow ? '"use strict";' : '';
      let argumentsText;
      let params = holes(number);
      if (!arrow) {
        argumentsText = 'this,arguments';
      } else {
        // There is no `this` to pass before super() has returned.
        const passThis = (c.usesThis || c.usesEval) && !functionOf(c).derived ? 'this' : 'void 0';
        if (number === node.params.length) {
          argumentsText = passThis + ',[' + params + ']';
        } else if (node.params[node.params.length - 1].type === 'RestElement') {
          argumentsText = passThis + (number === 0 ? ',__lsr' : ',[' + params + ',...__lsr]');
          params += (number === 0 ? '' : ',') + '...__lsr';
        } else {
          argumentsText = passThis + ',[' + holes(node.params.length) + ']';
          for (let i = number; i < node.params.length; i++)
            params += (i === 0 ? '' : ',') + '__ls' + i + '=void 0';
        }
      }
      const run = node.generator ? '__ls.asyncGenerator(' : '__ls.async(';
      const make = node.generator ? '__ls.asyncGeneratorFunction(' : '__ls.asyncFunction(';
      const declare = aliases === '' ? '' : 'const ' + aliases.slice(1) + ';';

      let open, close; // the text around the wrapper, within what makes it
      if (arrow) {
        if (keyText === null) {
          open = '(';
          close = ')';
        } else if (keyText.charCodeAt(0) === 91) {
          open = '({' + keyText + ':';
          close = '})' + keyText;
        } else {
          open = '({' + (keyText === '"__proto__"' ? '["__proto__"]' : keyText) + ':';
          close = '})[' + keyText + ']';
        }
      } else {
        open = '({';
        close = '})' + (keyText === null ? '[""]' : keyText.charCodeAt(0) === 91 ? keyText : '[' + keyText + ']');
      }
      const begin = arrow ? '(' + params + ')=>' : (keyText === null ? '""' : keyText) + '(' + params + ')';

      if (form === 'method') {
        // The caller has written the key and left the place of the opening parenthesis.
        this.texts[wrapperStart] = '(' + params + '){' + mark + directive + declare + 'return ' + run;
        this.texts[after] = ',' + argumentsText +
          slotText + ')}';
        return c;
      }
      if (inside) {
        this.texts[head] = make + open;
        this.texts[wrapper] = begin + (declare === '' ? mark : '{' + mark + declare + 'return ') + run;
        this.texts[after] = ',' + argumentsText + ')' + (declare === '' ? '' : '}');
        this.texts[tail] = close + ')';
        span.first = wrapper;
        span.last = lastWrapper;
      } else {
        const call = run + '__lsf,' + argumentsText + ')';
        this.texts[head] = (node.generator ? '(__lsf=>' + make : make + '(__lsf=>') + open;
        this.texts[wrapper] = begin + (arrow ? mark + call : '{' + mark + directive + 'return ' + call + '}');
        this.texts[between] = close + (node.generator ? ',__lsf))(' : ')(');
        this.texts[tail] = node.generator ? ')' : '))';
        span.first = wrapper;
        span.last = wrapperEnd;
      }
      this.spans.push(span);

      if (c.usesCallee) {
        this.texts[head] = '(__lsc' + n + '=>__lsc' + n + '=' + this.texts[head];
        this.texts[tail] += ')()';
      }
      if (self !== null && (self.used || c.usesEval)) {
        const own = newName(node.id.name);
        if ((self.assigned || c.usesEval) && !c.strict) {
          this.texts[head] = '(()=>{const __lsw=__ls.scope();with(__lsw)return __lsw.set(' + literalKey(own) + ',' + this
            .texts[head];
          this.texts[tail] += ')})()';
        } else {
          this.texts[head] = '(()=>{const ' + own + '=' + this.texts[head];
          this.texts[tail] += ';return ' + own + '})()';
        }
      }
      if (form === 'declaration') {
        this.texts[head] = 'function*' + newName(node.id.name) + '(){return ' + this.texts[head];
        this.texts[tail] += '}';
      }
      return c;
    },

    // Leaves out the text from `async` to the parameters.
    skipHead(node) {
      let pos = node.start;
      if (node.type === 'ArrowFunctionExpression') {
        pos = this.skipSpace(pos + 5);
      } else if (node.id !== null) {
        pos = this.skipSpace(node.id.end);
      } else {
        pos = this.skipSpace(this.skipSpace(pos + 5) + 8);
        if (this.input.charCodeAt(pos) === 42)
          pos = this.skipSpace(pos + 1);
      }
      this.skipTo(pos);
    },

    writeFunction(node, parent, name) {
      const arrow = node.type === 'ArrowFunctionExpression';
      this.upTo(node.start);
      if (node.async) {
        this.skipHead(node);
        const own = !arrow && node.id !== null ? node.id.name : name;
        this.writeAsync(node, parent, node.type === 'FunctionDeclaration' ? 'declaration' : 'expression', own,
          own === null ? null : literalKey(own), node.start);
        return;
      }
      const c = this.newContext(arrow ? ARROW : node.generator ? GENERATOR : SYNC, parent, node);
      const own = !arrow && node.id ? node.id.name : name;
      const first = this.reserve(),
        before = this.edits;
      c.id = this.addFunction(own === null ? '' : own, node);
      if (isUseStrict(node))
        c.strict = true;
      if (arrow && parent.derived)
        c.derived = true;
      if (node.id)
        this.visit(node.id, c);
      if (node.defaultAt !== undefined) {
        this.upTo(node.defaultAt);
        this.insert(' __ls_default');
      }
      for (let i = 0; i < node.params.length; i++)
        this.visit(node.params[i], c);
      this.writeBody(node, c);
      this.upTo(node.end);
      this.noteSpan(before, first, node.start, node.end);
    },

    // Remembers where the text of a function or class is, if it has changed since `before`.
    noteSpan(before, first, start, end) {
      if (this.edits !== before)
        this.spans.push({ first, last: this.reserve(), start, end });
    },

    methodStart(node) {
      return node.static ? this.skipSpace(node.start + 6) : node.start;
    },

    // Visits the value of something that has a name. An async function gets the name that a native one would get from there.
    visitNamed(node, c, name) {
      if (node.type === 'ParenthesizedExpression' && anonymousAsync(node)) {
        this.upTo(node.start + 1);
        this.visitNamed(node.expression, c, name);
        this.upTo(node.end);
      } else if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') {
        this.writeFunction(node, c, name);
      } else if (this.hooks && this.noHooks === 0 && isSignal(node)) {
        this.upTo(node.start);
        this.insert('__ls.name(');
        this.visit(node, c);
        this.upTo(node.end);
        this.insert(',' + literalKey(name) + ')');
      } else {
        this.visit(node, c);
      }
    },

    // Writes an anonymous async function that gets its name from a computed key.
    writeKeyed(node, c, keyText) {
      let f = node;
      this.upTo(node.start);
      while (f.type === 'ParenthesizedExpression')
        f = f.expression;
      this.skipTo(f.start);
      this.skipHead(f);
      this.writeAsync(f, c, 'expression', '', keyText, f.start);
      this.skipTo(node.end);
    },
  });
})
