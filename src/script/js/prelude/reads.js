/* reads.js: what looks at shared memory without an operation, for an explorer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * What an agent does follows from what it has learned. It rarely reads elements of arrays with methods or iterators. From the
 * first such read on an explorer takes all that is in shared memory as known. This file does not see the reads of single elements;
 * see ls-script-reads.c. It is loaded after all that take these methods for the prelude's own use.
 */
(function (realm) {
  'use strict';

  const { global, host, options } = realm;

  if (!options.explored)
    return;

  const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
  const { readMemory } = host;

  /* native → its replacement. values() is the iterator, too, and both must stay one function. */
  const watched = new Map();

  function watch(prototype) {
    const keys = ownKeys(prototype);

    for (let i = 0; i < keys.length; i++) {
      const descriptor = getOwnPropertyDescriptor(prototype, keys[i]);
      const { value: native } = descriptor;

      /* toString() is that of all arrays, and calls join(). */
      if (typeof native !== 'function' || keys[i] === 'constructor' || keys[i] === 'toString' || keys[i] === 'grow')
        continue;

      const f = watched.get(native) ?? {
        f() {
          readMemory();
          return apply(native, this, arguments);
        },
      }.f;

      watched.set(native, f);
      for (const key of ['name', 'length'])
        defineProperty(f, key, getOwnPropertyDescriptor(native, key));
      descriptor.value = f;
      defineProperty(prototype, keys[i], descriptor);
    }
  }

  watch(getPrototypeOf(Uint8Array.prototype));
  watch(DataView.prototype);
  if (typeof global.SharedArrayBuffer === 'function')
    watch(global.SharedArrayBuffer.prototype);
})
