// seed 604, errors
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
const c3 = new TaskController({ priority: 'user-visible' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
try {
  log('main aborts a1'); a1.abort('r');
  c2.signal.addEventListener('prioritychange', () => {
    log('e1 start');
    told('f1', (async () => {
      log('f1 start');
      bus.addEventListener('e2', () => {
        log('e2 start');
        told('e2 y1', scheduler.yield());
        bus.addEventListener('x1', () => { log('x1'); throw 'thrown'; }); bus.dispatchEvent(new Event('x1')); log('x1 dispatched');
        set('e2 c3', c3, 'user-visible');
        queueMicrotask(async () => {
          log('q1 start');
          queueMicrotask(() => { log('x2'); throw new DOMException("", "DataError"); });
          log('q1 end');
        });
        log('e2 end');
      }); bus.dispatchEvent(new Event('e2')); log('f1 dispatched e2');
      log('f1 end');
    })());
    log('e1 end');
  }, { once: true });
} catch (e) { log('main caught ' + why(e)); } finally { log('main finally'); }
log('main end');
