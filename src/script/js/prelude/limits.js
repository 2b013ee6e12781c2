/* limits.js: single calls that would take all memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Whoever runs a program can end it between two statements, and in most built-in functions, because they look for that while they
 * call back, read properties or append to arrays. What fills memory in one go does not. Such calls fail here as they would for lack
 * of memory, with a RangeError that says what the limit is. Loaded after whatever takes these functions for the prelude's own use.
 */
(function (realm) {
  'use strict';

  const { global, inspectValues: { isObject, NativeProxy } } = realm;
  const { apply, construct, defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const { isArray } = Array;
  const { isView } = ArrayBuffer;
  const RangeErrorConstructor = RangeError;
  const { trunc } = Math;

  const MAX_LENGTH = 2 ** 28;
  const MAX_BYTES = 2 ** 29;

  /* How long a buffer that can grow may be said to become: it grows to MAX_BYTES. */
  const MAX_ADDRESSES = 2 ** 32;

  const { indexOf, repeat, padStart, padEnd, replaceAll } = String.prototype;

  function tooLong() {
    return new RangeErrorConstructor(`Out of memory: a string may be at most ${MAX_LENGTH} characters long here`);
  }

  function tooLarge() {
    return new RangeErrorConstructor(`Out of memory: an array buffer may be at most ${MAX_BYTES} bytes long here`);
  }

  /* Puts a method in the place of another; it has the other's name, length and attributes. */
  function replace(target, name, f) {
    const { value, writable, enumerable, configurable } = getOwnPropertyDescriptor(target, name);

    defineProperty(f, 'length', { __proto__: null, value: value.length, writable: false, enumerable: false, configurable: true });
    defineProperty(target, name, { __proto__: null, value: f, writable, enumerable, configurable });
  }

  realm.replaceMethod = replace;

  /* ---- The text of constructors ---- */

  /* Constructors that are proxies show the text of what is behind them. */
  const originals = new WeakMap();
  const { get: weakGet, set: weakSet } = WeakMap.prototype;
  const functionToString = Function.prototype.toString;

  apply(weakSet, originals, [global.Proxy, NativeProxy]);

  replace(Function.prototype, 'toString', {
    toString() {
      return apply(functionToString, apply(weakGet, originals, [this]) ?? this, []);
    },
  }.toString);

  /* ---- Strings ---- */

  /* Converts `this` and the arguments once, in the order of the function itself, which then refuses a wrong `this`. */

  replace(String.prototype, 'repeat', {
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
    replace(String.prototype, name, {
    [name](maxLength, fillString) {
        if (this === undefined || this === null || typeof this === 'symbol')
          return apply(native, this, [maxLength, fillString]);

        const text = typeof this === 'string' ? this : `${this}`;
        const length = typeof maxLength === 'number' ? maxLength : +maxLength;

        /* Without a filler nothing is padded. The filler is converted only where there is something to fill. */
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

  replace(String.prototype, 'replaceAll', {
    replaceAll(searchValue, replaceValue) {
      if (typeof this === 'string' && typeof searchValue === 'string' && typeof replaceValue === 'string') {
        const gain = replaceValue.length - searchValue.length;

        /* Only where it could be too long is it counted what it will be. */
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

  /* ---- Weak references ---- */

  /* With the virtual clock a program does the same whenever garbage is collected: a WeakRef keeps its target. Registries never call
   * back. */
  if (realm.options.virtualClock && typeof WeakRef === 'function') {
    const Native = WeakRef;
    const targets = new WeakMap();
    const Kept = new NativeProxy(Native, {
      __proto__: null,
      construct(target, args, newTarget) {
        const reference = construct(Native, args, newTarget === Kept ? Native : newTarget);

        apply(weakSet, targets, [reference, args[0]]);
        return reference;
      },
    });

    apply(weakSet, originals, [Kept, Native]);
    defineProperty(Native.prototype, 'constructor', {
      __proto__: null,
      value: Kept,
      writable: true,
      enumerable: false,
      configurable: true
    });
    defineProperty(global, 'WeakRef', { __proto__: null, value: Kept, writable: true, enumerable: false, configurable: true });
  }

  /* ---- Buffers ---- */

  /* Puts a native constructor with a limit in the place of another. Only a proxy is a constructor that has the same properties.
   * make: what constructs, given the native constructor, the arguments, and who is to be `new.target` */
  function replaceConstructor(name, make) {
    const Native = global[name];

    if (typeof Native !== 'function')
      return;

    const Limited = new NativeProxy(Native, {
      __proto__: null,
      construct(target, args, newTarget) {
        return make(Native, args, newTarget === Limited ? Native : newTarget);
      },
    });

    apply(weakSet, originals, [Limited, Native]);
    defineProperty(Native.prototype, 'constructor', {
      __proto__: null,
      value: Limited,
      writable: true,
      enumerable: false,
      configurable: true
    });
    defineProperty(global, name, { __proto__: null, value: Limited, writable: true, enumerable: false, configurable: true });
  }

  /* ToIntegerOrInfinity */
  function toInteger(value) {
    const number = +value;

    return number !== number ? 0 : trunc(number);
  }

  function isIndex(integer) {
    return integer >= 0 && integer < 2 ** 53;
  }

  /* AllocateArrayBuffer() and AllocateSharedArrayBuffer(): what the buffer inherits is asked for before it is found that there is
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

    /* It is refused whatever it would inherit. */
    if (!isIndex(most) || length > most)
      return construct(Native, [length, { __proto__: null, maxByteLength: most }]);
    if (length > MAX_BYTES || most > MAX_ADDRESSES) {
      if (newTarget !== Native)
        newTarget.prototype;
      throw tooLarge();
    }
    return construct(Native, given === undefined ? [length] : [length, { __proto__: null, maxByteLength: most }], newTarget);
  }

  replaceConstructor('ArrayBuffer', makeBuffer);
  replaceConstructor('SharedArrayBuffer', makeBuffer);

  const TypedArrayPrototype = getPrototypeOf(Uint8Array.prototype);
  const lengthGetter = getOwnPropertyDescriptor(TypedArrayPrototype, 'length').get;
  const typedArrays = [
  'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float16Array',
    'Float32Array',
  'Float64Array', 'BigInt64Array', 'BigUint64Array',
];

  for (let i = 0; i < typedArrays.length; i++) {
    const size = global[typedArrays[i]]?.BYTES_PER_ELEMENT;

    const bytesOf = (source) => {
      if (typeof source === 'number')
        return source * size;
      if (typeof source === 'string')
        return +source * size;
      if (!isObject(source))
        return 0;
      if (isView(source)) {
        try {
          return apply(lengthGetter, source, []) * size;
        } catch {
          return 0;
        }
      }
      return realm.proxyTarget(source) === undefined && isArray(source) ? source.length * size : 0;
    };

    replaceConstructor(typedArrays[i], (Native, args, newTarget) => {
      if (realm.options.explored && isView(args[0]))
        realm.host.readMemory();
      if (bytesOf(args[0]) > MAX_BYTES)
        throw tooLarge();
      return construct(Native, args, newTarget);
    });
  }

  function limitResizing(prototype, name) {
    const native = prototype?.[name];

    if (typeof native === 'function')
      replace(prototype, name, {
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
