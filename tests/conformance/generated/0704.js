// seed 704, nested
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
const c3 = new TaskController({ priority: 'background' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
setTimeout(async () => {
  log('m1 start');
  { let n = 0; const id = setInterval(() => { log('v1 ' + ++n); if (n === 2) clearInterval(id); }, 0); }
  { let n = 0; const f = () => { log('u1 ' + ++n); if (n < 4) setTimeout(f, 0); }; setTimeout(f, 0); }
  { let n = 0; const f = () => { log('u2 ' + ++n); if (n < 3) setTimeout(f, 0); }; setTimeout(f, 0); }
  try { await scheduler.yield(); log('m1 y1 resumed'); } catch (e) { log('m1 y1 rejected ' + why(e)); }
  log('m1 end');
}, 0);
{ let n = 0; const f = () => { log('u3 ' + ++n); if (n < 5) setTimeout(f); }; setTimeout(f); }
{ const id = setTimeout(() => log('m2 ran'), 0); queueMicrotask(() => clearTimeout(id)); }
{ let n = 0; const id = setInterval(() => { log('v2 ' + ++n); if (n === 2) clearInterval(id); }, 0); }
{ const id = setTimeout(() => log('m3 ran'), 0); clearTimeout(id); }
log('main mark k1');
told('t1', scheduler.postTask(async () => {
  log('t1 start');
  { let n = 0; const id = setInterval(() => { log('v3 ' + ++n); if (n === 2) clearInterval(id); }, 0); }
  { let n = 0; const id = setInterval(() => { log('v4 ' + ++n); if (n === 2) clearInterval(id); }, 0); }
  log('t1 end');
}, { priority: 'user-visible' }));
port(async d => {
  log('p1 start');
  try { await scheduler.yield(); log('p1 y2 resumed'); } catch (e) { log('p1 y2 rejected ' + why(e)); }
  setTimeout(() => {
    log('m4 start');
    port(d => {
      log('p2 start');
      port(async d => {
        log('p3 start');
        told('t2', scheduler.postTask(() => {
          log('t2 start');
          log('t2 mark k2');
          log('t2 mark k3');
          log('t2 end');
        }, { priority: 'user-visible', signal: c1.signal }));
        log('p3 end');
      }).postMessage('p3');
      log('p2 mark k4');
      log('p2 end');
    }).postMessage('p2');
    { let n = 0; const id = setInterval(() => { log('v5 ' + ++n); if (n === 2) clearInterval(id); }, 0); }
    told('t3', scheduler.postTask(() => {
      log('t3 start');
      { let n = 0; const f = () => { log('u4 ' + ++n); if (n < 2) setTimeout(f); }; setTimeout(f); }
      log('t3 end');
    }, { signal: c2.signal }));
    setTimeout(() => {
      log('m5 start');
      { let n = 0; const f = () => { log('u5 ' + ++n); if (n < 8) setTimeout(f); }; setTimeout(f); }
      log('m5 end');
    }, 0);
    log('m4 end');
  }, 0);
  log('p1 end');
}).postMessage('p1');
log('main end');
