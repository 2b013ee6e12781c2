// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Loopscope's recording helper. No browser records which signal a task has, which signals depend on which others, and when a priority
// changes: this script writes all that into the recording as user timing marks, which Loopscope reads. The page works as without it.
// Run it before the page's own scripts, in each page, frame and worker: as the first script of the page, with importScripts()
// in a worker, or in a driver's hook for new documents, such as evaluateOnNewDocument() of Puppeteer and addInitScript() of Playwright.
(() => {
  'use strict';

  const KEY = Symbol.for('loopscope.recording-helper');
  const { AbortController, AbortSignal, Scheduler, TaskController, TaskSignal, performance } = globalThis;
  const {
    apply,
    construct,
    defineProperty,
    get,
    getOwnPropertyDescriptor
  } = Reflect;

  if (globalThis[KEY] !== undefined || typeof Scheduler !== 'function' || typeof AbortController !== 'function' ||
    typeof performance?.mark !== 'function')
    return;

  const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';
  const getter = (type, name) => type !== undefined ? getOwnPropertyDescriptor(type.prototype, name)?.get : undefined;

  // The page may replace what is used here: so what there was is called. Another object than the getter's own makes it throw.
  const signalOf = getter(AbortController, 'signal');
  const abortedOf = getter(AbortSignal, 'aborted');
  const priorityOf = getter(TaskSignal, 'priority');
  const peek = (read, object) => {
    try {
      return read !== undefined && isObject(object) ? apply(read, object, []) : undefined;
    } catch {
      return undefined;
    }
  };
  const isSignal = (value) => peek(abortedOf, value) !== undefined;

  // Frames of one origin share the numbers of signals. Those of others may have the same thread: theirs begin somewhere else.
  const findNumbers = () => {
    try {
      if (globalThis.parent !== undefined && globalThis.parent !== globalThis && globalThis.parent[KEY] !== undefined)
        return globalThis.parent[KEY];
    } catch {
      // The parent is another origin's.
    }
    const isInside = globalThis.parent !== undefined && globalThis.parent !== globalThis;
    const ids = new WeakMap();
    let last = isInside ? (1 + Math.floor(Math.random() * 4000)) * 2 ** 20 : 0;
    const { get: find, set: add } = WeakMap.prototype;

    return {
      idOf(signal) {
        let id = apply(find, ids, [signal]);

        if (id === undefined) {
          id = ++last;
          apply(add, ids, [signal, id]);
        }
        return id;
      },
    };
  };
  const { idOf } = findNumbers();

  const { mark, clearMarks } = performance;
  // Nothing that goes wrong here is the page's business. The mark is in the recording: the page's list of marks need not grow.
  const note = (name, detail) => {
    try {
      apply(mark, performance, [name, { detail }]);
      apply(clearMarks, performance, [name]);
    } catch {
      // So this is not recorded.
    }
  };

  // Returns what the browser can read in place of options, and tells see() of each member, which is read no more than once.
  const watch = (options, see) => isObject(options) ? new Proxy({ __proto__: null }, {
    get(target, name) {
      const value = get(options, name);

      see(name, value);
      return value;
    },
  }) : options;

  // Returns what the browser can iterate over in place of values, and tells see() of each.
  const watchValues = (values, see) => !isObject(values) ? values : {
    get [Symbol.iterator]() {
      const method = values[Symbol.iterator];

      return typeof method !== 'function' ? method : () => {
        const iterator = apply(method, values, []);

        return !isObject(iterator) ? iterator : {
          get next() {
            const { next } = iterator;

            return typeof next !== 'function' ? next : () => {
              const result = apply(next, iterator, []);

              return !isObject(result) ? result : {
                get done() {
                  return result.done;
                },
                get value() {
                  const { value } = result;

                  see(value);
                  return value;
                },
              };
            };
          },
        };
      };
    },
  };

  // Puts what make() makes of a method in its place: it has the same name and length, and cannot be constructed either.
  const replace = (owner, name, make) => {
    const descriptor = owner !== undefined ? getOwnPropertyDescriptor(owner, name) : undefined;
    const old = descriptor?.value;

    if (typeof old !== 'function' || !descriptor.configurable)
      return;
    const made = make(old);

    defineProperty(made, 'name', { value: old.name, configurable: true });
    defineProperty(made, 'length', { value: old.length, configurable: true });
    defineProperty(owner, name, { ...descriptor, value: made });
  };

  // The signal is the last member that is read before the task is queued: the mark is right before the browser's event.
  replace(Scheduler.prototype, 'postTask', (old) => ({
    postTask(...args) {
      let ownPriority = false;

      if (args.length > 1)
        args[1] = watch(args[1], (name, value) => {
          if (name === 'priority')
            ownPriority = value !== undefined;
          else if (name === 'signal' && peek(abortedOf, value) === false)
            note('loopscope.signal', { signal: idOf(value), ownPriority });
        });
      return apply(old, this, args);
    },
  }).postTask);

  const changing = new WeakSet();

  // A change comes before what its listeners do. One that the browser refuses, or that changes nothing, is none.
  replace(TaskController?.prototype, 'setPriority', (old) => ({
    setPriority(...args) {
      const signal = peek(signalOf, this);
      const before = peek(priorityOf, signal);

      if (before === undefined || args.length === 0 || typeof args[0] === 'symbol')
        return apply(old, this, args);
      if (isObject(args[0]))
        args[0] = `${args[0]}`;
      if (changing.has(signal) || args[0] === before || !['user-blocking', 'user-visible', 'background'].includes(args[0]))
        return apply(old, this, args);
      note('loopscope.priority', { signal: idOf(signal), priority: args[0] });
      changing.add(signal);
      try {
        return apply(old, this, args);
      } finally {
        changing.delete(signal);
      }
    },
  }).setPriority);

  const watchAny = (old) => ({
    any(...args) {
      const from = [];
      let source;

      if (args.length > 0)
        args[0] = watchValues(args[0], (value) => from.push(value));
      if (args.length > 1)
        args[1] = watch(args[1], (name, value) => {
          if (name === 'priority')
            source = value;
        });
      const signal = apply(old, this, args);
      const priority = isSignal(source) ? idOf(source) : peek(priorityOf, signal);

      note('loopscope.any', { signal: idOf(signal), from: from.filter(isSignal).map(idOf), priority });
      return signal;
    },
  }).any;

  replace(TaskSignal, 'any', watchAny);
  replace(AbortSignal, 'any', watchAny);

  // Subclasses, instanceof and static members go on to work: the class is the same one behind a proxy.
  if (TaskController !== undefined) {
    const watched = new Proxy(TaskController, {
      construct(target, args, newTarget) {
        const controller = construct(target, args, newTarget);
        const signal = peek(signalOf, controller);

        if (isSignal(signal))
          note('loopscope.controller', { signal: idOf(signal), priority: peek(priorityOf, signal) });
        return controller;
      },
    });

    defineProperty(TaskController.prototype, 'constructor', { value: watched });
    defineProperty(globalThis, 'TaskController', { value: watched });
  }

  defineProperty(globalThis, KEY, { value: { idOf } });
})();
//# sourceURL=loopscope-recording-helper.js
