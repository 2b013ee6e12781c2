// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The part of the script that finds what is told of names, reasons and callers. The number is the "stacks" of instrument.js. The object
// has what that uses.
(stacks => {
  'use strict';
  const { apply, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const stringOf = String;
  const describe = (object, key) => object && getOwnPropertyDescriptor(object, key);

  const MAX_NAME = 128,
    MAX_REASON = 200,
    MAX_STACK = 4000;
  const slice = String.prototype.slice;
  const cut = (text, max) => text.length > max ? apply(slice, text, [0, max]) : text;
  // Classes may have a getter of this name, which must not run. Proxies may throw.
  const nameOf = callback => {
    let name;
    try {
      name = getOwnPropertyDescriptor(callback, 'name')?.value;
    } catch {}
    return typeof name === 'string' ? cut(name, MAX_NAME) : '';
  };
  const domName = describe(globalThis.DOMException?.prototype, 'name')?.get,
    domMessage = describe(globalThis.DOMException?.prototype, 'message')?.get;
  // What an object has of a text, itself or by its class. No getter runs.
  const textOf = (object, key) => {
    for (let depth = 0; object !== null && depth < 8; depth++) {
      const descriptor = getOwnPropertyDescriptor(object, key);
      if (descriptor) return typeof descriptor.value === 'string' ? cut(descriptor.value, MAX_REASON) : '';
      object = getPrototypeOf(object);
    }
    return '';
  };
  const describeError = (name, message) => cut(name && message ? name + ': ' + message : name || message, MAX_REASON);
  const reasonOf = reason => {
    switch (typeof reason) {
      case 'string':
        return cut(reason, MAX_REASON);
      case 'undefined':
      case 'number':
      case 'boolean':
        return stringOf(reason);
      case 'object':
      case 'function':
        if (reason === null) return 'null';
        try {
          return describeError(cut(apply(domName, reason, []), MAX_REASON), cut(apply(domMessage, reason, []), MAX_REASON));
        } catch {
          try {
            return getOwnPropertyDescriptor(reason, 'message') ? describeError(textOf(reason, 'name'), textOf(reason,
                'message')) :
              typeof reason;
          } catch {
            return typeof reason;
          }
        }
      default:
        return typeof reason;
    }
  };

  // Places. A stack takes longer than all the rest, so where only some posts tell from where, those are the first ones since the
  // debugger asked last, and of the others each so many-th.

  const SOME_POSTS = 100,
    SOME_SIGNALS = 50,
    EACH = 256;
  const NativeError = Error,
    capture = Error.captureStackTrace;
  let placesLeft = SOME_POSTS,
    signalPlacesLeft = SOME_SIGNALS,
    placesSkipped = 0;
  const stackFrom = skip => {
    const limit = describe(NativeError, 'stackTraceLimit'),
      format = describe(NativeError, 'prepareStackTrace');
    // The page may have its own ideas of stacks: it must not see ours, nor find that we have been here.
    if (!limit?.writable || (format ? !format.writable : 'prepareStackTrace' in NativeError)) return 0;
    const holder = { __proto__: null };
    let text;
    try {
      if (format) NativeError.prepareStackTrace = undefined;
      NativeError.stackTraceLimit = stacks;
      capture(holder, skip);
      text = holder.stack;
    } catch {
      return 0;
    } finally {
      NativeError.stackTraceLimit = limit.value;
      if (format) NativeError.prepareStackTrace = format.value;
    }
    return typeof text === 'string' ? cut(text, MAX_STACK) : 0;
  };
  const where = !stacks || !capture ? () => 0 : stacks > 1 ? stackFrom : skip => {
    if (placesLeft > 0) placesLeft--;
    else if (++placesSkipped % EACH !== 0) return 0;
    return stackFrom(skip);
  };
  const whereMade = !stacks || !capture ? () => 0 : skip => signalPlacesLeft-- > 0 ? stackFrom(skip) : 0;
  const refill = () => {
    placesLeft = SOME_POSTS;
    signalPlacesLeft = SOME_SIGNALS;
  };
  return { cut, nameOf, reasonOf, where, whereMade, refill };
});
