/* promise.js: promises
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Programs see no promise of JavaScriptCore's, since its jobs could not be stepped and would not carry the continuation state.
 * This is ECMAScript's "Promise Objects"; functions bear the names of the abstract operations. promise-static.js has the static
 * functions of Promise, job-steps.js what jobs do, async.js and async-generators.js what async functions and generators add.
 */

(function (realm) {
  'use strict';

  const { global, host, List, options } = realm;
  const { words } = host;
  const { apply, construct, setPrototypeOf } = Reflect;
  const { Array, Function, Object, String, TypeError } = global;
  const { freeze } = Object;
  const { from: arrayFrom, isArray } = Array;
  const { species, toStringTag } = global.Symbol;
  const { isObject, defineHidden, defineConstant, defineMethods } = realm.properties;
  const { REACTION, REACTION_CAPABILITY, STEPS, THENABLE, CALLBACK, Job, current, enqueue } = realm.jobs;
  const traced = options.traced === true;
  const losesStates = options.gecko === true;
  const inherits = options.priorityInheritance === true;

  /* The anonymous built-in functions have no name. An arrow function that is an argument gets none. */
  const anonymous = (f) => f;

  /* Returns what messages call a value. Runs no code of the program's. */
  const describe = (value) => {
    if (typeof value === 'string')
      return value.length > 40 ? 'a string' : '"' + value + '"';
    if (typeof value === 'function')
      return 'a function';
    if (isObject(value))
      return isArray(value) ? 'an array' : 'an object';
    return String(value);
  };

  const arrayOfList = (list) => apply(arrayFrom, Array, [list]);

  /* With a trace: what finally() was given, by the functions that call it */
  const { get: weakGet, set: weakSet } = WeakMap.prototype;
  const finallyCallbacks = traced ? new WeakMap() : null;
  const callsFinally = (f, callback) => {
    if (traced)
      apply(weakSet, finallyCallbacks, [f, callback]);
    return f;
  };

  /* --- Continuation state (§4.1): `current.state`, null or one of these --- */

  class State {
    constructor(abort, priority) {
      this.abort = abort;
      this.priority = priority;
    }
  }
  setPrototypeOf(State.prototype, null);

  /* --- Promises --- */

  const PENDING = 0;
  const FULFILLED = 1;
  const REJECTED = 2;
  const HANDLED = 4;
  const SETTLED = FULFILLED | REJECTED;
  const ID = 8; /* the higher bits are the promise's number in the trace, or 0 */
  const LAST_ID = 0xfffffff;
  const LAST_PROMISE = 8; /* in `words` */

  let tracker = null;
  let isPromise, newPromise, newUnnumberedPromise, numberPromise, settle, performThen, stateOf, resultOf, idOf, markAsHandled,
    awaitValue;
  let isAwaited;

  /* With a trace: the numbers of the watched promises, and who is told when one of them is settled */
  const watched = { __proto__: null };
  let watchedCount = 0;
  let watcher = null;

  /* With priority inheritance: who is told of each reaction on a pending promise, and of each promise that another resolves */
  let awaitedHook = null;

  class Given {
    constructor(object) {
      return object;
    }
  }

  function PromiseObject() {}

  /* Adds a promise's fields to an object, which is made with the right prototype at once. */
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

      /* Tells whether it is pending and something waits for it. */
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

          reaction.state = current.state;
          if (inherits && awaitedHook !== null)
            awaitedHook(promise, reaction);
          if (last === null) {
            reaction.next = reaction;
          } else {
            reaction.next = last.next;
            last.next = reaction;
          }
          promise.#value = reaction;
        } else {
          /* Deviation for presets that model it: Firefox loses the state here. */
          reaction.state = losesStates ? null : current.state;
          if ((bits & REJECTED) !== 0) {
            if ((bits & HANDLED) === 0 && tracker !== null)
              tracker(promise, 'handle');
            reaction.kind++;
          }
          enqueue(reaction, promise.#value, traced ? idOf(promise) : 0);
        }
        promise.#bits |= HANDLED;
      };

      /* Await. Throws into the body what is thrown here. Makes no promise for a value that is none, which nobody could observe. */
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
        reaction.state = losesStates ? null : current.state;
        enqueue(reaction, value, 0);
      };
    }
  }

  const enqueueThenable = (promise, thenable, then) => {
    const job = new Job(THENABLE, promise, thenable, then);

    /* Deviation for presets that model it: Firefox loses the state here. */
    job.state = losesStates ? null : current.state;
    enqueue(job, undefined, traced ? idOf(promise) : 0);
  };

  const reject = (promise, reason) => settle(promise, REJECTED, reason);

  /* The steps of the promise resolve function from 7 on */
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

  /* construct() throws if its last argument is no constructor. Probe returns an object that exists already, so no code of the
   * program's runs. */
  class Probe extends Given {
    constructor() {
      return probed;
    }
  }
  const probed = {};
  const nothing = freeze(new List());
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

  /* SpeciesConstructor. It lets a value pass that is no constructor: making a capability finds that out. */
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
      return this.then(callsFinally(anonymous((value) => {
        const result = onFinally();

        return promiseResolve(C, result).then(anonymous(() => value));
      }), onFinally), callsFinally(anonymous((reason) => {
        const result = onFinally();

        return promiseResolve(C, result).then(anonymous(() => {
          throw reason;
        }));
      }), onFinally));
    },
  });
  defineConstant(Promise.prototype, toStringTag, 'Promise', true);

  const intrinsicThen = Promise.prototype.then;

  const reportException = (error) => {
    if (realm.reportException !== undefined)
      realm.reportException(error);
  };

  const queueMicrotask = (callback) => {
    const job = new Job(CALLBACK, undefined, callback, undefined);

    /* Deviation for presets that model it: Firefox runs the callback with the ambient state. */
    job.state = losesStates ? null : current.state;
    enqueue(job, undefined, 0);
  };

  /* --- What others use --- */

  defineHidden(global, 'Promise', Promise);
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
    getState: () => current.state,
    setState: (newState) => {
      current.state = newState;
    },
    newState: (abort, priority) => new State(abort, priority),
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
    setAwaitedHook: (hook) => {
      awaitedHook = hook;
    },
  };

  /* For the files about promises and asynchronous functions alone */
  realm.promiseInternals = {
    __proto__: null,
    FULFILLED,
    REJECTED,
    Given,
    anonymous,
    finallyCallback: (f) => apply(weakGet, finallyCallbacks, [f]),
    arrayOfList,
    nothing,
    describe,
    isConstructor,
    settle,
    performThen,
    awaitValue,
    promiseResolve,
    createResolvingFunctions,
    newCapability,
    speciesConstructor,
    intrinsicThen,
    reportException,
  };
})
