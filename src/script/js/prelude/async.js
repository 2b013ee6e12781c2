/* async.js: async functions and iteration in them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * This file drives the bodies of async functions and generators, which are generator functions (see docs/javascript.md). It is
 * ECMAScript's "AsyncFunction Objects" and their like, with "AsyncGenerator Objects" in async-generators.js. Functions bear the
 * names of the abstract operations.
 */

(function (realm) {
  'use strict';

  const { global, options } = realm;
  const { apply, getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf } = Reflect;
  const { Object, TypeError } = global;
  const { freeze } = Object;
  const { asyncIterator, iterator: iteratorSymbol } = global.Symbol;
  const losesStates = options.gecko === true;
  const { isObject } = realm.properties;
  const { Job, REACTION, AWAIT, AWAIT_QUIET, current, enqueue, isQueueEmpty } = realm.jobs;
  const { Promise, isPromise, newPromise, resolve, state: stateOf } = realm.promise;
  const { FULFILLED, REJECTED, nothing, describe, settle, performThen, awaitValue, promiseResolve } = realm.promiseInternals;
  const { getMethod, callIteratorMethod, closeQuietly, notAnObject } = realm.iteration;

  /* --- Async functions --- */

  /* Generators of transformed code have methods that programs cannot change. */
  const GeneratorPrototype = getPrototypeOf(function* () {}).prototype;
  const bodyPrototype = freeze({
    __proto__: null,
    next: GeneratorPrototype.next,
    throw: GeneratorPrototype.throw,
    return: GeneratorPrototype.return,
  });

  const isBody = (f) => {
    const descriptor = typeof f === 'function' ? getOwnPropertyDescriptor(f, 'prototype') : undefined;

    return descriptor !== undefined && descriptor.value === bodyPrototype;
  };

  /* A body yields one of these where it does not await. put() has kept the value that belongs to it. */
  const GIVE = freeze({ __proto__: null });
  const DELEGATE = freeze({ __proto__: null });
  const QUIET = freeze({ __proto__: null }); /* an await that does not throw */
  let given;

  const put = (value) => {
    given = value;
  };

  const take = () => {
    const value = given;

    given = undefined;
    return value;
  };

  /* Runs the body of an async function to the next await or to the end. */
  const resumeFunction = (job, rejected, value, isByJob) => {
    const generator = job.first;

    for (;;) {
      let result;

      try {
        result = rejected ? generator.throw(value) : generator.next(value);
      } catch (error) {
        settle(job.target, REJECTED, error);
        return true;
      }
      ({ value } = result);
      if (result.done) {
        resolve(job.target, value);
        return false;
      }
      job.kind = AWAIT;
      /* Deviation for presets that model it: if no other job waits, Firefox skips an await of a settled value, and so keeps the
       * state. */
      const keepsState = !losesStates || (isByJob && isQueueEmpty());

      if (!isObject(value)) {
        job.state = keepsState ? current.state : null;
        enqueue(job, value, 0);
        return false;
      }
      if (value === QUIET) {
        value = take();
        job.kind = AWAIT_QUIET;
      }
      try {
        awaitValue(value, job);
        if (losesStates && keepsState && isPromise(value) && stateOf(value) === FULFILLED)
          job.state = current.state;
        return false;
      } catch (error) {
        rejected = job.kind === AWAIT;
        value = error;
      }
    }
  };

  const startFunction = (body, self, args) => {
    const promise = newPromise();
    let generator;

    try {
      body.prototype = bodyPrototype;
      generator = apply(body, self, args);
    } catch (error) {
      settle(promise, REJECTED, error);
      return promise;
    }
    resumeFunction(new Job(AWAIT, promise, generator, undefined), false, undefined, false);
    return promise;
  };

  /* --- Async iteration --- */

  /* %AsyncFromSyncIteratorPrototype%. Programs never see such an object. */
  const asyncFromSyncContinuation = (iterator, result, closes) => {
    const promise = newPromise();

    try {
      if (!isObject(result))
        throw notAnObject(result);

      const done = !!result.done;
      const { value } = result;
      let wrapper;

      try {
        wrapper = promiseResolve(Promise, value);
      } catch (error) {
        if (!done && closes)
          closeQuietly(iterator);
        throw error;
      }
      performThen(wrapper, new Job(REACTION, promise, (value) => ({ value, done }), done || !closes ? undefined : (error) => {
        closeQuietly(iterator);
        throw error;
      }));
    } catch (error) {
      settle(promise, REJECTED, error);
    }
    return promise;
  };

  const rejectedPromise = (error) => {
    const promise = newPromise();

    settle(promise, REJECTED, error);
    return promise;
  };

  class AsyncFromSyncIterator {
    constructor(iterator) {
      this.iterator = iterator;
      this.nextMethod = iterator.next;
    }

    next() {
      const { iterator } = this;
      let result;

      try {
        result = apply(this.nextMethod, iterator, arguments);
      } catch (error) {
        return rejectedPromise(error);
      }
      return asyncFromSyncContinuation(iterator, result, true);
    }

    return (value) {
      const { iterator } = this;
      let result;

      try {
        const method = getMethod(iterator, 'return');

        if (method === undefined) {
          const promise = newPromise();

          resolve(promise, { value, done: true });
          return promise;
        }
        result = apply(method, iterator, arguments);
      } catch (error) {
        return rejectedPromise(error);
      }
      return asyncFromSyncContinuation(iterator, result, false);
    }

    throw () {
      const { iterator } = this;
      let result;

      try {
        const method = getMethod(iterator, 'throw');

        if (method === undefined) {
          const returnMethod = getMethod(iterator, 'return');

          if (returnMethod !== undefined) {
            result = apply(returnMethod, iterator, nothing);
            if (!isObject(result))
              throw notAnObject(result);
          }
          throw new TypeError("The iterator does not provide a 'throw' method.");
        }
        result = apply(method, iterator, arguments);
      } catch (error) {
        return rejectedPromise(error);
      }
      return asyncFromSyncContinuation(iterator, result, true);
    }
  }
  setPrototypeOf(AsyncFromSyncIterator.prototype, null);

  /* GetIterator with kind async, without the next method */
  const getAsyncIterator = (iterable) => {
    const isNothing = iterable === undefined || iterable === null;
    const method = isNothing ? undefined : getMethod(iterable, asyncIterator);

    if (method !== undefined)
      return callIteratorMethod(iterable, method);

    const syncMethod = isNothing ? undefined : getMethod(iterable, iteratorSymbol);

    if (syncMethod === undefined)
      throw new TypeError(describe(iterable) + ' is not async iterable');
    return new AsyncFromSyncIterator(callIteratorMethod(iterable, syncMethod));
  };

  class ForAwait {
    constructor(iterator) {
      this.iterator = iterator;
      this.nextMethod = iterator.next;
      this.isOpen = false;
      this.failed = false;
      this.value = undefined;
    }

    next() {
      this.isOpen = false;
      return apply(this.nextMethod, this.iterator, nothing);
    }

    more(result) {
      if (!isObject(result))
        throw notAnObject(result);
      if (result.done)
        return false;
      this.value = result.value;
      this.isOpen = true;
      return true;
    }

    fail(error) {
      this.failed = true;
      throw error;
    }

    /* AsyncIteratorClose up to its Await. Returns whether it awaits. */
    closes() {
      if (!this.isOpen)
        return false;
      this.isOpen = false;
      try {
        const method = getMethod(this.iterator, 'return');

        if (method === undefined)
          return false;
        this.value = apply(method, this.iterator, nothing);
      } catch (error) {
        if (!this.failed)
          throw error;
        return false;
      }
      return true;
    }

    close() {
      if (!this.failed)
        return this.value;
      given = this.value;
      return QUIET;
    }

    closed(result) {
      if (!this.failed && !isObject(result))
        throw notAnObject(result);
    }
  }
  setPrototypeOf(ForAwait.prototype, null);

  realm.asyncInternals = {
    __proto__: null,
    bodyPrototype,
    isBody,
    GIVE,
    DELEGATE,
    QUIET,
    put,
    take,
    resumeFunction,
    startFunction,
    AsyncFromSyncIterator,
    getAsyncIterator,
    ForAwait,
  };
})
