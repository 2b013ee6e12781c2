// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The part of the script for documents and workers of browsers: timers, frames, idle callbacks, microtasks. The object has what it
// uses of instrument.js.
(kit => {
  'use strict';
  const { armed, describe, replace, nameOf, where, now, note, noteMost, within, next, poster, drain, hurry } = kit;
  const global = globalThis;
  const { apply, getPrototypeOf } = Reflect;
  const TIMER = 7,
    CLEAR = 8,
    MICROTASK = 6;

  // Documents have these functions themselves, workers their prototypes.
  const owner = key => {
    let object = global;
    while (object && !describe(object, key)) object = getPrototypeOf(object);
    return object;
  };

  const source = (key, kind, clear, ids) => {
    const isOnce = kind !== 3,
      takesDelay = kind === 2 || kind === 3;
    const trap = (target, self, args) => {
      const callback = args[0];
      if (typeof callback !== 'function') return apply(target, self, args);
      if (takesDelay && args[1] !== undefined && typeof args[1] !== 'number') args[1] = +args[1];
      const id = next();
      let handle, delay = 0;
      args[0] = function (...given) {
        if (isOnce && clear) ids.delete(handle);
        return within(kind, id, callback, this, given);
      };
      handle = apply(target, self, args);
      if (clear) ids.set(handle, id);
      if (takesDelay && typeof args[1] === 'number') delay = args[1];
      noteMost(TIMER, now(), id, kind, delay > 0 ? delay : 0, nameOf(callback), poster(), kind === MICROTASK ? 0 : where(
        trap), 0);
      return handle;
    };
    replace(owner(key), key, trap);
    if (clear) replace(owner(clear), clear, (target, self, args) => {
      const handle = typeof args[0] === 'string' ? +args[0] : args[0],
        id = ids.get(handle);
      if (id !== undefined) {
        ids.delete(handle);
        note(CLEAR, now(), id, 0);
      }
      return apply(target, self, args);
    });
  };
  const table = () => armed(new Map(), 'get', 'set', 'delete');
  const timers = table(); // each of the functions that clear does so for both
  source('setTimeout', 2, 'clearTimeout', timers);
  source('setInterval', 3, 'clearInterval', timers);
  source('requestAnimationFrame', 4, 'cancelAnimationFrame', table());
  source('requestIdleCallback', 5, 'cancelIdleCallback', table());
  source('queueMicrotask', 6, null, null);

  // A worker that closes itself ends with the task that runs.
  const closing = global.document ? undefined : owner('close');
  if (closing) replace(closing, 'close', (target, self, args) => {
    hurry();
    return apply(target, self, args);
  });

  // Commands. A photograph puts a stamp into the browser's recording, and tells all that has happened before it.
  const console = global.console;
  const stamp = console?.timeStamp;
  kit.commands = {
    drain,
    photograph(text) {
      if (typeof stamp === 'function') apply(stamp, console, [text]);
      return drain();
    },
  };
  return null;
});
