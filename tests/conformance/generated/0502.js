// seed 502, delays
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
const c3 = new TaskController({ priority: 'user-visible' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
told('main y1', scheduler.yield());
told('main y2', scheduler.yield());
queueMicrotask(() => {
  log('q1 start');
  setTimeout(async () => {
    log('m1 start');
    const d1 = AbortSignal.timeout(45); watch('d1', d1); told('d1', scheduler.postTask(() => log('d1 ran'), { signal: d1, delay: 20 }));
    told('t1', scheduler.postTask(() => {
      log('t1 start');
      told('t1 y3', scheduler.yield());
      told('t2', scheduler.postTask(async () => {
        log('t2 start');
        const d2 = AbortSignal.timeout(150); watch('d2', d2); told('d2', scheduler.postTask(() => log('d2 ran'), { signal: d2, delay: 125 }));
        log('t2 end');
      }, {}));
      log('t1 end');
      throw new RangeError('x');
    }, { delay: 105 }));
    told('t3', scheduler.postTask(async () => {
      log('t3 start');
      setTimeout(() => {
        log('m2 start');
        const d3 = AbortSignal.timeout(225); watch('d3', d3); told('d3', scheduler.postTask(() => log('d3 ran'), { signal: d3, delay: 250 }));
        log('m2 aborts c1'); c1.abort('r');
        log('m2 end');
      }, 0);
      log('t3 end');
    }, { signal: c2.signal, delay: 180 }));
    const d4 = AbortSignal.timeout(270); watch('d4', d4); told('d4', scheduler.postTask(() => log('d4 ran'), { signal: d4, delay: 245 }));
    log('m1 end');
  }, 0);
  queueMicrotask(async () => {
    log('q2 start');
    told('t4', scheduler.postTask(() => {
      log('t4 start');
      const d5 = AbortSignal.timeout(345); watch('d5', d5); told('d5', scheduler.postTask(() => log('d5 ran'), { signal: d5, delay: 370 }));
      told('t5', scheduler.postTask(async () => {
        log('t5 start');
        const d6 = AbortSignal.timeout(390); watch('d6', d6); told('d6', scheduler.postTask(() => log('d6 ran'), { signal: d6, delay: 365 }));
        log('t5 aborts c1'); c1.abort();
        told('t6', scheduler.postTask(() => {
          log('t6 start');
          log('t6 mark k1');
          log('t6 mark k2');
          log('t6 mark k3');
          log('t6 end');
        }, { priority: 'user-blocking', delay: 450 }));
        log('t5 end');
      }, { priority: 'user-blocking', signal: c1.signal }));
      log('t4 end');
    }, { signal: c3.signal, delay: 300 }));
    log('q2 end');
  });
  log('q1 end');
});
log('main end');
