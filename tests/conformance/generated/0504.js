// seed 504, delays
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
const c3 = new TaskController({ priority: 'user-blocking' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
log('main mark k1');
told('t1', scheduler.postTask(async () => {
  log('t1 start');
  told('t2', scheduler.postTask(() => {
    log('t2 start');
    told('t3', scheduler.postTask(async () => {
      log('t3 start');
      log('t3 aborts c2'); c2.abort();
      log('t3 end');
    }, { priority: 'background', signal: c3.signal }));
    log('t2 aborts c1'); c1.abort('r');
    log('t2 end');
    return scheduler.yield();
  }, { signal: c3.signal }));
  told('t4', scheduler.postTask(() => {
    log('t4 start');
    told('t5', scheduler.postTask(() => {
      log('t5 start');
      told('t6', scheduler.postTask(async () => {
        log('t6 start');
        told('t6 y1', scheduler.yield());
        told('t7', scheduler.postTask(async () => {
          log('t7 start');
          log('t7 aborts c2'); c2.abort();
          log('t7 mark k2');
          log('t7 aborts c3'); c3.abort(new TypeError());
          log('t7 mark k3');
          log('t7 end');
        }, { delay: 140 }));
        setTimeout(() => {
          log('m1 start');
          log('m1 mark k4');
          log('m1 mark k5');
          log('m1 end');
        }, 0);
        log('t6 end');
      }, { priority: 'background', delay: 100 }));
      log('t5 aborts a1'); a1.abort();
      log('t5 end');
    }, {}));
    told('t4 y2', scheduler.yield());
    setTimeout(() => {
      log('m2 start');
      told('m2 y3', scheduler.yield());
      log('m2 end');
    }, 0);
    log('t4 end');
  }, { priority: 'user-visible', delay: 40 }));
  log('t1 end');
}, {}));
log('main end');
