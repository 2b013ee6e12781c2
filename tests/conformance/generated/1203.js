// seed 1203, web
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
const c2 = new TaskController({ priority: 'user-blocking' });
const c3 = new TaskController({ priority: 'user-visible' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
{ const run = () => {
  log('g1 start');
  { const { port1, port2 } = new MessageChannel(); for (let i = 0; i < 3; i++) port2.postMessage(i); scheduler.postTask(() => { port1.onmessage = e => { log('B1 ' + e.data); if (e.data === 2) port1.close(); }; }); }
  set('g1 c3', c3, 'user-visible');
  queueMicrotask(async () => {
    log('q1 start');
    { const { port1, port2 } = new MessageChannel(); const hear = (one, other) => async e => { log('a1 ' + one + e.data); await scheduler.yield(); if (e.data < 5) other.postMessage(e.data + 1); else other.close(); }; port1.onmessage = hear('i', port1); port2.addEventListener('message', hear('j', port2)); port2.start(); port1.postMessage(0); }
    set('q1 c1', c1, 'background');
    log('q1 end');
  });
  c2.signal.onprioritychange = async () => {
    log('H1 start');
    told('A1', Array.fromAsync(count('A1', 2), async x => x).then(l => l.join()));
    { const run = () => {
      log('g2 start');
      port(async d => {
        log('p1 start');
        { const run = () => {
          log('g3 start');
          { const { port1, port2 } = new MessageChannel(); const hear = (one, other) => async e => { log('a2 ' + one + e.data); await null; if (e.data < 6) other.postMessage(e.data + 1); else other.close(); }; port1.onmessage = hear('i', port1); port2.addEventListener('message', hear('j', port2)); port2.start(); port1.postMessage(0); }
          const s1 = AbortSignal.any([a1.signal, a1.signal, c1.signal]); s1.onabort = () => log('s1 abort ' + why(s1.reason)); told('s1', scheduler.postTask(async () => { log('s1 ran'); await scheduler.yield(); log('s1 ' + s1.aborted); }, { signal: s1 })); 
          told('T1', Promise.try(async () => { log('T1'); return 1; }));
          log('g3 end');
        }; const f = e => { if (e.data === 'g3') { removeEventListener('message', f); run(); } }; addEventListener('message', f); postMessage('g3', '*'); }
        log('p1 end');
      }).postMessage('p1');
      log('g2 end');
    }; const f = e => { if (e.data === 'g2') { removeEventListener('message', f); run(); } }; addEventListener('message', f); postMessage('g2', '*'); }
    log('H1 end');
  c2.signal.onprioritychange = null; };
  log('g1 end');
}; const f = e => { if (e.data === 'g1') { removeEventListener('message', f); run(); } }; addEventListener('message', f); postMessage('g1', '*'); }
log('main end');
