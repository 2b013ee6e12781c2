/* async-functions.js: constructors of asynchronous functions, Array.fromAsync(), and what transformed code calls for them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (realm) {
  'use strict';

  const { List } = realm;
  const { isBody, GIVE, put, startFunction, AsyncFromSyncIterator, getAsyncIterator, ForAwait } = realm.asyncInternals;
  const { AsyncGeneratorPrototype, setCallee, startGenerator, delegate } = realm.asyncGenerators;
  const { apply, construct, defineProperty, getOwnPropertyDescriptor, setPrototypeOf } = Reflect;
  const { Array, Function, Object, TypeError } = realm.global;
  const { create } = Object;
  const { asyncIterator, iterator: iteratorSymbol, toStringTag } = realm.global.Symbol;
  const { isObject, describeData, defineConstant, defineElement, defineMethods } = realm.properties;
  const { arrayOfList, nothing, describe, isConstructor } = realm.promiseInternals;
  const { getMethod, callIteratorMethod } = realm.iteration;

  /* --- The constructors of async functions and async generators, and their prototypes --- */

  /* CreateDynamicFunction */
  const compileFunction = (kind, args, newTarget, constructor) => {
    const { compileFunction: compile } = realm.hooks;
    const strings = new List();

    for (let i = 0; i < args.length; i++)
      strings[i] = `${args[i]}`;
    if (compile === undefined)
      throw new TypeError('Functions cannot be made from text here');

    const f = compile(kind, arrayOfList(strings));

    if (newTarget !== undefined && newTarget !== constructor) {
      const { prototype } = newTarget;

      if (isObject(prototype))
        setPrototypeOf(f, prototype);
    }
    return f;
  };

  const AsyncFunction = function AsyncFunction(parameters) {
    return compileFunction('async', arguments, new.target, AsyncFunction);
  };
  const AsyncGeneratorFunction = function AsyncGeneratorFunction(parameters) {
    return compileFunction('asyncGenerator', arguments, new.target, AsyncGeneratorFunction);
  };
  const AsyncFunctionPrototype = create(Function.prototype);
  const AsyncGeneratorFunctionPrototype = create(Function.prototype);

  const linkConstructor = (constructor, prototype, tag) => {
    setPrototypeOf(constructor, Function);
    defineConstant(constructor, 'prototype', prototype, false);
    defineConstant(prototype, 'constructor', constructor, true);
    defineConstant(prototype, toStringTag, tag, true);
  };

  linkConstructor(AsyncFunction, AsyncFunctionPrototype, 'AsyncFunction');
  linkConstructor(AsyncGeneratorFunction, AsyncGeneratorFunctionPrototype, 'AsyncGeneratorFunction');
  defineConstant(AsyncGeneratorFunctionPrototype, 'prototype', AsyncGeneratorPrototype, true);
  defineConstant(AsyncGeneratorPrototype, 'constructor', AsyncGeneratorFunctionPrototype, true);

  /* --- Array.fromAsync() --- */

  const createDataProperty = (object, key, value) => {
    if (!defineElement(object, key, value))
      throw new TypeError('An element cannot be defined');
  };

  const toLength = (value) => {
    const number = +value;

    if (!(number >= 1))
      return 0;
    return number > 9007199254740991 ? 9007199254740991 : number - number % 1;
  };

  function* fromAsyncBody(C, items, mapper, thisArgument) {
    if (mapper !== undefined && typeof mapper !== 'function')
      throw new TypeError('The second argument of Array.fromAsync has to be a function, not ' + describe(mapper));
    if (items === undefined || items === null)
      throw new TypeError('Array.fromAsync was called with ' + items);

    let method = getMethod(items, asyncIterator);
    let iterator = null,
      length = 0;

    if (method !== undefined) {
      iterator = callIteratorMethod(items, method);
    } else {
      method = getMethod(items, iteratorSymbol);
      if (method !== undefined)
        iterator = new AsyncFromSyncIterator(callIteratorMethod(items, method));
    }

    if (iterator !== null) {
      const loop = new ForAwait(iterator);
      const array = isConstructor(C) ? construct(C, nothing) : [];

      try {
        for (; loop.more(yield loop.next()); length++) {
          let { value } = loop;

          if (mapper !== undefined)
            value = yield apply(mapper, thisArgument, [value, length]);
          createDataProperty(array, length, value);
        }
      } catch (error) {
        loop.fail(error);
      } finally {
        if (loop.closes())
          loop.closed(yield loop.close());
      }
      array.length = length;
      return array;
    }

    const source = Object(items);

    length = toLength(source.length);

    const array = isConstructor(C) ? construct(C, [length]) : new Array(length);

    for (let i = 0; i < length; i++) {
      let value = yield source[i];

      if (mapper !== undefined)
        value = yield apply(mapper, thisArgument, [value, i]);
      createDataProperty(array, i, value);
    }
    array.length = length;
    return array;
  }

  defineMethods(Array, {
    fromAsync(items, mapper = undefined, thisArgument = undefined) {
      return startFunction(fromAsyncBody, undefined, [this, items, mapper, thisArgument]);
    },
  });

  /* --- What transformed code calls --- */

  realm.promise.AsyncFunction = AsyncFunction;
  realm.promise.AsyncGeneratorFunction = AsyncGeneratorFunction;
  realm.promise.isBody = isBody;

  if (realm.runtime === undefined)
    realm.runtime = { __proto__: null };

  const { runtime } = realm;

  const setName = (f, name) => {
    if (typeof name === 'symbol')
      name = name.description === undefined ? '' : '[' + name.description + ']';
    defineConstant(f, 'name', name, true);
  };

  runtime.async = startFunction;
  runtime.asyncGenerator = startGenerator;
  runtime.asyncName = setName;
  runtime.asyncFunction = (f, name) => {
    setPrototypeOf(f, AsyncFunctionPrototype);
    if (name !== undefined)
      setName(f, name);
    return f;
  };
  runtime.asyncGeneratorFunction = (f, body, name) => {
    setPrototypeOf(f, AsyncGeneratorFunctionPrototype);
    defineProperty(f, 'prototype', describeData(create(AsyncGeneratorPrototype), true, false, false));
    if (body !== undefined)
      setCallee(body, f);
    if (name !== undefined)
      setName(f, name);
    return f;
  };

  const eachMethod = (object, keys, mark) => {
    for (let i = 1; i < keys.length; i++) {
      const descriptor = getOwnPropertyDescriptor(object, keys[i]);

      /* Another member of the class may have taken the name. */
      if (descriptor !== undefined && typeof descriptor.value === 'function')
        mark(descriptor.value);
    }
    return object;
  };

  runtime.asyncMethods = function (object) {
    return eachMethod(object, arguments, runtime.asyncFunction);
  };
  runtime.asyncGeneratorMethods = function (object) {
    return eachMethod(object, arguments, runtime.asyncGeneratorFunction);
  };
  runtime.give = (value) => {
    put(value);
    return GIVE;
  };
  runtime.delegate = delegate;
  runtime.forAwait = (iterable) => new ForAwait(getAsyncIterator(iterable));
})
