// SPDX-License-Identifier: GPL-3.0-or-later
// What did not fit elsewhere
(async () => { try { arguments } catch (e) { log(e.name) } log(typeof arguments) })();
function f() { eval('(async () => { log(typeof arguments, arguments.length); })()') } f(1,2);
class A { x() { return this.v } constructor() { this.v = 1 } }
class B extends A { constructor() { const s = async () => { super(); return super.x(); }; s().then(log); } }
new B();
class C2 extends A { constructor() { const s = async () => { super(); return super.constructor.name; }; s().then(log); } }
new C2();
class C3 { #__ls = 1; async #m() { return this.#__ls } t() { return this.#m() } } new C3().t().then(log);
log(typeof new class { async; static async = 1; async() { return 1 } }().async);
try { new async function () {} } catch (e) { log(e.name) }
try { new async function* () {} } catch (e) { log(e.name) }
log(async function () {}.name === '', async function* () {}.name === '');
const list = [async function () {}, async () => 1, async function* () {}]; log(list.map(f => JSON.stringify(f.name)).join());
var o = { async f() { return { async g() { return { async h() { return 1 } }.h() } }.g() } }; o.f().then(log);
async function nestedArgs() { return (async () => (async () => arguments.length)())() } nestedArgs(1,2,3).then(log);
function Ctor() { return (async () => (async () => new.target === Ctor)())() } new Ctor().then(log);
async function many() { await Promise.all([1,2,3].map(async function (x) { await x; this.z = x; }, {})); return 'ok' } many().then(log);
async function tryFinally() { try { return await 1 } finally { await 2; log('fin') } } tryFinally().then(log);
async function loop() { for (let i = 0; i < 3; i++) { await 0; setTimeout_(() => i) } } var out = []; var setTimeout_ = f => out.push(f); loop().then(() => log(out.map(f => f()).join()));
label: for (var i of [1]) { for (;;) { (async () => { for (;;) break })(); break label } }
async function sw(x) { switch (await x) { case await 1: return 'one'; case 2: { await 0; break } default: return 'd' } return 'two' } sw(1).then(log); sw(2).then(log); sw(3).then(log);
var { a: { b = async () => 1 } = {} } = {}; log(b.name);
var fnObj = { 'x-y': async () => {}, 1.5: async () => {}, 0x10: async function () {}, 1n: async () => {} }; log(Object.values(fnObj).map(f => f.name).join());
async function ret() { return { then(r) { log('then'); r(5) } } } ret().then(log);
const big = async ({ length }, [a, ...b] = [1, 2, 3], ...{ 0: c }) => [length, a, b, c].join(); big('abc', undefined, 9).then(log);
log([big.length, (async (a, b) => {}).length, (async ({}, b = 1) => {}).length].join());
(async function () { var f = 1; { function f2() {} } return typeof f2 })().then(log);
(async function (a) { arguments.length = 0; [].push.call(arguments, 7); return arguments[0] + a })(5).then(log);
void async function () { log('void') }();
!async function () { log('not') }();
async function* ag() { try { yield* [1, 2, 3] } finally { log('closed') } } (async () => { for await (const x of ag()) { log(x); if (x === 2) break } })();
class Blocks { static /* { */ { (async () => log('block', typeof this))(); } }
