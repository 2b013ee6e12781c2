// seed 1102, mixed
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
const c1 = new TaskController({ priority: 'user-blocking' });
const c2 = new TaskController({ priority: 'background' });
const c3 = new TaskController({ priority: 'background' });
const a1 = new AbortController();
const x1 = TaskSignal.any([c1.signal, a1.signal]);
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
watch('x1', x1);
told('main y1', scheduler.yield());
setTimeout(() => {
  log('m1 start');
  told('m1 y2', scheduler.yield());
  told('m1 w1', Promise.resolve(thenable('h1')));
  log('m1 end');
}, 0);
told('main w2', new Promise(f => f(thenable('h2'))));
told('f1', (async () => {
  log('f1 start');
  port(d => {
    log('p1 start');
    told('b1 any', Promise.any([scheduler.yield(), new Promise(f => queueMicrotask(f)), scheduler.postTask(() => 't')]));
    told('t1', scheduler.postTask(async () => {
      log('t1 start');
      await scheduler.yield(); log('t1 y3 resumed');
      setTimeout(() => {
        log('m2 start');
        { const o = slow('o1', 2); told('o1', o.next().then(r => r.value)); told('o1 return', o.return('e').then(r => r.value)); }
        told('t2', scheduler.postTask(async () => {
          log('t2 start');
          log('t2 mark k1');
          log('t2 awaited ' + await (async () => 'a')());
          log('t2 end');
          return Promise.reject('no');
        }, {}));
        set('m2 c3', c3, 'background');
        log('m2 end');
      }, 0);
      log('t1 end');
    }, {}));
    told('t3', scheduler.postTask(async () => {
      log('t3 start');
      set('t3 c3', c3, 'background');
      log('t3 end');
    }, { signal: x1 }));
    log('p1 end');
  }).postMessage('p1');
  log('f1 end');
})());
told('f2', (async () => {
  log('f2 start');
  log('f2 end');
})());
log('main end');
