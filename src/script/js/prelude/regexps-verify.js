/* regexps-verify.js: whether JavaScriptCore has found that nothing matches, or given up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * It is asked again with one more alternative, the last, which always matches: the end of the text, or, where the expression is
 * sticky, nothing at once. So whatever has not been given up on has a match. Run in a realm of its own: what matches there is not
 * what RegExp.$1 and its like tell the program about.
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

  /* How many expressions are kept. */
  const MAX_KEPT = 100;

  const kept = new Map();

  /* The expression with one more alternative. Its lastIndex is where it begins. */
  function addAlternative(regexp, sticky) {
    const source = apply(sourceOf, regexp, []);
    let ownFlags = sticky ? 'y' : 'g';

    for (const [flag, isSet] of flags)
      if (apply(isSet, regexp, []))
        ownFlags += flag;

    const key = `${ownFlags}/${source}`;
    let more = kept.get(key);

    if (more === undefined) {
      /* JavaScriptCore sees no character in the middle of two code units, and lines may end earlier. */
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

  /* pattern: a regular expression, or its source; lastIndex: what it was before; all: whether all matches were looked for, from the
   * beginning; undefined where those of a global expression were, and where what is not global may have matched; false where
   * nothing has Returns: whether JavaScriptCore has come to the end of what it looked for */
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
