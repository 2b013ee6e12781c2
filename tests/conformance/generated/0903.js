// seed 903, frames
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
const c1 = new TaskController();
const c2 = new TaskController({ priority: 'user-visible' });
const c3 = new TaskController({ priority: 'background' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
requestAnimationFrame(async () => {
  log('r1 start');
  requestAnimationFrame(() => {
    log('r2 start');
    requestAnimationFrame(() => {
      log('r3 start');
      log('r3 mark k1');
      log('r3 end');
    });
    told('r2 y1', scheduler.yield());
    requestAnimationFrame(() => {
      log('r4 start');
      told('n1', scheduler.yield().finally(async () => {
        log('n1 start');
        requestAnimationFrame(() => {
          log('r5 start');
          told('r5 y2', scheduler.yield());
          log('r5 end');
        });
        log('n1 end');
      }));
      log('r4 end');
    });
    log('r2 end');
  });
  log('r1 end');
});
log('main end');
