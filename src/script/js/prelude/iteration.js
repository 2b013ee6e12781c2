/* iteration.js: ECMAScript's operations on iterators
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (realm) {
  'use strict';

  const { apply } = Reflect;
  const { String, TypeError } = realm.global;
  const { iterator: iteratorSymbol } = realm.global.Symbol;
  const { isObject } = realm.properties;
  const { describe, nothing } = realm.promiseInternals;

  /* GetMethod */
  const getMethod = (object, key) => {
    const method = object[key];

    if (method === undefined || method === null)
      return undefined;
    if (typeof method !== 'function')
      throw new TypeError('The ' + String(key) + ' method of ' + describe(object) + ' is not a function');
    return method;
  };

  const notAnObject = (value) => new TypeError('The result of an iterator has to be an object, not ' + describe(value));

  /* GetIteratorFromMethod without the next method */
  const callIteratorMethod = (object, method) => {
    const iterator = apply(method, object, nothing);

    if (!isObject(iterator))
      throw new TypeError('An iterator has to be an object, not ' + describe(iterator));
    return iterator;
  };

  const getIterator = (iterable) => {
    const method = iterable === undefined || iterable === null ? undefined : getMethod(iterable, iteratorSymbol);

    if (method === undefined)
      throw new TypeError(describe(iterable) + ' is not iterable');
    return callIteratorMethod(iterable, method);
  };

  const closeQuietly = (iterator) => {
    try {
      const method = getMethod(iterator, 'return');

      if (method !== undefined)
        apply(method, iterator, nothing);
    } catch {
      /* The first error counts. */
    }
  };

  realm.iteration = { __proto__: null, getMethod, notAnObject, callIteratorMethod, getIterator, closeQuietly };
})
