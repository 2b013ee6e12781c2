/* promise.js: promises and the queue of jobs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Programs see no promise of JavaScriptCore's: its jobs could not be stepped and would not carry the continuation state.
 * This is ECMAScript's "Promise Objects"; functions bear the names of the abstract operations. What async functions and
 * generators add is in async.js and async-generators.js.
 */

(function (realm) {
  'use strict';

  const { global, host, options } = realm;
  const { words, events } = host;
  const { apply, construct, defineProperty, getOwnPropertyDescriptor, ownKeys, setPrototypeOf } = Reflect;
  const { AggregateError, Array, Function, Object, String, TypeError } = global;
  const { freeze } = Object;
  const { from: arrayFrom, isArray } = Array;
  const { iterator: iteratorSymbol, species, toStringTag } = global.Symbol;
  const traced = options.traced === true;
  const losesStates = options.gecko === true;

  const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

  /* An arrow function in an argument gets no name, as the anonymous built-in functions want it. */
  const anonymous = (f) => f;

  const define = (object, key, value) => {
    defineProperty(object, key, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
  };
  const defineConstant = (object, key, value, configurable) => {
    defineProperty(object, key, { __proto__: null, value, writable: false, enumerable: false, configurable });
  };
  /* Methods of an object literal are no constructors and have the right names. */
  const defineMethods = (object, methods) => {
    const keys = ownKeys(methods);

    for (let i = 0; i < keys.length; i++)
      define(object, keys[i], methods[keys[i]]);
  };

  /* For messages; runs no code of the program's. */
  const describe = (value) => {
    if (typeof value === 'string')
      return value.length > 40 ? 'a string' : '"' + value + '"';
    if (typeof value === 'function')
      return 'a function';
    if (isObject(value))
      return isArray(value) ? 'an array' : 'an object';
    return String(value);
  };

  /* Lists that no setter on Array.prototype can see. */
  const newList = () => {
    const list = [];

    setPrototypeOf(list, null);
    return list;
  };
  const arrayOfList = (list) => apply(arrayFrom, Array, [list]);

  /* --- Continuation state (§4.1) --- */

  let state = null;

  class State {
    constructor(abort, priority) {
      this.abort = abort;
      this.priority = priority;
    }
  }
  setPrototypeOf(State.prototype, null);

  /* --- The queue of jobs: a ring of pairs (job, argument) --- */

  /* Kinds of jobs. Of those that come from promises the next number is the same for a rejected promise. */
  const REACTION = 0; /* handlers; target: the derived promise */
  const REACTION_CAPABILITY = 2; /* handlers; target: the capability of a derived promise of another class */
  const AWAIT = 4; /* goes on with an async function; target: its promise, first: its generator */
  const AWAIT_QUIET = 6; /* the same, a rejection is nothing to it */
  const STEPS = 8; /* host functions */
  const ADOPT = 10; /* target: a promise that was resolved with another */
  const ELEMENT = 12; /* target: a combinator's, first: the index */
  const GENERATOR = 14; /* goes on with an async generator; target: its record */
  const GENERATOR_QUIET = 16;
  const THENABLE = 18; /* target: the promise, first: the thenable, second: its then() */
  const CALLBACK = 20; /* first: the callback of queueMicrotask() */

  class Job {
    constructor(kind, target, first, second) {
      this.kind = kind;
      this.state = null;
      this.next = null; /* while its promise is pending: the circular list of reactions */
      this.target = target;
      this.first = first;
      this.second = second;
    }
  }
  setPrototypeOf(Job.prototype, null);

  const SMALLEST_RING = 2048;
  const LARGEST_KEPT_RING = 65536;

  const newRing = (length) => {
    const ring = newList();

    for (let i = 0; i < length; i++)
      ring[i] = undefined;
    return ring;
  };

  let ring = newRing(SMALLEST_RING);
  let ringMask = SMALLEST_RING - 1;
  let ringHead = 0;
  let ringTail = 0;

  const growRing = () => {
    const length = ringMask + 1;
    const larger = newRing(length * 2);
    const used = (ringTail - ringHead) & ringMask;

    for (let i = 0; i < used; i++)
      larger[i] = ring[(ringHead + i) & ringMask];
    ring = larger;
    ringMask = length * 2 - 1;
    ringHead = 0;
    ringTail = used;
  };

  /* LsMicrotaskKind for each kind of job, or for it and the next */
  const shownKinds = newList();

  for (let kind = 0; kind <= CALLBACK; kind++) {
    if (kind === CALLBACK)
      shownKinds[kind] = 0;
    else if (kind === THENABLE)
      shownKinds[kind] = 3;
    else
      shownKinds[kind] = (kind >= AWAIT && kind < STEPS) || (kind >= GENERATOR && kind < THENABLE) ? 2 : 1;
  }

  const idOfSignal = (signal) => {
    const { signals } = realm;

    return signals !== undefined ? signals.idOf(signal) : 0;
  };

  const traceBegun = (shown) => {
    const at = words[0];
    let abort = 0,
      priority = 0;

    if (shown !== null) {
      abort = shown.abort === null ? 0 : idOfSignal(shown.abort);
      priority = typeof shown.priority === 'number' ? -1 - shown.priority : idOfSignal(shown.priority);
    }
    events[at] = 3;
    events[at + 1] = abort;
    events[at + 2] = priority;
    words[0] = at + 3;
    if (at + 3 >= words[1])
      host.flush();
  };

  const traceEnded = (threw) => {
    const at = words[0];

    events[at] = 4;
    events[at + 1] = threw ? 1 : 0;
    words[0] = at + 2;
    if (at + 2 >= words[1])
      host.flush();
  };

  /* The index of the text of a job's name in the trace: that of the handler. Runs no code of the program's. */
  const textOfJob = (job) => {
    const { kind } = job;
    let handler;

    if (kind === CALLBACK || (kind < AWAIT && (kind & 1) === 0))
      handler = job.first;
    else if (kind < AWAIT)
      handler = job.second;
    if (typeof handler !== 'function' || host.text === undefined)
      return 0;
    if (realm.proxyTarget !== undefined && realm.proxyTarget(handler) !== undefined)
      return 0;

    const descriptor = getOwnPropertyDescriptor(handler, 'name');

    if (descriptor === undefined || typeof descriptor.value !== 'string')
      return 0;

    const { value: name } = descriptor;

    if (name === '' || name.length > 100)
      return 0;
    if (texts[name] === undefined)
      texts[name] = host.text(name);
    return texts[name];
  };
  const texts = { __proto__: null };

  /* Nothing is called once something has changed, but for flush(): wherever a program's stack ends, the queue is whole. */
  const enqueueHere = (job, argument, promise) => {
    const text = traced ? textOfJob(job) : 0;
    let next = (ringTail + 2) & ringMask;

    if (next === ringHead) {
      growRing();
      next = (ringTail + 2) & ringMask;
    }
    ring[ringTail] = job;
    ring[ringTail + 1] = argument;
    ringTail = next;
    words[2] = words[2] + 1;
    if (traced) {
      const at = words[0];

      events[at] = 2;
      events[at + 1] = shownKinds[job.kind];
      events[at + 2] = promise;
      events[at + 3] = text;
      words[0] = at + 4;
      if (at + 4 >= words[1])
        host.flush();
    }
  };

  /* A realm within another has no queue: its jobs are the other's. */
  const { outer } = realm;
  const enqueue = outer === undefined ? enqueueHere : (job, argument, promise) => {
    outer.promiseInternals.enqueueForeign(() => {
      runJob(job, argument);
    }, promise);
  };
  const enqueueForeign = (run, promise) => {
    enqueue(new Job(STEPS, undefined, run, undefined), undefined, promise);
  };

  /* --- Promises --- */

  const PENDING = 0;
  const FULFILLED = 1;
  const REJECTED = 2;
  const HANDLED = 4;
  const SETTLED = FULFILLED | REJECTED;
  const ID = 8; /* the bits above are the promise's number in the trace, or 0 */
  const LAST_ID = 0xfffffff;
  const LAST_PROMISE = 8; /* in `words` */

  let tracker = null;
  let isPromise, newPromise, newUnnumberedPromise, numberPromise, settle, performThen, stateOf, resultOf, idOf, markAsHandled,
    awaitValue;
  let isAwaited;

  /* With a trace: numbers of promises whose settling somebody is told of, and who. */
  const watched = { __proto__: null };
  let watchedCount = 0;
  let watcher = null;

  class Given {
    constructor(object) {
      return object;
    }
  }

  function PromiseObject() {}

  /* Adds a promise's fields to an object whose prototype is right from the beginning. */
  class Fields extends Given {
    #bits = PENDING;
    #value = null; /* pending: the last of the circular list of reactions; else the result */

    constructor(object) {
      super(object);
    }

    static {
      isPromise = (value) => isObject(value) && #bits in value;

      numberPromise = (promise, id) => {
        promise.#bits = (promise.#bits & (ID - 1)) | (id > 0 && id <= LAST_ID ? id * ID : 0);
      };
      newUnnumberedPromise = () => new Fields(new PromiseObject());

      if (traced) {
        newPromise = () => {
          const promise = new Fields(new PromiseObject());

          words[LAST_PROMISE] = words[LAST_PROMISE] + 1;
          numberPromise(promise, words[LAST_PROMISE]);
          return promise;
        };
      } else {
        newPromise = newUnnumberedPromise;
      }

      stateOf = (promise) => promise.#bits & SETTLED;
      resultOf = (promise) => ((promise.#bits & SETTLED) !== PENDING ? promise.#value : undefined);
      idOf = (promise) => promise.#bits / ID | 0;
      markAsHandled = (promise) => {
        promise.#bits |= HANDLED;
      };

      /* Whether it is pending and something waits for it */
      isAwaited = (promise) => (promise.#bits & SETTLED) === PENDING && promise.#value !== null;

      /* FulfillPromise, RejectPromise, TriggerPromiseReactions */
      settle = (promise, how, value) => {
        if (how === REJECTED && realm.cleanMessage !== undefined)
          realm.cleanMessage(value);

        const bits = promise.#bits;
        const last = promise.#value;

        promise.#bits = bits | how;
        promise.#value = value;
        if (traced && watchedCount > 0 && watched[idOf(promise)] === true) {
          delete watched[idOf(promise)];
          watchedCount--;
          watcher(idOf(promise), how === REJECTED, value);
        }
        if (how === REJECTED && (bits & HANDLED) === 0 && tracker !== null)
          tracker(promise, 'reject');
        if (last === null)
          return;

        const id = traced ? idOf(promise) : 0;
        let reaction = last.next;

        for (;;) {
          const { next } = reaction;

          reaction.next = null;
          if (how === REJECTED)
            reaction.kind++;
          enqueue(reaction, value, id);
          if (reaction === last)
            return;
          reaction = next;
        }
      };

      /* PerformPromiseThen, with HostMakeJobCallback for the handlers */
      performThen = (promise, reaction) => {
        const bits = promise.#bits;

        if ((bits & SETTLED) === PENDING) {
          const last = promise.#value;

          reaction.state = state;
          if (last === null) {
            reaction.next = reaction;
          } else {
            reaction.next = last.next;
            last.next = reaction;
          }
          promise.#value = reaction;
        } else {
          /* Deviation for presets that model it: Firefox loses the state here. */
          reaction.state = losesStates ? null : state;
          if ((bits & REJECTED) !== 0) {
            if ((bits & HANDLED) === 0 && tracker !== null)
              tracker(promise, 'handle');
            reaction.kind++;
          }
          enqueue(reaction, promise.#value, traced ? idOf(promise) : 0);
        }
        promise.#bits |= HANDLED;
      };

      /* Await. Throws into the body what is thrown here. Makes no promise around a value that is none: nobody could observe it. */
      awaitValue = (value, reaction) => {
        if (isObject(value)) {
          if (#bits in value && value.constructor === Promise) {
            performThen(value, reaction);
            return;
          }

          let then, threw = false;

          try {
            then = value.then;
          } catch (error) {
            then = error;
            threw = true;
          }
          if (threw) {
            reaction.kind++;
            value = then;
          } else if (typeof then === 'function') {
            const promise = newPromise();

            enqueueThenable(promise, value, then);
            performThen(promise, reaction);
            return;
          }
        }
        reaction.state = losesStates ? null : state;
        enqueue(reaction, value, 0);
      };
    }
  }

  const enqueueThenable = (promise, thenable, then) => {
    const job = new Job(THENABLE, promise, thenable, then);

    /* Deviation for presets that model it: Firefox loses the state here. */
    job.state = losesStates ? null : state;
    enqueue(job, undefined, traced ? idOf(promise) : 0);
  };

  const reject = (promise, reason) => settle(promise, REJECTED, reason);

  /* The promise resolve function's steps from 7 on */
  const resolve = (promise, resolution) => {
    if (!isObject(resolution)) {
      settle(promise, FULFILLED, resolution);
      return;
    }
    if (resolution === promise) {
      settle(promise, REJECTED, new TypeError('Chaining cycle detected for promise #<Promise>'));
      return;
    }

    let then;

    try {
      then = resolution.then;
    } catch (error) {
      settle(promise, REJECTED, error);
      return;
    }
    if (typeof then === 'function')
      enqueueThenable(promise, resolution, then);
    else
      settle(promise, FULFILLED, resolution);
  };

  class Capability {
    constructor(promise, resolve, reject) {
      this.promise = promise;
      this.resolve = resolve;
      this.reject = reject;
    }
  }
  setPrototypeOf(Capability.prototype, null);

  /* CreateResolvingFunctions */
  const createResolvingFunctions = (promise) => {
    let resolved = false;

    return new Capability(promise, (resolution) => {
      if (!resolved) {
        resolved = true;
        resolve(promise, resolution);
      }
    }, (reason) => {
      if (!resolved) {
        resolved = true;
        settle(promise, REJECTED, reason);
      }
    });
  };

  class Promise extends Given {
    constructor(executor) {
      if (typeof executor !== 'function')
        throw new TypeError('Promise resolver ' + describe(executor) + ' is not a function');

      const promise = newPromise();

      if (new.target !== Promise) {
        const { prototype } = new.target;

        if (isObject(prototype))
          setPrototypeOf(promise, prototype);
      }

      const functions = createResolvingFunctions(promise);
      const resolveFunction = functions.resolve,
        rejectFunction = functions.reject;

      try {
        executor(resolveFunction, rejectFunction);
      } catch (error) {
        rejectFunction(error);
      }
      return promise;
    }

    static get[species]() {
      return this;
    }
  }
  setPrototypeOf(Promise, Function.prototype);
  setPrototypeOf(Promise.prototype, Object.prototype);
  PromiseObject.prototype = Promise.prototype;

  /* Calls what new does not, so no function of the program's sees it: throws for what is no constructor. */
  class Probe extends Given {
    constructor() {
      return probed;
    }
  }
  const probed = {};
  const nothing = freeze(newList());
  const isConstructor = (value) => {
    if (typeof value !== 'function')
      return false;
    try {
      construct(Probe, nothing, value);
      return true;
    } catch {
      return false;
    }
  };

  const notAConstructor = (value) => new TypeError('The constructor of a promise has to be a constructor, not ' + describe(
    value));

  const newCapability = (C) => {
    if (C === Promise)
      return createResolvingFunctions(newPromise());
    if (!isConstructor(C))
      throw notAConstructor(C);

    let resolveFunction, rejectFunction;
    const promise = construct(C, [(resolve, reject) => {
      if (resolveFunction !== undefined || rejectFunction !== undefined)
        throw new TypeError('The executor of a promise was called a second time');
      resolveFunction = resolve;
      rejectFunction = reject;
  }]);

    if (typeof resolveFunction !== 'function')
      throw new TypeError('The resolve function of a promise has to be a function, not ' + describe(resolveFunction));
    if (typeof rejectFunction !== 'function')
      throw new TypeError('The reject function of a promise has to be a function, not ' + describe(rejectFunction));
    return new Capability(promise, resolveFunction, rejectFunction);
  };

  /* SpeciesConstructor, but a capability is left to find out that it is no constructor */
  const speciesConstructor = (object) => {
    const C = object.constructor;

    if (C === undefined)
      return Promise;
    if (!isObject(C))
      throw new TypeError('The constructor property of a promise is ' + describe(C));

    const S = C[species];

    return S === undefined || S === null ? Promise : S;
  };

  const promiseResolve = (C, value) => {
    if (isPromise(value) && value.constructor === C)
      return value;
    if (C === Promise) {
      const promise = newPromise();

      resolve(promise, value);
      return promise;
    }

    const capability = newCapability(C);

    (0, capability.resolve)(value);
    return capability.promise;
  };

  const functionOrUndefined = (value) => (typeof value === 'function' ? value : undefined);

  defineMethods(Promise.prototype, {
    then(onFulfilled, onRejected) {
      if (!isPromise(this))
        throw new TypeError('Promise.prototype.then was called on ' + describe(this) + ', which is no promise');

      const C = speciesConstructor(this);

      if (C === Promise) {
        const promise = newPromise();

        performThen(this, new Job(REACTION, promise, functionOrUndefined(onFulfilled), functionOrUndefined(onRejected)));
        return promise;
      }

      const capability = newCapability(C);

      performThen(this, new Job(REACTION_CAPABILITY, capability, functionOrUndefined(onFulfilled), functionOrUndefined(
        onRejected)));
      return capability.promise;
    },

    catch (onRejected) {
      return this.then(undefined, onRejected);
    },

    finally(onFinally) {
      if (!isObject(this))
        throw new TypeError('Promise.prototype.finally was called on ' + describe(this));

      const C = speciesConstructor(this);

      if (C !== Promise && !isConstructor(C))
        throw notAConstructor(C);
      if (typeof onFinally !== 'function')
        return this.then(onFinally, onFinally);
      return this.then(anonymous((value) => {
        const result = onFinally();

        return promiseResolve(C, result).then(anonymous(() => value));
      }), anonymous((reason) => {
        const result = onFinally();

        return promiseResolve(C, result).then(anonymous(() => {
          throw reason;
        }));
      }));
    },
  });
  defineConstant(Promise.prototype, toStringTag, 'Promise', true);

  const intrinsicThen = Promise.prototype.then;

  /* --- Promise.all() and its like --- */

  const ALL = 0;
  const ALL_SETTLED = 1;
  const ANY = 2;
  const RACE = 3;

  class Combinator {
    constructor(type, capability, isIntrinsic) {
      this.type = type;
      this.capability = capability;
      this.isIntrinsic = isIntrinsic; /* nobody can see the functions of the capability */
      this.values = newList();
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

    define(error, 'errors', errors);
    return error;
  };

  /* What the resolve and reject element functions do. */
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

  /* A reaction of Promise.all() and its like where nobody can see the functions that the specification makes for it. */
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

  /* GetMethod */
  const getMethod = (object, key) => {
    const method = object[key];

    if (method === undefined || method === null)
      return undefined;
    if (typeof method !== 'function')
      throw new TypeError('The ' + String(key) + ' method of ' + describe(object) + ' is not a function');
    return method;
  };

  const notAnObject = (value) => new TypeError('The result of an iterator has to be an object, not ' + describe(value));

  /* GetIteratorFromMethod without the next method */
  const callIteratorMethod = (object, method) => {
    const iterator = apply(method, object, nothing);

    if (!isObject(iterator))
      throw new TypeError('An iterator has to be an object, not ' + describe(iterator));
    return iterator;
  };

  const getIterator = (iterable) => {
    const method = iterable === undefined || iterable === null ? undefined : getMethod(iterable, iteratorSymbol);

    if (method === undefined)
      throw new TypeError(describe(iterable) + ' is not iterable');
    return callIteratorMethod(iterable, method);
  };

  const closeQuietly = (iterator) => {
    try {
      const method = getMethod(iterator, 'return');

      if (method !== undefined)
        apply(method, iterator, nothing);
    } catch {
      /* the first error counts */
    }
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

      /* As V8 has it: the callback comes first, and a promise of this constructor is what is returned. */
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

  /* --- Jobs --- */

  /* Those of async.js: each goes on with a body and returns whether that threw. */
  let resumeFunction, continueGenerator;

  const reportException = (error) => {
    if (realm.reportException !== undefined)
      realm.reportException(error);
  };

  /* Runs a job; whether it threw. */
  const runJob = (job, argument) => {
    const { kind } = job;
    let threw = false;

    if (kind < CALLBACK || !losesStates)
      ({ state } = job);

    switch (kind) {
      case AWAIT:
        threw = resumeFunction(job, false, argument, true);
        break;

      case AWAIT + 1:
        threw = resumeFunction(job, true, argument, true);
        break;

      case AWAIT_QUIET:
      case AWAIT_QUIET + 1:
        threw = resumeFunction(job, false, argument, true);
        break;

      case REACTION:
      case REACTION + 1:
      case REACTION_CAPABILITY:
      case REACTION_CAPABILITY + 1: {
        const rejected = (kind & 1) !== 0;
        const handler = rejected ? job.second : job.first;
        let result = argument,
          rejects = rejected;

        if (handler !== undefined) {
          try {
            result = handler(argument);
            rejects = false;
          } catch (error) {
            result = error;
            rejects = threw = true;
          }
        }
        if (kind >= REACTION_CAPABILITY)
          (0, rejects ? job.target.reject : job.target.resolve)(result);
        else if (rejects)
          settle(job.target, REJECTED, result);
        else
          resolve(job.target, result);
        break;
      }

      case STEPS:
      case STEPS + 1: {
        const steps = kind === STEPS ? job.first : job.second;

        if (steps !== undefined)
          steps(argument);
        break;
      }

      case ADOPT:
        resolve(job.target, argument);
        break;

      case ADOPT + 1:
        settle(job.target, REJECTED, argument);
        break;

      case ELEMENT:
      case ELEMENT + 1:
        combinatorReact(job.target, job.first, (kind & 1) !== 0, argument);
        break;

      case GENERATOR:
      case GENERATOR + 1:
        threw = continueGenerator(job.target, job.first, (kind & 1) !== 0, argument);
        break;

      case GENERATOR_QUIET:
      case GENERATOR_QUIET + 1:
        threw = continueGenerator(job.target, job.first, false, argument);
        break;

        /* NewPromiseResolveThenableJob */
      case THENABLE: {
        const { target, first: thenable, second: then } = job;

        if (then === intrinsicThen && isPromise(thenable)) {
          /* Nobody can see the functions that then() would get, nor the promise that it would return. */
          try {
            const C = speciesConstructor(thenable);

            if (C === Promise) {
              performThen(thenable, new Job(ADOPT, target, undefined, undefined));
            } else {
              const functions = createResolvingFunctions(target);

              performThen(thenable, new Job(REACTION_CAPABILITY, newCapability(C), functions.resolve, functions.reject));
            }
          } catch (error) {
            threw = true;
            settle(target, REJECTED, error);
          }
          break;
        }

        const functions = createResolvingFunctions(target);

        try {
          apply(then, thenable, [functions.resolve, functions.reject]);
        } catch (error) {
          threw = true;
          (0, functions.reject)(error);
        }
        break;
      }

      case CALLBACK:
        try {
          (0, job.first)();
        } catch (error) {
          threw = true;
          reportException(error);
        }
        break;
    }

    if (kind < CALLBACK || !losesStates)
      state = null;
    return threw;
  };

  let jobsRun = 0;

  const runJobsUntil = (limit) => {
    while (jobsRun < limit && ringHead !== ringTail) {
      const at = ringHead;
      const job = ring[at];
      const argument = ring[at + 1];

      ring[at] = undefined;
      ring[at + 1] = undefined;
      ringHead = (at + 2) & ringMask;
      jobsRun++;
      words[3] = words[3] + 1;
      if (traced)
        traceBegun(job.state);

      const threw = runJob(job, argument);

      if (traced)
        traceEnded(threw);
    }
  };

  const runJobs = (limit) => {
    jobsRun = 0;
    for (;;) {
      try {
        runJobsUntil(limit);
        break;
      } catch (error) {
        /* A handler of the host's, or a capability of the program's, threw: the queue goes on. */
        state = null;
        reportException(error);
        if (traced)
          traceEnded(true);
      }
    }
    if (ringHead === ringTail && ringMask >= LARGEST_KEPT_RING) {
      ring = newRing(SMALLEST_RING);
      ringMask = SMALLEST_RING - 1;
      ringHead = ringTail = 0;
    }
    return jobsRun;
  };

  const queueMicrotask = (callback) => {
    const job = new Job(CALLBACK, undefined, callback, undefined);

    /* Deviation for presets that model it: Firefox runs it with whatever state is ambient. */
    job.state = losesStates ? null : state;
    enqueue(job, undefined, 0);
  };

  /* --- What others use --- */

  define(global, 'Promise', Promise);
  delete global.WebAssembly;

  realm.promise = {
    __proto__: null,
    Promise,
    isPromise,
    newPromise,
    newUnnumberedPromise,
    numberPromise,
    resolve,
    reject,
    promiseResolve: (value) => promiseResolve(Promise, value),
    then: (promise, onFulfilled, onRejected) => performThen(promise, new Job(STEPS, undefined, onFulfilled, onRejected)),
    markAsHandled,
    state: stateOf,
    result: resultOf,
    isAwaited,
    queueMicrotask,
    getState: () => state,
    setState: (newState) => {
      state = newState;
    },
    newState: (abort, priority) => new State(abort, priority),
    runJobs,
    setTracker: (newTracker) => {
      tracker = newTracker;
    },
    watch: (promise) => {
      if (idOf(promise) !== 0 && watched[idOf(promise)] === undefined) {
        watched[idOf(promise)] = true;
        watchedCount++;
      }
    },
    setWatcher: (newWatcher) => {
      watcher = newWatcher;
    },
  };

  if (realm.hooks !== undefined)
    realm.hooks.runJobs = runJobs;

  /* What async.js and async-generators.js take, and nobody else */
  realm.promiseInternals = {
    __proto__: null,
    Job,
    REACTION,
    AWAIT,
    AWAIT_QUIET,
    STEPS,
    GENERATOR,
    GENERATOR_QUIET,
    FULFILLED,
    REJECTED,
    Given,
    newList,
    arrayOfList,
    nothing,
    describe,
    isObject,
    isConstructor,
    defineConstant,
    defineMethods,
    enqueue,
    enqueueForeign,
    settle,
    performThen,
    awaitValue,
    promiseResolve,
    getMethod,
    callIteratorMethod,
    closeQuietly,
    notAnObject,
    reportException,
    isQueueEmpty: outer === undefined ? () => ringHead === ringTail : outer.promiseInternals.isQueueEmpty,
    setContinuations: (ofFunctions, ofGenerators) => {
      resumeFunction = ofFunctions;
      continueGenerator = ofGenerators;
    },
  };
})
