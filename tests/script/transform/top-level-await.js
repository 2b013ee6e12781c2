// SPDX-License-Identifier: GPL-3.0-or-later
// await outside of functions makes the program an async body
log('first', typeof this, typeof hoisted, typeof hoistedAsync, (function () { return this; })());
Promise.resolve().then(() => log('job'));
var x = await 1;
let y = await Promise.resolve(2), { z = await 3 } = {};
log(x, y, z, 'x' in globalThis, 'hoisted' in globalThis);
function hoisted () { }
async function hoistedAsync () { return await x; }
for await (const v of [4, Promise.resolve(5)]) { log(v); }
for (const v of await [6]) if (await v) log(await v); else await 0
try { await Promise.reject(new Error('caught')); } catch (e) { log(e.message) }
await (async () => log('arrow', typeof this, await hoistedAsync()))()
class C { static s = y; [await 'm'] () { return x; } }
log(C.s, new C().m())
label: { await 0; break label }
const f = async () => { }; log(f.name)
log(await new Promise(r => queueMicrotask(() => r('last'))))
