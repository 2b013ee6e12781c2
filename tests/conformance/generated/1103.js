// seed 1103, mixed
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
const c2 = new TaskController({ priority: 'background' });
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
  log('t1 awaited ' + await null);
  await scheduler.yield(); log('t1 y1 resumed');
  told('f1', (async () => {
    log('f1 start');
    set('f1 c2', c2, 'background');
    port(d => {
      log('p1 start');
      set('p1 c2', c2, 'user-visible');
      log('p1 end');
    }).postMessage('p1');
    log('f1 end');
  })());
  told('t2', scheduler.postTask(() => {
    log('t2 start');
    try {
      told('t2 w1', new Promise(f => f(thenable('h2'))));
    } catch (e) { log('t2 caught ' + why(e)); } finally { log('t2 finally'); }
    setTimeout(async () => {
      log('m1 start');
      told('n1', g1.p.finally(async () => {
        log('n1 start');
        try { await scheduler.yield(); log('n1 y2 resumed'); } catch (e) { log('n1 y2 rejected ' + why(e)); }
        log('n1 aborts c2'); c2.abort('r');
        log('n1 end');
      }));
      queueMicrotask(async () => {
        log('q1 start');
        queueMicrotask(async () => {
          log('q2 start');
          told('q2 w2', new Promise(f => f(thenable('h3'))));
          for await (const x of slow('o1', 0)) { log('q2 ' + x); }
          log('q2 end');
        });
        told('n2', g1.p.then(() => {
          log('n2 start');
          log('n2 mark k1');
          log('n2 end');
        }));
        log('q1 end');
      });
      log('m1 end');
    }, 0);
    log('t2 end');
  }, { signal: c3.signal }));
  log('t1 end');
}, {}));
log('main end');
