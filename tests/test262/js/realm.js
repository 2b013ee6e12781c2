/* realm.js: $262 and print() of ECMAScript's test suite, which each realm has (INTERPRETING.md of test262)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * createRealm() makes a realm of the language alone on the same virtual machine: the files that test262-host.c says, with
 * `outer`, the realm that it is made in, whose queue of jobs, shared memory and agents it has as well.
 */
(function (realm) {
'use strict';

const { global, host, options } = realm;

const { apply, defineProperty } = Reflect;
const { transfer } = ArrayBuffer.prototype;
const RangeErrorConstructor = RangeError;
const outermost = realm.outer ?? realm;
const agent = outermost.agent262;

/* A test throws errors of its own kind, from its harness. What counts is the statement of the test. */
realm.runtime.thrown = value => value;

function define (object, name, value) {
  defineProperty (object, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
}

const host262 = {};

const methods = {
  __proto__: null,

  createRealm () {
    const inner = {
      __proto__: null,
      outer: outermost,
      host: { __proto__: outermost.host },
      hooks: { __proto__: null },
      runtime: { __proto__: null, caught: outermost.cleanMessage },
      options,
      clock: outermost.clock,
      isProxy: outermost.isProxy,
      proxyTarget: outermost.proxyTarget,
      reportException: outermost.reportException,
      cleanMessage: outermost.cleanMessage,
    };

    if (!host.createRealm (inner))
      throw new RangeErrorConstructor ('There are too many realms');
    return inner.host262;
  },

  detachArrayBuffer (buffer) {
    apply (transfer, buffer, []);
    return null;
  },

  evalScript (source) {
    return host.runScript (realm.compileScript (`${source}`));
  },

  gc () {
    host.collectGarbage ();
  },
};

for (const name in methods)
  define (host262, name, methods[name]);
define (host262, 'agent', agent);
define (host262, 'global', global);
realm.host262 = host262;
define (global, '$262', host262);
define (global, 'print', {
  print (text) {
    host.log ('log', `${text}`);
  },
}.print);
})
