// SPDX-License-Identifier: GPL-3.0-or-later
// Direct eval() with spread arguments, with `super`, and where it assigns to the name of the function around it

var x = 'global';

async function spread() {
  var x = 'local';
  return [eval(...['x']), eval('x', ...[1]), eval(...[], 'x'), eval(...'x'), eval(...[]), await eval(...['(async () => x)()'])];
}
function spreadHere(...list) { var x = 'local'; return eval(...list); }
function shadowed(eval) { return eval(...[1, 2], 3); }

const prototype = { x: 'of the prototype', f() { return this.y; } };
const object = {
  __proto__: prototype,
  y: 'of the object',
  async get() { return [eval('super.x'), eval('super.f()'), eval('(() => super["x"])()'), await eval('(async () => super.x)()')]; },
  async *set() { yield eval('super.x = 3'); yield this.x; },
  arrow() { return (async () => eval('super.x'))(); },
  async nested() { return eval('eval("super.x")'); },
  async inner() { return eval('({ __proto__: { x: 1 }, async m() { return super.x + eval("super.x"); } }).m()'); },
};
class Base { get x() { return 'of the base'; } static s = 'of the class'; }
class Derived extends Base {
  async method() { return eval('super.x'); }
  field = async () => eval('super.x');
  static async method() { return eval('super.s'); }
}
async function none() { try { eval('super.x'); } catch (e) { return e.name; } }
async function noDelete() { try { await { async m() { eval('delete super.x'); } }.m(); } catch (e) { return e.name; } }

(async () => {
  console.log((await spread()).join());
  console.log(spreadHere('x'), spreadHere('"await"; x', 1), spreadHere(5), shadowed((...list) => list.join()));
  console.log((await object.get()).join());
  const set = object.set();
  console.log((await set.next()).value, (await set.next()).value, prototype.x);
  console.log(await object.arrow() , await object.nested(), await object.inner());
  console.log(await new Derived().method(), await new Derived().field(), await Derived.method(), await none(), await noDelete());
  console.log(await (async function self() { eval('self = 1'); return typeof self; })());
  console.log(await (async function self() { 'use strict'; try { eval('self = 1'); } catch (e) { return e.name; } })());
})();
