/* callback-names.js: what callbacks are called in the trace
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * There with a trace only. Runs no code of the program's. A function is read once for its name, however often it is a callback.
 *
 *   realm.callbackName (callback)   → the name of a function, or of a timer's text: its own name, else what its code says, else ''
 *   realm.taskName (callback)       → the same, never empty
 */
(function (realm) {
  'use strict';

  const { global, host, functionTexts, options, promise, Table } = realm;

  if (!options.traced)
    return;

  const { createResolvingFunctions, finallyCallback } = realm.promiseInternals;
  const { ownValue } = realm.properties;
  const { apply } = Reflect;
  const { parse, stringify } = global.JSON;
  const { slice, startsWith } = global.String.prototype;

  const BOUND = 'bound ';
  /* The name of what the constructor Function makes */
  const MADE = 'anonymous';
  /* A program that makes functions of text has no end of them. */
  const MOST_KNOWN = 4096;

  let known;
  let nKnown = 0;

  /* The functions that settle a promise have no names and no text of the program's. What they do is known. */
  function forget() {
    const { resolve, reject } = createResolvingFunctions(promise.newUnnumberedPromise());

    known = new Table();
    known.set(functionTexts.native(resolve), 'resolve');
    known.set(functionTexts.native(reject), 'reject');
    nKnown = 0;
  }

  function read(source, isScript) {
    const name = parse(host.transform(source, stringify({ __proto__: null, kind: 'name', isScript })));

    return typeof name === 'string' ? name : '';
  }

  function nameOfText(key, isScript) {
    let name = known.get(key);

    if (name !== undefined)
      return name;
    if (nKnown++ >= MOST_KNOWN)
      forget();

    const source = isScript ? key : functionTexts.own(key);

    name = source === undefined ? '' : read(source, isScript);
    known.set(key, name);
    return name;
  }

  function nameOf(callback) {
    const given = typeof callback === 'function' ? finallyCallback(callback) : undefined;

    if (given !== undefined)
      callback = given;
    for (let target; typeof callback === 'function' && (target = realm.proxyTarget(callback)) !== undefined;)
      callback = target;
    if (typeof callback === 'string')
      return nameOfText(callback, true);
    if (typeof callback !== 'function')
      return '';

    let name = ownValue(callback, 'name');

    if (typeof name !== 'string')
      name = '';
    while (apply(startsWith, name, [BOUND]))
      name = apply(slice, name, [BOUND.length]);
    return name !== '' && name !== MADE ? name : nameOfText(functionTexts.native(callback), false);
  }

  realm.callbackName = (callback) => {
    try {
      return nameOf(callback);
    } catch {
      /* The stack is full. */
      return '';
    }
  };
  realm.taskName = (callback) => realm.callbackName(callback) || '(anonymous)';

  forget();
})
