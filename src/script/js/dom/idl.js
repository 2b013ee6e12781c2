/* idl.js: what Web IDL's ECMAScript binding asks of every interface: attributes of properties, brands, conversions, messages
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (realm) {
  'use strict';

  const { global } = realm;
  const { apply, defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect;
  const { concat, filter, sort } = Array.prototype;
  const { create } = Object;
  const { trunc } = Math;
  const { iterator: iteratorSymbol, toStringTag } = Symbol;
  const { slice, toWellFormed } = String.prototype;
  const TypeErrorConstructor = TypeError;
  const TWO_TO_64 = 18446744073709551616;
  const MAX_SAFE_INTEGER = 9007199254740991;

  function isObject(value) {
    return (typeof value === 'object' && value !== null) || typeof value === 'function';
  }

  /* "Failed to execute 'abort' on 'AbortController'" and what was wrong; without a context, what was wrong alone. */
  function typeError(context, message) {
    return new TypeErrorConstructor(context === undefined || context === '' ? message : `${context}: ${message}`);
  }

  function illegalInvocation() {
    return new TypeErrorConstructor('Illegal invocation');
  }

  function illegalConstructor(name) {
    return new TypeErrorConstructor(name === undefined ? 'Illegal constructor'
      : `Failed to construct '${name}': Illegal constructor`);
  }

  /* Of a constructor that programs call as a function. */
  function calledWithoutNew(name) {
    return new TypeErrorConstructor(`Failed to construct '${name}': Please use the 'new' operator, this DOM object constructor `
      + 'cannot be called as a function.');
  }

  /* Descriptors have no prototype, so that a program's Object.prototype.get is not taken for a part of them. */
  function dataDescriptor(value, writable, enumerable, configurable) {
    return { __proto__: null, value, writable, enumerable, configurable };
  }

  function accessorDescriptor(get, set, enumerable, configurable) {
    return { __proto__: null, get, set, enumerable, configurable };
  }

  /* array[index] = value, whatever there is on Array.prototype. */
  function defineElement(array, index, value) {
    defineProperty(array, index, dataDescriptor(value, true, true, true));
  }

  /* ---- Platform objects: an object of the program's world with an implementation behind it ---- */

  /* Base of implementations. Nothing of a program's is on its prototype chain. Every class that extends it has a constructor:
   * the one that JavaScriptCore makes for a derived class goes through Array.prototype[Symbol.iterator]. */
  class Impl {
    static {
      setPrototypeOf(this.prototype, null);
    }
  }

  class Given {
    constructor(object) {
      return object;
    }
  }

  /* Puts a private field on an object that is there already. */
  class Platform extends Given {
    #impl;

    constructor(object, impl) {
      super(object);
      this.#impl = impl;
    }

    static impl(value) {
      return isObject(value) && #impl in value ? value.#impl : undefined;
    }

    static check(value, Kind) {
      if (isObject(value) && #impl in value) {
        const impl = value.#impl;

        if (impl instanceof Kind)
          return impl;
      }
      throw illegalInvocation();
    }
  }

  /* These calls must not go through the class, whose members are found on a prototype chain. */
  const { impl: implOf, check } = Platform;

  /* The implementation behind value when it is of Kind, else undefined. */
  function implOfKind(value, Kind) {
    const impl = implOf(value);

    return impl instanceof Kind ? impl : undefined;
  }

  /* Makes object (the global one, say) the platform object of impl. */
  function stamp(object, impl) {
    impl.wrapper = object;
    new Platform(object, impl);
    return object;
  }

  /* The prototype of what is made for a constructor called with newTarget. */
  function prototypeFor(Interface, newTarget) {
    if (newTarget !== undefined && newTarget !== Interface) {
      const prototype = newTarget.prototype;

      if (isObject(prototype))
        return prototype;
    }
    return Interface.prototype;
  }

  /* Internally create a new object implementing the interface. newTarget: as in a constructor, or undefined. */
  function wrap(Interface, impl, newTarget) {
    const object = create(prototypeFor(Interface, newTarget));

    impl.wrapper = object;
    new Platform(object, impl);
    return object;
  }

  /* ---- Interfaces ---- */

  function setLength(f, length) {
    defineProperty(f, 'length', dataDescriptor(length, false, false, true));
  }

  /* Members of a class are not enumerable, those of an interface are. */
  function exposeMembers(target, isStatic, lengths) {
    const keys = ownKeys(target);

    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];

      if (typeof key !== 'string' || key === 'constructor'
        || (isStatic && (key === 'length' || key === 'name' || key === 'prototype')))
        continue;

      const descriptor = getOwnPropertyDescriptor(target, key);

      setPrototypeOf(descriptor, null);
      descriptor.enumerable = true;
      defineProperty(target, key, descriptor);
      if (lengths !== undefined && lengths[key] !== undefined && typeof descriptor.value === 'function')
        setLength(descriptor.value, lengths[key]);
    }
  }

  function takeStatic(target, source) {
    const keys = ownKeys(source);

    for (let i = 0; i < keys.length; i++)
      if (keys[i] !== 'length' && keys[i] !== 'name' && keys[i] !== 'prototype')
        defineProperty(target, keys[i], getOwnPropertyDescriptor(source, keys[i]));
  }

  /* Makes an interface object of a constructor and of a class that has the members: its methods are operations, its accessors are
   * attributes, its static members are static. The constructor is a function, since what JavaScriptCore says where a class is
   * called without new is not what browsers say: it throws calledWithoutNew (), or, where it is not for programs,
   * illegalConstructor ().
   *
   * options: attributes (their names in Chromium's order, where it is not the class's), parent (the interface it inherits from; a
   * class that says "extends" needs none), length (of the interface object), lengths ({ operation: number of required arguments }
   * where the formal parameters do not say it), staticLengths, constants ({ NAME: value }), exposed (false: not on the global
   * object). Returns the constructor. */
  function defineInterface(name, Interface, Members, options) {
    const given = {
      __proto__: null,
      parent: undefined,
      length: undefined,
      lengths: undefined,
      staticLengths: undefined,
      constants: undefined,
      attributes: undefined,
      exposed: true
    };

    if (options !== undefined) {
      const keys = ownKeys(options);

      for (let i = 0; i < keys.length; i++)
        given[keys[i]] = options[keys[i]];
    }

    const { prototype } = Members;

    defineProperty(Interface, 'prototype', dataDescriptor(prototype, false, false, false));
    defineProperty(prototype, 'constructor', dataDescriptor(Interface, true, false, true));
    setPrototypeOf(Interface, getPrototypeOf(Members));
    takeStatic(Interface, Members);
    if (given.parent !== undefined) {
      setPrototypeOf(Interface, given.parent);
      setPrototypeOf(prototype, given.parent.prototype);
    }
    if (Interface.name !== name)
      defineProperty(Interface, 'name', dataDescriptor(name, false, false, true));
    if (given.length !== undefined)
      setLength(Interface, given.length);
    exposeMembers(prototype, false, given.lengths);
    exposeMembers(Interface, true, given.staticLengths);
    if (given.constants !== undefined) {
      const names = ownKeys(given.constants);

      for (let i = 0; i < names.length; i++)
        defineProperty(Interface, names[i], dataDescriptor(given.constants[names[i]], false, true, false));
    }
    interfaces[interfaceCount++] = { __proto__: null, Interface, constants: given.constants, attributes: given.attributes };
    defineProperty(prototype, toStringTag, dataDescriptor(name, false, false, true));
    if (given.exposed)
      defineProperty(global, name, dataDescriptor(Interface, true, false, true));
    return Interface;
  }

  const interfaces = { __proto__: null };
  let interfaceCount = 0;

  /* The name of the interface that impl's object implements: implementations are called after it. */
  function interfaceName(impl) {
    return apply(slice, impl.constructor.name, [0, -4]);
  }

  /* Takes the properties of keys away and defines them again, in this order. */
  function reorder(object, keys) {
    const descriptors = { __proto__: null };

    for (let i = 0; i < keys.length; i++) {
      descriptors[i] = getOwnPropertyDescriptor(object, keys[i]);
      if (descriptors[i] !== undefined && !deleteProperty(object, keys[i]))
        descriptors[i] = undefined;
    }
    for (let i = 0; i < keys.length; i++)
      if (descriptors[i] !== undefined)
        defineProperty(object, keys[i], descriptors[i]);
  }

  /* Members come in the order in which Chromium has them: attributes, constants, operations by name, the constructor. Once
   * all interfaces are complete, before a program runs. */
  function orderMembers() {
    for (let i = 0; i < interfaceCount; i++) {
      const { Interface, constants, attributes } = interfaces[i];
      const { prototype } = Interface;
      const own = ownKeys(prototype);
      const operations = apply(filter, own, [(key) => typeof key === 'string' && key !== 'constructor' &&
                                                       getOwnPropertyDescriptor(prototype, key).get === undefined]);
      const accessors = apply(filter, own, [(key) => typeof key === 'string' &&
                                                      getOwnPropertyDescriptor(prototype, key).get !== undefined]);
      const statics = apply(filter, ownKeys(Interface), [(key) => typeof key === 'string' && key !== 'prototype' &&
                                                                    typeof Interface[key] === 'function']);

      reorder(prototype, attributes !== undefined ? apply(concat, attributes, [accessors]) : accessors);
      if (constants !== undefined) {
        const names = ownKeys(constants);

        for (let j = 0; j < names.length; j++)
          defineProperty(prototype, names[j], dataDescriptor(constants[names[j]], false, true, false));
      }
      reorder(prototype, apply(sort, operations, []));
      reorder(prototype, ['constructor', toStringTag]);
      reorder(Interface, apply(sort, statics, []));
    }
  }

  /* Throws unless this of a global operation or attribute is the global object or nothing (a bare call). */
  function checkGlobal(self) {
    if (self !== undefined && self !== null && self !== global)
      throw illegalInvocation();
  }

  /* f: a method, f = { name (…) { … } }.name, which like every operation is no constructor. */
  function defineGlobalOperation(name, f, length) {
    if (length !== undefined)
      setLength(f, length);
    if (f.name !== name)
      defineProperty(f, 'name', dataDescriptor(name, false, false, true));
    defineProperty(global, name, dataDescriptor(f, true, true, true));
  }

  /* options: get (called without arguments), set (called with the value) or replaceable: assigning puts a plain property in
   * its place, as [Replaceable] says; unforgeable: not configurable. */
  function defineGlobalAttribute(name, options) {
    const { get, set, replaceable, unforgeable } = options;
    let accessors;

    if (replaceable === true)
      accessors = {
        get [name]() {
          checkGlobal(this);
          return get();
        },
        set [name](value) {
          checkGlobal(this);
          if (!defineProperty(global, name, dataDescriptor(value, true, true, true)))
            throw new TypeErrorConstructor(`Cannot redefine property: ${name}`);
        },
      };
    else if (set !== undefined)
      accessors = {
        get [name]() {
          checkGlobal(this);
          return get();
        },
        set [name](value) {
          checkGlobal(this);
          set(value);
        },
      };
    else
      accessors = {
        get [name]() {
          checkGlobal(this);
          return get();
        },
      };

    const descriptor = getOwnPropertyDescriptor(accessors, name);

    defineProperty(global, name, accessorDescriptor(descriptor.get, descriptor.set, true, unforgeable !== true));
  }

  /* ---- Arguments ---- */

  /* Throws unless there are as many arguments as are required. */
  function requireArguments(count, required, context) {
    if (count < required)
      throw typeError(context, `${required} argument${required === 1 ? '' : 's'} required, but only ${count} present.`);
  }

  /* ---- Conversions: a value, and a context for messages ---- */

  /* A symbol has no text, and neither it nor a BigInt is a number: what V8 says of that, where the binding converts. */
  function toDOMString(value, context) {
    if (typeof value === 'symbol')
      throw typeError(context, 'Cannot convert a Symbol value to a string');
    return `${value}`;
  }

  function toUSVString(value, context) {
    return apply(toWellFormed, toDOMString(value, context), []);
  }

  function toNumber(value, context) {
    if (typeof value === 'symbol')
      throw typeError(context, 'Cannot convert a Symbol value to a number');
    if (typeof value === 'bigint')
      throw typeError(context, 'Cannot convert a BigInt value to a number');
    return +value;
  }

  function toBoolean(value) {
    return !!value;
  }

  function toDouble(value, context) {
    const number = toNumber(value, context);

    if (number - number !== 0)
      throw typeError(context, 'The provided double value is non-finite.');
    return number;
  }

  function toLong(value, context) {
    return toNumber(value, context) | 0;
  }

  function toUnsignedLong(value, context) {
    return toNumber(value, context) >>> 0;
  }

  /* Larger results than 2^53 are rounded, as a number must be. */
  function toUnsignedLongLong(value, context) {
    const number = trunc(toNumber(value, context));

    if (number - number !== 0)
      return 0;

    const remainder = number % TWO_TO_64;

    return remainder < 0 ? remainder + TWO_TO_64 : remainder + 0;
  }

  /* [EnforceRange] of an integer type whose name and bounds are given. */
  function enforceRange(typeName, least, most) {
    return function (value, context) {
      let number = toNumber(value, context);

      if (number - number !== 0)
        throw typeError(context, `Value is ${number !== number ? '' : 'infinite and '}not of type '${typeName}'.`);
      number = trunc(number) + 0;
      if (number < least || number > most)
        throw typeError(context, `Value is outside the '${typeName}' value range.`);
      return number;
    };
  }

  const toUnsignedLongLongEnforced = enforceRange('unsigned long long', 0, MAX_SAFE_INTEGER);
  const toLongLongEnforced = enforceRange('long long', -MAX_SAFE_INTEGER, MAX_SAFE_INTEGER);
  const toUnsignedLongEnforced = enforceRange('unsigned long', 0, 4294967295);
  const toLongEnforced = enforceRange('long', -2147483648, 2147483647);

  function toAny(value) {
    return value;
  }

  function toObject(value, context) {
    if (!isObject(value))
      throw typeError(context, "Failed to convert value to 'object'.");
    return value;
  }

  function nullable(convert) {
    return function (value, context) {
      return value === undefined || value === null ? null : convert(value, context);
    };
  }

  /* convert for values that are platform objects of Kind; gives the object itself. */
  function interfaceType(name, Kind) {
    return function (value, context) {
      if (!(implOf(value) instanceof Kind))
        throw typeError(context, `Failed to convert value to '${name}'.`);
      return value;
    };
  }

  /* sequence<T>, by the iterator protocol. Gives an array. */
  function toSequence(value, convert, context) {
    if (!isObject(value))
      throw typeError(context, 'The provided value cannot be converted to a sequence.');

    const method = value[iteratorSymbol];

    if (method === undefined || method === null)
      throw typeError(context, 'The object must have a callable @@iterator property.');
    if (typeof method !== 'function')
      throw typeError(context, '@@iterator must be a callable.');

    const iterator = apply(method, value, []);

    if (!isObject(iterator))
      throw typeError(context, 'The iterator is not an object.');

    const { next } = iterator;
    const sequence = [];

    if (typeof next !== 'function')
      throw typeError(context, 'The iterator has no next() method.');
    for (let length = 0;; length++) {
      const result = apply(next, iterator, []);

      if (!isObject(result))
        throw typeError(context, 'The result of next() is not an object.');
      if (result.done)
        return sequence;
      defineElement(sequence, length, convert(result.value, context));
    }
  }

  /* Makes an enumeration's conversion. values: its strings. */
  function enumeration(name, values) {
    const known = create(null);

    for (let i = 0; i < values.length; i++)
      known[values[i]] = true;
    return function (value, context) {
      const text = toDOMString(value, context);

      if (known[text] !== true)
        throw typeError(context, `The provided value '${text}' is not a valid enum value of type ${name}.`);
      return text;
    };
  }

  /* Makes a dictionary's conversion. members: { name: [conversion, default or undefined, required] } of this dictionary; they
   * are read in lexicographical order, those of the inherited dictionary (parent: what this function returned for it) first.
   * The conversion gives an object without prototype, on which a member without default that is not there is undefined. */
  function dictionary(name, members, parent) {
    const own = create(null);
    const names = ownKeys(members);
    let count = 0;
    let isRequired = false;

    for (let i = 0; i < names.length; i++) {
      let j = count++;

      for (; j > 0 && own[j - 1].key > names[i]; j--)
        own[j] = own[j - 1];

      const member = members[names[i]];

      own[j] = { __proto__: null, key: names[i], convert: member[0], byDefault: member[1], required: member[2] === true };
      isRequired ||= own[j].required;
    }

    function read(value, context, into) {
      if (parent !== undefined)
        parent.read(value, context, into);
      for (let i = 0; i < count; i++) {
        const { key, convert, byDefault, required } = own[i];
        const member = value === null ? undefined : value[key];

        if (member !== undefined)
          into[key] = convert(member, `${context}: Failed to read the '${key}' property from '${name}'`);
        else if (required)
          throw typeError(context, `Failed to read the '${key}' property from '${name}': Required member is undefined.`);
        else
          into[key] = byDefault;
      }
    }

    function convertDictionary(value, context) {
      const into = create(null);

      if ((value === undefined || value === null) && !isRequired)
        value = null;
      else if (!isObject(value))
        throw typeError(context, `The provided value is not of type '${name}'.`);
      read(value, context, into);
      return into;
    }

    convertDictionary.read = read;
    return convertDictionary;
  }

  /* A callback function; what there is to say of another value begins with the parameter, "parameter 1". */
  function toFunction(value, context, parameter) {
    if (typeof value !== 'function')
      throw typeError(context, parameter === undefined ? 'The given value is not a function.'
        : `${parameter} is not of type 'Function'.`);
    return value;
  }

  /* A callback interface: any object. */
  function toCallbackInterface(value, context, parameter) {
    if (!isObject(value))
      throw typeError(context, parameter === undefined ? 'The given value is not an object.'
        : `${parameter} is not of type 'Object'.`);
    return value;
  }

  /* Call a user object's operation: a function is called with self; of an object the operation is looked up now. Throws what
   * is thrown. */
  function callUserObject(callback, operation, self, args, interfaceName) {
    if (typeof callback === 'function')
      return apply(callback, self, args);

    const f = callback[operation];

    if (typeof f !== 'function')
      throw typeError(`Failed to execute '${operation}' on '${interfaceName}'`, 'The provided callback is not callable.');
    return apply(f, callback, args);
  }

  /* What an operation that returns a promise returns instead of throwing. */
  function rejectedPromise(reason) {
    const promise = realm.promise.newPromise();

    realm.promise.reject(promise, reason);
    return promise;
  }

  realm.idl = {
    __proto__: null,
    isObject,
    typeError,
    illegalInvocation,
    illegalConstructor,
    calledWithoutNew,
    dataDescriptor,
    accessorDescriptor,
    defineElement,
    Impl,
    implOf,
    implOfKind,
    check,
    stamp,
    wrap,
    prototypeFor,
    defineInterface,
    interfaceName,
    orderMembers,
    defineGlobalOperation,
    defineGlobalAttribute,
    checkGlobal,
    requireArguments,
    setLength,
    toAny,
    toObject,
    toDOMString,
    toUSVString,
    toBoolean,
    toDouble,
    toLong,
    toUnsignedLong,
    toUnsignedLongLong,
    toLongEnforced,
    toUnsignedLongEnforced,
    toLongLongEnforced,
    toUnsignedLongLongEnforced,
    enforceRange,
    toFunction,
    toCallbackInterface,
    callUserObject,
    nullable,
    interfaceType,
    toSequence,
    enumeration,
    dictionary,
    rejectedPromise,
  };
})
