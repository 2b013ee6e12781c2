// seed 306, promises
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
const c3 = new TaskController({ priority: 'user-blocking' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
told('b1 all', Promise.all([scheduler.postTask(() => 't'), scheduler.postTask(() => 't'), new Promise(f => queueMicrotask(f)), new Promise(f => queueMicrotask(f))]));
{ const o = slow('o1', 2); told('o1', o.next().then(r => r.value)); told('o1 return', o.return('e').then(r => r.value)); }
{ const o = slow('o2', 2); told('o2', o.next().then(r => r.value)); told('o2 return', o.return('e').then(r => r.value)); }
try {
  queueMicrotask(() => {
    log('q1 start');
    told('n1', g1.p.then(async () => {
      log('n1 start');
      told('n2', scheduler.yield().finally(async () => {
        log('n2 start');
        log('n2 awaited ' + await Promise.resolve('p'));
        log('n2 awaited ' + await new Promise(f => queueMicrotask(f)));
        told('t1', scheduler.postTask(() => {
          log('t1 start');
          told('t1 w1', Promise.resolve(Promise.resolve().then(() => Promise.resolve(1))));
          log('t1 mark k1');
          log('t1 mark k2');
          log('t1 end');
        }, { signal: c3.signal }));
        log('n2 end');
      }));
      try {
        queueMicrotask(async () => {
          log('q2 start');
          log('q2 awaited ' + await thenable('h8'));
          for await (const x of slow('o3', 2)) { log('q2 ' + x); if (x === 'o31') break; }
          told('q2 w2', new Promise(f => f(thenable('h9'))));
          log('q2 mark k3');
          log('q2 end');
        });
        throw new RangeError('x');
      } catch (e) { log('n1 caught ' + why(e)); } finally { log('n1 finally'); }
      for (const x of count('i1', 1)) { log('n1 ' + x); }
      log('n1 end');
    }));
    told('q1 w3', Promise.resolve(null));
    log('q1 end');
  });
} catch (e) { log('main caught ' + why(e)); } finally { log('main finally'); }
log('main end');
