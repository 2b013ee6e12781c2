// seed 1206, web
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
const c3 = new TaskController({ priority: 'user-visible' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
const s1 = AbortSignal.any([c1.signal]); s1.onabort = () => log('s1 abort ' + why(s1.reason)); told('s1', scheduler.postTask(async () => { log('s1 ran'); await scheduler.yield(); log('s1 ' + s1.aborted); }, { signal: s1 })); 
log('main aborts c1'); c1.abort();
told('T1', Promise.try(async () => { log('T1'); return 1; }));
log('main aborts a1'); a1.abort();
told('t1', scheduler.postTask(async () => {
  log('t1 start');
  port(d => {
    log('p1 start');
    { const last = () => log('e1 last'); bus.addEventListener('e1', { handleEvent(e) { log('e1 ' + (this !== bus)); } }, { signal: c3.signal }); bus.addEventListener('e1', e => { log('e1 ' + e.eventPhase); e.preventDefault(); }); bus.addEventListener('e1', last); for (let i = 0; i < 2; i++) log('e1 ' + bus.dispatchEvent(new Event('e1', { cancelable: true }))); }
    told('A1', Array.fromAsync([Promise.reject('n'), 2], x => x).then(l => l.join()));
    log('p1 end');
  }).postMessage('p1');
  { const s = new AsyncDisposableStack(); s.defer(async () => { log('D1 0'); await null; log('D1 0 more'); }); told('D1', s.disposeAsync()); log('D1 ' + s.disposed); }
  set('t1 c2', c2, 'background');
  const s2 = AbortSignal.any([c2.signal]); s2.onabort = () => log('s2 abort ' + why(s2.reason)); told('s2', scheduler.postTask(async () => { log('s2 ran'); await scheduler.yield(); log('s2 ' + s2.aborted); }, { signal: s2 })); setTimeout(() => c3.abort(), 0);
  log('t1 end');
}, {}));
{ const s = new AsyncDisposableStack(); s.defer(() => { throw new RangeError('0'); }); s.defer(() => { throw new RangeError('1'); }); told('D2', s.disposeAsync()); log('D2 ' + s.disposed); }
log('main mark k1');
{ const last = () => log('e2 last'); bus.addEventListener('e2', { handleEvent(e) { log('e2 ' + (this !== bus)); } }, { signal: c3.signal }); bus.addEventListener('e2', e => { log('e2 ' + e.eventPhase); bus.addEventListener('e2', () => log('e2 new'), { once: true }); }, { signal: c3.signal }); bus.addEventListener('e2', last); for (let i = 0; i < 2; i++) log('e2 ' + bus.dispatchEvent(new Event('e2', { cancelable: true }))); }
told('A2', Array.fromAsync(count('A2', 2), async x => { await scheduler.yield(); return x; }).then(l => l.join()));
const s3 = AbortSignal.any([c3.signal]); s3.onabort = () => log('s3 abort ' + why(s3.reason)); told('s3', scheduler.postTask(async () => { log('s3 ran'); await scheduler.yield(); log('s3 ' + s3.aborted); }, { signal: s3 })); setTimeout(() => c1.abort(), 0);
c2.signal.onabort = async () => {
  log('H1 start');
  const s4 = AbortSignal.any([c2.signal]); s4.onabort = () => log('s4 abort ' + why(s4.reason)); told('s4', scheduler.postTask(async () => { log('s4 ran'); await scheduler.yield(); log('s4 ' + s4.aborted); }, { signal: s4 })); 
  log('H1 end');
c2.signal.onabort = null; };
log('main end');
