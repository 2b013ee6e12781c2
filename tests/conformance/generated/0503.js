// seed 503, delays
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
const c1 = new TaskController({ priority: 'user-blocking' });
const c2 = new TaskController({ priority: 'user-visible' });
const c3 = new TaskController({ priority: 'user-blocking' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
told('t1', scheduler.postTask(() => {
  log('t1 start');
  setTimeout(() => {
    log('m1 start');
    told('t2', scheduler.postTask(async () => {
      log('t2 start');
      const d1 = AbortSignal.timeout(135); watch('d1', d1); told('d1', scheduler.postTask(() => log('d1 ran'), { signal: d1, delay: 160 }));
      await scheduler.yield(); log('t2 y1 resumed');
      told('t3', scheduler.postTask(async () => {
        log('t3 start');
        told('t4', scheduler.postTask(() => {
          log('t4 start');
          log('t4 mark k1');
          told('t4 y2', scheduler.yield());
          log('t4 end');
        }, { signal: c1.signal, delay: 235 }));
        log('t3 end');
      }, { delay: 175 }));
      const d2 = AbortSignal.timeout(280); watch('d2', d2); told('d2', scheduler.postTask(() => log('d2 ran'), { signal: d2, delay: 255 }));
      log('t2 end');
    }, { priority: 'background', delay: 90 }));
    told('t5', scheduler.postTask(async () => {
      log('t5 start');
      setTimeout(() => {
        log('m2 start');
        setTimeout(async () => {
          log('m3 start');
          log('m3 end');
        }, 0);
        log('m2 end');
      }, 0);
      log('t5 end');
    }, {}));
    log('m1 end');
  }, 0);
  log('t1 end');
}, { priority: 'user-visible', delay: 30 }));
log('main end');
