// seed 302, promises
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
const c2 = new TaskController({ priority: 'background' });
const c3 = new TaskController({ priority: 'user-blocking' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
try {
  told('b1 all', Promise.all([Promise.reject('n'), new Promise(f => queueMicrotask(f)), scheduler.postTask(() => 't'), 'v']));
  { const o = slow('o1', 2); told('o1', o.next().then(r => r.value)); told('o1 return', o.return('e').then(r => r.value)); }
  { const o = slow('o2', 2); told('o2', o.next().then(r => r.value)); told('o2 return', o.return('e').then(r => r.value)); }
  told('main w1', new Promise(f => f(thenable('h5'))));
  throw new RangeError('x');
} catch (e) { log('main caught ' + why(e)); } finally { log('main finally'); }
told('n1', g1.p.finally(async () => {
  log('n1 start');
  log('n1 awaited ' + await (async () => 'a')());
  told('n2', scheduler.yield().finally(async () => {
    log('n2 start');
    queueMicrotask(() => {
      log('q1 start');
      told('b2 allSettled', Promise.allSettled([new Promise(f => queueMicrotask(f)), Promise.reject('n')]).then(l => l.map(r => r.status + (r.value ?? r.reason)).join()));
      { const o = slow('o3', 2); told('o3', o.next().then(r => r.value)); told('o3 return', o.return('e').then(r => r.value)); }
      log('q1 end');
    });
    log('n2 awaited ' + await 'v');
    log('n2 end');
  }));
  log('n1 awaited ' + await 'v');
  try {
    told('n3', scheduler.yield().finally(() => {
      log('n3 start');
      told('n3 w2', Promise.resolve(thenable('h11')));
      told('n3 w3', Promise.resolve(Promise.resolve().then(() => Promise.resolve(1))));
      log('n3 end');
    }));
    told('f1', (async () => {
      log('f1 start');
      told('f2', (async () => {
        log('f2 start');
        queueMicrotask(() => {
          log('q2 start');
          log('q2 mark k1');
          log('q2 mark k2');
          log('q2 end');
        });
        log('f2 awaited ' + await 'v');
        told('n4', g1.p.then(async () => {
          log('n4 start');
          log('n4 mark k3');
          log('n4 end');
        }));
        log('f2 end');
      })());
      log('f1 end');
    })());
    throw new RangeError('x');
  } catch (e) { log('n1 caught ' + why(e)); } finally { log('n1 finally'); }
  log('n1 end');
}));
log('main end');
