// seed 406, loop
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
const c3 = new TaskController({ priority: 'user-visible' });
const a1 = new AbortController();
watch('c1.signal', c1.signal);
watch('c2.signal', c2.signal);
watch('c3.signal', c3.signal);
watch('a1.signal', a1.signal);
port(async d => {
  log('p1 start');
  told('t1', scheduler.postTask(() => {
    log('t1 start');
    setTimeout(async () => {
      log('m1 start');
      { let n = 0; const id = setInterval(() => { log('v1 ' + ++n); if (n === 2) clearInterval(id); }, 0); }
      told('t2', scheduler.postTask(() => {
        log('t2 start');
        told('f1', (async () => {
          log('f1 start');
          log('f1 mark k1');
          log('f1 mark k2');
          log('f1 end');
        })());
        port(async d => {
          log('p2 start');
          log('p2 mark k3');
          log('p2 mark k4');
          log('p2 mark k5');
          log('p2 mark k6');
          log('p2 end');
        }).postMessage('p2');
        told('t2 y1', scheduler.yield());
        log('t2 end');
        throw new RangeError('x');
      }, {}));
      log('m1 end');
    }, 0);
    told('f2', (async () => {
      log('f2 start');
      setTimeout(async () => {
        log('m2 start');
        told('t3', scheduler.postTask(async () => {
          log('t3 start');
          log('t3 mark k7');
          log('t3 end');
        }, { priority: 'user-visible' }));
        setTimeout(async () => {
          log('m3 start');
          log('m3 mark k8');
          log('m3 mark k9');
          log('m3 end');
        }, 0);
        log('m2 end');
      }, 0);
      log('f2 end');
    })());
    log('t1 end');
  }, { priority: 'user-blocking', signal: c2.signal }));
  log('p1 end');
}).postMessage('p1');
log('main end');
