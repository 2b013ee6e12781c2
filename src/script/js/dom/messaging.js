/* messaging.js: MessageChannel, MessagePort, MessageEvent and the window's postMessage() (HTML §9.3, §9.4)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Each message is a task on "frame-pausable", the queue of Chromium's task type kPostedMessage. As in Chromium, a port is the end
 * of a pipe. A message that finds the port idle posts a task, which delivers one message. When that task, or any later one, ends,
 * each message that waits gets a task.
 *
 * Where the two ends are of different agents, or have been, C has the pipe and the messages: see ls-script-ports.c. The port then
 * has a number there, `remote`.
 *
 *   realm.messaging.exportPort (impl)     the port goes with the message that is being written → its place there
 *   realm.messaging.adoptPort (number)    → a port that came with a message
 *   realm.messaging.sendWaiting ()        sends the messages that had come to exported ports; to be called after each message to
 *                                         another agent
 *   hooks.receiveAtPort (number)          a message may have come to a port
 */
(function (realm) {
  'use strict';

  const { global, hooks, host, idl, loopTasks, List, structuredClone, Table } = realm;
  const {
    EventImpl,
    EventTarget,
    EventTargetImpl,
    defineEvent,
    defineHandlerAttribute,
    eventInit,
    fireFromTask,
    hasListeners,
    wrapEvent
  } =
  realm.events;
  const { isObject, defineElement } = realm.properties;
  const { apply, getOwnPropertyDescriptor } = Reflect;
  const { freeze } = Object;
  const {
    check,
    defineInterface,
    dictionary,
    implOf,
    implOfKind,
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

  const QUEUE = 'frame-pausable';

  /* The origin of a program, which has no URL, as text */
  const ORIGIN = 'null';

  /* ---- MessageEvent ---- */

  class MessageEventImpl extends EventImpl {
    constructor(type, init) {
      super(type, init);
      this.setMessage(init.data, init.origin, init.lastEventId, init.source, init.ports ?? []);
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

  function toMessageEventInit(value, context) {
    const init = messageEventInit(value, context);
    const { source } = init;

    if (source !== null && source !== global && implOfKind(source, MessagePortImpl) === undefined)
      throw idl.typeError(context, "The optional 'source' property is neither a Window nor MessagePort.");
    return init;
  }

  const MessageEvent = defineEvent('MessageEvent', MessageEventImpl, toMessageEventInit, class extends realm.events.Event {
    /* No message comes from something that a user does. */
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
  }, { attributes: ['data', 'origin', 'lastEventId', 'source', 'ports', 'userActivation'] });

  /* Returns the ports among some objects, in an array. */
  function portsAmong(objects) {
    const ports = [];
    const { length } = objects;
    let count = 0;

    for (let i = 0; i < length; i++)
      if (implOfKind(objects[i], MessagePortImpl) !== undefined)
        defineElement(ports, count++, objects[i]);
    return ports;
  }

  /* Deserializes a message and fires `message`, or `messageerror` where that fails. */
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
        __proto__: null,
        data,
        origin,
        lastEventId: '',
        source,
        ports,
      })));
  }

  /* ---- MessagePort ---- */

  /* Ports with ends of pipes, by number */
  const remotePorts = new Table();

  /* What sendWaiting() is to do: { number, record, isOwn }, or without a record the closing of a port */
  let waiting = new List();

  class MessagePortImpl extends EventTargetImpl {
    constructor() {
      super();
      this.entangled = null;
      this.remote = 0;
      this.detached = false;
      this.isTransferred = false;
      /* The port message queue: records of messages, from index `first` on */
      this.messages = new List();
      this.first = 0;
      /* scheduled: how many of the messages have tasks. isNotified: a task will deliver the first message. isFiring: an event
       * is being dispatched */
      this.scheduled = 0;
      this.isNotified = false;
      this.isFiring = false;
      this.isEnabled = false;
    }

    /* Takes a message that comes in. */
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

    /* Takes the oldest message out of the pipe, if there is one. */
    deliverRemote() {
      if (!this.isEnabled || this.remote === 0)
        return;

      const text = host.takeAtPort(this.remote);

      if (text === null)
        this.fireClose();
      else if (text !== undefined)
        fireMessage(this.wrapper, { __proto__: null, deserialize: () => realm.between.decode(text) }, '', null);
    }

    postRemoteDelivery() {
      loopTasks.post(QUEUE, () => this.deliverRemote(), 0, 'message');
    }

    /* Makes this the end of a pipe. What has come goes there, so that it is before what comes next. */
    becomeRemote(number) {
      this.entangled = null;
      this.remote = number;
      remotePorts.set(number, this);
      this.keepMessages(number, true);
    }

    keepMessages(number, isOwn) {
      const { messages } = this;

      for (let i = this.first; i < messages.length; i++)
        waiting[waiting.length] = { __proto__: null, number, record: messages[i], isOwn };
      this.messages = new List();
      this.first = 0;
      this.scheduled = 0;
    }

    /* Returns the number of the end of a pipe that is to leave the realm. */
    leave() {
      const { entangled, remote } = this;
      let number = remote;

      if (remote === 0) {
        const first = host.makePipe();

        number = first + 1;
        this.keepMessages(first, false);
        if (entangled !== null)
          entangled.becomeRemote(first);
        else
          waiting[waiting.length] = { __proto__: null, number: first, record: undefined, isOwn: false };
      }
      remotePorts.delete(number);
      this.entangled = null;
      this.remote = 0;
      this.forget();
      return number;
    }

    fireClose() {
      const { wrapper } = this;

      if (!realm.options.blink && !this.detached && wrapper !== undefined && hasListeners(wrapper, 'close'))
        fireFromTask(wrapper, realm.events.createEvent('close'));
    }

    start() {
      if (this.isEnabled || this.detached)
        return;
      this.isEnabled = true;
      for (let count = this.remote === 0 ? 0 : host.pendingAtPort(this.remote); count > 0; count--)
        this.postRemoteDelivery();
      if (this.first < this.messages.length)
        this.notify();
    }

    close() {
      const { entangled, remote } = this;

      this.forget();
      if (remote !== 0) {
        this.remote = 0;
        remotePorts.delete(remote);
        remotePorts.get(host.closePort(remote, !realm.options.blink))?.postRemoteDelivery();
      }
      if (entangled === null)
        return;
      this.entangled = null;
      entangled.entangled = null;
      loopTasks.post(QUEUE, () => entangled.fireClose(), 0, 'close');
    }

    /* HTML says that a closed port is detached. Chromium transfers it. */
    isNeutered() {
      return realm.options.blink ? this.isTransferred : this.detached;
    }

    /* The transfer steps. The receiving port exists at once, and keeps what is sent to it until it is received. */
    transferSteps() {
      const { entangled, messages, remote } = this;
      const received = new MessagePortImpl();

      for (let i = this.first; i < messages.length; i++)
        received.messages[i - this.first] = messages[i];
      this.forget();
      this.isTransferred = true;
      this.entangled = null;
      received.entangled = entangled;
      if (entangled !== null)
        entangled.entangled = received;
      if (remote !== 0) {
        this.remote = 0;
        received.remote = remote;
        remotePorts.set(remote, received);
      }
      return () => wrap(MessagePort, received);
    }
  }

  /* Sends a message through the pipe of a port, or puts it into the port's own queue. */
  function sendToPort(number, record, isOwn) {
    const { value, transferred } = record.deserialize();

    host.beginMessage();
    remotePorts.get(host.sendToPort(number, realm.between.encode(value, transferred), isOwn))?.postRemoteDelivery();
  }

  function sendWaiting() {
    const list = waiting;

    if (list.length === 0)
      return;
    waiting = new List();
    for (let i = 0; i < list.length; i++) {
      const { number, record, isOwn } = list[i];

      if (record === undefined)
        host.closePort(number, false);
      else
        sendToPort(number, record, isOwn);
      /* The messages may hold ports with messages. */
      for (let j = 0; j < waiting.length; j++)
        list[list.length] = waiting[j];
      waiting = new List();
    }
  }

  function exportPort(impl) {
    return host.messagePort(impl.leave());
  }

  function adoptPort(number) {
    const impl = new MessagePortImpl();

    impl.remote = number;
    remotePorts.set(number, impl);
    return wrap(MessagePort, impl);
  }

  hooks.receiveAtPort = (number) => {
    realm.promise.setState(null);
    remotePorts.get(number)?.deliverRemote();
    realm.promise.setState(null);
  };

  const postMessageOptions = dictionary('PostMessageOptions', {
    delegate: [(value, context) => (value === null ? '' : toDOMString(value, context))],
    includeUserActivation: [toBoolean, false],
  }, structuredClone.structuredSerializeOptions);

  /* Returns `transfer` of (sequence<object> or PostMessageOptions). */
  function toTransfer(value, context) {
    if (isObject(value)) {
      const method = value[iteratorSymbol];

      if (method !== undefined && method !== null) {
        if (typeof method !== 'function')
          throw idl.typeError(context, '@@iterator must be a function');
        /* Chromium reads the method a second time, and Web IDL does not. */
        return toSequence(value, toObject, context);
      }
    } else if (value !== undefined && value !== null)
      throw idl.typeError(context, 'Overload resolution failed.');
    return postMessageOptions(value, context).transfer;
  }

  const MessagePort = defineInterface('MessagePort', undefined, class extends EventTarget {
    postMessage(message, options = undefined) {
      const impl = check(this, MessagePortImpl);
      const context = "Failed to execute 'postMessage' on 'MessagePort'";

      requireArguments(arguments.length, 1, context);

      const transfer = toTransfer(options, context);
      const target = impl.entangled;
      let isDoomed = false;

      /* Chromium does not serialize the message. */
      if (realm.options.blink && impl.detached)
        return;
      if (transfer !== undefined && target !== null)
        for (let i = 0; i < transfer.length; i++)
          isDoomed ||= implOf(transfer[i]) === target;

      const record = structuredClone.serialize(message, transfer, context, impl);

      /* A getter of the message may have closed or transferred either port. The message goes to where this port leads now. */
      if (!isDoomed && impl.entangled !== null)
        impl.entangled.enqueue(record);
      else if (impl.remote !== 0) {
        sendToPort(impl.remote, record, false);
        sendWaiting();
      }
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

  /* Setting onmessage starts the port. */
  {
    const { get, set } = getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
    const accessors = {
      set onmessage(value) {
        apply(set, this, [value]);
        check(this, MessagePortImpl).start();
      },
    };

    idl.defineAccessor(MessagePort.prototype, 'onmessage', get, getOwnPropertyDescriptor(accessors, 'onmessage').set, true);
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
  }, undefined, { Kind: MessageChannelImpl, attributes: ['port1', 'port2'] });

  /* ---- The window ---- */

  const CONTEXT = "Failed to execute 'postMessage' on 'Window'";

  const windowPostMessageOptions = dictionary('WindowPostMessageOptions', { targetOrigin: [toUSVString, '/'] },
    postMessageOptions);

  /* Tells whether a message to an origin reaches the window. */
  function isOwnOrigin(targetOrigin) {
    if (targetOrigin === '*' || targetOrigin === '/')
      return true;

    /* No URL has the origin of the program. */
    if (realm.isTargetOrigin(targetOrigin))
      return false;
    throw realm.newDOMException(`${CONTEXT}: Invalid target origin '${targetOrigin}' in a call to 'postMessage'.`, 'SyntaxError');
  }

  realm.messaging = { __proto__: null, fireMessage, toTransfer, exportPort, adoptPort, sendWaiting };

  if (!realm.options.worker)
    idl.defineGlobalOperations({
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
    }, { postMessage: 1 });
})
