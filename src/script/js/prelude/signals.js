/* signals.js: AbortController, AbortSignal (DOM §3), TaskController, TaskSignal, TaskPriorityChangeEvent (Prioritized Task
 * Scheduling §3). Signals are the engine's; what is here are their objects, listeners and messages.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (realm) {
  'use strict';

  const { idl, host, hooks, optionNames } = realm;
  const {
    Impl,
    check,
    implOf,
    implOfKind,
    wrap,
    toUnsignedLongLongEnforced,
    toSequence,
    toInterface,
    enumeration,
    dictionary,
    requireArguments,
    defineInterface
  } = idl;
  const { Event, EventTarget, EventImpl, EventTargetImpl, defineEvent, eventInit, wrapEvent, defineHandlerAttribute } = realm
    .events;

  const ABORT = 0;
  const PRIORITY_CHANGE = 1;

  const priorityNames = { __proto__: null, 1: 'background', 2: 'user-visible', 3: 'user-blocking' };
  const priorityNumbers = { __proto__: null, 'background': 1, 'user-visible': 2, 'user-blocking': 3 };
  const toTaskPriority = enumeration('TaskPriority', ['user-blocking', 'user-visible', 'background']);

  /* Implementations of signals for which the engine may have an event, by id. The table keeps them alive. */
  const listening = { __proto__: null };

  /* Implementations of signals with which steps may post tasks, by id. The table keeps them alive. */
  const named = { __proto__: null };

  /* ---- AbortSignal ---- */

  class AbortSignalImpl extends EventTargetImpl {
    constructor(handle) {
      super();
      this.handle = handle;
      this.id = 0;
      this.algorithms = null;
      this.algorithmCount = 0;
      this.abortCount = 0;
      this.priorityChangeCount = 0;
      this.isKnownAborted = false;
      this.hasFired = false;
    }

    getId() {
      if (this.id === 0)
        this.id = host.id(this.handle);
      return this.id;
    }

    /* An aborted signal stays so. The engine need not be asked again. */
    isAborted() {
      if (!this.isKnownAborted)
        this.isKnownAborted = host.aborted(this.handle);
      return this.isKnownAborted;
    }

    listenersChanged(type, count) {
      if (type === 'abort') {
        this.abortCount = count;
        this.tellAbort();
      } else if (type === 'prioritychange') {
        this.priorityChangeCount = count;
        host.listen(this.handle, PRIORITY_CHANGE, count);
        this.keepAlive();
      }
    }

    tellAbort() {
      host.listen(this.handle, ABORT, this.abortCount + this.algorithmCount);
      this.keepAlive();
    }

    keepAlive() {
      if (this.priorityChangeCount > 0 || (this.abortCount + this.algorithmCount > 0 && !this.hasFired))
        listening[this.getId()] = this;
      else
        delete listening[this.getId()];
    }

    /* Adds an abort algorithm, which removes a listener of target. It runs with the event. Before the event the engine only
     * takes tasks out of queues and rejects their results, which no program sees in between. */
    addAlgorithm(target, listener) {
      if (this.algorithms === null)
        this.algorithms = { __proto__: null };
      this.algorithms[this.algorithmCount++] = { __proto__: null, target, listener };
      this.tellAbort();
    }

    runAlgorithms() {
      const { algorithms, algorithmCount } = this;

      this.algorithms = null;
      this.algorithmCount = 0;
      for (let i = 0; i < algorithmCount; i++) {
        const { target, listener } = algorithms[i];
        /* Chromium removes whatever is now registered in the listener's place. */
        const found = realm.options.blink ? target.findListener(listener.type, listener.callback, listener.capture) : listener;

        if (found !== null)
          target.removeListener(found);
      }
    }
  }

  class TaskSignalImpl extends AbortSignalImpl {
    constructor(handle) {
      super(handle);
    }
  }

  /* Makes the object of a signal. The constructors of signals are not for programs. */
  function makeSignal(Interface, impl) {
    return wrap(Interface, impl, undefined);
  }

  function abortError() {
    return realm.newDOMException('signal is aborted without reason', 'AbortError');
  }

  function toHandles(signals) {
    const handles = [];

    for (let i = 0; i < signals.length; i++)
      realm.properties.defineElement(handles, i, implOf(signals[i]).handle);
    return handles;
  }

  const toAbortSignal = toInterface('AbortSignal', AbortSignalImpl);

  const AbortSignal = defineInterface('AbortSignal', undefined, class extends EventTarget {
    static abort(reason = undefined) {
      return makeSignal(AbortSignal, new AbortSignalImpl(host.newAborted(reason === undefined ? abortError() : reason)));
    }

    static timeout(milliseconds) {
      const context = "Failed to execute 'timeout' on 'AbortSignal'";

      requireArguments(arguments.length, 1, context);
      return makeSignal(AbortSignal,
        new AbortSignalImpl(host.newTimeout(toUnsignedLongLongEnforced(milliseconds, context))));
    }

    static any(signals) {
      const context = "Failed to execute 'any' on 'AbortSignal'";

      requireArguments(arguments.length, 1, context);

      const sequence = toSequence(signals, toAbortSignal, context);

      return makeSignal(AbortSignal, new AbortSignalImpl(host.any(toHandles(sequence))));
    }

    get aborted() {
      return check(this, AbortSignalImpl).isAborted();
    }

    get reason() {
      const impl = check(this, AbortSignalImpl);

      return impl.isAborted() ? host.reason(impl.handle) : undefined;
    }

    throwIfAborted() {
      const impl = check(this, AbortSignalImpl);

      if (impl.isAborted())
        throw host.reason(impl.handle);
    }
  });

  defineHandlerAttribute(AbortSignal, AbortSignalImpl, 'abort');

  /* ---- AbortController ---- */

  class AbortControllerImpl extends Impl {
    constructor(handle, signal) {
      super();
      this.handle = handle;
      this.signal = signal;
    }
  }

  class TaskControllerImpl extends AbortControllerImpl {
    constructor(handle, signal) {
      super(handle, signal);
    }
  }

  const AbortController = defineInterface('AbortController', function AbortController() {
    if (new.target === undefined)
      throw idl.calledWithoutNew('AbortController');
    const handle = host.newController(false, 1);

    return wrap(AbortController,
      new AbortControllerImpl(handle, makeSignal(AbortSignal, new AbortSignalImpl(handle))), new.target);
  }, class {
    abort(reason = undefined) {
      const { handle, signal } = check(this, AbortControllerImpl);

      if (!implOf(signal).isAborted())
        host.abort(handle, reason === undefined ? abortError() : reason);
    }
  }, { Kind: AbortControllerImpl, attributes: ['signal'] });

  /* ---- TaskSignal ---- */

  const taskSignalAnyInit = dictionary('TaskSignalAnyInit', {
    priority: [
    function (value, context) {
        const impl = implOfKind(value, TaskSignalImpl);

        return impl !== undefined ? impl.handle : priorityNumbers[toTaskPriority(value, context)];
    },
    priorityNumbers['user-visible'],
  ],
  });

  const TaskSignal = defineInterface('TaskSignal', undefined, class extends AbortSignal {
    static any(signals, init = undefined) {
      const context = "Failed to execute 'any' on 'TaskSignal'";

      requireArguments(arguments.length, 1, context);

      const sequence = toSequence(signals, toAbortSignal, context);

      optionNames.note(init, optionNames.TASK_SIGNAL_ANY, ['priority']);

      const { priority } = taskSignalAnyInit(init, context);

      return makeSignal(TaskSignal, new TaskSignalImpl(host.taskAny(toHandles(sequence), priority)));
    }

    get priority() {
      return priorityNames[host.priority(check(this, TaskSignalImpl).handle)];
    }
  });

  defineHandlerAttribute(TaskSignal, TaskSignalImpl, 'prioritychange');

  /* ---- TaskController ---- */

  const taskControllerInit = dictionary('TaskControllerInit', { priority: [toTaskPriority, 'user-visible'] });

  const TaskController = defineInterface('TaskController', function TaskController(init = undefined) {
    if (new.target === undefined)
      throw idl.calledWithoutNew('TaskController');
    optionNames.note(init, optionNames.TASK_CONTROLLER, ['priority']);
    const { priority } = taskControllerInit(init, "Failed to construct 'TaskController'");
    const handle = host.newController(true, priorityNumbers[priority]);

    return wrap(TaskController,
      new TaskControllerImpl(handle, makeSignal(TaskSignal, new TaskSignalImpl(handle))), new.target);
  }, class extends AbortController {
    setPriority(priority) {
      const context = "Failed to execute 'setPriority' on 'TaskController'";
      const { handle } = check(this, TaskControllerImpl);

      requireArguments(arguments.length, 1, context);
      priority = priorityNumbers[toTaskPriority(priority, context)];
      if (!host.setPriority(handle, priority))
        throw realm.newDOMException(`${context}: Cannot change priority when a prioritychange event is in progress.`,
          'NotAllowedError');
    }
  });

  /* ---- TaskPriorityChangeEvent ---- */

  class TaskPriorityChangeEventImpl extends EventImpl {
    constructor(type, init) {
      super(type, init);
      this.previousPriority = init.previousPriority;
    }
  }

  const taskPriorityChangeEventInit = dictionary('TaskPriorityChangeEventInit', {
    previousPriority: [toTaskPriority, undefined, true],
  }, eventInit);

  const TaskPriorityChangeEvent = defineEvent('TaskPriorityChangeEvent', TaskPriorityChangeEventImpl,
    taskPriorityChangeEventInit, undefined, { parent: Event, attributes: ['previousPriority'], length: 2 });

  /* ---- What the engine calls ---- */

  hooks.fireSignal = function (id, type, previousPriority, isFromTask) {
    const impl = listening[id];
    const fire = isFromTask ? realm.events.fireFromTask : realm.events.fire;

    if (impl === undefined)
      return;
    if (type === ABORT) {
      impl.hasFired = true;
      impl.runAlgorithms();
      if (impl.abortCount > 0)
        fire(impl.wrapper, realm.events.createEvent('abort'));
      impl.keepAlive();
    } else if (impl.priorityChangeCount > 0)
      fire(impl.wrapper, wrapEvent(TaskPriorityChangeEvent, new TaskPriorityChangeEventImpl('prioritychange', {
        __proto__: null,
        previousPriority: priorityNames[previousPriority],
      }), undefined));
  };

  realm.signals = {
    __proto__: null,
    AbortSignalImpl,
    TaskSignalImpl,
    priorityNumbers,
    priorityNames,
    toTaskPriority,

    idOf(signal) {
      return implOf(signal).getId();
    },

    /* Returns the object of a TaskSignal that the engine has made. */
    wrapTaskSignal(handle) {
      return makeSignal(TaskSignal, new TaskSignalImpl(handle));
    },

    /* Returns the implementation of a signal that steps call by a name. Makes an object for a signal that the program has not
     * made. */
    findOrAdopt(id, isTask) {
      let impl = named[id];

      if (impl === undefined) {
        const handle = host.adopt();

        impl = isTask ? new TaskSignalImpl(handle) : new AbortSignalImpl(handle);
        makeSignal(isTask ? TaskSignal : AbortSignal, impl);
        named[id] = impl;
      }
      return impl;
    },

    /* Gives a controller or a signal a name. Ignores other values. */
    name(value, name) {
      const impl = implOf(value);

      if (impl instanceof AbortControllerImpl || impl instanceof AbortSignalImpl) {
        host.nameSignal(impl.handle, name);
        if (realm.options.takesCodes) {
          const signal = impl instanceof AbortSignalImpl ? impl : implOf(impl.signal);

          named[signal.getId()] = signal;
        }
      }
      return value;
    },
  };
})
