// seed 105, tasks
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
const c2 = new TaskController();
const c3 = new TaskController();
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
told('t1', scheduler.postTask(() => {
  log('t1 start');
  log('t1 aborts c2'); c2.abort();
  set('t1 c2', c2, 'user-blocking');
  log('t1 end');
}, { priority: 'user-blocking' }));
told('main y1', scheduler.yield());
queueMicrotask(async () => {
  log('q1 start');
  set('q1 c1', c1, 'background');
  told('t2', scheduler.postTask(() => {
    log('t2 start');
    log('t2 opens g1'); g1.open();
    log('t2 end');
  }, {}));
  log('q1 end');
});
log('main aborts c2'); c2.abort(new TypeError());
try {
  queueMicrotask(() => {
    log('q2 start');
    try {
      told('q2 y2', scheduler.yield());
      throw new RangeError('x');
    } catch (e) { log('q2 caught ' + why(e)); } finally { log('q2 finally'); }
    set('q2 c3', c3, 'user-blocking');
    log('q2 opens g2'); g2.open();
    log('q2 end');
  });
  queueMicrotask(async () => {
    log('q3 start');
    try {
      await scheduler.yield(); log('q3 y3 resumed');
      throw new RangeError('x');
    } catch (e) { log('q3 caught ' + why(e)); } finally { log('q3 finally'); }
    log('q3 aborts a1'); a1.abort(new TypeError());
    queueMicrotask(() => {
      log('q4 start');
      set('q4 c1', c1, 'background');
      set('q4 c2', c2, 'background');
      log('q4 end');
    });
    log('q3 end');
  });
  try {
    set('main c3', c3, 'user-visible');
    told('main y4', scheduler.yield());
    log('main mark k1');
  } catch (e) { log('main caught ' + why(e)); } finally { log('main finally'); }
} catch (e) { log('main caught ' + why(e)); } finally { log('main finally'); }
log('main end');
