/* messaging.js: MessageChannel, MessagePort, MessageEvent and the window's postMessage() (HTML §9.3, §9.4)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Every message is a task of its own on "frame-pausable", the queue of Chromium's task type kPostedMessage. As in Chromium, a port
 * is the end of a pipe: a message that finds it idle brings a task, which takes that one message; the others that are there at its
 * end, and at the end of every further one, get their tasks then.
 */
(function (realm) {
  'use strict';

  const { global, idl, loopTasks, List, structuredClone } = realm;
  const { EventImpl, EventTarget, EventTargetImpl, defineHandlerAttribute, eventInit, fireFromTask, hasListeners, wrapEvent } =
  realm.events;
  const { defineProperty, getOwnPropertyDescriptor } = Reflect;
  const { freeze } = Object;
  const {
    check,
    defineInterface,
    dictionary,
    implOf,
    implOfKind,
    isObject,
    requireArguments,
    toAny,
    toBoolean,
    toDOMString,
    toObject,
    toSequence,
    toUSVString,
    wrap
  } = idl;
  const { iterator: iteratorSymbol } = Symbol;
  const { charCodeAt, slice, toLowerCase } = String.prototype;
  const { apply } = Reflect;

  const QUEUE = 'frame-pausable';

  /* The origin of a document that is nowhere, serialized. */
  const ORIGIN = 'null';

  /* ---- MessageEvent ---- */

  class MessageEventImpl extends EventImpl {
    constructor(type, init) {
      super(type, init.bubbles, init.cancelable, init.composed);
      this.setMessage(init.data, init.origin, init.lastEventId, init.source, init.ports);
    }

    setMessage(data, origin, lastEventId, source, ports) {
      this.data = data;
      this.origin = origin;
      this.lastEventId = lastEventId;
      this.source = source;
      this.ports = freeze(ports);
    }
  }

  function toSource(value, context) {
    if (value === undefined || value === null)
      return null;
    if (implOfKind(value, EventTargetImpl) === undefined)
      throw idl.typeError(context, "Failed to convert value to 'EventTarget'.");
    return value;
  }

  function toUserActivation(value, context) {
    if (value !== null)
      throw idl.typeError(context, "Failed to convert value to 'UserActivation'.");
    return null;
  }

  function toPort(value, context) {
    if (implOfKind(value, MessagePortImpl) === undefined)
      throw idl.typeError(context, "Failed to convert value to 'MessagePort'.");
    return value;
  }

  function toPorts(value, context) {
    return toSequence(value, toPort, context);
  }

  const messageEventInit = dictionary('MessageEventInit', {
    data: [toAny, null],
    origin: [toUSVString, ''],
    lastEventId: [toDOMString, ''],
    source: [toSource, null],
    ports: [toPorts],
    userActivation: [toUserActivation, null],
  }, eventInit);

  function newMessageEventImpl(type, init) {
    if (init.ports === undefined)
      init.ports = [];
    return new MessageEventImpl(type, init);
  }

  const MessageEvent = defineInterface('MessageEvent', function MessageEvent(type, eventInitDict = undefined) {
    if (new.target === undefined)
      throw idl.calledWithoutNew('MessageEvent');
    const context = "Failed to construct 'MessageEvent'";

    requireArguments(arguments.length, 1, context);
    type = toDOMString(type, context);

    const init = messageEventInit(eventInitDict, context);
    const { source } = init;

    if (source !== null && source !== global && implOfKind(source, MessagePortImpl) === undefined)
      throw idl.typeError(context, "The optional 'source' property is neither a Window nor MessagePort.");
    return wrapEvent(MessageEvent, newMessageEventImpl(type, init), new.target);
  }, class extends realm.events.Event {
    get data() {
      return check(this, MessageEventImpl).data;
    }

    get origin() {
      return check(this, MessageEventImpl).origin;
    }

    get lastEventId() {
      return check(this, MessageEventImpl).lastEventId;
    }

    get source() {
      return check(this, MessageEventImpl).source;
    }

    get ports() {
      return check(this, MessageEventImpl).ports;
    }

    /* No message comes with what a user does. */
    get userActivation() {
      check(this, MessageEventImpl);
      return null;
    }

    initMessageEvent(type, bubbles = false, cancelable = false, data = null, origin = '', lastEventId = '', source = null,
      ports = undefined) {
      const impl = check(this, MessageEventImpl);
      const context = "Failed to execute 'initMessageEvent' on 'MessageEvent'";

      requireArguments(arguments.length, 1, context);
      type = toDOMString(type, context);
      bubbles = toBoolean(bubbles);
      cancelable = toBoolean(cancelable);
      origin = toUSVString(origin, context);
      lastEventId = toDOMString(lastEventId, context);
      if (source !== null && source !== undefined && implOfKind(source, EventTargetImpl) === undefined)
        throw idl.typeError(context, "parameter 7 is not of type 'EventTarget'.");
      source ??= null;
      ports = ports === undefined ? [] : toPorts(ports, context);
      if (impl.isDispatching)
        return;
      impl.initialize(type, bubbles, cancelable);
      impl.setMessage(data, origin, lastEventId, source, ports);
    }
  });

  /* Those of the objects that are ports. */
  function portsAmong(objects) {
    const ports = [];
    const { length } = objects;
    let count = 0;

    for (let i = 0; i < length; i++)
      if (implOfKind(objects[i], MessagePortImpl) !== undefined)
        defineProperty(ports, count++, idl.dataDescriptor(objects[i], true, true, true));
    return ports;
  }

  /* Deserializes a message and fires it, or messageerror. */
  function fireMessage(target, record, origin, source) {
    let type = 'message',
      data = null,
      ports;

    try {
      const { value, transferred } = structuredClone.deserialize(record);

      data = value;
      ports = portsAmong(transferred);
    } catch {
      type = 'messageerror';
      ports = [];
    }
    if (hasListeners(target, type))
      fireFromTask(target, wrapEvent(MessageEvent, new MessageEventImpl(type, {
        bubbles: false,
        cancelable: false,
        composed: false,
        data,
        origin,
        lastEventId: '',
        source,
        ports,
      })));
  }

  /* ---- MessagePort ---- */

  class MessagePortImpl extends EventTargetImpl {
    constructor() {
      super();
      this.entangled = null;
      this.detached = false;
      this.isTransferred = false;
      /* The port message queue: records of messages, from `first` on. */
      this.messages = new List();
      this.first = 0;
      /* How many of them have tasks; whether there is a task for whichever comes first; whether one is being fired. */
      this.scheduled = 0;
      this.isNotified = false;
      this.isFiring = false;
      this.isEnabled = false;
    }

    /* A message comes in. */
    enqueue(record) {
      this.messages[this.messages.length] = record;
      if (this.isEnabled)
        this.notify();
    }

    notify() {
      if (this.isNotified || this.isFiring)
        return;
      this.isNotified = true;
      loopTasks.post(QUEUE, () => {
        this.isNotified = false;
        if (this.messages.length - this.first > this.scheduled)
          this.deliver();
      }, 0, 'message');
    }

    scheduleAll() {
      for (; this.messages.length - this.first > this.scheduled; this.scheduled++)
        loopTasks.post(QUEUE, () => {
          if (this.scheduled > 0) {
            this.scheduled--;
            this.deliver();
          }
        }, 0, 'message');
    }

    forget() {
      this.messages = new List();
      this.first = 0;
      this.scheduled = 0;
      this.detached = true;
    }

    deliver() {
      const { messages, first } = this;

      if (this.detached || first === messages.length)
        return;

      const record = messages[first];

      messages[first] = undefined;
      this.first++;
      if (this.first === messages.length) {
        this.messages = new List();
        this.first = 0;
      }
      this.isFiring = true;
      try {
        fireMessage(this.wrapper, record, '', null);
      } finally {
        this.isFiring = false;
      }
      this.scheduleAll();
    }

    start() {
      if (this.isEnabled || this.detached)
        return;
      this.isEnabled = true;
      if (this.first < this.messages.length)
        this.notify();
    }

    close() {
      const { entangled } = this;

      this.forget();
      if (entangled === null)
        return;
      this.entangled = null;
      entangled.entangled = null;
      loopTasks.post(QUEUE, () => {
        const { wrapper } = entangled;

        if (!realm.options.blink && !entangled.detached && wrapper !== undefined && hasListeners(wrapper, 'close'))
          fireFromTask(wrapper, realm.events.createEvent('close'));
      }, 0, 'close');
    }

    /* Chromium transfers ports that are closed, which HTML says are detached. */
    isNeutered() {
      return realm.options.blink ? this.isTransferred : this.detached;
    }

    /* The transfer steps. The receiving port is there at once, so that what is sent to it meanwhile waits in it. */
    transferSteps() {
      const { entangled, messages } = this;
      const received = new MessagePortImpl();

      for (let i = this.first; i < messages.length; i++)
        received.messages[i - this.first] = messages[i];
      this.forget();
      this.isTransferred = true;
      this.entangled = null;
      received.entangled = entangled;
      if (entangled !== null)
        entangled.entangled = received;
      return () => wrap(MessagePort, received);
    }
  }

  const structuredSerializeOptions = dictionary('StructuredSerializeOptions', {
    transfer: [(value, context) => toSequence(value, toObject, context)],
  });

  const postMessageOptions = dictionary('PostMessageOptions', {
    delegate: [(value, context) => (value === null ? '' : toDOMString(value, context))],
    includeUserActivation: [toBoolean, false],
  }, structuredSerializeOptions);

  /* transfer of (sequence<object> or PostMessageOptions). */
  function toTransfer(value, context) {
    if (isObject(value)) {
      const method = value[iteratorSymbol];

      if (method !== undefined && method !== null) {
        if (typeof method !== 'function')
          throw idl.typeError(context, '@@iterator must be a function');
        /* Chromium asks once more for it, where Web IDL does not. */
        return toSequence(value, toObject, context);
      }
    } else if (value !== undefined && value !== null)
      throw idl.typeError(context, 'Overload resolution failed.');
    return postMessageOptions(value, context).transfer;
  }

  const MessagePort = defineInterface('MessagePort', function MessagePort() {
    throw idl.illegalConstructor(new.target === undefined ? undefined : 'MessagePort');
  }, class extends EventTarget {
    postMessage(message, options = undefined) {
      const impl = check(this, MessagePortImpl);
      const context = "Failed to execute 'postMessage' on 'MessagePort'";

      requireArguments(arguments.length, 1, context);

      const transfer = toTransfer(options, context);
      const target = impl.entangled;
      let isDoomed = false;

      /* Chromium does not even look at the message. */
      if (realm.options.blink && impl.detached)
        return;
      if (transfer !== undefined && target !== null)
        for (let i = 0; i < transfer.length; i++)
          isDoomed ||= implOf(transfer[i]) === target;

      const record = structuredClone.serialize(message, transfer, context, impl);

      /* A getter of the message may have closed or transferred either port: it goes to where this port leads now. */
      if (!isDoomed && impl.entangled !== null)
        impl.entangled.enqueue(record);
    }

    start() {
      check(this, MessagePortImpl).start();
    }

    close() {
      check(this, MessagePortImpl).close();
    }
  });

  defineHandlerAttribute(MessagePort, MessagePortImpl, 'message');
  defineHandlerAttribute(MessagePort, MessagePortImpl, 'messageerror');
  /* Chromium has no close event. */
  if (!realm.options.blink)
    defineHandlerAttribute(MessagePort, MessagePortImpl, 'close');

  /* Setting onmessage is as good as start (). */
  {
    const descriptor = getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
    const { set: setOnmessage } = descriptor;

    descriptor.set = getOwnPropertyDescriptor({
      set onmessage(value) {
        apply(setOnmessage, this, [value]);
        check(this, MessagePortImpl).start();
      },
    }, 'onmessage').set;
    defineProperty(MessagePort.prototype, 'onmessage', descriptor);
  }

  /* ---- MessageChannel ---- */

  class MessageChannelImpl extends idl.Impl {
    constructor() {
      super();

      const first = new MessagePortImpl(),
        second = new MessagePortImpl();

      first.entangled = second;
      second.entangled = first;
      this.port1 = wrap(MessagePort, first);
      this.port2 = wrap(MessagePort, second);
    }
  }

  const MessageChannel = defineInterface('MessageChannel', function MessageChannel() {
    if (new.target === undefined)
      throw idl.calledWithoutNew('MessageChannel');
    return wrap(MessageChannel, new MessageChannelImpl(), new.target);
  }, class {
    get port1() {
      return check(this, MessageChannelImpl).port1;
    }

    get port2() {
      return check(this, MessageChannelImpl).port2;
    }
  });

  /* ---- The window ---- */

  const CONTEXT = "Failed to execute 'postMessage' on 'Window'";

  const windowPostMessageOptions = dictionary('WindowPostMessageOptions', { targetOrigin: [toUSVString, '/'] },
    postMessageOptions);

  /* Schemes whose URLs cannot do without a host. */
  const specialSchemes = { __proto__: null, 'http': true, 'https': true, 'ws': true, 'wss': true, 'ftp': true };

  /* What no host has in it; controls come before these, and a space is escaped. */
  const forbidden = {
    __proto__: null,
    35: true,
    37: true,
    47: true,
    58: true,
    60: true,
    62: true,
    63: true,
    64: true,
    91: true,
    92: true,
    93: true,
    94: true,
    124: true,
    127: true
  };

  /* The value of a hexadecimal digit, or -1. */
  function hexDigit(code) {
    const lower = code | 32;

    return code >= 48 && code <= 57 ? code - 48 : lower >= 97 && lower <= 102 ? lower - 87 : -1;
  }

  /* Whether url has a host and a port that can be parsed, behind the scheme that ends at from. */
  function hasValidHost(scheme, url, from) {
    const { length } = url;
    let start = from,
      end, port = -1,
      isAddress = false;

    if (specialSchemes[scheme] !== true)
      return true;
    for (; start < length; start++) {
      const code = apply(charCodeAt, url, [start]);

      if (code !== 47 && code !== 92)
        break;
    }
    for (end = start; end < length; end++) {
      const code = apply(charCodeAt, url, [end]);

      if (code === 47 || code === 92 || code === 63 || code === 35)
        break;
      /* What stands before it are credentials. */
      if (code === 64) {
        start = end + 1;
        port = -1;
      } else if (code === 58 && port < 0 && !(isAddress && apply(charCodeAt, url, [start]) === 91))
        port = end;
      else if (code === 91)
        isAddress = true;
      else if (code === 93)
        isAddress = false;
    }

    const hostEnd = port < 0 ? end : port;
    let number = 0;

    if (hostEnd === start)
      return false;
    for (let i = port + 1; port >= 0 && i < end; i++) {
      const digit = apply(charCodeAt, url, [i]) - 48;

      if (!(digit >= 0 && digit <= 9) || (number = number * 10 + digit) > 65535)
        return false;
    }
    if (apply(charCodeAt, url, [start]) === 91)
      return apply(charCodeAt, url, [hostEnd - 1]) === 93;
    for (let i = start; i < hostEnd; i++) {
      let code = apply(charCodeAt, url, [i]);

      if (code === 37) {
        const high = hexDigit(apply(charCodeAt, url, [i + 1])),
          low = hexDigit(apply(charCodeAt, url, [i + 2]));

        if (high >= 0 && low >= 0) {
          code = high * 16 + low;
          i += 2;
        }
      }
      if (code < 32 || forbidden[code] === true)
        return false;
    }
    return true;
  }

  /* Schemes whose URLs have an origin in Chromium: to another it sends nothing at all. */
  const originSchemes = {
    __proto__: null,
    'http': true,
    'https': true,
    'ws': true,
    'wss': true,
    'ftp': true,
    'file': true,
    'blob': true,
    'filesystem': true,
    'chrome': true,
    'chrome-extension': true
  };

  /* Whether url, behind the scheme that ends at from, has an origin that a message can be sent to. */
  function hasOrigin(scheme, url, from) {
    if (realm.options.blink && originSchemes[scheme] !== true)
      return false;
    if (scheme === 'blob' && realm.options.blink)
      return isURL(apply(slice, url, [from]));
    return hasValidHost(scheme, url, from);
  }

  /* Whether text is an absolute URL, which begins with a scheme, and has an origin. */
  function isURL(text) {
    for (let i = 0; i < text.length; i++) {
      const code = apply(charCodeAt, text, [i]),
        lower = code | 32;

      if (lower >= 97 && lower <= 122)
        continue;
      if (i > 0 && code === 58)
        return hasOrigin(apply(toLowerCase, apply(slice, text, [0, i]), []), text, i + 1);
      if (i === 0 || !(code >= 48 && code <= 57 || code === 43 || code === 45 || code === 46))
        return false;
    }
    return false;
  }

  /* Controls and spaces around a URL are no part of it. */
  function trimURL(text) {
    let start = 0,
      end = text.length;

    while (start < end && apply(charCodeAt, text, [start]) <= 32)
      start++;
    while (end > start && apply(charCodeAt, text, [end - 1]) <= 32)
      end--;
    return apply(slice, text, [start, end]);
  }

  /* Whether a message to that origin comes to the window. */
  function isOwnOrigin(targetOrigin) {
    if (targetOrigin === '*' || targetOrigin === '/')
      return true;

    /* No URL has the origin of the document. */
    if (isURL(trimURL(targetOrigin)))
      return false;
    throw realm.newDOMException(`${CONTEXT}: Invalid target origin '${targetOrigin}' in a call to 'postMessage'.`, 'SyntaxError');
  }

  realm.messaging = { __proto__: null, fireMessage, toTransfer };

  if (!realm.options.worker)
    idl.defineGlobalOperation('postMessage', {
      postMessage(message, targetOriginOrOptions = undefined, transfer = undefined) {
        let targetOrigin, delegate;

        idl.checkGlobal(this);
        requireArguments(arguments.length, 1, CONTEXT);
        if (arguments.length >= 3
          || targetOriginOrOptions !== undefined && targetOriginOrOptions !== null && !isObject(targetOriginOrOptions)) {
          targetOrigin = toUSVString(targetOriginOrOptions, CONTEXT);
          if (transfer !== undefined)
            transfer = toSequence(transfer, toObject, CONTEXT);
        } else {
          const options = windowPostMessageOptions(targetOriginOrOptions, CONTEXT);

          ({ delegate, targetOrigin, transfer } = options);
        }

        const isOwn = isOwnOrigin(targetOrigin);
        const record = structuredClone.serialize(message, transfer, CONTEXT);

        if (delegate !== undefined)
          throw realm.newDOMException(`${CONTEXT}: Delegation of '${delegate}' is not supported.`, 'NotSupportedError');

        loopTasks.post(QUEUE, () => {
          if (isOwn)
            fireMessage(global, record, ORIGIN, global);
        }, 0, 'message');
      },
    }.postMessage, 1);
})
