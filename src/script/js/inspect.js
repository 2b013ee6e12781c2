/* inspect.js: values as text, for the console and for the debugger
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 *   realm.inspect (value, options) → text; options: { depth: 2 }
 *   realm.inspectError (error) → "Error: boom" and the lines of its stack that are the program's
 *   realm.throwSummary (value) → what Chromium prints after "Uncaught"
 *   realm.reportSummary (value) → what the message of the error event says after "Uncaught"
 *   realm.isScriptError (value) → whether it is an error of the language
 *   realm.proxyTarget (value) → undefined for what is no proxy, null for a revoked one
 *
 * The layout is that of Node.js. Nothing of the program's is called, whatever the value is: properties are read from their descriptors,
 * classes are recognised by the prototypes that were there when this file was loaded, and proxies are looked through: none of their traps
 * run. The text is bounded, and so is the time: WORK counts properties that are looked at.
 */
(function (realm) {
'use strict';

const { global, host } = realm;
const { apply, construct, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect;
const { hasOwn, is } = Object;
const { isArray } = Array;
const { isView } = ArrayBuffer;
const { isError } = Error;
const { floor, min, max, round, sqrt } = Math;
const { toStringTag } = Symbol;
const StringOf = String;

const BREAK_LENGTH = 80;
const COMPACT = 3;
const MAX_ITEMS = 100;
const MAX_PROPERTIES = 1000;
const MAX_STRING = 10000;
const MAX_BYTES = 50;
const MAX_DEPTH = 100;
const MAX_CHAIN = 1000;
const MAX_HOLES = 1000000;
const MAX_FRAMES = 10;
const WORK = 2000000;
const TEXT = 1000000;

/* An array that inherits nothing: a program may define setters for indices on Array.prototype. */
class List extends Array {
  /* A constructor that is left out passes its arguments on by the iterator of arrays. */
  constructor () {
    super ();
  }

  static {
    setPrototypeOf (this.prototype, null);
  }
}

function method (f) {
  return (self, a, b) => apply (f, self, [a, b]);
}

function getterOf (prototype, key) {
  const { get } = getOwnPropertyDescriptor (prototype, key);

  return (self) => apply (get, self, []);
}

const charCodeAt = method (String.prototype.charCodeAt);
const indexOf = method (String.prototype.indexOf);
const lastIndexOf = method (String.prototype.lastIndexOf);
const includes = method (String.prototype.includes);
const padStart = method (String.prototype.padStart);
const padEnd = method (String.prototype.padEnd);
const repeat = method (String.prototype.repeat);
const slice = method (String.prototype.slice);
const startsWith = method (String.prototype.startsWith);
const symbolToString = method (Symbol.prototype.toString);
const functionToString = method (Function.prototype.toString);
const objectToString = method (Object.prototype.toString);
const numberToString = method (Number.prototype.toString);
const isEnumerable = method (Object.prototype.propertyIsEnumerable);
const join = method (Array.prototype.join);
const weakGet = method (WeakMap.prototype.get);
const weakHas = method (WeakMap.prototype.has);
const weakSet = method (WeakMap.prototype.set);
const mapGet = method (Map.prototype.get);
const mapSet = method (Map.prototype.set);
const mapEntries = method (Map.prototype.entries);
const mapNext = method (getPrototypeOf (new Map ().entries ()).next);
const mapSize = getterOf (Map.prototype, 'size');
const setValues = method (Set.prototype.values);
const setNext = method (getPrototypeOf (new Set ().values ()).next);
const setSize = getterOf (Set.prototype, 'size');
const dateGetTime = method (Date.prototype.getTime);
const dateToISOString = method (Date.prototype.toISOString);
const deref = method (WeakRef.prototype.deref);
const TypedArrayPrototype = getPrototypeOf (Uint8Array.prototype);
const typedArrayLength = getterOf (TypedArrayPrototype, 'length');
const typedArrayTag = getterOf (TypedArrayPrototype, toStringTag);
const dataViewLength = getterOf (DataView.prototype, 'byteLength');
const dataViewOffset = getterOf (DataView.prototype, 'byteOffset');
const dataViewBuffer = getterOf (DataView.prototype, 'buffer');
const bufferLength = getterOf (ArrayBuffer.prototype, 'byteLength');
const sharedBufferLength = typeof SharedArrayBuffer === 'function' ? getterOf (SharedArrayBuffer.prototype, 'byteLength') : undefined;
const Bytes = Uint8Array;
const regExpSource = getterOf (RegExp.prototype, 'source');

/* The getter of `flags` asks properties that a program may define. */
const regExpFlags = (() => {
  const flags = [['hasIndices', 'd'], ['global', 'g'], ['ignoreCase', 'i'], ['multiline', 'm'], ['dotAll', 's'], ['unicode', 'u'],
                 ['unicodeSets', 'v'], ['sticky', 'y']];
  const known = new List ();

  for (let i = 0; i < flags.length; i++)
    if (getOwnPropertyDescriptor (RegExp.prototype, flags[i][0]))
      known[known.length] = { __proto__: null, has: getterOf (RegExp.prototype, flags[i][0]), letter: flags[i][1] };

  return (self) => {
    let text = '';

    for (let i = 0; i < known.length; i++)
      if (known[i].has (self))
        text += known[i].letter;

    return text;
  };
}) ();


/* ---- Proxies ---- */

/* The language does not tell a proxy from its target, so those that the program makes are kept. null: revoked. */
const proxies = new WeakMap ();
const NativeProxy = Proxy;

{
  const { revocable } = NativeProxy;

  function keep (proxy, target) {
    weakSet (proxies, proxy, target);
    return proxy;
  }

  defineProperty (NativeProxy, 'revocable', {
    __proto__: null,
    value: {
      revocable (target, handler) {
        const pair = revocable (target, handler);
        const { proxy, revoke } = pair;

        keep (proxy, target);
        pair.revoke = (() => () => {
          revoke ();
          weakSet (proxies, proxy, null);
        }) ();
        return pair;
      },
    }.revocable,
    writable: true,
    enumerable: false,
    configurable: true,
  });

  /* A function that has no `prototype` and yet is a constructor can only be had as a proxy of one. */
  defineProperty (global, 'Proxy', {
    __proto__: null,
    value: new NativeProxy (NativeProxy, {
      __proto__: null,
      construct: (target, args) => keep (construct (NativeProxy, args), args[0]),
    }),
    writable: true,
    enumerable: false,
    configurable: true,
  });
}

function isObject (value) {
  return typeof value === 'function' || (typeof value === 'object' && value !== null);
}

/* What is behind a proxy, or behind a proxy of a proxy; null: a revoked one. */
function unwrap (value) {
  for (let i = 0; i < MAX_CHAIN; i++)
    {
      const target = weakGet (proxies, value);

      if (target === undefined)
        return value;
      if (target === null)
        return null;
      value = target;
    }

  return null;
}

/* ---- Properties, without calling anything ---- */

/* The value of a data property of the object or of what it inherits from; undefined where an accessor or a proxy is in the way. */
function dataProperty (object, key) {
  for (let i = 0; i < MAX_CHAIN && object !== null && !weakHas (proxies, object); i++)
    {
      const descriptor = getOwnPropertyDescriptor (object, key);

      if (descriptor !== undefined)
        return hasOwn (descriptor, 'value') ? descriptor.value : undefined;
      object = getPrototypeOf (object);
    }

  return undefined;
}

function ownData (object, key) {
  const descriptor = getOwnPropertyDescriptor (object, key);

  return descriptor !== undefined && hasOwn (descriptor, 'value') ? descriptor.value : undefined;
}

/* The name of a function that may be a proxy of one; '' without one. */
function functionName (f) {
  f = unwrap (f);

  const name = f === null ? undefined : ownData (f, 'name');

  return typeof name === 'string' ? cut (name) : '';
}

/* ---- What a value is ---- */

const kinds = new Map ();

function addKind (Constructor, kind) {
  if (typeof Constructor === 'function')
    mapSet (kinds, Constructor.prototype, kind);
}

addKind (Map, 'map');
addKind (Set, 'set');
addKind (WeakMap, 'weak collection');
addKind (WeakSet, 'weak collection');
addKind (WeakRef, 'weak reference');
addKind (Date, 'date');
addKind (RegExp, 'regexp');
addKind (ArrayBuffer, 'buffer');
addKind (global.SharedArrayBuffer, 'buffer');
addKind (Number, 'Number');
addKind (String, 'String');
addKind (Boolean, 'Boolean');
addKind (Symbol, 'Symbol');
addKind (BigInt, 'BigInt');
addKind (global.DOMException, 'exception');

const unbox = {
  __proto__: null,
  Number: method (Number.prototype.valueOf),
  String: method (String.prototype.valueOf),
  Boolean: method (Boolean.prototype.valueOf),
  Symbol: method (Symbol.prototype.valueOf),
  BigInt: method (BigInt.prototype.valueOf),
};

/* Interfaces, and those of their attributes that say most. Their getters are the prelude's. */
const attributes = new Map ();

{
  const shown = [
    ['Event', 'type'], ['CustomEvent', 'detail'], ['ErrorEvent', 'message', 'error'], ['PromiseRejectionEvent', 'promise', 'reason'],
    ['MessageEvent', 'data'], ['TaskPriorityChangeEvent', 'previousPriority'],
    ['AbortController', 'signal'], ['AbortSignal', 'aborted', 'reason'], ['TaskSignal', 'priority'],
    ['MessageChannel', 'port1', 'port2'], ['IdleDeadline', 'didTimeout'], ['PerformanceEntry', 'name', 'entryType', 'startTime', 'duration'],
  ];

  for (let i = 0; i < shown.length; i++)
    {
      const prototype = global[shown[i][0]]?.prototype;
      const getters = new List ();

      for (let j = 1; prototype && j < shown[i].length; j++)
        {
          const descriptor = getOwnPropertyDescriptor (prototype, shown[i][j]);

          if (descriptor?.get)
            getters[getters.length] = { __proto__: null, name: shown[i][j], get: descriptor.get };
        }

      if (getters.length > 0)
        mapSet (attributes, prototype, getters);
    }
}

/*
 * One walk up the prototypes: the constructor's name (null: there is none), Symbol.toStringTag, the built-in class, and the interfaces.
 * `value` is no proxy.
 */
function describe (value) {
  const found = { __proto__: null, name: null, tag: '', kind: '', getters: null, isPlain: true };
  const prototypes = new List ();
  let tagKnown = false;
  let object = value;

  for (let i = 0; i < MAX_CHAIN && object !== null; i++)
    {
      if (weakHas (proxies, object))
        {
          found.isPlain = false;
          break;
        }

      if (i > 0)
        {
          prototypes[i - 1] = object;
          if (found.kind === '')
            found.kind = mapGet (kinds, object) ?? '';
          if (found.getters === null || found.getters.length < 4)
            {
              const getters = mapGet (attributes, object);

              /* Those of the base interface come first. */
              if (getters !== undefined)
                found.getters = concat (getters, found.getters);
            }
        }

      if (!tagKnown)
        {
          const descriptor = getOwnPropertyDescriptor (object, toStringTag);

          if (descriptor !== undefined)
            {
              tagKnown = true;
              found.isPlain = false;
              if (hasOwn (descriptor, 'value') && typeof descriptor.value === 'string' && !(i === 0 && descriptor.enumerable))
                found.tag = cut (descriptor.value);
            }
        }

      object = getPrototypeOf (object);
    }

  /* The constructor: the first that the value is an instance of. */
  object = value;

  for (let i = 0; i <= prototypes.length; i++)
    {
      const constructor = ownData (i === 0 ? value : prototypes[i - 1], 'constructor');

      if (typeof constructor !== 'function')
        continue;

      const target = unwrap (constructor);
      const name = target === null ? '' : functionName (target);

      if (name === '')
        continue;

      const prototype = ownData (target, 'prototype');

      for (let j = 0; j < prototypes.length; j++)
        if (prototypes[j] === prototype)
          {
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

function concat (a, b) {
  const list = new List ();

  for (let i = 0; i < a.length; i++)
    list[list.length] = a[i];
  for (let i = 0; b !== null && i < b.length; i++)
    list[list.length] = b[i];
  return list;
}

/* ---- Primitive values ---- */

function more (n, what) {
  return `... ${n} more ${what}${n > 1 ? 's' : ''}`;
}

function cut (text) {
  return text.length > MAX_STRING ? slice (text, 0, MAX_STRING) + more (text.length - MAX_STRING, 'character') : text;
}

const escapes = new List ();

for (let i = 0; i < 0xa0; i++)
  escapes[i] = i < 0x20 || i >= 0x7f ? `\\x${i < 16 ? '0' : ''}${i.toString (16).toUpperCase ()}` : '';
escapes[8] = '\\b';
escapes[9] = '\\t';
escapes[10] = '\\n';
escapes[12] = '\\f';
escapes[13] = '\\r';
escapes[92] = '\\\\';

const hexDigits = '0123456789abcdef';

function hex (code, digits) {
  let text = '';

  for (let shift = (digits - 1) * 4; shift >= 0; shift -= 4)
    text += hexDigits[(code >> shift) & 15];
  return text;
}

function quote (text) {
  let mark = "'";

  if (includes (text, "'"))
    {
      if (!includes (text, '"'))
        mark = '"';
      else if (!includes (text, '`') && !includes (text, '${'))
        mark = '`';
    }

  let result = mark;
  let from = 0;

  for (let i = 0; i < text.length; i++)
    {
      const code = charCodeAt (text, i);
      let escape = '';

      if (code < 0xa0)
        escape = code === 39 && mark === "'" ? "\\'" : escapes[code];
      else if (code >= 0xd800 && code <= 0xdfff)
        {
          const next = code <= 0xdbff && i + 1 < text.length ? charCodeAt (text, i + 1) : 0;

          if (next >= 0xdc00 && next <= 0xdfff)
            i++;
          else
            escape = `\\u${hex (code, 4)}`;
        }

      if (escape !== '')
        {
          result += slice (text, from, i) + escape;
          from = i + 1;
        }
    }

  return result + slice (text, from) + mark;
}

/* A string in a structure: cut, and one line of source for each of its lines where it is long. */
function formatString (context, text) {
  let trailer = '';

  if (text.length > MAX_STRING)
    {
      trailer = more (text.length - MAX_STRING, 'character');
      text = slice (text, 0, MAX_STRING);
    }

  if (text.length <= 16 || text.length <= BREAK_LENGTH - context.indentation - 4)
    return quote (text) + trailer;

  const separator = ` +\n${repeat (' ', context.indentation + 2)}`;
  let result = '';

  for (let from = 0; from < text.length;)
    {
      const end = indexOf (text, '\n', from) + 1 || text.length;

      result += (from > 0 ? separator : '') + quote (slice (text, from, end));
      from = end;
    }

  return result + trailer;
}

function formatNumber (value) {
  return is (value, -0) ? '-0' : `${value}`;
}

function formatPrimitive (context, value) {
  switch (typeof value)
    {
    case 'string':
      return formatString (context, value);
    case 'number':
      return formatNumber (value);
    case 'bigint':
      return formatBigInt (value);
    case 'symbol':
      return cut (symbolToString (value));
    default:
      return `${value}`;
    }
}

/* Decimal digits of a huge number take quadratic time. */
const HUGE = 1n << 65536n;

function formatBigInt (value) {
  return value < HUGE && value > -HUGE ? `${value}n` : `${value < 0n ? '-' : ''}<huge>n`;
}

function isIdentifier (text) {
  for (let i = 0; i < text.length; i++)
    {
      const code = charCodeAt (text, i);

      if (!((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || (i > 0 && code >= 48 && code <= 57)))
        return false;
    }

  return text.length > 0;
}

function formatKey (key, enumerable) {
  let text;

  if (typeof key === 'symbol')
    return `[${cut (symbolToString (key))}]`;
  if (key === '__proto__')
    return "['__proto__']";

  text = cut (key);
  if (!enumerable)
    return `[${text}]`;
  return isIdentifier (text) ? text : quote (text);
}

/* ---- Structures ---- */

function formatValue (context, value, level) {
  if (!isObject (value))
    return formatPrimitive (context, value);

  const target = unwrap (value);

  if (target === null)
    return '<Revoked Proxy>';

  for (let i = 0; i < context.seen.length; i++)
    if (context.seen[i] === target)
      {
        let index = mapGet (context.circular, target);

        if (index === undefined)
          {
            index = ++context.references;
            mapSet (context.circular, target, index);
          }

        return `[Circular *${index}]`;
      }

  return formatObject (context, target, level);
}

function prefix (found, fallback, size) {
  const tag = found.tag !== '' && found.tag !== (found.name ?? fallback) ? `[${found.tag}] ` : '';

  if (found.name === null)
    return `[${fallback}${size}: null prototype] ${tag}`;
  return `${found.name}${size} ${tag}`;
}

/* Keys of own properties that are shown; those of arrays without their indices. */
function shownKeys (context, value, skipIndices, length) {
  const keys = new List ();

  /* Listing the keys of a long array makes a string of each index. */
  if (skipIndices && length > MAX_HOLES)
    return keys;
  if (context.work <= 0)
    return keys;

  const all = ownKeys (value);

  context.work -= all.length;

  /* Indices come first, as many as there are. */
  let i = 0;

  if (skipIndices)
    while (i < all.length && isIndex (all[i]))
      i++;

  for (; i < all.length; i++)
    if (isEnumerable (value, all[i]))
      keys[keys.length] = all[i];

  return keys;
}

function isIndex (key) {
  if (typeof key !== 'string' || key.length === 0 || key.length > 10)
    return false;

  for (let i = 0; i < key.length; i++)
    {
      const code = charCodeAt (key, i);

      if (code < 48 || code > 57)
        return false;
    }

  return key.length < 10 || +key < 4294967295;
}

function formatProperty (context, value, level, key, isElement) {
  const descriptor = getOwnPropertyDescriptor (value, key);
  let text;

  context.work--;
  context.indentation += 2;

  if (descriptor === undefined)
    text = 'undefined';
  else if (hasOwn (descriptor, 'value'))
    text = formatValue (context, descriptor.value, level);
  else if (descriptor.get !== undefined)
    text = descriptor.set !== undefined ? '[Getter/Setter]' : '[Getter]';
  else
    text = descriptor.set !== undefined ? '[Setter]' : 'undefined';

  context.indentation -= 2;

  return isElement ? text : `${formatKey (key, descriptor === undefined || descriptor.enumerable)}: ${text}`;
}

function formatElements (context, value, level, length, output) {
  let i = 0;

  while (i < length && output.length < MAX_ITEMS && context.work > 0)
    {
      if (hasOwn (value, i))
        {
          if (context.numeric)
            {
              const element = ownData (value, i);

              if (typeof element !== 'number' && typeof element !== 'bigint')
                context.numeric = false;
            }

          const { numeric } = context;

          output[output.length] = formatProperty (context, value, level, `${i}`, true);
          context.numeric = numeric;
          i++;
          continue;
        }

      let holes = 0;

      while (i < length && holes < MAX_HOLES && !hasOwn (value, i))
        {
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

function formatTypedElements (value, length, output) {
  const shown = min (length, MAX_ITEMS);

  for (let i = 0; i < shown; i++)
    {
      const element = value[i];

      output[i] = typeof element === 'bigint' ? `${element}n` : formatNumber (element);
    }

  return length - shown;
}

function formatMap (context, value, level, output) {
  const iterator = mapEntries (value);
  const size = mapSize (value);
  const shown = min (size, MAX_ITEMS);

  context.indentation += 2;
  for (let i = 0; i < shown; i++)
    {
      const step = mapNext (iterator);

      if (step.done)
        break;
      context.work -= 2;
      output[i] = `${formatValue (context, step.value[0], level)} => ${formatValue (context, step.value[1], level)}`;
    }
  context.indentation -= 2;

  return size - shown;
}

function formatSet (context, value, level, output) {
  const iterator = setValues (value);
  const size = setSize (value);
  const shown = min (size, MAX_ITEMS);

  context.indentation += 2;
  for (let i = 0; i < shown; i++)
    {
      const step = setNext (iterator);

      if (step.done)
        break;
      context.work--;
      output[i] = formatValue (context, step.value, level);
    }
  context.indentation -= 2;

  return size - shown;
}

function formatBytes (value, length) {
  let text = '';
  let bytes;

  try
    {
      bytes = new Bytes (value, 0, min (length, MAX_BYTES));
    }
  catch
    {
      return '<detached>';
    }

  for (let i = 0; i < bytes.length; i++)
    text += `${i > 0 ? ' ' : ''}${hexDigits[bytes[i] >> 4]}${hexDigits[bytes[i] & 15]}`;
  if (length > MAX_BYTES)
    text += ` ${more (length - MAX_BYTES, 'byte')}`;
  return `<${text}>`;
}

function functionBase (value, found) {
  let source = '';

  try
    {
      source = functionToString (value);
    }
  catch
    {
      source = '';
    }

  if (startsWith (source, 'class') && source.length > 5 && !isIdentifier (source[5]))
    {
      const name = functionName (value);
      const parent = getPrototypeOf (value);
      let text = `[class ${name === '' ? '(anonymous)' : name}`;

      if (found.name !== 'Function' && found.name !== null)
        text += ` [${found.name}]`;
      if (found.tag !== '' && found.tag !== found.name)
        text += ` [${found.tag}]`;
      if (found.name === null || parent === null)
        text += ' extends null';
      else if (functionName (parent) !== '')
        text += ` extends ${functionName (parent)}`;
      return `${text}]`;
    }

  const type = found.name === 'AsyncFunction' || found.name === 'GeneratorFunction' || found.name === 'AsyncGeneratorFunction'
             ? found.name : 'Function';
  const name = functionName (value);
  let text = `[${type}${found.name === null ? ' (null prototype)' : ''}${name === '' ? ' (anonymous)' : `: ${name}`}]`;

  if (found.name !== type && found.name !== null)
    text += ` ${found.name}`;
  if (found.tag !== '' && found.tag !== found.name)
    text += ` [${found.tag}]`;
  return text;
}

function formatObject (context, value, level) {
  const found = describe (value);
  const output = new List ();
  let braces0 = '{';
  let braces1 = '}';
  let base = '';
  let keys;
  let length = 0;
  let kind = '';
  let isList = false;

  if (isArray (value))
    {
      length = ownData (value, 'length');
      kind = 'array';
      isList = true;
      keys = shownKeys (context, value, true, length);
      braces0 = found.name !== 'Array' || found.tag !== '' ? `${prefix (found, 'Array', `(${length})`)}[` : '[';
      braces1 = ']';
      if (length === 0 && keys.length === 0)
        return `${braces0}]`;
    }
  else if (typeof value === 'function')
    {
      keys = shownKeys (context, value, false, 0);
      base = functionBase (value, found);
      if (keys.length === 0)
        return base;
    }
  else if (isView (value))
    {
      const tag = typedArrayTag (value);

      if (tag !== undefined && tag !== found.name && found.tag === '')
        found.tag = tag;

      if (tag === undefined)
        {
          kind = 'view';
          keys = shownKeys (context, value, false, 0);
          braces0 = `${prefix (found, 'DataView', '')}{`;
        }
      else
        {
          kind = 'typed array';
          isList = true;
          length = typedArrayLength (value);
          keys = shownKeys (context, value, true, length);
          braces0 = `${prefix (found, tag, `(${length})`)}[`;
          braces1 = ']';
          if (length === 0 && keys.length === 0)
            return `${braces0}]`;
        }
    }
  else if (isError (value) || found.kind === 'exception')
    {
      const isException = found.kind === 'exception';

      kind = 'error';
      keys = shownKeys (context, value, false, 0);
      base = errorHeader (value, found, isException);
      if (level > 0)
        base = `[${base}]`;
      else
        base += stackLines (value);

      const shown = new List ();

      for (let i = 0; i < keys.length; i++)
        {
          const key = keys[i];

          if (key !== 'line' && key !== 'column' && key !== 'sourceURL' && key !== 'stack' && key !== 'cause' && key !== 'errors'
              && !((key === 'name' || key === 'message') && includes (base, ownString (value, key))))
            shown[shown.length] = key;
        }
      if (hasOwn (value, 'cause'))
        shown[shown.length] = 'cause';
      if (isArray (ownData (value, 'errors')))
        shown[shown.length] = 'errors';
      keys = shown;
      if (keys.length === 0)
        return base;
    }
  else if (realm.promise.isPromise (value))
    {
      kind = 'promise';
      keys = shownKeys (context, value, false, 0);
      braces0 = `${prefix (found, 'Promise', '')}{`;
    }
  else
    {
      kind = found.kind;
      keys = shownKeys (context, value, kind === 'String', 0);

      try
        {
          switch (kind)
            {
            case 'map':
              length = mapSize (value);
              braces0 = `${prefix (found, 'Map', `(${length})`)}{`;
              break;

            case 'set':
              length = setSize (value);
              braces0 = `${prefix (found, 'Set', `(${length})`)}{`;
              break;

            case 'weak collection':
              braces0 = `${prefix (found, 'WeakMap', '')}{`;
              output[0] = '<items unknown>';
              break;

            case 'weak reference':
              deref (value);
              braces0 = `${prefix (found, 'WeakRef', '')}{`;
              break;

            case 'date':
              base = is (dateGetTime (value), NaN) ? 'Invalid Date' : dateToISOString (value);
              if (found.name !== 'Date' || found.tag !== '')
                base = `${prefix (found, 'Date', '')}${base}`;
              break;

            case 'regexp':
              base = `/${cut (regExpSource (value))}/${regExpFlags (value)}`;
              if (found.name !== 'RegExp' || found.tag !== '')
                base = `${prefix (found, 'RegExp', '')}${base}`;
              break;

            case 'buffer':
              try
                {
                  length = bufferLength (value);
                }
              catch
                {
                  length = sharedBufferLength (value);
                }
              braces0 = `${prefix (found, 'ArrayBuffer', '')}{`;
              output[0] = `[Uint8Contents]: ${formatBytes (value, length)}`;
              output[1] = `byteLength: ${length}`;
              break;

            case 'Number':
            case 'String':
            case 'Boolean':
            case 'Symbol':
            case 'BigInt':
              {
                const primitive = unbox[kind] (value);
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
        }
      catch
        {
          /* It has the prototype, and is none. */
          kind = '';
          base = '';
        }

      if (kind === '')
        {
          if (found.isPlain && objectToString (value) === '[object Arguments]')
            {
              length = ownData (value, 'length');
              length = typeof length === 'number' && length > 0 ? min (floor (length), 4294967295) : 0;
              kind = 'array';
              isList = true;
              keys = shownKeys (context, value, true, length);
              braces0 = '[Arguments] [';
              braces1 = ']';
              if (length === 0 && keys.length === 0)
                return '[Arguments] []';
            }
          else if (found.name !== 'Object' || found.tag !== '')
            braces0 = `${prefix (found, 'Object', '')}{`;
        }
      else if (base !== '' && keys.length === 0)
        return base;
      else if ((kind === 'map' || kind === 'set') && length === 0 && keys.length === 0)
        return `${braces0}}`;

      if (kind === '' && keys.length === 0 && found.getters === null)
        return `${braces0}}`;
    }

  if (level > context.depth || context.work <= 0 || context.text <= 0)
    {
      if (isArray (value))
        return '[Array]';
      return found.name === null || found.tag !== '' ? `[${slice (prefix (found, 'Object', ''), 0, -1)}]` : `[${found.name}]`;
    }

  level++;
  context.seen[context.seen.length] = value;
  context.currentLevel = level;
  context.numeric = true;

  let rest = 0;
  let numeric = true;

  switch (kind)
    {
    case 'array':
      rest = formatElements (context, value, level, length, output);
      numeric = context.numeric;
      break;

    case 'typed array':
      rest = formatTypedElements (value, length, output);
      break;

    case 'map':
      rest = formatMap (context, value, level, output);
      break;

    case 'set':
      rest = formatSet (context, value, level, output);
      break;

    case 'view':
      context.indentation += 2;
      try
        {
          output[0] = `byteLength: ${dataViewLength (value)}`;
          output[1] = `byteOffset: ${dataViewOffset (value)}`;
          output[2] = `buffer: ${formatValue (context, dataViewBuffer (value), level)}`;
        }
      catch
        {
          output[0] = '<detached>';
        }
      context.indentation -= 2;
      break;

    case 'promise':
      context.indentation += 2;
      switch (realm.promise.state (value))
        {
        case 0:
          output[0] = '<pending>';
          break;
        case 1:
          output[0] = formatValue (context, realm.promise.result (value), level);
          break;
        default:
          output[0] = `<rejected> ${formatValue (context, realm.promise.result (value), level)}`;
          break;
        }
      context.indentation -= 2;
      break;

    case 'weak reference':
      context.indentation += 2;
      output[0] = formatValue (context, deref (value), level);
      context.indentation -= 2;
      break;

    case '':
      if (found.getters !== null)
        formatAttributes (context, value, level, found.getters, output);
      break;
    }

  if (rest > 0)
    output[output.length] = more (rest, 'item');

  const hasRest = rest > 0;
  const shown = min (keys.length, MAX_PROPERTIES);
  let i = 0;

  if (shown > 0)
    numeric = false;

  for (; i < shown && context.text > 0; i++)
    {
      /* Events have it themselves, and it says little. */
      if (found.getters !== null && keys[i] === 'isTrusted')
        continue;

      const text = formatProperty (context, value, level, keys[i], false);

      output[output.length] = text;
      context.text -= text.length;
    }

  if (i < keys.length)
    output[output.length] = `... ${keys.length - i} more ${keys.length - i > 1 ? 'properties' : 'property'}`;

  context.seen.length--;

  const reference = mapGet (context.circular, value);

  if (reference !== undefined)
    base = base === '' ? `<ref *${reference}>` : `<ref *${reference}> ${base}`;

  const text = layOut (context, output, base, braces0, braces1, isList, level, numeric, hasRest);

  context.text -= text.length;
  return text;
}

function formatAttributes (context, value, level, getters, output) {
  context.indentation += 2;

  for (let i = 0; i < getters.length; i++)
    {
      const { name, get } = getters[i];
      let item;

      try
        {
          item = apply (get, value, []);
        }
      catch
        {
          continue;
        }

      if (name === 'reason' && item === undefined)
        continue;
      output[output.length] = `${name}: ${formatValue (context, item, level)}`;
    }

  context.indentation -= 2;
}

/* ---- Lines ---- */

/* Many short items are laid out in columns. Returns `output` itself where they are not. */
function columnsOf (context, output, numeric, hasRest) {
  const count = hasRest && output.length > MAX_ITEMS ? output.length - 1 : output.length;
  let total = 0;
  let longest = 0;

  for (let i = 0; i < count; i++)
    {
      total += output[i].length + 2;
      longest = max (longest, output[i].length);
    }

  const width = longest + 2;

  if (width * 3 + context.indentation >= BREAK_LENGTH || !(total / width > 5 || longest <= 6))
    return output;

  /* About two and a half times as high as wide; short items, and those of very different widths, count as narrower than the widest. */
  const biased = max (width - 3 - sqrt (width - total / output.length), 1);
  const columns = min (round (sqrt (2.5 * biased * count) / biased), floor ((BREAK_LENGTH - context.indentation) / width), COMPACT * 4, 15);

  if (columns <= 1)
    return output;

  const widths = new List ();

  for (let i = 0; i < columns; i++)
    {
      let widest = 0;

      for (let j = i; j < output.length; j += columns)
        if (j < count)
          widest = max (widest, output[j].length);
      widths[i] = widest + 2;
    }

  const lines = new List ();

  for (let i = 0; i < count; i += columns)
    {
      const end = min (i + columns, count);
      let line = '';

      for (let j = i; j < end; j++)
        {
          if (j < end - 1)
            line += numeric ? padStart (`${output[j]}, `, widths[j - i], ' ') : padEnd (`${output[j]}, `, widths[j - i], ' ');
          else
            line += numeric ? padStart (output[j], widths[j - i] - 2, ' ') : output[j];
        }

      lines[lines.length] = line;
    }

  if (count < output.length)
    lines[lines.length] = output[count];

  return lines;
}

function layOut (context, output, base, braces0, braces1, isList, level, numeric, hasRest) {
  const entries = output.length;

  if (isList && entries > 6)
    output = columnsOf (context, output, numeric, hasRest);

  const start = base === '' ? '' : `${base} `;

  if (context.currentLevel - level < COMPACT && entries === output.length)
    {
      let length = output.length * 2 + context.indentation + braces0.length + base.length + 10;

      for (let i = 0; i < output.length && length <= BREAK_LENGTH; i++)
        length += output[i].length;

      if (length <= BREAK_LENGTH && !includes (base, '\n'))
        {
          const joined = join (output, ', ');

          if (!includes (joined, '\n'))
            return `${start}${braces0} ${joined} ${braces1}`;
        }
    }

  const line = `\n${repeat (' ', context.indentation)}`;

  return `${start}${braces0}${line}  ${join (output, `,${line}  `)}${line}${braces1}`;
}

/* ---- Errors ---- */

function ownString (value, key) {
  const text = dataProperty (value, key);

  return typeof text === 'string' ? text : isObject (text) || text === undefined ? '' : StringOf (text);
}

function errorHeader (value, found, isException) {
  let name;
  let message;

  if (isException)
    {
      name = platformString (value, 'name');
      message = platformString (value, 'message');
      return cut (`${found.name ?? 'DOMException'} [${name}]${message === '' ? '' : `: ${message}`}`);
    }

  name = ownString (value, 'name');
  message = ownString (value, 'message');

  /* A class of errors that gives itself no name. */
  if (name === 'Error' && found.name !== null)
    name = found.name;

  return cut (name === '' ? message === '' ? found.name ?? 'Error' : message : message === '' ? name : `${name}: ${message}`);
}

const exceptionGetters = { __proto__: null };

if (typeof global.DOMException === 'function')
  {
    exceptionGetters.name = getOwnPropertyDescriptor (global.DOMException.prototype, 'name')?.get;
    exceptionGetters.message = getOwnPropertyDescriptor (global.DOMException.prototype, 'message')?.get;
  }

function platformString (value, key) {
  if (exceptionGetters[key] === undefined)
    return ownString (value, key);

  try
    {
      return apply (exceptionGetters[key], value, []);
    }
  catch
    {
      return '';
    }
}

/* Frame "name@url:line:column" → { name, url, line, column }, or null for native code and the prelude. */
function parseFrame (text) {
  const at = indexOf (text, '@');
  const name = at < 0 ? '' : slice (text, 0, at);
  let url = slice (text, at + 1);
  const second = lastIndexOf (url, ':');
  const first = second <= 0 ? -1 : lastIndexOf (url, ':', second - 1);

  if (first <= 0)
    return null;

  const line = +slice (url, first + 1, second);
  const column = +slice (url, second + 1);

  url = slice (url, 0, first);
  if (!(line >= 0) || !(column >= 0) || startsWith (url, 'loopscope:'))
    return null;
  return { __proto__: null, name, url, line, column };
}

/* The frames of the program's own code in an error's stack, at most `limit`. */
function framesOf (error, limit) {
  const stack = ownData (error, 'stack');
  const frames = new List ();

  if (typeof stack !== 'string')
    return frames;

  for (let from = 0; from < stack.length && frames.length < limit;)
    {
      const end = indexOf (stack, '\n', from);
      const frame = parseFrame (slice (stack, from, end < 0 ? stack.length : end));

      if (frame !== null)
        frames[frames.length] = frame;
      from = end < 0 ? stack.length : end + 1;
    }

  return frames;
}

function stackLines (error) {
  const frames = framesOf (error, MAX_FRAMES);
  let text = '';

  for (let i = 0; i < frames.length; i++)
    {
      const { name, url, line, column } = frames[i];
      const known = typeof host.sourceColumn === 'function' ? host.sourceColumn (url, line, column) : 0;
      const place = `${url}:${line}${known > 0 ? `:${known}` : ''}`;
      const isNamed = name !== '' && name !== 'global code' && name !== 'eval code' && name !== 'module code';

      text += `\n    at ${isNamed ? `${cut (name)} (${place})` : place}`;
    }

  return text;
}

/* ---- What the other files use ---- */

function inspect (value, options) {
  const depth = options?.depth;
  const context = {
    __proto__: null, seen: new List (), circular: new NativeMap (), references: 0, indentation: 0, currentLevel: 0, numeric: true,
    depth: depth === null || depth > MAX_DEPTH ? MAX_DEPTH : depth ?? 2, work: WORK, text: TEXT,
  };

  return formatValue (context, value, 0);
}

const NativeMap = Map;

/* V8 gives an exception that nobody caught so, without calling anything of the program's. */
function throwSummary (value) {
  if (!isObject (value))
    return typeof value === 'string' ? value : typeof value === 'symbol' ? cut (symbolToString (value)) : `${value}`;

  const target = unwrap (value);

  if (target === null)
    return '#<Object>';

  const found = describe (target);

  if (found.kind === 'exception')
    {
      const name = platformString (target, 'name');
      const message = platformString (target, 'message');

      return name === '' ? message : message === '' ? name : `${name}: ${message}`;
    }

  const toString = dataProperty (target, 'toString');

  if (isError (target) || toString === errorToString)
    {
      const nameValue = dataProperty (target, 'name');
      const name = nameValue === undefined ? 'Error' : ownString (target, 'name');
      const message = ownString (target, 'message');

      return name === '' ? message : message === '' ? name : `${name}: ${message}`;
    }

  if (typeof value === 'function')
    {
      try
        {
          return realm.functionText (target);
        }
      catch
        {
          return 'function () { [native code] }';
        }
    }

  if (toString === plainToString)
    {
      const constructor = dataProperty (target, 'constructor');
      const name = typeof constructor === 'function' ? functionName (constructor) : '';

      if (name !== '')
        return `#<${name}>`;
    }

  const tag = dataProperty (target, toStringTag);

  return `[object ${typeof tag === 'string' ? tag : isArray (target) ? 'Array' : 'Object'}]`;
}

/* Whether V8 has it for an error: DOMException is an ordinary object there. */
function isScriptError (value) {
  return isObject (value) && !weakHas (proxies, value) && isError (value)
         && realm.idl.implOfKind (value, realm.DOMExceptionImpl) === undefined;
}

/* V8's message of a value that is reported: what its properties hold, no getter of the program's is asked, nor of the platform's. */
function reportSummary (value) {
  if (value === realm.global)
    return '#<Window>';
  if (!isObject (value) || typeof value === 'function')
    return throwSummary (value);

  const target = unwrap (value);

  if (target === null)
    return '#<Object>';

  const isProxy = target !== value;
  const toString = dataProperty (target, 'toString');

  if (isScriptError (target) || toString === errorToString)
    {
      const nameValue = dataProperty (target, 'name');
      const messageValue = dataProperty (target, 'message');
      const name = typeof nameValue === 'string' ? nameValue : '';
      const message = typeof messageValue === 'string' ? messageValue : '';

      return name === '' ? message : message === '' ? name : `${name}: ${message}`;
    }
  if (toString === plainToString || isProxy)
    return isProxy && isArray (target) ? '[object Object]' : throwSummary (value);

  /* Without a tag, the class of the object. */
  const ownTag = dataProperty (target, toStringTag);
  const tag = typeof ownTag === 'string' ? ownTag : typedArrayTag (target);

  return tag !== undefined ? `[object ${tag}]` : describe (target).isPlain ? objectToString (target) : '[object Object]';
}

const errorToString = Error.prototype.toString;
const plainToString = Object.prototype.toString;

realm.NativeProxy = NativeProxy;
realm.inspect = inspect;
realm.throwSummary = throwSummary;
realm.reportSummary = reportSummary;
realm.isScriptError = isScriptError;
realm.proxyTarget = (value) => (isObject (value) ? weakGet (proxies, value) : undefined);
realm.framesOf = framesOf;
realm.formatFrames = stackLines;
})
