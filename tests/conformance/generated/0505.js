// seed 505, delays
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
const c1 = new TaskController({ priority: 'user-visible' });
const c2 = new TaskController({ priority: 'user-visible' });
const c3 = new TaskController({ priority: 'user-visible' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
told('t1', scheduler.postTask(async () => {
  log('t1 start');
  told('t2', scheduler.postTask(async () => {
    log('t2 start');
    queueMicrotask(() => {
      log('q1 start');
      told('t3', scheduler.postTask(async () => {
        log('t3 start');
        queueMicrotask(() => {
          log('q2 start');
          log('q2 mark k1');
          log('q2 mark k2');
          log('q2 mark k3');
          log('q2 aborts c3'); c3.abort();
          log('q2 end');
        });
        const d1 = AbortSignal.timeout(145); watch('d1', d1); told('d1', scheduler.postTask(() => log('d1 ran'), { signal: d1, delay: 170 }));
        told('t3 y1', scheduler.yield());
        log('t3 end');
      }, { priority: 'user-blocking' }));
      const d2 = AbortSignal.timeout(190); watch('d2', d2); told('d2', scheduler.postTask(() => log('d2 ran'), { signal: d2, delay: 215 }));
      log('q1 end');
    });
    log('t2 end');
  }, { delay: 100 }));
  log('t1 end');
}, { delay: 40 }));
log('main end');
