/* regexps-verify.js: whether JavaScriptCore has found that nothing matches, or given up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * JavaScriptCore matches once more, with one more alternative at the end that always matches: the end of the text, or nothing
 * where the expression is sticky. So there is a match unless it has given up. This runs in a realm of its own, so that RegExp.$1
 * and its like still tell the program about its own matches.
 */
(() => {
  'use strict';

  const { apply, getOwnPropertyDescriptor } = Reflect;
  const { trunc } = Math;
  const { exec } = RegExp.prototype;
  const getter = (name) => getOwnPropertyDescriptor(RegExp.prototype, name)?.get ?? (() => false);
  const sourceOf = getter('source'),
    isGlobal = getter('global'),
    isSticky = getter('sticky');
  const flags = [['i', 'ignoreCase'], ['m', 'multiline'], ['s', 'dotAll'], ['u', 'unicode'], ['v', 'unicodeSets']]
    .map(([flag, name]) => [flag, getter(name)]);

  /* How many expressions are kept */
  const MAX_KEPT = 100;

  const kept = new Map();

  /* Returns the expression with one more alternative. Its lastIndex says where it begins. */
  function addAlternative(regexp, sticky) {
    const source = apply(sourceOf, regexp, []);
    let ownFlags = sticky ? 'y' : 'g';

    for (const [flag, isSet] of flags)
      if (apply(isSet, regexp, []))
        ownFlags += flag;

    const key = `${ownFlags}/${source}`;
    let more = kept.get(key);

    if (more === undefined) {
      /* JavaScriptCore finds no character in the middle of two code units, and `$` may also be the end of a line. */
      more = new RegExp(sticky ? `${source}|` : `${source}|$(?![^])`, ownFlags);
      if (kept.size >= MAX_KEPT)
        kept.clear();
      kept.set(key, more);
    }
    return more;
  }

  /* ToLength () */
  function toLength(value) {
    const integer = trunc(+value);

    return integer > 0 ? integer : 0;
  }

  /* pattern: a regular expression, or its source; lastIndex: its value before the match; all: true if all matches were looked
   * for from the beginning, undefined if those of a global expression were and another may have matched, false if nothing has
   * matched. Returns whether JavaScriptCore has come to the end of its search. */
  return (pattern, text, lastIndex, all) => {
    const regexp = typeof pattern === 'string' ? new RegExp(pattern) : pattern;
    const global = apply(isGlobal, regexp, []);
    const one = !(all ?? global);
    const sticky = one && apply(isSticky, regexp, []);
    const more = addAlternative(regexp, sticky);
    let last;

    more.lastIndex = one && (global || sticky) ? toLength(lastIndex) : 0;
    if (more.lastIndex > text.length)
      return true;
    if (sticky)
      return apply(exec, more, [text]) !== null;
    for (last of text.matchAll(more))
      if (one && all === undefined)
        return true;
    return last !== undefined && last[0] === '' && last.index === text.length;
  };
})()
