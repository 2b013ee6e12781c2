// seed 602, errors
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
const c2 = new TaskController({ priority: 'user-visible' });
const c3 = new TaskController({ priority: 'user-visible' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
queueMicrotask(() => {
  log('q1 start');
  told('n1', scheduler.yield().then(async () => {
    log('n1 start');
    told('n2', Promise.resolve().finally(() => {
      log('n2 start');
      queueMicrotask(async () => {
        log('q2 start');
        queueMicrotask(() => {
          log('q3 start');
          log('q3 mark k1');
          setTimeout(() => { log('x1'); throw 'thrown'; }, 0);
          log('q3 mark k2');
          log('q3 mark k3');
          log('q3 end');
        });
        log('q2 end');
      });
      bus.addEventListener('x2', () => { log('x2'); throw new RangeError(); }); bus.dispatchEvent(new Event('x2')); log('x2 dispatched');
      log('n2 end');
    }));
    set('n1 c3', c3, 'user-blocking');
    told('t1', scheduler.postTask(async () => {
      log('t1 start');
      set('t1 c2', c2, 'user-visible');
      const z1 = (async () => { throw 'z1'; })(); setTimeout(() => z1.catch(() => log('z1 caught')), 0);
      log('t1 end');
    }, {}));
    log('n1 end');
  }));
  log('q1 mark k4');
  queueMicrotask(() => {
    log('q4 start');
    reportError(new DOMException("", "DataError"));
    setTimeout(() => {
      log('m1 start');
      told('t2', scheduler.postTask(async () => {
        log('t2 start');
        try {
          throw new RangeError('x');
        } catch (e) { log('t2 caught ' + why(e)); } finally { log('t2 finally'); }
        log('t2 end');
      }, {}));
      log('m1 end');
    }, 0);
    log('q4 end');
  });
  log('q1 end');
});
log('main end');
