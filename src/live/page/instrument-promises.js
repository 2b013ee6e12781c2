// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The part of the script that follows promises: when the code after a yield begins, and what comes of an async callback. The object
// has what it uses of instrument.js.
(tools => {
  'use strict';
  const { armed, describe, now, note, noteLong, reasonOf, left } = tools;
  const { apply, get, getPrototypeOf, setPrototypeOf } = Reflect;
  const NativePromise = Promise,
    PromiseProto = Promise.prototype,
    then = Promise.prototype.then,
    reject = Promise.reject.bind(Promise);
  const stringOf = String;
  const GONE = 6,
    SETTLED = 21;

  // Our reaction to the promise of a yield is the first one, so it runs right before the code after the await. It makes the promise
  // count as handled. Whoever reacts to a promise looks at its constructor first: a prototype of ours tells that. If nobody did,
  // another rejected promise is reported in its place.
  const reported = armed(new WeakMap(), 'get', 'set'), // promise → the one in its place
    touched = armed(new WeakSet(), 'add', 'has'); // somebody has looked; of the last one a variable says it
  let isOurs = false,
    hasReported = false,
    last = null,
    isLastTouched = false;
  const Followed = Object.create(PromiseProto, {
    constructor: {
      get() {
        if (isOurs) return undefined;
        if (this === last) isLastTouched = true;
        else if (typeof this === 'object') touched.add(this);
        const instead = hasReported ? reported.get(this) : undefined;
        if (instead !== undefined) apply(then, instead, [undefined, () => {}]);
        return get(PromiseProto, 'constructor', this);
      },
    },
  });
  const report = (promise, reason) => {
    hasReported = true;
    reported.set(promise, reject(reason));
  };
  // To have a prototype of ours costs more than all the rest of a yield. So only those promises have one that may be rejected, or
  // that the page has its own ideas of.
  const species = Symbol.species,
    ignore = () => {}; // where a document is gone, which reports nothing
  const isPlain = () => {
    try {
      return PromiseProto.constructor === NativePromise && NativePromise[species] === NativePromise;
    } catch {
      return false;
    }
  };
  const follow = (promise, id, run, canReject) => {
    if (!canReject && isPlain()) {
      apply(then, promise, [() => {
        left(id);
        run(id);
      }, ignore]);
      return promise;
    }
    if (isLastTouched && last !== null) touched.add(last);
    setPrototypeOf(promise, Followed);
    isOurs = true;
    apply(then, promise, [() => {
      if (promise === last) last = null;
      left(id);
      run(id);
    }, reason => {
      note(GONE, now(), id, 0);
      if (promise === last ? !isLastTouched : !touched.has(promise)) report(promise, reason);
      if (promise === last) last = null;
    }]);
    isOurs = false;
    last = promise;
    isLastTouched = false;
    return promise;
  };

  // The result of an async callback. The promise of postTask() is resolved with what the callback returns: the browser looks for
  // then() in that, and calls it a microtask later. An object of ours in its place passes both on, so each promise settles in the
  // same microtask, and counts as handled from the same moment on. This goes only with promises, and where it is sure that there is
  // a then().
  const settled = (id, how, value) => noteLong(SETTLED, now(), id, how,
    how === 2 ? reasonOf(value) : typeof value === 'number' || typeof value === 'boolean' ? stringOf(value) : 0, 0, 0);
  const hasThen = value => {
    try {
      if (getPrototypeOf(value) !== PromiseProto) return false;
      return typeof (describe(value, 'then') ?? describe(PromiseProto, 'then'))?.value === 'function';
    } catch {
      return false; // a proxy has thrown
    }
  };

  function Passed(value, id) {
    this.value = value;
    this.id = id;
  }
  Passed.prototype = {
    __proto__: null,
    get then() {
      const { value, id } = this, method = value.then;
      return (fulfil, fail) => {
        // Of a proxy, which may do as it likes.
        if (typeof method !== 'function') return fulfil(value);
        return apply(method, value, [result => {
          settled(id, 0, result);
          return fulfil(result);
        }, reason => {
          settled(id, 2, reason);
          return fail(reason);
        }]);
      };
    },
  };
  const listenTo = (value, id) => hasThen(value) ? new Passed(value, id) : value;
  return { follow, listenTo };
});
