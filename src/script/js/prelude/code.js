/* code.js: code that comes from text while a program runs, and the text of functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * What transformed code calls beside async.js, and `eval`, `Function` with its kin, code given to timers, and
 * `Function.prototype.toString`. Needs async.js.
 *
 *   host.transform (source, options) → JSON text of what transform() returns, `code`, `texts`, `error` at least; options is JSON
 *   text
 *   hooks.addScript (source, code, texts)                C tells of each script, so that functions show the program's own text
 *   realm.functionText (f)                               → a function's own text
 *   realm.compileScript (source)                         → the code of a classic script; for timers with text. Throws SyntaxError
 *   hooks.compileFunction (kind, strings)                → function; kind: 'normal', 'generator', 'async', 'asyncGenerator'
 */
(function (realm) {
  'use strict';

  const { global, host, hooks, runtime } = realm;
  const { apply, construct, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf } = Reflect;
  const { Function, JSON, Object, ReferenceError, RegExp, String, SyntaxError, TypeError } = global;
  const { create, freeze } = Object;
  const { parse, stringify } = JSON;
  const { indexOf, slice, startsWith } = String.prototype;
  const { exec } = RegExp.prototype;
  const { toString: nativeToString } = Function.prototype;
  const realEval = global.eval;
  const generatorPrototype = getPrototypeOf(function* () {}).prototype;
  const { next } = generatorPrototype;
  const GeneratorFunction = getPrototypeOf(function* () {}).constructor;

  const define = (object, key, value, enumerable) => {
    defineProperty(object, key, {
      __proto__: null,
      value,
      writable: true,
      enumerable: enumerable === true,
      configurable: true
    });
  };

  // Such text is transformed; other text means the same to JavaScriptCore
  const interesting = /async|await|eval|import|export|__ls|__d|\\u/;
  freeze(interesting);
  const withSuper = /super/;
  freeze(withSuper);
  const isInteresting = (text, superAlias) =>
    apply(exec, interesting, [text]) !== null || (superAlias !== undefined && apply(exec, withSuper, [text]) !== null);

  // ------------------------------------------------------------------------------------------------ transformed code

  // An async function's declaration makes it when the block is entered
  runtime.hoist = generator => apply(next, generator, []).value;

  // ToPropertyKey
  const toKey = value => {
    if (typeof value === 'symbol' || typeof value === 'string')
      return value;
    let key;
    const probe = { __proto__: null, get [value]() { return 0; } };
    key = Reflect_ownKeys(probe)[0];
    return key;
  };
  const Reflect_ownKeys = Reflect.ownKeys;
  runtime.key = toKey;

  // A property with a computed key, to be spread where it stands
  runtime.computed = (value, make) => {
    const key = toKey(value);
    const object = { __proto__: null };
    define(object, key, make(key), true);
    return object;
  };

  // super.m (…) with the right `this`
  runtime.bind = (f, self) => f === undefined || f === null ? f : (...args) => {
    if (typeof f !== 'function')
      throw new TypeError('The property of super is not a function');
    return apply(f, self, args);
  };

  // super[key] as something to assign to
  runtime.superReference = (get, set, key) => {
    let known = false;
    const resolve = () => {
      if (!known) {
        known = true;
        key = toKey(key);
      }
      return key;
    };
    return {
      __proto__: null,
      get v() { return get(resolve()); },
      set v(value) { set(resolve(), value); },
    };
  };

  // The scope of the name of a function expression in which the name is assigned to, which does nothing in sloppy code
  runtime.scope = () => {
    const scope = { __proto__: null };
    scope.set = (name, f) => {
      delete scope.set;
      defineProperty(scope, name, { __proto__: null, value: f, writable: false, enumerable: false, configurable: false });
      return f;
    };
    return scope;
  };

  // A private method; done for each instance, so it may have been done
  const functionPrototype = Function.prototype;
  runtime.mark = (f, isGenerator) => {
    if (getPrototypeOf(f) === functionPrototype) {
      if (isGenerator)
        runtime.asyncGeneratorFunction(f);
      else
        runtime.asyncFunction(f);
    }
  };

  // A method that has just been defined
  runtime.method = (object, key) => {
    const descriptor = getOwnPropertyDescriptor(object, key);
    return descriptor === undefined ? undefined : descriptor.value;
  };

  // `arguments` of the generator function that an async function's body is; a program may have declared something else of that name
  runtime.callee = (list, f) => {
    if (typeof list !== 'object' || list === null || (realm.isProxy !== undefined && realm.isProxy(list)))
      return;
    const descriptor = getOwnPropertyDescriptor(list, 'callee');
    if (descriptor !== undefined && realm.promise.isBody(descriptor.value))
      defineProperty(list, 'callee', { __proto__: null, value: f });
  };

  // `arguments` at the top level of a module, where it is a name like others
  runtime.arguments = isNeeded => {
    if (isNeeded && !Reflect_has(global, 'arguments'))
      throw new ReferenceError('arguments is not defined');
    return global.arguments;
  };
  const Reflect_has = Reflect.has;

  // What must be kept for a moment; see temporary() in transform.js
  runtime.t = { __proto__: null };

  // ------------------------------------------------------------------------------------------------ the text of functions

  // Of scripts all is kept, of text that became code while the program ran not more than makes sense
  const scripts = [],
    later = [];
  setPrototypeOf(scripts, null);
  setPrototypeOf(later, null);
  const MADE_COUNT = 1024,
    MADE_LENGTH = 65536;
  let scriptCount = 0,
    laterCount = 0;

  // texts: quadruples: beginning and end in the code, beginning and end in the source
  const addScript = (source, code, texts, isLater) => {
    const script = { __proto__: null, source, code, texts };
    if (!isLater)
      scripts[scriptCount++] = script;
    else if (texts.length > 0 && code.length <= MADE_LENGTH)
      later[laterCount++ % MADE_COUNT] = script;
  };
  hooks.addScript = (source, code, texts) => addScript(source, code, texts, false);

  // Text that became code and did not have to be changed
  const made = [];
  setPrototypeOf(made, null);
  let madeCount = 0;
  const withFunctions = /=>|function|class|\)\s*\{/;
  freeze(withFunctions);
  const addMade = text => {
    if (text.length <= MADE_LENGTH && apply(exec, withFunctions, [text]) !== null)
      made[madeCount++ % MADE_COUNT] = text;
  };

  const wholeName = /^(?:[gs]et )?(?:[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*|\[Symbol\.[a-zA-Z]+\])$/u;
  freeze(wholeName);

  const findIn = ({ source, code, texts }, text) => {
    let unchanged;
    for (let at = -1;;) {
      at = apply(indexOf, code, [text, at + 1]);
      if (at < 0)
        return unchanged;
      for (let j = 0; j < texts.length; j += 4)
        if (texts[j] === at && texts[j + 1] === at + text.length)
          return apply(slice, source, [texts[j + 2], texts[j + 3]]);
      unchanged = text;
    }
  };

  // What the program wrote; undefined for functions that are not the program's
  const findText = text => {
    let found;
    for (let i = 0; i < scriptCount && found === undefined; i++)
      found = findIn(scripts[i], text);
    for (let i = 0; i < laterCount && i < MADE_COUNT && found === undefined; i++)
      found = findIn(later[i], text);
    for (let i = 0; i < madeCount && i < MADE_COUNT && found === undefined; i++)
      if (apply(indexOf, made[i], [text]) >= 0)
        found = text;
    return found;
  };

  const native = f => {
    const name = getOwnPropertyDescriptor(f, 'name');
    let text = name !== undefined && typeof name.value === 'string' ? name.value : '';
    if (apply(exec, wholeName, [text]) === null)
      text = '';
    return 'function ' + text + '() { [native code] }';
  };

  // JavaScriptCore's text of a function of its own, as V8 writes it: on one line, and without a name where a program made it
  const oneLine = (f, text, index) => {
    if (realm.proxyTarget(f) !== undefined)
      return 'function () { [native code] }';
    const name = getOwnPropertyDescriptor(f, 'name');
    if (name !== undefined && typeof name.value === 'string' && apply(startsWith, name.value, ['bound ']))
      return 'function () { [native code] }';
    return apply(slice, text, [0, index]) + '{ [native code] }';
  };

  const nativeCode = /\{\s*\[native code\]\s*\}$/;
  freeze(nativeCode);

  define(Function.prototype, 'toString', {
    toString() {
      const text = apply(nativeToString, this, []);
      const found = apply(exec, nativeCode, [text]);
      if (found !== null)
        return oneLine(this, text, found.index);
      const own = findText(text);
      return own === undefined ? native(this) : own;
    },
  }.toString);

  const { toString } = Function.prototype;

  realm.functionText = f => apply(toString, f, []);

  // ------------------------------------------------------------------------------------------------ text as code

  // Functions of such text are numbered behind those of the scripts
  let firstFunction = 0x40000000;

  const run = (source, kind, strict, superAlias) => {
    const options = { __proto__: null, kind, strict, firstFunction, superAlias, parse: superAlias !== undefined };
    const result = parse(host.transform(source, stringify(options)));
    firstFunction += source.length + 1;
    return result;
  };

  const keep = (source, result) => {
    if (result.texts.length > 0)
      addScript(source, result.code, result.texts, true);
    else
      addMade(result.code);
  };

  const transform = (source, kind, isKept) => {
    const result = run(source, kind, false);
    if (result.error)
      throw new SyntaxError(result.error.message);
    if (isKept)
      keep(source, result);
    return result.code;
  };

  realm.compileScript = source => {
    if (realm.options.explored)
      realm.host.readMemory();
    if (isInteresting(source))
      return transform(source, 'indirect', true);
    addMade(source);
    return source;
  };

  // eval () of programs is this function, which is the indirect eval. A direct call in transformed code is
  // `(__ls.evalIn(eval,x,strict),eval(__ls.evalOut()))`: it sees the real one for as long as it takes to look it up.
  const indirectEval = {
    eval(x) {
      return realEval(typeof x === 'string' ? realm.compileScript(x) : x);
    },
  }.eval;
  define(global, 'eval', indirectEval);

  // flags: 1 strict, 2: x is the array of all arguments. superAlias: the number in the names of what gives `super`, or undefined
  let pending, swapped = false;
  runtime.evalIn = (f, x, flags, superAlias) => {
    const list = (flags & 2) !== 0 ? x : undefined;
    pending = x;
    swapped = false;
    if (f !== indirectEval)
      return;
    if (list !== undefined)
      x = list.length > 0 ? list[0] : undefined;
    if (typeof x === 'string' && isInteresting(x, superAlias)) {
      const result = run(x, 'eval', (flags & 1) !== 0, superAlias);
      if (result.error) {
        // what acorn does not know JavaScriptCore may
        if (result.error.refused)
          throw new SyntaxError(result.error.message);
      } else {
        keep(x, result);
        if (list !== undefined)
          list[0] = result.code;
        else
          pending = result.code;
      }
    } else if (typeof x === 'string') {
      addMade(x);
    }
    swapped = Reflect_set(global, 'eval', realEval);
  };
  const Reflect_set = Reflect.set;
  runtime.evalOut = () => {
    const x = pending;
    pending = undefined;
    if (swapped) {
      swapped = false;
      Reflect_set(global, 'eval', indirectEval);
    }
    return x;
  };

  const noteMade = f => {
    addMade(apply(nativeToString, f, []));
    return f;
  };

  const heads = {
    __proto__: null,
    normal: 'function',
    generator: 'function*',
    async: 'async function',
    asyncGenerator: 'async function*',
  };
  const natives = { __proto__: null, normal: Function, generator: GeneratorFunction };

  hooks.compileFunction = (kind, strings) => {
    if (realm.options.explored)
      realm.host.readMemory();
    const n = strings.length;
    let parameters = '';
    for (let i = 0; i < n - 1; i++)
      parameters += (i > 0 ? ',' : '') + strings[i];
    const body = n > 0 ? strings[n - 1] : '';
    const head = heads[kind] + ' anonymous(';
    // each of both has to be right alone
    const plain = natives[kind];
    if (plain !== undefined && !isInteresting(parameters) && !isInteresting(body))
      return noteMade(apply(plain, undefined, strings));
    transform('(' + head + '\n) {\n' + body + '\n})', 'function', false);
    transform('(' + head + parameters + '\n) {\n})', 'function', false);
    return realEval(transform('(' + head + parameters + '\n) {\n' + body + '\n})', 'function', true));
  };

  const replaceConstructor = (Native, kind) => {
    const { prototype } = Native;
    const make = function (newTarget, args) {
      const strings = [];
      setPrototypeOf(strings, null);
      for (let i = 0; i < args.length; i++)
        strings[i] = `${args[i]}`;
      let some = false;
      for (let i = 0; i < args.length; i++)
        if (isInteresting(strings[i]))
          some = true;
      if (!some)
        return noteMade(newTarget === undefined ? apply(Native, undefined, strings) : construct(Native, strings, newTarget));
      const f = hooks.compileFunction(kind, strings);
      if (newTarget !== undefined) {
        const { prototype: wanted } = newTarget;
        if ((typeof wanted === 'object' && wanted !== null) || typeof wanted === 'function')
          setPrototypeOf(f, wanted);
      }
      return f;
    };
    const constructor = kind === 'normal'
      ? function Function(body) { return make(new.target === constructor ? undefined : new.target, arguments); }
      : function GeneratorFunction(body) { return make(new.target === constructor ? undefined : new.target, arguments); };
    defineProperty(constructor, 'prototype', {
      __proto__: null,
      value: prototype,
      writable: false,
      enumerable: false,
      configurable: false,
    });
    if (kind !== 'normal')
      setPrototypeOf(constructor, global.Function);
    const { writable, enumerable } = getOwnPropertyDescriptor(prototype, 'constructor');
    defineProperty(prototype, 'constructor', { __proto__: null, value: constructor, writable, enumerable, configurable: true });
    return constructor;
  };
  define(global, 'Function', replaceConstructor(Function, 'normal'));
  replaceConstructor(GeneratorFunction, 'generator');
  setPrototypeOf(realm.promise.AsyncFunction, global.Function);
  setPrototypeOf(realm.promise.AsyncGeneratorFunction, global.Function);
})
