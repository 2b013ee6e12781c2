// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The part of the script for Node.js and its workers: timers, immediates, ticks, microtasks, and the promises of
// node:timers/promises. The object has what it uses of instrument.js. Node.js prints callbacks as what they are, since they are
// proxies here.
((kit, isLate) => {
  'use strict';
  const { armed, describe, replace, nameOf, now, note, noteMost, noteRun, noteEnd } = kit;
  const { within, follow, next, poster, left, flush, drain } = kit;
  const global = globalThis;
  const { apply, defineProperty, deleteProperty, getPrototypeOf } = Reflect;
  const stringOf = String;
  const { process } = global;
  const load = process.getBuiltinModule ?? require;
  const timers = load('timers'),
    promises = load('timers/promises'),
    threads = load('worker_threads');

  const script = process.argv[1];
  const file = typeof script === 'string' ? load('path').basename(script) : '';

  const TIMER = 7,
    CLEAR = 8,
    CALLBACK = 20;
  const TIMEOUT = 2,
    INTERVAL = 3,
    MICROTASK = 6,
    IMMEDIATE = 8;

  const watch = (kind, task, callback) => new Proxy(callback, {
    __proto__: null,
    apply: (target, self, args) => within(kind, task.id, target, self, args),
  });

  // Who posts. Much begins with callbacks of files and sockets, which nobody has posted and nobody tells of. Where another
  // resource runs than the one that began last, or the loop has handled more events since, such a one has begun.

  const { executionAsyncId, executionAsyncResource } = load('async_hooks');
  const { nodeTiming } = global.performance;
  const metrics = describe(getPrototypeOf(nodeTiming), 'uvMetricsInfo')?.get ?? describe(nodeTiming, 'uvMetricsInfo')?.get;
  const countEvents = () => {
    if (!metrics) return 0;
    const { loopCount, events } = apply(metrics, nodeTiming, []);
    return loopCount + events;
  };
  const firstResource = executionAsyncId(); // a module begins in a promise
  let lastResource = 0,
    lastCount = -1;
  const began = () => {
    lastResource = executionAsyncId();
    lastCount = countEvents();
  };
  const nameOfResource = resource => {
    if (resource === 1 || (resource === firstResource && lastCount === -1 && !isLate)) return file;
    const type = resource === 0 ? undefined : describe(getPrototypeOf(executionAsyncResource()) ?? {}, 'constructor')?.value;
    return typeof type === 'function' && type !== Object ? nameOf(type) : '';
  };
  const whoPosts = () => {
    const id = poster();
    if (id > 0) return id; // it runs
    const resource = executionAsyncId(); // 0 in what follows a promise
    if ((resource === 0 || resource === lastResource) && countEvents() === lastCount) return id;
    const callback = next();
    note(CALLBACK, now(), callback, nameOfResource(resource));
    began();
    left(callback);
    return -callback;
  };

  // Timers and immediates, whose handles are objects here

  const tasks = armed(new WeakMap(), 'get', 'set'); // handle → {id, kind, name}
  const primitives = armed(new Map(), 'get', 'set', 'delete'); // what a handle was turned into → its task
  const find = handle => {
    if (typeof handle === 'object' && handle !== null) return tasks.get(handle);
    return typeof handle === 'number' || typeof handle === 'string' ? primitives.get(stringOf(handle)) : undefined;
  };
  const tell = (task, handle) => {
    const delay = describe(handle, '_idleTimeout')?.value;
    const by = whoPosts();
    noteMost(TIMER, now(), task.id, task.kind, typeof delay === 'number' && delay > 0 ? delay : 0, task.name, by, 0, 0);
  };
  const forget = task => {
    if (!task) return;
    if (task.primitive !== undefined) primitives.delete(task.primitive);
    note(CLEAR, now(), task.id, 0);
  };
  const before = (target, self, args) => {
    forget(find(args[0]));
    return apply(target, self, args);
  };
  const beforeOwn = (target, self, args) => {
    forget(find(self));
    return apply(target, self, args);
  };
  const known = armed(new WeakSet(), 'has', 'add');
  // What handles can do themselves.
  const learn = prototype => {
    if (prototype === null || known.has(prototype)) return;
    known.add(prototype);
    replace(prototype, 'close', beforeOwn);
    if (Symbol.dispose) replace(prototype, Symbol.dispose, beforeOwn);
    replace(prototype, 'refresh', (target, self, args) => {
      const value = apply(target, self, args),
        task = find(self);
      if (task) {
        note(CLEAR, now(), task.id, 0);
        task.id = next();
        tell(task, self);
      }
      return value;
    });
    replace(prototype, Symbol.toPrimitive, (target, self, args) => {
      const value = apply(target, self, args),
        task = find(self);
      if (task) primitives.set(task.primitive = stringOf(value), task);
      return value;
    });
  };
  const source = (key, kind, clear) => {
    replace(global, key, (target, self, args) => {
      const callback = args[0];
      if (typeof callback !== 'function') return apply(target, self, args);
      const task = { __proto__: null, id: next(), kind, name: nameOf(callback), primitive: undefined };
      args[0] = watch(kind, task, callback);
      const handle = apply(target, self, args);
      tasks.set(handle, task);
      learn(getPrototypeOf(handle));
      tell(task, handle);
      return handle;
    });
    replace(global, clear, before);
    for (const name of [key, clear]) timers[name] = global[name];
  };
  source('setTimeout', TIMEOUT, 'clearTimeout');
  source('setInterval', INTERVAL, 'clearInterval');
  source('setImmediate', IMMEDIATE, 'clearImmediate');

  // Microtasks, and ticks, which come before them

  const job = (object, key, prefix) => replace(object, key, (target, self, args) => {
    const callback = args[0];
    if (typeof callback !== 'function') return apply(target, self, args);
    const task = { __proto__: null, id: next() };
    args[0] = watch(MICROTASK, task, callback);
    const value = apply(target, self, args);
    const name = nameOf(callback),
      by = whoPosts();
    noteMost(TIMER, now(), task.id, MICROTASK, 0, prefix && name ? `${prefix} ${name}` : prefix + name, by, 0, 0);
    return value;
  });
  job(global, 'queueMicrotask', '');
  job(process, 'nextTick', 'nextTick');

  // node:timers/promises. What follows a promise begins with our reaction to it.

  const promised = (object, key, kind, name, takesDelay) => replace(object, key, (target, self, args) => {
    const promise = apply(target, self, args),
      id = next(),
      delay = takesDelay && typeof args[0] === 'number' && args[0] > 1 ? args[0] : takesDelay ? 1 : 0,
      by = whoPosts();
    noteMost(TIMER, now(), id, kind, delay, name, by, 0, 0);
    return follow(promise, id, () => {
      began();
      noteRun(now(), id, kind);
      noteEnd(now(), id, 0, 0);
    }, true);
  });
  promised(promises, 'setTimeout', TIMEOUT, 'promises.setTimeout', true);
  promised(promises, 'setImmediate', IMMEDIATE, 'promises.setImmediate', false);
  const scheduler = promises.scheduler && getPrototypeOf(promises.scheduler);
  if (scheduler) {
    promised(scheduler, 'wait', TIMEOUT, 'scheduler.wait', true);
    promised(scheduler, 'yield', IMMEDIATE, 'scheduler.yield', false);
  }
  load('module').syncBuiltinESMExports();

  // The program

  // A program that forks hands these on: nobody would let the other one go.
  const { execArgv } = process;
  for (const ours of ['--inspect-publish-uid=stderr', '--inspect-brk=127.0.0.1:0']) {
    const at = execArgv.indexOf(ours);
    if (at >= 0) execArgv.splice(at, 1);
  }

  // The last thing that a program does, however it ends by itself.
  const emit = process.emit;
  defineProperty(process, 'emit', {
    configurable: true,
    writable: true,
    value: new Proxy(emit, {
      __proto__: null,
      apply(target, self, args) {
        try {
          return apply(target, self, args);
        } finally {
          if (args[0] === 'exit') flush();
        }
      },
    }),
  });

  // The debugger asks while functions run: then there is more below us than its own expression.
  const { captureStackTrace } = Error;
  const isBusy = () => {
    const limit = describe(Error, 'stackTraceLimit'),
      prepare = describe(Error, 'prepareStackTrace'),
      holder = { __proto__: null };
    let depth = 0;
    try {
      defineProperty(Error, 'stackTraceLimit', { configurable: true, writable: true, value: 2 });
      defineProperty(Error, 'prepareStackTrace', {
        configurable: true,
        writable: true,
        value: (error, frames) => depth = frames
          .length
      });
      captureStackTrace(holder, commands.drain);
      holder.stack;
    } finally {
      if (limit) defineProperty(Error, 'stackTraceLimit', limit);
      else deleteProperty(Error, 'stackTraceLimit');
      if (prepare) defineProperty(Error, 'prepareStackTrace', prepare);
      else deleteProperty(Error, 'prepareStackTrace');
    }
    return depth > 1;
  };
  const commands = {
    // A text where nothing runs.
    drain() {
      if (!isBusy()) return drain();
      flush();
      return 0;
    },
    began,
    address: threads.isMainThread ? file : file ? `${file} (worker ${threads.threadId})` : `worker ${threads.threadId}`,
  };
  return commands;
});
