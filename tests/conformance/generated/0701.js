// seed 701, nested
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
queueMicrotask(() => {
  log('q1 start');
  { const id = setTimeout(() => log('m1 ran'), 0); clearTimeout(id); }
  told('t1', scheduler.postTask(async () => {
    log('t1 start');
    { const id = setTimeout(() => log('m2 ran'), 0); queueMicrotask(() => clearTimeout(id)); }
    log('t1 end');
  }, { signal: a1.signal }));
  log('q1 end');
});
{ const id = setTimeout(() => log('m3 ran'), 0); queueMicrotask(() => clearTimeout(id)); }
{ let n = 0; const f = () => { log('u1 ' + ++n); if (n < 8) queueMicrotask(f); }; queueMicrotask(f); }
{ let n = 0; const f = () => { log('u2 ' + ++n); if (n < 6) port(f).postMessage(0); }; port(f).postMessage(0); }
{ const id = setTimeout(() => log('m4 ran'), 0);  }
told('main y1', scheduler.yield());
setTimeout(async () => {
  log('m5 start');
  told('t2', scheduler.postTask(async () => {
    log('t2 start');
    queueMicrotask(async () => {
      log('q2 start');
      setTimeout(async () => {
        log('m6 start');
        { let n = 0; const f = () => { log('u3 ' + ++n); if (n < 3) setTimeout(f, 0); }; setTimeout(f, 0); }
        { let n = 0; const id = setInterval(() => { log('v1 ' + ++n); if (n === 2) clearInterval(id); }, 0); }
        told('t3', scheduler.postTask(async () => {
          log('t3 start');
          log('t3 end');
        }, { priority: 'user-blocking', signal: a1.signal }));
        log('m6 end');
      }, 0);
      log('q2 end');
    });
    log('t2 end');
  }, { signal: c1.signal }));
  log('m5 end');
}, 0);
log('main end');
