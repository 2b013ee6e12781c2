// seed 705, nested
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
const c2 = new TaskController({ priority: 'user-visible' });
const c3 = new TaskController({ priority: 'user-visible' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
told('main y1', scheduler.yield());
told('t1', scheduler.postTask(async () => {
  log('t1 start');
  setTimeout(async () => {
    log('m1 start');
    told('t2', scheduler.postTask(async () => {
      log('t2 start');
      { let n = 0; const f = () => { log('u1 ' + ++n); if (n < 6) setTimeout(f); }; setTimeout(f); }
      log('t2 mark k1');
      { let n = 0; const f = () => { log('u2 ' + ++n); if (n < 5) setTimeout(f, 1); }; setTimeout(f, 1); }
      await scheduler.yield(); log('t2 y2 resumed');
      log('t2 end');
      return scheduler.yield();
    }, { priority: 'background' }));
    log('m1 end');
  }, 0);
  log('t1 end');
}, {}));
{ let n = 0; const id = setInterval(() => { log('v1 ' + ++n); if (n === 2) clearInterval(id); }, 0); }
told('main y3', scheduler.yield());
told('main y4', scheduler.yield());
{ let n = 0; const f = () => { log('u3 ' + ++n); if (n < 7) queueMicrotask(f); }; queueMicrotask(f); }
port(async d => {
  log('p1 start');
  port(d => {
    log('p2 start');
    { let n = 0; const f = () => { log('u4 ' + ++n); if (n < 6) scheduler.postTask(f); }; scheduler.postTask(f); }
    { let n = 0; const id = setInterval(() => { log('v2 ' + ++n); if (n === 2) clearInterval(id); }, 0); }
    log('p2 end');
  }).postMessage('p2');
  log('p1 end');
}).postMessage('p1');
log('main end');
