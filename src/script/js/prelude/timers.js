/* timers.js: setTimeout() and its family, queueMicrotask(), requestIdleCallback() and requestAnimationFrame()
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 *   realm.isProxy (object)   tells whether an object is a proxy
 */
(function (realm) {
  'use strict';

  const { global, hooks, host, idl, List, options: { traced, liveIdle }, promise, Table } = realm;
  const { apply } = Reflect;
  const { floor, max } = Math;
  const {
    Impl,
    check,
    checkGlobal,
    defineGlobalOperations,
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
  const BACKGROUND = 1; /* the number of the priority */

  function isProxy(object) {
    return realm.proxyTarget(object) !== undefined;
  }

  realm.isProxy = isProxy;

  const nameOf = (callback) => traced ? realm.taskName(callback) : '';

  /* Calls a callback and reports what it throws. */
  function invoke(callback, self, args) {
    try {
      apply(callback, self, args);
    } catch (exception) {
      realm.reportException(exception);
    }
  }

  /* Returns the arguments of a call from one index on. */
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

  /* Timer initialization steps, after the conversions. handler: a function or the text of a script */
  function setTimer(handler, timeout, repeats, args) {
    /* Chromium makes no timer for an empty text. */
    if (handler === '' && realm.options.blink)
      return 0;

    const id = host.setTimer(repeats, timeout, nameOf(handler));
    const url = typeof handler === 'function' ? '' : realm.nameText(repeats ? 'setInterval' : 'setTimeout');

    timers.set(id, { __proto__: null, handler, repeats, args, url });
    return id;
  }

  function clearTimer(id) {
    if (timers.delete(id))
      host.clearTimer(id);
  }

  function runText(text, url) {
    try {
      host.runScript(realm.compileScript(text, url), url);
    } catch (exception) {
      realm.reportException(exception, { __proto__: null, url, text });
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
      runText(timer.handler, timer.url);
    promise.setState(null);
  };

  function toHandler(value, context) {
    return typeof value === 'function' ? value : toDOMString(value, context);
  }

  defineGlobalOperations({
    setTimeout(handler, timeout = 0) {
      const context = "Failed to execute 'setTimeout' on 'Window'";

      checkGlobal(this);
      requireArguments(arguments.length, 1, context);
      handler = toHandler(handler, context);
      return setTimer(handler, toLong(timeout, context), false, rest(arguments, 2));
    },

    setInterval(handler, timeout = 0) {
      const context = "Failed to execute 'setInterval' on 'Window'";

      checkGlobal(this);
      requireArguments(arguments.length, 1, context);
      handler = toHandler(handler, context);
      return setTimer(handler, toLong(timeout, context), true, rest(arguments, 2));
    },

    clearTimeout(id = 0) {
      checkGlobal(this);
      clearTimer(toLong(id, "Failed to execute 'clearTimeout' on 'Window'"));
    },

    clearInterval(id = 0) {
      checkGlobal(this);
      clearTimer(toLong(id, "Failed to execute 'clearInterval' on 'Window'"));
    },
  });

  /* ---- Microtasks (HTML §8.8) ---- */

  defineGlobalOperations({
    queueMicrotask(callback) {
      checkGlobal(this);
      requireArguments(arguments.length, 1, "Failed to execute 'queueMicrotask' on 'Window'");
      promise.queueMicrotask(toFunction(callback, "Failed to execute 'queueMicrotask' on 'Window'", 'parameter 1'));
    },
  });

  /* ---- Idle callbacks (requestIdleCallback §3, §4) ---- */

  class IdleDeadlineImpl extends Impl {
    constructor(deadline, didTimeout) {
      super();
      this.deadline = deadline;
      this.didTimeout = didTimeout;
      this.isCurrent = true;
    }

    /* Reads the clock, so that a loop which waits for the end of the time comes to an end. */
    timeRemaining() {
      const now = host.now();

      if (this.didTimeout)
        return 0;
      return max(0, this.isCurrent || liveIdle ? host.idleRemaining() : this.deadline - now);
    }
  }

  const IdleDeadline = defineInterface('IdleDeadline', undefined, class {
    timeRemaining() {
      return check(this, IdleDeadlineImpl).timeRemaining();
    }
  }, { Kind: IdleDeadlineImpl, attributes: ['didTimeout'] });

  const idleCallbacks = new Table();
  const idleRequestOptions = dictionary('IdleRequestOptions', { timeout: [toUnsignedLong] });

  hooks.idle = (id) => {
    const callback = idleCallbacks.get(id);

    if (callback === undefined)
      return;
    idleCallbacks.delete(id);

    const didTimeout = host.idleTimedOut();
    const deadline = new IdleDeadlineImpl(host.time() + (didTimeout ? 0 : host.idleRemaining()), didTimeout);

    promise.setState(promise.newState(null, BACKGROUND));
    invoke(callback, undefined, [wrap(IdleDeadline, deadline)]);
    deadline.isCurrent = false;
    /* Where the preset models Firefox, callbacks of queueMicrotask() run with the ambient state. */
    if (realm.options.gecko !== true)
      promise.setState(null);
  };

  defineGlobalOperations({
    requestIdleCallback(callback, options = undefined) {
      const context = "Failed to execute 'requestIdleCallback' on 'Window'";

      checkGlobal(this);
      requireArguments(arguments.length, 1, context);
      toFunction(callback, context, 'parameter 1');

      realm.optionNames.note(options, realm.optionNames.REQUEST_IDLE_CALLBACK, ['timeout']);

      const { timeout } = idleRequestOptions(options, context);
      const id = host.requestIdle(timeout === undefined ? 0 : timeout, nameOf(callback));

      idleCallbacks.set(id, callback);
      return id;
    },

    cancelIdleCallback(id) {
      const context = "Failed to execute 'cancelIdleCallback' on 'Window'";

      checkGlobal(this);
      requireArguments(arguments.length, 1, context);
      id = toUnsignedLong(id, context);
      if (idleCallbacks.delete(id))
        host.cancelIdle(id);
    },
  });

  /* ---- Animation frames (HTML §8.11) ---- */

  /* The time between two of 60 frames a second, in ms */
  const FRAME = 16.667;

  /* The map of animation frame callbacks, and its keys in order */
  const frameCallbacks = new Table();
  let frameRequests = new List();
  let lastFrameRequest = 0;
  let lastFrame = 0;
  let isFramePosted = false;

  /* The next frame comes when the loop's time is again a multiple of FRAME: workers have the frames of the page. */
  function postFrame() {
    const now = host.time();
    /* A frame that came too early by a rounding error was that frame nevertheless. */
    const frame = max(floor(now / FRAME + 1e-6), lastFrame) + 1;
    const time = frame * FRAME;

    lastFrame = frame;
    isFramePosted = true;
    realm.loopTasks.post('compositor', () => runFrame(realm.clock.since(time)), max(0, time - now), 'requestAnimationFrame');
  }

  /* Run the animation frame callbacks: those that were requested before the frame. */
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
      /* The stack is empty after each callback. */
      if (i + 1 < length)
        host.checkpoint();
    }
  }

  defineGlobalOperations({
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

    cancelAnimationFrame(id) {
      const context = "Failed to execute 'cancelAnimationFrame' on 'Window'";

      checkGlobal(this);
      requireArguments(arguments.length, 1, context);
      frameCallbacks.delete(toUnsignedLong(id, context));
    },
  });
})
