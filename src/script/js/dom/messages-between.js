/* messages-between.js: what a structured clone is between two agents, which share no objects
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The sending realm serializes a message as one within the realm, with the same errors. The result is a plain copy. No program
 * code runs while this file turns the copy into a text, and the text into a copy in the other realm. Bytes and shared memory
 * travel beside the text, which has their places.
 *
 *   realm.between.encode (value, transferred) → text     between host.beginMessage () and host.sendMessage ()
 *   realm.between.decode (text)               → { value, transferred }     while C has a message for the realm
 *
 * The text is JSON: the list of nodes, one for each object, the value, and what was transferred. An encoded value is a string, a
 * boolean, null, a finite number, or a list of a mark and what belongs to the mark.
 */
(function (realm) {
  'use strict';

  const { host, idl, List, Table } = realm;
  const { kindOf, valueOf, itemsOf, addItems, errorConstructors } = realm.cloneKinds;
  const { makeBuffer, maxLengthOf, readView, typedArrays, writeBytes } = realm.cloneBuffers;
  const { regExpFlags, regExpSource } = realm.inspectValues;
  const { defineElement, defineHidden, ownValue } = realm.properties;
  const { apply, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
  const { hasOwn, is } = Object;
  const { parse, stringify } = JSON;
  const { isView } = ArrayBuffer;
  const NONE = [];
  const DateConstructor = Date,
    RegExpConstructor = RegExp,
    MapConstructor = Map,
    SetConstructor = Set,
    ObjectConstructor = Object,
    DataViewConstructor = DataView,
    ArrayConstructor = Array,
    BigIntFunction = BigInt;
  const { toString: bigIntToString } = BigInt.prototype;

  /* Marks of values */
  const UNDEFINED = 0,
    NUMBER = 1,
    BIGINT = 2,
    OBJECT = 3;

  /* Kinds of nodes */
  const PLAIN = 0,
    ARRAY = 1,
    DATE = 2,
    REGEXP = 3,
    MAP = 4,
    SET = 5,
    BOXED = 6,
    ERROR = 7,
    BUFFER = 8,
    SHARED = 9,
    VIEW = 10,
    EXCEPTION = 11,
    PORT = 12;

  const errorNames = ownKeys(errorConstructors);
  const errorKeys = ['stack', 'line', 'column', 'sourceURL', 'message', 'cause'];

  function list(...items) {
    const made = new List();

    for (let i = 0; i < items.length; i++)
      made[i] = items[i];
    return made;
  }

  /* ---- To a text ---- */

  class Encoder {
    nodes = new List();
    /* The objects in the order of their nodes */
    objects = new List();
    numbers = new Table();

    valueOf(value) {
      switch (typeof value) {
        case 'undefined':
          return list(UNDEFINED);
        case 'number':
          return value - value === 0 && !is(value, -0) ? value : list(NUMBER, is(value, -0) ? '-0' : `${value}`);
        case 'bigint':
          return list(BIGINT, apply(bigIntToString, value, NONE));
        case 'object':
          return value === null ? null : list(OBJECT, this.numberOf(value));
        default:
          return value;
      }
    }

    numberOf(object) {
      let number = this.numbers.get(object);

      if (number === undefined) {
        number = this.objects.length;
        this.numbers.set(object, number);
        this.objects[number] = object;
      }
      return number;
    }

    /* Adds keys and values to a node. A copy has no other than data properties. */
    addProperties(node, object) {
      const keys = ownKeys(object);

      for (let i = 0; i < keys.length; i++) {
        const descriptor = getOwnPropertyDescriptor(object, keys[i]);

        if (typeof keys[i] !== 'string' || !descriptor.enumerable)
          continue;
        node[node.length] = keys[i];
        node[node.length] = this.valueOf(descriptor.value);
      }
      return node;
    }

    addItems(node, kind, object) {
      const items = itemsOf(kind, object);

      for (let i = 0; i < items.length; i++)
        node[i + 1] = this.valueOf(items[i]);
      return node;
    }

    nodeOf(object) {
      const impl = idl.implOf(object);

      if (impl !== undefined && impl.transferSteps !== undefined)
        return list(PORT, realm.messaging.exportPort(impl));
      if (impl !== undefined)
        return list(EXCEPTION, impl.message, impl.name, this.valueOf(stackOf(object)));
      if (isView(object)) {
        const { name, buffer, offset, length } = readView(object);
        const node = list(VIEW, this.numberOf(buffer), offset, length ?? -1);

        if (name !== undefined)
          node[4] = name;
        return node;
      }

      const kind = kindOf(object);

      switch (kind) {
        case 'array':
          return this.addProperties(list(ARRAY, object.length), object);
        case 'date':
          return list(DATE, this.valueOf(valueOf(kind, object)));
        case 'regexp':
          return list(REGEXP, regExpSource(object), regExpFlags(object));
        case 'map':
          return this.addItems(list(MAP), kind, object);
        case 'set':
          return this.addItems(list(SET), kind, object);
        case 'boolean':
        case 'number':
        case 'string':
        case 'bigint':
          return list(BOXED, this.valueOf(valueOf(kind, object)));
        case 'error': {
          const node = list(ERROR, errorNameOf(object));

          for (let i = 0; i < errorKeys.length; i++) {
            const descriptor = getOwnPropertyDescriptor(object, errorKeys[i]);

            if (descriptor === undefined || !hasOwn(descriptor, 'value'))
              continue;
            node[node.length] = errorKeys[i];
            node[node.length] = this.valueOf(descriptor.value);
          }
          return node;
        }
        case 'buffer': {
          const length = valueOf(kind, object);

          return list(BUFFER, host.messageBuffer(object, length), length, maxLengthOf(object) ?? -1);
        }
        case 'shared':
          return list(SHARED, host.messageMemory(realm.atomics.blockOf(object)));
        default:
          return this.addProperties(list(PLAIN), object);
      }
    }

    encode(value, transferred) {
      const root = this.valueOf(value),
        others = new List();

      for (let i = 0; i < transferred.length; i++)
        others[i] = this.numberOf(transferred[i]);
      /* Each node may add objects, whose nodes follow. */
      for (let i = 0; i < this.objects.length; i++)
        this.nodes[i] = this.nodeOf(this.objects[i]);
      return stringify(list(this.nodes, root, others));
    }
  }

  /* The copy of an error has the prototype of one of these. */
  function errorNameOf(error) {
    const prototype = getPrototypeOf(error);

    for (let i = 0; i < errorNames.length; i++)
      if (errorConstructors[errorNames[i]].prototype === prototype)
        return errorNames[i];
    return 'Error';
  }

  function stackOf(exception) {
    const stack = ownValue(exception, 'stack');

    return typeof stack === 'string' ? stack : undefined;
  }

  /* ---- From a text ---- */

  function makeObject(node, made) {
    switch (node[0]) {
      case ARRAY: {
        const array = new ArrayConstructor();

        array.length = node[1];
        return array;
      }
      case DATE:
        return new DateConstructor(valueIn(node[1], made));
      case REGEXP:
        return new RegExpConstructor(node[1], node[2]);
      case MAP:
        return new MapConstructor();
      case SET:
        return new SetConstructor();
      case BOXED:
        return ObjectConstructor(valueIn(node[1], made));
      case ERROR:
        return new errorConstructors[node[1]]();
      case BUFFER: {
        const buffer = makeBuffer(node[2], node[3] < 0 ? undefined : node[3]);

        /* JavaScriptCore makes no array over no bytes. */
        if (node[2] > 0)
          writeBytes(buffer, host.incomingBuffer(node[1]));
        return buffer;
      }
      case SHARED:
        return realm.atomics.adopt(node[1]);
      case PORT:
        return realm.messaging.adoptPort(host.incomingPort(node[1]));
      case EXCEPTION: {
        const exception = realm.newDOMException(node[1], node[2]);
        const stack = valueIn(node[3], made);

        if (stack !== undefined)
          defineHidden(exception, 'stack', stack);
        return exception;
      }
      default:
        return {};
    }
  }

  function valueIn(encoded, made) {
    if (typeof encoded !== 'object' || encoded === null)
      return encoded;
    switch (encoded[0]) {
      case NUMBER:
        return +encoded[1];
      case BIGINT:
        return BigIntFunction(encoded[1]);
      case OBJECT:
        return made[encoded[1]];
      default:
        return undefined;
    }
  }

  function fill(node, object, made) {
    const { length } = node;

    switch (node[0]) {
      case PLAIN:
      case ARRAY:
        for (let i = node[0] === PLAIN ? 1 : 2; i < length; i += 2)
          defineElement(object, node[i], valueIn(node[i + 1], made));
        break;
      case MAP:
      case SET: {
        const items = new List();

        for (let i = 1; i < length; i++)
          items[i - 1] = valueIn(node[i], made);
        addItems(node[0] === MAP ? 'map' : 'set', object, items);
        break;
      }
      case ERROR:
        for (let i = 0; i < 4; i++)
          delete object[errorKeys[i]];
        for (let i = 2; i < length; i += 2)
          defineHidden(object, node[i], valueIn(node[i + 1], made));
        break;
    }
  }

  function decode(text) {
    const message = parse(text);
    const nodes = message[0],
      made = new List(),
      transferred = new List();

    for (let i = 0; i < nodes.length; i++)
      made[i] = nodes[i][0] === VIEW ? undefined : makeObject(nodes[i], made);
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i];

      if (made[i] === undefined)
        made[i] = new(node[4] === undefined ? DataViewConstructor : typedArrays[node[4]])(made[node[1]], node[2],
          node[3] < 0 ? undefined : node[3]);
    }
    for (let i = 0; i < nodes.length; i++)
      fill(nodes[i], made[i], made);
    for (let i = 0; i < message[2].length; i++)
      transferred[i] = made[message[2][i]];
    return { __proto__: null, value: valueIn(message[1], made), transferred };
  }

  realm.between = { __proto__: null, encode: (value, transferred) => new Encoder().encode(value, transferred), decode };
})
