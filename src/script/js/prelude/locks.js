/* locks.js: AsyncLock, a mutex on Atomics that can also be waited for asynchronously, and FairLock beside it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * These classes do what ls-async-lock.c and ls-fair-lock.c do. docs/atomics.md says what that is, and what is wrong with
 * AsyncLock, which keeps its faults. Both are programs on Atomics that anybody could write, so they are JavaScript and no natives.
 * Browsers do not have them. A program's own class of the same name takes their place.
 */
(function (realm) {
  'use strict';

  const { global, host, options, runtime } = realm;
  const { Int32Array: NativeInt32Array, SharedArrayBuffer, Error: ErrorConstructor, TypeError: TypeErrorConstructor } = global;

  if (typeof SharedArrayBuffer !== 'function')
    return;

  const { compareExchange, notify, store, wait, waitAsync } = global.Atomics;
  const { defineConstant, defineHidden } = realm.properties;
  const INDEX = 0,
    UNLOCKED = 0,
    LOCKED = 1,
    CONTENDED = 2;
  const PENDING = 0;

  /* Tells the trace that the next operation is about a lock. */
  const announce = options.traced ? host.announceLock : () => {};

  /* Tells an explorer that what lock() and unlock() learn makes no difference once they return or begin again. */
  const repeatScope = options.explored ? host.repeatScope : () => {};
  const inScope = options.explored ? (f, i32a) => {
    let isDone = false;

    host.enterScope();
    try {
      f(i32a);
      isDone = true;
    } finally {
      host.leaveScope(isDone);
    }
  } : (f, i32a) => f(i32a);

  /* Calls back while the lock is held. Tells an explorer of the article's faults: an exception leaves the lock held, and nobody
   * waits for a promise. */
  const callLocked = options.explored ? (callback) => {
    let result;

    try {
      result = callback();
    } catch (error) {
      host.reportLock(false);
      throw error;
    }
    if (realm.promise.isPromise(result) && realm.promise.state(result) === PENDING)
      host.reportLock(true);
  } : (callback) => {
    callback();
  };

  function newArray(sab) {
    const array = new NativeInt32Array(sab);

    if (realm.atomics.blockOf(realm.cloneBuffers.bufferOf(array)) === null)
      throw new TypeErrorConstructor('A lock is made on a SharedArrayBuffer');
    return array;
  }

  function notHeld() {
    return new ErrorConstructor('Tried to unlock while not holding the lock');
  }

  function requireFunction(callback) {
    if (typeof callback !== 'function')
      throw new TypeErrorConstructor('The callback is not a function');
  }

  function lock(i32a) {
    for (;;) {
      announce(true);
      if (compareExchange(i32a, INDEX, UNLOCKED, LOCKED) === UNLOCKED)
        return;
      wait(i32a, INDEX, LOCKED);
      repeatScope();
    }
  }

  function unlock(i32a) {
    announce(false);
    if (compareExchange(i32a, INDEX, LOCKED, UNLOCKED) !== LOCKED)
      throw notHeld();
    notify(i32a, INDEX, 1);
  }

  class AsyncLock {
    static INDEX = INDEX;
    static UNLOCKED = UNLOCKED;
    static LOCKED = LOCKED;

    constructor(sab) {
      this.i32a = newArray(sab);
      this.sab = sab;
    }

    lock() {
      inScope(lock, this.i32a);
    }

    unlock() {
      inScope(unlock, this.i32a);
    }

    executeLocked(callback) {
      const self = this;
      const { i32a } = this;

      requireFunction(callback);
      return runtime.async(function* () {
        for (;;) {
          announce(true);
          if (compareExchange(i32a, INDEX, UNLOCKED, LOCKED) === UNLOCKED) {
            callLocked(callback);
            self.unlock();
            return;
          }
          yield waitAsync(i32a, INDEX, LOCKED).value;
        }
      }, undefined, []);
    }
  }

  /* Takes the lock if it is free. Otherwise marks it as wanted. Returns whether it was free. */
  function want(i32a) {
    announce(true);

    const old = compareExchange(i32a, INDEX, UNLOCKED, LOCKED);

    if (old === LOCKED)
      compareExchange(i32a, INDEX, LOCKED, CONTENDED);
    return old === UNLOCKED;
  }

  /* Takes a lock that was handed over. Others may wait behind this agent. */
  function take(i32a) {
    announce(true);
    store(i32a, INDEX, CONTENDED);
  }

  function handOver(i32a) {
    announce(false);
    return notify(i32a, INDEX, 1) > 0;
  }

  function lockFairly(i32a) {
    while (!want(i32a)) {
      if (wait(i32a, INDEX, CONTENDED) === 'ok') {
        take(i32a);
        return;
      }
      repeatScope();
    }
  }

  function unlockFairly(i32a) {
    for (;;) {
      announce(false);

      const old = compareExchange(i32a, INDEX, LOCKED, UNLOCKED);

      if (old === LOCKED)
        return;
      if (old !== CONTENDED)
        throw notHeld();
      if (handOver(i32a))
        return;
      /* An agent that wants the lock may not wait yet. The second look finds one that has begun to wait in between. */
      compareExchange(i32a, INDEX, CONTENDED, LOCKED);
      if (handOver(i32a))
        return;
      repeatScope();
    }
  }

  class FairLock {
    static INDEX = INDEX;
    static UNLOCKED = UNLOCKED;
    static LOCKED = LOCKED;
    static CONTENDED = CONTENDED;

    constructor(sab) {
      this.i32a = newArray(sab);
      this.sab = sab;
    }

    lock() {
      inScope(lockFairly, this.i32a);
    }

    unlock() {
      inScope(unlockFairly, this.i32a);
    }

    executeLocked(callback) {
      const self = this;
      const { i32a } = this;

      requireFunction(callback);
      return runtime.async(function* () {
        while (!want(i32a))
          if ((yield waitAsync(i32a, INDEX, CONTENDED).value) === 'ok') {
            take(i32a);
            break;
          }
        callLocked(callback);
        self.unlock();
      }, undefined, []);
    }
  }

  for (const Lock of [AsyncLock, FairLock]) {
    defineConstant(Lock.prototype, Symbol.toStringTag, Lock.name, true);
    defineHidden(global, Lock.name, Lock);
  }
})
