// A rejection in a task is told of when the microtasks of its callback are over, before its result is settled, as in Chromium.
addEventListener('unhandledrejection', e => { log('unhandled ' + e.reason); e.preventDefault(); }); addEventListener('rejectionhandled', e => log('handled ' + e.reason));
onmessage = e => log('message ' + e.data);
const post = n => { setTimeout(() => log('timer ' + n)); postMessage(n, '*'); scheduler.postTask(() => log('task ' + n)); };
scheduler.postTask(() => { Promise.reject('a'); }).then(() => { log('a result'); post('a'); });
scheduler.postTask(() => { Promise.reject('b'); queueMicrotask(() => log('b microtask')); }).then(() => { log('b result'); post('b'); });
scheduler.postTask(() => { throw 'c'; }); scheduler.postTask(() => { Promise.reject('d'); throw 'd result'; }).finally(() => post('d'));
let e; scheduler.postTask(() => { e = Promise.reject('e'); }).then(() => { e.catch(() => log('e caught')); post('e'); });
let f; scheduler.postTask(() => { f = Promise.reject('f'); queueMicrotask(() => 0); }).then(() => { f.catch(() => log('f caught')); post('f'); });
let g; scheduler.postTask(() => { g = Promise.reject('g'); return new Promise(r => setTimeout(r)); }).then(() => { g.catch(() => log('g caught')); });
scheduler.postTask(async () => { await null; Promise.reject('h'); await null; log('h'); }).then(() => post('h'));
scheduler.postTask(() => { const c = new TaskController(); const p = scheduler.postTask(() => {}, { signal: c.signal }); c.abort('i'); }).then(() => post('i'));
scheduler.postTask(() => { Promise.reject('j'); return { then(f) { log('j then'); post('j'); f(); } }; }).then(() => log('j result'));
