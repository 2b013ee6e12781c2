/* atomics.js: Atomics on shared memory, of which the engine knows (ECMA-262 §25.4)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * JavaScriptCore makes a SharedArrayBuffer and the bytes that a program sees through it, since each agent has a virtual machine of
 * its own. The engine has a block of memory for each buffer that it knows, and the natives keep both equal. The engine does all
 * waiting and notifying. It does the other operations where there is a trace or another agent: there each operation is a record
 * and a place where another agent may go on. Otherwise JavaScriptCore's own functions stay, which it compiles.
 *
 *   realm.atomics.blockOf (buffer)     → the engine's block of a SharedArrayBuffer, which the first call makes; null for others
 *   realm.atomics.name (value, name)   gives shared memory, or that of an array, the name of its variable
 *   realm.atomics.adopt (place)        → the SharedArrayBuffer of a block that came with a message
 */
(function (realm) {
  'use strict';

  const { host, hooks, options, promise } = realm;
  const {
    Atomics,
    BigInt64Array: NativeBigInt64Array,
    BigUint64Array: NativeBigUint64Array,
    Int32Array: NativeInt32Array,
    SharedArrayBuffer
  } = globalThis;

  if (typeof SharedArrayBuffer !== 'function') {
    hooks.settleWait = () => {};
    hooks.growBlock = () => {};
    return;
  }

  const { apply, getPrototypeOf } = Reflect;
  const { defineConstant, defineHidden, getterOf, replaceMethod } = realm.properties;
  const { toStringTag } = Symbol;
  const { trunc } = Math;
  const { isArray } = Array;
  const { toString: symbolToString } = Symbol.prototype;
  const { get: weakGet, set: weakSet } = WeakMap.prototype;
  const TypeErrorConstructor = TypeError,
    RangeErrorConstructor = RangeError;
  const NONE = [];

  const TypedArrayPrototype = getPrototypeOf(Int8Array.prototype);
  const getName = getterOf(TypedArrayPrototype, toStringTag);
  const getBuffer = getterOf(TypedArrayPrototype, 'buffer');
  const getOffset = getterOf(TypedArrayPrototype, 'byteOffset');
  const getLength = getterOf(TypedArrayPrototype, 'length');
  const getSharedLength = getterOf(SharedArrayBuffer.prototype, 'byteLength');
  const getMaxLength = getterOf(SharedArrayBuffer.prototype, 'maxByteLength');
  const isGrowable = getterOf(SharedArrayBuffer.prototype, 'growable');
  const nativeGrow = SharedArrayBuffer.prototype.grow;
  const { store: nativeStore } = Atomics;

  /* LsElementType: [number, size] */
  const types = {
    __proto__: null,
    Int8Array: [0, 1],
    Uint8Array: [1, 1],
    Int16Array: [2, 2],
    Uint16Array: [3, 2],
    Int32Array: [4, 4],
    Uint32Array: [5, 4],
    BigInt64Array: [6, 8],
    BigUint64Array: [7, 8],
  };
  const INT32 = 4,
    BIGINT64 = 6,
    BIGUINT64 = 7;

  /* LsOperationKind */
  const LOAD = 1,
    STORE = 2,
    ADD = 3,
    SUB = 4,
    AND = 5,
    OR = 6,
    XOR = 7,
    EXCHANGE = 8,
    COMPARE_EXCHANGE = 9;

  /* LsWaitResult, and a result that only the natives have */
  const waitResults = ['ok', 'not-equal', 'timed-out'];
  const CANNOT_BLOCK = 3;

  /* BigInts go to C and back in these cells: operand, replacement and result. */
  const cells = new NativeBigInt64Array(host.cells.buffer);
  const unsignedCells = new NativeBigUint64Array(host.cells.buffer);

  /* A store here converts a value as JavaScriptCore does. */
  const number = new NativeInt32Array(1),
    big = new NativeBigInt64Array(1);

  /* buffer → its block, or null if it is not shared. An inner realm shares the buffers of the outer one. */
  const blocks = realm.outer !== undefined ? realm.outer.atomics.blocks : new WeakMap();

  /* buffer → its variable's name, for the trace */
  const names = new WeakMap();

  /* buffer without a block → name of an array on it → type and offset. What is expected of memory uses the names. */
  const arrays = new WeakMap();
  const namesArrays = options.agents && (options.traced || options.counted);

  function isShared(buffer) {
    try {
      apply(getSharedLength, buffer, NONE);
      return true;
    } catch {
      return false;
    }
  }

  function nameArray(buffer, block, type, offset, name) {
    if (block !== undefined) {
      host.nameMemory(block, name, type, offset);
      return;
    }

    let known = apply(weakGet, arrays, [buffer]);

    if (known === undefined) {
      known = { __proto__: null };
      apply(weakSet, arrays, [buffer, known]);
    }
    if (known[name] === undefined)
      known[name] = { __proto__: null, type, offset };
  }

  function nameMemory(value, name) {
    if (!(options.traced || namesArrays) || typeof value !== 'object' || value === null)
      return;

    const kind = apply(getName, value, NONE);
    const buffer = kind === undefined ? value : apply(getBuffer, value, NONE);
    const block = apply(weakGet, blocks, [buffer]);

    if (block === null || (block === undefined && !isShared(buffer)))
      return;
    if (apply(weakGet, names, [buffer]) === undefined)
      apply(weakSet, names, [buffer, name]);
    if (!namesArrays)
      return;
    if (kind === undefined)
      nameArray(buffer, block, INT32, 0, name);
    else if (types[kind] !== undefined)
      nameArray(buffer, block, types[kind][0], apply(getOffset, value, NONE), name);
  }

  function newBlock(buffer) {
    let length;

    try {
      length = apply(getSharedLength, buffer, NONE);
    } catch {
      return null;
    }

    const block = host.shareMemory(buffer, length, apply(isGrowable, buffer, NONE) ? apply(getMaxLength, buffer, NONE) : -1,
      apply(weakGet, names, [buffer]));
    const known = namesArrays ? apply(weakGet, arrays, [buffer]) : undefined;

    if (known !== undefined)
      for (const name in known)
        host.nameMemory(block, name, known[name].type, known[name].offset);
    return block;
  }

  function blockOf(buffer) {
    let block = apply(weakGet, blocks, [buffer]);

    if (block === undefined) {
      block = newBlock(buffer);
      apply(weakSet, blocks, [buffer, block]);
    }
    return block;
  }

  function adopt(place) {
    const known = host.knownMemory(place);

    if (known !== undefined)
      return known;

    const length = host.memoryLength(place, false),
      most = host.memoryLength(place, true);
    const buffer = most < 0 ? new SharedArrayBuffer(length) : new SharedArrayBuffer(length, {
      __proto__: null,
      maxByteLength: most
    });

    apply(weakSet, blocks, [buffer, host.adoptMemory(place, buffer)]);
    return buffer;
  }

  /* Returns the block of a shared array of integers, or null. */
  function blockOfArray(array) {
    if (typeof array !== 'object' || array === null)
      return null;

    const name = apply(getName, array, NONE);

    return name !== undefined && types[name] !== undefined ? blockOf(apply(getBuffer, array, NONE)) : null;
  }

  /* ValidateAtomicAccess. */
  function byteIndexOf(array, size, index) {
    const length = apply(getLength, array, NONE);
    const n = +index;
    const integer = n !== n ? 0 : trunc(n);

    if (!(integer >= 0 && integer < length))
      throw new RangeErrorConstructor('Invalid atomic access index');
    return apply(getOffset, array, NONE) + integer * size;
  }

  /* ---- Waiting and notifying (§25.4.14 to §25.4.16) ---- */

  /* The promises of waitAsync() that wait: functions that resolve them, by number */
  const waits = realm.outer !== undefined ? realm.outer.atomics.waits : { __proto__: null, table: new realm.Table(), last: 0 };

  hooks.settleWait = (id, result) => {
    const resolve = waits.table.get(id);

    if (resolve === undefined)
      return;
    waits.table.delete(id);
    resolve(result);
  };

  /* ValidateIntegerTypedArray with waitable. Throws also if the buffer is not shared. Returns the block. */
  function toWaitable(array) {
    const name = typeof array === 'object' && array !== null ? apply(getName, array, NONE) : undefined;

    if (name !== 'Int32Array' && name !== 'BigInt64Array')
      throw new TypeErrorConstructor(`${describe (array, name)} is not an int32 or BigInt64 typed array.`);

    const block = blockOf(apply(getBuffer, array, NONE));

    if (block === null)
      throw new TypeErrorConstructor(`${describe (array, name)} is not a shared typed array.`);
    return block;
  }

  /* Returns a value as messages show it. */
  function describe(value, name) {
    switch (typeof value) {
      case 'symbol':
        return apply(symbolToString, value, NONE);
      case 'function':
        return realm.functionText(value);
      case 'object':
        return value === null ? 'null' : name !== undefined ? `[object ${name}]` : isArray(value) ? '[object Array]' :
          '#<Object>';
      default:
        return `${value}`;
    }
  }

  /* DoWait. id: the number of the promise, or 0 for wait() */
  function doWait(array, index, value, timeout, id) {
    const block = toWaitable(array);
    const isBig = apply(getName, array, NONE) === 'BigInt64Array';
    const byteIndex = byteIndexOf(array, isBig ? 8 : 4, index);

    nativeStore(isBig ? big : number, 0, value);

    const expected = isBig ? big[0] : number[0];
    const q = +timeout;

    if (isBig)
      cells[0] = expected;
    return host.wait(block, isBig ? BIGINT64 : INT32, byteIndex, isBig ? 0 : expected, q !== q ? Infinity : q > 0 ? q : 0, id);
  }

  replaceMethod(Atomics, 'wait', {
    wait(typedArray, index, value, timeout) {
      const result = doWait(typedArray, index, value, timeout, 0);

      if (result === CANNOT_BLOCK)
        throw new TypeErrorConstructor('Atomics.wait cannot be called in this context');
      return waitResults[result];
    },
  }.wait);

  {
    const methods = {
      waitAsync(typedArray, index, value, timeout) {
        const id = ++waits.last;
        const result = doWait(typedArray, index, value, timeout, id);

        if (result !== 0)
          return { async: false, value: waitResults[result] };

        const made = promise.newPromise();

        waits.table.set(id, (how) => promise.resolve(made, waitResults[how]));
        return { async: true, value: made };
      },
    };

    defineConstant(methods.waitAsync, 'length', 4, true);
    defineHidden(Atomics, 'waitAsync', methods.waitAsync);
  }

  {
    const { notify } = Atomics;

    replaceMethod(Atomics, 'notify', {
      notify(typedArray, index, count) {
        const name = typeof typedArray === 'object' && typedArray !== null ? apply(getName, typedArray, NONE) : undefined;
        const isBig = name === 'BigInt64Array';
        const block = isBig || name === 'Int32Array' ? blockOf(apply(getBuffer, typedArray, NONE)) : null;

        if (block === null)
          return notify(typedArray, index, count);

        const byteIndex = byteIndexOf(typedArray, isBig ? 8 : 4, index);
        const n = count === undefined ? Infinity : +count;

        return host.notify(block, isBig ? BIGINT64 : INT32, byteIndex, n > 0 ? trunc(n) : 0);
      },
    }.notify);
  }

  /* ---- The other operations (§25.4.4 to §25.4.13, §25.4.17) ---- */

  /* Converts the arguments in their order. */
  function operate(block, kind, array, index, value, second) {
    const name = apply(getName, array, NONE);
    const type = types[name][0];
    const byteIndex = byteIndexOf(array, types[name][1], index);
    const isBig = type >= BIGINT64;
    let given, replacement = 0;

    if (kind !== LOAD) {
      given = nativeStore(isBig ? big : number, 0, value);
      if (isBig)
        cells[0] = big[0];
      else
        value = number[0];
    }
    if (kind === COMPARE_EXCHANGE) {
      /* The conversion of an argument may have done an operation of its own. */
      const expected = isBig ? big[0] : 0n;

      nativeStore(isBig ? big : number, 0, second);
      if (isBig) {
        cells[0] = expected;
        cells[1] = big[0];
      } else
        replacement = number[0];
    }

    const result = host.operate(block, kind, type, byteIndex, isBig || kind === LOAD ? 0 : value, replacement);

    if (kind === STORE)
      return given;
    return !isBig ? result : type === BIGUINT64 ? unsignedCells[2] : cells[2];
  }

  if (options.traced || options.agents) {
    {
      const { load } = Atomics;

      replaceMethod(Atomics, 'load', {
        load(typedArray, index) {
          const block = blockOfArray(typedArray);

          return block === null ? load(typedArray, index) : operate(block, LOAD, typedArray, index, undefined, undefined);
        },
      }.load);
    }

    const names = ['store', 'add', 'sub', 'and', 'or', 'xor', 'exchange'];
    const kinds = [STORE, ADD, SUB, AND, OR, XOR, EXCHANGE];

    for (let i = 0; i < names.length; i++) {
      const name = names[i],
        kind = kinds[i],
        native = Atomics[name];

      replaceMethod(Atomics, name, {
          [name](typedArray, index, value) {
          const block = blockOfArray(typedArray);

          return block === null ? native(typedArray, index, value) : operate(block, kind, typedArray, index, value,
            undefined);
        },
      } [name]);
    }

    {
      const { compareExchange, pause } = Atomics;

      replaceMethod(Atomics, 'compareExchange', {
        compareExchange(typedArray, index, expectedValue, replacementValue) {
          const block = blockOfArray(typedArray);

          return block === null ? compareExchange(typedArray, index, expectedValue, replacementValue)
            : operate(block, COMPARE_EXCHANGE, typedArray, index, expectedValue, replacementValue);
        },
      }.compareExchange);

      if (typeof pause === 'function')
        replaceMethod(Atomics, 'pause', {
          pause(iterationNumber = undefined) {
            pause(iterationNumber);
            if (options.agents)
              host.pause();
          },
        }.pause);
    }
  }

  /* ---- Growing ---- */

  /* C calls this when another agent has made the block longer. */
  hooks.growBlock = (buffer, length) => {
    if (apply(getSharedLength, buffer, NONE) < length)
      apply(nativeGrow, buffer, [length]);
  };

  replaceMethod(SharedArrayBuffer.prototype, 'grow', {
    grow(newLength) {
      apply(nativeGrow, this, [newLength]);

      const block = apply(weakGet, blocks, [this]);

      if (block !== undefined && block !== null)
        host.growMemory(block, apply(getSharedLength, this, NONE));
    },
  }.grow);

  realm.atomics = { __proto__: null, blockOf, adopt, name: nameMemory, blocks, waits };
})
