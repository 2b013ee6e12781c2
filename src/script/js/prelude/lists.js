/* lists.js: arrays and maps that no program can reach
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 *   realm.List    an array that inherits nothing, since a program may define setters for indices on Array.prototype. All lists have
 *                 one class: if each array had its prototype set, each would have a shape of its own.
 *   realm.Table   a Map whose methods no program can reach
 */
(function (realm) {
  'use strict';

  const { setPrototypeOf } = Reflect;

  /* Both classes write out their constructors: a default one passes its arguments on with the iterator of arrays. */

  realm.List = class List extends Array {
    constructor() {
      super();
    }

    static {
      delete this.prototype.constructor;
      setPrototypeOf(this.prototype, null);
    }
  };

  realm.Table = class Table extends Map {
    constructor() {
      super();
    }

    static {
      const { get, set, has, delete: remove, clear } = Map.prototype;
      const { prototype } = this;

      delete prototype.constructor;
      setPrototypeOf(prototype, null);
      prototype.get = get;
      prototype.set = set;
      prototype.has = has;
      prototype.delete = remove;
      prototype.clear = clear;
    }
  };
})
