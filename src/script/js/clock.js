/* clock.js: time, Date, Math.random(), work()
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 *   realm.clock.time ()   ms since the time origin; takes no time
 *   realm.clock.now ()    the same as a program reads it
 *
 * With the virtual clock a program sees the same times, dates and random numbers whenever it runs.
 */
(function (realm) {
'use strict';

const { global, host, idl, options: { virtualClock } } = realm;
const { apply, construct, defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;
const { floor, imul, max } = Math;
const { checkGlobal, requireArguments, toDouble } = idl;
const NativeDate = Date;
const { now: nativeNow } = Date;
const { toString: dateToString } = Date.prototype;
const NONE = [];

/* What a reading of the clock takes, in ms. */
const CLOCK_TICK = 0.005;

/* 2025-01-01T00:00:00Z */
const VIRTUAL_TIME_ORIGIN = 1735689600000;

/* The loop's time when there is no program yet: 0 with the virtual clock. */
const start = virtualClock ? 0 : host.time ();
const timeOrigin = virtualClock ? VIRTUAL_TIME_ORIGIN : nativeNow ();

function time () {
  return host.time () - start;
}

/* The first reading is later than the beginning, too. */
function now () {
  const ms = host.now () - start;

  return ms > 0 ? ms : max (host.now () - start, CLOCK_TICK);
}

realm.clock = { __proto__: null, time, now, start, timeOrigin };

/* ---- Date ---- */

function currentTime () {
  return floor (timeOrigin + now ());
}

{
  const DatePrototype = NativeDate.prototype;
  const LoopDate = function Date (year, month, date, hours, minutes, seconds, ms) {
    if (new.target === undefined)
      return apply (dateToString, new NativeDate (currentTime ()), NONE);
    return construct (NativeDate, arguments.length === 0 ? [currentTime ()] : arguments, new.target);
  };
  const members = ownKeys (NativeDate);

  defineProperty (LoopDate, 'prototype', { __proto__: null, value: DatePrototype, writable: false });
  for (let i = 0; i < members.length; i++)
    if (members[i] !== 'prototype' && members[i] !== 'length' && members[i] !== 'name')
      {
        const descriptor = getOwnPropertyDescriptor (NativeDate, members[i]);

        if (members[i] === 'now')
          descriptor.value = {
            now () {
              return currentTime ();
            },
          }.now;
        defineProperty (LoopDate, members[i], descriptor);
      }
  defineProperty (DatePrototype, 'constructor', { __proto__: null, value: LoopDate });
  defineProperty (global, 'Date', { __proto__: null, value: LoopDate });
}

/* Dates are formatted without one: that is the present. */
if (typeof Intl === 'object' && typeof Intl.DateTimeFormat === 'function')
  {
    const { prototype } = Intl.DateTimeFormat;
    const format = getOwnPropertyDescriptor (prototype, 'format');
    const parts = getOwnPropertyDescriptor (prototype, 'formatToParts');
    const bound = new WeakMap ();
    const { get: getBound, set: setBound } = WeakMap.prototype;

    if (format !== undefined && parts !== undefined)
      {
        const { get: getFormat } = format;
        const { value: formatToParts } = parts;

        format.get = getOwnPropertyDescriptor ({
          get format () {
            const native = apply (getFormat, this, NONE);
            let f = apply (getBound, bound, [native]);

            if (f === undefined)
              {
                f = (date) => native (date === undefined ? currentTime () : date);
                defineProperty (f, 'name', { __proto__: null, value: '' });
                apply (setBound, bound, [native, f]);
              }
            return f;
          },
        }, 'format').get;
        parts.value = {
          formatToParts (date) {
            return apply (formatToParts, this, [date === undefined ? currentTime () : date]);
          },
        }.formatToParts;
        defineProperty (prototype, 'format', format);
        defineProperty (prototype, 'formatToParts', parts);
      }
  }

/* ---- Math.random() ---- */

if (virtualClock)
  {
    /* xoshiro128**, seeded with the first digits of pi. */
    let s0 = 0x243f6a88, s1 = 0x85a308d3, s2 = 0x13198a2e, s3 = 0x03707344;

    const next = () => {
      const product = imul (s1, 5);
      const result = imul (product << 7 | product >>> 25, 9);
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
      next ();
    defineProperty (Math, 'random', {
      __proto__: null,
      value: {
        random () {
          const high = next () >>> 5;

          return (high * 0x4000000 + (next () >>> 6)) / 0x20000000000000;
        },
      }.random,
    });
  }

/* ---- work () ---- */

idl.defineGlobalOperation ('work', {
  work (ms) {
    checkGlobal (this);
    requireArguments (arguments.length, 1, "Failed to execute 'work' on 'Window'");
    host.work (toDouble (ms, "Failed to execute 'work' on 'Window'"));
  },
}.work);
})
