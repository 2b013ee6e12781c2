/* inspect.js: values as text, for the console and for the debugger
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 *   realm.inspect (value, options) → text; options: { depth: 2 }
 *   realm.throwSummary (value)     → what Chromium prints after "Uncaught"
 *   realm.reportSummary (value)    → what the message of the error event says after "Uncaught"
 *   realm.isScriptError (value)    tells whether a value is an error of the language
 *   realm.framesOf (error, limit)  → the frames of the program's own code, { name, url, line, column }
 *   realm.formatFrames (error)     → the same as lines of text
 *   realm.proxyTarget (value)      → undefined for what is no proxy, null for a revoked one
 *
 * The layout is that of Node.js. No code of the program's runs, whatever the value is. Properties are read from their descriptors,
 * classes are recognised by the prototypes that were there when this file was loaded, and proxies show their targets without
 * running a trap. The text is bounded, and so is the time: WORK counts properties that are looked at.
 */
(function (realm) {
  'use strict';

  const { List, Table } = realm;
  const {
    method,
    strings,
    getterOf,
    regExpFlags,
    regExpSource,
    proxies,
    unwrap,
    unbox,
    describe,
    more,
    cut
  } = realm.inspectValues;
  const { isObject, ownValue } = realm.properties;
  const { formatNumber, formatPrimitive, formatKey, prefix, shownKeys, formatBytes, functionBase, layOut } = realm.inspectText;
  const { ownString, errorHeader, framesOf, stackLines, throwSummary, isScriptError, reportSummary } = realm.inspectErrors;
  const { apply, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const { hasOwn, is } = Object;
  const { isArray } = Array;
  const { isView } = ArrayBuffer;
  const { isError } = Error;
  const { floor, min } = Math;
  const { toStringTag } = Symbol;
  const MAX_ITEMS = 100;
  const MAX_PROPERTIES = 1000;
  const MAX_STRING = 10000;
  const MAX_DEPTH = 100;
  const MAX_HOLES = 1000000;
  const WORK = 2000000;
  const TEXT = 1000000;
  const { includes, slice } = strings;
  const objectToString = method(Object.prototype.toString);
  const weakGet = method(WeakMap.prototype.get);
  const mapEntries = method(Map.prototype.entries);
  const mapNext = method(getPrototypeOf(new Map().entries()).next);
  const mapSize = getterOf(Map.prototype, 'size');
  const setValues = method(Set.prototype.values);
  const setNext = method(getPrototypeOf(new Set().values()).next);
  const setSize = getterOf(Set.prototype, 'size');
  const dateGetTime = method(Date.prototype.getTime);
  const dateToISOString = method(Date.prototype.toISOString);
  const deref = method(WeakRef.prototype.deref);
  const TypedArrayPrototype = getPrototypeOf(Uint8Array.prototype);
  const typedArrayLength = getterOf(TypedArrayPrototype, 'length');
  const typedArrayTag = getterOf(TypedArrayPrototype, toStringTag);
  const dataViewLength = getterOf(DataView.prototype, 'byteLength');
  const dataViewOffset = getterOf(DataView.prototype, 'byteOffset');
  const dataViewBuffer = getterOf(DataView.prototype, 'buffer');
  const bufferLength = getterOf(ArrayBuffer.prototype, 'byteLength');
  const sharedBufferLength = typeof SharedArrayBuffer === 'function' ? getterOf(SharedArrayBuffer.prototype, 'byteLength') :
    undefined;

  /* ---- Structures ---- */

  function formatValue(context, value, level) {
    if (!isObject(value))
      return formatPrimitive(context, value);

    const target = unwrap(value);

    if (target === null)
      return '<Revoked Proxy>';

    for (let i = 0; i < context.seen.length; i++)
      if (context.seen[i] === target) {
        let index = context.circular.get(target);

        if (index === undefined) {
          index = ++context.references;
          context.circular.set(target, index);
        }

        return `[Circular *${index}]`;
      }

    return formatObject(context, target, level);
  }

  function formatProperty(context, value, level, key, isElement) {
    const descriptor = getOwnPropertyDescriptor(value, key);
    let text;

    context.work--;
    context.indentation += 2;

    if (descriptor === undefined)
      text = 'undefined';
    else if (hasOwn(descriptor, 'value'))
      text = formatValue(context, descriptor.value, level);
    else if (descriptor.get !== undefined)
      text = descriptor.set !== undefined ? '[Getter/Setter]' : '[Getter]';
    else
      text = descriptor.set !== undefined ? '[Setter]' : 'undefined';

    context.indentation -= 2;

    return isElement ? text : `${formatKey (key, descriptor === undefined || descriptor.enumerable)}: ${text}`;
  }

  function formatElements(context, value, level, length, output) {
    let i = 0;

    while (i < length && output.length < MAX_ITEMS && context.work > 0) {
      if (hasOwn(value, i)) {
        if (context.numeric) {
          const element = ownValue(value, i);

          if (typeof element !== 'number' && typeof element !== 'bigint')
            context.numeric = false;
        }

        const { numeric } = context;

        output[output.length] = formatProperty(context, value, level, `${i}`, true);
        context.numeric = numeric;
        i++;
        continue;
      }

      let holes = 0;

      while (i < length && holes < MAX_HOLES && !hasOwn(value, i)) {
        holes++;
        i++;
      }

      context.numeric = false;
      context.work -= holes >> 3;
      output[output.length] = `<${holes} empty item${holes > 1 ? 's' : ''}>`;
      if (holes === MAX_HOLES)
        break;
    }

    return length - i;
  }

  function formatTypedElements(value, length, output) {
    const shown = min(length, MAX_ITEMS);

    for (let i = 0; i < shown; i++) {
      const element = value[i];

      output[i] = typeof element === 'bigint' ? `${element}n` : formatNumber(element);
    }

    return length - shown;
  }

  /* Formats the values of a set, or the keys and values of a map. Returns how many are left out. */
  function formatItems(context, value, level, isMap, output) {
    const iterator = isMap ? mapEntries(value) : setValues(value);
    const size = isMap ? mapSize(value) : setSize(value);
    const shown = min(size, MAX_ITEMS);

    context.indentation += 2;
    for (let i = 0; i < shown; i++) {
      const step = isMap ? mapNext(iterator) : setNext(iterator);

      if (step.done)
        break;
      context.work -= isMap ? 2 : 1;
      output[i] = isMap ? `${formatValue (context, step.value[0], level)} => ${formatValue (context, step.value[1], level)}`
        : formatValue(context, step.value, level);
    }
    context.indentation -= 2;

    return size - shown;
  }

  function formatObject(context, value, level) {
    const found = describe(value);
    const output = new List();
    let braces0 = '{';
    let braces1 = '}';
    let base = '';
    let keys;
    let length = 0;
    let kind = '';
    let isList = false;

    if (isArray(value)) {
      length = ownValue(value, 'length');
      kind = 'array';
      isList = true;
      keys = shownKeys(context, value, true, length);
      braces0 = found.name !== 'Array' || found.tag !== '' ? `${prefix (found, 'Array', `(${length})`)}[` : '[';
      braces1 = ']';
      if (length === 0 && keys.length === 0)
        return `${braces0}]`;
    } else if (typeof value === 'function') {
      keys = shownKeys(context, value, false, 0);
      base = functionBase(value, found);
      if (keys.length === 0)
        return base;
    } else if (isView(value)) {
      const tag = typedArrayTag(value);

      if (tag !== undefined && tag !== found.name && found.tag === '')
        found.tag = tag;

      if (tag === undefined) {
        kind = 'view';
        keys = shownKeys(context, value, false, 0);
        braces0 = `${prefix (found, 'DataView', '')}{`;
      } else {
        kind = 'typed array';
        isList = true;
        length = typedArrayLength(value);
        keys = shownKeys(context, value, true, length);
        braces0 = `${prefix (found, tag, `(${length})`)}[`;
        braces1 = ']';
        if (length === 0 && keys.length === 0)
          return `${braces0}]`;
      }
    } else if (isError(value) || found.kind === 'exception') {
      const isException = found.kind === 'exception';

      kind = 'error';
      keys = shownKeys(context, value, false, 0);
      base = errorHeader(value, found, isException);
      if (level > 0)
        base = `[${base}]`;
      else
        base += stackLines(value);

      const shown = new List();

      for (let i = 0; i < keys.length; i++) {
        const key = keys[i];

        if (key !== 'line' && key !== 'column' && key !== 'sourceURL' && key !== 'stack' && key !== 'cause' && key !== 'errors'
          && !((key === 'name' || key === 'message') && includes(base, ownString(value, key))))
          shown[shown.length] = key;
      }
      if (hasOwn(value, 'cause'))
        shown[shown.length] = 'cause';
      if (isArray(ownValue(value, 'errors')))
        shown[shown.length] = 'errors';
      keys = shown;
      if (keys.length === 0)
        return base;
    } else if (realm.promise.isPromise(value)) {
      kind = 'promise';
      keys = shownKeys(context, value, false, 0);
      braces0 = `${prefix (found, 'Promise', '')}{`;
    } else {
      kind = found.kind;
      keys = shownKeys(context, value, kind === 'String', 0);

      try {
        switch (kind) {
          case 'map':
            length = mapSize(value);
            braces0 = `${prefix (found, 'Map', `(${length})`)}{`;
            break;

          case 'set':
            length = setSize(value);
            braces0 = `${prefix (found, 'Set', `(${length})`)}{`;
            break;

          case 'weak collection':
            braces0 = `${prefix (found, 'WeakMap', '')}{`;
            output[0] = '<items unknown>';
            break;

          case 'weak reference':
            deref(value);
            braces0 = `${prefix (found, 'WeakRef', '')}{`;
            break;

          case 'date':
            base = is(dateGetTime(value), NaN) ? 'Invalid Date' : dateToISOString(value);
            if (found.name !== 'Date' || found.tag !== '')
              base = `${prefix (found, 'Date', '')}${base}`;
            break;

          case 'regexp':
            base = `/${cut (regExpSource (value))}/${regExpFlags (value)}`;
            if (found.name !== 'RegExp' || found.tag !== '')
              base = `${prefix (found, 'RegExp', '')}${base}`;
            break;

          case 'buffer':
            try {
              length = bufferLength(value);
            } catch {
              length = sharedBufferLength(value);
            }
            braces0 = `${prefix (found, 'ArrayBuffer', '')}{`;
            output[0] = `[Uint8Contents]: ${formatBytes (value, length)}`;
            output[1] = `byteLength: ${length}`;
            break;

          case 'Number':
          case 'String':
          case 'Boolean':
          case 'Symbol':
          case 'BigInt': {
            const primitive = unbox[kind](value);
            const unlimited = { __proto__: null, indentation: -MAX_STRING };

            base = `[${kind}${found.name !== kind ? found.name === null ? ' (null prototype)' : ` (${found.name})` : ''}: `
              + `${formatPrimitive (unlimited, primitive)}]`;
            if (found.tag !== '' && found.tag !== found.name && found.tag !== kind)
              base += ` [${found.tag}]`;
            break;
          }

          default:
            kind = '';
            break;
        }
      } catch {
        /* The value has the prototype, but is of another class. */
        kind = '';
        base = '';
      }

      if (kind === '') {
        if (found.isPlain && objectToString(value) === '[object Arguments]') {
          length = ownValue(value, 'length');
          length = typeof length === 'number' && length > 0 ? min(floor(length), 4294967295) : 0;
          kind = 'array';
          isList = true;
          keys = shownKeys(context, value, true, length);
          braces0 = '[Arguments] [';
          braces1 = ']';
          if (length === 0 && keys.length === 0)
            return '[Arguments] []';
        } else if (found.name !== 'Object' || found.tag !== '')
          braces0 = realm.isNamespace(value) ? '[Module: null prototype] {' : `${prefix (found, 'Object', '')}{`;
      } else if (base !== '' && keys.length === 0)
        return base;
      else if ((kind === 'map' || kind === 'set') && length === 0 && keys.length === 0)
        return `${braces0}}`;

      if (kind === '' && keys.length === 0 && found.getters === null)
        return `${braces0}}`;
    }

    if (level > context.depth || context.work <= 0 || context.text <= 0) {
      if (isArray(value))
        return '[Array]';
      return found.name === null || found.tag !== '' ? `[${slice (prefix (found, 'Object', ''), 0, -1)}]` : `[${found.name}]`;
    }

    level++;
    context.seen[context.seen.length] = value;
    context.currentLevel = level;
    context.numeric = true;

    let rest = 0;
    let numeric = true;

    switch (kind) {
      case 'array':
        rest = formatElements(context, value, level, length, output);
        numeric = context.numeric;
        break;

      case 'typed array':
        rest = formatTypedElements(value, length, output);
        break;

      case 'map':
      case 'set':
        rest = formatItems(context, value, level, kind === 'map', output);
        break;

      case 'view':
        context.indentation += 2;
        try {
          output[0] = `byteLength: ${dataViewLength (value)}`;
          output[1] = `byteOffset: ${dataViewOffset (value)}`;
          output[2] = `buffer: ${formatValue (context, dataViewBuffer (value), level)}`;
        } catch {
          output[0] = '<detached>';
        }
        context.indentation -= 2;
        break;

      case 'promise':
        context.indentation += 2;
        switch (realm.promise.state(value)) {
          case 0:
            output[0] = '<pending>';
            break;
          case 1:
            output[0] = formatValue(context, realm.promise.result(value), level);
            break;
          default:
            output[0] = `<rejected> ${formatValue (context, realm.promise.result (value), level)}`;
            break;
        }
        context.indentation -= 2;
        break;

      case 'weak reference':
        context.indentation += 2;
        output[0] = formatValue(context, deref(value), level);
        context.indentation -= 2;
        break;

      case '':
        if (found.getters !== null)
          formatAttributes(context, value, level, found.getters, output);
        break;
    }

    if (rest > 0)
      output[output.length] = more(rest, 'item');

    const hasRest = rest > 0;
    const shown = min(keys.length, MAX_PROPERTIES);
    let i = 0;

    if (shown > 0)
      numeric = false;

    for (; i < shown && context.text > 0; i++) {
      /* Each event has this property, which says little. */
      if (found.getters !== null && keys[i] === 'isTrusted')
        continue;

      const text = formatProperty(context, value, level, keys[i], false);

      output[output.length] = text;
      context.text -= text.length;
    }

    if (i < keys.length)
      output[output.length] = `... ${keys.length - i} more ${keys.length - i > 1 ? 'properties' : 'property'}`;

    context.seen.length--;

    const reference = context.circular.get(value);

    if (reference !== undefined)
      base = base === '' ? `<ref *${reference}>` : `<ref *${reference}> ${base}`;

    const text = layOut(context, output, base, braces0, braces1, isList, level, numeric, hasRest);

    context.text -= text.length;
    return text;
  }

  function formatAttributes(context, value, level, getters, output) {
    context.indentation += 2;

    for (let i = 0; i < getters.length; i++) {
      const { name, get } = getters[i];
      let item;

      try {
        item = apply(get, value, []);
      } catch {
        continue;
      }

      if (name === 'reason' && item === undefined)
        continue;
      output[output.length] = `${name}: ${formatValue (context, item, level)}`;
    }

    context.indentation -= 2;
  }

  /* ---- What the other files use ---- */

  function inspect(value, options) {
    const depth = options?.depth;
    const context = {
      __proto__: null,
      seen: new List(),
      circular: new Table(),
      references: 0,
      indentation: 0,
      currentLevel: 0,
      numeric: true,
      depth: depth === null || depth > MAX_DEPTH ? MAX_DEPTH : depth ?? 2,
      work: WORK,
      text: TEXT,
    };

    return formatValue(context, value, 0);
  }

  /* A namespace shows undefined for what its module has not set yet. */
  realm.inspect = (value, options) => {
    realm.isInspecting = true;
    try {
      return inspect(value, options);
    } finally {
      realm.isInspecting = false;
    }
  };
  realm.throwSummary = throwSummary;
  realm.reportSummary = reportSummary;
  realm.isScriptError = isScriptError;
  realm.proxyTarget = (value) => (isObject(value) ? weakGet(proxies, value) : undefined);
  realm.framesOf = framesOf;
  realm.formatFrames = stackLines;
})
