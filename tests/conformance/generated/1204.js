// seed 1204, web
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
const c3 = new TaskController({ priority: 'user-blocking' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
{ const run = () => {
  log('g1 start');
  queueMicrotask(async () => {
    log('q1 start');
    told('T1', Promise.try(() => { log('T1'); return Promise.resolve(1); }));
    told('T2', Promise.try(() => { log('T2'); return 1; }));
    log('q1 end');
  });
  port(async d => {
    log('p1 start');
    { const last = () => log('e1 last'); bus.addEventListener('e1', { handleEvent(e) { log('e1 ' + (this !== bus)); } }); bus.addEventListener('e1', e => { log('e1 ' + e.eventPhase); bus.removeEventListener('e1', last); }); bus.addEventListener('e1', last); for (let i = 0; i < 2; i++) log('e1 ' + bus.dispatchEvent(new Event('e1', { cancelable: true }))); }
    log('p1 end');
  }).postMessage('p1');
  told('g1 y1', scheduler.yield());
  log('g1 end');
}; const f = e => { if (e.data === 'g1') { removeEventListener('message', f); run(); } }; addEventListener('message', f); postMessage('g1', '*'); }
{ const { port1, port2 } = new MessageChannel(); const hear = (one, other) => async e => { log('a1 ' + one + e.data); await scheduler.yield(); if (e.data < 4) other.postMessage(e.data + 1); else other.close(); }; port1.onmessage = hear('i', port1); port2.addEventListener('message', hear('j', port2)); port2.start(); port1.postMessage(0); }
port(async d => {
  log('p2 start');
  log('p2 aborts c1'); c1.abort();
  { const run = () => {
    log('g2 start');
    told('t1', scheduler.postTask(async () => {
      log('t1 start');
      { const run = () => {
        log('g3 start');
        { const { port1, port2 } = new MessageChannel(); const hear = (one, other) => async e => { log('a2 ' + one + e.data); await scheduler.yield(); if (e.data < 3) other.postMessage(e.data + 1); else other.close(); }; port1.onmessage = hear('i', port1); port2.addEventListener('message', hear('j', port2)); port2.start(); port1.postMessage(0); }
        queueMicrotask(() => {
          log('q2 start');
          told('T3', Promise.try(async () => { log('T3'); return Promise.resolve(1); }));
          log('q2 mark k1');
          const s1 = AbortSignal.any([c3.signal]); s1.onabort = () => log('s1 abort ' + why(s1.reason)); told('s1', scheduler.postTask(async () => { log('s1 ran'); await scheduler.yield(); log('s1 ' + s1.aborted); }, { signal: s1 })); 
          log('q2 end');
        });
        told('t2', scheduler.postTask(() => {
          log('t2 start');
          { const { port1, port2 } = new MessageChannel(); for (let i = 0; i < 3; i++) port2.postMessage(i); queueMicrotask(() => { port1.onmessage = e => { log('B1 ' + e.data); if (e.data === 2) port1.close(); }; }); }
          log('t2 end');
        }, {}));
        log('g3 end');
      }; const f = e => { if (e.data === 'g3') { removeEventListener('message', f); run(); } }; addEventListener('message', f); postMessage('g3', '*'); }
      log('t1 end');
    }, { priority: 'user-blocking' }));
    log('g2 end');
  }; const f = e => { if (e.data === 'g2') { removeEventListener('message', f); run(); } }; addEventListener('message', f); postMessage('g2', '*'); }
  log('p2 end');
}).postMessage('p2');
log('main end');
