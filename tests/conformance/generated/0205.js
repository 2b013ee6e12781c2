// seed 205, signals
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
const c2 = new TaskController();
const c3 = new TaskController({ priority: 'background' });
const a1 = new AbortController();
const x1 = TaskSignal.any([c1.signal, a1.signal], { priority: c2.signal });
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
watch('x1', x1);
const s1 = TaskSignal.any([x1]); watch('s1', s1); log('s1 ' + s1.priority + ' ' + s1.aborted); told('s1 task', scheduler.postTask(() => log('s1 ran'), { signal: s1 }));
const s2 = TaskSignal.any([c2.signal], { priority: c2.signal }); watch('s2', s2); log('s2 ' + s2.priority + ' ' + s2.aborted); told('s2 task', scheduler.postTask(() => log('s2 ran'), { signal: s2 }));
queueMicrotask(async () => {
  log('q1 start');
  set('q1 c2', c2, 'background');
  log('q1 end');
});
const s3 = TaskSignal.any([c1.signal, c1.signal]); watch('s3', s3); log('s3 ' + s3.priority + ' ' + s3.aborted); told('s3 task', scheduler.postTask(() => log('s3 ran'), { signal: s3 }));
told('main y1', scheduler.yield());
log('main aborts c2'); c2.abort('r');
set('main c2', c2, 'user-blocking');
set('main c3', c3, 'user-visible');
try {
  const s4 = TaskSignal.any([], { priority: c1.signal }); watch('s4', s4); log('s4 ' + s4.priority + ' ' + s4.aborted); told('s4 task', scheduler.postTask(() => log('s4 ran'), { signal: s4 }));
  log('main aborts c3'); c3.abort(new TypeError());
  told('main y2', scheduler.yield());
  throw new RangeError('x');
} catch (e) { log('main caught ' + why(e)); } finally { log('main finally'); }
const s5 = TaskSignal.any([], { priority: c2.signal }); watch('s5', s5); log('s5 ' + s5.priority + ' ' + s5.aborted); told('s5 task', scheduler.postTask(() => log('s5 ran'), { signal: s5 }));
const s6 = TaskSignal.any([c1.signal, c2.signal], { priority: c3.signal }); watch('s6', s6); log('s6 ' + s6.priority + ' ' + s6.aborted); told('s6 task', scheduler.postTask(() => log('s6 ran'), { signal: s6 }));
set('main c1', c1, 'user-visible');
set('main c1', c1, 'user-visible');
told('t1', scheduler.postTask(async () => {
  log('t1 start');
  await scheduler.yield(); log('t1 y3 resumed');
  const s7 = TaskSignal.any([c2.signal, c1.signal]); watch('s7', s7); log('s7 ' + s7.priority + ' ' + s7.aborted); told('s7 task', scheduler.postTask(() => log('s7 ran'), { signal: s7 }));
  log('t1 mark k1');
  log('t1 end');
}, {}));
log('main end');
