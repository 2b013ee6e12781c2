/* inspect-values.js: what a value is, told without calling anything of the program's
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (realm) {
  'use strict';

  const { global, List, Table } = realm;
  const { defineHidden, defineMethods, ownValue } = realm.properties;
  const { apply, construct, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const { hasOwn } = Object;
  const { toStringTag } = Symbol;
  const MAX_STRING = 10000;
  const MAX_CHAIN = 1000;
  const weakGet = method(WeakMap.prototype.get);
  const weakHas = method(WeakMap.prototype.has);
  const weakSet = method(WeakMap.prototype.set);

  function method(f) {
    return (self, a, b) => apply(f, self, [a, b]);
  }

  /* Methods of strings as functions of the string and up to two arguments */
  const strings = { __proto__: null };

  for (const name of ['charCodeAt', 'includes', 'indexOf', 'lastIndexOf', 'padEnd', 'padStart', 'repeat', 'replaceAll', 'slice',
      'startsWith'])
    strings[name] = method(String.prototype[name]);

  const { slice } = strings;

  function getterOf(prototype, key) {
    const { get } = getOwnPropertyDescriptor(prototype, key);

    return (self) => apply(get, self, []);
  }

  /* The getter of `flags` reads properties that a program may define. */
  const regExpFlags = (() => {
    const flags = [['hasIndices', 'd'], ['global', 'g'], ['ignoreCase', 'i'], ['multiline', 'm'], ['dotAll', 's'], ['unicode',
        'u'],
                 ['unicodeSets', 'v'], ['sticky', 'y']];
    const known = new List();

    for (let i = 0; i < flags.length; i++)
      if (getOwnPropertyDescriptor(RegExp.prototype, flags[i][0]))
        known[known.length] = { __proto__: null, has: getterOf(RegExp.prototype, flags[i][0]), letter: flags[i][1] };

    return (self) => {
      let text = '';

      for (let i = 0; i < known.length; i++)
        if (known[i].has(self))
          text += known[i].letter;

      return text;
    };
  })();

  const regExpSource = getterOf(RegExp.prototype, 'source');

  /* ---- Proxies ---- */

  /* proxy → target, or null once it is revoked. The language does not tell a proxy from its target, so this keeps all that the
   * program makes. */
  const proxies = realm.outer !== undefined ? realm.outer.inspectValues.proxies : new WeakMap();
  const NativeProxy = Proxy;

  /* Whether there are any */
  const made = realm.outer !== undefined ? realm.outer.inspectValues.made : { __proto__: null, proxies: false };

  {
    const { revocable } = NativeProxy;

    function keep(proxy, target) {
      weakSet(proxies, proxy, target);
      made.proxies = true;
      return proxy;
    }

    defineMethods(NativeProxy, {
      revocable(target, handler) {
        const pair = revocable(target, handler);
        const { proxy, revoke } = pair;

        keep(proxy, target);
        pair.revoke = (() => () => {
          revoke();
          weakSet(proxies, proxy, null);
        })();
        return pair;
      },
    });

    /* Only a proxy is a constructor without a `prototype` of its own. */
    defineHidden(global, 'Proxy', new NativeProxy(NativeProxy, {
      __proto__: null,
      construct: (target, args) => keep(construct(NativeProxy, args), args[0]),
    }));
  }

  /* Returns what is behind a proxy, or behind a proxy of a proxy; null for a revoked one. */
  function unwrap(value) {
    for (let i = 0; i < MAX_CHAIN; i++) {
      const target = weakGet(proxies, value);

      if (target === undefined)
        return value;
      if (target === null)
        return null;
      value = target;
    }

    return null;
  }

  /* ---- Properties, without calling anything ---- */

  /* Returns the value of a data property of the object or of its prototypes; undefined where an accessor or a proxy is in the
   * way. */
  function dataProperty(object, key) {
    for (let i = 0; i < MAX_CHAIN && object !== null && !weakHas(proxies, object); i++) {
      const descriptor = getOwnPropertyDescriptor(object, key);

      if (descriptor !== undefined)
        return hasOwn(descriptor, 'value') ? descriptor.value : undefined;
      object = getPrototypeOf(object);
    }

    return undefined;
  }

  /* Returns the name of a function, or of the function behind a proxy; '' without one. */
  function functionName(f) {
    f = unwrap(f);

    const name = f === null ? undefined : ownValue(f, 'name');

    return typeof name === 'string' ? cut(name) : '';
  }

  /* ---- What a value is ---- */

  const kinds = new Table();

  function addKind(Constructor, kind) {
    if (typeof Constructor === 'function')
      kinds.set(Constructor.prototype, kind);
  }

  addKind(Map, 'map');
  addKind(Set, 'set');
  addKind(WeakMap, 'weak collection');
  addKind(WeakSet, 'weak collection');
  addKind(WeakRef, 'weak reference');
  addKind(Date, 'date');
  addKind(RegExp, 'regexp');
  addKind(ArrayBuffer, 'buffer');
  addKind(global.SharedArrayBuffer, 'buffer');
  addKind(Number, 'Number');
  addKind(String, 'String');
  addKind(Boolean, 'Boolean');
  addKind(Symbol, 'Symbol');
  addKind(BigInt, 'BigInt');
  addKind(global.DOMException, 'exception');

  const unbox = {
    __proto__: null,
    Number: method(Number.prototype.valueOf),
    String: method(String.prototype.valueOf),
    Boolean: method(Boolean.prototype.valueOf),
    Symbol: method(Symbol.prototype.valueOf),
    BigInt: method(BigInt.prototype.valueOf),
  };

  /* The attributes of interfaces that say most. Their getters are the prelude's. */
  const attributes = new Table();

  {
    const shown = [
    ['Event', 'type'], ['CustomEvent', 'detail'], ['ErrorEvent', 'message', 'error'],
    ['PromiseRejectionEvent', 'promise', 'reason'], ['MessageEvent', 'data'], ['TaskPriorityChangeEvent', 'previousPriority'],
    ['AbortController', 'signal'], ['AbortSignal', 'aborted', 'reason'], ['TaskSignal', 'priority'],
    ['MessageChannel', 'port1', 'port2'], ['IdleDeadline', 'didTimeout'], ['PerformanceEntry', 'name', 'entryType', 'startTime',
        'duration'],
  ];

    for (let i = 0; i < shown.length; i++) {
      const prototype = global[shown[i][0]]?.prototype;
      const getters = new List();

      for (let j = 1; prototype && j < shown[i].length; j++) {
        const descriptor = getOwnPropertyDescriptor(prototype, shown[i][j]);

        if (descriptor?.get)
          getters[getters.length] = { __proto__: null, name: shown[i][j], get: descriptor.get };
      }

      if (getters.length > 0)
        attributes.set(prototype, getters);
    }
  }

  /*
   * Walks up the prototypes once, and finds the name of the constructor (null without one), Symbol.toStringTag, the built-in
   * class, and the interfaces. `value` is no proxy.
   */
  function describe(value) {
    const found = { __proto__: null, name: null, tag: '', kind: '', getters: null, isPlain: true };
    const prototypes = new List();
    let tagKnown = false;
    let object = value;

    for (let i = 0; i < MAX_CHAIN && object !== null; i++) {
      if (weakHas(proxies, object)) {
        found.isPlain = false;
        break;
      }

      if (i > 0) {
        prototypes[i - 1] = object;
        if (found.kind === '')
          found.kind = kinds.get(object) ?? '';
        if (found.getters === null || found.getters.length < 4) {
          const getters = attributes.get(object);

          /* The attributes of the base interface come first. */
          if (getters !== undefined)
            found.getters = concat(getters, found.getters);
        }
      }

      if (!tagKnown) {
        const descriptor = getOwnPropertyDescriptor(object, toStringTag);

        if (descriptor !== undefined) {
          tagKnown = true;
          found.isPlain = false;
          if (hasOwn(descriptor, 'value') && typeof descriptor.value === 'string' && !(i === 0 && descriptor.enumerable))
            found.tag = cut(descriptor.value);
        }
      }

      object = getPrototypeOf(object);
    }

    /* The constructor is the first of which the value is an instance. */
    object = value;

    for (let i = 0; i <= prototypes.length; i++) {
      const constructor = ownValue(i === 0 ? value : prototypes[i - 1], 'constructor');

      if (typeof constructor !== 'function')
        continue;

      const target = unwrap(constructor);
      const name = target === null ? '' : functionName(target);

      if (name === '')
        continue;

      const prototype = ownValue(target, 'prototype');

      for (let j = 0; j < prototypes.length; j++)
        if (prototypes[j] === prototype) {
          found.name = name;
          break;
        }

      if (found.name !== null)
        break;
    }

    if (found.tag === found.name)
      found.tag = '';

    return found;
  }

  function concat(a, b) {
    const list = new List();

    for (let i = 0; i < a.length; i++)
      list[list.length] = a[i];
    for (let i = 0; b !== null && i < b.length; i++)
      list[list.length] = b[i];
    return list;
  }

  function more(n, what) {
    return `... ${n} more ${what}${n > 1 ? 's' : ''}`;
  }

  function cut(text) {
    return text.length > MAX_STRING ? slice(text, 0, MAX_STRING) + more(text.length - MAX_STRING, 'character') : text;
  }

  realm.inspectValues = {
    __proto__: null,
    method,
    strings,
    getterOf,
    regExpFlags,
    regExpSource,
    proxies,
    made,
    NativeProxy,
    unwrap,
    dataProperty,
    functionName,
    unbox,
    describe,
    more,
    cut,
  };
})
