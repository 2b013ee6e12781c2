// Members that Chromium has beside the specifications', and those that it does not have.
const t = (n, f) => { try { log(n, f()); } catch (e) { log(n, 'threw', e.name, e.message); } };
const J = x => JSON.stringify(x);
const D = (o, k) => { const d = Object.getOwnPropertyDescriptor(o, k); return d ? J(Object.fromEntries(Object.entries(d).map(([k, v]) => [k, typeof v === 'function' ? `${v.name}/${v.length}` : v]))) : 'none'; };

t('keys', () => Reflect.ownKeys(console).map(String).join());
t('mem', () => Object.prototype.toString.call(console.memory) + ' ' + Reflect.ownKeys(console.memory) + ' ' + Object.getPrototypeOf(console.memory).constructor.name + ' ' + (console.memory === console.memory) + ' ' + Reflect.ownKeys(Object.getPrototypeOf(console.memory)).map(String) + ' ' + D(console, 'memory') + ' ' + typeof MemoryInfo + (console.memory === performance.memory));
t('mem2', () => { const m = console.memory; return [typeof m.totalJSHeapSize, m.usedJSHeapSize <= m.totalJSHeapSize, m.jsHeapSizeLimit >= m.totalJSHeapSize] + ''; });
t('mem3', () => { console.memory = 1; return typeof console.memory; });
t('mem4', () => Object.getOwnPropertyDescriptor(console, 'memory').get.call({}) + '');
t('mem5', () => console.memory.totalJSHeapSize = 4);
t('ctx', () => { const c = console.context('n'); return typeof c + ' ' + Object.prototype.toString.call(c) + ' ' + Reflect.ownKeys(c).map(String).join() + ' ' + (Object.getPrototypeOf(c) === Object.prototype) + ' ' + Object.getPrototypeOf(c)?.constructor?.name + ' ' + D(c, 'log') + ' ' + (c.log === console.log) + c.log.name; });
t('ctx2', () => console.context() + ''); t('ctx3', () => console.context({}) + '');
t('ctxproto', () => { const p = Object.getPrototypeOf(console.context('x')); return Reflect.ownKeys(p).map(String).join() + ' ' + (Object.getPrototypeOf(p) === Object.prototype) + (Object.getPrototypeOf(console.context('x')) === p); });


t('task2', () => console.createTask()); t('task3', () => console.createTask('')); t('task4', () => console.createTask({}) ); t('task4b', () => console.createTask(1));
t('task5', () => console.createTask('x').run(() => 'ran')); t('task6', () => console.createTask('x').run()); t('task7', () => console.createTask('x').run(function () { 'use strict'; return this + ' ' + arguments.length; }, 1, 2)); t('task8', () => console.createTask('x').run(() => { throw new RangeError('q'); })); t('task9', () => { const { run } = console.createTask('x'); return run(() => 1); }); t('task10', () => console.createTask('x').run.call({}, () => 1)); t('task11', () => console.createTask('x').run({}));
t('cause', () => new DOMException('m', { name: 'X', cause: 4 }).cause); t('cause2', () => 'cause' in new DOMException('m', { name: 'X', cause: 4 })); t('de', () => new DOMException('m', {}).name);
t('ua', () => new MessageEvent('x').userActivation); t('ua2', () => new MessageEvent('x', { userActivation: null }).userActivation); t('ua4', () => Object.keys(MessageEvent.prototype).join());
t('q', () => { const q = new QuotaExceededError('m', { quota: 3, requested: 5 }); return [q.name, q.message, q.code, q.quota, q.requested, q instanceof DOMException, String(q), Object.prototype.toString.call(q)].join(); });
t('q0', () => { const q = new QuotaExceededError(); return [q.name, q.message, q.code, q.quota, q.requested].join(); });
t('q1', () => new QuotaExceededError('m', { quota: -1 })); t('q2', () => new QuotaExceededError('m', { requested: -1 })); t('q3', () => new QuotaExceededError('m', { quota: 3, requested: 1 })); t('q4', () => new QuotaExceededError('m', { quota: NaN })); t('q6', () => new QuotaExceededError('m', 3)); t('q7', () => Object.prototype.toString.call(structuredClone(new QuotaExceededError('m', { quota: 1 })))); t('q8', () => structuredClone(new QuotaExceededError('m', { quota: 1 })).quota); t('q9', () => new DOMException('m', 'QuotaExceededError').code + ' ' + (new DOMException('m', 'QuotaExceededError') instanceof QuotaExceededError)); t('q10', () => Object.keys(QuotaExceededError.prototype).join()); t('q11', () => D(QuotaExceededError.prototype, 'quota'));
t('res', () => performance.clearResourceTimings() + ' ' + performance.setResourceTimingBufferSize(3)); t('res2', () => performance.setResourceTimingBufferSize()); t('res3', () => performance.setResourceTimingBufferSize('x') + ''); t('res4', () => performance.onresourcetimingbufferfull);


t('pr2', () => { const p = Promise.resolve(); return new PromiseRejectionEvent('x', { promise: p }).promise === p; }); 
{ const { port1, port2 } = new MessageChannel(); port1.addEventListener('close', () => log('close event')); port1.onclose = () => log('onclose'); port1.start(); port2.close(); }
t('isT', () => Object.getOwnPropertyDescriptor(new Event('x'), 'isTrusted').get === Object.getOwnPropertyDescriptor(new Event('y'), 'isTrusted').get);
