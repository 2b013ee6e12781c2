/* code.js: code that comes from text while a program runs, and the text of functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * What transformed code calls beside async.js, and `eval`, `Function` with its kin, code given to timers, and
 * `Function.prototype.toString`. Needs async-functions.js.
 *
 *   host.transform (source, options)          → JSON text of what transform() returns: `code`, `texts`, `error` at least. The options
 *                                             are JSON text
 *   hooks.addScript (source, code, texts)     takes each script from C, so that functions show the program's own text
 *   realm.functionText (f)                    → a function's own text
 *   realm.functionTexts                       `native(f)`, the text of a function as JavaScriptCore has it, and `own(text)`, what the
 *                                             program wrote, or undefined for a function that is not the program's
 *   realm.compileScript (source)              → the code of a classic script, for timers with text; throws SyntaxError
 *   hooks.compileFunction (kind, strings)     → function; kind: 'normal', 'generator', 'async', 'asyncGenerator'
 */
(function (realm) {
  'use strict';

  const { global, host, hooks, List, runtime } = realm;
  const { isObject, ownValue, describeData, defineConstant, defineElement, defineHidden } = realm.properties;
  const { apply, construct, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, has, ownKeys, set, setPrototypeOf } =
  Reflect;
  const { Error: ErrorConstructor, Function, JSON, Object, ReferenceError, RegExp, String, SyntaxError, TypeError } = global;
  const { freeze } = Object;
  const { parse, stringify } = JSON;
  const { indexOf, slice, startsWith } = String.prototype;
  const { exec } = RegExp.prototype;
  const { toString: nativeToString } = Function.prototype;
  const realEval = global.eval;
  const generatorPrototype = getPrototypeOf(function* () {}).prototype;
  const { next } = generatorPrototype;
  const GeneratorFunction = getPrototypeOf(function* () {}).constructor;

  // Text that matches is transformed. Other text means the same to JavaScriptCore.
  const interesting = /async|await|eval|import|export|throw|using|__ls|__d|\\u/;
  freeze(interesting);
  const withSuper = /super/;
  freeze(withSuper);
  const isInteresting = (text, superAlias) =>
    apply(exec, interesting, [text]) !== null || (superAlias !== undefined && apply(exec, withSuper, [text]) !== null);

  // ------------------------------------------------------------------------------------------------ transformed code

  // Makes the async function of a declaration when its block is entered.
  runtime.hoist = generator => apply(next, generator, []).value;

  // ToPropertyKey
  const toKey = value => {
    if (typeof value === 'symbol' || typeof value === 'string')
      return value;
    return ownKeys({ __proto__: null, get [value]() { return 0; } })[0];
  };
  runtime.key = toKey;

  // Makes an object with one computed property, which the transformed code spreads.
  runtime.computed = (value, make) => {
    const key = toKey(value);
    const object = { __proto__: null };
    defineElement(object, key, make(key));
    return object;
  };

  // Makes a function that calls super.m (…) with the right `this`.
  runtime.bind = (f, self) => f === undefined || f === null ? f : (...args) => {
    if (typeof f !== 'function')
      throw new TypeError('The property of super is not a function');
    return apply(f, self, args);
  };

  // Makes an object for super[key], to assign to its property `v`.
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

  // Makes the scope of the name of a function expression that assigns to its own name. Such an assignment does nothing in sloppy
  // code.
  runtime.scope = () => {
    const scope = { __proto__: null };
    scope.set = (name, f) => {
      delete scope.set;
      defineConstant(scope, name, f, false);
      return f;
    };
    return scope;
  };

  // Marks a private method. Each instance does so, and the first time counts.
  const functionPrototype = Function.prototype;
  runtime.mark = (f, isGenerator) => {
    if (getPrototypeOf(f) === functionPrototype) {
      if (isGenerator)
        runtime.asyncGeneratorFunction(f);
      else
        runtime.asyncFunction(f);
    }
  };

  // Returns a method that has just been defined.
  runtime.method = (object, key) => {
    return ownValue(object, key);
  };

  // Sets `callee` of the `arguments` of an async function's body. Leaves alone another object that the program has declared by
  // that name.
  runtime.callee = (list, f) => {
    if (typeof list !== 'object' || list === null || (realm.isProxy !== undefined && realm.isProxy(list)))
      return;
    const descriptor = getOwnPropertyDescriptor(list, 'callee');
    if (descriptor !== undefined && realm.promise.isBody(descriptor.value))
      defineProperty(list, 'callee', { __proto__: null, value: f });
  };

  // Returns `arguments` at the top level of a module, which is a name like others there.
  runtime.arguments = isNeeded => {
    if (isNeeded && !has(global, 'arguments'))
      throw new ReferenceError('arguments is not defined');
    return global.arguments;
  };

  // Values that transformed code keeps for a moment; see temporary() in transform-functions.js
  runtime.t = { __proto__: null };

  // ------------------------------------------------------------------------------------------------ the text of functions

  // All scripts are kept. Of text that became code later only the newest is kept, and only if it is short.
  const scripts = new List(),
    later = new List();
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

  // Text that became code without a change
  const made = new List();
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

  // Returns what the program wrote, or undefined for a function that is not the program's.
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
    let text = ownValue(f, 'name');
    if (typeof text !== 'string' || apply(exec, wholeName, [text]) === null)
      text = '';
    return 'function ' + text + '() { [native code] }';
  };

  // Writes JavaScriptCore's text of a native function as V8 does: on one line, and without a name where a program has made the
  // function.
  const oneLine = (f, text, index) => {
    if (realm.proxyTarget(f) !== undefined)
      return 'function () { [native code] }';
    const name = ownValue(f, 'name');
    if (typeof name === 'string' && apply(startsWith, name, ['bound ']))
      return 'function () { [native code] }';
    return apply(slice, text, [0, index]) + '{ [native code] }';
  };

  const nativeCode = /\{\s*\[native code\]\s*\}$/;
  freeze(nativeCode);

  defineHidden(Function.prototype, 'toString', {
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
  realm.functionTexts = {
    __proto__: null,
    native: f => apply(nativeToString, f, []),
    own: text => apply(exec, nativeCode, [text]) === null ? findText(text) : undefined,
  };

  // ------------------------------------------------------------------------------------------------ text as code

  // Functions of such text have numbers behind those of the scripts.
  let firstFunction = 0x40000000;

  // An extension may use this file without errors.js, and then nobody asks where a value was thrown.
  runtime.thrown ??= value => value;

  // The text that becomes code has no name of its own. Like Firefox, this calls it after where that happens: “prog.js:3 > eval”.
  const nameText = what => {
    if (realm.errors === undefined)
      return '';
    const { url, line } = realm.errors.locate(new ErrorConstructor());
    return line > 0 ? `${url}:${line} > ${what}` : '';
  };
  realm.nameText = nameText;

  const run = (source, kind, strict, superAlias, url) => {
    const options = { __proto__: null, url, kind, strict, firstFunction, superAlias, parse: superAlias !== undefined };
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

  const transform = (source, kind, isKept, url) => {
    const result = run(source, kind, false, undefined, url);
    if (result.error)
      throw new SyntaxError(result.error.message);
    if (isKept)
      keep(source, result);
    return result.code;
  };

  // url: what realm.nameText() returned when the program asked for the script
  realm.compileScript = (source, url) => {
    if (realm.options.explored)
      realm.host.readMemory();
    if (isInteresting(source))
      return transform(source, 'indirect', true, url);
    addMade(source);
    return source;
  };

  // Where a text has its syntax error, and where an error in it is, as errors.js wants it
  realm.placeOfSyntaxError = (text, url) => {
    const { error } = parse(host.transform(text, stringify({ __proto__: null, kind: 'indirect', parse: true })));
    return error ? { __proto__: null, url, line: error.line, column: error.column } : undefined;
  };
  realm.refinePlace = (text, { url, line, column }, error) => {
    if (isInteresting(text))
      return undefined;
    const shown = host.refineColumn(url, text, getPrototypeOf(error) === ReferenceError.prototype, line, column);
    return { __proto__: null, url, line, column: shown };
  };

  // eval() of programs is this function, which is the indirect eval. Transformed code makes a direct call as
  // `(__ls.evalIn(eval,x,strict),eval(__ls.evalOut()))`. Between the two the global `eval` is the real one.
  const indirectEval = {
    eval(x) {
      return realEval(typeof x === 'string' ? realm.compileScript(x, nameText('eval')) : x);
    },
  }.eval;
  defineHidden(global, 'eval', indirectEval);

  // flags: 1: strict; 2: x is the array of all arguments. superAlias: the number in the names that stand for `super`, or undefined
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
      const result = run(x, 'eval', (flags & 1) !== 0, superAlias, nameText('eval'));
      if (result.error) {
        // JavaScriptCore may know what acorn does not.
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
    swapped = set(global, 'eval', realEval);
  };
  runtime.evalOut = () => {
    const x = pending;
    pending = undefined;
    if (swapped) {
      swapped = false;
      set(global, 'eval', indirectEval);
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
    // The parameters and the body must each be right alone.
    const plain = natives[kind];
    if (plain !== undefined && !isInteresting(parameters) && !isInteresting(body))
      return noteMade(apply(plain, undefined, strings));
    transform('(' + head + '\n) {\n' + body + '\n})', 'function', false);
    transform('(' + head + parameters + '\n) {\n})', 'function', false);
    return realEval(transform('(' + head + parameters + '\n) {\n' + body + '\n})', 'function', true, nameText('Function')));
  };

  const replaceConstructor = (Native, kind) => {
    const { prototype } = Native;
    const make = function (newTarget, args) {
      const strings = new List();
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
        if (isObject(wanted))
          setPrototypeOf(f, wanted);
      }
      return f;
    };
    const constructor = kind === 'normal'
      ? function Function(body) { return make(new.target === constructor ? undefined : new.target, arguments); }
      : function GeneratorFunction(body) { return make(new.target === constructor ? undefined : new.target, arguments); };
    defineConstant(constructor, 'prototype', prototype, false);
    if (kind !== 'normal')
      setPrototypeOf(constructor, global.Function);
    const { writable, enumerable } = getOwnPropertyDescriptor(prototype, 'constructor');
    defineProperty(prototype, 'constructor', describeData(constructor, writable, enumerable, true));
    return constructor;
  };
  defineHidden(global, 'Function', replaceConstructor(Function, 'normal'));
  replaceConstructor(GeneratorFunction, 'generator');
  setPrototypeOf(realm.promise.AsyncFunction, global.Function);
  setPrototypeOf(realm.promise.AsyncGeneratorFunction, global.Function);
})
