// seed 1002, idle
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
const c2 = new TaskController({ priority: 'user-blocking' });
const c3 = new TaskController({ priority: 'user-blocking' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
log('main mark k1');
queueMicrotask(() => {
  log('q1 start');
  told('t1', scheduler.postTask(async () => {
    log('t1 start');
    queueMicrotask(() => {
      log('q2 start');
      told('q2 y1', scheduler.yield());
      requestIdleCallback(async () => {
        log('l1 start');
        setTimeout(() => {
          log('m1 start');
          log('m1 mark k2');
          log('m1 mark k3');
          log('m1 mark k4');
          log('m1 mark k5');
          log('m1 end');
        }, 0);
        log('l1 end');
      }, { timeout: 500 });
      log('q2 end');
    });
    log('t1 end');
    throw new RangeError('x');
  }, { priority: 'user-blocking' }));
  log('q1 end');
});
requestIdleCallback(() => {
  log('l2 start');
  log('l2 mark k6');
  queueMicrotask(() => {
    log('q3 start');
    told('q3 y2', scheduler.yield());
    setTimeout(async () => {
      log('m2 start');
      log('m2 mark k7');
      log('m2 mark k8');
      requestIdleCallback(async () => {
        log('l3 start');
        told('t2', scheduler.postTask(async () => {
          log('t2 start');
          await scheduler.yield(); log('t2 y3 resumed');
          log('t2 end');
        }, {}));
        setTimeout(() => {
          log('m3 start');
          told('m3 y4', scheduler.yield());
          log('m3 mark k9');
          log('m3 end');
        }, 0);
        log('l3 end');
      });
      log('m2 end');
    }, 0);
    log('q3 end');
  });
  log('l2 end');
});
log('main end');
