// seed 1205, web
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
const c3 = new TaskController({ priority: 'background' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
{ const run = () => {
  log('g1 start');
  { const last = () => log('e1 last'); bus.addEventListener('e1', { handleEvent(e) { log('e1 ' + (this !== bus)); } }); bus.addEventListener('e1', e => { log('e1 ' + e.eventPhase); }); bus.addEventListener('e1', last); for (let i = 0; i < 2; i++) log('e1 ' + bus.dispatchEvent(new Event('e1', { cancelable: true }))); }
  { const run = async () => {
    log('g2 start');
    { const { port1, port2 } = new MessageChannel(); for (let i = 0; i < 3; i++) port2.postMessage(i); scheduler.postTask(() => { port1.onmessage = e => { log('B1 ' + e.data); if (e.data === 2) port1.close(); }; }); }
    { const { port1, port2 } = new MessageChannel(); for (let i = 0; i < 3; i++) port2.postMessage(i); queueMicrotask(() => { port1.onmessage = e => { log('B2 ' + e.data); if (e.data === 2) port1.close(); }; }); }
    { const last = () => log('e2 last'); bus.addEventListener('e2', { handleEvent(e) { log('e2 ' + (this !== bus)); } }, { signal: c1.signal }); bus.addEventListener('e2', e => { log('e2 ' + e.eventPhase); }, { signal: c1.signal }); bus.addEventListener('e2', last); for (let i = 0; i < 2; i++) log('e2 ' + bus.dispatchEvent(new Event('e2', { cancelable: true }))); }
    log('g2 end');
  }; const f = e => { if (e.data === 'g2') { removeEventListener('message', f); run(); } }; addEventListener('message', f); postMessage('g2', '*'); }
  told('A1', Array.fromAsync([Promise.reject('n'), 2]).then(l => l.join()));
  try { c2.signal.throwIfAborted(); log('g1 asked ' + c2.signal.aborted); } catch (e) { log('g1 asked ' + why(e)); }
  log('g1 end');
}; const f = e => { if (e.data === 'g1') { removeEventListener('message', f); run(); } }; addEventListener('message', f); postMessage('g1', '*'); }
port(async d => {
  log('p1 start');
  await scheduler.yield(); log('p1 y1 resumed');
  { const { port1, port2 } = new MessageChannel(); const hear = (one, other) => async e => { log('a1 ' + one + e.data); if (e.data < 4) other.postMessage(e.data + 1); else other.close(); }; port1.onmessage = hear('i', port1); port2.addEventListener('message', hear('j', port2)); port2.start(); port1.postMessage(0); }
  log('p1 aborts c1'); c1.abort('r');
  log('p1 aborts c2'); c2.abort('r');
  log('p1 end');
}).postMessage('p1');
{ const run = () => {
  log('g3 start');
  { const run = async () => {
    log('g4 start');
    told('A2', Array.fromAsync(count('A2', 2), async x => { await scheduler.yield(); return x; }).then(l => l.join()));
    log('g4 end');
  }; const f = e => { if (e.data === 'g4') { removeEventListener('message', f); run(); } }; addEventListener('message', f); postMessage('g4', '*'); }
  told('A3', Array.fromAsync(slow('A3', 2), x => x).then(l => l.join()));
  told('t1', scheduler.postTask(async () => {
    log('t1 start');
    set('t1 c3', c3, 'user-blocking');
    log('t1 end');
  }, {}));
  { const run = () => {
    log('g5 start');
    { const { port1, port2 } = new MessageChannel(); const hear = (one, other) => async e => { log('a2 ' + one + e.data); await scheduler.yield(); if (e.data < 3) other.postMessage(e.data + 1); else other.close(); }; port1.onmessage = hear('i', port1); port2.addEventListener('message', hear('j', port2)); port2.start(); port1.postMessage(0); }
    told('T1', Promise.try(() => { log('T1'); return (() => { throw 2; })(); }));
    { const run = () => {
      log('g6 start');
      { const last = () => log('e3 last'); bus.addEventListener('e3', { handleEvent(e) { log('e3 ' + (this !== bus)); } }, { once: true }); bus.addEventListener('e3', e => { log('e3 ' + e.eventPhase); e.preventDefault(); }); bus.addEventListener('e3', last); for (let i = 0; i < 2; i++) log('e3 ' + bus.dispatchEvent(new Event('e3', { cancelable: true }))); }
      told('t2', scheduler.postTask(() => {
        log('t2 start');
        log('t2 mark k1');
        told('t3', scheduler.postTask(() => {
          log('t3 start');
          set('t3 c1', c1, 'background');
          log('t3 end');
          return Promise.reject('no');
        }, { signal: c2.signal }));
        log('t2 end');
      }, { signal: c1.signal }));
      log('g6 end');
    }; const f = e => { if (e.data === 'g6') { removeEventListener('message', f); run(); } }; addEventListener('message', f); postMessage('g6', '*'); }
    log('g5 end');
  }; const f = e => { if (e.data === 'g5') { removeEventListener('message', f); run(); } }; addEventListener('message', f); postMessage('g5', '*'); }
  log('g3 end');
}; const f = e => { if (e.data === 'g3') { removeEventListener('message', f); run(); } }; addEventListener('message', f); postMessage('g3', '*'); }
log('main end');
