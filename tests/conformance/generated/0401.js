// seed 401, loop
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
const c2 = new TaskController({ priority: 'background' });
const c3 = new TaskController({ priority: 'user-visible' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
queueMicrotask(() => {
  log('q1 start');
  setTimeout(async () => {
    log('m1 start');
    queueMicrotask(() => {
      log('q2 start');
      told('t1', scheduler.postTask(() => {
        log('t1 start');
        port(d => {
          log('p1 start');
          log('p1 mark k1');
          log('p1 end');
        }).postMessage('p1');
        setTimeout(() => {
          log('m2 start');
          told('m2 y1', scheduler.yield());
          log('m2 end');
        }, 0);
        port(async d => {
          log('p2 start');
          { let n = 0; const id = setInterval(() => { log('v1 ' + ++n); if (n === 2) clearInterval(id); }, 0); }
          log('p2 mark k2');
          log('p2 end');
        }).postMessage('p2');
        log('t1 end');
      }, {}));
      told('q2 y2', scheduler.yield());
      log('q2 end');
    });
    port(async d => {
      log('p3 start');
      { let n = 0; const id = setInterval(() => { log('v2 ' + ++n); if (n === 2) clearInterval(id); }, 0); }
      setTimeout(() => {
        log('m3 start');
        port(async d => {
          log('p4 start');
          log('p4 mark k3');
          await scheduler.yield(); log('p4 y3 resumed');
          log('p4 mark k4');
          log('p4 end');
        }).postMessage('p4');
        log('m3 end');
      }, 0);
      queueMicrotask(() => {
        log('q3 start');
        setTimeout(async () => {
          log('m4 start');
          { const id = setTimeout(() => log('m5 ran'), 0);  }
          told('m4 y4', scheduler.yield());
          log('m4 end');
        }, 0);
        log('q3 end');
      });
      log('p3 end');
    }).postMessage('p3');
    log('m1 end');
  }, 0);
  log('q1 end');
});
log('main end');
