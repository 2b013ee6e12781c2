/* option-names.js: members of options that a function does not have
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Web IDL reads only the members that a dictionary has, so a misspelt one has no effect and causes no error. The trace gets a
 * record of it. To look for it calls no code of the program: this file leaves proxies alone and reads no member.
 *
 *   realm.optionNames.POST_TASK …                numbers of functions, as LsOptionsOwner has them
 *   realm.optionNames.note (options, owner, names, nearOnly)
 *     options: what the program passed; names: the members that there are; nearOnly: notes only what is like one of them
 */
(function (realm) {
  'use strict';

  const { host, options: { traced } } = realm;
  const { apply, getOwnPropertyDescriptor, ownKeys } = Reflect;
  const { min } = Math;
  const { toLowerCase } = String.prototype;
  const { isObject } = realm.properties;

  /* What is longer is no misspelt name, and an object with more keys is more than options. */
  const MAX_LENGTH = 40;
  const MAX_KEYS = 64;

  /* Shorter beginnings say too little. */
  const MIN_BEGINNING = 3;

  function contains(names, key) {
    for (let i = 0; i < names.length; i++)
      if (names[i] === key)
        return true;
    return false;
  }

  function beginsWith(text, beginning) {
    for (let i = 0; i < beginning.length; i++)
      if (text[i] !== beginning[i])
        return false;
    return true;
  }

  /* Optimal string alignment: how many letters to insert, delete, replace or exchange with the next one. */
  function distance(a, b) {
    let before = { __proto__: null };
    let last = { __proto__: null };

    for (let j = 0; j <= b.length; j++)
      last[j] = j;
    for (let i = 1; i <= a.length; i++) {
      const row = { __proto__: null, 0: i };

      for (let j = 1; j <= b.length; j++) {
        row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
          row[j] = min(row[j], before[j - 2] + 1);
      }
      before = last;
      last = row;
    }
    return last[b.length];
  }

  /* Returns the name that was probably meant, or undefined. */
  function findMeant(key, names) {
    let meant;
    let least = MAX_LENGTH;

    if (key.length > MAX_LENGTH)
      return undefined;
    key = apply(toLowerCase, key, []);
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      const isBeginning = key.length >= MIN_BEGINNING && (beginsWith(name, key) || beginsWith(key, name));
      const far = isBeginning ? 1 : distance(key, name);

      if (far < least && far <= (name.length + 1) / 3) {
        least = far;
        meant = name;
      }
    }
    return meant;
  }

  function note(options, owner, names, nearOnly = false) {
    if (!traced || !isObject(options) || realm.isProxy(options))
      return;

    const keys = ownKeys(options);

    if (keys.length > MAX_KEYS)
      return;
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];

      if (typeof key !== 'string' || contains(names, key) || !getOwnPropertyDescriptor(options, key).enumerable)
        continue;

      const meant = findMeant(key, names);

      if (meant !== undefined || !nearOnly)
        host.noteOption(owner, key, meant);
    }
  }

  realm.optionNames = {
    __proto__: null,
    POST_TASK: 0,
    YIELD: 1,
    TASK_CONTROLLER: 2,
    TASK_SIGNAL_ANY: 3,
    REQUEST_IDLE_CALLBACK: 4,
    ADD_EVENT_LISTENER: 5,
    note,
  };
})
