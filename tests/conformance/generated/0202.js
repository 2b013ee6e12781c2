// seed 202, signals
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
const x1 = TaskSignal.any([c1.signal, a1.signal]);
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
watch('x1', x1);
log('main aborts c1'); c1.abort(new TypeError());
set('main c2', c2, 'user-blocking');
c3.signal.addEventListener('prioritychange', async () => {
  log('e1 start');
  c3.signal.addEventListener('prioritychange', async () => {
    log('e2 start');
    const s1 = TaskSignal.any([], { priority: 'background' }); watch('s1', s1); log('s1 ' + s1.priority + ' ' + s1.aborted); told('s1 task', scheduler.postTask(() => log('s1 ran'), { signal: s1 }));
    set('e2 c2', c2, 'user-visible');
    try {
      c1.signal.addEventListener('prioritychange', async () => {
        log('e3 start');
        told('t1', scheduler.postTask(() => {
          log('t1 start');
          set('t1 c1', c1, 'user-visible');
          log('t1 mark k1');
          log('t1 end');
        }, { priority: 'user-blocking' }));
        log('e3 end');
      }, { once: true });
      await scheduler.yield(); log('e2 y1 resumed');
      await Promise.reject(new EvalError());
    } catch (e) { log('e2 caught ' + why(e)); } finally { log('e2 finally'); }
    const s2 = TaskSignal.any([a1.signal], { priority: 'user-visible' }); watch('s2', s2); log('s2 ' + s2.priority + ' ' + s2.aborted); told('s2 task', scheduler.postTask(() => log('s2 ran'), { signal: s2 }));
    log('e2 end');
  }, { once: true });
  set('e1 c1', c1, 'background');
  log('e1 end');
}, { once: true });
c3.signal.addEventListener('abort', async () => {
  log('e4 start');
  log('e4 mark k2');
  queueMicrotask(() => {
    log('q1 start');
    set('q1 c2', c2, 'user-blocking');
    told('t2', scheduler.postTask(() => {
      log('t2 start');
      try {
      } catch (e) { log('t2 caught ' + why(e)); } finally { log('t2 finally'); }
      log('t2 end');
    }, { priority: 'background' }));
    log('q1 end');
  });
  log('e4 end');
}, { once: true });
log('main end');
