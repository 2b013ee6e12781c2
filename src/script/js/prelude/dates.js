/* dates.js: Date, Intl.DateTimeFormat, Math.random()
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* With the virtual clock a program sees the same times, dates and random numbers whenever it runs. Needs realm.clock. */
(function (realm) {
  'use strict';

  const { global, clock: { now, timeOrigin }, options: { virtualClock, seed } } = realm;
  const { apply, construct, defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;
  const { floor, imul } = Math;
  const NativeDate = Date;
  const { toString: dateToString } = Date.prototype;
  const NONE = [];

  /* ---- Date ---- */

  function currentTime() {
    return floor(timeOrigin + now());
  }

  {
    const DatePrototype = NativeDate.prototype;
    const LoopDate = function Date(year, month, date, hours, minutes, seconds, ms) {
      if (new.target === undefined)
        return apply(dateToString, new NativeDate(currentTime()), NONE);
      return construct(NativeDate, arguments.length === 0 ? [currentTime()] : arguments, new.target);
    };
    const members = ownKeys(NativeDate);

    defineProperty(LoopDate, 'prototype', { __proto__: null, value: DatePrototype, writable: false });
    for (let i = 0; i < members.length; i++)
      if (members[i] !== 'prototype' && members[i] !== 'length' && members[i] !== 'name') {
        const descriptor = getOwnPropertyDescriptor(NativeDate, members[i]);

        if (members[i] === 'now')
          descriptor.value = {
            now() {
              return currentTime();
            },
          }.now;
        defineProperty(LoopDate, members[i], descriptor);
      }
    defineProperty(DatePrototype, 'constructor', { __proto__: null, value: LoopDate });
    defineProperty(global, 'Date', { __proto__: null, value: LoopDate });
  }

  /* Without a date these functions format the present. */
  if (typeof Intl === 'object' && typeof Intl.DateTimeFormat === 'function') {
    const { prototype } = Intl.DateTimeFormat;
    const format = getOwnPropertyDescriptor(prototype, 'format');
    const parts = getOwnPropertyDescriptor(prototype, 'formatToParts');
    const bound = new WeakMap();
    const { get: getBound, set: setBound } = WeakMap.prototype;

    if (format !== undefined && parts !== undefined) {
      const { get: getFormat } = format;
      const { value: formatToParts } = parts;

      format.get = getOwnPropertyDescriptor({
        get format() {
          const native = apply(getFormat, this, NONE);
          let f = apply(getBound, bound, [native]);

          if (f === undefined) {
            f = (date) => native(date === undefined ? currentTime() : date);
            defineProperty(f, 'name', { __proto__: null, value: '' });
            apply(setBound, bound, [native, f]);
          }
          return f;
        },
      }, 'format').get;
      parts.value = {
        formatToParts(date) {
          return apply(formatToParts, this, [date === undefined ? currentTime() : date]);
        },
      }.formatToParts;
      defineProperty(prototype, 'format', format);
      defineProperty(prototype, 'formatToParts', parts);
    }
  }

  /* ---- Math.random() ---- */

  if (virtualClock) {
    /* xoshiro128**. The seed is the first digits of pi, with that of the session in them. */
    let s0 = 0x243f6a88 ^ seed,
      s1 = 0x85a308d3 ^ imul(seed, 0x9e3779b9),
      s2 = 0x13198a2e,
      s3 = 0x03707344;

    const next = () => {
      const product = imul(s1, 5);
      const result = imul(product << 7 | product >>> 25, 9);
      const shifted = s1 << 9;

      s2 ^= s0;
      s3 ^= s1;
      s1 ^= s2;
      s0 ^= s3;
      s2 ^= shifted;
      s3 = s3 << 11 | s3 >>> 21;
      return result >>> 0;
    };

    for (let i = 0; i < 16; i++)
      next();
    defineProperty(Math, 'random', {
      __proto__: null,
      value: {
        random() {
          const high = next() >>> 5;

          return (high * 0x4000000 + (next() >>> 6)) / 0x20000000000000;
        },
      }.random,
    });
  }
})
