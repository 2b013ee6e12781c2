// seed 802, language
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
const c3 = new TaskController({ priority: 'user-visible' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
told('R1', new Promise((f, r) => { f((async () => 1)()); r(2); log('R1'); }));
told('f1', (async () => {
  log('f1 start');
  told('f2', (async () => {
    log('f2 start');
    told('f2 w1', new Promise(f => f(thenable('h1'))));
    told('t1', scheduler.postTask(() => {
      log('t1 start');
      told('t1 w2', new Promise(f => f(thenable('h2'))));
      log('t1 end');
    }, { priority: 'background' }));
    log('f2 end');
  })());
  class C1 { static #n = 0; #m = log('C1 field'); static { log('C1 static'); } get g() { return ++C1.#n; } async a() { log('C1 a' + this.g); await null; return super.toString === Object.prototype.toString && this.#m; } *[Symbol.iterator]() { yield this.g; yield* [this.g]; } }
  told('C1', new C1().a()); for (const x of new C1()) log('C1 ' + x);
  log('f1 awaited ' + await 'v');
  told('f3', (async () => {
    log('f3 start');
    told('f4', (async () => {
      log('f4 start');
      told('f5', (async () => {
        log('f5 start');
        { const { promise, resolve, reject } = Promise.withResolvers(); told('R2', promise); reject(1); reject(5); }
        log('f5 end');
      })());
      log('f4 end');
    })());
    { const o = (async function* () { try { log('j1 ' + (yield* [thenable('h4'), 'v'])); return 'r'; } finally { log('j1 over'); } })(); for (const [k, p] of [o.next(), o.next(), o.next(), o.next()].entries()) told('j1 ' + k, p.then(r => r.value + ' ' + r.done)); }
    told('R3', new Promise((f, r) => { f((async () => 1)()); r(2); log('R3'); }));
    log('f3 end');
  })());
  log('f1 end');
})());
told('t2', scheduler.postTask(() => {
  log('t2 start');
  { const o = (async function* () { try { log('j2 ' + (yield* [thenable('h5'), 'v'])); throw new EvalError(); } finally { log('j2 over'); } })(); for (const [k, p] of [o.next(), o.return('e'), o.next(), o.next()].entries()) told('j2 ' + k, p.then(r => r.value + ' ' + r.done)); }
  told('t2 w3', Promise.resolve(thenable('h6')));
  log('t2 end');
}, { signal: a1.signal }));
told('main w4', Promise.resolve(null));
told('b1 race', Promise.race([scheduler.postTask(() => 't'), new Promise(f => queueMicrotask(f))]));
told('main w5', Promise.resolve(new Promise(f => queueMicrotask(f))));
L1: for (let i = 0; i < 3; i++) { for (const j of count('L1', 3)) {  try { if (i === 1) continue L1; if (j === 'L11') break; if (i === 2) break L1; } finally { log('L1 ' + i + j); } } }
told('R4', Promise.resolve(1).finally(() => { log('R4'); return thenable('R4'); }));
try {
  try {
    try {
      throw new RangeError('x');
    } catch (e) { log('main caught ' + why(e)); } finally { log('main finally'); }
    throw new RangeError('x');
  } catch (e) { log('main caught ' + why(e)); } finally { log('main finally'); }
} catch (e) { log('main caught ' + why(e)); } finally { log('main finally'); }
log('main end');
