// seed 1202, web
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
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
told('T1', Promise.try(async () => { log('T1'); return 1; }));
port(d => {
  log('p1 start');
  log('p1 mark k1');
  { const { port1, port2 } = new MessageChannel(); for (let i = 0; i < 3; i++) port2.postMessage(i); setTimeout(() => { port1.onmessage = e => { log('B1 ' + e.data); if (e.data === 2) port1.close(); }; }, 0); }
  { const { port1, port2 } = new MessageChannel(); const hear = (one, other) => async e => { log('a1 ' + one + e.data); await scheduler.yield(); if (e.data < 2) other.postMessage(e.data + 1); else other.close(); }; port1.onmessage = hear('i', port1); port2.addEventListener('message', hear('j', port2)); port2.start(); port1.postMessage(0); }
  log('p1 end');
}).postMessage('p1');
const s1 = AbortSignal.any([c2.signal, c1.signal]); s1.onabort = () => log('s1 abort ' + why(s1.reason)); told('s1', scheduler.postTask(async () => { log('s1 ran'); await scheduler.yield(); log('s1 ' + s1.aborted); }, { signal: s1 })); 
told('t1', scheduler.postTask(async () => {
  log('t1 start');
  log('t1 mark k2');
  const s2 = AbortSignal.any([a1.signal]); s2.onabort = () => log('s2 abort ' + why(s2.reason)); told('s2', scheduler.postTask(async () => { log('s2 ran'); await scheduler.yield(); log('s2 ' + s2.aborted); }, { signal: s2 })); 
  log('t1 end');
}, {}));
queueMicrotask(async () => {
  log('q1 start');
  log('q1 aborts c1'); c1.abort('r');
  told('t2', scheduler.postTask(async () => {
    log('t2 start');
    { const last = () => log('e1 last'); bus.addEventListener('e1', { handleEvent(e) { log('e1 ' + (this !== bus)); } }, { signal: c3.signal }); bus.addEventListener('e1', e => { log('e1 ' + e.eventPhase); bus.addEventListener('e1', () => log('e1 new'), { once: true }); }); bus.addEventListener('e1', last); for (let i = 0; i < 2; i++) log('e1 ' + bus.dispatchEvent(new Event('e1', { cancelable: true }))); }
    told('t3', scheduler.postTask(async () => {
      log('t3 start');
      c2.signal.onabort = () => {
        log('H1 start');
        { const last = () => log('e2 last'); bus.addEventListener('e2', { handleEvent(e) { log('e2 ' + (this !== bus)); } }, { signal: c1.signal }); bus.addEventListener('e2', e => { log('e2 ' + e.eventPhase); bus.addEventListener('e2', () => log('e2 new'), { once: true }); }, { signal: c1.signal }); bus.addEventListener('e2', last); for (let i = 0; i < 2; i++) log('e2 ' + bus.dispatchEvent(new Event('e2', { cancelable: true }))); }
        { const { port1, port2 } = new MessageChannel(); const hear = (one, other) => async e => { log('a2 ' + one + e.data); await scheduler.yield(); if (e.data < 6) other.postMessage(e.data + 1); else other.close(); }; port1.onmessage = hear('i', port1); port2.addEventListener('message', hear('j', port2)); port2.start(); port1.postMessage(0); }
        log('H1 end');
      c2.signal.onabort = null; };
      log('t3 end');
      return scheduler.yield();
    }, {}));
    log('t2 end');
    throw new RangeError('x');
  }, { priority: 'user-visible', signal: c1.signal }));
  log('q1 end');
});
log('main end');
