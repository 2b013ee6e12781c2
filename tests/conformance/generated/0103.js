// seed 103, tasks
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
const c3 = new TaskController();
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
log('main opens g1'); g1.open();
set('main c2', c2, 'user-visible');
log('main opens g1'); g1.open();
told('main y1', scheduler.yield());
told('t1', scheduler.postTask(() => {
  log('t1 start');
  told('t1 y2', scheduler.yield());
  told('t2', scheduler.postTask(() => {
    log('t2 start');
    told('t3', scheduler.postTask(() => {
      log('t3 start');
      told('t4', scheduler.postTask(() => {
        log('t4 start');
        queueMicrotask(() => {
          log('q1 start');
          log('q1 aborts a1'); a1.abort();
          set('q1 c2', c2, 'user-blocking');
          log('q1 end');
        });
        told('t4 y3', scheduler.yield());
        told('t5', scheduler.postTask(async () => {
          log('t5 start');
          log('t5 mark k1');
          log('t5 end');
        }, { priority: 'user-blocking', signal: c3.signal }));
        queueMicrotask(async () => {
          log('q2 start');
          log('q2 mark k2');
          log('q2 end');
        });
        log('t4 end');
      }, {}));
      log('t3 end');
    }, {}));
    set('t2 c2', c2, 'user-blocking');
    told('t2 y4', scheduler.yield());
    told('t2 y5', scheduler.yield());
    log('t2 end');
  }, {}));
  log('t1 end');
}, { signal: c1.signal }));
told('main y6', scheduler.yield());
log('main aborts c1'); c1.abort();
told('main y7', scheduler.yield());
log('main mark k3');
set('main c1', c1, 'background');
told('t6', scheduler.postTask(async () => {
  log('t6 start');
  log('t6 mark k4');
  try { await scheduler.yield(); log('t6 y8 resumed'); } catch (e) { log('t6 y8 rejected ' + why(e)); }
  log('t6 mark k5');
  told('t7', scheduler.postTask(() => {
    log('t7 start');
    log('t7 end');
  }, { priority: 'user-blocking' }));
  log('t6 end');
}, { priority: 'user-visible', signal: c1.signal }));
log('main end');
