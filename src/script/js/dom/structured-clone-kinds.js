/* structured-clone-kinds.js: which of the platform's objects an object is, and what messages call it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * realm.cloneKinds:
 *
 *   kindOf (object)                 → a key of `brands`, 'plain', 'array', 'regexp', 'view', 'error', or a kind that has no clones
 *   isKind (value, kind)            tells whether a value is of a kind
 *   valueOf (kind, object)          → what the brand of the object's kind returns: the time of a date, the value of a wrapper, the
 *                                   length of a buffer
 *   itemsOf (kind, object)          → a list of the items of a set, or of the keys and values of a map in turn
 *   addItems (kind, object, list)   adds such items to a set or map
 *   describe (value)                → what messages call the value
 *   errorConstructors               constructors of the errors whose clones keep their class, by name
 */
(function (realm) {
  'use strict';

  const { idl, isProxy, List, Table } = realm;
  const { dataProperty } = realm.inspectValues;
  const { getterOf } = realm.properties;
  const { apply, getPrototypeOf, ownKeys } = Reflect;
  const { create, hasOwn } = Object;
  const { isArray } = Array;
  const { isView } = ArrayBuffer;
  const { isError } = Error;
  const { toString: symbolToString } = Symbol.prototype;
  const { toStringTag } = Symbol;
  const ObjectPrototype = Object.prototype;
  const { toString: objectToString } = ObjectPrototype;
  const { toString: errorToString } = Error.prototype;
  const NONE = [];

  /* ---- What an object is ---- */

  /* By kind: a function that throws where `this` is of another kind, and that changes nothing */
  const brands = {
    __proto__: null,
    date: Date.prototype.getTime,
    map: getterOf(Map.prototype, 'size'),
    set: getterOf(Set.prototype, 'size'),
    boolean: Boolean.prototype.valueOf,
    number: Number.prototype.valueOf,
    string: String.prototype.valueOf,
    bigint: BigInt.prototype.valueOf,
    buffer: getterOf(ArrayBuffer.prototype, 'byteLength'),
    shared: typeof SharedArrayBuffer === 'function' ? getterOf(SharedArrayBuffer.prototype, 'byteLength') : undefined,
    symbol: Symbol.prototype.valueOf,
    'weak map': WeakMap.prototype.has,
    'weak set': WeakSet.prototype.has,
    'weak reference': WeakRef.prototype.deref,
  };
  const isGlobalRegExp = getterOf(RegExp.prototype, 'global');
  const registryUnregister = FinalizationRegistry.prototype.unregister;

  /* Built-in classes by kind, in the order in which exactKind() tries the kinds */
  const classes = {
    __proto__: null,
    date: Date,
    regexp: RegExp,
    map: Map,
    set: Set,
    boolean: Boolean,
    number: Number,
    string: String,
    bigint: BigInt,
    error: Error,
    buffer: ArrayBuffer,
    shared: globalThis.SharedArrayBuffer,
    symbol: Symbol,
    'weak map': WeakMap,
    'weak set': WeakSet,
    'weak reference': WeakRef,
    registry: FinalizationRegistry,
    promise: realm.promise.Promise,
  };
  const triedKinds = ownKeys(classes);

  const errorConstructors = { __proto__: null, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

  /* By prototype: the kind that an object which inherits from it is likely to be of */
  const kindOfPrototype = new Table();

  {
    const add = (prototype, kind) => {
      if (prototype !== undefined && prototype !== null && prototype !== ObjectPrototype)
        kindOfPrototype.set(prototype, kind);
    };
    const addNever = (object) => add(getPrototypeOf(object), 'never');

    for (const kind of triedKinds)
      add(classes[kind]?.prototype, kind);

    /* No operation tells whether an object is one of these without changing it. */
    addNever((async () => {})());
    addNever(function* () {}.prototype);
    addNever(async function* () {}.prototype);
    add(realm.promise.AsyncGeneratorFunction.prototype.prototype, 'never');
    addNever([][Symbol.iterator]());
    addNever(new Map()[Symbol.iterator]());
    addNever(new Set()[Symbol.iterator]());
    addNever('' [Symbol.iterator]());
    addNever(''.matchAll(/x/g));
    if (typeof Iterator === 'function') {
      if (typeof Iterator.prototype.map === 'function')
        addNever([].values().map(() => 0));
      if (typeof Iterator.from === 'function')
        addNever(Iterator.from({ next() {} }));
    }
    for (const space of [globalThis.Intl, globalThis.WebAssembly, globalThis.Temporal])
      if (space !== undefined)
        for (const name of Object.getOwnPropertyNames(space)) {
          const member = space[name];

          /* WebAssembly's errors are errors. */
          if (typeof member === 'function' && member.prototype !== undefined && !(member.prototype instanceof Error))
            add(member.prototype, 'never');
        }
    for (const name of ['DisposableStack', 'AsyncDisposableStack'])
      add(globalThis[name]?.prototype, 'never');
  }

  function valueOf(kind, object) {
    return apply(brands[kind], object, NONE);
  }

  function isKind(value, kind) {
    const brand = brands[kind];

    try {
      if (brand !== undefined) {
        apply(brand, value, NONE);
        return true;
      }
      if (kind === 'registry') {
        apply(registryUnregister, value, [create(null)]);
        return true;
      }
      /* RegExp.prototype's getters answer undefined for RegExp.prototype. */
      if (kind === 'regexp')
        return apply(isGlobalRegExp, value, NONE) !== undefined;
      return kind === 'error' ? isError(value) : kind === 'promise' && realm.promise.isPromise(value);
    } catch {
      return false;
    }
  }

  function exactKind(value, likely) {
    if (likely !== 'plain' && isKind(value, likely))
      return likely;
    for (let i = 0; i < triedKinds.length; i++)
      if (triedKinds[i] !== likely && isKind(value, triedKinds[i]))
        return triedKinds[i];
    return 'plain';
  }

  /* value: an object that is no proxy, no function and no platform object */
  function kindOf(value) {
    if (isArray(value))
      return 'array';
    if (isView(value))
      return 'view';

    let prototype = getPrototypeOf(value);

    if (prototype === ObjectPrototype || prototype === null) {
      if (prototype === null || hasOwn(value, toStringTag) || hasOwn(ObjectPrototype, toStringTag))
        return 'plain';

      const tag = apply(objectToString, value, NONE);

      return tag === '[object Object]' ? 'plain' : tag === '[object Arguments]' ? 'never' : exactKind(value, 'plain');
    }
    for (; prototype !== ObjectPrototype && prototype !== null; prototype = getPrototypeOf(prototype)) {
      const kind = kindOfPrototype.get(prototype);

      if (kind === 'never')
        return kind;
      if (kind !== undefined)
        return exactKind(value, kind);
      if (isProxy(prototype))
        return 'plain';
    }
    return 'plain';
  }

  /* ---- Items ---- */

  const { forEach: mapForEach, set: mapSet } = Map.prototype;
  const { forEach: setForEach, add: setAdd } = Set.prototype;

  function itemsOf(kind, object) {
    const list = new List();
    let count = 0;

    if (kind === 'map')
      apply(mapForEach, object, [(item, key) => {
        list[count++] = key;
        list[count++] = item;
      }]);
    else
      apply(setForEach, object, [(item) => {
        list[count++] = item;
      }]);
    return list;
  }

  function addItems(kind, object, list) {
    const { length } = list;

    if (kind === 'map')
      for (let i = 0; i < length; i += 2)
        apply(mapSet, object, [list[i], list[i + 1]]);
    else
      for (let i = 0; i < length; i++)
        apply(setAdd, object, [list[i]]);
  }

  /* ---- Errors ---- */

  function describe(value) {
    if (typeof value === 'symbol')
      return apply(symbolToString, value, NONE);

    const given = value;

    /* Messages describe the innermost target of a proxy. A revoked proxy has none. */
    for (let target = realm.proxyTarget(value); target !== undefined && target !== null; target = realm.proxyTarget(target))
      value = target;
    if (isProxy(value))
      return 'null';
    if (typeof value === 'function')
      return realm.functionText(value);
    if (value === realm.global)
      return '#<Window>';
    if (value === given) {
      const impl = idl.implOf(value);

      if (impl !== undefined)
        return `${idl.interfaceName (impl)} object`;
    }

    const toString = dataProperty(value, 'toString');

    if (toString === objectToString) {
      const constructor = dataProperty(value, 'constructor');
      const name = typeof constructor === 'function' ? dataProperty(constructor, 'name') : undefined;

      if (typeof name === 'string' && name !== '')
        return `#<${name}>`;
    } else if (toString === errorToString) {
      const name = dataProperty(value, 'name'),
        message = dataProperty(value, 'message');

      return `${typeof name === 'string' ? name : 'Error'}${typeof message === 'string' && message !== '' ? `: ${message}` : ''}`;
    }

    if (value !== given)
      return '[object Object]';

    const tag = dataProperty(value, toStringTag);

    return `[object ${typeof tag === 'string' ? tag : isArray (value) ? 'Array' : 'Object'}]`;
  }

  function dataCloneError(context, message) {
    return realm.newDOMException(context === undefined || context === '' ? message : `${context}: ${message}`, 'DataCloneError');
  }

  realm.cloneKinds = {
    __proto__: null,
    kindOf,
    isKind,
    valueOf,
    itemsOf,
    addItems,
    describe,
    errorConstructors,
    dataCloneError,
  };
})
