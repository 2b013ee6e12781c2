// seed 101, tasks
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
const c3 = new TaskController({ priority: 'background' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
log('main mark k1');
told('main y1', scheduler.yield());
told('main y2', scheduler.yield());
log('main opens g2'); g2.open();
set('main c1', c1, 'user-visible');
try {
  told('t1', scheduler.postTask(async () => {
    log('t1 start');
    told('t2', scheduler.postTask(() => {
      log('t2 start');
      told('t3', scheduler.postTask(() => {
        log('t3 start');
        told('t3 y3', scheduler.yield());
        told('t4', scheduler.postTask(async () => {
          log('t4 start');
          try { await scheduler.yield(); log('t4 y4 resumed'); } catch (e) { log('t4 y4 rejected ' + why(e)); }
          set('t4 c1', c1, 'user-visible');
          log('t4 end');
        }, { priority: 'background', signal: a1.signal }));
        told('t5', scheduler.postTask(async () => {
          log('t5 start');
          set('t5 c3', c3, 'user-visible');
          log('t5 waits g2'); await g2.p; log('t5 passed g2');
          log('t5 mark k2');
          told('t5 y5', scheduler.yield());
          log('t5 end');
        }, { priority: 'user-blocking' }));
        log('t3 end');
      }, {}));
      log('t2 opens g1'); g1.open();
      log('t2 end');
      return Promise.reject('no');
    }, { priority: 'user-blocking', signal: c3.signal }));
    await scheduler.yield(); log('t1 y6 resumed');
    queueMicrotask(() => {
      log('q1 start');
      queueMicrotask(async () => {
        log('q2 start');
        log('q2 opens g1'); g1.open();
        log('q2 opens g2'); g2.open();
        log('q2 end');
      });
      try {
        try {
          throw new RangeError('x');
        } catch (e) { log('q1 caught ' + why(e)); } finally { log('q1 finally'); }
        throw new RangeError('x');
      } catch (e) { log('q1 caught ' + why(e)); } finally { log('q1 finally'); }
      log('q1 end');
    });
    log('t1 end');
  }, { priority: 'background', signal: a1.signal }));
} catch (e) { log('main caught ' + why(e)); } finally { log('main finally'); }
log('main end');
