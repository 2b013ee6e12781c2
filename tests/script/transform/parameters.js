// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters: their errors, their scopes
const fail = () => { throw new Error('thrown'); };
async function a1 (x = fail()) { }
async function a2 ({ x }) { return x; }
async function a3 (x = y, y) { }
async function a4 (x = () => z, y = x) { var z = 'body'; try { return y(); } catch (e) { return e.name; } }
async function a6 (x, f = () => x) { x = 2; return [x, f()].join(); }
async function a7 (x = 1, ...[y, { z }]) { return [x, y, z].join(); }
async function a8 (x = arguments.length, y = arguments[0]) { return [x, y].join(); }
async function a9 (x = this, y = new.target) { return [typeof x, y].join(); }
async function a10 ([x, y = x] = [1], { length } = 'abc', { [x + 'k']: z = 5 } = {}) { return [x, y, length, z].join(); }
const b1 = async (x = fail()) => { };
const b2 = async ({ x }) => x;
const b3 = async (x, y = x, [z = y] = []) => [x, y, z].join();
const b4 = async (...x) => x.join();
const b5 = async (x, ...{ length }) => [x, length].join();
const b6 = async (x = async () => x) => typeof x;
const b7 = async ({ x = async () => 5 } = {}) => [x.name, await x()].join();
const b8 = async (x, y) => { var x; var y = 3; return [x, y].join(); };
const b9 = async (x) => { function x () { } return typeof x; };
async function* g1 (x = fail()) { }
async function* g2 ({ x }) { }
async function* g3 (x, y = x) { yield [x, y].join(); }
const o = { async m (x = fail()) { }, async *g (x = fail()) { }, async s (x = super.toString) { return typeof x; } };
class C { async m ([x]) { } static async *g ({ x: { y } }) { } async #p (x = this.v) { return x; } v = 6; p () { return this.#p(); } }
const attempt = async (name, f) => {
  let p;
  try { p = f(); } catch (e) { log(name, 'threw', e.name); return; }
  try { log(name, 'gave', await p); } catch (e) { log(name, 'rejected', e.name); }
};
(async () => {
  await attempt('a1', () => a1());
  await attempt('a2', () => a2());
  await attempt('a3', () => a3());
  await attempt('a4', () => a4());
  await attempt('a6', () => a6(1));
  await attempt('a7', () => a7(undefined, 2, { z: 3 }));
  await attempt('a8', () => a8());
  await attempt('a8', () => a8(undefined, undefined, 3));
  await attempt('a9', () => a9());
  await attempt('a10', () => a10());
  await attempt('b1', () => b1());
  await attempt('b2', () => b2());
  await attempt('b3', () => b3(1));
  await attempt('b4', () => b4(1, 2, 3));
  await attempt('b5', () => b5(1, 2, 3));
  await attempt('b6', () => b6());
  await attempt('b7', () => b7());
  await attempt('b8', () => b8(1, 2));
  await attempt('b9', () => b9(1));
  await attempt('g1', () => g1());
  await attempt('g2', () => g2());
  await attempt('g3', async () => (await g3(1).next()).value);
  await attempt('o.m', () => o.m());
  await attempt('o.g', () => o.g());
  await attempt('o.s', () => o.s());
  await attempt('C.m', () => new C().m());
  await attempt('C.g', () => C.g());
  await attempt('C.p', () => new C().p());
})();
