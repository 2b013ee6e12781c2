/* properties.js: reading and defining properties, without code of the program's
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Descriptors have no prototype. Otherwise a `get` or `value` that a program puts on Object.prototype would become a part of them.
 *
 *   isObject (value)                                   tells whether the value is an object or a function
 *   getterOf (object, key)                             → the getter of an own accessor, or undefined
 *   ownValue (object, key)                             → the value of an own data property, or undefined
 *   describeData (value, writable, enumerable, configurable)   → a descriptor
 *   defineHidden (object, key, value)                  defines a property that is not enumerable, as built-in methods are
 *   defineConstant (object, key, value, configurable)  defines one that is neither enumerable nor writable
 *   defineElement (object, key, value)                 CreateDataProperty: defines an ordinary property, whatever the prototypes
 *                                                      have, and returns whether it is there
 *   defineMethods (object, methods)                    defines the methods of an object literal as hidden properties: these are no
 *                                                      constructors and have the right names
 *   replaceMethod (object, name, f)                    puts f in the place of a method and gives it the method's length
 */
(function (realm) {
  'use strict';

  const { defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;
  const { hasOwn } = Object;

  const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

  const getterOf = (object, key) => getOwnPropertyDescriptor(object, key)?.get;

  const ownValue = (object, key) => {
    const descriptor = getOwnPropertyDescriptor(object, key);

    return descriptor !== undefined && hasOwn(descriptor, 'value') ? descriptor.value : undefined;
  };

  const describeData = (value, writable, enumerable, configurable) =>
    ({ __proto__: null, value, writable, enumerable, configurable });

  const defineHidden = (object, key, value) => {
    defineProperty(object, key, describeData(value, true, false, true));
  };

  const defineConstant = (object, key, value, configurable) => {
    defineProperty(object, key, describeData(value, false, false, configurable));
  };

  const defineElement = (object, key, value) => defineProperty(object, key, describeData(value, true, true, true));

  const defineMethods = (object, methods) => {
    const keys = ownKeys(methods);

    for (let i = 0; i < keys.length; i++)
      defineHidden(object, keys[i], methods[keys[i]]);
  };

  const replaceMethod = (object, name, f) => {
    const descriptor = getOwnPropertyDescriptor(object, name);

    if (descriptor === undefined)
      return;
    defineConstant(f, 'length', descriptor.value.length, true);
    descriptor.value = f;
    defineProperty(object, name, descriptor);
  };

  realm.properties = {
    __proto__: null,
    isObject,
    getterOf,
    ownValue,
    describeData,
    defineHidden,
    defineConstant,
    defineElement,
    defineMethods,
    replaceMethod,
  };
})
