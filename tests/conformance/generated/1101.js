// seed 1101, mixed
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
const c2 = new TaskController({ priority: 'user-visible' });
const c3 = new TaskController({ priority: 'user-blocking' });
const a1 = new AbortController();
const x1 = TaskSignal.any([c1.signal, a1.signal]);
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
watch('x1', x1);
told('t1', scheduler.postTask(async () => {
  log('t1 start');
  told('f1', (async () => {
    log('f1 start');
    await scheduler.yield(); log('f1 y1 resumed');
    told('n1', scheduler.yield().then(() => {
      log('n1 start');
      setTimeout(async () => {
        log('m1 start');
        told('n2', g1.p.then(() => {
          log('n2 start');
          { const o = slow('o1', 2); told('o1', o.next().then(r => r.value)); told('o1 return', o.return('e').then(r => r.value)); }
          told('n2 y2', scheduler.yield());
          told('n2 y3', scheduler.yield());
          log('n2 mark k1');
          log('n2 end');
        }));
        log('m1 end');
      }, 0);
      told('n3', g1.p.finally(() => {
        log('n3 start');
        told('t2', scheduler.postTask(() => {
          log('t2 start');
          log('t2 mark k2');
          log('t2 mark k3');
          log('t2 mark k4');
          log('t2 mark k5');
          log('t2 end');
        }, { signal: c3.signal }));
        log('n3 opens g2'); g2.open();
        log('n3 end');
      }));
      log('n1 end');
    }));
    log('f1 end');
  })());
  setTimeout(async () => {
    log('m2 start');
    log('m2 awaited ' + await new Promise(f => queueMicrotask(f)));
    log('m2 end');
  }, 0);
  log('t1 end');
}, {}));
log('main end');
