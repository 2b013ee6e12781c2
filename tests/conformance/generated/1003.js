// seed 1003, idle
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
const c2 = new TaskController({ priority: 'user-blocking' });
const c3 = new TaskController({ priority: 'background' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
queueMicrotask(async () => {
  log('q1 start');
  told('t1', scheduler.postTask(async () => {
    log('t1 start');
    setTimeout(() => {
      log('m1 start');
      told('t2', scheduler.postTask(() => {
        log('t2 start');
        requestIdleCallback(async () => {
          log('l1 start');
          log('l1 mark k1');
          log('l1 mark k2');
          log('l1 mark k3');
          log('l1 mark k4');
          log('l1 end');
        });
        requestIdleCallback(() => {
          log('l2 start');
          log('l2 mark k5');
          told('l2 y1', scheduler.yield());
          told('l2 y2', scheduler.yield());
          log('l2 end');
        });
        log('t2 end');
        return 'r';
      }, { signal: c1.signal }));
      log('m1 end');
    }, 0);
    told('t3', scheduler.postTask(() => {
      log('t3 start');
      told('t4', scheduler.postTask(async () => {
        log('t4 start');
        requestIdleCallback(async () => {
          log('l3 start');
          log('l3 mark k6');
          log('l3 mark k7');
          log('l3 end');
        }, { timeout: 500 });
        log('t4 mark k8');
        queueMicrotask(() => {
          log('q2 start');
          told('q2 y3', scheduler.yield());
          log('q2 mark k9');
          log('q2 mark k10');
          log('q2 end');
        });
        log('t4 end');
      }, { priority: 'background' }));
      log('t3 end');
    }, { priority: 'user-blocking' }));
    log('t1 end');
  }, {}));
  log('q1 end');
});
log('main end');
