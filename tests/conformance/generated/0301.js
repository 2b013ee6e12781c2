// seed 301, promises
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
told('n1', Promise.resolve().then(() => {
  log('n1 start');
  queueMicrotask(async () => {
    log('q1 start');
    log('q1 mark k1');
    for await (const x of slow('o1', 2)) { log('q1 ' + x); await scheduler.yield(); }
    told('n2', scheduler.yield().finally(async () => {
      log('n2 start');
      told('f1', (async () => {
        log('f1 start');
        try {
          log('f1 mark k2');
          throw new RangeError('x');
        } catch (e) { log('f1 caught ' + why(e)); } finally { log('f1 finally'); }
        log('f1 end');
      })());
      log('n2 end');
    }));
    log('q1 end');
  });
  told('n3', scheduler.yield().then(async () => {
    log('n3 start');
    log('n3 mark k3');
    told('b1 race', Promise.race(['v', 'v', thenable('h3'), scheduler.postTask(() => 't')]));
    told('f2', (async () => {
      log('f2 start');
      told('f3', (async () => {
        log('f3 start');
        try {
          log('f3 awaited ' + await thenable('h5'));
          await scheduler.yield();
        } catch (e) { log('f3 caught ' + why(e)); } finally { log('f3 finally'); }
        log('f3 end');
      })());
      told('b2 allSettled', Promise.allSettled([Promise.reject('n'), scheduler.yield()]).then(l => l.map(r => r.status + (r.value ?? r.reason)).join()));
      told('b3 allSettled', Promise.allSettled([scheduler.yield(), Promise.resolve('p')]).then(l => l.map(r => r.status + (r.value ?? r.reason)).join()));
      told('n4', Promise.resolve().then(async () => {
        log('n4 start');
        told('f4', (async () => {
          log('f4 start');
          for await (const x of slow('o2', 2)) { log('f4 ' + x); }
          log('f4 end');
        })());
        log('n4 end');
      }));
      log('f2 end');
    })());
    log('n3 end');
  }));
  log('n1 end');
}));
log('main end');
