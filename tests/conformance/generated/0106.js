// seed 106, tasks
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
const c2 = new TaskController();
const c3 = new TaskController({ priority: 'background' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
log('main mark k1');
queueMicrotask(() => {
  log('q1 start');
  queueMicrotask(async () => {
    log('q2 start');
    await scheduler.yield(); log('q2 y1 resumed');
    log('q2 aborts c3'); c3.abort(new TypeError());
    set('q2 c1', c1, 'user-visible');
    told('t1', scheduler.postTask(async () => {
      log('t1 start');
      told('t2', scheduler.postTask(async () => {
        log('t2 start');
        await scheduler.yield(); log('t2 y2 resumed');
        try { await scheduler.yield(); log('t2 y3 resumed'); } catch (e) { log('t2 y3 rejected ' + why(e)); }
        told('t3', scheduler.postTask(async () => {
          log('t3 start');
          log('t3 mark k2');
          log('t3 mark k3');
          log('t3 end');
        }, { priority: 'user-visible' }));
        log('t2 end');
      }, { priority: 'user-visible', signal: c2.signal }));
      log('t1 opens g2'); g2.open();
      log('t1 end');
    }, { priority: 'user-visible' }));
    log('q2 end');
  });
  told('q1 y4', scheduler.yield());
  log('q1 end');
});
set('main c1', c1, 'background');
told('main y5', scheduler.yield());
told('main y6', scheduler.yield());
set('main c3', c3, 'background');
told('t4', scheduler.postTask(() => {
  log('t4 start');
  set('t4 c3', c3, 'background');
  log('t4 end');
}, {}));
told('main y7', scheduler.yield());
log('main aborts c1'); c1.abort();
log('main opens g1'); g1.open();
log('main aborts c1'); c1.abort('r');
told('t5', scheduler.postTask(async () => {
  log('t5 start');
  told('t5 y8', scheduler.yield());
  log('t5 end');
}, {}));
log('main opens g1'); g1.open();
try {
  log('main mark k4');
} catch (e) { log('main caught ' + why(e)); } finally { log('main finally'); }
log('main end');
