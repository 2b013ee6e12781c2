/* messages-between.js: what a structured clone is between two agents, which share no objects
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A message is serialized in the realm that sends it, as one within a realm is, and so are its errors. What comes of that is a
 * plain copy: nothing of a program's runs any more while it is made a text, and an object again in the other realm. Bytes and
 * shared memory go beside the text, by their places.
 *
 *   realm.between.encode (value, transferred) → text     between host.beginMessage () and host.sendMessage ()
 *   realm.between.decode (text)               → { value, transferred }     while C has a message for the realm
 *
 * The text is JSON: a list of nodes, one for each object, the value, and what was transferred. A value is a string, boolean or
 * null, a number that is finite, or a list of a mark and what belongs to it.
 */
(function (realm) {
  'use strict';

  const { host, idl, List, Table } = realm;
  const kinds = realm.cloneKinds;
  const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
  const { hasOwn, is } = Object;
  const { parse, stringify } = JSON;
  const { isView } = ArrayBuffer;
  const NONE = [];
  const DateConstructor = Date,
    RegExpConstructor = RegExp,
    MapConstructor = Map,
    SetConstructor = Set,
    ObjectConstructor = Object,
    BufferConstructor = ArrayBuffer,
    Uint8ArrayConstructor = Uint8Array,
    DataViewConstructor = DataView,
    ArrayConstructor = Array,
    BigIntFunction = BigInt;
  const { toString: bigIntToString } = BigInt.prototype;

  /* Marks of values */
  const UNDEFINED = 0,
    NUMBER = 1,
    BIGINT = 2,
    OBJECT = 3;

  /* Nodes */
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
    TYPED_ARRAY = 10,
    DATA_VIEW = 11,
    EXCEPTION = 12;

  const errorNames = ownKeys(kinds.errorConstructors);
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
    /* objects, by their place among the nodes */
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

    /* Keys and values. The copy has data properties alone. */
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

    addItems(node, forEach, object, isMap) {
      apply(forEach, object, [(item, key) => {
        if (isMap)
          node[node.length] = this.valueOf(key);
        node[node.length] = this.valueOf(item);
    }]);
      return node;
    }

    nodeOf(object) {
      const impl = idl.implOf(object);

      if (impl !== undefined)
        return list(EXCEPTION, impl.message, impl.name, this.valueOf(ownString(object, 'stack')));
      if (isView(object)) {
        const name = apply(kinds.getTypedArrayName, object, NONE);

        if (name === undefined)
          return list(DATA_VIEW, this.numberOf(apply(kinds.getDataViewBuffer, object, NONE)),
            apply(kinds.getDataViewOffset, object, NONE),
            realm.structuredClone.isLengthTracking(object, apply(kinds.getDataViewBuffer, object, NONE), true,
              apply(kinds.getDataViewOffset, object, NONE)) ? -1 : apply(kinds.getDataViewLength, object, NONE));
        return list(TYPED_ARRAY, this.numberOf(apply(kinds.getTypedArrayBuffer, object, NONE)),
          apply(kinds.getTypedArrayOffset, object, NONE),
          realm.structuredClone.isLengthTracking(object, apply(kinds.getTypedArrayBuffer, object, NONE), false,
            apply(kinds.getTypedArrayOffset, object, NONE)) ? -1 : apply(kinds.getTypedArrayLength, object, NONE), name);
      }

      const kind = kinds.kindOf(object);

      switch (kind) {
        case kinds.ARRAY:
          return this.addProperties(list(ARRAY, object.length), object);
        case kinds.DATE:
          return list(DATE, this.valueOf(apply(kinds.getDateTime, object, NONE)));
        case kinds.REGEXP: {
          let flags = '';

          for (let i = 0; i < kinds.regExpFlags.length; i++)
            if (kinds.regExpFlags[i][1] !== undefined && apply(kinds.regExpFlags[i][1], object, NONE))
              flags += kinds.regExpFlags[i][0];
          return list(REGEXP, apply(kinds.getRegExpSource, object, NONE), flags);
        }
        case kinds.MAP:
          return this.addItems(list(MAP), kinds.mapForEach, object, true);
        case kinds.SET:
          return this.addItems(list(SET), kinds.setForEach, object, false);
        case kinds.BOOLEAN:
          return list(BOXED, apply(kinds.booleanValueOf, object, NONE));
        case kinds.NUMBER:
          return list(BOXED, this.valueOf(apply(kinds.numberValueOf, object, NONE)));
        case kinds.STRING:
          return list(BOXED, apply(kinds.stringValueOf, object, NONE));
        case kinds.BIGINT:
          return list(BOXED, this.valueOf(apply(kinds.bigIntValueOf, object, NONE)));
        case kinds.ERROR: {
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
        case kinds.BUFFER:
          return list(BUFFER, host.messageBuffer(object, apply(kinds.getBufferLength, object, NONE)), apply(kinds
              .getBufferLength, object, NONE),
            apply(kinds.isBufferResizable, object, NONE) ? apply(kinds.getBufferMaxLength, object, NONE) : -1);
        case kinds.SHARED:
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
      /* What a node names comes behind it. */
      for (let i = 0; i < this.objects.length; i++)
        this.nodes[i] = this.nodeOf(this.objects[i]);
      return stringify(list(this.nodes, root, others));
    }
  }

  /* The copy of an error has one of these prototypes. */
  function errorNameOf(error) {
    const prototype = getPrototypeOf(error);

    for (let i = 0; i < errorNames.length; i++)
      if (kinds.errorConstructors[errorNames[i]].prototype === prototype)
        return errorNames[i];
    return 'Error';
  }

  function ownString(object, key) {
    const descriptor = getOwnPropertyDescriptor(object, key);

    return descriptor !== undefined && typeof descriptor.value === 'string' ? descriptor.value : undefined;
  }

  /* ---- From a text ---- */

  function put(object, key, value) {
    defineProperty(object, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  }

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
        return new kinds.errorConstructors[node[1]]();
      case BUFFER: {
        const buffer = node[3] < 0 ? new BufferConstructor(node[2]) : new BufferConstructor(node[2], {
          __proto__: null,
          maxByteLength: node[3]
        });

        apply(kinds.typedArraySet, new Uint8ArrayConstructor(buffer), [host.incomingBuffer(node[1])]);
        return buffer;
      }
      case SHARED:
        return realm.atomics.adopt(node[1]);
      case EXCEPTION: {
        const exception = realm.newDOMException(node[1], node[2]);
        const stack = valueIn(node[3], made);

        if (stack !== undefined)
          defineProperty(exception, 'stack', {
            __proto__: null,
            value: stack,
            writable: true,
            enumerable: false,
            configurable: true
          });
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
        for (let i = 1; i < length; i += 2)
          put(object, node[i], valueIn(node[i + 1], made));
        break;
      case ARRAY:
        for (let i = 2; i < length; i += 2)
          put(object, node[i], valueIn(node[i + 1], made));
        break;
      case MAP:
        for (let i = 1; i < length; i += 2)
          apply(kinds.mapSet, object, [valueIn(node[i], made), valueIn(node[i + 1], made)]);
        break;
      case SET:
        for (let i = 1; i < length; i++)
          apply(kinds.setAdd, object, [valueIn(node[i], made)]);
        break;
      case ERROR:
        for (let i = 0; i < 4; i++)
          delete object[errorKeys[i]];
        for (let i = 2; i < length; i += 2)
          defineProperty(object, node[i], {
            __proto__: null,
            value: valueIn(node[i + 1], made),
            writable: true,
            enumerable: false,
            configurable: true
          });
        break;
    }
  }

  function decode(text) {
    const message = parse(text);
    const nodes = message[0],
      made = new List(),
      transferred = new List();

    for (let i = 0; i < nodes.length; i++)
      made[i] = nodes[i][0] === TYPED_ARRAY || nodes[i][0] === DATA_VIEW ? undefined : makeObject(nodes[i], made);
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i];

      if (made[i] === undefined)
        made[i] = new(node[0] === DATA_VIEW ? DataViewConstructor : kinds.typedArrays[node[4]])(made[node[1]], node[2],
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
