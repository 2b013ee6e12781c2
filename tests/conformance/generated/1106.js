// seed 1106, mixed
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
const c3 = new TaskController();
const a1 = new AbortController();
const x1 = TaskSignal.any([c1.signal, a1.signal], { priority: c2.signal });
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
watch('x1', x1);
told('main y1', scheduler.yield());
port(async d => {
  log('p1 start');
  port(async d => {
    log('p2 start');
    await scheduler.yield(); log('p2 y2 resumed');
    log('p2 end');
  }).postMessage('p2');
  log('p1 end');
}).postMessage('p1');
log('main aborts a1'); a1.abort();
told('t1', scheduler.postTask(async () => {
  log('t1 start');
  log('t1 mark k1');
  told('t2', scheduler.postTask(() => {
    log('t2 start');
    told('t2 w1', Promise.resolve('v'));
    log('t2 end');
    throw new RangeError('x');
  }, { priority: 'user-blocking', signal: c2.signal }));
  told('b1 any', Promise.any([new Promise(f => queueMicrotask(f))]));
  log('t1 awaited ' + await thenable('h3'));
  log('t1 end');
}, { signal: x1 }));
told('main y3', scheduler.yield());
told('main y4', scheduler.yield());
queueMicrotask(async () => {
  log('q1 start');
  set('q1 c3', c3, 'background');
  bus.addEventListener('e1', () => {
    log('e1 start');
    log('e1 aborts c3'); c3.abort('r');
    told('t3', scheduler.postTask(async () => {
      log('t3 start');
      await scheduler.yield(); log('t3 y5 resumed');
      log('t3 end');
    }, {}));
    log('e1 aborts c3'); c3.abort(new TypeError());
    log('e1 end');
  }); bus.dispatchEvent(new Event('e1')); log('q1 dispatched e1');
  bus.addEventListener('e2', () => {
    log('e2 start');
    const s1 = TaskSignal.any([], { priority: x1 }); watch('s1', s1); log('s1 ' + s1.priority + ' ' + s1.aborted); told('s1 task', scheduler.postTask(() => log('s1 ran'), { signal: s1 }));
    log('e2 end');
  }); bus.dispatchEvent(new Event('e2')); log('q1 dispatched e2');
  log('q1 end');
});
log('main end');
