// seed 201, signals
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
const x1 = TaskSignal.any([c1.signal, a1.signal], { priority: c2.signal });
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
watch('x1', x1);
told('main y1', scheduler.yield());
log('main aborts a1'); a1.abort('r');
set('main c3', c3, 'background');
set('main c3', c3, 'user-visible');
log('main mark k1');
told('t1', scheduler.postTask(() => {
  log('t1 start');
  set('t1 c1', c1, 'background');
  const s1 = TaskSignal.any([], { priority: c1.signal }); watch('s1', s1); log('s1 ' + s1.priority + ' ' + s1.aborted); told('s1 task', scheduler.postTask(() => log('s1 ran'), { signal: s1 }));
  log('t1 end');
}, { signal: c1.signal }));
set('main c3', c3, 'background');
const s2 = TaskSignal.any([c1.signal, x1, c3.signal], { priority: c3.signal }); watch('s2', s2); log('s2 ' + s2.priority + ' ' + s2.aborted); told('s2 task', scheduler.postTask(() => log('s2 ran'), { signal: s2 }));
log('main end');
