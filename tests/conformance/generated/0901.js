// seed 901, frames
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
requestAnimationFrame(() => {
  log('r1 start');
  told('f1', (async () => {
    log('f1 start');
    await scheduler.yield(); log('f1 y1 resumed');
    requestAnimationFrame(() => {
      log('r2 start');
      queueMicrotask(async () => {
        log('q1 start');
        told('t1', scheduler.postTask(() => {
          log('t1 start');
          told('t1 y2', scheduler.yield());
          log('t1 mark k1');
          log('t1 mark k2');
          log('t1 mark k3');
          log('t1 end');
        }, {}));
        requestAnimationFrame(() => {
          log('r3 start');
          log('r3 mark k4');
          log('r3 mark k5');
          log('r3 mark k6');
          log('r3 mark k7');
          log('r3 end');
        });
        requestAnimationFrame(async () => {
          log('r4 start');
          told('r4 y3', scheduler.yield());
          try { await scheduler.yield(); log('r4 y4 resumed'); } catch (e) { log('r4 y4 rejected ' + why(e)); }
          log('r4 mark k8');
          log('r4 mark k9');
          log('r4 end');
        });
        told('f2', (async () => {
          log('f2 start');
          log('f2 end');
        })());
        log('q1 end');
      });
      log('r2 end');
    });
    log('f1 end');
  })());
  log('r1 end');
});
log('main end');
