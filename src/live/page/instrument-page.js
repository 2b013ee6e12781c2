// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The part of the script for documents and workers of browsers: timers, frames, idle callbacks, microtasks. The object has what it
// uses of instrument.js.
(kit => {
  'use strict';
  const { armed, describe, replace, nameOf, where, now, note, noteMost, within, next, poster, drain } = kit;
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

  const source = (key, kind, clear) => {
    const isOnce = kind !== 3;
    const ids = armed(new Map(), 'get', 'set', 'delete');
    const trap = (target, self, args) => {
      const callback = args[0],
        rest = args[1];
      if (typeof callback !== 'function') return apply(target, self, args);
      const id = next();
      let handle, delay = 0;
      args[0] = function (...given) {
        if (isOnce && clear) ids.delete(handle);
        return within(kind, id, callback, this, given);
      };
      handle = apply(target, self, args);
      if (clear) ids.set(handle, id);
      if (typeof rest === 'number') delay = rest;
      noteMost(TIMER, now(), id, kind, delay > 0 ? delay : 0, nameOf(callback), poster(), kind === MICROTASK ? 0 : where(
        trap), 0);
      return handle;
    };
    replace(owner(key), key, trap);
    if (clear) replace(owner(clear), clear, (target, self, args) => {
      const id = ids.get(args[0]);
      if (id !== undefined) {
        ids.delete(args[0]);
        note(CLEAR, now(), id, 0);
      }
      return apply(target, self, args);
    });
  };
  source('setTimeout', 2, 'clearTimeout');
  source('setInterval', 3, 'clearInterval');
  source('requestAnimationFrame', 4, 'cancelAnimationFrame');
  source('requestIdleCallback', 5, 'cancelIdleCallback');
  source('queueMicrotask', 6, null);

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
