// seed 1006, idle
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
const c3 = new TaskController({ priority: 'background' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
log('main mark k1');
setTimeout(async () => {
  log('m1 start');
  told('m1 y1', scheduler.yield());
  log('m1 end');
}, 0);
setTimeout(() => {
  log('m2 start');
  told('t1', scheduler.postTask(async () => {
    log('t1 start');
    log('t1 mark k2');
    log('t1 end');
  }, { priority: 'user-blocking', signal: c3.signal }));
  told('f1', (async () => {
    log('f1 start');
    log('f1 mark k3');
    log('f1 end');
  })());
  log('m2 end');
}, 0);
requestIdleCallback(async () => {
  log('l1 start');
  queueMicrotask(async () => {
    log('q1 start');
    queueMicrotask(async () => {
      log('q2 start');
      told('t2', scheduler.postTask(async () => {
        log('t2 start');
        told('f2', (async () => {
          log('f2 start');
          log('f2 mark k4');
          log('f2 mark k5');
          log('f2 end');
        })());
        told('f3', (async () => {
          log('f3 start');
          log('f3 mark k6');
          log('f3 mark k7');
          log('f3 mark k8');
          log('f3 end');
        })());
        log('t2 end');
      }, {}));
      log('q2 end');
    });
    log('q1 end');
  });
  log('l1 end');
}, { timeout: 500 });
log('main end');
