// seed 501, delays
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
const c2 = new TaskController({ priority: 'user-visible' });
const c3 = new TaskController({ priority: 'user-blocking' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
told('main y1', scheduler.yield());
told('t1', scheduler.postTask(async () => {
  log('t1 start');
  told('t2', scheduler.postTask(() => {
    log('t2 start');
    told('t3', scheduler.postTask(async () => {
      log('t3 start');
      told('t4', scheduler.postTask(() => {
        log('t4 start');
        setTimeout(() => {
          log('m1 start');
          log('m1 mark k1');
          log('m1 mark k2');
          log('m1 mark k3');
          log('m1 mark k4');
          log('m1 end');
        }, 0);
        queueMicrotask(() => {
          log('q1 start');
          const d1 = AbortSignal.timeout(135); watch('d1', d1); told('d1', scheduler.postTask(() => log('d1 ran'), { signal: d1, delay: 160 }));
          log('q1 end');
        });
        log('t4 end');
      }, { priority: 'user-visible', signal: c1.signal }));
      log('t3 end');
    }, { priority: 'user-blocking' }));
    const d2 = AbortSignal.timeout(180); watch('d2', d2); told('d2', scheduler.postTask(() => log('d2 ran'), { signal: d2, delay: 155 }));
    setTimeout(async () => {
      log('m2 start');
      told('t5', scheduler.postTask(() => {
        log('t5 start');
        told('t6', scheduler.postTask(async () => {
          log('t6 start');
          log('t6 mark k5');
          const d3 = AbortSignal.timeout(325); watch('d3', d3); told('d3', scheduler.postTask(() => log('d3 ran'), { signal: d3, delay: 300 }));
          log('t6 mark k6');
          try { await scheduler.yield(); log('t6 y2 resumed'); } catch (e) { log('t6 y2 rejected ' + why(e)); }
          log('t6 end');
        }, { priority: 'user-visible', signal: c2.signal, delay: 280 }));
        queueMicrotask(() => {
          log('q2 start');
          log('q2 mark k7');
          const d4 = AbortSignal.timeout(370); watch('d4', d4); told('d4', scheduler.postTask(() => log('d4 ran'), { signal: d4, delay: 345 }));
          log('q2 mark k8');
          log('q2 end');
        });
        log('t5 aborts c2'); c2.abort('r');
        log('t5 end');
      }, { priority: 'user-visible', delay: 220 }));
      await scheduler.yield(); log('m2 y3 resumed');
      await scheduler.yield(); log('m2 y4 resumed');
      setTimeout(async () => {
        log('m3 start');
        log('m3 end');
      }, 0);
      log('m2 end');
    }, 0);
    log('t2 end');
  }, { priority: 'user-blocking', signal: c1.signal, delay: 90 }));
  log('t1 end');
}, { signal: a1.signal, delay: 60 }));
log('main end');
