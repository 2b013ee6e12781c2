// SPDX-License-Identifier: GPL-3.0-or-later
// Functions show the program's own text
async function f (a, /* b */ b = 1) { await a; /* end */ }
const list = [
  f, async () => 1, async x => await x, async function named () { return named; }, async function () { }, function () { return async () => 2; },
  () => async () => 3, { async m () { } }.m, { async *['k' + 1] () { yield 1; } }.k1, { get g () { return async () => 4; } },
  class A { async m () { await super.x; } static async *g () { } }, class extends Object { static { this.x = async () => 5; } },
  async   /* spaced */   function   *   wide   (  )   { }, function plain () { return 'plain'; }, { ['p' + 1]: async () => 6 }.p1,
  async function __ls () { return __d; }, async (a,
    b) => {
      return a;
    },
];
for (const item of list)
  log(typeof item === 'function' ? String(item) : String(Object.getOwnPropertyDescriptor(item, 'g').get));
log(String((class B { async m (x) { return super.y; } }).prototype.m));
log(String(new (class { async #p () { return 1; } p () { return this.#p; } })().p()));
log(eval('(async () => { /* in eval */ })').toString());
log((0, eval)('(async () => { /* indirect */ })').toString());
log(new Function('a', 'b', 'return async () => a + b').toString());
log(Object.getPrototypeOf(f).constructor('x', 'await x').toString());
log(Function.prototype.toString.call(f) === f.toString(), /native code/.test(Function.prototype.toString.call(eval)), /native code/.test(String(Function)));
try { Function.prototype.toString.call({}); } catch (e) { log(e.name); }
log(Function.prototype.toString.name, Function.prototype.toString.length);
