// seed 402, loop
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
const c3 = new TaskController({ priority: 'background' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
told('main y1', scheduler.yield());
setTimeout(() => {
  log('m1 start');
  log('m1 mark k1');
  setTimeout(() => {
    log('m2 start');
    port(d => {
      log('p1 start');
      setTimeout(() => {
        log('m3 start');
        log('m3 mark k2');
        port(async d => {
          log('p2 start');
          log('p2 mark k3');
          log('p2 mark k4');
          log('p2 mark k5');
          log('p2 end');
        }).postMessage('p2');
        log('m3 mark k6');
        told('m3 y2', scheduler.yield());
        log('m3 end');
      }, 0);
      told('f1', (async () => {
        log('f1 start');
        setTimeout(async () => {
          log('m4 start');
          log('m4 mark k7');
          log('m4 mark k8');
          log('m4 end');
        }, 0);
        setTimeout(() => {
          log('m5 start');
          log('m5 mark k9');
          log('m5 mark k10');
          log('m5 mark k11');
          log('m5 mark k12');
          log('m5 end');
        }, 0);
        told('t1', scheduler.postTask(() => {
          log('t1 start');
          log('t1 end');
        }, { priority: 'user-visible' }));
        log('f1 end');
      })());
      log('p1 end');
    }).postMessage('p1');
    log('m2 end');
  }, 0);
  log('m1 end');
}, 0);
log('main end');
