// seed 806, language
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
const c1 = new TaskController();
const c2 = new TaskController({ priority: 'user-visible' });
const c3 = new TaskController({ priority: 'user-visible' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
try {
  { const { promise, resolve, reject } = Promise.withResolvers(); told('R1', promise); reject(1); reject(5); }
  told('main w1', Promise.resolve(null));
  class C1 { static #n = 0; #m = log('C1 field'); static { log('C1 static'); } get g() { return ++C1.#n; } async a() { log('C1 a' + this.g); await null; return super.toString === Object.prototype.toString && this.#m; } *[Symbol.iterator]() { yield this.g; yield* [this.g]; } }
  told('C1', new C1().a()); for (const x of new C1()) log('C1 ' + x);
  throw new RangeError('x');
} catch (e) { log('main caught ' + why(e)); } finally { log('main finally'); }
told('t1', scheduler.postTask(async () => {
  log('t1 start');
  told('R2', new Promise((f, r) => { f((async () => 1)()); r(2); log('R2'); }));
  log('t1 end');
}, { signal: a1.signal }));
told('f1', (async () => {
  log('f1 start');
  for await (const x of slow('o1', 0)) { log('f1 ' + x); if (x === 'o11') break; }
  for (const x of count('i1', 3)) { log('f1 ' + x); await null; }
  log('f1 end');
})());
for (const x of count('i2', 1)) { log('main ' + x); if (x === 'i21') break; }
{ const o = (async function* () { try { log('j1 ' + (yield* count('j1', 2))); throw new EvalError(); } finally { log('j1 over'); } })(); for (const [k, p] of [o.next(), o.return('e'), o.next(), o.next()].entries()) told('j1 ' + k, p.then(r => r.value + ' ' + r.done)); }
{ const o = slow('o2', 2); told('o2', o.next().then(r => r.value)); told('o2 return', o.return('e').then(r => r.value)); }
class C2 { static #n = 0; #m = log('C2 field'); static { log('C2 static'); } get g() { return ++C2.#n; } async a() { log('C2 a' + this.g); await null; return super.toString === Object.prototype.toString && this.#m; } *[Symbol.iterator]() { yield this.g; yield* [this.g]; } }
told('C2', new C2().a()); for (const x of new C2()) log('C2 ' + x);
try {
  told('main w2', new Promise(f => f(thenable('h3'))));
  told('b1 allSettled', Promise.allSettled([new Promise(f => queueMicrotask(f)), new Promise(f => queueMicrotask(f)), Promise.reject('n'), new Promise(f => queueMicrotask(f))]).then(l => l.map(r => r.status + (r.value ?? r.reason)).join()));
  told('main w3', new Promise(f => f(thenable('h8'))));
  told('main w4', Promise.resolve(Promise.resolve().then(() => Promise.resolve(1))));
  throw new RangeError('x');
} catch (e) { log('main caught ' + why(e)); } finally { log('main finally'); }
told('R3', Promise.resolve(1).finally(() => { log('R3'); return thenable('R3'); }));
told('f2', (async () => {
  log('f2 start');
  { const o = (async function* () { try { log('j2 ' + (yield* slow('j2', 2))); await Promise.resolve(); return Promise.resolve('r'); } finally { log('j2 over'); } })(); for (const [k, p] of [o.next(), o.next(), o.next(), o.next()].entries()) told('j2 ' + k, p.then(r => r.value + ' ' + r.done)); }
  log('f2 end');
})());
{ const o = (async function* () { try { log('j3 ' + (yield* [thenable('h11'), 'v'])); throw new EvalError(); } finally { log('j3 over'); } })(); for (const [k, p] of [o.next(), o.return('e'), o.next(), o.next()].entries()) told('j3 ' + k, p.then(r => r.value + ' ' + r.done)); }
log('main end');
