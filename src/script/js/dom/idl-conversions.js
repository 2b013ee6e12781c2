/* idl-conversions.js: Web IDL's conversions of ECMAScript values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (realm) {
  'use strict';

  const { implOf, typeError } = realm.idl;
  const { isObject, defineElement } = realm.properties;
  const { apply, ownKeys } = Reflect;
  const { assign, create } = Object;
  const { trunc } = Math;
  const { iterator: iteratorSymbol } = Symbol;
  const { toWellFormed } = String.prototype;
  const MAX_SAFE_INTEGER = 9007199254740991;

  /* ---- Strings and numbers. A context begins the message of what is thrown. ---- */

  /* V8's bindings say in their own words that a symbol has no text, and that neither a symbol nor a BigInt is a number. */
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

  /* With [EnforceRange] */
  function toUnsignedLongLongEnforced(value, context) {
    let number = toNumber(value, context);

    if (number - number !== 0)
      throw typeError(context, `Value is ${number !== number ? '' : 'infinite and '}not of type 'unsigned long long'.`);
    number = trunc(number) + 0;
    if (number < 0 || number > MAX_SAFE_INTEGER)
      throw typeError(context, "Value is outside the 'unsigned long long' value range.");
    return number;
  }

  function toAny(value) {
    return value;
  }

  function toObject(value, context) {
    if (!isObject(value))
      throw typeError(context, "Failed to convert value to 'object'.");
    return value;
  }

  /* ---- Objects ---- */

  /* Makes the conversion of an interface type: it takes objects whose implementation is a Kind, and returns the object. */
  function toInterface(name, Kind) {
    return function (value, context) {
      if (!(implOf(value) instanceof Kind))
        throw typeError(context, `Failed to convert value to '${name}'.`);
      return value;
    };
  }

  /* sequence<T>: iterates the value and converts each item. Returns an array. */
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

  /* Makes the conversion of an enumeration, given its strings. */
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

  /* Makes the conversion of a dictionary. members: { name: [conversion, default or undefined, required] }; parent: the conversion
   * of the dictionary that it inherits from. Reads the members of the parent first, and each dictionary's in lexicographical order.
   * The conversion returns an object without prototype. An absent member without a default is undefined there. */
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

  /* A callback function. parameter: the beginning of the message for another value, "parameter 1". */
  function toFunction(value, context, parameter) {
    if (typeof value !== 'function')
      throw typeError(context, `${parameter} is not of type 'Function'.`);
    return value;
  }

  /* Calls a user object's operation: a function itself, with self as `this`, or the method of an object, which is looked up now.
   * Throws what the program throws. */
  function callUserObject(callback, operation, self, args, interfaceName) {
    if (typeof callback === 'function')
      return apply(callback, self, args);

    const f = callback[operation];

    if (typeof f !== 'function')
      throw typeError(`Failed to execute '${operation}' on '${interfaceName}'`, 'The provided callback is not callable.');
    return apply(f, callback, args);
  }

  assign(realm.idl, {
    toAny,
    toObject,
    toDOMString,
    toUSVString,
    toBoolean,
    toDouble,
    toLong,
    toUnsignedLong,
    toUnsignedLongLongEnforced,
    toFunction,
    toInterface,
    toSequence,
    enumeration,
    dictionary,
    callUserObject,
  });
})
