// SPDX-License-Identifier: GPL-3.0-or-later
// Names of the program that look like added ones
var __d = 1;
let __ls0 = 2;
const __lsf = 3;
function __lsk () { return 4; }
class __lsw { static __ls = 5; __d = 6; }
async function __lsa (__ls, { __d, __ls1 = __ls } = { __d: 7 }) {
  const o = { __ls, __d, __ls1, async __lsm () { return this.__ls; } };
  label: for await (const __lsw1 of [__ls]) { await __lsw1; break label; }
  return [o.__ls, o.__d, o.__ls1, await o.__lsm(), __lsf, __ls0].join();
}
const arrow = async (__lsr, ...__ls2) => [__lsr, ...__ls2, await (async () => __d)()].join();
const { __ls: __lse, __d: renamed } = { __ls: 8, __d: 9 };
const \u005f_lsq = 10;
(async function __lsself () { log(typeof __lsself); })();
(async () => {
  log(__d, __ls0, __lsf, __lsk(), __lsw.__ls, new __lsw().__d, __lse, renamed, __lsq);
  log(await __lsa(1), await arrow(1, 2));
  log(typeof __ls, typeof __undeclared, Object.keys(globalThis).includes('__ls'));
})();
