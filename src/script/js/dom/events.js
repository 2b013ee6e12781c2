/* events.js: EventTarget, Window, event handler attributes and the listeners of the global object (DOM §2.7, HTML §8.1.8)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (realm) {
  'use strict';

  const { NONE, AT_TARGET, EventImpl, wrapEvent, eventInit, defineEvent, Event } = realm.eventInternals;
  const { idl, global, host } = realm;
  const { apply, getOwnPropertyDescriptor } = Reflect;
  const {
    Impl,
    check,
    implOf,
    implOfKind,
    wrap,
    toDOMString,
    typeError,
    requireArguments,
    callUserObject,
    defineAccessor,
    defineInterface
  } = idl;
  const { isObject, defineConstant, defineHidden } = realm.properties;

  /* ---- EventTarget ---- */

  class Listener extends Impl {
    constructor(type, callback, capture, once, passive) {
      super();
      this.type = type;
      this.callback = callback;
      this.capture = capture;
      this.once = once;
      this.passive = passive;
      this.isRemoved = false;
      this.handler = null;
    }
  }

  /* The listeners for one type, in order. Removed ones stay until they are a third of all, and while somebody reads the list. */
  class ListenerList extends Impl {
    constructor() {
      super();
      this.items = { __proto__: null };
      this.length = 0;
      this.count = 0;
      this.readers = 0;
    }

    append(listener) {
      this.items[this.length++] = listener;
      this.count++;
    }

    compact() {
      const { items, length } = this;
      let count = 0;

      if (this.readers > 0 || length - this.count <= length / 3)
        return;
      for (let i = 0; i < length; i++)
        if (!items[i].isRemoved)
          items[count++] = items[i];
      for (let i = count; i < length; i++)
        delete items[i];
      this.length = count;
    }

    find(callback, capture) {
      const { items, length } = this;

      for (let i = 0; i < length; i++) {
        const item = items[i];

        if (item.callback === callback && item.capture === capture && !item.isRemoved)
          return item;
      }
      return null;
    }
  }

  class Handler extends Impl {
    constructor() {
      super();
      this.value = null;
      this.listener = null;
    }
  }

  class EventTargetImpl extends Impl {
    constructor() {
      super();
      this.listeners = null;
      this.handlers = null;
    }

    /* Called when the number of listeners for a type has changed. */
    listenersChanged(type, count) {}

    countListeners(type) {
      return this.listeners === null || this.listeners[type] === undefined ? 0 : this.listeners[type].count;
    }

    /* Add an event listener, steps 4 and 5. Returns false for a duplicate, which is not added. */
    addListener(listener) {
      const { type } = listener;
      let list;

      if (this.listeners === null)
        this.listeners = { __proto__: null };
      list = this.listeners[type];
      if (list === undefined)
        this.listeners[type] = list = new ListenerList();
      if (listener.handler === null && list.find(listener.callback, listener.capture) !== null)
        return false;
      list.append(listener);
      this.listenersChanged(type, list.count);
      return true;
    }

    removeListener(listener) {
      if (listener.isRemoved)
        return;
      listener.isRemoved = true;

      const list = this.listeners[listener.type];

      list.count--;
      list.compact();
      this.listenersChanged(listener.type, list.count);
    }

    findListener(type, callback, capture) {
      return this.listeners === null || this.listeners[type] === undefined ? null
        : this.listeners[type].find(callback, capture);
    }
  }

  /* The global object's current event, which programs see as window.event */
  let currentEvent;

  /*
   * The standard has a phase of its own for listeners that capture, before the others at the target. Chromium keeps to it for
   * nodes. At all other targets it calls listeners in their order, whether they capture or not, and an event that was stopped
   * stays so.
   */
  const isBlink = realm.options.blink === true;

  /* Chromium does not report a listener whose handleEvent cannot be called. */
  function callHandleEvent(callback, event) {
    const { handleEvent } = callback;

    if (typeof handleEvent === 'function')
      apply(handleEvent, callback, [event.wrapper]);
  }

  /* Inner invoke, for the listeners that the list has now. */
  function innerInvoke(target, event, list, isCapturing) {
    const { items, length } = list;
    const outerEvent = currentEvent;

    for (let i = 0; i < length; i++) {
      const listener = items[i];

      if (listener.isRemoved || (!isBlink && listener.capture !== isCapturing))
        continue;
      if (listener.once)
        target.removeListener(listener);
      currentEvent = event.wrapper;
      event.isInPassiveListener = listener.passive;
      try {
        if (listener.handler !== null)
          processHandler(listener.handler, event);
        else if (isBlink && typeof listener.callback !== 'function')
          callHandleEvent(listener.callback, event);
        else
          callUserObject(listener.callback, 'handleEvent', event.currentTarget, [event.wrapper], 'EventListener');
      } catch (exception) {
        event.isInPassiveListener = false;
        realm.reportException(exception);
      }
      event.isInPassiveListener = false;
      /* The browser called the listener, so the stack is empty now. */
      if (event.isFromTask) {
        realm.promise.setState(null);
        host.checkpoint();
      }
      currentEvent = outerEvent;
      if (event.immediatePropagationStopped)
        return;
    }
  }

  /* Invoke. */
  function invoke(target, event, isCapturing) {
    if ((isBlink ? event.immediatePropagationStopped : event.propagationStopped) || target.listeners === null)
      return;

    const list = target.listeners[event.type];

    if (list === undefined || list.count === 0)
      return;
    event.currentTarget = target.wrapper;
    list.readers++;
    try {
      innerInvoke(target, event, list, isCapturing);
    } finally {
      list.readers--;
      list.compact();
    }
  }

  /* Dispatch, at a target without a parent, which is the whole path. Returns false if the event was canceled. */
  function dispatch(target, event) {
    event.isDispatching = true;
    event.target = target.wrapper;
    event.currentTarget = target.wrapper;
    event.eventPhase = AT_TARGET;
    try {
      invoke(target, event, true);
      if (!isBlink)
        invoke(target, event, false);
    } finally {
      event.eventPhase = NONE;
      event.currentTarget = null;
      event.isDispatching = false;
      if (!isBlink) {
        event.propagationStopped = false;
        event.immediatePropagationStopped = false;
      }
    }
    return !event.isCanceled;
  }

  /* Checks `this` of an operation of EventTarget. Without one it is the global object. */
  function checkTarget(self) {
    return check(self === undefined || self === null ? global : self, EventTargetImpl);
  }

  /* Flatten: returns `capture` of (EventListenerOptions or boolean). */
  function flatten(options) {
    if (isObject(options))
      return !!options.capture;
    return options === undefined || options === null ? false : !!options;
  }

  function toListener(callback, context) {
    if (callback === undefined || callback === null)
      return null;
    if (!isObject(callback))
      throw typeError(context, "parameter 2 is not of type 'Object'.");
    return callback;
  }

  /* Listeners of the window for these types are passive, unless they say otherwise. */
  const passiveTypes = { __proto__: null, touchstart: true, touchmove: true, wheel: true, mousewheel: true };

  const listenerOptions = ['capture', 'once', 'passive', 'signal'];
  const ADD = "Failed to execute 'addEventListener' on 'EventTarget'";
  const REMOVE = "Failed to execute 'removeEventListener' on 'EventTarget'";
  const DISPATCH = "Failed to execute 'dispatchEvent' on 'EventTarget'";

  const EventTarget = defineInterface('EventTarget', function EventTarget() {
    if (new.target === undefined)
      throw idl.calledWithoutNew('EventTarget');
    return wrap(EventTarget, new EventTargetImpl(), new.target);
  }, class {
    addEventListener(type, callback, options = undefined) {
      const impl = checkTarget(this);
      let once = false;
      let passive;
      let signal = null;

      requireArguments(arguments.length, 2, ADD);
      type = toDOMString(type, ADD);
      callback = toListener(callback, ADD);

      const capture = flatten(options);

      if (isObject(options)) {
        realm.optionNames.note(options, realm.optionNames.ADD_EVENT_LISTENER, listenerOptions, true);
        once = !!options.once;
        passive = options.passive;

        const { signal: given } = options;

        if (given !== undefined) {
          signal = implOfKind(given, realm.signals.AbortSignalImpl);
          if (signal === undefined)
            throw typeError(ADD, "Failed to read the 'signal' property from 'AddEventListenerOptions': "
              + "Failed to convert value to 'AbortSignal'.");
        }
      }
      if ((signal !== null && signal.isAborted()) || callback === null)
        return;

      const listener = new Listener(type, callback, capture, once,
        passive !== undefined ? !!passive : impl === globalImpl && passiveTypes[type] === true);

      if (impl.addListener(listener) && signal !== null)
        signal.addAlgorithm(impl, listener);
    }

    removeEventListener(type, callback, options = undefined) {
      const impl = checkTarget(this);

      requireArguments(arguments.length, 2, REMOVE);
      type = toDOMString(type, REMOVE);
      callback = toListener(callback, REMOVE);

      const capture = flatten(options);

      if (callback === null)
        return;

      const listener = impl.findListener(type, callback, capture);

      if (listener !== null)
        impl.removeListener(listener);
    }

    dispatchEvent(event) {
      const impl = checkTarget(this);

      requireArguments(arguments.length, 1, DISPATCH);

      const eventImpl = implOfKind(event, EventImpl);

      if (eventImpl === undefined)
        throw typeError(DISPATCH, "parameter 1 is not of type 'Event'.");
      if (eventImpl.isDispatching)
        throw realm.newDOMException(`${DISPATCH}: The event is already being dispatched.`, 'InvalidStateError');
      eventImpl.isTrusted = false;
      return dispatch(impl, eventImpl);
    }
  });

  /* ---- Event handlers ---- */

  /* The event handler processing algorithm. The caller reports what the handler throws. */
  function processHandler(handler, event) {
    const callback = handler.value;

    /* [LegacyTreatNonObjectAsNull]: a handler that is an object and cannot be called stays, and does nothing. */
    if (typeof callback !== 'function')
      return;

    const args = event.currentTarget === global && event.type === 'error' ? event.errorArguments() : null;

    if (args !== null) {
      if (apply(callback, event.currentTarget, args) === true)
        event.setCanceled();
    } else if (apply(callback, event.currentTarget, [event.wrapper]) === false)
      event.setCanceled();
  }

  function getHandler(target, type) {
    return target.handlers === null || target.handlers[type] === undefined ? null : target.handlers[type].value;
  }

  /* A handler gets its place among the listeners when it is first set. null gives the place up. */
  function setHandler(target, type, value) {
    let handler;

    if (target.handlers === null)
      target.handlers = { __proto__: null };
    handler = target.handlers[type];
    if (handler === undefined)
      target.handlers[type] = handler = new Handler();
    handler.value = isObject(value) ? value : null;
    if (handler.value === null) {
      if (handler.listener !== null)
        target.removeListener(handler.listener);
      handler.listener = null;
    } else if (handler.listener === null) {
      handler.listener = new Listener(type, null, false, false, false);
      handler.listener.handler = handler;
      target.addListener(handler.listener);
    }
  }

  /* Adds the attribute on<type> to an interface whose implementations are of Kind. */
  function defineHandlerAttribute(Interface, Kind, type) {
    const name = `on${type}`;
    const accessors = {
      get [name]() {
        return getHandler(check(this, Kind), type);
      },
      set [name](value) {
        setHandler(check(this, Kind), type, value);
      },
    };
    const descriptor = getOwnPropertyDescriptor(accessors, name);

    defineAccessor(Interface.prototype, name, descriptor.get, descriptor.set, true);
  }

  /* ---- The global object ---- */

  /* JavaScriptCore does not let the global object inherit from Window.prototype. So it has the inherited properties itself. */
  const globalImpl = new EventTargetImpl();

  const Window = defineInterface('Window', undefined, class extends EventTarget {});

  /* The global object is an instance of Window and EventTarget nevertheless. */
  {
    const {
      [Symbol.hasInstance]: ordinaryHasInstance
    } = Function.prototype;
    const hasInstance = {
    [Symbol.hasInstance](value) {
        return value === global && (this === EventTarget || this === Window) || apply(ordinaryHasInstance, this, [value]);
      },
    } [Symbol.hasInstance];

    defineConstant(EventTarget, Symbol.hasInstance, hasInstance, true);
    defineConstant(global, Symbol.toStringTag, 'Window', true);
  }

  idl.stamp(global, globalImpl);
  defineHidden(global, 'constructor', Window);
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'])
    defineHidden(global, name, EventTarget.prototype[name]);
  /* The window has no document. */
  if (!realm.options.worker) {
    idl.defineGlobalAttribute('window', { unforgeable: true, get: () => global });
    idl.defineGlobalAttribute('self', { replaceable: true, get: () => global });
    idl.defineGlobalAttribute('event', { replaceable: true, get: () => currentEvent });
  } else
    idl.defineGlobalAttribute('self', { get: () => global });

  for (const type of ['error', 'unhandledrejection', 'rejectionhandled', 'message', 'messageerror'])
    idl.defineGlobalAttribute(`on${type}`, {
      get: () => getHandler(globalImpl, type),
      set: value => setHandler(globalImpl, type, value),
    });

  /* ---- For the other files ---- */

  /* Fire an event. event: what wrapEvent() made; target: a platform object that is an event target. The event is trusted.
   * Returns false if it was canceled. */
  function fire(target, event) {
    const impl = implOf(event);

    impl.isTrusted = true;
    return dispatch(implOf(target), impl);
  }

  /* Fires an event from a task of its own, with no program code on the stack. A microtask checkpoint follows each listener. */
  function fireFromTask(target, event) {
    const impl = implOf(event);

    impl.isFromTask = true;
    try {
      return fire(target, event);
    } finally {
      impl.isFromTask = false;
    }
  }

  const NOTHING = { __proto__: null };

  /* Makes a plain event. init: { bubbles, cancelable }, each of which may be left out. */
  function createEvent(type, init = NOTHING) {
    return wrapEvent(Event, new EventImpl(type, init), undefined);
  }

  /* Tells whether anybody listens. If not, the caller need not make an event. */
  function hasListeners(target, type) {
    return implOf(target).countListeners(type) > 0;
  }

  realm.events = {
    __proto__: null,
    Event,
    EventTarget,
    EventImpl,
    EventTargetImpl,
    eventInit,
    defineEvent,
    wrapEvent,
    createEvent,
    fire,
    fireFromTask,
    hasListeners,
    defineHandlerAttribute,
  };
})
