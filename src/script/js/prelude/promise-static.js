/* promise-static.js: Promise.all() and its like, Promise.resolve(), reject(), try() and withResolvers()
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Functions bear the names of ECMAScript's abstract operations. runJob() in job-steps.js calls combinatorReact() for the jobs that
 * they make.
 */
(function (realm) {
  'use strict';

  const { global, List } = realm;
  const { apply, setPrototypeOf } = Reflect;
  const { AggregateError, TypeError } = global;
  const { iterator: iteratorSymbol } = global.Symbol;
  const { defineHidden, defineMethods, isObject } = realm.properties;
  const { Job, REACTION_CAPABILITY, ELEMENT } = realm.jobs;
  const { Promise, isPromise } = realm.promise;
  const { closeQuietly, getIterator, notAnObject } = realm.iteration;
  const {
    anonymous,
    arrayOfList,
    nothing,
    describe,
    performThen,
    promiseResolve,
    newCapability,
    speciesConstructor,
    intrinsicThen
  } = realm.promiseInternals;

  /* --- Promise.all() and its like --- */

  const ALL = 0;
  const ALL_SETTLED = 1;
  const ANY = 2;
  const RACE = 3;

  class Combinator {
    constructor(type, capability, isIntrinsic) {
      this.type = type;
      this.capability = capability;
      this.isIntrinsic = isIntrinsic; /* no program can see the functions of the capability */
      this.values = new List();
      this.remaining = 1;
    }
  }
  setPrototypeOf(Combinator.prototype, null);

  const emptyIterable = {
    __proto__: null,
  [iteratorSymbol]: () => ({ __proto__: null, next: () => ({ __proto__: null, done: true, value: undefined }) }),
  };

  const newAggregateError = (errors) => {
    const error = new AggregateError(emptyIterable, 'All promises were rejected');

    defineHidden(error, 'errors', errors);
    return error;
  };

  /* What the resolve and reject element functions do */
  const combinatorElement = (combinator, index, rejected, value) => {
    const { type, capability, values } = combinator;

    if (type === ALL_SETTLED)
      value = rejected ? { status: 'rejected', reason: value } : { status: 'fulfilled', value };
    values[index] = value;
    if (--combinator.remaining > 0)
      return undefined;
    if (type === ANY)
      return (0, capability.reject)(newAggregateError(arrayOfList(values)));
    return (0, capability.resolve)(arrayOfList(values));
  };

  /* A reaction of Promise.all() and its like. It is used where no program can see the functions that the specification makes
   * for it. */
  const combinatorReact = (combinator, index, rejected, value) => {
    const { type, capability } = combinator;

    if (type === RACE || (type === ALL && rejected) || (type === ANY && !rejected))
      (0, rejected ? capability.reject : capability.resolve)(value);
    else
      combinatorElement(combinator, index, rejected, value);
  };

  const combinatorThen = (combinator, index, next) => {
    const { then } = next;
    const { type, capability } = combinator;
    let C = null;

    if (then === intrinsicThen && combinator.isIntrinsic && isPromise(next)) {
      C = speciesConstructor(next);
      if (C === Promise) {
        performThen(next, new Job(ELEMENT, combinator, index, undefined));
        return;
      }
    }

    let onFulfilled = capability.resolve,
      onRejected = capability.reject;
    let called = false;

    if (type === ALL || type === ALL_SETTLED)
      onFulfilled = anonymous((value) => {
        if (called)
          return undefined;
        called = true;
        return combinatorElement(combinator, index, false, value);
      });
    if (type === ANY || type === ALL_SETTLED)
      onRejected = anonymous((reason) => {
        if (called)
          return undefined;
        called = true;
        return combinatorElement(combinator, index, true, reason);
      });
    if (C !== null)
      performThen(next, new Job(REACTION_CAPABILITY, newCapability(C), onFulfilled, onRejected));
    else
      apply(then, next, [onFulfilled, onRejected]);
  };

  const combine = (C, iterable, type) => {
    const capability = newCapability(C);
    const combinator = new Combinator(type, capability, C === Promise);
    let iterator, isOpen = false;

    try {
      const resolveFunction = C.resolve;

      if (typeof resolveFunction !== 'function')
        throw new TypeError('The resolve method of a promise constructor has to be a function, not ' + describe(
          resolveFunction));
      iterator = getIterator(iterable);

      const nextMethod = iterator.next;

      for (let index = 0;; index++) {
        const result = apply(nextMethod, iterator, nothing);

        if (!isObject(result))
          throw notAnObject(result);
        if (result.done)
          break;

        const { value } = result;

        isOpen = true;
        if (type !== RACE)
          combinator.values[index] = undefined;

        const next = resolveFunction === intrinsicResolve && C === Promise ? promiseResolve(C, value) : apply(resolveFunction,
          C, [value]);

        combinator.remaining++;
        combinatorThen(combinator, index, next);
        isOpen = false;
      }
      if (type !== RACE && --combinator.remaining === 0) {
        const values = arrayOfList(combinator.values);

        if (type === ANY)
          throw newAggregateError(values);
        (0, capability.resolve)(values);
      }
    } catch (error) {
      if (isOpen)
        closeQuietly(iterator);
      (0, capability.reject)(error);
    }
    return capability.promise;
  };

  defineMethods(Promise, {
    all(iterable) {
      return combine(this, iterable, ALL);
    },

    allSettled(iterable) {
      return combine(this, iterable, ALL_SETTLED);
    },

    any(iterable) {
      return combine(this, iterable, ANY);
    },

    race(iterable) {
      return combine(this, iterable, RACE);
    },

    reject(reason) {
      const capability = newCapability(this);

      (0, capability.reject)(reason);
      return capability.promise;
    },

    resolve(resolution) {
      if (!isObject(this))
        throw new TypeError('Promise.resolve was called on ' + describe(this));
      return promiseResolve(this, resolution);
    },

    try (callback, ...args) {
      if (!isObject(this))
        throw new TypeError('Promise.try was called on ' + describe(this));

      /* As in V8 the callback runs first, and the result is a promise of this constructor. */
      let result;

      try {
        result = apply(callback, undefined, args);
      } catch (error) {
        const { promise, reject } = newCapability(this);

        reject(error);
        return promise;
      }
      return promiseResolve(this, result);
    },

    withResolvers() {
      const { promise, resolve, reject } = newCapability(this);

      return { promise, resolve, reject };
    },
  });

  const intrinsicResolve = Promise.resolve;

  realm.promiseInternals.combinatorReact = combinatorReact;
})
