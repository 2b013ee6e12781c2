// SPDX-License-Identifier: GPL-3.0-or-later
// When async functions that are declared exist, and where
log(typeof top1, typeof top2, top1.name);
async function top1 () { return 'top1'; }
async function* top2 () { yield 'top2'; }
log(Object.getOwnPropertyDescriptor(globalThis, 'top1').configurable, 'top1' in globalThis, Object.getOwnPropertyDescriptor(globalThis, 'top1').enumerable);
{
  log(typeof block, typeof globalThis.block);
  async function block () { return 'block'; }
}
log(typeof block);
function twice () { return f; async function f () { return 1; } async function f () { return 2; } }
function asyncThenPlain () { return f; async function f () { return 'async'; } function f () { return 'plain'; } }
function plainThenAsync () { return f; function f () { return 'plain'; } async function f () { return 'async'; } }
function withVar () { var f = 1; return f; async function f () { } }
function withVarAfter () { const before = typeof f; var f; return [before, typeof f].join(); async function f () { } }
function withParameter (f) { const before = typeof f; return before; async function f () { } }
function parameterScope (get = () => typeof f, f = 1) { return [get(), typeof f].join(); async function f () { } }
function mutual () { return a(2); async function a (n) { return n > 0 ? b(n - 1) : 'done'; } async function b (n) { return a(n); } }
function inSwitch (x) {
  switch (x) {
    case 0: return typeof f;
    default: return typeof f + 'default';
    case 1: async function f () { } return typeof f + '1';
    case 2: { return typeof f; }
  }
}
function onlyDefault () { switch (1) { default: return typeof f; async function f () { } } }
function inSwitchLabel (x) { out: switch (x) { case g: break out; case 2: async function g () { } } return 'fine'; }
function blockShadow () { const r = []; let f = 'outer'; { r.push(typeof f); async function f () { } } r.push(f); return r.join(); }
function assignable () { { f = 5; async function f () { } return f; } }
function loops () { const fs = []; for (let i = 0; i < 3; i++) { fs.push(f); async function f () { return i; } } return fs; }
function strictBlock () { 'use strict'; { async function f () { } } return typeof f; }
function afterReturn () { return h.name; async function h () { } }
function argumentsFunction () { async function arguments () { } return typeof arguments; }
function named () { const o = { f: async function inner () { return typeof inner; } }; return o.f().then(t => [t, typeof inner].join()); }
function selfAssign () { return (async function inner () { inner = 1; inner++; for (inner of [1]); [inner] = [2]; return typeof inner; })().catch(e => e.name); }
function selfAssignStrict () { 'use strict'; return (async function inner () { inner = 1; })().catch(e => e.name); }
function selfShadow () { return (async function inner () { var inner = 1; return typeof inner; })(); }
function selfParameter () { return (async function inner (inner) { return typeof inner; })(5); }
function selfGenerator () { return (async function* inner () { yield inner.name; })().next().then(r => r.value); }
function selfEval () { return (async function inner () { return eval('typeof inner'); })(); }
class S { static { log(typeof st); async function st () { } } }
label: { async function inLabel () { } log(typeof inLabel); break label; }
try { throw 1; } catch { log(typeof inCatch); async function inCatch () { } } finally { log(typeof inFinally); async function inFinally () { } }
if (true) { log(typeof inIf); async function inIf () { } }
const lazy = () => { return typeof inArrow; async function inArrow () { } };
async function inner1 () { log(typeof deep); async function deep () { } await 0; { log(typeof deeper); async function deeper () { } } }
async function* inner2 () { yield typeof deep; async function deep () { } }
(async () => {
  log(await twice()(), asyncThenPlain()(), await plainThenAsync()(), withVar(), withVarAfter(), withParameter(1), parameterScope(), await mutual());
  log([0, 1, 2, 3].map(inSwitch).join(), onlyDefault(), inSwitchLabel(1), blockShadow(), assignable());
  log((await Promise.all(loops().map(f => f()))).join(), strictBlock(), afterReturn(), argumentsFunction(), await named());
  log(await selfAssignStrict(), await selfShadow(), await selfParameter(), await selfGenerator(), await selfEval(), lazy());
  await inner1();
  log((await inner2().next()).value);
})();
'use strict';
var redeclared = 1;
async function redeclared2 () { } var redeclared2;
log(typeof redeclared2);
