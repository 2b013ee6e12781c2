/* clock.js: time, work()
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 *   realm.clock.time ()         ms since the time origin; takes no time
 *   realm.clock.now ()          the same as a program reads it
 *   realm.clock.since (time)    ms from the time origin to a time of the loop
 *   realm.clock.systemTime ()   the system's clock, in whole ms
 */
(function (realm) {
  'use strict';

  const { host, idl, options: { created, virtualClock, worker } } = realm;
  const { max, round } = Math;
  const { checkGlobal, requireArguments, toDouble } = idl;
  const { now: nativeNow } = Date;

  /* The time that one reading of the clock takes, in ms */
  const CLOCK_TICK = 0.005;

  /* 2025-01-01T00:00:00Z */
  const VIRTUAL_TIME_ORIGIN = 1735689600000;

  /* The loop's time at the time origin: when the worker was made, or before the program begins: 0 with the virtual clock. */
  const start = worker ? created : virtualClock ? 0 : host.time();
  const timeOrigin = virtualClock ? VIRTUAL_TIME_ORIGIN + start : nativeNow() - (host.time() - start);

  /* In whole µs, as the loop counts them */
  function since(time) {
    return round((time - start) * 1000) / 1000;
  }

  function time() {
    return since(host.time());
  }

  /* The first reading is later than the time origin as well. */
  function now() {
    const ms = since(host.now());

    return ms > 0 ? ms : max(since(host.now()), CLOCK_TICK);
  }

  realm.clock = { __proto__: null, time, now, since, systemTime: nativeNow, timeOrigin };

  /* ---- work () ---- */

  idl.defineGlobalOperations({
    work(ms) {
      checkGlobal(this);
      requireArguments(arguments.length, 1, "Failed to execute 'work' on 'Window'");
      host.work(toDouble(ms, "Failed to execute 'work' on 'Window'"));
    },
  });
})
