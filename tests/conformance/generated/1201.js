// seed 1201, web
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
const c3 = new TaskController({ priority: 'user-blocking' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
{ const run = async () => {
  log('g1 start');
  told('g1 y1', scheduler.yield());
  log('g1 end');
}; const f = e => { if (e.data === 'g1') { removeEventListener('message', f); run(); } }; addEventListener('message', f); postMessage('g1', '*'); }
set('main c2', c2, 'background');
queueMicrotask(async () => {
  log('q1 start');
  port(async d => {
    log('p1 start');
    { const s = new AsyncDisposableStack(); s.use({ [Symbol.dispose]() { log('D1 0'); } }); s.use(null); told('D1', s.disposeAsync()); log('D1 ' + s.disposed); }
    log('p1 end');
  }).postMessage('p1');
  { const s = new AsyncDisposableStack(); s.defer(async () => { log('D2 0'); await null; log('D2 0 more'); }); told('D2', s.disposeAsync()); log('D2 ' + s.disposed); }
  { const { port1, port2 } = new MessageChannel(); for (let i = 0; i < 3; i++) port2.postMessage(i); queueMicrotask(() => { port1.onmessage = e => { log('B1 ' + e.data); if (e.data === 2) port1.close(); }; }); }
  log('q1 end');
});
set('main c3', c3, 'user-visible');
{ const last = () => log('e1 last'); bus.addEventListener('e1', { handleEvent(e) { log('e1 ' + (this !== bus)); } }, true); bus.addEventListener('e1', e => { log('e1 ' + e.eventPhase); e.preventDefault(); }, true); bus.addEventListener('e1', last); for (let i = 0; i < 2; i++) log('e1 ' + bus.dispatchEvent(new Event('e1', { cancelable: true }))); }
{ const run = () => {
  log('g2 start');
  told('t1', scheduler.postTask(async () => {
    log('t1 start');
    { const { port1, port2 } = new MessageChannel(); for (let i = 0; i < 3; i++) port2.postMessage(i); scheduler.postTask(() => { port1.onmessage = e => { log('B2 ' + e.data); if (e.data === 2) port1.close(); }; }); }
    try { a1.signal.throwIfAborted(); log('t1 asked ' + a1.signal.aborted); } catch (e) { log('t1 asked ' + why(e)); }
    log('t1 end');
  }, {}));
  log('g2 end');
}; const f = e => { if (e.data === 'g2') { removeEventListener('message', f); run(); } }; addEventListener('message', f); postMessage('g2', '*'); }
log('main end');
