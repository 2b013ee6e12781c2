/* structured-clone.js: structuredClone(), and how messages are copied and objects transferred
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 *   realm.structuredClone.serialize (value, transfer, context)   StructuredSerializeWithTransfer → record; throws.
 *                                                                transfer: an array or undefined; context: of messages
 *   realm.structuredClone.deserialize (record)                   StructuredDeserializeWithTransfer, once for each record
 *                                                                → { value, transferred: an array of received objects }
 *   realm.structuredClone.clone (value, context)                 both, without transfer
 *
 * A platform object can be transferred if its implementation (what idl.implOf() returns) has these methods:
 *
 *   transferSteps ()   → a function that makes the receiving object
 *   isNeutered ()      → whether it cannot be transferred, or no more
 *
 * Both ends are in one realm, so serialize() makes the copy while it walks the value; programs cannot tell. deserialize() adds
 * only what waits for a transfer (transferred objects, views on transferred buffers, and the places that hold one), and the
 * contents of maps and sets. The walk keeps a stack of its own, so that a value may be nested as deeply as memory allows.
 */
(function (realm) {
  'use strict';

  const { idl, isProxy, List, Table } = realm;
  const { kindOf, isKind, valueOf, itemsOf, addItems, describe, errorConstructors, dataCloneError } = realm.cloneKinds;
  const { copyBuffer, isDetached, transferBuffer, readView, bufferOf, detachedError } = realm.cloneBuffers;
  const { regExpFlags, regExpSource } = realm.inspectValues;
  const { defineElement, defineHidden } = realm.properties;
  const { getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf } = Reflect;
  const { hasOwn, keys: enumerableKeys } = Object;
  const ObjectConstructor = Object;
  const ObjectPrototype = Object.prototype,
    ArrayPrototype = Array.prototype;
  const DateConstructor = Date,
    RegExpConstructor = RegExp,
    MapConstructor = Map,
    SetConstructor = Set;

  /* ---- Serialize ---- */

  /* Stands for an object that exists only after the transfer. */
  class Deferred {
    #isDeferred = true;
    value = undefined;
    buffer;
    Constructor;
    offset;
    length;

    constructor(buffer, Constructor, offset, length) {
      this.buffer = buffer;
      this.Constructor = Constructor;
      this.offset = offset;
      this.length = length;
    }

    static is(value) {
      return typeof value === 'object' && value !== null && #isDeferred in value;
    }

    static {
      setPrototypeOf(this.prototype, null);
    }
  }

  const { is: isDeferred } = Deferred;

  /* Where a value goes: into an object, into a list, or into the cause of an error */
  const IN_OBJECT = 0,
    IN_LIST = 1,
    IN_CAUSE = 2;

  function put(object, key, value) {
    if (key in object)
      defineElement(object, key, value);
    else
      object[key] = value;
  }

  function place(how, container, key, value) {
    if (how === IN_LIST)
      container[key] = value;
    else if (how === IN_OBJECT)
      put(container, key, value);
    else
      defineHidden(container, 'cause', value);
  }

  class Serializer {
    root = undefined;
    memory = new Table();
    context;
    /* What is left for deserialize(): places (how, container, key, deferred), maps and sets (kind, copy, list), views */
    places = new List();
    fills = new List();
    views = new List();
    receivers = new List();
    transferred = new List();
    /* The objects to transfer, with their places in `transferred` */
    buffers = new List();
    ports = new List();
    isTransferring = false;
    /* The objects whose contents are being copied: source, copy, list of keys or values, count of these, number of the next */
    stack = new List();
    depth = 0;

    static {
      setPrototypeOf(this.prototype, null);
    }

    constructor(context) {
      this.context = context;
    }

    fail(value) {
      const impl = idl.implOf(value);

      if (impl !== undefined && impl.transferSteps !== undefined)
        return dataCloneError(this.context,
          `A ${idl.interfaceName (impl)} could not be cloned because it was not transferred.`);
      return dataCloneError(this.context, `${describe (value)} could not be cloned.`);
    }

    /* dense: how many of the first keys are the indices from 0 on */
    push(how, source, copy, list, dense) {
      this.stack[this.depth++] = { __proto__: null, how, source, copy, list, count: list.length, next: 0, dense };
    }

    /* Returns the copy of a value. The contents of an object are copied later. */
    begin(value) {
      switch (typeof value) {
        case 'object':
          if (value === null)
            return value;
          break;
        case 'function':
        case 'symbol': {
          const known = this.isTransferring ? this.memory.get(value) : undefined;

          if (known !== undefined)
            return known;
          throw this.fail(value);
        }
        default:
          return value;
      }

      const { memory } = this;
      const known = memory.get(value);

      if (known !== undefined)
        return known;

      const copy = this.copyOf(value);

      memory.set(value, copy);
      return copy;
    }

    copyOf(value) {
      const impl = idl.implOf(value);

      if (impl !== undefined) {
        if (impl instanceof realm.DOMExceptionImpl)
          return copyException(value, impl);
        throw this.fail(value);
      }
      if (isProxy(value))
        throw this.fail(value);
      const kind = kindOf(value);

      switch (kind) {
        case 'plain': {
          const copy = {};

          this.push(IN_OBJECT, value, copy, enumerableKeys(value), 0);
          return copy;
        }
        case 'array': {
          const copy = [],
            keys = enumerableKeys(value);
          const { length } = value;
          /* Indices come first, in ascending order. */
          const isDense = length > 0 && keys.length >= length && keys[length - 1] === `${length - 1}`
            && getPrototypeOf(value) === ArrayPrototype && getPrototypeOf(ArrayPrototype) === ObjectPrototype;

          if (!isDense)
            copy.length = length;
          this.push(IN_OBJECT, value, copy, keys, isDense ? length : 0);
          return copy;
        }
        case 'date':
          return new DateConstructor(valueOf(kind, value));
        case 'regexp':
          return new RegExpConstructor(regExpSource(value), regExpFlags(value));
        case 'map':
        case 'set': {
          const copy = kind === 'map' ? new MapConstructor() : new SetConstructor(),
            list = itemsOf(kind, value);

          this.fills[this.fills.length] = { __proto__: null, kind, copy, list };
          this.push(IN_LIST, value, list, list, 0);
          return copy;
        }
        case 'boolean':
        case 'number':
        case 'string':
        case 'bigint':
          return ObjectConstructor(valueOf(kind, value));
        case 'error':
          return this.copyError(value);
        case 'buffer':
          return copyBuffer(value, this.context);
        case 'shared':
          /* One agent has one object for each block of memory. */
          return value;
        case 'view':
          return this.copyView(value);
        default:
          throw this.fail(value);
      }
    }

    copyError(value) {
      const { name } = value;
      const Constructor = typeof name === 'string' && errorConstructors[name] !== undefined ? errorConstructors[name]
        : errorConstructors.Error;
      const message = getOwnPropertyDescriptor(value, 'message');
      const copy = message !== undefined && hasOwn(message, 'value') ? new Constructor(`${message.value}`) : new Constructor();

      copyDetails(value, copy);

      const cause = getOwnPropertyDescriptor(value, 'cause');

      if (cause !== undefined && hasOwn(cause, 'value')) {
        const list = new List();

        list[0] = cause.value;
        this.push(IN_CAUSE, value, copy, list, 0);
      }
      return copy;
    }

    copyView(value) {
      const read = readView(value);

      if (read === null)
        throw isDetached(bufferOf(value)) ? detachedError(this.context) : this.fail(value);

      const { Constructor, offset, length } = read;
      const copy = this.begin(read.buffer);

      if (!this.isTransferring || !isDeferred(copy))
        return new Constructor(copy, offset, length);

      const view = new Deferred(copy, Constructor, offset, length);

      this.views[this.views.length] = view;
      return view;
    }

    put(how, container, key, value) {
      if (this.isTransferring && isDeferred(value)) {
        this.places[this.places.length] = { __proto__: null, how, container, key, value };
        value = undefined;
      }
      place(how, container, key, value);
    }

    serialize(value) {
      this.root = this.begin(value);
      while (this.depth > 0) {
        const { depth } = this;
        const top = this.stack[depth - 1];
        const { how, source, copy, list, count, dense } = top;

        /* Ends at an object that has contents itself. */
        while (top.next < count && this.depth === depth) {
          const i = top.next++;
          let item;

          if (how !== IN_OBJECT) {
            this.put(how, copy, i, this.begin(list[i]));
            continue;
          }

          const key = i < dense ? i : list[i];

          /* A getter may have deleted the property. `in` finds indices fast, and hasOwn() makes strings of them. */
          if (i < dense && !(key in ArrayPrototype) ? !(key in source) : !hasOwn(source, key))
            continue;
          item = source[key];
          if (typeof item === 'object' && item !== null || typeof item === 'function' || typeof item === 'symbol')
            this.put(IN_OBJECT, copy, key, this.begin(item));
          else
            put(copy, key, item);
        }
        if (this.depth > depth || top.next < count)
          continue;
        if (dense > 0 && copy.length < dense)
          copy.length = dense;
        this.stack[--this.depth] = undefined;
      }
    }

    /* Takes the objects that are to be transferred out of what is cloned. */
    prepareTransfer(transfer) {
      const { length } = transfer;

      for (let i = 0; i < length; i++) {
        const object = transfer[i];
        const impl = idl.implOf(object);
        const isBuffer = impl === undefined && typeof object === 'object' && isKind(object, 'buffer');

        if (!isBuffer && (impl === undefined || impl.transferSteps === undefined))
          throw dataCloneError(this.context, `Value at index ${i} does not have a transferable type.`);
        if (this.memory.has(object))
          throw dataCloneError(this.context, isBuffer ? `ArrayBuffer at index ${i} is a duplicate of an earlier ArrayBuffer.`
            : `Message port at index ${i} is a duplicate of an earlier port.`);

        const deferred = new Deferred(undefined, undefined, 0, 0);

        this.memory.set(object, deferred);
        this.transferred[i] = deferred;
        this.isTransferring = true;
        if (isBuffer)
          this.buffers[this.buffers.length] = { __proto__: null, place: i, object };
        else
          this.ports[this.ports.length] = { __proto__: null, place: i, impl };
      }
    }

    /* Chromium transfers the buffers first and then the ports, and numbers each kind from 0. It transfers all of a kind or
     * none. source: the implementation of the port that the message goes through, which cannot be transferred, or undefined */
    finishTransfer(source) {
      const { buffers, ports, receivers } = this;

      for (let i = 0; i < buffers.length; i++)
        if (isDetached(buffers[i].object))
          throw dataCloneError(this.context, `ArrayBuffer at index ${i} is already detached.`);
      for (let i = 0; i < buffers.length; i++)
        try {
          const received = transferBuffer(buffers[i].object);

          receivers[buffers[i].place] = () => received;
        }
      catch {
        throw dataCloneError(this.context, `ArrayBuffer at index ${i} could not be transferred.`);
      }
      for (let i = 0; i < ports.length; i++)
        if (ports[i].impl === source)
          throw dataCloneError(this.context, `Port at index ${i} contains the source port.`);
      for (let i = 0; i < ports.length; i++)
        if (ports[i].impl.isNeutered())
          throw dataCloneError(this.context, `Port at index ${i} is already neutered.`);
      for (let i = 0; i < ports.length; i++)
        receivers[ports[i].place] = ports[i].impl.transferSteps();
    }

    deserialize() {
      const { transferred, receivers, views, places, fills } = this;
      const objects = [];

      for (let i = 0; i < transferred.length; i++) {
        const receive = receivers[i];

        transferred[i].value = receive();
        put(objects, i, transferred[i].value);
      }
      for (let i = 0; i < views.length; i++) {
        const { buffer, Constructor, offset, length } = views[i];

        views[i].value = new Constructor(buffer.value, offset, length);
      }
      for (let i = 0; i < places.length; i++) {
        const { how, container, key, value } = places[i];

        if (how === IN_OBJECT)
          defineElement(container, key, value.value);
        else
          place(how, container, key, value.value);
      }
      for (let i = 0; i < fills.length; i++)
        addItems(fills[i].kind, fills[i].copy, fills[i].list);

      const { root } = this;

      return { __proto__: null, value: this.isTransferring && isDeferred(root) ? root.value : root, transferred: objects };
    }
  }

  /* JavaScriptCore's properties of an error that tell where it is from */
  const errorDetails = ['stack', 'line', 'column', 'sourceURL'];

  function copyDetails(from, to) {
    for (let i = 0; i < errorDetails.length; i++) {
      const key = errorDetails[i];
      const descriptor = getOwnPropertyDescriptor(from, key);

      if (descriptor !== undefined && hasOwn(descriptor, 'value')
        && typeof descriptor.value === (key === 'line' || key === 'column' ? 'number' : 'string'))
        defineHidden(to, key, descriptor.value);
      else
        delete to[key];
    }
  }

  function copyException(value, impl) {
    const copy = realm.copyDOMException(impl);

    copyDetails(value, copy);
    return copy;
  }

  /* source: the implementation of the port that the value goes through, or undefined */
  function serialize(value, transfer, context, source = undefined) {
    const serializer = new Serializer(context);

    if (transfer !== undefined)
      serializer.prepareTransfer(transfer);
    serializer.serialize(value);
    if (transfer !== undefined)
      serializer.finishTransfer(source);
    return serializer;
  }

  function deserialize(record) {
    return record.deserialize();
  }

  function clone(value, context) {
    if (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol' || value === null)
      return value;
    return serialize(value, undefined, context).deserialize().value;
  }

  const CONTEXT = "Failed to execute 'structuredClone' on 'Window'";

  const structuredSerializeOptions = idl.dictionary('StructuredSerializeOptions', {
    transfer: [(value, context) => idl.toSequence(value, idl.toObject, context)],
  });

  realm.structuredClone = { __proto__: null, serialize, deserialize, clone, structuredSerializeOptions };

  idl.defineGlobalOperations({
    structuredClone(value, options = undefined) {
      idl.checkGlobal(this);
      idl.requireArguments(arguments.length, 1, CONTEXT);

      const { transfer } = structuredSerializeOptions(options, CONTEXT);

      if (transfer === undefined)
        return clone(value, CONTEXT);
      return serialize(value, transfer, CONTEXT).deserialize().value;
    },
  });
})
