/* scheduler.js: Scheduler and scheduler (Prioritized Task Scheduling §2). Queues, order and delays are the engine's; here are
 * arguments, callbacks and results.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (realm) {
  'use strict';

  const { idl, host, hooks, options: realmOptions } = realm;
  const { deleteProperty } = Reflect;
  const { isObject } = realm.properties;
  const {
    Impl,
    implOf,
    implOfKind,
    wrap,
    check,
    typeError,
    requireArguments,
    rejectedPromise,
    enumeration,
    toUnsignedLongLongEnforced
  } = idl;
  const {
    newUnnumberedPromise,
    numberPromise,
    resolve,
    reject,
    isAwaited,
    getState,
    setState,
    newState,
    state: stateOf,
    result: resultOf,
    watch,
    setWatcher,
    then
  } = realm.promise;
  const { AbortSignalImpl, TaskSignalImpl, priorityNumbers, toTaskPriority, findOrAdopt, wrapTaskSignal } = realm.signals;
  const { inheritance } = realm;
  const {
    postTask: hostPostTask,
    yield: hostYield,
    post: hostPost,
    continueLater: hostContinueLater,
    schedulerWait: hostWait,
    schedulerRender: hostRender,
    words,
    events
  } = host;
  const { traced, gecko, yieldOptions, priorityInheritance: inherits } = realmOptions;
  const { optionNames } = realm;

  const USER_VISIBLE = priorityNumbers['user-visible'];
  const UNSET = 0;

  /* What refuse() tells the engine of */
  const OF_POST_TASK = 0;
  const OF_YIELD = 1;
  const OF_WAIT = 2;
  const OF_RENDER = 3;

  /* What runTask returns */
  const RETURNED = 0;
  const THREW = 1;
  const SETTLED = 2;

  /* Places in `words`: how much of the event buffer is used, and from where on it is flushed */
  const EVENTS = 0;
  const EVENTS_LIMIT = 1;
  const EVENT_FULFILLED = 7;

  /* Places in `words`: jobs enqueued so far, jobs begun so far */
  const ENQUEUED = 2;
  const BEGUN = 3;

  /* Places in `words`: the arguments of post() and continueLater(), and their answer */
  const SLOT = 11;
  const ABORT_SOURCE = 12;
  const PRIORITY_SOURCE = 13;
  const ACCEPTED = 14;

  /* States of promises */
  const PENDING = 0;
  const REJECTED = 2;

  const RESOLVE_WITH_RETURNED = 0;
  const REJECT_WITH_THROWN = 1;

  /* ---- Slots: what the engine's tasks and continuations have here ---- */

  class Slot extends Impl {
    constructor() {
      super();
      this.callback = undefined;
      this.promise = undefined;
      this.abortSource = null;
      this.prioritySource = 0;
      this.state = null;
      this.value = undefined;
      this.isRunning = false;
      this.isSettled = false;
      this.recordId = 0;
    }
  }

  const slots = { __proto__: null };
  const freeSlots = { __proto__: null };
  let slotCount = 0;
  let freeCount = 0;

  /* The states of tasks without a signal */
  const fixedStates = { __proto__: null, 1: newState(null, 1), 2: newState(null, 2), 3: newState(null, 3) };

  function takeSlot() {
    if (freeCount > 0)
      return freeSlots[--freeCount];
    slots[slotCount] = new Slot();
    return slotCount++;
  }

  function releaseSlot(index, slot) {
    if (inherits)
      inheritance.setSlot(slot.promise, -1);
    slot.callback = undefined;
    slot.promise = undefined;
    slot.abortSource = null;
    slot.state = null;
    slot.value = undefined;
    slot.isRunning = false;
    slot.isSettled = false;
    freeSlots[freeCount++] = index;
  }

  /* Tells the trace what became of a result. */
  function note(recordId, isRejected, value) {
    if (!isRejected && value === undefined) {
      /* An event costs less than a call in this, the usual case. */
      const at = words[EVENTS];

      events[at] = EVENT_FULFILLED;
      events[at + 1] = recordId;
      words[EVENTS] = at + 2;
      if (at + 2 >= words[EVENTS_LIMIT])
        host.flush();
      return;
    }
    host.noteSettled(recordId, isRejected, value === undefined ? undefined
      : isRejected || typeof value === 'string' ? realm.throwSummary(value)
      : realm.inspect(value));
  }

  /* A task may return a promise, as each async function does. Its result is known when the promise is settled. */
  setWatcher(note);

  /* §2.4.2 schedule a postTask task, step 11.2. A promise that abort steps settle meanwhile stays settled. */
  hooks.runTask = function (index) {
    const slot = slots[index];
    const { callback, abortSource, prioritySource } = slot;
    let completion = RETURNED;
    let value;

    const state = inherits ? inheritance.newTaskState(abortSource, prioritySource)
      : abortSource === null ? fixedStates[prioritySource]
      : newState(abortSource, prioritySource);

    slot.isRunning = true;
    slot.state = state;
    setState(state);
    try {
      value = callback();
    } catch (exception) {
      value = exception;
      completion = THREW;
    }
    /* Microtasks bring their own state. Where the preset models Firefox, callbacks of queueMicrotask() run with the ambient
     * state until the task is finished. */
    if (!gecko)
      setState(null);
    if (slot.isSettled)
      releaseSlot(index, slot);
    else if (completion === RETURNED && !traced && !isObject(value) && words[ENQUEUED] === words[BEGUN]
      && !isAwaited(slot.promise)) {
      /* No program can tell whether the promise is settled now, or when the engine says so as in all other cases. This saves a
       * call. */
      resolve(slot.promise, value);
      releaseSlot(index, slot);
      setState(null);
      return SETTLED;
    } else {
      slot.isRunning = false;
      slot.value = value;
    }
    return completion;
  };

  /* Steps 11.2.3 and 11.2.4, or step 1 of the abort steps. The promise is resolved in the task's state, in which a thenable's
   * then() runs, even after microtasks, as in Chromium. */
  hooks.settleTask = function (index, mode, reason) {
    const slot = slots[index];
    const { promise, value, state, recordId } = slot;

    if (slot.isRunning) {
      slot.isSettled = true;
      if (traced)
        note(recordId, true, reason);
      reject(promise, reason);
      return;
    }
    releaseSlot(index, slot);
    if (mode === RESOLVE_WITH_RETURNED) {
      if (traced && !isObject(value))
        note(recordId, false, value);
      setState(state);
      resolve(promise, value);
      setState(null);
      if (traced && isObject(value)) {
        if (stateOf(promise) === PENDING)
          watch(promise);
        else
          note(recordId, stateOf(promise) === REJECTED, resultOf(promise));
      }
      return;
    }
    if (traced)
      note(recordId, true, mode === REJECT_WITH_THROWN ? value : reason);
    reject(promise, mode === REJECT_WITH_THROWN ? value : reason);
    /* An abort may have come from a microtask of this or another task, and leaves that task's ambient state alone. */
    if (gecko && state !== null && mode === REJECT_WITH_THROWN)
      setState(null);
  };

  /* ---- postTask() ---- */

  const POST_TASK = "Failed to execute 'postTask' on 'Scheduler'";
  const POST_TASK_OPTION = 'SchedulerPostTaskOptions';
  const POST_TASK_MEMBERS = ['delay', 'priority', 'signal'];

  function optionContext(context, dictionary, member) {
    return `${context}: Failed to read the '${member}' property from '${dictionary}'`;
  }

  /* name: of a task that is not called after its callback, or undefined */
  function post(callback, signal, priority, delay, name = undefined) {
    const index = takeSlot();
    const slot = slots[index];
    const promise = newUnnumberedPromise();

    slot.callback = callback;
    slot.promise = promise;
    if (inherits)
      inheritance.setSlot(promise, index);
    if (signal === undefined)
      slot.prioritySource = priority === UNSET ? USER_VISIBLE : priority;
    else {
      slot.abortSource = signal.wrapper;
      slot.prioritySource = priority !== UNSET ? priority
        : signal instanceof TaskSignalImpl ? signal.wrapper
        : USER_VISIBLE;
    }
    if (!traced && delay === 0) {
      words[SLOT] = index;
      words[ABORT_SOURCE] = signal === undefined ? 0 : signal.getId();
      words[PRIORITY_SOURCE] = -priority;
      hostPost();
      if (words[ACCEPTED] !== 0)
        return promise;
      releaseSlot(index, slot);
      return rejectedPromise(host.reason(signal.handle));
    }
    if (signal !== undefined && signal.isAborted()) {
      releaseSlot(index, slot);
      if (traced)
        host.refuse(signal.handle, name ?? realm.taskName(callback), OF_POST_TASK);
      return rejectedPromise(host.reason(signal.handle));
    }
    slot.recordId = hostPostTask(index, signal === undefined ? null : signal.handle, priority, delay,
      traced ? name ?? realm.taskName(callback) : '');
    if (traced)
      numberPromise(promise, slot.recordId);
    return promise;
  }

  /* Reads members in lexicographical order. */
  function postWithOptions(callback, options) {
    let delay = 0;
    let priority = UNSET;
    let signal;

    if (!isObject(options))
      throw typeError(POST_TASK, `The provided value is not of type '${POST_TASK_OPTION}'.`);
    if (traced)
      optionNames.note(options, optionNames.POST_TASK, POST_TASK_MEMBERS);

    const givenDelay = options.delay;

    if (givenDelay !== undefined)
      delay = typeof givenDelay === 'number' && givenDelay >= 0 && givenDelay <= 4294967295 ? givenDelay
      : toUnsignedLongLongEnforced(givenDelay, optionContext(POST_TASK, POST_TASK_OPTION, 'delay'));

    const givenPriority = options.priority;

    if (givenPriority !== undefined) {
      if (typeof givenPriority === 'string')
        priority = priorityNumbers[givenPriority];
      if (typeof givenPriority !== 'string' || priority === undefined)
        priority = priorityNumbers[toTaskPriority(givenPriority,
          optionContext(POST_TASK, POST_TASK_OPTION, 'priority'))];
    }

    const givenSignal = options.signal;

    if (givenSignal !== undefined) {
      signal = implOfKind(givenSignal, AbortSignalImpl);
      if (signal === undefined)
        throw typeError(optionContext(POST_TASK, POST_TASK_OPTION, 'signal'),
          "Failed to convert value to 'AbortSignal'.");
    }
    return post(callback, signal, priority, delay);
  }

  /* Posts what a step posts. result: the engine's number of a promise that gets the same result, or 0 */
  hooks.postCode = function (callback, signal, isTaskSignal, priority, delay, name, result) {
    let promise;

    try {
      delay = toUnsignedLongLongEnforced(delay, optionContext(POST_TASK, POST_TASK_OPTION, 'delay'));
      promise = post(callback, signal === 0 ? undefined : findOrAdopt(signal, isTaskSignal), priority, delay, name);
    } catch (exception) {
      promise = rejectedPromise(exception);
    }
    if (result !== 0)
      then(promise, value => host.settleResult(result, false, value), reason => host.settleResult(result, true, reason));
  };

  /* ---- yield() ---- */

  const YIELD = "Failed to execute 'yield' on 'Scheduler'";
  const YIELD_OPTION = 'SchedulerYieldOptions';
  const YIELD_MEMBERS = ['priority', 'signal'];
  const INHERIT = 'inherit';

  const toSignalInherit = enumeration('SchedulerSignalInherit', [INHERIT]);
  const toPriorityOption = enumeration('SchedulerPriorityOption', ['user-blocking', 'user-visible', 'background', INHERIT]);

  /* §2.4.2 schedule a yield continuation. abortSource: a signal or null; prioritySource: a signal or a number */
  function scheduleContinuation(abortSource, prioritySource) {
    const abort = abortSource === null ? null : implOf(abortSource);

    if (traced && abort !== null && abort.isAborted()) {
      host.refuse(abort.handle, '', OF_YIELD);
      return rejectedPromise(host.reason(abort.handle));
    }

    const index = takeSlot();
    const slot = slots[index];
    const promise = newUnnumberedPromise();

    slot.promise = promise;
    if (inherits)
      inheritance.setSlot(promise, index);
    if (!traced) {
      words[SLOT] = index;
      words[ABORT_SOURCE] = abort === null ? 0 : abort.getId();
      words[PRIORITY_SOURCE] = typeof prioritySource === 'number' ? -prioritySource : implOf(prioritySource).getId();
      hostContinueLater();
      if (words[ACCEPTED] !== 0)
        return promise;
      releaseSlot(index, slot);
      return rejectedPromise(host.reason(abort.handle));
    }
    slot.recordId = hostYield(index, abort === null ? null : abort.handle,
      typeof prioritySource === 'number' ? prioritySource : implOf(prioritySource).handle);
    numberPromise(promise, slot.recordId);
    return promise;
  }

  function inheritedAbort(state) {
    return state === null ? null : state.abort;
  }

  function inheritedPriority(state) {
    return state === null || state.priority === null ? USER_VISIBLE : state.priority;
  }

  /* Edition 2023: compute the scheduling state from options. Calls schedule with the two sources and its argument. */
  function continueWithOptions(options, method, schedule, argument) {
    if (options === null)
      options = undefined;
    else if (!isObject(options))
      throw typeError(method, `The provided value is not of type '${YIELD_OPTION}'.`);

    let priority;
    let signal;

    if (options !== undefined) {
      optionNames.note(options, optionNames.YIELD, YIELD_MEMBERS);
      priority = options.priority;
      if (priority !== undefined)
        priority = toPriorityOption(priority, optionContext(method, YIELD_OPTION, 'priority'));
      signal = options.signal;
      if (signal !== undefined && !(implOfKind(signal, AbortSignalImpl) !== undefined))
        signal = toSignalInherit(signal, optionContext(method, YIELD_OPTION, 'signal'));
    }

    const state = getState();
    const inheritsAbort = signal === INHERIT || (signal === undefined && priority === undefined);
    const inheritsPriority = priority === INHERIT || (priority === undefined && inheritsAbort);
    const abortSource = inheritsAbort ? inheritedAbort(state) : signal === undefined ? null : signal;

    return schedule(abortSource,
      inheritsPriority ? inheritedPriority(state)
      : priority !== undefined ? priorityNumbers[priority]
      : implOfKind(abortSource, TaskSignalImpl) !== undefined ? abortSource
      : USER_VISIBLE, argument);
  }

  /* ---- wait() and render(), which are experiments ---- */

  const WAIT = "Failed to execute 'wait' on 'Scheduler'";
  const RENDER = "Failed to execute 'render' on 'Scheduler'";

  /* Schedules a continuation that may come later. hostSchedule: asks the engine for it, with one more argument */
  function scheduleLater(abortSource, prioritySource, method, hostSchedule, argument) {
    const abort = abortSource === null ? null : implOf(abortSource);

    if (abort !== null && abort.isAborted()) {
      if (traced)
        host.refuse(abort.handle, '', method);
      return rejectedPromise(host.reason(abort.handle));
    }

    const index = takeSlot();
    const slot = slots[index];
    const promise = newUnnumberedPromise();

    slot.promise = promise;
    if (inherits)
      inheritance.setSlot(promise, index);
    slot.recordId = hostSchedule(index, abort === null ? null : abort.handle,
      typeof prioritySource === 'number' ? prioritySource : implOf(prioritySource).handle, argument);
    if (traced)
      numberPromise(promise, slot.recordId);
    return promise;
  }

  function scheduleWait(abortSource, prioritySource, delay) {
    return scheduleLater(abortSource, prioritySource, OF_WAIT, hostWait, delay);
  }

  function scheduleRender(abortSource, prioritySource) {
    return scheduleLater(abortSource, prioritySource, OF_RENDER, hostRender, undefined);
  }

  /* ---- currentTaskSignal, which is an experiment ---- */

  const defaultState = newState(null, USER_VISIBLE);

  /* The signal of a state, which stays the same object. */
  function signalOfState(state) {
    const { abort, priority } = state;

    if (abort !== null && abort === priority)
      return abort;
    if (state.taskSignal === undefined)
      state.taskSignal = wrapTaskSignal(host.currentTaskSignal(abort === null ? null : implOf(abort).handle,
        typeof priority === 'number' ? priority : implOf(priority).handle));
    return state.taskSignal;
  }

  /* Yields for the user, in the state of the statement that has begun. Nobody awaits the promise. signal, priority: the options, ''
   * for none. A signal by name is the engine's to find, and needs no inherited one. */
  hooks.yieldByHand = function (signal, priority) {
    const state = getState();
    const inheritsOnlyPriority = yieldOptions && signal === '' && priority !== '';
    const fixed = yieldOptions && priority !== '' && priority !== INHERIT;
    const promise = scheduleContinuation(inheritsOnlyPriority ? null : inheritedAbort(state),
      fixed ? priorityNumbers[priority] : inheritedPriority(state));

    then(promise, () => {}, () => {});
  };

  /* ---- Scheduler ---- */

  class SchedulerImpl extends Impl {
    constructor() {
      super();
    }
  }

  /* Checks `this` of an operation that returns a promise. */
  function checkScheduler(self, context) {
    if (implOfKind(self, SchedulerImpl) === undefined)
      throw typeError(context, 'Illegal invocation');
  }

  const Members = class {
    postTask(callback, options = undefined) {
      try {
        /* The usual object needs no look at its implementation. */
        if (this !== scheduler)
          checkScheduler(this, POST_TASK);
        if (typeof callback !== 'function') {
          requireArguments(arguments.length, 1, POST_TASK);
          throw typeError(POST_TASK, "parameter 1 is not of type 'Function'.");
        }
        return options === undefined || options === null ? post(callback, undefined, UNSET, 0)
          : postWithOptions(callback, options);
      } catch (exception) {
        return rejectedPromise(exception);
      }
    }

    yield() {
      try {
        if (this !== scheduler)
          checkScheduler(this, YIELD);
        if (yieldOptions && arguments.length > 0 && arguments[0] !== undefined)
          return continueWithOptions(arguments[0], YIELD, scheduleContinuation);

        const state = getState();

        return scheduleContinuation(inheritedAbort(state), inheritedPriority(state));
      } catch (exception) {
        return rejectedPromise(exception);
      }
    }

    wait(delay) {
      try {
        checkScheduler(this, WAIT);
        requireArguments(arguments.length, 1, WAIT);
        delay = toUnsignedLongLongEnforced(delay, WAIT);
        if (yieldOptions && arguments.length > 1 && arguments[1] !== undefined)
          return continueWithOptions(arguments[1], WAIT, scheduleWait, delay);

        const state = getState();

        return scheduleWait(inheritedAbort(state), inheritedPriority(state), delay);
      } catch (exception) {
        return rejectedPromise(exception);
      }
    }

    render() {
      try {
        checkScheduler(this, RENDER);
        if (yieldOptions && arguments.length > 0 && arguments[0] !== undefined)
          return continueWithOptions(arguments[0], RENDER, scheduleRender);

        const state = getState();

        return scheduleRender(inheritedAbort(state), inheritedPriority(state));
      } catch (exception) {
        return rejectedPromise(exception);
      }
    }

    get currentTaskSignal() {
      const state = (check(this, SchedulerImpl), getState());

      return signalOfState(state === null || state.priority === null ? defaultState : state);
    }
  };

  /* What is off is absent. */
  for (const name of ['wait', 'render', 'currentTaskSignal'])
    if (!realmOptions[name])
      deleteProperty(Members.prototype, name);

  const Scheduler = idl.defineInterface('Scheduler', undefined, Members);

  const scheduler = wrap(Scheduler, new SchedulerImpl(), undefined);

  idl.defineGlobalAttribute('scheduler', { replaceable: true, get: () => scheduler });
})
