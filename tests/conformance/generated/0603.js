// seed 603, errors
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
const c3 = new TaskController();
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
setTimeout(() => {
  log('m1 start');
  log('m1 aborts a1'); a1.abort();
  log('m1 end');
}, 0);
setTimeout(() => {
  log('m2 start');
  told('t1', scheduler.postTask(() => {
    log('t1 start');
    c1.signal.addEventListener('abort', async () => {
      log('e1 start');
      const z1 = (async () => { throw 'z1'; })(); scheduler.postTask(() => z1.catch(() => log('z1 caught')));
      const z2 = Promise.reject('z2'); 
      log('e1 end');
    }, { once: true });
    log('t1 end');
  }, { signal: a1.signal }));
  const z3 = Promise.reject('z3'); z3.catch(() => log('z3 caught'));
  log('m2 end');
}, 0);
reportError('thrown');
try {
  told('f1', (async () => {
    log('f1 start');
    told('t2', scheduler.postTask(async () => {
      log('t2 start');
      queueMicrotask(async () => {
        log('q1 start');
        log('q1 end');
      });
      log('t2 end');
    }, { signal: a1.signal }));
    log('f1 end');
  })());
  throw new RangeError('x');
} catch (e) { log('main caught ' + why(e)); } finally { log('main finally'); }
log('main end');
