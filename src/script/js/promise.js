/* promise.js: promises, the queue of jobs, async functions and async generators
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/*
 * Programs see no promise of JavaScriptCore's: its jobs could not be stepped and would not carry the continuation state.
 * This is ECMAScript's "Promise Objects", "AsyncFunction Objects", "AsyncGenerator Objects" and their like; functions bear
 * the names of the abstract operations.
 */

(function (realm) {
'use strict';

const { global, host, options } = realm;
const { words, events } = host;
const { apply, construct, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect;
const { AggregateError, Array, Function, Object, String, TypeError } = global;
const { create, freeze } = Object;
const { from: arrayFrom, isArray } = Array;
const { asyncIterator, iterator: iteratorSymbol, species, toStringTag } = global.Symbol;
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
const REACTION = 0;            /* handlers; target: the derived promise */
const REACTION_CAPABILITY = 2; /* handlers; target: the capability of a derived promise of another class */
const AWAIT = 4;               /* goes on with an async function; target: its promise, first: its generator */
const AWAIT_QUIET = 6;         /* the same, a rejection is nothing to it */
const STEPS = 8;               /* host functions */
const ADOPT = 10;              /* target: a promise that was resolved with another */
const ELEMENT = 12;            /* target: a combinator's, first: the index */
const GENERATOR = 14;          /* goes on with an async generator; target: its record */
const GENERATOR_QUIET = 16;
const THENABLE = 18;           /* target: the promise, first: the thenable, second: its then() */
const CALLBACK = 20;           /* first: the callback of queueMicrotask() */

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
  let abort = 0, priority = 0;

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
const enqueue = (job, argument, promise) => {
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
let isPromise, newPromise, newUnnumberedPromise, numberPromise, settle, performThen, stateOf, resultOf, idOf, markAsHandled, awaitValue, isAwaited;

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
      const bits = promise.#bits;
      const last = promise.#value;

      promise.#bits = bits | how;
      promise.#value = value;
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

    /* Await. What it throws is thrown into the body. What can't be observed, a promise around a value that is none, is not made. */
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
    settle(promise, REJECTED, new TypeError('A promise cannot be resolved with itself'));
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
      throw new TypeError('The executor of a Promise has to be a function, not ' + describe(executor));

    const promise = newPromise();

    if (new.target !== Promise) {
      const { prototype } = new.target;

      if (isObject(prototype))
        setPrototypeOf(promise, prototype);
    }

    const functions = createResolvingFunctions(promise);
    const resolveFunction = functions.resolve, rejectFunction = functions.reject;

    try {
      executor(resolveFunction, rejectFunction);
    } catch (error) {
      rejectFunction(error);
    }
    return promise;
  }

  static get [species]() {
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

const notAConstructor = (value) => new TypeError('The constructor of a promise has to be a constructor, not ' + describe(value));

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

    performThen(this, new Job(REACTION_CAPABILITY, capability, functionOrUndefined(onFulfilled), functionOrUndefined(onRejected)));
    return capability.promise;
  },

  catch(onRejected) {
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

  let onFulfilled = capability.resolve, onRejected = capability.reject;
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
      throw new TypeError('The resolve method of a promise constructor has to be a function, not ' + describe(resolveFunction));
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

      const next = resolveFunction === intrinsicResolve && C === Promise ? promiseResolve(C, value) : apply(resolveFunction, C, [value]);

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

  try(callback, ...args) {
    if (!isObject(this))
      throw new TypeError('Promise.try was called on ' + describe(this));

    const capability = newCapability(this);
    let result, threw = false;

    try {
      result = apply(callback, undefined, args);
    } catch (error) {
      result = error;
      threw = true;
    }
    (0, threw ? capability.reject : capability.resolve)(result);
    return capability.promise;
  },

  withResolvers() {
    const { promise, resolve, reject } = newCapability(this);

    return { promise, resolve, reject };
  },
});

const intrinsicResolve = Promise.resolve;

/* --- Async functions --- */

/* Generators of transformed code have methods that programs can't change. */
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

/* What a body yields where it does not await: one of these, and the values here. */
const GIVE = freeze({ __proto__: null });
const DELEGATE = freeze({ __proto__: null });
const QUIET = freeze({ __proto__: null }); /* an await that nothing is thrown from */
let given, delegateIterator, delegateNext;

const take = () => {
  const value = given;

  given = undefined;
  return value;
};

/* Goes on with the body of an async function, to the next await or to the end. */
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
    /* Deviation for presets that model it: where no other job waits, Firefox skips an await of what is there already, and
     * so keeps the state. */
    const keepsState = !losesStates || (isByJob && ringHead === ringTail);

    if (!isObject(value)) {
      job.state = keepsState ? state : null;
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
        job.state = state;
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

/* %AsyncFromSyncIteratorPrototype%; programs never see one. */
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

  return(value) {
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

  throw() {
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
        throw new TypeError('The iterator has no throw method');
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

  /* AsyncIteratorClose up to its Await; whether there is one */
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

/* --- Async generators --- */

const NEXT = 0;
const THROW = 1;
const RETURN = 2;
const DRAIN = 3; /* AsyncGeneratorAwaitReturn: the body has ended */

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
    this.delegate = null;  /* the body of a yield* */
    this.received = NEXT;  /* what the delegate is resumed with, and how it ended */
    this.isAtYield = false;
    this.state = SUSPENDED_START;
    this.first = null;     /* requests */
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

/* yield* in an async generator. Its awaits are as those of any body; where it gives a value, how it is resumed is in `received`. */
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
        throw new TypeError('The iterator has no throw method');
      }
    }
    if (!isObject(result))
      throw notAnObject(result);
    if (result.done) {
      ({ value } = result);
      generator.received = mode === RETURN ? RETURN : NEXT;
      return value;
    }
    given = result.value;
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

/* AsyncGeneratorResume: goes on with the body, to the next await, to a yield that nobody waits for, or to the end */
const resumeGenerator = (generator, mode, value) => {
  const { job } = generator;

  generator.state = EXECUTING;
  for (;;) {
    let isQuiet = false;

    /* AsyncGeneratorUnwrapYieldResumption: what return() is given is awaited first */
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

/* The job of an async generator */
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

/* --- The constructors of async functions and async generators, and their prototypes --- */

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

  return(value) {
    return enqueueRequest(this, RETURN, value);
  },

  throw(exception) {
    return enqueueRequest(this, THROW, exception);
  },
});
defineConstant(AsyncGeneratorPrototype, toStringTag, 'AsyncGenerator', true);

/* CreateDynamicFunction */
const compileFunction = (kind, args, newTarget, constructor) => {
  const { compileFunction: compile } = realm.hooks;
  const strings = newList();

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

/* --- Jobs --- */

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
      let result = argument, rejects = rejected;

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

/* --- Array.fromAsync() --- */

const createDataProperty = (object, key, value) => {
  if (!defineProperty(object, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true }))
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
  let iterator = null, length = 0;

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

/* --- What others use --- */

define(global, 'Promise', Promise);
delete global.WebAssembly;

realm.promise = {
  __proto__: null,
  Promise,
  AsyncFunction,
  AsyncGeneratorFunction,
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
  isBody,
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
};

if (realm.hooks !== undefined)
  realm.hooks.runJobs = runJobs;

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
runtime.asyncFunction = (f, name) => {
  setPrototypeOf(f, AsyncFunctionPrototype);
  if (name !== undefined)
    setName(f, name);
  return f;
};
runtime.asyncGeneratorFunction = (f, body, name) => {
  setPrototypeOf(f, AsyncGeneratorFunctionPrototype);
  defineProperty(f, 'prototype', {
    __proto__: null,
    value: create(AsyncGeneratorPrototype),
    writable: true,
    enumerable: false,
    configurable: false,
  });
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
  given = value;
  return GIVE;
};
runtime.delegate = (iterable) => {
  const iterator = getAsyncIterator(iterable);

  delegateNext = iterator.next;
  delegateIterator = iterator;
  return DELEGATE;
};
runtime.forAwait = (iterable) => new ForAwait(getAsyncIterator(iterable));
runtime.module = (body) => {
  const promise = startFunction(body, undefined, nothing);

  performThen(promise, new Job(STEPS, undefined, () => {}, (error) => reportException(error)));
};
})
