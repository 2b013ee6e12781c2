// seed 404, loop
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
const c3 = new TaskController();
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
port(async d => {
  log('p1 start');
  setTimeout(async () => {
    log('m1 start');
    told('t1', scheduler.postTask(async () => {
      log('t1 start');
      told('t2', scheduler.postTask(() => {
        log('t2 start');
        told('t2 y1', scheduler.yield());
        log('t2 end');
      }, { signal: c3.signal }));
      told('f1', (async () => {
        log('f1 start');
        log('f1 mark k1');
        await scheduler.yield(); log('f1 y2 resumed');
        log('f1 end');
      })());
      log('t1 end');
    }, {}));
    told('t3', scheduler.postTask(() => {
      log('t3 start');
      log('t3 mark k2');
      log('t3 end');
    }, { priority: 'background' }));
    log('m1 end');
  }, 0);
  log('p1 end');
}).postMessage('p1');
log('main end');
