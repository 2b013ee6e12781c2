// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Runs in each document and worker before its own scripts, or later in one that already runs. It puts proxies before the functions
// that schedule, and tells in batches what happens. CONFIG is replaced by an object:
//   name      the binding that carries batches; afterwards the name of the object with the commands
//   isEmpty   the function of instrument-firefox.js which says that nobody has to know of the document yet; then it is not late
//   late      whether what runs here began before
//   units     of time in a millisecond, 0 for those of browsers
//   stacks    how many callers to tell with a post: 0 for none, 1 for the place of some posts, more for those of all posts
//   stream    the function of instrument-stream.js, which sends what is told
//   words     the function of instrument-words.js, which finds what is told of names, reasons and callers
//   promises  the function of instrument-promises.js, which follows them
//   more      the function of instrument-page.js or instrument-node.js, which is told what it may use of this file
//
// Nothing here may change what the page does, nor fail where the page has changed its own functions: so everything is taken out of
// the global object before the page runs, and arrays and maps have their methods with them.
((config) => {
  'use strict';
  const global = globalThis;
  const send = global[config.name];
  if (typeof send !== 'function') return;
  delete global[config.name];

  const { apply, construct, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const { setPrototypeOf } = Object;
  const { round } = Math;
  const describe = (object, key) => object && getOwnPropertyDescriptor(object, key);
  const getter = (type, key) => describe(type?.prototype, key)?.get;
  const armed = (object, ...names) => {
    for (const name of names) defineProperty(object, name, { value: object[name] });
    return object;
  };
  const stringOf = String,
    isArray = Array.isArray;
  const timeNow = performance.now.bind(performance);
  const units = config.units || (global.crossOriginIsolated ? 200 : 10);
  const now = () => round(timeNow() * units);

  // The numbers of things

  const BEGIN = 1,
    POST = 2,
    SIGNAL = 9,
    ANY = 10,
    SOURCE = 11,
    TIMEOUT = 12,
    ABORT = 13,
    ABORTED = 14,
    PRIORITY = 15,
    CHANGED = 16,
    LISTENER = 17,
    LISTENED = 18,
    STATE = 19,
    HELD = 29;
  const TASK = 0,
    CONTINUATION = 1,
    MESSAGE = 7;
  const LEVELS = { __proto__: null, 'background': 0, 'user-visible': 1, 'user-blocking': 2 };
  const LEVEL_NAMES = ['background', 'user-visible', 'user-blocking'];

  const { cut, nameOf, reasonOf, where, whereMade, refill } = config.words(config.stacks);
  const address = () => cut(stringOf(extra?.address ?? global.location ?? ''), 2000);
  const stream = config.stream({ send, units, nameOf, address, hasStacks: config.stacks > 1, isEmpty: config.isEmpty });
  const { note, noteMost, noteLong, notePost, noteYield, noteRun, noteEnd, flush, takeAll, hurry, leave } = stream;

  // Signals by number

  const numbers = armed(new WeakMap(), 'get', 'set', 'has');
  const objects = armed(new Map(), 'get', 'set', 'delete', 'forEach'); // number → WeakRef of the controller, or of the signal
  const Ref = WeakRef,
    deref = WeakRef.prototype.deref;
  let nSignals = 0,
    nTasks = 0,
    current = 0,
    limit = 1024;

  const isAborted = getter(global.AbortSignal, 'aborted');
  const priorityOf = getter(global.TaskSignal, 'priority');
  const signalOf = getter(global.AbortController, 'signal');
  const reasonFor = getter(global.AbortSignal, 'reason');
  const level = signal => {
    try {
      return LEVELS[apply(priorityOf, signal, [])];
    } catch {
      return -1;
    }
  };
  const sweep = () => {
    apply(objects.forEach, objects, [(ref, n) => {
      if (apply(deref, ref, []) === undefined) objects.delete(n);
    }]);
    limit = 2 * objects.size + 1024;
  };
  const keep = (n, object) => {
    objects.set(n, new Ref(object));
    if (n % 1024 === 0 && objects.size > limit) sweep();
  };
  // Tells of a signal that is met for the first time. What is no signal has no number: the native function will complain. @made:
  // the function of ours that has just made it, if one has
  const number = (signal, owner, made) => {
    let n = numbers.get(signal);
    if (n === undefined) {
      let aborted;
      try {
        aborted = apply(isAborted, signal, []);
      } catch {
        return 0;
      }
      numbers.set(signal, n = ++nSignals);
      keep(n, owner ?? signal);
      noteLong(SIGNAL, now(), n, level(signal), aborted ? 1 : 0, owner ? 1 : 0, made ? whereMade(made) : 0);
    }
    return n;
  };

  // Whether code may run in a task with a signal: with that, the promise of its yield is rejected. A yield inherits nothing from
  // tasks of other documents.
  let hasSignals = config.late;

  // Signals that were made before the script came depend on each other in ways that nobody tells: so all are looked at.
  const isLate = config.late || (!config.isEmpty && global.document && document.readyState !== 'loading');
  const states = armed(new Map(), 'get', 'set', 'delete');
  const look = () => {
    apply(objects.forEach, objects, [(ref, n) => {
      const object = apply(deref, ref, []);
      const signal = object && (numbers.has(object) ? object : apply(signalOf, object, []));
      if (!signal) {
        objects.delete(n);
        states.delete(n);
        return;
      }
      const priority = level(signal),
        aborted = apply(isAborted, signal, []) ? 1 : 0,
        state = priority * 2 + aborted;
      if (states.get(n) !== state) {
        states.set(n, state);
        noteLong(STATE, now(), n, priority, aborted, 0, 0);
      }
    }]);
  };

  // Callbacks

  let stop = null; // {next, names}
  const pause = (id, kind, name) => {
    if (stop.next || (name !== '' && stop.names[name])) {
      note(HELD, now(), id, kind);
      flush();
      debugger;
    }
  };
  defineProperty(pause, 'name', { value: config.name }); // by which the debugger tells it from functions of the page
  let began = null; // what wants to know
  const begin = (id, kind, callback) => {
    current = id;
    if (began !== null) began();
    if (stop !== null) pause(id, kind, nameOf(callback));
    noteRun(now(), id, kind);
  };
  const end = (id, outer, how, text) => {
    noteEnd(now(), id, how, text);
    current = outer > 0 ? outer : -id; // in the microtasks after it, or in what nobody watches
  };
  const ended = (id, outer, value) => {
    let how = 0,
      text = 0;
    if (typeof value === 'object' && value !== null) how = 1;
    else if (typeof value === 'number' || typeof value === 'boolean') text = stringOf(value);
    end(id, outer, how, text);
    return value;
  };
  const within = (kind, id, callback, self, args) => {
    const outer = current;
    begin(id, kind, callback);
    let value, hasThrown = true;
    try {
      value = apply(callback, self, args);
      hasThrown = false;
    } finally {
      // To throw it once more would be another place.
      if (hasThrown) end(id, outer, 2, 0);
    }
    return ended(id, outer, value);
  };
  // A function prints itself as the native one that it stands for.
  const natives = armed(new WeakMap(), 'get', 'set');
  const replaced = armed([], 'push', 'forEach');
  const put = (object, key, descriptor, own) => {
    replaced.push({ object, key, own });
    natives.set(own, descriptor.value);
    descriptor.value = own;
    defineProperty(object, key, descriptor);
  };
  // Nobody watches any more: the native functions are back, unless the page has put something before ours. Listeners were given to
  // the browser as functions of ours, so those that know them stay.
  const putBack = () => replaced.forEach(({ object, key, own }) => {
    const descriptor = describe(object, key);
    if (descriptor?.value !== own || !descriptor.configurable || stays[key]) return;
    descriptor.value = natives.get(own);
    defineProperty(object, key, descriptor);
  });
  const stays = { __proto__: null, addEventListener: true, removeEventListener: true };
  const replace = (object, key, trap) => {
    const descriptor = describe(object, key);
    if (typeof descriptor?.value !== 'function' || !descriptor.configurable) return;
    const proxy = new Proxy(descriptor.value, { __proto__: null, apply: trap });
    put(object, key, descriptor, proxy);
  };
  // What is called often has a function of ours in its place: a call through a proxy takes a quarter of a microsecond more. @make
  // is given the native function, as one that takes what is to be "this" first.
  const { bind, call } = Function.prototype;
  const replaceOften = (object, key, make) => {
    const descriptor = describe(object, key);
    if (typeof descriptor?.value !== 'function' || !descriptor.configurable) return undefined;
    const method = make(apply(bind, call, [descriptor.value]))[key];
    for (const name of ['length', 'name']) defineProperty(method, name, describe(descriptor.value, name));
    put(object, key, descriptor, method);
    return method;
  };

  // Promises

  const left = id => void(current = -id);
  const { follow, listenTo } = config.promises({ armed, describe, now, note, noteLong, reasonOf, left });

  // scheduler

  // Options that have nothing of the page in them. An object without any prototype would be slower.
  function Given(delay, priority, signal) {
    this.delay = delay;
    this.priority = priority;
    this.signal = signal;
  }
  Given.prototype = { __proto__: null };

  const postTask = replaceOften(global.Scheduler?.prototype, 'postTask', native => {
    const methods = {
      postTask(callback, options) {
        if (typeof callback !== 'function' || (options !== undefined && options !== null && typeof options !== 'object' &&
            typeof options !== 'function')) return arguments.length === 0 ? native(this) : native(this, callback, options);
        let signal, priority, delay, s = 0,
          given;
        if (options) {
          // Each option is read and converted once, in the order of the specification.
          try {
            delay = options.delay;
            if (delay !== undefined && typeof delay !== 'number') delay = +delay;
            priority = options.priority;
            if (priority !== undefined && typeof priority !== 'string') priority = `${priority}`;
            if (priority === undefined || LEVELS[priority] !== undefined) signal = options.signal;
          } catch (error) {
            return native(this, callback, { get delay() { throw error; } });
          }
          given = new Given(delay, priority, signal);
          if (signal) {
            s = number(signal);
            hasSignals = true;
          }
        }
        const id = ++nTasks,
          time = now();
        const run = () => {
          const outer = current;
          begin(id, TASK, callback);
          let value;
          try {
            value = callback();
          } catch (error) {
            end(id, outer, 2, reasonOf(error));
            throw error;
          }
          ended(id, outer, value);
          return typeof value === 'object' && value !== null ? listenTo(value, id) : value;
        };
        const place = where(methods.postTask);
        if (place !== 0 || priority !== undefined || delay !== undefined) noteMost(POST, time, id, priority === undefined ?
          -1 :
          LEVELS[priority] ?? -1, s,
          typeof delay === 'number' && delay > 0 ? delay : 0, nameOf(callback), current, place);
        else notePost(time, id, callback, current, s);
        return given ? native(this, run, given) : native(this, run);
      },
    };
    return methods;
  });

  const runYield = id => {
    if (stop !== null) pause(id, CONTINUATION, '');
    noteRun(now(), id, CONTINUATION);
  };
  const ours = global.scheduler; // another object has no yield
  replaceOften(global.Scheduler?.prototype, 'yield', native => {
    const methods = {
      yield(options) {
        const promise = native(this, options),
          id = ++nTasks;
        noteYield(now(), id, current, where(methods.yield));
        return follow(promise, id, runYield, hasSignals || this !== ours || options !== undefined);
      },
    };
    return methods;
  });
  replace(Function.prototype, 'toString', (target, self, args) => apply(target, natives.get(self) ?? self, args));

  // Controllers and signals

  const adopt = (object, made) => number(apply(signalOf, object, []), object, made);
  const classes = { __proto__: null };
  for (const name of ['AbortController', 'TaskController']) {
    const Native = classes[name] = global[name];
    if (!Native) continue;
    const make = (target, args, newTarget) => {
      const made = construct(target, args, newTarget === proxy ? target : newTarget);
      adopt(made, make);
      return made;
    };
    const proxy = new Proxy(Native, { __proto__: null, construct: make });
    put(global, name, describe(global, name), proxy);
    if (name === 'TaskController') setPrototypeOf(Native, global.AbortController);
    put(Native.prototype, 'constructor', describe(Native.prototype, 'constructor'), proxy);
  }
  const ABORTED_TEXT = 'AbortError: signal is aborted without reason';
  const owned = object => {
    try {
      return adopt(object);
    } catch {
      return 0;
    }
  };
  replace(AbortController.prototype, 'abort', (target, self, args) => {
    const n = owned(self);
    if (n === 0) return apply(target, self, args);
    noteLong(ABORT, now(), n, args[0] === undefined ? ABORTED_TEXT : reasonOf(args[0]), current, 0, 0);
    try {
      return apply(target, self, args);
    } finally {
      note(ABORTED, now(), n, 0);
      if (isLate) look();
    }
  });
  if (global.TaskController) replace(TaskController.prototype, 'setPriority', (target, self, args) => {
    const n = owned(self);
    if (n === 0 || args.length === 0) return apply(target, self, args);
    if (typeof args[0] !== 'string') args[0] = `${args[0]}`;
    const wanted = LEVELS[args[0]] ?? -1;
    let done = 0;
    noteLong(PRIORITY, now(), n, wanted, level(apply(signalOf, self, [])), current, 0);
    try {
      const value = apply(target, self, args);
      done = 1;
      return value;
    } finally {
      note(CHANGED, now(), n, done);
      if (isLate) look();
    }
  });
  const { iterator } = Symbol;
  const any = (target, self, args) => {
    if (args.length === 0) return apply(target, self, args);
    let list = args[0],
      source;
    const init = args[1],
      given = [list];
    if (list !== null && (typeof list === 'object' || typeof list === 'function')) {
      const original = list,
        iterate = original[iterator];
      if (typeof iterate === 'function') list = given[0] = [...{
        [iterator]: () => apply(iterate, original, [])
      }];
      else given[0] = {
        [iterator]: iterate
      };
    }
    if (init !== null && typeof init === 'object') {
      source = init.priority;
      given[1] = source === undefined ? {} : { priority: source };
    } else if (args.length > 1) given[1] = init;
    const signal = apply(target, self, given);
    const members = isArray(list) ? list.length : 0,
      followed = source !== null && typeof source === 'object' ? number(source) : 0;
    for (let i = 0; i < members; i++) number(list[i]);
    const n = ++nSignals;
    numbers.set(signal, n);
    keep(n, signal);
    noteLong(ANY, now(), n, followed, level(signal), apply(isAborted, signal, []) ? 1 : 0, whereMade(any));
    for (let i = 0; i < members; i++) note(SOURCE, now(), n, number(list[i]));
    return signal;
  };
  replace(AbortSignal, 'any', any);
  if (global.TaskSignal) replace(TaskSignal, 'any', any);
  const timeout = (target, self, args) => {
    const signal = apply(target, self, args),
      n = number(signal, undefined, timeout),
      ms = args[0];
    note(TIMEOUT, now(), n, typeof ms === 'number' ? round(ms) : 0);
    // The only listener of ours: nothing else tells that it aborts.
    apply(listen, signal, ['abort', () => noteLong(ABORT, now(), n, reasonOf(apply(reasonFor, signal, [])), 0, 0, 0)]);
    return signal;
  };
  replace(AbortSignal, 'timeout', timeout);

  // Listeners of signals and ports

  const typeOf = getter(global.Event, 'type'),
    targetOf = getter(global.Event, 'currentTarget');
  const wrappers = armed(new WeakMap(), 'get', 'set'),
    originals = armed(new WeakMap(), 'get', 'set');
  const Port = global.MessagePort;
  const watched = { __proto__: null, prioritychange: AbortSignal, abort: AbortSignal, message: Port ?? AbortSignal };
  const isInstance = Function.prototype[Symbol.hasInstance];
  const wrap = listener => {
    if (listener === null || (typeof listener !== 'function' && typeof listener !== 'object')) return listener;
    let wrapper = wrappers.get(listener);
    if (!wrapper) {
      const heard = (target, callback, self, event) => {
        const n = numbers.get(target);
        if (n === undefined) return within(MESSAGE, ++nTasks, callback, self, [event]); // of a port
        note(LISTENER, now(), n, apply(typeOf, event, []) === 'abort' ? 1 : 0);
        try {
          return apply(callback, self, [event]);
        } finally {
          note(LISTENED, now(), n, 0);
        }
      };
      // The browser asks an object each time for its function, and knows what to do where it has none.
      wrapper = typeof listener === 'function' ? function (event) {
        return heard(this, listener, this, event);
      } : {
        get handleEvent() {
          const callback = listener.handleEvent;
          return typeof callback !== 'function' ? callback :
            event => heard(apply(targetOf, event, []), callback, listener, event);
        },
      };
      wrappers.set(listener, wrapper);
      originals.set(wrapper, listener);
    }
    return wrapper;
  };
  const listen = describe(EventTarget.prototype, 'addEventListener').value;
  const unlisten = describe(EventTarget.prototype, 'removeEventListener').value;
  replace(EventTarget.prototype, 'addEventListener', (target, self, args) => {
    const Type = typeof args[0] === 'string' ? watched[args[0]] : undefined,
      listener = args[1];
    if (Type === undefined || !listener || !apply(isInstance, Type, [self])) return apply(target, self, args);
    if (Type === AbortSignal) number(self);
    return apply(target, self, args.length > 2 ? [args[0], wrap(listener), args[2]] : [args[0], wrap(listener)]);
  });
  replace(EventTarget.prototype, 'removeEventListener', (target, self, args) => {
    const listener = args[1];
    const wrapper = listener && (typeof listener === 'function' || typeof listener === 'object') && wrappers.get(listener);
    if (wrapper) apply(unlisten, self, args.length > 2 ? [args[0], wrapper, args[2]] : [args[0], wrapper]);
    return apply(target, self, args);
  });
  for (const [Type, key] of [[global.TaskSignal, 'onprioritychange'], [AbortSignal, 'onabort'], [Port, 'onmessage']]) {
    const descriptor = describe(Type?.prototype, key);
    if (!descriptor?.set) continue;
    const { get, set } = descriptor;
    descriptor.set = new Proxy(set, {
      __proto__: null,
      apply(target, self, args) {
        if (Type !== Port) number(self);
        return apply(set, self, [typeof args[0] === 'function' ? wrap(args[0]) : args[0]]); // an object is not called
      },
    });
    descriptor.get = new Proxy(get, {
      __proto__: null,
      apply(target, self, args) {
        const value = apply(get, self, args);
        return (value && originals.get(value)) ?? value;
      },
    });
    defineProperty(Type.prototype, key, descriptor);
  }

  // Timers, microtasks, and what else only pages or only Node.js have

  const drain = () => {
    refill();
    return takeAll();
  };
  const next = () => ++nTasks,
    poster = () => current;
  const kit = {
    armed,
    describe,
    replace,
    nameOf,
    where,
    now,
    note,
    noteLong,
    noteMost,
    noteRun,
    noteEnd,
    within,
    follow,
    next,
    poster,
    left,
    flush,
    hurry,
    drain
  };
  const extra = config.more(kit, config.late);
  began = extra?.began ?? null;

  // Commands. Those that the user gives return '', or a word of ls-page-acts.c that says why they do nothing.

  const reach = n => {
    const ref = objects.get(n);
    return ref && apply(deref, ref, []);
  };
  defineProperty(global, config.name, {
    configurable: true,
    value: {
      ...(extra ?? kit.commands),
      leave() {
        leave();
        putBack();
        if (classes.TaskController) setPrototypeOf(classes.TaskController, classes.AbortController);
        stop = null;
      },
      stop: what => void(stop = what),
      abort(n, reason) {
        const controller = reach(n);
        if (!controller || numbers.has(controller)) return 'no-controller';
        controller.abort(reason);
        flush();
        return '';
      },
      setPriority(n, priority) {
        const controller = reach(n);
        if (!controller || numbers.has(controller) || typeof controller.setPriority !== 'function') return 'no-controller';
        controller.setPriority(LEVEL_NAMES[priority]);
        flush();
        return '';
      },
      post(callback, priority) {
        apply(postTask, scheduler, [callback, { priority: LEVEL_NAMES[priority] }]).catch(() => {});
        flush();
        return '';
      },
    },
  });
  if (global.document && global.addEventListener) apply(listen, global, ['pagehide', flush, true]);
  // What a document says when another one has its place, Chromium passes on no more: so it says all at once when it is about to go.
  const destinationOf = getter(global.NavigateEvent, 'destination'),
    isSame = getter(global.NavigationDestination, 'sameDocument');
  if (global.document && global.navigation && isSame && !config.isEmpty) apply(listen, global.navigation, ['navigate', event => {
    if (!apply(isSame, apply(destinationOf, event, []), [])) hurry();
  }, true]);
  const kind = extra ? 3 : !global.document ? 2 : global.parent === global ? 0 : 1;
  noteLong(BEGIN, now(), round(performance.timeOrigin * 1000), units, kind, isLate ? 1 : 0, ''); // take() knows the address
  flush();
})(CONFIG);
