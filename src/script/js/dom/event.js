/* event.js: Event and CustomEvent (DOM §2), and how other interfaces of events are made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (realm) {
  'use strict';

  const { Impl, calledWithoutNew, check, defineInterface, dictionary, requireArguments, toAny, toBoolean, toDOMString, wrap } =
  realm.idl;
  const { getterOf } = realm.properties;
  const { defineProperty } = Reflect;
  const { max } = Math;
  const NONE = 0;
  const AT_TARGET = 2;

  /* The time in ms that one reading of the clock takes. No event has an earlier time stamp. */
  const CLOCK_TICK = 0.005;

  /* ---- Event ---- */

  /* init: what eventInit makes, or an object that has those of its members that are not false */
  class EventImpl extends Impl {
    constructor(type, init) {
      super();
      this.type = type;
      this.bubbles = init.bubbles === true;
      this.cancelable = init.cancelable === true;
      this.composed = init.composed === true;
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
      /* Chromium keeps the target. */
      if (!realm.options.blink)
        this.target = null;
      this.type = type;
      this.bubbles = bubbles;
      this.cancelable = cancelable;
    }

    /* Returns the arguments for the global object's onerror, or null. ErrorEvent has some. */
    errorArguments() {
      return null;
    }
  }

  const unforgeable = {
    __proto__: null,
    get: getterOf({
      get isTrusted() {
        return check(this, EventImpl).isTrusted;
      },
    }, 'isTrusted'),
    set: undefined,
    enumerable: true,
    configurable: false,
  };

  /* Makes the object of an event. A program that makes an event reads the clock, which takes time. So a loop that makes events
   * until one has a later time stamp comes to an end. */
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

  /* Makes an interface of events. Kind: the class of its implementations, which are made of a type and of what the conversion init
   * returns. options: as those of defineInterface(), with length where the dictionary is required */
  function defineEvent(name, Kind, init, Members, options) {
    const context = `Failed to construct '${name}'`;
    const required = options.length ?? 1;
    const Interface = defineInterface(name, {
      [name]: function (type, eventInitDict = undefined) {
        if (new.target === undefined)
          throw calledWithoutNew(name);
        requireArguments(arguments.length, required, context);
        type = toDOMString(type, context);
        return wrapEvent(Interface, new Kind(type, init(eventInitDict, context)), new.target);
      },
    } [name], Members, { __proto__: null, Kind, ...options });

    return Interface;
  }

  const Event = defineEvent('Event', EventImpl, eventInit, class {
    get srcElement() {
      return check(this, EventImpl).target;
    }

    composedPath() {
      const { currentTarget } = check(this, EventImpl);

      return currentTarget === null ? [] : [currentTarget];
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
    constructor(type, init) {
      super(type, init);
      this.detail = init.detail;
    }
  }

  defineEvent('CustomEvent', CustomEventImpl, dictionary('CustomEventInit', { detail: [toAny, null] }, eventInit),
    class extends Event {
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
    }, { attributes: ['detail'] });

  realm.eventInternals = {
    __proto__: null,
    NONE,
    AT_TARGET,
    EventImpl,
    wrapEvent,
    eventInit,
    defineEvent,
    Event,
  };
})
