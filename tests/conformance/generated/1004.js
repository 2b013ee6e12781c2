// seed 1004, idle
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
const c2 = new TaskController({ priority: 'user-blocking' });
const c3 = new TaskController({ priority: 'user-blocking' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
requestIdleCallback(async () => {
  log('l1 start');
  log('l1 mark k1');
  requestIdleCallback(async () => {
    log('l2 start');
    requestIdleCallback(() => {
      log('l3 start');
      requestIdleCallback(async () => {
        log('l4 start');
        told('f1', (async () => {
          log('f1 start');
          log('f1 mark k2');
          log('f1 end');
        })());
        requestIdleCallback(async () => {
          log('l5 start');
          log('l5 mark k3');
          log('l5 mark k4');
          log('l5 mark k5');
          log('l5 mark k6');
          log('l5 end');
        });
        queueMicrotask(async () => {
          log('q1 start');
          log('q1 mark k7');
          log('q1 mark k8');
          log('q1 mark k9');
          log('q1 mark k10');
          log('q1 end');
        });
        try { await scheduler.yield(); log('l4 y1 resumed'); } catch (e) { log('l4 y1 rejected ' + why(e)); }
        log('l4 end');
      });
      setTimeout(() => {
        log('m1 start');
        told('t1', scheduler.postTask(async () => {
          log('t1 start');
          log('t1 mark k11');
          log('t1 end');
        }, { priority: 'user-visible' }));
        log('m1 end');
      }, 0);
      log('l3 end');
    }, { timeout: 500 });
    log('l2 end');
  });
  log('l1 end');
});
log('main end');
