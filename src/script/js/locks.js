/* locks.js: AsyncLock, a mutex on Atomics that can also be waited for asynchronously, and FairLock beside it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * They do what ls-async-lock.c and ls-fair-lock.c do; docs/atomics.md says what that is, and what is wrong with AsyncLock: it belongs to
 * it. Both are programs on Atomics as anybody could write them, which is why they are here and no natives. They are not in browsers; a
 * program's own class of the same name takes their place.
 */
(function (realm) {
'use strict';

const { global, host, options, runtime } = realm;
const { Int32Array: NativeInt32Array, SharedArrayBuffer, Error: ErrorConstructor, TypeError: TypeErrorConstructor } = global;

if (typeof SharedArrayBuffer !== 'function')
  return;

const { compareExchange, notify, store, wait, waitAsync } = global.Atomics;
const { apply, defineProperty } = Reflect;
const INDEX = 0, UNLOCKED = 0, LOCKED = 1, CONTENDED = 2;

/* Tells the trace that the next operation is about a lock. */
const announce = options.traced ? host.announceLock : () => {};

function newArray (sab) {
  const array = new NativeInt32Array (sab);

  if (realm.atomics.blockOf (apply (realm.cloneKinds.getTypedArrayBuffer, array, [])) === null)
    throw new TypeErrorConstructor ('A lock is made on a SharedArrayBuffer');
  return array;
}

function notHeld () {
  return new ErrorConstructor ('Tried to unlock while not holding the lock');
}

function requireFunction (callback) {
  if (typeof callback !== 'function')
    throw new TypeErrorConstructor ('The callback is not a function');
}

class AsyncLock {
  static INDEX = INDEX;
  static UNLOCKED = UNLOCKED;
  static LOCKED = LOCKED;

  constructor (sab) {
    this.i32a = newArray (sab);
    this.sab = sab;
  }

  lock () {
    const { i32a } = this;

    for (;;)
      {
        announce (true);
        if (compareExchange (i32a, INDEX, UNLOCKED, LOCKED) === UNLOCKED)
          return;
        wait (i32a, INDEX, LOCKED);
      }
  }

  unlock () {
    const { i32a } = this;

    announce (false);
    if (compareExchange (i32a, INDEX, LOCKED, UNLOCKED) !== LOCKED)
      throw notHeld ();
    notify (i32a, INDEX, 1);
  }

  executeLocked (callback) {
    const self = this;
    const { i32a } = this;

    requireFunction (callback);
    return runtime.async (function* () {
      for (;;)
        {
          announce (true);
          if (compareExchange (i32a, INDEX, UNLOCKED, LOCKED) === UNLOCKED)
            {
              callback ();
              self.unlock ();
              return;
            }
          yield waitAsync (i32a, INDEX, LOCKED).value;
        }
    }, undefined, []);
  }
}

/* Gets it if it is free, else says that it is wanted. */
function want (i32a) {
  announce (true);

  const old = compareExchange (i32a, INDEX, UNLOCKED, LOCKED);

  if (old === LOCKED)
    compareExchange (i32a, INDEX, LOCKED, CONTENDED);
  return old === UNLOCKED;
}

/* It was handed over; others may have gone to wait behind. */
function take (i32a) {
  announce (true);
  store (i32a, INDEX, CONTENDED);
}

function handOver (i32a) {
  announce (false);
  return notify (i32a, INDEX, 1) > 0;
}

class FairLock {
  static INDEX = INDEX;
  static UNLOCKED = UNLOCKED;
  static LOCKED = LOCKED;
  static CONTENDED = CONTENDED;

  constructor (sab) {
    this.i32a = newArray (sab);
    this.sab = sab;
  }

  lock () {
    const { i32a } = this;

    while (!want (i32a))
      if (wait (i32a, INDEX, CONTENDED) === 'ok')
        {
          take (i32a);
          return;
        }
  }

  unlock () {
    const { i32a } = this;

    for (;;)
      {
        announce (false);

        const old = compareExchange (i32a, INDEX, LOCKED, UNLOCKED);

        if (old === LOCKED)
          return;
        if (old !== CONTENDED)
          throw notHeld ();
        if (handOver (i32a))
          return;
        /* Those who want it have not come to waiting yet: the second look finds those who were just in time. */
        compareExchange (i32a, INDEX, CONTENDED, LOCKED);
        if (handOver (i32a))
          return;
      }
  }

  executeLocked (callback) {
    const self = this;
    const { i32a } = this;

    requireFunction (callback);
    return runtime.async (function* () {
      while (!want (i32a))
        if ((yield waitAsync (i32a, INDEX, CONTENDED).value) === 'ok')
          {
            take (i32a);
            break;
          }
      callback ();
      self.unlock ();
    }, undefined, []);
  }
}

for (const Lock of [AsyncLock, FairLock])
  {
    defineProperty (Lock.prototype, Symbol.toStringTag, { __proto__: null, value: Lock.name, writable: false, enumerable: false, configurable: true });
    defineProperty (global, Lock.name, { __proto__: null, value: Lock, writable: true, enumerable: false, configurable: true });
  }
})
