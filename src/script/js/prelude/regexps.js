/* regexps.js: regular expressions, which find nothing only where there is nothing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * JavaScriptCore gives up on a match after a number of attempts (100,000,000; 1,000,000 before WebKitGTK 2.48), or once what it
 * keeps of them fills 128 MB, and then says that nothing matches. Only groups that are repeated take it so far, and either takes
 * far more than a millisecond. So the clock is read wherever nothing, or nothing more, was found. Where it has moved since it was
 * last read, host.verifyMatch () asks again in a way that tells the one from the other (regexps-verify.js), and ends the program
 * where there is no answer. Neither the speed of the machine nor what else it does decides on what a program sees.
 *
 * A call at the end of each method is where a program ends that is told to meanwhile.
 */
(function (realm) {
  'use strict';

  const { clock: { systemTime }, host: { verifyMatch, words }, inspectValues: { isObject, made }, replaceMethod: replace } = realm
  ;
  const { apply, construct, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
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
  const { get: isGlobal } = getOwnPropertyDescriptor(RegExpPrototype, 'global');
  const { get: isSticky } = getOwnPropertyDescriptor(RegExpPrototype, 'sticky');
  const { get: sourceOf } = getOwnPropertyDescriptor(RegExpPrototype, 'source');

  /* The word that is not 0 while a regular expression is matched. */
  const MATCHING = 10;

  /* The last pattern that was seen to repeat no group; when the clock was last read, in ms. */
  let harmless, readAt = systemTime();

  function endMatch() {
    words[MATCHING] = 0;
  }

  function repeatsGroup(pattern) {
    const source = typeof pattern === 'string' ? pattern : apply(sourceOf, pattern, []);

    return apply(indexOf, source, [')*']) >= 0 || apply(indexOf, source, [')+']) >= 0 || apply(indexOf, source, ['){']) >= 0;
  }

  /* Nothing, or nothing more, was found in a text. Ends the program where that is not known.
   * pattern: a regular expression, or its source; lastIndex: what it was before; all: whether all matches were looked for, from the
   * beginning; undefined where those of a global expression were */
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

  /* compile () makes another expression of one. */
  if (typeof RegExpPrototype.compile === 'function') {
    const { compile } = RegExpPrototype;

    replace(RegExpPrototype, 'compile', {
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
    /* Its source can be asked for as well. */
    return value !== RegExpPrototype;
  }

  /* Whether reading a property of a regular expression is reading it from a regular expression, if it is one. Much faster than
   * asking whether it is one. */
  function isOrdinary(value) {
    return typeof value === 'object' && value !== null && !made.proxies;
  }

  /* lastIndex before a match that reads it. An object is asked for its number once. */
  function settleLastIndex(regexp) {
    const { lastIndex } = regexp;

    if (!isObject(lastIndex) || !(apply(isGlobal, regexp, []) || apply(isSticky, regexp, [])))
      return lastIndex;
    return regexp.lastIndex = +lastIndex;
  }

  /* RegExpBuiltinExec () of `this`, a regular expression, and a string, which is passed on as it came: that is faster. */
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

  replace(RegExpPrototype, 'exec', {
    exec(string) {
      if (typeof string === 'string' && isOrdinary(this))
        return apply(execute, this, arguments);
      return isRegExp(this) ? apply(execute, this, [`${string}`]) : apply(exec, this, arguments);
    },
  }.exec);

  const guardedExec = RegExpPrototype.exec;

  /* RegExpExec (regexp, text), given what regexp.exec is. */
  function executeBy(f, regexp, text) {
    if (typeof f !== 'function' || f === exec)
      return apply(guardedExec, regexp, [text]);

    const result = apply(f, regexp, [text]);

    if (result !== null && !isObject(result))
      throw new TypeErrorConstructor('The result of a RegExp exec must be null or an object');
    return result;
  }

  /*
   * With another function as exec at any time JavaScriptCore no longer compiles what is special of test () and search (). What
   * follows does as §22.2.6.16 and §22.2.6.12 of ECMA-262 say.
   */

  replace(RegExpPrototype, 'test', {
    test(string) {
      if (typeof string === 'string' && isOrdinary(this) && this.exec === guardedExec)
        return apply(guardedExec, this, arguments) !== null;
      if (!isObject(this))
        return apply(test, this, arguments);

      const text = `${string}`;

      return executeBy(this.exec, this, text) !== null;
    },
  }.test);

  /* A search that the program's own objects have no part in. */
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
   * They are several times slower where RegExp.prototype.exec is not the native one. So it is that while one of them runs, where
   * nothing of the program's can run in between but a callback, and unless the program has put another function there. What is
   * looked for last is the only thing that may not be there.
   */

  /* Whether nothing of the program's has a part in matching a pattern by a method. What is sticky JavaScriptCore's own way for its
   * own exec begins where lastIndex says only if it is global, too. */
  function isPlain(pattern, key, method) {
    return isOrdinary(pattern) && getPrototypeOf(pattern) === RegExpPrototype && pattern[key] === method &&
      pattern.exec === guardedExec && !pattern.sticky && typeof pattern.lastIndex === 'number';
  }

  /* Whether nothing of the program's has a part in matching what a method makes of a string. */
  function isPlainText(pattern, key, method) {
    return typeof pattern === 'string' && pattern[key] === undefined && RegExpPrototype[key] === method;
  }

  /* false where exec is not ours, or cannot be another one. */
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

  /* A function that `replace ()` calls for each match: it may take its time. */
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

  /* Calls a method with arguments of which the first is a plain pattern or a string.
   * limit: after how many parts nothing more is looked for; undefined without one */
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

  replace(String.prototype, 'match', {
    match(pattern) {
      if (typeof this === 'string' &&
        (isPlainText(pattern, matchKey, matchOfRegExp) || isPlain(pattern, matchKey, matchOfRegExp)))
        return runNatively(match, this, arguments);
      return apply(match, this, arguments);
    },
  }.match);

  replace(String.prototype, 'search', {
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

  replace(String.prototype, 'split', {
    split(separator, limit) {
      if (typeof this === 'string' && !isObject(limit) && isPlain(separator, splitKey, splitOfRegExp))
        return runNatively(split, this, arguments, limit);
      return apply(split, this, arguments);
    },
  }.split);

  function guardReplace(name) {
    const native = String.prototype[name];

    replace(String.prototype, name, {
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
