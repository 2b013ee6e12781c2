/* timers.js: setTimeout() and its family, queueMicrotask(), requestIdleCallback() and requestAnimationFrame()
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 *   realm.isProxy (object)          whether it is a proxy
 *   realm.callbackName (callback)   the name of a callback for the trace, '' without a trace
 */
(function (realm) {
  'use strict';

  const { global, hooks, host, idl, List, options: { traced }, promise, Table } = realm;
  const { apply, getOwnPropertyDescriptor } = Reflect;
  const { hasOwn } = Object;
  const { floor, max } = Math;
  const {
    Impl,
    check,
    checkGlobal,
    defineGlobalOperation,
    defineInterface,
    dictionary,
    requireArguments,
    toDOMString,
    toFunction,
    toLong,
    toUnsignedLong,
    wrap
  } = idl;
  const NONE = [];

  function isProxy(object) {
    return realm.proxyTarget(object) !== undefined;
  }

  realm.isProxy = isProxy;

  /* Nothing of the program's runs for it: a name that is not a plain property is no name. */
  function callbackName(callback) {
    if (!traced || typeof callback !== 'function' || isProxy(callback))
      return '';

    const descriptor = getOwnPropertyDescriptor(callback, 'name');

    return descriptor !== undefined && hasOwn(descriptor, 'value') && typeof descriptor.value === 'string' ? descriptor.value :
      '';
  }

  realm.callbackName = callbackName;

  /* Calls a callback that returns nothing and whose exception is reported. */
  function invoke(callback, self, args) {
    try {
      apply(callback, self, args);
    } catch (exception) {
      realm.reportException(exception);
    }
  }

  /* Arguments of a call from the given one on. */
  function rest(args, from) {
    const { length } = args;

    if (length <= from)
      return NONE;

    const list = new List();

    for (let i = from; i < length; i++)
      list[i - from] = args[i];
    return list;
  }

  /* ---- Timers (HTML §8.7) ---- */

  const timers = new Table();

  /* Timer initialization steps, after the conversions. handler: a function or the text of a script. */
  function setTimer(handler, timeout, repeats, args) {
    /* Chromium has none for an empty text. */
    if (handler === '' && realm.options.blink)
      return 0;

    const id = host.setTimer(repeats, timeout, callbackName(handler));

    timers.set(id, { __proto__: null, handler, repeats, args });
    return id;
  }

  function clearTimer(id) {
    if (timers.delete(id))
      host.clearTimer(id);
  }

  function runText(text) {
    try {
      host.runScript(realm.compileScript(text));
    } catch (exception) {
      realm.reportException(exception);
    }
  }

  hooks.timer = (id) => {
    const timer = timers.get(id);

    if (timer === undefined)
      return;
    if (!timer.repeats)
      timers.delete(id);
    promise.setState(null);
    if (typeof timer.handler === 'function')
      invoke(timer.handler, global, timer.args);
    else
      runText(timer.handler);
    promise.setState(null);
  };

  function toHandler(value, context) {
    return typeof value === 'function' ? value : toDOMString(value, context);
  }

  defineGlobalOperation('setTimeout', {
    setTimeout(handler, timeout = 0) {
      const context = "Failed to execute 'setTimeout' on 'Window'";

      checkGlobal(this);
      requireArguments(arguments.length, 1, context);
      handler = toHandler(handler, context);
      return setTimer(handler, toLong(timeout, context), false, rest(arguments, 2));
    },
  }.setTimeout);

  defineGlobalOperation('setInterval', {
    setInterval(handler, timeout = 0) {
      const context = "Failed to execute 'setInterval' on 'Window'";

      checkGlobal(this);
      requireArguments(arguments.length, 1, context);
      handler = toHandler(handler, context);
      return setTimer(handler, toLong(timeout, context), true, rest(arguments, 2));
    },
  }.setInterval);

  defineGlobalOperation('clearTimeout', {
    clearTimeout(id = 0) {
      checkGlobal(this);
      clearTimer(toLong(id, "Failed to execute 'clearTimeout' on 'Window'"));
    },
  }.clearTimeout);

  defineGlobalOperation('clearInterval', {
    clearInterval(id = 0) {
      checkGlobal(this);
      clearTimer(toLong(id, "Failed to execute 'clearInterval' on 'Window'"));
    },
  }.clearInterval);

  /* ---- Microtasks (HTML §8.8) ---- */

  defineGlobalOperation('queueMicrotask', {
    queueMicrotask(callback) {
      checkGlobal(this);
      requireArguments(arguments.length, 1, "Failed to execute 'queueMicrotask' on 'Window'");
      promise.queueMicrotask(toFunction(callback, "Failed to execute 'queueMicrotask' on 'Window'", 'parameter 1'));
    },
  }.queueMicrotask);

  /* ---- Idle callbacks (requestIdleCallback §3, §4) ---- */

  class IdleDeadlineImpl extends Impl {
    constructor(deadline, didTimeout) {
      super();
      this.deadline = deadline;
      this.didTimeout = didTimeout;
      this.isCurrent = true;
    }

    /* Reading it is reading the clock: who waits for the end of the time comes to the end of it. */
    timeRemaining() {
      const now = host.now();

      if (this.didTimeout)
        return 0;
      return max(0, this.isCurrent ? host.idleRemaining() : this.deadline - now);
    }
  }

  const IdleDeadline = defineInterface('IdleDeadline', function IdleDeadline() {
    throw idl.illegalConstructor(new.target === undefined ? undefined : 'IdleDeadline');
  }, class {
    timeRemaining() {
      return check(this, IdleDeadlineImpl).timeRemaining();
    }

    get didTimeout() {
      return check(this, IdleDeadlineImpl).didTimeout;
    }
  });

  const idleCallbacks = new Table();
  const idleRequestOptions = dictionary('IdleRequestOptions', { timeout: [toUnsignedLong] });

  hooks.idle = (id) => {
    const callback = idleCallbacks.get(id);

    if (callback === undefined)
      return;
    idleCallbacks.delete(id);

    const didTimeout = host.idleTimedOut();
    const deadline = new IdleDeadlineImpl(host.time() + (didTimeout ? 0 : host.idleRemaining()), didTimeout);

    promise.setState(promise.newState(null, 0));
    invoke(callback, undefined, [wrap(IdleDeadline, deadline)]);
    deadline.isCurrent = false;
    /* Where the preset models Firefox, queueMicrotask() callbacks run with what is ambient. */
    if (realm.options.gecko !== true)
      promise.setState(null);
  };

  defineGlobalOperation('requestIdleCallback', {
    requestIdleCallback(callback, options = undefined) {
      const context = "Failed to execute 'requestIdleCallback' on 'Window'";

      checkGlobal(this);
      requireArguments(arguments.length, 1, context);
      toFunction(callback, context, 'parameter 1');

      const { timeout } = idleRequestOptions(options, context);
      const id = host.requestIdle(timeout === undefined ? 0 : timeout, callbackName(callback));

      idleCallbacks.set(id, callback);
      return id;
    },
  }.requestIdleCallback);

  defineGlobalOperation('cancelIdleCallback', {
    cancelIdleCallback(id) {
      const context = "Failed to execute 'cancelIdleCallback' on 'Window'";

      checkGlobal(this);
      requireArguments(arguments.length, 1, context);
      id = toUnsignedLong(id, context);
      if (idleCallbacks.delete(id))
        host.cancelIdle(id);
    },
  }.cancelIdleCallback);

  /* ---- Animation frames (HTML §8.11) ---- */

  /* 60 frames a second, in ms. */
  const FRAME = 16.667;

  /* The map of animation frame callbacks, and its keys in order. */
  const frameCallbacks = new Table();
  let frameRequests = new List();
  let lastFrameRequest = 0;
  let lastFrame = 0;
  let isFramePosted = false;

  /* The next frame comes when the loop's time is a multiple of FRAME again. */
  function postFrame() {
    const now = realm.clock.time();
    /* One that came a rounding too early was that frame nevertheless. */
    const frame = max(floor(now / FRAME + 1e-6), lastFrame) + 1;
    const time = frame * FRAME;

    lastFrame = frame;
    isFramePosted = true;
    realm.loopTasks.post('compositor', () => runFrame(time), max(0, time - now), 'requestAnimationFrame');
  }

  /* Run the animation frame callbacks: those that were requested before. */
  function runFrame(time) {
    const requests = frameRequests;
    const { length } = requests;

    isFramePosted = false;
    frameRequests = new List();
    for (let i = 0; i < length; i++) {
      const callback = frameCallbacks.get(requests[i]);

      if (callback === undefined)
        continue;
      frameCallbacks.delete(requests[i]);
      invoke(callback, undefined, [time]);
      promise.setState(null);
      /* Each leaves the stack empty. */
      if (i + 1 < length)
        host.checkpoint();
    }
  }

  defineGlobalOperation('requestAnimationFrame', {
    requestAnimationFrame(callback) {
      const context = "Failed to execute 'requestAnimationFrame' on 'Window'";

      checkGlobal(this);
      requireArguments(arguments.length, 1, context);
      toFunction(callback, context, 'parameter 1');

      const id = ++lastFrameRequest;

      frameCallbacks.set(id, callback);
      frameRequests[frameRequests.length] = id;
      if (!isFramePosted)
        postFrame();
      return id;
    },
  }.requestAnimationFrame);

  defineGlobalOperation('cancelAnimationFrame', {
    cancelAnimationFrame(id) {
      const context = "Failed to execute 'cancelAnimationFrame' on 'Window'";

      checkGlobal(this);
      requireArguments(arguments.length, 1, context);
      frameCallbacks.delete(toUnsignedLong(id, context));
    },
  }.cancelAnimationFrame);
})
