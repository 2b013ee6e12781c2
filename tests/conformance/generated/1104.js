// seed 1104, mixed
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
const c3 = new TaskController();
const a1 = new AbortController();
const x1 = TaskSignal.any([c1.signal, a1.signal], { priority: c2.signal });
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
watch('x1', x1);
told('f1', (async () => {
  log('f1 start');
  told('n1', g1.p.finally(async () => {
    log('n1 start');
    told('t1', scheduler.postTask(async () => {
      log('t1 start');
      told('t2', scheduler.postTask(async () => {
        log('t2 start');
        told('t3', scheduler.postTask(() => {
          log('t3 start');
          log('t3 mark k1');
          log('t3 end');
          return Promise.reject('no');
        }, { signal: c1.signal }));
        try { await scheduler.yield(); log('t2 y1 resumed'); } catch (e) { log('t2 y1 rejected ' + why(e)); }
        log('t2 end');
        return scheduler.yield();
      }, { priority: 'user-visible', signal: c3.signal }));
      told('t4', scheduler.postTask(async () => {
        log('t4 start');
        told('f2', (async () => {
          log('f2 start');
          log('f2 mark k2');
          log('f2 mark k3');
          log('f2 mark k4');
          told('f2 w1', new Promise(f => f(thenable('h1'))));
          log('f2 end');
        })());
        log('t4 end');
      }, { signal: x1 }));
      told('t5', scheduler.postTask(async () => {
        log('t5 start');
        log('t5 opens g1'); g1.open();
        log('t5 end');
      }, { priority: 'background' }));
      log('t1 end');
    }, { priority: 'user-blocking' }));
    told('t6', scheduler.postTask(async () => {
      log('t6 start');
      log('t6 end');
      return 'r';
    }, { signal: a1.signal }));
    log('n1 end');
  }));
  log('f1 end');
})());
log('main end');
