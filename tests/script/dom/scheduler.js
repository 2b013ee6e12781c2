// Scheduler: bad arguments reject, options are read in order, results settle.
const attempt = (what, promise) => promise.then(v => log(what, 'resolved', String(v)), e => log(what, e && e.name || String(e)));
const p = Scheduler.prototype, f = () => 'ran';

attempt('no arguments', scheduler.postTask()); attempt('a number', scheduler.postTask(5)); attempt('an object', scheduler.postTask({ handleEvent() {} }));
attempt('bad this', p.postTask.call({}, f)); attempt('no this', p.postTask.call(undefined, f)); attempt('bad this of yield', p.yield.call({})); attempt('prototype', p.postTask(f));
attempt('options are a number', scheduler.postTask(f, 5)); attempt('options are null', scheduler.postTask(f, null)); attempt('options are a function', scheduler.postTask(f, () => {}));
attempt('priority null', scheduler.postTask(f, { priority: null })); attempt('priority unknown', scheduler.postTask(f, { priority: 'x' })); attempt('priority object', scheduler.postTask(f, { priority: { toString: () => 'background' } }));
attempt('priority __proto__', scheduler.postTask(f, { priority: '__proto__' }));
attempt('signal null', scheduler.postTask(f, { signal: null })); attempt('signal object', scheduler.postTask(f, { signal: {} })); attempt('signal is a controller', scheduler.postTask(f, { signal: new AbortController() }));
for (const delay of [null, undefined, 0.9, -0.9, '0', -0, true, 2 ** 53 - 1]) { if (delay === 2 ** 53 - 1) { const c = new AbortController(); attempt('delay ' + delay, scheduler.postTask(f, { delay, signal: c.signal })); c.abort(); } else attempt('delay ' + String(delay), scheduler.postTask(f, { delay })); }
for (const delay of [-1, NaN, Infinity, 2 ** 53, {}, Symbol(), 1n]) attempt('delay ' + String(delay), scheduler.postTask(f, { delay }));
attempt('getter throws', scheduler.postTask(f, { get delay() { throw new RangeError(); } }));
attempt('aborted', scheduler.postTask(f, { signal: AbortSignal.abort('why') })); attempt('bad callback first', scheduler.postTask(1, { get delay() { log('never'); } }));
attempt('a class', scheduler.postTask(class {})); attempt('a proxy', scheduler.postTask(new Proxy(f, {}))); attempt('throws', scheduler.postTask(() => { throw 'thrown'; }));
attempt('a promise', scheduler.postTask(() => Promise.resolve('inner'))); attempt('a thenable', scheduler.postTask(() => ({ then(r) { r('thenable'); } })));
attempt('a bad thenable', scheduler.postTask(() => ({ get then() { throw 'getter'; } })));
attempt('async', scheduler.postTask(async () => { await null; return 'async'; }));

const order = []; const options = {};
for (const k of ['signal', 'priority', 'delay']) Object.defineProperty(options, k, { get() { order.push(k); } }); scheduler.postTask(f, options); log(order.join(' '));
scheduler.postTask(function () { 'use strict'; log('this', this, arguments.length); }); scheduler.postTask(function () { log('sloppy', this === globalThis); });

// Abort of the own signal rejects and the callback goes on; slots are not mixed up by what it posts.
{
  const c = new TaskController();
  attempt('own abort', scheduler.postTask(() => { c.abort('own'); attempt('posted meanwhile', scheduler.postTask(() => 'other')); return 'ignored'; }, { signal: c.signal }));
  const d = new TaskController(); attempt('own abort and throw', scheduler.postTask(() => { d.abort('own'); throw 'ignored'; }, { signal: d.signal }));
}
{
  const c = new AbortController(); for (let i = 0; i < 3; i++) attempt('queued ' + i, scheduler.postTask(() => log('must not run'), { signal: c.signal, delay: i }));
  c.abort('together'); attempt('after', scheduler.postTask(f, { signal: c.signal }));
}
scheduler.postTask(async () => { log('yield', await scheduler.yield(), await scheduler.yield({ priority: 'nonsense' })); });
{
  const c = new TaskController({ priority: 'background' });
  scheduler.postTask(async () => { const y = scheduler.yield(); attempt('yield aborted', y); c.abort('stop'); attempt('yield after abort', scheduler.yield()); }, { signal: c.signal }).catch(e => log('its task', e));
}
for (const priority of ['background', 'user-visible', 'user-blocking']) scheduler.postTask(() => log(priority), { priority });
