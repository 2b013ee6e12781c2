// A timeout of nothing is a task at once, in its turn among timers, messages and tasks, as in Chromium.
const at = (n, ms = 0) => { AbortSignal.timeout(ms).onabort = () => log('at ' + n); };
at(1); setTimeout(() => log('t1')); scheduler.postTask(() => log('uv1')); at(2); setTimeout(() => log('t2')); scheduler.postTask(() => log('uv2')); scheduler.postTask(() => log('ub'), { priority: 'user-blocking' }); scheduler.postTask(() => log('bg'), { priority: 'background' }); const m = new MessageChannel(); m.port1.onmessage = () => log('m'); m.port2.postMessage(0); at(3);
setTimeout(() => { log('--'); setTimeout(() => log('a t1')); at('a'); setTimeout(() => log('a t2')); postMessage(0, '*'); at('b'); setTimeout(() => log('a t3'), 0); }, 150); onmessage = () => log('win');
setTimeout(() => { log('--'); let k = 0; const f = () => { log('n' + k); at('n' + k); if (k++ < 8) setTimeout(f); }; f(); }, 450);
setTimeout(() => { log('--'); let k = 0; const g = () => { const s = AbortSignal.timeout(0); s.onabort = () => { log('ch' + k); setTimeout(() => log('ch t')); if (k++ < 3) g(); }; }; g(); scheduler.postTask(() => log('uv'), { priority: 'user-visible' }); }, 600);
