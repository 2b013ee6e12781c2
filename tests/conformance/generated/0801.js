// seed 801, language
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
const c2 = new TaskController({ priority: 'user-visible' });
const c3 = new TaskController();
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
told('R1', Promise.resolve(1).finally(() => { log('R1'); return thenable('R1'); }));
told('b1 allSettled', Promise.allSettled([new Promise(f => queueMicrotask(f)), new Promise(f => queueMicrotask(f))]).then(l => l.map(r => r.status + (r.value ?? r.reason)).join()));
for (const x of count('i1', 2)) { log('main ' + x); if (x === 'i11') break; }
class C1 { static #n = 0; #m = log('C1 field'); static { log('C1 static'); } get g() { return ++C1.#n; } async a() { log('C1 a' + this.g); await null; return super.toString === Object.prototype.toString && this.#m; } *[Symbol.iterator]() { yield this.g; yield* [this.g]; } }
told('C1', new C1().a()); for (const x of new C1()) log('C1 ' + x);
told('n1', g1.p.finally(async () => {
  log('n1 start');
  for await (const x of slow('o1', 2)) { log('n1 ' + x); await scheduler.yield(); if (x === 'o11') break; }
  told('n1 y1', scheduler.yield());
  for (const x of count('i2', 1)) { log('n1 ' + x); await null; }
  told('f1', (async () => {
    log('f1 start');
    class C2 { static #n = 0; #m = log('C2 field'); static { log('C2 static'); } get g() { return ++C2.#n; } async a() { log('C2 a' + this.g); await null; return super.toString === Object.prototype.toString && this.#m; } *[Symbol.iterator]() { yield this.g; yield* [this.g]; } }
    told('C2', new C2().a()); for (const x of new C2()) log('C2 ' + x);
    log('f1 end');
  })());
  log('n1 end');
}));
{ const o = slow('o2', 2); told('o2', o.next().then(r => r.value)); told('o2 return', o.return('e').then(r => r.value)); }
log('main end');
