// seed 204, signals
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
const x1 = TaskSignal.any([c1.signal, a1.signal], { priority: c2.signal });
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
watch('x1', x1);
set('main c2', c2, 'user-blocking');
log('main aborts c2'); c2.abort('r');
try {
  set('main c2', c2, 'background');
} catch (e) { log('main caught ' + why(e)); } finally { log('main finally'); }
set('main c2', c2, 'user-blocking');
queueMicrotask(async () => {
  log('q1 start');
  told('t1', scheduler.postTask(() => {
    log('t1 start');
    told('t1 y1', scheduler.yield());
    const s1 = TaskSignal.any([], { priority: 'user-blocking' }); watch('s1', s1); log('s1 ' + s1.priority + ' ' + s1.aborted); told('s1 task', scheduler.postTask(() => log('s1 ran'), { signal: s1 }));
    log('t1 end');
  }, { priority: 'user-blocking', signal: c3.signal }));
  x1.addEventListener('prioritychange', async () => {
    log('e1 start');
    told('t2', scheduler.postTask(async () => {
      log('t2 start');
      a1.signal.addEventListener('abort', () => {
        log('e2 start');
        told('e2 y2', scheduler.yield());
        const s2 = TaskSignal.any([a1.signal, c1.signal]); watch('s2', s2); log('s2 ' + s2.priority + ' ' + s2.aborted); told('s2 task', scheduler.postTask(() => log('s2 ran'), { signal: s2 }));
        c2.signal.addEventListener('prioritychange', () => {
          log('e3 start');
          set('e3 c3', c3, 'background');
          log('e3 end');
        }, { once: true });
        const s3 = TaskSignal.any([c3.signal, c3.signal], { priority: 'user-visible' }); watch('s3', s3); log('s3 ' + s3.priority + ' ' + s3.aborted); told('s3 task', scheduler.postTask(() => log('s3 ran'), { signal: s3 }));
        log('e2 end');
      }, { once: true });
      await scheduler.yield(); log('t2 y3 resumed');
      log('t2 end');
    }, {}));
    told('t3', scheduler.postTask(() => {
      log('t3 start');
      set('t3 c1', c1, 'user-visible');
      log('t3 end');
    }, { priority: 'user-blocking' }));
    log('e1 end');
  }, { once: true });
  log('q1 end');
});
log('main end');
