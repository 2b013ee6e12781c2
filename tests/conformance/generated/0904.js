// seed 904, frames
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
requestAnimationFrame(() => {
  log('r1 start');
  requestAnimationFrame(async () => {
    log('r2 start');
    log('r2 mark k1');
    requestAnimationFrame(async () => {
      log('r3 start');
      log('r3 mark k2');
      told('n1', Promise.resolve().then(async () => {
        log('n1 start');
        try { await scheduler.yield(); log('n1 y1 resumed'); } catch (e) { log('n1 y1 rejected ' + why(e)); }
        log('n1 end');
      }));
      log('r3 mark k3');
      queueMicrotask(async () => {
        log('q1 start');
        queueMicrotask(async () => {
          log('q2 start');
          told('q2 y2', scheduler.yield());
          log('q2 mark k4');
          await scheduler.yield(); log('q2 y3 resumed');
          log('q2 end');
        });
        log('q1 end');
      });
      log('r3 end');
    });
    requestAnimationFrame(async () => {
      log('r4 start');
      requestAnimationFrame(() => {
        log('r5 start');
        told('r5 y4', scheduler.yield());
        requestAnimationFrame(async () => {
          log('r6 start');
          log('r6 mark k5');
          log('r6 mark k6');
          log('r6 end');
        });
        requestAnimationFrame(() => {
          log('r7 start');
          told('r7 y5', scheduler.yield());
          log('r7 mark k7');
          log('r7 end');
        });
        told('n2', scheduler.yield().finally(() => {
          log('n2 start');
          log('n2 mark k8');
          log('n2 end');
        }));
        log('r5 end');
      });
      queueMicrotask(() => {
        log('q3 start');
        told('n3', scheduler.yield().then(() => {
          log('n3 start');
          log('n3 mark k9');
          log('n3 end');
        }));
        log('q3 mark k10');
        told('q3 y6', scheduler.yield());
        log('q3 end');
      });
      await scheduler.yield(); log('r4 y7 resumed');
      log('r4 end');
    });
    log('r2 end');
  });
  log('r1 end');
});
log('main end');
