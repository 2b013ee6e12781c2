/* limits.js: single calls that would take all memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A program can be stopped between two statements, and in most built-in functions, which check for that while they call back, read
 * properties or append to arrays. A function that fills memory in one go does not check. Calls of such functions fail here as for
 * lack of memory, with a RangeError that names the limit. This file is loaded after all that take these functions for the
 * prelude's own use.
 */
(function (realm) {
  'use strict';

  const { global, host: { reserveMemory }, inspectValues: { NativeProxy } } = realm;
  const { isObject, defineHidden, getterOf, replaceMethod } = realm.properties;
  const { apply, construct, getPrototypeOf } = Reflect;
  const { isArray } = Array;
  const { isView } = ArrayBuffer;
  const RangeErrorConstructor = RangeError;
  const { trunc } = Math;

  const MAX_LENGTH = 2 ** 28;
  const MAX_BYTES = 2 ** 29;

  /* What takes so many bytes at once is announced. */
  const ANNOUNCED_BYTES = 2 ** 24;

  /* The greatest maximum length of a buffer that can grow. It grows to no more than MAX_BYTES. */
  const MAX_ADDRESSES = 2 ** 32;

  const { indexOf, repeat, padStart, padEnd, replaceAll } = String.prototype;

  function tooLong() {
    return new RangeErrorConstructor(`Out of memory: a string may be at most ${MAX_LENGTH} characters long here`);
  }

  function tooLarge() {
    return new RangeErrorConstructor(`Out of memory: an array buffer may be at most ${MAX_BYTES} bytes long here`);
  }

  /* ---- The text of constructors ---- */

  /* A constructor that is a proxy shows the text of its target. */
  const originals = new WeakMap();
  const { get: weakGet, set: weakSet } = WeakMap.prototype;
  const functionToString = Function.prototype.toString;

  apply(weakSet, originals, [global.Proxy, NativeProxy]);

  replaceMethod(Function.prototype, 'toString', {
    toString() {
      return apply(functionToString, apply(weakGet, originals, [this]) ?? this, []);
    },
  }.toString);

  /* ---- Strings ---- */

  /* These convert `this` and the arguments once, in the order of the native function, which then refuses a wrong `this`. */

  replaceMethod(String.prototype, 'repeat', {
    repeat(count) {
      if (this === undefined || this === null || typeof this === 'symbol')
        return apply(repeat, this, [count]);

      const text = typeof this === 'string' ? this : `${this}`;
      const times = typeof count === 'number' ? count : +count;

      if (text.length * times > MAX_LENGTH && times < Infinity)
        throw tooLong();
      return apply(repeat, text, [times]);
    },
  }.repeat);

  function definePad(name, native) {
    replaceMethod(String.prototype, name, {
    [name](maxLength, fillString) {
        if (this === undefined || this === null || typeof this === 'symbol')
          return apply(native, this, [maxLength, fillString]);

        const text = typeof this === 'string' ? this : `${this}`;
        const length = typeof maxLength === 'number' ? maxLength : +maxLength;

        /* Nothing is padded without a filler. The filler is converted only where there is something to fill. */
        if (length > MAX_LENGTH && length > text.length) {
          const filler = fillString === undefined ? ' ' : typeof fillString === 'symbol' ? fillString : `${fillString}`;

          if (filler !== '' && typeof filler !== 'symbol')
            throw tooLong();
          return apply(native, text, [length, filler]);
        }

        return apply(native, text, [length, fillString]);
      },
    } [name]);
  }

  definePad('padStart', padStart);
  definePad('padEnd', padEnd);

  replaceMethod(String.prototype, 'replaceAll', {
    replaceAll(searchValue, replaceValue) {
      if (typeof this === 'string' && typeof searchValue === 'string' && typeof replaceValue === 'string') {
        const gain = replaceValue.length - searchValue.length;

        /* The length of the result is counted only where it may be too great. */
        if ((this.length + 1) * gain > MAX_LENGTH) {
          const step = searchValue.length > 0 ? searchValue.length : 1;
          let { length } = this;

          for (let at = apply(indexOf, this, [searchValue, 0]); at >= 0;) {
            length += gain;
            if (length > MAX_LENGTH)
              throw tooLong();

            const next = at + step;

            at = next > this.length ? -1 : apply(indexOf, this, [searchValue, next]);
          }
        }
      }

      return apply(replaceAll, this, [searchValue, replaceValue]);
    },
  }.replaceAll);

  /* ---- Constructors ---- */

  /* Puts another constructor in the place of a native one. Only a proxy is a constructor that has the same properties.
   * make: constructs, given the native constructor, the arguments and what is to be `new.target` */
  function replaceConstructor(name, make) {
    const Native = global[name];

    if (typeof Native !== 'function')
      return;

    const Replaced = new NativeProxy(Native, {
      __proto__: null,
      construct(target, args, newTarget) {
        return make(Native, args, newTarget === Replaced ? Native : newTarget);
      },
    });

    apply(weakSet, originals, [Replaced, Native]);
    defineHidden(Native.prototype, 'constructor', Replaced);
    defineHidden(global, name, Replaced);
  }

  /* With the virtual clock a program does the same whenever garbage is collected: a WeakRef keeps its target. Finalization
   * registries never call back. */
  if (realm.options.virtualClock) {
    const targets = new WeakMap();

    replaceConstructor('WeakRef', (Native, args, newTarget) => {
      const reference = construct(Native, args, newTarget);

      apply(weakSet, targets, [reference, args[0]]);
      return reference;
    });
  }

  /* ---- Buffers ---- */

  /* ToIntegerOrInfinity */
  function toInteger(value) {
    const number = +value;

    return number !== number ? 0 : trunc(number);
  }

  function isIndex(integer) {
    return integer >= 0 && integer < 2 ** 53;
  }

  /* AllocateArrayBuffer() and AllocateSharedArrayBuffer(): they read the prototype of the buffer before they find that there is
   * no room. */
  function makeBuffer(Native, args, newTarget) {
    const length = toInteger(args[0]);

    if (!isIndex(length)) {
      if (length > 0)
        throw tooLarge();
      return construct(Native, [length]);
    }

    const given = isObject(args[1]) ? args[1].maxByteLength : undefined;
    const most = given === undefined ? length : toInteger(given);

    /* The native constructor refuses this, whatever the prototype is. */
    if (!isIndex(most) || length > most)
      return construct(Native, [length, { __proto__: null, maxByteLength: most }]);
    if (length > MAX_BYTES || most > MAX_ADDRESSES) {
      if (newTarget !== Native)
        newTarget.prototype;
      throw tooLarge();
    }
    if (length >= ANNOUNCED_BYTES)
      reserveMemory(length);
    return construct(Native, given === undefined ? [length] : [length, { __proto__: null, maxByteLength: most }], newTarget);
  }

  replaceConstructor('ArrayBuffer', makeBuffer);
  replaceConstructor('SharedArrayBuffer', makeBuffer);

  const TypedArrayPrototype = getPrototypeOf(Uint8Array.prototype);
  const lengthGetter = getterOf(TypedArrayPrototype, 'length');
  const typedArrays = ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array',
    'Float16Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'];

  /* Returns 0 for a DataView. */
  function lengthOf(view) {
    try {
      return apply(lengthGetter, view, []);
    } catch {
      return 0;
    }
  }

  for (let i = 0; i < typedArrays.length; i++) {
    const size = global[typedArrays[i]]?.BYTES_PER_ELEMENT;

    const bytesOf = (source) => {
      if (typeof source === 'number')
        return source * size;
      if (typeof source === 'string')
        return +source * size;
      if (!isObject(source))
        return 0;
      if (isView(source))
        return lengthOf(source) * size;
      return realm.proxyTarget(source) === undefined && isArray(source) ? source.length * size : 0;
    };

    replaceConstructor(typedArrays[i], (Native, args, newTarget) => {
      if (realm.options.explored && isView(args[0]))
        realm.host.readMemory();

      const bytes = bytesOf(args[0]);

      if (bytes > MAX_BYTES)
        throw tooLarge();
      if (bytes >= ANNOUNCED_BYTES)
        reserveMemory(bytes);
      return construct(Native, args, newTarget);
    });
  }

  /* A buffer takes memory where it is written to. */
  const fillTyped = TypedArrayPrototype.fill;

  replaceMethod(TypedArrayPrototype, 'fill', {
    fill(value, start = undefined, end = undefined) {
      const length = isView(this) && arguments.length === 1 && typeof value === 'number' ? lengthOf(this) : 0;

      for (let at = 0; length >= ANNOUNCED_BYTES / 8 && at < length; at += ANNOUNCED_BYTES / 8) {
        reserveMemory(0);
        apply(fillTyped, this, [value, at, at + ANNOUNCED_BYTES / 8]);
      }
      return length >= ANNOUNCED_BYTES / 8 ? this : apply(fillTyped, this, arguments);
    },
  }.fill);

  function limitResizing(prototype, name) {
    const native = prototype?.[name];

    if (typeof native === 'function')
      replaceMethod(prototype, name, {
      [name](newLength) {
          if (typeof newLength === 'number' && newLength > MAX_BYTES)
            throw tooLarge();
          return apply(native, this, [newLength]);
        },
      } [name]);
  }

  limitResizing(ArrayBuffer.prototype, 'resize');
  limitResizing(global.SharedArrayBuffer?.prototype, 'grow');
})
