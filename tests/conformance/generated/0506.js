// seed 506, delays
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
const c2 = new TaskController({ priority: 'background' });
const c3 = new TaskController({ priority: 'background' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
log('main aborts c2'); c2.abort();
setTimeout(async () => {
  log('m1 start');
  told('t1', scheduler.postTask(() => {
    log('t1 start');
    log('t1 mark k1');
    told('t2', scheduler.postTask(async () => {
      log('t2 start');
      told('t3', scheduler.postTask(() => {
        log('t3 start');
        told('t4', scheduler.postTask(() => {
          log('t4 start');
          log('t4 mark k2');
          log('t4 mark k3');
          told('t4 y1', scheduler.yield());
          log('t4 aborts c3'); c3.abort();
          log('t4 end');
        }, { signal: c2.signal, delay: 30 }));
        told('t5', scheduler.postTask(() => {
          log('t5 start');
          log('t5 mark k4');
          log('t5 mark k5');
          log('t5 mark k6');
          told('t5 y2', scheduler.yield());
          log('t5 end');
          return 'r';
        }, { signal: c3.signal, delay: 70 }));
        const d1 = AbortSignal.timeout(115); watch('d1', d1); told('d1', scheduler.postTask(() => log('d1 ran'), { signal: d1, delay: 140 }));
        const d2 = AbortSignal.timeout(160); watch('d2', d2); told('d2', scheduler.postTask(() => log('d2 ran'), { signal: d2, delay: 185 }));
        log('t3 end');
      }, { signal: c1.signal }));
      log('t2 end');
      return Promise.reject('no');
    }, { signal: c2.signal }));
    log('t1 end');
  }, {}));
  const d3 = AbortSignal.timeout(205); watch('d3', d3); told('d3', scheduler.postTask(() => log('d3 ran'), { signal: d3, delay: 180 }));
  told('t6', scheduler.postTask(async () => {
    log('t6 start');
    log('t6 aborts c2'); c2.abort();
    await scheduler.yield(); log('t6 y3 resumed');
    told('t7', scheduler.postTask(() => {
      log('t7 start');
      log('t7 end');
    }, { priority: 'user-blocking', delay: 295 }));
    log('t6 end');
  }, { priority: 'user-visible', signal: a1.signal, delay: 265 }));
  log('m1 end');
}, 0);
log('main end');
