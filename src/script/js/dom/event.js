/* event.js: Event and CustomEvent (DOM §2)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (realm) {
  'use strict';

  const { idl } = realm;
  const { defineProperty, getOwnPropertyDescriptor } = Reflect;
  const { max } = Math;
  const {
    Impl,
    check,
    wrap,
    toDOMString,
    toBoolean,
    toAny,
    dictionary,
    requireArguments,
    defineInterface,
    accessorDescriptor
  } = idl;

  const NONE = 0;
  const AT_TARGET = 2;
  /* What a reading of the clock takes, so that no event comes at no time. */
  const CLOCK_TICK = 0.005;

  /* ---- Event ---- */

  class EventImpl extends Impl {
    constructor(type, bubbles, cancelable, composed) {
      super();
      this.type = type;
      this.bubbles = bubbles;
      this.cancelable = cancelable;
      this.composed = composed;
      this.timeStamp = 0;
      this.target = null;
      this.currentTarget = null;
      this.eventPhase = NONE;
      this.isTrusted = false;
      this.isDispatching = false;
      this.propagationStopped = false;
      this.immediatePropagationStopped = false;
      this.isCanceled = false;
      this.isInPassiveListener = false;
      this.isFromTask = false;
    }

    setCanceled() {
      if (this.cancelable && !this.isInPassiveListener)
        this.isCanceled = true;
    }

    initialize(type, bubbles, cancelable) {
      this.propagationStopped = false;
      this.immediatePropagationStopped = false;
      this.isCanceled = false;
      this.isTrusted = false;
      /* Chromium keeps it. */
      if (!realm.options.blink)
        this.target = null;
      this.type = type;
      this.bubbles = bubbles;
      this.cancelable = cancelable;
    }

    /* What the global object's onerror is called with; ErrorEvent has it. */
    errorArguments() {
      return null;
    }
  }

  const isTrustedDescriptor = getOwnPropertyDescriptor({
    get isTrusted() {
      return check(this, EventImpl).isTrusted;
    },
  }, 'isTrusted');
  const unforgeable = accessorDescriptor(isTrustedDescriptor.get, undefined, true, false);

  /* The object of an event, of Event or what inherits from it. When a program makes one it reads the clock, which takes time:
   * who waits for a later time stamp comes to the end of it. */
  function wrapEvent(Interface, impl, newTarget) {
    const event = wrap(Interface, impl, newTarget);

    impl.timeStamp = newTarget !== undefined ? realm.clock.now() : max(realm.clock.time(), CLOCK_TICK);

    defineProperty(event, 'isTrusted', unforgeable);
    return event;
  }

  const eventInit = dictionary('EventInit', {
    bubbles: [toBoolean, false],
    cancelable: [toBoolean, false],
    composed: [toBoolean, false],
  });

  const Event = defineInterface('Event', function Event(type, eventInitDict = undefined) {
    if (new.target === undefined)
      throw idl.calledWithoutNew('Event');
    const context = "Failed to construct 'Event'";

    requireArguments(arguments.length, 1, context);
    type = toDOMString(type, context);

    const init = eventInit(eventInitDict, context);

    return wrapEvent(Event, new EventImpl(type, init.bubbles, init.cancelable, init.composed), new.target);
  }, class {
    get type() {
      return check(this, EventImpl).type;
    }

    get target() {
      return check(this, EventImpl).target;
    }

    get srcElement() {
      return check(this, EventImpl).target;
    }

    get currentTarget() {
      return check(this, EventImpl).currentTarget;
    }

    composedPath() {
      const { currentTarget } = check(this, EventImpl);

      return currentTarget === null ? [] : [currentTarget];
    }

    get eventPhase() {
      return check(this, EventImpl).eventPhase;
    }

    stopPropagation() {
      check(this, EventImpl).propagationStopped = true;
    }

    get cancelBubble() {
      return check(this, EventImpl).propagationStopped;
    }

    set cancelBubble(value) {
      const impl = check(this, EventImpl);

      if (value)
        impl.propagationStopped = true;
    }

    stopImmediatePropagation() {
      const impl = check(this, EventImpl);

      impl.propagationStopped = true;
      impl.immediatePropagationStopped = true;
    }

    get bubbles() {
      return check(this, EventImpl).bubbles;
    }

    get cancelable() {
      return check(this, EventImpl).cancelable;
    }

    get returnValue() {
      return !check(this, EventImpl).isCanceled;
    }

    set returnValue(value) {
      const impl = check(this, EventImpl);

      if (!value)
        impl.setCanceled();
    }

    preventDefault() {
      check(this, EventImpl).setCanceled();
    }

    get defaultPrevented() {
      return check(this, EventImpl).isCanceled;
    }

    get composed() {
      return check(this, EventImpl).composed;
    }

    get timeStamp() {
      return check(this, EventImpl).timeStamp;
    }

    initEvent(type, bubbles = false, cancelable = false) {
      const impl = check(this, EventImpl);

      const context = "Failed to execute 'initEvent' on 'Event'";

      requireArguments(arguments.length, 1, context);
      type = toDOMString(type, context);
      if (!impl.isDispatching)
        impl.initialize(type, !!bubbles, !!cancelable);
    }
  }, {
    attributes: ['type', 'target', 'currentTarget', 'eventPhase', 'bubbles', 'cancelable', 'defaultPrevented', 'composed',
                  'timeStamp', 'srcElement', 'returnValue', 'cancelBubble'],
    constants: { __proto__: null, NONE: 0, CAPTURING_PHASE: 1, AT_TARGET: 2, BUBBLING_PHASE: 3 }
  });

  /* ---- CustomEvent ---- */

  class CustomEventImpl extends EventImpl {
    constructor(type, bubbles, cancelable, composed, detail) {
      super(type, bubbles, cancelable, composed);
      this.detail = detail;
    }
  }

  const customEventInit = dictionary('CustomEventInit', { detail: [toAny, null] }, eventInit);

  const CustomEvent = defineInterface('CustomEvent', function CustomEvent(type, eventInitDict = undefined) {
    if (new.target === undefined)
      throw idl.calledWithoutNew('CustomEvent');
    const context = "Failed to construct 'CustomEvent'";

    requireArguments(arguments.length, 1, context);
    type = toDOMString(type, context);

    const init = customEventInit(eventInitDict, context);

    return wrapEvent(CustomEvent,
      new CustomEventImpl(type, init.bubbles, init.cancelable, init.composed, init.detail), new.target);
  }, class extends Event {
    get detail() {
      return check(this, CustomEventImpl).detail;
    }

    initCustomEvent(type, bubbles = false, cancelable = false, detail = null) {
      const impl = check(this, CustomEventImpl);

      const context = "Failed to execute 'initCustomEvent' on 'CustomEvent'";

      requireArguments(arguments.length, 1, context);
      type = toDOMString(type, context);
      if (!impl.isDispatching) {
        impl.initialize(type, !!bubbles, !!cancelable);
        impl.detail = detail;
      }
    }
  });

  realm.eventInternals = {
    __proto__: null,
    NONE,
    AT_TARGET,
    EventImpl,
    wrapEvent,
    eventInit,
    Event,
  };
})
