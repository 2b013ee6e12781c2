/* async-generators.js: async generators
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (realm) {
  'use strict';

  const { bodyPrototype, GIVE, DELEGATE, QUIET, put, take, getAsyncIterator } = realm.asyncInternals;
  const { apply, setPrototypeOf } = Reflect;
  const { Object, TypeError } = realm.global;
  const { create } = Object;
  const { asyncIterator, toStringTag } = realm.global.Symbol;
  const { isObject, defineConstant, defineMethods } = realm.properties;
  const { Job, GENERATOR, GENERATOR_QUIET } = realm.jobs;
  const { newPromise, resolve } = realm.promise;
  const { REJECTED, Given, nothing, describe, settle, awaitValue } = realm.promiseInternals;
  const { getMethod, notAnObject } = realm.iteration;

  const NEXT = 0;
  const THROW = 1;
  const RETURN = 2;
  const DRAIN = 3; /* AsyncGeneratorAwaitReturn, after the end of the body */

  /* What a body delegates to that has yielded DELEGATE */
  let delegateIterator, delegateNext;

  const SUSPENDED_START = 0;
  const SUSPENDED_YIELD = 1;
  const EXECUTING = 2;
  const DRAINING_QUEUE = 3;
  const COMPLETED = 4;

  class Request {
    constructor(mode, value, promise) {
      this.mode = mode;
      this.value = value;
      this.promise = promise;
      this.next = null;
    }
  }
  setPrototypeOf(Request.prototype, null);

  class Generator {
    constructor(body) {
      this.body = body;
      this.delegate = null; /* the body of delegateBody() during a yield* */
      this.received = NEXT; /* how the delegate is resumed, and how it has ended */
      this.isAtYield = false;
      this.state = SUSPENDED_START;
      this.first = null; /* the list of requests */
      this.last = null;
      this.job = new Job(GENERATOR, this, NEXT, undefined);
    }
  }
  setPrototypeOf(Generator.prototype, null);

  let generatorOf;

  class GeneratorField extends Given {
    #generator;

    constructor(object, generator) {
      super(object);
      this.#generator = generator;
    }

    static {
      generatorOf = (object) => (isObject(object) && #generator in object ? object.#generator : null);
    }
  }

  let calleeOf, setCallee;

  class CalleeField extends Given {
    #callee;

    constructor(body) {
      super(body);
    }

    static {
      calleeOf = (body) => (#callee in body ? body.#callee : undefined);
      setCallee = (body, callee) => {
        if (!(#callee in body))
          new CalleeField(body);
        body.#callee = callee;
      };
    }
  }

  /* AsyncGeneratorCompleteStep */
  const completeStep = (generator, threw, value, done) => {
    const { first } = generator;

    generator.first = first.next;
    if (generator.first === null)
      generator.last = null;
    if (threw)
      settle(first.promise, REJECTED, value);
    else
      resolve(first.promise, { value, done });
  };

  /* AsyncGeneratorAwaitReturn */
  const awaitReturn = (generator) => {
    const { job } = generator;

    job.kind = GENERATOR;
    job.first = DRAIN;
    try {
      awaitValue(generator.first.value, job);
      return true;
    } catch (error) {
      completeStep(generator, true, error, true);
      return false;
    }
  };

  /* AsyncGeneratorDrainQueue */
  const drainQueue = (generator) => {
    while (generator.first !== null) {
      const { mode, value } = generator.first;

      if (mode === RETURN) {
        if (awaitReturn(generator))
          return;
      } else {
        completeStep(generator, mode === THROW, mode === THROW ? value : undefined, true);
      }
    }
    generator.state = COMPLETED;
  };

  const endGenerator = (generator, threw, value) => {
    generator.state = DRAINING_QUEUE;
    generator.body = null;
    completeStep(generator, threw, value, true);
    drainQueue(generator);
    return threw;
  };

  /* The body of yield* in an async generator, which awaits as any body does. Where it yields a value, `received` tells how the
   * generator was resumed. */
  function* delegateBody(generator, iterator, nextMethod) {
    let value;

    for (;;) {
      const mode = generator.received;
      let result;

      if (mode === NEXT) {
        result = yield apply(nextMethod, iterator, [value]);
      } else {
        const method = getMethod(iterator, mode === THROW ? 'throw' : 'return');

        if (method !== undefined) {
          result = yield apply(method, iterator, [value]);
        } else if (mode === RETURN) {
          value = yield value;
          generator.received = RETURN;
          return value;
        } else {
          const returnMethod = getMethod(iterator, 'return');

          if (returnMethod !== undefined) {
            result = yield apply(returnMethod, iterator, nothing);
            if (!isObject(result))
              throw notAnObject(result);
          }
          throw new TypeError("The iterator does not provide a 'throw' method.");
        }
      }
      if (!isObject(result))
        throw notAnObject(result);
      if (result.done) {
        ({ value } = result);
        generator.received = mode === RETURN ? RETURN : NEXT;
        return value;
      }
      put(result.value);
      value = yield GIVE;
    }
  }
  delegateBody.prototype = bodyPrototype;

  const resumeBody = (generator, mode, value) => {
    const { delegate } = generator;

    if (delegate !== null) {
      if (generator.isAtYield) {
        generator.received = mode;
        return delegate.next(value);
      }
      return mode === THROW ? delegate.throw(value) : delegate.next(value);
    }
    if (mode === NEXT)
      return generator.body.next(value);
    return mode === THROW ? generator.body.throw(value) : generator.body.return(value);
  };

  /* AsyncGeneratorResume: runs the body to the next await, to a yield without a further request, or to the end. */
  const resumeGenerator = (generator, mode, value) => {
    const { job } = generator;

    generator.state = EXECUTING;
    for (;;) {
      let isQuiet = false;

      /* AsyncGeneratorUnwrapYieldResumption: awaits the argument of return() first. */
      if (mode === DRAIN) {
        job.first = RETURN;
      } else {
        let result;

        try {
          result = resumeBody(generator, mode, value);
        } catch (error) {
          if (generator.delegate === null)
            return endGenerator(generator, true, error);
          generator.delegate = null;
          generator.isAtYield = false;
          mode = THROW;
          value = error;
          continue;
        }
        ({ value } = result);
        if (result.done) {
          if (generator.delegate === null)
            return endGenerator(generator, false, value);
          generator.delegate = null;
          generator.isAtYield = false;
          mode = generator.received;
          continue;
        }
        if (value === GIVE) {
          generator.isAtYield = true;
          completeStep(generator, false, take(), false);

          const { first } = generator;

          if (first === null) {
            generator.state = SUSPENDED_YIELD;
            return false;
          }
          mode = first.mode === RETURN ? DRAIN : first.mode;
          ({ value } = first);
          continue;
        }
        generator.isAtYield = false;
        if (value === DELEGATE) {
          generator.delegate = delegateBody(generator, delegateIterator, delegateNext);
          generator.received = NEXT;
          delegateIterator = delegateNext = undefined;
          mode = NEXT;
          value = undefined;
          continue;
        }
        if (value === QUIET) {
          value = take();
          isQuiet = true;
        }
        job.first = NEXT;
      }
      job.kind = isQuiet ? GENERATOR_QUIET : GENERATOR;
      try {
        awaitValue(value, job);
        return false;
      } catch (error) {
        mode = isQuiet ? NEXT : THROW;
        value = error;
      }
    }
  };

  const enqueueRequest = (object, mode, value) => {
    const promise = newPromise();
    const generator = generatorOf(object);

    if (generator === null) {
      settle(promise, REJECTED, new TypeError('A method of async generators was called on ' + describe(object)));
      return promise;
    }

    const generatorState = generator.state;

    if (mode === THROW && generatorState === SUSPENDED_START) {
      generator.state = COMPLETED;
      generator.body = null;
    }
    if (generator.state === COMPLETED && mode !== RETURN) {
      if (mode === THROW)
        settle(promise, REJECTED, value);
      else
        resolve(promise, { value: undefined, done: true });
      return promise;
    }

    const request = new Request(mode, value, promise);

    if (generator.first === null)
      generator.first = request;
    else
      generator.last.next = request;
    generator.last = request;

    if (mode === RETURN && (generatorState === SUSPENDED_START || generatorState === COMPLETED)) {
      generator.state = DRAINING_QUEUE;
      generator.body = null;
      if (!awaitReturn(generator))
        drainQueue(generator);
    } else if (generatorState === SUSPENDED_START || generatorState === SUSPENDED_YIELD) {
      resumeGenerator(generator, mode === RETURN ? DRAIN : mode, value);
    }
    return promise;
  };

  /* Does the job of an async generator. */
  const continueGenerator = (generator, mode, rejected, value) => {
    if (mode !== DRAIN)
      return resumeGenerator(generator, rejected ? THROW : mode, value);
    completeStep(generator, rejected, value, true);
    drainQueue(generator);
    return false;
  };

  const startGenerator = (body, self, args, callee) => {
    body.prototype = bodyPrototype;

    const generator = new Generator(apply(body, self, args));

    if (callee === undefined)
      callee = calleeOf(body);

    const prototype = callee !== undefined ? callee.prototype : undefined;
    const object = create(isObject(prototype) ? prototype : AsyncGeneratorPrototype);

    new GeneratorField(object, generator);
    return object;
  };

  const AsyncIteratorPrototype = {};
  const AsyncGeneratorPrototype = create(AsyncIteratorPrototype);

  defineMethods(AsyncIteratorPrototype, {
  [asyncIterator]() {
      return this;
    },
  });
  defineMethods(AsyncGeneratorPrototype, {
    next(value) {
      return enqueueRequest(this, NEXT, value);
    },

    return (value) {
      return enqueueRequest(this, RETURN, value);
    },

    throw (exception) {
      return enqueueRequest(this, THROW, exception);
    },
  });
  defineConstant(AsyncGeneratorPrototype, toStringTag, 'AsyncGenerator', true);

  /* Makes the value that a body yields to delegate to an iterable. */
  const delegate = (iterable) => {
    const iterator = getAsyncIterator(iterable);

    delegateNext = iterator.next;
    delegateIterator = iterator;
    return DELEGATE;
  };

  realm.asyncGenerators = { __proto__: null, AsyncGeneratorPrototype, setCallee, continueGenerator, startGenerator, delegate };
})
