// seed 805, language
const why = e => e && e.name || String(e);
addEventListener('error', e => { log('error ' + (e.error && e.error.name || e.error)); e.preventDefault(); });
addEventListener('unhandledrejection', e => { log('unhandled ' + why(e.reason)); e.preventDefault(); });
addEventListener('rejectionhandled', e => log('handled ' + why(e.reason)));
const gate = () => { let open; const p = new Promise(f => open = f); return { p, open }; };
const told = (n, p) => p.then(v => log(n + ' fulfilled ' + v), e => log(n + ' rejected ' + why(e)));
const watch = (n, s) => {
  s.addEventListener('prioritychange', e => log(n + ' prioritychange ' + e.previousPriority + '->' + s.priority));
  s.addEventListener('abort', () => log(n + ' abort ' + why(s.reason)));
};
const set = (n, c, q) => { try { c.setPriority(q); log(n + ' set ' + q); } catch (e) { log(n + ' set threw ' + e.name); } };
const port = f => { const c = new MessageChannel(); c.port1.onmessage = e => { f(e.data); c.port1.close(); }; return c.port2; };
const thenable = n => ({ then(f) { log(n + ' then'); f(n); } });
function* count(n, k) { try { for (let i = 0; i < k; i++) yield n + i; } finally { log(n + ' returned'); } }
async function* slow(n, k) { try { for (let i = 0; i < k; i++) { await null; yield n + i; } } finally { log(n + ' returned'); } }
const bus = new EventTarget(), g1 = gate(), g2 = gate();
const c1 = new TaskController({ priority: 'user-blocking' });
const c2 = new TaskController();
const c3 = new TaskController({ priority: 'user-visible' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
class C1 { static #n = 0; #m = log('C1 field'); static { log('C1 static'); } get g() { return ++C1.#n; } async a() { log('C1 a' + this.g); await null; return super.toString === Object.prototype.toString && this.#m; } *[Symbol.iterator]() { yield this.g; yield* [this.g]; } }
told('C1', new C1().a()); for (const x of new C1()) log('C1 ' + x);
told('main w1', new Promise(f => f(thenable('h1'))));
L1: for (let i = 0; i < 3; i++) { for (const j of count('L1', 3)) {  try { if (i === 1) continue L1; if (j === 'L11') break; if (i === 2) break L1; } finally { log('L1 ' + i + j); } } }
told('f1', (async () => {
  log('f1 start');
  L2: for (let i = 0; i < 3; i++) { for (const j of count('L2', 3)) { await scheduler.yield(); try { if (i === 1) continue L2; if (j === 'L21') break; if (i === 2) break L2; } finally { log('L2 ' + i + j); } } }
  told('f1 w2', new Promise(f => f(thenable('h2'))));
  L3: for (let i = 0; i < 3; i++) { for (const j of count('L3', 3)) { await scheduler.yield(); try { if (i === 1) continue L3; if (j === 'L31') break; if (i === 2) break L3; } finally { log('L3 ' + i + j); } } }
  log('f1 end');
})());
told('main w3', new Promise(f => f(thenable('h3'))));
try {
  told('main w4', Promise.resolve((async () => 'a')()));
  { const o = slow('o1', 2); told('o1', o.next().then(r => r.value)); told('o1 return', o.return('e').then(r => r.value)); }
  { const o = slow('o2', 2); told('o2', o.next().then(r => r.value)); told('o2 return', o.return('e').then(r => r.value)); }
  { const o = (async function* () { try { log('j1 ' + (yield* [thenable('h5'), 'v'])); throw new EvalError(); } finally { log('j1 over'); } })(); for (const [k, p] of [o.next(), o.next(), o.next(), o.next()].entries()) told('j1 ' + k, p.then(r => r.value + ' ' + r.done)); }
} catch (e) { log('main caught ' + why(e)); } finally { log('main finally'); }
{ const o = slow('o3', 2); told('o3', o.next().then(r => r.value)); told('o3 return', o.return('e').then(r => r.value)); }
{ const o = slow('o4', 2); told('o4', o.next().then(r => r.value)); told('o4 return', o.return('e').then(r => r.value)); }
told('n1', g1.p.then(async () => {
  log('n1 start');
  { const o = (async function* () { try { log('j2 ' + (yield* [thenable('h6'), 'v'])); throw new EvalError(); } finally { log('j2 over'); } })(); for (const [k, p] of [o.next(), o.return('e'), o.next(), o.next()].entries()) told('j2 ' + k, p.then(r => r.value + ' ' + r.done)); }
  told('f2', (async () => {
    log('f2 start');
    log('f2 awaited ' + await new Promise(f => queueMicrotask(f)));
    log('f2 end');
  })());
  log('n1 awaited ' + await new Promise(f => queueMicrotask(f)));
  log('n1 end');
}));
{ const o = slow('o5', 2); told('o5', o.next().then(r => r.value)); told('o5 return', o.return('e').then(r => r.value)); }
told('f3', (async () => {
  log('f3 start');
  log('f3 awaited ' + await (async () => 'a')());
  log('f3 end');
})());
log('main end');
