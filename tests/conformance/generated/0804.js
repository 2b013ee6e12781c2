// seed 804, language
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
const c1 = new TaskController({ priority: 'background' });
const c2 = new TaskController();
const c3 = new TaskController({ priority: 'user-visible' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
told('R1', (async () => { using: try { return await Promise.reject(1); } catch (e) { return e; } finally { await null; log('R1 finally'); } })());
told('R2', (async () => { for await (const x of [1, Promise.resolve(2), 3]) log('R2 ' + x); })());
told('f1', (async () => {
  log('f1 start');
  told('f2', (async () => {
    log('f2 start');
    told('b1 race', Promise.race(['v', new Promise(f => queueMicrotask(f)), Promise.resolve('p'), 'v']));
    log('f2 awaited ' + await new Promise(f => queueMicrotask(f)));
    log('f2 end');
  })());
  told('R3', (async () => { using: try { return await Promise.reject(1); } catch (e) { return e; } finally { await null; log('R3 finally'); } })());
  log('f1 mark k1');
  told('n1', g1.p.finally(() => {
    log('n1 start');
    log('n1 mark k2');
    try {
      told('n1 w1', new Promise(f => f(thenable('h6'))));
      { const o = slow('o1', 2); told('o1', o.next().then(r => r.value)); told('o1 return', o.return('e').then(r => r.value)); }
      { const o = (async function* () { try { log('j1 ' + (yield* [thenable('h7'), 'v']));  } finally { log('j1 over'); } })(); for (const [k, p] of [o.next(), o.throw(new RangeError()), o.next(), o.next()].entries()) told('j1 ' + k, p.then(r => r.value + ' ' + r.done)); }
      throw new RangeError('x');
    } catch (e) { log('n1 caught ' + why(e)); } finally { log('n1 finally'); }
    for (const x of count('i1', 1)) { log('n1 ' + x); if (x === 'i11') break; }
    log('n1 end');
  }));
  log('f1 end');
})());
{ const o = (async function* () { try { log('j2 ' + (yield* count('j2', 2))); throw new EvalError(); } finally { log('j2 over'); } })(); for (const [k, p] of [o.next(), o.next(), o.next(), o.next()].entries()) told('j2 ' + k, p.then(r => r.value + ' ' + r.done)); }
{ const o = slow('o2', 2); told('o2', o.next().then(r => r.value)); told('o2 return', o.return('e').then(r => r.value)); }
for (const x of count('i2', 0)) { log('main ' + x); }
{ const o = slow('o3', 2); told('o3', o.next().then(r => r.value)); told('o3 return', o.return('e').then(r => r.value)); }
told('f3', (async () => {
  log('f3 start');
  for (const x of count('i3', 2)) { log('f3 ' + x); await scheduler.yield(); }
  try {
    class C1 { static #n = 0; #m = log('C1 field'); static { log('C1 static'); } get g() { return ++C1.#n; } async a() { log('C1 a' + this.g); await null; return super.toString === Object.prototype.toString && this.#m; } *[Symbol.iterator]() { yield this.g; yield* [this.g]; } }
    told('C1', new C1().a()); for (const x of new C1()) log('C1 ' + x);
    throw new RangeError('x');
  } catch (e) { log('f3 caught ' + why(e)); } finally { log('f3 finally'); }
  log('f3 end');
})());
log('main end');
