// seed 305, promises
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
told('f1', (async () => {
  log('f1 start');
  log('f1 awaited ' + await new Promise(f => queueMicrotask(f)));
  told('b1 all', Promise.all([scheduler.postTask(() => 't'), Promise.resolve('p')]));
  log('f1 end');
})());
told('n1', scheduler.yield().finally(() => {
  log('n1 start');
  told('n1 w1', Promise.resolve(null));
  told('n1 w2', Promise.resolve(null));
  log('n1 end');
}));
told('n2', Promise.resolve().finally(() => {
  log('n2 start');
  told('n3', Promise.resolve().finally(() => {
    log('n3 start');
    told('n3 w3', Promise.resolve((async () => 'a')()));
    { const o = slow('o1', 2); told('o1', o.next().then(r => r.value)); told('o1 return', o.return('e').then(r => r.value)); }
    told('f2', (async () => {
      log('f2 start');
      for await (const x of slow('o2', 2)) { log('f2 ' + x); }
      log('f2 end');
    })());
    told('n3 w4', new Promise(f => f(thenable('h7'))));
    log('n3 end');
  }));
  log('n2 end');
}));
log('main end');
