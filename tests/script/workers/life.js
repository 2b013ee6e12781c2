// How workers begin, end and fail.
const seen = (name, worker) => {
  worker.onmessage = ({ data }) => log (name, 'says', data);
  worker.onerror = event => {
    log (name, event.type, event instanceof ErrorEvent, event.message, event.filename, event.lineno, event.colno, event.error, event.cancelable);
    event.preventDefault ();
  };
  worker.onmessageerror = () => log (name, 'messageerror');
  return worker;
};

log (Worker.name, Worker.length, Object.keys (Worker.prototype).join (), Object.getPrototypeOf (Worker) === EventTarget);
for (const f of [() => Worker ('x'), () => new Worker (), () => new Worker ('1;', { type: 'other' })])
  try { f (); } catch (e) { log (e.name, e.message); }

seen ('globals', new Worker (function () {
  postMessage ([self === globalThis, typeof window, typeof Window, typeof requestIdleCallback, typeof requestAnimationFrame, typeof scheduler.postTask,
                typeof setTimeout, typeof structuredClone, typeof MessageChannel, `${self}`, self instanceof DedicatedWorkerGlobalScope,
                self instanceof WorkerGlobalScope, self instanceof EventTarget, name, typeof importScripts, typeof close, this === undefined || this === self,
                typeof AsyncLock, typeof Worker]);
}, { name: 'the name' }));

// A worker hears nothing before its script is over, and then everything, in order.
const early = seen ('early', new Worker (`let n = 0; addEventListener ('message', e => postMessage ([n++, e.data])); postMessage ('ready'); queueMicrotask (() => postMessage ('microtask'));`));
early.postMessage ('a');
early.postMessage ('b');

// The task in which it closes goes on.
const closing = seen ('closing', new Worker (() => {
  onmessage = () => postMessage ('never');
  setTimeout (() => postMessage ('never'), 1);
  close ();
  postMessage ('still here');
  queueMicrotask (() => postMessage ('and a microtask'));
}));
closing.postMessage (1);

const ticking = seen ('ticking', new Worker (`let n = 0; setInterval (() => postMessage (++n), 10);`));
setTimeout (() => ticking.terminate (), 25);

// One that is suspended or computes can be terminated as well.
const waiting = seen ('waiting', new Worker (`onmessage = ({ data }) => { postMessage ('waits'); Atomics.wait (data, 0, 0); postMessage ('never'); };`));
const cell = new Int32Array (new SharedArrayBuffer (4));
waiting.postMessage (cell);
setTimeout (() => { waiting.terminate (); log ('terminated'); }, 30);

const spinning = seen ('spinning', new Worker (`onmessage = ({ data }) => { for (;;) { try { while (Atomics.load (data, 0) === 0); } catch { } finally { } } };`));
spinning.postMessage (cell);
setTimeout (() => spinning.terminate (), 35);

// Errors
seen ('syntax', new Worker ('let a = ;'));
seen ('throws', new Worker ('\n  null.x;'));
seen ('missing', new Worker ('missing.js'));
seen ('data', new Worker ('data:text/javascript;base64,cG9zdE1lc3NhZ2UgKCfDpCcp'));
seen ('later', new Worker (`onerror = (message, file, line) => { postMessage ([message, line]); return line === 2; };
  setTimeout (() => { throw new TypeError ('handled'); });
  \n setTimeout (() => { throw new TypeError ('not handled'); });`));
seen ('rejects', new Worker (`onunhandledrejection = e => { postMessage (String (e.reason)); e.preventDefault (); }; Promise.reject (5);`));
seen ('imports', new Worker (`try { importScripts ('life.js.nowhere'); } catch (e) { postMessage ([e.name, e.code]); } importScripts ('data:,var x=3'); postMessage (x);`));
seen ('nested', new Worker (() => {
  const inner = new Worker (`postMessage ('from within'); throw new Error ('inner');`);
  inner.onmessage = e => postMessage (e.data);
}));
seen ('async', new Worker (async function () {
  await scheduler.yield ();
  await new Promise (resolve => setTimeout (resolve, 1));
  postMessage (await scheduler.postTask (async () => 'awaited', { priority: 'background' }));
}));
