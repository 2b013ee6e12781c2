/* inspect-errors.js: the headers and stacks of errors, and what follows "Uncaught"
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (realm) {
  'use strict';

  const {
    method,
    strings,
    getterOf,
    proxies,
    unwrap,
    dataProperty,
    functionName,
    describe,
    cut
  } = realm.inspectValues;
  const { isObject, ownValue, defineHidden } = realm.properties;
  const { global, host, List } = realm;
  const { apply, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const { isArray } = Array;
  const { max } = Math;
  const { isError } = Error;
  const { toStringTag } = Symbol;
  const StringOf = String;
  const MAX_FRAMES = 10;
  const { indexOf, lastIndexOf, slice, startsWith } = strings;
  const symbolToString = method(Symbol.prototype.toString);
  const objectToString = method(Object.prototype.toString);
  const weakHas = method(WeakMap.prototype.has);
  const TypedArrayPrototype = getPrototypeOf(Uint8Array.prototype);
  const typedArrayTag = getterOf(TypedArrayPrototype, toStringTag);

  /* ---- Errors ---- */

  function ownString(value, key) {
    const text = dataProperty(value, key);

    return typeof text === 'string' ? text : isObject(text) || text === undefined ? '' : StringOf(text);
  }

  function errorHeader(value, found, isException) {
    let name;
    let message;

    if (isException) {
      name = platformString(value, 'name');
      message = platformString(value, 'message');
      return cut(`${found.name ?? 'DOMException'} [${name}]${message === '' ? '' : `: ${message}`}`);
    }

    name = ownString(value, 'name');
    message = ownString(value, 'message');

    /* The class of an error may give no name. */
    if (name === 'Error' && found.name !== null)
      name = found.name;

    return cut(name === '' ? message === '' ? found.name ?? 'Error' : message : message === '' ? name : `${name}: ${message}`);
  }

  const exceptionGetters = { __proto__: null };

  if (typeof global.DOMException === 'function') {
    exceptionGetters.name = getOwnPropertyDescriptor(global.DOMException.prototype, 'name')?.get;
    exceptionGetters.message = getOwnPropertyDescriptor(global.DOMException.prototype, 'message')?.get;
  }

  function platformString(value, key) {
    if (exceptionGetters[key] === undefined)
      return ownString(value, key);

    try {
      return apply(exceptionGetters[key], value, []);
    } catch {
      return '';
    }
  }

  /* JavaScriptCore ends a message with the code that failed. This cuts the code off if it is not what the program wrote. */
  function cleanMessage(error) {
    if (typeof error !== 'object' || error === null || weakHas(proxies, error) || !isError(error))
      return;

    const message = ownValue(error, 'message');

    if (typeof message !== 'string' || (indexOf(message, '__ls') < 0 && indexOf(message, '__d') < 0))
      return;
    for (let i = 0; i < quotes.length; i++) {
      const at = indexOf(message, quotes[i]);

      if (at > 0 && lastIndexOf(message, ')') === message.length - 1) {
        const isSentence = slice(message, at - 1, at) === '.';

        defineHidden(error, 'message', restore(slice(message, 0, isSentence ? at - 1 : at)));
        return;
      }
    }
    if (startsWith(message, "Can't find variable: "))
      defineHidden(error, 'message', restore(message));
  }

  /* Takes out of the beginning of a message what the program did not write: code, but for the property behind it, and what the
   * transformation has made of names. */
  function restore(text) {
    const first = indexOf(text, '__');
    let last = -1;

    for (let i = 0; i < brackets.length; i++)
      last = max(last, lastIndexOf(text, brackets[i]));
    if (first >= 0 && first < last)
      text = `(intermediate value)${slice(text, last + 1)}`;
    for (let i = 0; i < names.length; i++)
      for (let at = indexOf(text, names[i][0]); at >= 0; at = indexOf(text, names[i][0], at + 1))
        text = slice(text, 0, at) + names[i][1] + slice(text, at + names[i][0].length);
    return text;
  }

  const brackets = [')', ']', '}'];
  const names = [
    ['__ls_yield', 'yield'],
    ['__ls_default', 'default'],
    ['__ls_', '__ls'],
    ['__d_', '__d'],
  ];

  const quotes = [" (In '", " (evaluating '", " (near '"];

  realm.cleanMessage = cleanMessage;

  /* Parses a frame "name@url:line:column". Returns { name, url, line, column }, or null for native code and the prelude. */
  function parseFrame(text) {
    const at = indexOf(text, '@');
    const name = at < 0 ? '' : slice(text, 0, at);
    let url = slice(text, at + 1);
    const second = lastIndexOf(url, ':');
    const first = second <= 0 ? -1 : lastIndexOf(url, ':', second - 1);

    if (first <= 0)
      return null;

    const line = +slice(url, first + 1, second);
    const column = +slice(url, second + 1);

    url = slice(url, 0, first);
    if (!(line >= 0) || !(column >= 0) || startsWith(url, 'loopscope:'))
      return null;
    return { __proto__: null, name, url, line, column };
  }

  /* Returns the frames of the program's own code in an error's stack, at most `limit`. */
  function framesOf(error, limit) {
    const stack = ownValue(error, 'stack');
    const frames = new List();

    if (typeof stack !== 'string')
      return frames;

    for (let from = 0; from < stack.length && frames.length < limit;) {
      const end = indexOf(stack, '\n', from);
      const frame = parseFrame(slice(stack, from, end < 0 ? stack.length : end));

      if (frame !== null)
        frames[frames.length] = frame;
      from = end < 0 ? stack.length : end + 1;
    }

    return frames;
  }

  function stackLines(error) {
    const frames = framesOf(error, MAX_FRAMES);
    let text = '';

    for (let i = 0; i < frames.length; i++) {
      const { name, url, line, column } = frames[i];
      const known = typeof host.sourceColumn === 'function' ? host.sourceColumn(url, line, column) : 0;
      const place = `${url}:${line}${known > 0 ? `:${known}` : ''}`;
      const isNamed = name !== '' && name !== 'global code' && name !== 'eval code' && name !== 'module code';

      text += `\n    at ${isNamed ? `${cut (name)} (${place})` : place}`;
    }

    return text;
  }

  function throwSummary(value) {
    if (!isObject(value))
      return typeof value === 'string' ? value : typeof value === 'symbol' ? cut(symbolToString(value)) : `${value}`;

    const target = unwrap(value);

    if (target === null)
      return '#<Object>';

    const found = describe(target);

    if (found.kind === 'exception') {
      const name = platformString(target, 'name');
      const message = platformString(target, 'message');

      return name === '' ? message : message === '' ? name : `${name}: ${message}`;
    }

    const toString = dataProperty(target, 'toString');

    if (isError(target) || toString === errorToString) {
      const nameValue = dataProperty(target, 'name');
      const name = nameValue === undefined ? 'Error' : ownString(target, 'name');
      const message = ownString(target, 'message');

      return name === '' ? message : message === '' ? name : `${name}: ${message}`;
    }

    if (typeof value === 'function') {
      try {
        return realm.functionText(target);
      } catch {
        return 'function () { [native code] }';
      }
    }

    if (toString === plainToString) {
      const constructor = dataProperty(target, 'constructor');
      const name = typeof constructor === 'function' ? functionName(constructor) : '';

      if (name !== '')
        return `#<${name}>`;
    }

    const tag = dataProperty(target, toStringTag);

    return `[object ${typeof tag === 'string' ? tag : isArray (target) ? 'Array' : 'Object'}]`;
  }

  /* Tells whether V8 takes a value for an error. A DOMException is an ordinary object there. */
  function isScriptError(value) {
    return isObject(value) && !weakHas(proxies, value) && isError(value)
      && realm.idl.implOfKind(value, realm.DOMExceptionImpl) === undefined;
  }

  /* Returns V8's message for a value that is reported. It shows what properties hold and calls no getter. */
  function reportSummary(value) {
    if (value === realm.global)
      return '#<Window>';
    if (!isObject(value) || typeof value === 'function')
      return throwSummary(value);

    const target = unwrap(value);

    if (target === null)
      return '#<Object>';

    const isProxy = target !== value;
    const toString = dataProperty(target, 'toString');

    if (isScriptError(target) || toString === errorToString) {
      const nameValue = dataProperty(target, 'name');
      const messageValue = dataProperty(target, 'message');
      const name = typeof nameValue === 'string' ? nameValue : '';
      const message = typeof messageValue === 'string' ? messageValue : '';

      return name === '' ? message : message === '' ? name : `${name}: ${message}`;
    }
    if (toString === plainToString || isProxy)
      return isProxy && isArray(target) ? '[object Object]' : throwSummary(value);

    /* A value without a tag is called after its class. */
    const ownTag = dataProperty(target, toStringTag);
    const tag = typeof ownTag === 'string' ? ownTag : typedArrayTag(target);

    return tag !== undefined ? `[object ${tag}]` : describe(target).isPlain ? objectToString(target) : '[object Object]';
  }

  const errorToString = Error.prototype.toString;
  const plainToString = Object.prototype.toString;

  realm.inspectErrors = {
    __proto__: null,
    ownString,
    errorHeader,
    framesOf,
    stackLines,
    throwSummary,
    isScriptError,
    reportSummary,
  };
})
