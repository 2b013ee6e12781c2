/* idl.js: Web IDL's interfaces: attributes of properties, brands, messages
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (realm) {
  'use strict';

  const { global } = realm;
  const { isObject, describeData, defineElement, defineHidden, defineConstant } = realm.properties;
  const { apply, defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect;
  const { concat, filter, sort } = Array.prototype;
  const { create } = Object;
  const { toStringTag } = Symbol;
  const { slice } = String.prototype;
  const TypeErrorConstructor = TypeError;

  /* ---- Messages ---- */

  /* The context is "Failed to execute 'abort' on 'AbortController'", or nothing. */
  function typeError(context, message) {
    return new TypeErrorConstructor(context === undefined || context === '' ? message : `${context}: ${message}`);
  }

  function illegalInvocation() {
    return new TypeErrorConstructor('Illegal invocation');
  }

  function calledWithoutNew(name) {
    return new TypeErrorConstructor(`Failed to construct '${name}': Please use the 'new' operator, this DOM object constructor `
      + 'cannot be called as a function.');
  }

  /* Throws if there are fewer arguments than are required. */
  function requireArguments(count, required, context) {
    if (count < required)
      throw typeError(context, `${required} argument${required === 1 ? '' : 's'} required, but only ${count} present.`);
  }

  /* ---- Platform objects: an object of the program's world with an implementation behind it ---- */

  /* The base of implementations. Its prototype chain holds nothing of a program's. Each class that extends it writes out its
   * constructor: the one that JavaScriptCore makes for a derived class uses Array.prototype[Symbol.iterator]. */
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

  /* Adds a private field to an object that exists already. */
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

  /* Calls through the class would look for its members on a prototype chain that a program can reach. */
  const { impl: implOf, check } = Platform;

  /* Returns the implementation behind a value if it is a Kind, else undefined. */
  function implOfKind(value, Kind) {
    const impl = implOf(value);

    return impl instanceof Kind ? impl : undefined;
  }

  /* Makes an object that exists already, such as the global one, the platform object of impl. */
  function stamp(object, impl) {
    impl.wrapper = object;
    new Platform(object, impl);
    return object;
  }

  /* Returns the prototype of what a constructor makes that is called with newTarget. */
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
    defineConstant(f, 'length', length, true);
  }

  /* Makes members enumerable, which those of a class are not. */
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

  /* Defines an attribute by a getter and a setter that may be undefined. */
  function defineAccessor(object, name, get, set, isConfigurable) {
    defineProperty(object, name, { __proto__: null, get, set, enumerable: true, configurable: isConfigurable });
  }

  /* Defines a read-only attribute that has the value of the implementation's member of its name. */
  function defineAttribute(prototype, Kind, name) {
    const accessors = {
      get [name]() {
        return check(this, Kind)[name];
      },
    };

    defineAccessor(prototype, name, getOwnPropertyDescriptor(accessors, name).get, undefined, true);
  }

  function defineConstants(object, constants) {
    const names = ownKeys(constants);

    for (let i = 0; i < names.length; i++)
      defineProperty(object, names[i], describeData(constants[names[i]], false, true, false));
  }

  /* A constructor that is not for programs. */
  function makeIllegalConstructor(name) {
    return {
      [name]: function () {
        throw new TypeErrorConstructor(new.target === undefined ? 'Illegal constructor'
          : `Failed to construct '${name}': Illegal constructor`);
      },
    } [name];
  }

  /* Makes an interface of a constructor and a class with the members: its methods become operations, its accessors attributes, its
   * static members static. The constructor is a function, since JavaScriptCore and browsers differ in what they say where a class
   * is called without new: it throws calledWithoutNew(). Without a constructor, programs cannot construct the interface.
   *
   * options: parent (the interface it inherits from; a class that says "extends" needs none), attributes (their names in Chromium's
   * order, where it is not that of the class), Kind (the class of the implementations; an attribute that Members does not define
   * reads their member of its name), length (of the interface object), lengths ({ operation: number of required arguments }, where
   * the formal parameters do not say it), staticLengths, constants ({ NAME: value }). Returns the constructor. */
  function defineInterface(name, Interface = makeIllegalConstructor(name), Members = class {}, options = {}) {
    const { parent, attributes, Kind, length, lengths, staticLengths, constants } = options;
    const { prototype } = Members;

    defineConstant(Interface, 'prototype', prototype, false);
    defineHidden(prototype, 'constructor', Interface);
    setPrototypeOf(Interface, getPrototypeOf(Members));
    takeStatic(Interface, Members);
    if (parent !== undefined) {
      setPrototypeOf(Interface, parent);
      setPrototypeOf(prototype, parent.prototype);
    }
    if (length !== undefined)
      setLength(Interface, length);
    exposeMembers(prototype, false, lengths);
    exposeMembers(Interface, true, staticLengths);
    for (let i = 0; Kind !== undefined && i < attributes.length; i++)
      if (getOwnPropertyDescriptor(prototype, attributes[i]) === undefined)
        defineAttribute(prototype, Kind, attributes[i]);
    if (constants !== undefined)
      defineConstants(Interface, constants);
    interfaces[interfaceCount++] = { __proto__: null, Interface, constants, attributes };
    defineConstant(prototype, toStringTag, name, true);
    defineHidden(global, name, Interface);
    return Interface;
  }

  const interfaces = { __proto__: null };
  let interfaceCount = 0;

  /* Returns the name of the interface that impl's object implements: the class of an implementation is called after it. */
  function interfaceName(impl) {
    return apply(slice, impl.constructor.name, [0, -4]);
  }

  /* Removes the properties of keys and defines them again, in this order. */
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

  /* Puts members into Chromium's order: attributes, constants, operations by name, the constructor. runtime.js calls it once all
   * interfaces are complete, before a program runs. */
  function orderMembers() {
    for (let i = 0; i < interfaceCount; i++) {
      const { Interface, constants, attributes } = interfaces[i];
      const { prototype } = Interface;
      const own = apply(filter, ownKeys(prototype), [(key) => typeof key === 'string']);
      const isOperation = (key) => key !== 'constructor' && getOwnPropertyDescriptor(prototype, key).get === undefined;
      const operations = apply(filter, own, [isOperation]);
      const accessors = apply(filter, own, [(key) => getOwnPropertyDescriptor(prototype, key).get !== undefined]);
      const statics = apply(filter, ownKeys(Interface), [(key) => typeof key === 'string' && key !== 'prototype' &&
                                                                    typeof Interface[key] === 'function']);

      reorder(prototype, attributes !== undefined ? apply(concat, attributes, [accessors]) : accessors);
      if (constants !== undefined)
        defineConstants(prototype, constants);
      reorder(prototype, apply(sort, operations, []));
      reorder(prototype, ['constructor', toStringTag]);
      reorder(Interface, apply(sort, statics, []));
    }
  }

  /* ---- The global object ---- */

  /* Throws unless `this` of a global operation or attribute is the global object, or nothing as in a bare call. */
  function checkGlobal(self) {
    if (self !== undefined && self !== null && self !== global)
      throw illegalInvocation();
  }

  /* Makes the methods of an object literal operations of the global object. lengths: { operation: number of required arguments },
   * where the formal parameters do not say it. */
  function defineGlobalOperations(operations, lengths = {}) {
    const names = ownKeys(operations);

    for (let i = 0; i < names.length; i++) {
      if (lengths[names[i]] !== undefined)
        setLength(operations[names[i]], lengths[names[i]]);
      defineElement(global, names[i], operations[names[i]]);
    }
  }

  /* options: get (called without arguments), set (called with the value) or replaceable (assigning puts a plain property in its
   * place, as [Replaceable] says), unforgeable (not configurable). */
  function defineGlobalAttribute(name, { get, set, replaceable, unforgeable }) {
    const assign = replaceable !== true ? set : (value) => {
      if (!defineElement(global, name, value))
        throw new TypeErrorConstructor(`Cannot redefine property: ${name}`);
    };
    const accessors = {
      get [name]() {
        checkGlobal(this);
        return get();
      },
      set [name](value) {
        checkGlobal(this);
        assign(value);
      },
    };
    const descriptor = getOwnPropertyDescriptor(accessors, name);

    defineAccessor(global, name, descriptor.get, assign === undefined ? undefined : descriptor.set, unforgeable !== true);
  }

  /* An operation that returns a promise returns this instead of throwing. */
  function rejectedPromise(reason) {
    const promise = realm.promise.newPromise();

    realm.promise.reject(promise, reason);
    return promise;
  }

  realm.idl = {
    __proto__: null,
    typeError,
    illegalInvocation,
    calledWithoutNew,
    requireArguments,
    Impl,
    implOf,
    implOfKind,
    check,
    stamp,
    wrap,
    prototypeFor,
    defineAccessor,
    defineInterface,
    interfaceName,
    orderMembers,
    defineGlobalOperations,
    defineGlobalAttribute,
    checkGlobal,
    rejectedPromise,
  };
})
