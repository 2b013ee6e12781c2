/* structured-clone.js: structuredClone(), and how messages are copied and objects transferred
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 *   realm.structuredClone.serialize (value, transfer, context)   StructuredSerializeWithTransfer → record; throws. transfer: array
 *   or
 *                                                                undefined; context: "Failed to execute …" for messages
 *   realm.structuredClone.deserialize (record)                   StructuredDeserializeWithTransfer, once for each record
 *                                                                → { value, transferred }; transferred: the received objects, an
 *                                                                array
 *   realm.structuredClone.clone (value, context)                 both, without transfer
 *
 * A platform object takes part through methods of its implementation (what idl.implOf() gives):
 *   cloneSteps ()      → a new object: it is serializable
 *   transferSteps ()   → a function that makes the receiving object: it is transferable
 *   isNeutered ()      → whether it cannot be transferred, or not any more
 *
 * Both ends are in one realm, so the copy is made while the value is walked; nothing of that can be observed. Only what waits for a
 * transfer (a transferred object, a view on a transferred buffer, and the places that hold one) and the contents of maps and sets
 * are left to deserialize(). The walk keeps its own stack: a value may be nested as deep as memory allows.
 */
(function (realm) {
  'use strict';

  const {
    NONE,
    PLAIN,
    ARRAY,
    DATE,
    REGEXP,
    MAP,
    SET,
    BOOLEAN,
    NUMBER,
    STRING,
    BIGINT,
    ERROR,
    BUFFER,
    VIEW,
    SHARED,
    getDateTime,
    mapForEach,
    setForEach,
    mapSet,
    setAdd,
    booleanValueOf,
    numberValueOf,
    stringValueOf,
    bigIntValueOf,
    getBufferLength,
    isBufferDetached,
    isBufferResizable,
    getBufferMaxLength,
    resizeBuffer,
    transferBuffer,
    getSharedLength,
    getTypedArrayName,
    getTypedArrayBuffer,
    getTypedArrayOffset,
    getTypedArrayLength,
    getDataViewBuffer,
    getDataViewOffset,
    getDataViewLength,
    typedArraySet,
    typedArrayKeys,
    typedArrays,
    regExpFlags,
    getRegExpSource,
    errorConstructors,
    isKind,
    kindOf,
    describe,
    dataCloneError
  } = realm.cloneKinds;
  const { idl, isProxy, List, Table } = realm;
  const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf } = Reflect;
  const { hasOwn, keys: enumerableKeys } = Object;
  const ObjectConstructor = Object;
  const ObjectPrototype = Object.prototype,
    ArrayPrototype = Array.prototype;
  const ArrayBufferConstructor = ArrayBuffer,
    Uint8ArrayConstructor = Uint8Array,
    DataViewConstructor = DataView;
  const DateConstructor = Date,
    RegExpConstructor = RegExp,
    MapConstructor = Map,
    SetConstructor = Set;

  /* ---- Serialize ---- */

  /* What stands for an object that is there only once the transfer is done. */
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

  /* The holder of a value that is yet to come. how: a place in an object or a list, or the cause of an error. */
  const IN_OBJECT = 0,
    IN_LIST = 1,
    IN_CAUSE = 2;

  function dataDescriptor(value, enumerable) {
    return { __proto__: null, value, writable: true, enumerable, configurable: true };
  }

  function put(object, key, value) {
    if (key in object)
      defineProperty(object, key, dataDescriptor(value, true));
    else
      object[key] = value;
  }

  function place(how, container, key, value) {
    if (how === IN_LIST)
      container[key] = value;
    else if (how === IN_OBJECT)
      put(container, key, value);
    else
      defineProperty(container, 'cause', dataDescriptor(value, false));
  }

  function copyBuffer(buffer, context) {
    if (apply(isBufferDetached, buffer, NONE))
      throw dataCloneError(context, 'An ArrayBuffer is detached and could not be cloned.');

    const length = apply(getBufferLength, buffer, NONE);
    let copy;

    try {
      copy = apply(isBufferResizable, buffer, NONE)
        ? new ArrayBufferConstructor(length, { __proto__: null, maxByteLength: apply(getBufferMaxLength, buffer, NONE) })
        : new ArrayBufferConstructor(length);
    } catch {
      throw dataCloneError(context, 'Data cannot be cloned, out of memory.');
    }
    apply(typedArraySet, new Uint8ArrayConstructor(copy), [new Uint8ArrayConstructor(buffer)]);
    return copy;
  }

  function isOutOfBounds(view, isDataView) {
    try {
      apply(isDataView ? getDataViewLength : typedArrayKeys, view, NONE);
      return false;
    } catch {
      return true;
    }
  }

  /* Whether the view's length follows its buffer's. Nothing in the language says so: the buffer is resized and put back. */
  function isLengthTracking(view, buffer, isDataView, offset) {
    if (getSharedLength !== undefined && isKind(buffer, SHARED) || !apply(isBufferResizable, buffer, NONE))
      return false;

    const lengthOf = isDataView ? getDataViewLength : getTypedArrayLength;
    const size = apply(getBufferLength, buffer, NONE),
      most = apply(getBufferMaxLength, buffer, NONE);
    const length = apply(lengthOf, view, NONE);

    if (size + 8 <= most) {
      apply(resizeBuffer, buffer, [size + 8]);

      const grew = apply(lengthOf, view, NONE) !== length;

      apply(resizeBuffer, buffer, [size]);
      return grew;
    }
    if (offset === size)
      return false;

    /* Without the bytes from the offset on, a view of fixed length is out of bounds, unless its length is 0. */
    if (length === 0)
      return false;

    const rest = new Uint8ArrayConstructor(new Uint8ArrayConstructor(buffer, offset));

    apply(resizeBuffer, buffer, [offset]);

    const stays = !isOutOfBounds(view, isDataView);

    apply(resizeBuffer, buffer, [size]);
    apply(typedArraySet, new Uint8ArrayConstructor(buffer, offset), [rest]);
    return stays;
  }

  class Serializer {
    root = undefined;
    memory = new Table();
    context;
    /* deserialize() still fills these: places (how, container, key, deferred), maps and sets (isMap, object, list), views */
    places = new List();
    fills = new List();
    views = new List();
    receivers = new List();
    transferred = new List();
    /* What is transferred, with its place in that list. */
    buffers = new List();
    ports = new List();
    isTransferring = false;
    /* The objects that are being walked: source, copy, list of keys or of values, how many, which is next. */
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

    /* dense: so many of the keys, the first, are the indices from 0 on. */
    push(how, source, copy, list, dense) {
      this.stack[this.depth++] = { __proto__: null, how, source, copy, list, count: list.length, next: 0, dense };
    }

    /* The copy of a value. If it is an object with contents they are yet to be copied. */
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
        if (impl.cloneSteps === undefined)
          throw this.fail(value);
        return impl.cloneSteps();
      }
      if (isProxy(value))
        throw this.fail(value);
      switch (kindOf(value)) {
        case PLAIN: {
          const copy = {};

          this.push(IN_OBJECT, value, copy, enumerableKeys(value), 0);
          return copy;
        }
        case ARRAY: {
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
        case DATE:
          return new DateConstructor(apply(getDateTime, value, NONE));
        case REGEXP:
          return copyRegExp(value);
        case MAP: {
          const copy = new MapConstructor(),
            list = new List();
          let count = 0;

          apply(mapForEach, value, [(item, key) => {
            list[count++] = key;
            list[count++] = item;
          }]);
          this.fills[this.fills.length] = { __proto__: null, isMap: true, copy, list };
          this.push(IN_LIST, value, list, list, 0);
          return copy;
        }
        case SET: {
          const copy = new SetConstructor(),
            list = new List();
          let count = 0;

          apply(setForEach, value, [(item) => {
            list[count++] = item;
          }]);
          this.fills[this.fills.length] = { __proto__: null, isMap: false, copy, list };
          this.push(IN_LIST, value, list, list, 0);
          return copy;
        }
        case BOOLEAN:
          return ObjectConstructor(apply(booleanValueOf, value, NONE));
        case NUMBER:
          return ObjectConstructor(apply(numberValueOf, value, NONE));
        case STRING:
          return ObjectConstructor(apply(stringValueOf, value, NONE));
        case BIGINT:
          return ObjectConstructor(apply(bigIntValueOf, value, NONE));
        case ERROR:
          return this.copyError(value);
        case BUFFER:
          return copyBuffer(value, this.context);
        case SHARED:
          /* One agent has one object for each block of memory. */
          return value;
        case VIEW:
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
      const name = apply(getTypedArrayName, value, NONE);
      const isDataView = name === undefined;
      const buffer = apply(isDataView ? getDataViewBuffer : getTypedArrayBuffer, value, NONE);

      if (isOutOfBounds(value, isDataView))
        throw apply(isBufferDetached, buffer, NONE)
          ? dataCloneError(this.context, 'An ArrayBuffer is detached and could not be cloned.') : this.fail(value);

      const offset = apply(isDataView ? getDataViewOffset : getTypedArrayOffset, value, NONE);
      const length = isLengthTracking(value, buffer, isDataView, offset) ? undefined
        : apply(isDataView ? getDataViewLength : getTypedArrayLength, value, NONE);
      const Constructor = isDataView ? DataViewConstructor : typedArrays[name];
      const copy = this.begin(buffer);

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

        /* Until an object is met that has contents itself. */
        while (top.next < count && this.depth === depth) {
          const i = top.next++;
          let item;

          if (how !== IN_OBJECT) {
            this.put(how, copy, i, this.begin(list[i]));
            continue;
          }

          const key = i < dense ? i : list[i];

          /* A getter may have deleted it. Indices are looked for where that is fast: hasOwn () makes strings of them. */
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
        const isBuffer = impl === undefined && typeof object === 'object' && isKind(object, BUFFER);

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

    /* Chromium transfers the buffers and then the ports, and numbers them apart: all of a kind, or none. source: the implementation
     * of the port that they go through, which cannot be one of them, or undefined */
    finishTransfer(source) {
      const { buffers, ports, receivers } = this;

      for (let i = 0; i < buffers.length; i++)
        if (apply(isBufferDetached, buffers[i].object, NONE))
          throw dataCloneError(this.context, `ArrayBuffer at index ${i} is already detached.`);
      for (let i = 0; i < buffers.length; i++)
        try {
          const received = apply(transferBuffer, buffers[i].object, NONE);

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
          defineProperty(container, key, dataDescriptor(value.value, true));
        else
          place(how, container, key, value.value);
      }
      for (let i = 0; i < fills.length; i++) {
        const { isMap, copy, list } = fills[i];
        const { length } = list;

        if (isMap)
          for (let j = 0; j < length; j += 2)
            apply(mapSet, copy, [list[j], list[j + 1]]);
        else
          for (let j = 0; j < length; j++)
            apply(setAdd, copy, [list[j]]);
      }

      const { root } = this;

      return { __proto__: null, value: this.isTransferring && isDeferred(root) ? root.value : root, transferred: objects };
    }
  }

  function copyRegExp(value) {
    let flags = '';

    for (let i = 0; i < regExpFlags.length; i++) {
      const get = regExpFlags[i][1];

      if (get !== undefined && apply(get, value, NONE))
        flags += regExpFlags[i][0];
    }
    return new RegExpConstructor(apply(getRegExpSource, value, NONE), flags);
  }

  /* Where an error is from. */
  function copyDetails(from, to) {
    for (let i = 0; i < 4; i++) {
      const key = i === 0 ? 'stack' : i === 1 ? 'line' : i === 2 ? 'column' : 'sourceURL';
      const descriptor = getOwnPropertyDescriptor(from, key);

      if (descriptor !== undefined && hasOwn(descriptor, 'value')
        && typeof descriptor.value === (i === 0 || i === 3 ? 'string' : 'number'))
        defineProperty(to, key, dataDescriptor(descriptor.value, false));
      else
        delete to[key];
    }
  }

  function copyException(value, impl) {
    const copy = realm.copyDOMException(impl);

    copyDetails(value, copy);
    return copy;
  }

  /* source: the implementation of the port that value goes through, if it is one. */
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

  realm.structuredClone = { __proto__: null, serialize, deserialize, clone, isLengthTracking };

  const CONTEXT = "Failed to execute 'structuredClone' on 'Window'";

  const toOptions = idl.dictionary('StructuredSerializeOptions', {
    transfer: [(value, context) => idl.toSequence(value, idl.toObject, context)],
  });

  idl.defineGlobalOperation('structuredClone', {
    structuredClone(value, options = undefined) {
      idl.checkGlobal(this);
      idl.requireArguments(arguments.length, 1, CONTEXT);

      const { transfer } = toOptions(options, CONTEXT);

      if (transfer === undefined)
        return clone(value, CONTEXT);
      return serialize(value, transfer, CONTEXT).deserialize().value;
    },
  }.structuredClone);
})
