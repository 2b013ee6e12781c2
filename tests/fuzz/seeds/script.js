#!/usr/bin/env loopscope-cli
// SPDX-License-Identifier: GPL-3.0-or-later
// Statements of all kinds, and what the transformation rewrites
let a = 1, { b, ...c } = { b: 2, d: 3 };
for (let i = 0; i < 3; i++) { if (i === 1) continue; log(i, a); }
for (const x of [1, 2]) a += x;
for (const k in c) log(k, c[k]);
while (a > 4) { a--; }
do { a++; } while (a < 3)
label: { if (a) break label; }
switch (a) { case 1: log('one'); break; default: log(`other ${a}`); }
class P { #x = 1; static s = 5; get x() { return this.#x; } static { log(P.s); } }
class Q extends P { constructor() { super(); } x2() { return super.x * 2; } }
log(new Q().x2(), a ?? 1, c?.d, [...'ab'], 2 ** 3);
function f(x = 1, [y] = [2], ...rest) { return x + y + rest.length + arguments.length; }
log(f(), f.length, (() => 1)(), function () { return new.target; }());
function* g() { const r = yield 1; log(r); yield* [2, 3]; }
const it = g(); it.next(); log(it.next('r').value, [...it]);
try { throw new Error('e'); } catch ({ message }) { log(message); } finally { log('finally'); }
try { null.x; } catch (e) { log(e.constructor.name); }
log(eval('a + 1'), typeof undeclared, delete c.d, /a(?<n>b)/u.exec('ab').groups.n);
setTimeout(() => log('timer'), 5);
queueMicrotask(() => log('microtask'));
Promise.resolve(1).then(x => { log('then', x); });
(async () => { for await (const x of [1, Promise.resolve(2)]) log(await x); })();
scheduler.postTask(async () => { await scheduler.yield(); log('task'); }, { priority: 'background' });
