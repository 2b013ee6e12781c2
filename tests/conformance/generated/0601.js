// seed 601, errors
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
const c2 = new TaskController();
const c3 = new TaskController({ priority: 'background' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
log('main aborts a1'); a1.abort();
told('f1', (async () => {
  log('f1 start');
  queueMicrotask(() => {
    log('q1 start');
    bus.addEventListener('e1', () => {
      log('e1 start');
      queueMicrotask(() => {
        log('q2 start');
        told('t1', scheduler.postTask(() => {
          log('t1 start');
          log('t1 mark k1');
          log('t1 end');
        }, { priority: 'user-blocking' }));
        port(async d => {
          log('p1 start');
          log('p1 mark k2');
          log('p1 end');
        }).postMessage('p1');
        queueMicrotask(async () => {
          log('q3 start');
          log('q3 mark k3');
          queueMicrotask(() => { log('x1'); throw 'thrown'; });
          const z1 = (async () => { throw 'z1'; })(); setTimeout(() => z1.catch(() => log('z1 caught')), 0);
          log('q3 end');
        });
        log('q2 end');
      });
      queueMicrotask(async () => {
        log('q4 start');
        log('q4 end');
      });
      log('e1 end');
    }); bus.dispatchEvent(new Event('e1')); log('q1 dispatched e1');
    log('q1 end');
  });
  log('f1 end');
})());
log('main end');
