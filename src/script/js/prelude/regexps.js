/* regexps.js: regular expressions, which find nothing only where there is nothing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * JavaScriptCore gives up on a match after a number of attempts (100,000,000; 1,000,000 before WebKitGTK 2.48), or once its
 * records of them fill 128 MB. Then it says that nothing matches. Only a group that is repeated leads to either limit, and both
 * take far more than a millisecond. So these functions read the clock where nothing, or nothing more, was found. If it has moved
 * since the last reading, host.verifyMatch () asks again in a way that tells whether JavaScriptCore gave up (regexps-verify.js).
 * It ends the program if there is no answer. Neither the speed of the machine nor its load decides on what a program sees.
 *
 * Each method ends with a call, at which a program ends that was told to stop meanwhile.
 */
(function (realm) {
  'use strict';

  const { clock: { systemTime }, host: { verifyMatch, words }, inspectValues: { made } } = realm;
  const { isObject, getterOf, replaceMethod } = realm.properties;
  const { apply, construct, getPrototypeOf } = Reflect;
  const { is } = Object;
  const { indexOf, match, search, split } = String.prototype;
  const { match: matchKey, replace: replaceKey, search: searchKey, split: splitKey } = Symbol;
  const RegExpConstructor = RegExp;
  const RegExpPrototype = RegExp.prototype;
  const TypeErrorConstructor = TypeError;
  const { exec, test } = RegExpPrototype;
  const {
    [matchKey]: matchOfRegExp, [replaceKey]: replaceOfRegExp, [searchKey]: searchOfRegExp, [splitKey]: splitOfRegExp
  } =
  RegExpPrototype;
  const isGlobal = getterOf(RegExpPrototype, 'global');
  const isSticky = getterOf(RegExpPrototype, 'sticky');
  const sourceOf = getterOf(RegExpPrototype, 'source');

  /* The word that is not 0 while a regular expression is being matched */
  const MATCHING = 10;

  /* harmless: the last pattern that was found to repeat no group. readAt: the time of the last reading of the clock, in ms */
  let harmless, readAt = systemTime();

  function endMatch() {
    words[MATCHING] = 0;
  }

  function repeatsGroup(pattern) {
    const source = typeof pattern === 'string' ? pattern : apply(sourceOf, pattern, []);

    return apply(indexOf, source, [')*']) >= 0 || apply(indexOf, source, [')+']) >= 0 || apply(indexOf, source, ['){']) >= 0;
  }

  /* Deals with a match that found nothing, or nothing more. Ends the program if that may be wrong. pattern: a regular
   * expression, or its source; lastIndex: its value before the match; all: true if all matches were looked for from the
   * beginning, undefined if those of a global expression were */
  function check(pattern, text, lastIndex, all) {
    const time = systemTime();

    if (time === readAt)
      return;
    readAt = time;
    if (repeatsGroup(pattern)) {
      verifyMatch(pattern, text, lastIndex, all);
      readAt = systemTime();
    } else {
      harmless = pattern;
    }
  }

  /* compile() makes another expression of the same object. */
  if (typeof RegExpPrototype.compile === 'function') {
    const { compile } = RegExpPrototype;

    replaceMethod(RegExpPrototype, 'compile', {
      compile(pattern, flags) {
        harmless = undefined;
        return apply(compile, this, arguments);
      },
    }.compile);
  }

  /* ---- One match ---- */

  function isRegExp(value) {
    try {
      apply(sourceOf, value, []);
    } catch {
      return false;
    }
    /* This one has a source as well. */
    return value !== RegExpPrototype;
  }

  /* Tells whether reads of a regular expression's properties run no code of a proxy. That is much faster than to ask whether
   * the value is a regular expression. */
  function isOrdinary(value) {
    return typeof value === 'object' && value !== null && !made.proxies;
  }

  /* Returns lastIndex before a match that reads it. An object is converted to a number once. */
  function settleLastIndex(regexp) {
    const { lastIndex } = regexp;

    if (!isObject(lastIndex) || !(apply(isGlobal, regexp, []) || apply(isSticky, regexp, [])))
      return lastIndex;
    return regexp.lastIndex = +lastIndex;
  }

  /* RegExpBuiltinExec () of `this`, a regular expression, and a string. The arguments go on as they came, which is faster. */
  function execute(text) {
    let { lastIndex } = this;

    if (typeof lastIndex !== 'number')
      lastIndex = settleLastIndex(this);
    words[MATCHING] = 1;
    try {
      const result = apply(exec, this, arguments);

      if (result === null && this !== harmless)
        check(this, text, lastIndex, false);
      return result;
    } finally {
      endMatch();
    }
  }

  replaceMethod(RegExpPrototype, 'exec', {
    exec(string) {
      if (typeof string === 'string' && isOrdinary(this))
        return apply(execute, this, arguments);
      return isRegExp(this) ? apply(execute, this, [`${string}`]) : apply(exec, this, arguments);
    },
  }.exec);

  const guardedExec = RegExpPrototype.exec;

  /* RegExpExec (regexp, text). f: the value of regexp.exec */
  function executeBy(f, regexp, text) {
    if (typeof f !== 'function' || f === exec)
      return apply(guardedExec, regexp, [text]);

    const result = apply(f, regexp, [text]);

    if (result !== null && !isObject(result))
      throw new TypeErrorConstructor('The result of a RegExp exec must be null or an object');
    return result;
  }

  /*
   * Once anything else has been `exec`, JavaScriptCore no longer compiles test() and search() in its special way. What follows
   * does what §22.2.6.16 and §22.2.6.12 of ECMA-262 say.
   */

  replaceMethod(RegExpPrototype, 'test', {
    test(string) {
      if (typeof string === 'string' && isOrdinary(this) && this.exec === guardedExec)
        return apply(guardedExec, this, arguments) !== null;
      if (!isObject(this))
        return apply(test, this, arguments);

      const text = `${string}`;

      return executeBy(this.exec, this, text) !== null;
    },
  }.test);

  /* Searches without any object of the program's. */
  function searchPlainly(regexp, text) {
    const { lastIndex } = regexp;

    if (!is(lastIndex, 0))
      regexp.lastIndex = 0;

    const f = regexp.exec;
    const result = f === guardedExec ? apply(f, regexp, [text]) : executeBy(f, regexp, text);

    if (!is(regexp.lastIndex, lastIndex))
      regexp.lastIndex = lastIndex;
    return result === null ? -1 : result.index;
  }

  /* ---- Methods of texts ---- */

  /*
   * These methods are several times slower while RegExp.prototype.exec is not the native one. So it is the native one while one of
   * them runs, unless the program has put another function there. Of the program's code only a callback can run in between, and
   * then the guard is in its place. Only the last search of a method, which finds nothing more, needs to be verified.
   */

  /* Tells whether no code of the program's takes part when a method matches a pattern. A sticky pattern is not plain: with its
   * own exec JavaScriptCore begins at lastIndex only if the pattern is global, too. */
  function isPlain(pattern, key, method) {
    return isOrdinary(pattern) && getPrototypeOf(pattern) === RegExpPrototype && pattern[key] === method &&
      pattern.exec === guardedExec && !pattern.sticky && typeof pattern.lastIndex === 'number';
  }

  /* Tells whether no code of the program's takes part when a method matches the pattern that it makes of a string. */
  function isPlainText(pattern, key, method) {
    return typeof pattern === 'string' && pattern[key] === undefined && RegExpPrototype[key] === method;
  }

  /* Returns false if exec is not the guard, or cannot be replaced. */
  function beginNative() {
    if (RegExpPrototype.exec !== guardedExec)
      return false;
    try {
      RegExpPrototype.exec = exec;
    } catch {
      return false;
    }
    return true;
  }

  function endNative() {
    if (RegExpPrototype.exec === exec)
      RegExpPrototype.exec = guardedExec;
  }

  /* Makes a callback for `replace ()`, which may take its time. */
  function watchCallback(callback) {
    return function () {
      endNative();
      words[MATCHING] = 0;
      try {
        return apply(callback, undefined, arguments);
      } finally {
        words[MATCHING] = 1;
        beginNative();
      }
    };
  }

  /* Calls a method whose first argument is a plain pattern or a string. limit: the number of parts after which it looks for
   * nothing more, or undefined */
  function runNatively(native, text, args, limit) {
    const pattern = args[0];
    const isNative = beginNative();

    words[MATCHING] = 1;
    try {
      const result = apply(native, text, args);

      if (isNative && pattern !== harmless && (limit === undefined || result.length < limit >>> 0))
        check(pattern, text, 0, native === split ? true : undefined);
      return result;
    } finally {
      if (isNative)
        endNative();
      endMatch();
    }
  }

  replaceMethod(String.prototype, 'match', {
    match(pattern) {
      if (typeof this === 'string' &&
        (isPlainText(pattern, matchKey, matchOfRegExp) || isPlain(pattern, matchKey, matchOfRegExp)))
        return runNatively(match, this, arguments);
      return apply(match, this, arguments);
    },
  }.match);

  replaceMethod(String.prototype, 'search', {
    search(pattern) {
      if (typeof this === 'string' && isPlainText(pattern, searchKey, searchOfRegExp))
        return runNatively(search, this, arguments);
      if (!isObject(pattern) || this === undefined || this === null)
        return apply(search, this, arguments);

      const method = pattern[searchKey];

      if (method === searchOfRegExp && typeof this === 'string')
        return searchPlainly(pattern, this);
      if (method !== undefined && method !== null)
        return apply(method, pattern, [this]);

      const text = `${this}`;
      const regexp = construct(RegExpConstructor, [`${pattern}`]);

      return apply(regexp[searchKey], regexp, [text]);
    },
  }.search);

  replaceMethod(String.prototype, 'split', {
    split(separator, limit) {
      if (typeof this === 'string' && !isObject(limit) && isPlain(separator, splitKey, splitOfRegExp))
        return runNatively(split, this, arguments, limit);
      return apply(split, this, arguments);
    },
  }.split);

  function guardReplace(name) {
    const native = String.prototype[name];

    replaceMethod(String.prototype, name, {
    [name](pattern, second) {
        const isCalled = typeof second === 'function';

        if (typeof this === 'string' && (isCalled || !isObject(second)) && isPlain(pattern, replaceKey, replaceOfRegExp))
          return runNatively(native, this, isCalled ? [pattern, watchCallback(second)] : arguments);
        return apply(native, this, arguments);
      },
    } [name]);
  }

  guardReplace('replace');
  guardReplace('replaceAll');
})
