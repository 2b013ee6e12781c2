/* structured-clone-kinds.js: which of the platform's objects an object is, and what messages call it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (realm) {
  'use strict';

  const { idl, isProxy, Table } = realm;
  const { apply, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const { create, hasOwn } = Object;
  const { isArray } = Array;
  const { isView } = ArrayBuffer;
  const { isError } = Error;
  const { toString: symbolToString } = Symbol.prototype;
  const { toStringTag } = Symbol;
  const ObjectPrototype = Object.prototype;
  const { toString: objectToString } = ObjectPrototype;
  const { toString: errorToString } = Error.prototype;

  function getterOf(prototype, name) {
    const descriptor = getOwnPropertyDescriptor(prototype, name);

    return descriptor === undefined ? undefined : descriptor.get;
  }

  const NONE = [];

  /* ---- What an object is ---- */

  const PLAIN = 0,
    ARRAY = 1,
    DATE = 2,
    REGEXP = 3,
    MAP = 4,
    SET = 5,
    BOOLEAN = 6,
    NUMBER = 7,
    STRING = 8,
    BIGINT = 9,
    ERROR = 10,
    BUFFER = 11,
    VIEW = 12,
    SHARED = 13,
    SYMBOL = 14,
    WEAK_MAP = 15,
    WEAK_SET = 16,
    WEAK_REF = 17,
    REGISTRY = 18,
    PROMISE = 19,
    NEVER = 20;

  const getDateTime = Date.prototype.getTime;
  const isGlobalRegExp = getterOf(RegExp.prototype, 'global');
  const getMapSize = getterOf(Map.prototype, 'size'),
    getSetSize = getterOf(Set.prototype, 'size');
  const mapForEach = Map.prototype.forEach,
    setForEach = Set.prototype.forEach;
  const mapSet = Map.prototype.set,
    setAdd = Set.prototype.add;
  const booleanValueOf = Boolean.prototype.valueOf,
    numberValueOf = Number.prototype.valueOf,
    stringValueOf = String.prototype.valueOf,
    bigIntValueOf = BigInt.prototype.valueOf,
    symbolValueOf = Symbol.prototype.valueOf;
  const getBufferLength = getterOf(ArrayBuffer.prototype, 'byteLength');
  const isBufferDetached = getterOf(ArrayBuffer.prototype, 'detached');
  const isBufferResizable = getterOf(ArrayBuffer.prototype, 'resizable');
  const getBufferMaxLength = getterOf(ArrayBuffer.prototype, 'maxByteLength');
  const resizeBuffer = ArrayBuffer.prototype.resize,
    transferBuffer = ArrayBuffer.prototype.transfer;
  const getSharedLength = typeof SharedArrayBuffer === 'function' ? getterOf(SharedArrayBuffer.prototype, 'byteLength') :
    undefined;
  const weakMapHas = WeakMap.prototype.has,
    weakSetHas = WeakSet.prototype.has,
    weakRefDeref = WeakRef.prototype.deref,
    registryUnregister = FinalizationRegistry.prototype.unregister;

  const TypedArrayPrototype = getPrototypeOf(Uint8Array.prototype);
  const getTypedArrayName = getterOf(TypedArrayPrototype, toStringTag);
  const getTypedArrayBuffer = getterOf(TypedArrayPrototype, 'buffer');
  const getTypedArrayOffset = getterOf(TypedArrayPrototype, 'byteOffset');
  const getTypedArrayLength = getterOf(TypedArrayPrototype, 'length');
  const getDataViewBuffer = getterOf(DataView.prototype, 'buffer');
  const getDataViewOffset = getterOf(DataView.prototype, 'byteOffset');
  const getDataViewLength = getterOf(DataView.prototype, 'byteLength');
  const { set: typedArraySet, keys: typedArrayKeys } = TypedArrayPrototype;

  const typedArrays = create(null);

  {
    const all = ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array',
      'Float16Array',
               'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'];

    for (let i = 0; i < all.length; i++)
      if (typeof globalThis[all[i]] === 'function')
        typedArrays[all[i]] = globalThis[all[i]];
  }

  const regExpFlags = [['d', 'hasIndices'], ['g', 'global'], ['i', 'ignoreCase'], ['m', 'multiline'], ['s', 'dotAll'], ['u',
      'unicode'],
                     ['v', 'unicodeSets'], ['y', 'sticky']];

  for (let i = 0; i < regExpFlags.length; i++)
    regExpFlags[i][1] = getterOf(RegExp.prototype, regExpFlags[i][1]);

  const getRegExpSource = getterOf(RegExp.prototype, 'source');

  const errorConstructors = { __proto__: null, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

  /* What an object that inherits from this or that is likely to be. */
  const kindOfPrototype = new Table();

  {
    const add = (prototype, kind) => {
      if (prototype !== undefined && prototype !== null && prototype !== ObjectPrototype)
        kindOfPrototype.set(prototype, kind);
    };
    const iteratorOf = (object) => getPrototypeOf(object);

    add(Date.prototype, DATE);
    add(RegExp.prototype, REGEXP);
    add(Map.prototype, MAP);
    add(Set.prototype, SET);
    add(Boolean.prototype, BOOLEAN);
    add(Number.prototype, NUMBER);
    add(String.prototype, STRING);
    add(BigInt.prototype, BIGINT);
    add(Symbol.prototype, SYMBOL);
    add(Error.prototype, ERROR);
    add(ArrayBuffer.prototype, BUFFER);
    if (getSharedLength !== undefined)
      add(SharedArrayBuffer.prototype, SHARED);
    add(WeakMap.prototype, WEAK_MAP);
    add(WeakSet.prototype, WEAK_SET);
    add(WeakRef.prototype, WEAK_REF);
    add(FinalizationRegistry.prototype, REGISTRY);
    add(realm.promise.Promise.prototype, PROMISE);

    /* These have no operation that tells whether an object is one and leaves it as it is. */
    add(getPrototypeOf((async () => {})()), NEVER);
    add(getPrototypeOf(function* () {}.prototype), NEVER);
    add(getPrototypeOf(async function* () {}.prototype), NEVER);
    add(realm.promise.AsyncGeneratorFunction.prototype.prototype, NEVER);
    add(iteratorOf([][Symbol.iterator]()), NEVER);
    add(iteratorOf(new Map()[Symbol.iterator]()), NEVER);
    add(iteratorOf(new Set()[Symbol.iterator]()), NEVER);
    add(iteratorOf('' [Symbol.iterator]()), NEVER);
    add(iteratorOf(''.matchAll(/x/g)), NEVER);
    if (typeof Iterator === 'function') {
      if (typeof Iterator.prototype.map === 'function')
        add(iteratorOf([].values().map(() => 0)), NEVER);
      if (typeof Iterator.from === 'function')
        add(iteratorOf(Iterator.from({ next() {} })), NEVER);
    }
    for (const space of [globalThis.Intl, globalThis.WebAssembly, globalThis.Temporal])
      if (space !== undefined)
        for (const name of Object.getOwnPropertyNames(space)) {
          const member = space[name];

          /* WebAssembly's errors are errors. */
          if (typeof member === 'function' && member.prototype !== undefined && !(member.prototype instanceof Error))
            add(member.prototype, NEVER);
        }
    for (const name of ['DisposableStack', 'AsyncDisposableStack'])
      if (typeof globalThis[name] === 'function')
        add(globalThis[name].prototype, NEVER);
  }

  const brands = create(null);

  brands[DATE] = getDateTime;
  brands[MAP] = getMapSize;
  brands[SET] = getSetSize;
  brands[BOOLEAN] = booleanValueOf;
  brands[NUMBER] = numberValueOf;
  brands[STRING] = stringValueOf;
  brands[BIGINT] = bigIntValueOf;
  brands[SYMBOL] = symbolValueOf;
  brands[BUFFER] = getBufferLength;
  brands[SHARED] = getSharedLength;
  brands[WEAK_MAP] = weakMapHas;
  brands[WEAK_SET] = weakSetHas;
  brands[WEAK_REF] = weakRefDeref;

  function isKind(value, kind) {
    if (kind === ERROR)
      return isError(value);
    if (kind === PROMISE)
      return realm.promise.isPromise(value);
    try {
      /* RegExp.prototype's getters answer undefined for RegExp.prototype. */
      if (kind === REGEXP)
        return apply(isGlobalRegExp, value, NONE) !== undefined;
      if (kind === REGISTRY) {
        apply(registryUnregister, value, [create(null)]);
        return true;
      }
      if (brands[kind] === undefined)
        return false;
      apply(brands[kind], value, NONE);
      return true;
    } catch {
      return false;
    }
  }

  function exactKind(value, likely) {
    if (likely !== PLAIN && isKind(value, likely))
      return likely;
    for (let kind = DATE; kind < NEVER; kind++)
      if (kind !== likely && kind !== VIEW && isKind(value, kind))
        return kind;
    return PLAIN;
  }

  /* value: an object that is no proxy, no function and no platform object. */
  function kindOf(value) {
    if (isArray(value))
      return ARRAY;
    if (isView(value))
      return VIEW;

    let prototype = getPrototypeOf(value);

    if (prototype === ObjectPrototype || prototype === null) {
      if (prototype === null || hasOwn(value, toStringTag) || hasOwn(ObjectPrototype, toStringTag))
        return PLAIN;

      const tag = apply(objectToString, value, NONE);

      return tag === '[object Object]' ? PLAIN : tag === '[object Arguments]' ? NEVER : exactKind(value, PLAIN);
    }
    for (; prototype !== ObjectPrototype && prototype !== null; prototype = getPrototypeOf(prototype)) {
      const kind = kindOfPrototype.get(prototype);

      if (kind === NEVER)
        return NEVER;
      if (kind !== undefined)
        return exactKind(value, kind);
      if (isProxy(prototype))
        return PLAIN;
    }
    return PLAIN;
  }

  /* ---- Errors ---- */

  /* The value of a data property, own or inherited, without running anything of the program's. */
  function peek(object, key) {
    while (object !== null && !isProxy(object)) {
      const descriptor = getOwnPropertyDescriptor(object, key);

      if (descriptor !== undefined)
        return hasOwn(descriptor, 'value') ? descriptor.value : undefined;
      object = getPrototypeOf(object);
    }
    return undefined;
  }

  function describe(value) {
    if (typeof value === 'symbol')
      return apply(symbolToString, value, NONE);

    const given = value;

    /* What is looked at is the innermost target; a proxy that is revoked has none. */
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

    const toString = peek(value, 'toString');

    if (toString === objectToString) {
      const constructor = peek(value, 'constructor');
      const name = typeof constructor === 'function' ? peek(constructor, 'name') : undefined;

      if (typeof name === 'string' && name !== '')
        return `#<${name}>`;
    } else if (toString === errorToString) {
      const name = peek(value, 'name'),
        message = peek(value, 'message');

      return `${typeof name === 'string' ? name : 'Error'}${typeof message === 'string' && message !== '' ? `: ${message}` : ''}`;
    }

    if (value !== given)
      return '[object Object]';

    const tag = peek(value, toStringTag);

    return `[object ${typeof tag === 'string' ? tag : isArray (value) ? 'Array' : 'Object'}]`;
  }

  function dataCloneError(context, message) {
    return realm.newDOMException(context === undefined || context === '' ? message : `${context}: ${message}`, 'DataCloneError');
  }

  realm.cloneKinds = {
    __proto__: null,
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
    dataCloneError,
  };
})
