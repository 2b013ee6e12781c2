// seed 304, promises
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
const c2 = new TaskController({ priority: 'background' });
const c3 = new TaskController({ priority: 'background' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
log('main mark k1');
try {
  told('main w1', Promise.resolve((async () => 'a')()));
  told('main w2', Promise.resolve(Promise.resolve().then(() => Promise.resolve(1))));
  told('t1', scheduler.postTask(async () => {
    log('t1 start');
    log('t1 awaited ' + await thenable('h3'));
    told('t1 w3', new Promise(f => f(thenable('h4'))));
    log('t1 end');
  }, { priority: 'background', signal: a1.signal }));
} catch (e) { log('main caught ' + why(e)); } finally { log('main finally'); }
told('main w4', Promise.resolve(new Promise(f => queueMicrotask(f))));
told('f1', (async () => {
  log('f1 start');
  told('b1 race', Promise.race([Promise.reject('n'), scheduler.yield()]));
  for (const x of count('i1', 0)) { log('f1 ' + x); await scheduler.yield(); if (x === 'i11') break; }
  told('b2 race', Promise.race([Promise.reject('n'), Promise.resolve('p')]));
  log('f1 end');
})());
log('main end');
