// What throws, and what rejects.
addEventListener('unhandledrejection', e => e.preventDefault());
const t = (n, f) => { try { log(n, 'no throw', f()); } catch (e) { log(n, e && e.constructor ? e.constructor.name : e); } };
const r = (n, f) => { try { f().then(v => log(n, 'fulfilled', v), e => log(n, 'rejected', e && e.constructor ? e.constructor.name : e)); } catch (e) { log(n, 'threw', e.constructor.name); } };
t('call', () => Promise(() => {})); t('new none', () => new Promise()); t('new obj', () => new Promise({}));
t('executor checked first', () => Reflect.construct(Promise, [1], new Proxy(function () {}, { get(o, k) { throw new RangeError(k); } })));
t('prototype get', () => Reflect.construct(Promise, [() => {}], new Proxy(function () {}, { get(o, k) { throw new RangeError(k); } })));
t('prototype gets', () => { const l = []; Reflect.construct(Promise, [() => l.push('exec')], new Proxy(function () {}, { get(o, k) { l.push(k); } })); return l.join(); });
for (const m of ['resolve', 'reject', 'all', 'race', 'any', 'allSettled', 'withResolvers', 'try']) { for (const v of [undefined, 1, {}, eval, () => {}]) if (Promise[m]) t(m + ' ' + typeof v, () => { const x = Promise[m].call(v, []); return typeof x; }); }
for (const v of [undefined, null, 1, {}, function () {}]) { t('then', () => Promise.prototype.then.call(v)); t('catch', () => Promise.prototype.catch.call(v)); t('finally', () => Promise.prototype.finally.call(v)); }
t('then ctor', () => { const p = new Promise(() => {}); p.constructor = 1; return p.then(); }); t('then ctor undef', () => { const p = new Promise(() => {}); p.constructor = undefined; return p.then() instanceof Promise; });
t('species null', () => { const p = new Promise(() => {}); p.constructor = { [Symbol.species]: null }; return p.then() instanceof Promise; }); t('species bad', () => { const p = new Promise(() => {}); p.constructor = { [Symbol.species]: () => {} }; return p.then(); });
t('finally species bad', () => { const p = new Promise(() => {}); p.then = () => 'then called'; p.constructor = { [Symbol.species]: parseInt }; return p.finally(); });
t('executor twice', () => Promise.resolve.call(function (e) { e(() => {}, () => {}); e(() => {}, () => {}); }, 1));
t('executor twice undefined', () => { Promise.resolve.call(function (e) { e(); e(() => {}, () => {}); }, 1); return 'ok'; });
t('executor not callable', () => Promise.resolve.call(function (e) { e(1, () => {}); }, 1)); t('executor none', () => Promise.resolve.call(function (e) {}, 1));
r('all none', () => Promise.all()); r('all 1', () => Promise.all(1)); r('all err', () => Promise.all({ get [Symbol.iterator]() { throw new RangeError; } })); r('all it', () => Promise.all({ [Symbol.iterator]: () => 1 })); r('all next', () => Promise.all({ [Symbol.iterator]: () => ({}) })); r('any []', () => Promise.any([])); r('any str', () => Promise.any('ab')); r('race', () => Promise.race('z'));
r('reject', () => Promise.reject(4)); r('self', () => { let x; const p = new Promise(y => x = y); x(p); return p; });
r('async param', () => (async (a = (() => { throw new RangeError; })()) => {})()); t('ag param', () => (async function* (a = (() => { throw new RangeError; })()) {})()); r('ag bad this', () => (async function* () {})().next.call({}));
r('await getter', () => (async () => { const p = Promise.resolve(1); Object.defineProperty(p, 'constructor', { get() { throw new URIError; } }); try { await p; } catch (e) { log('caught ' + e.name); throw e; } })());
r('await then getter', () => (async () => { await { get then() { throw new EvalError; } }; })());
r('for await undefined', () => (async () => { for await (const x of undefined); })()); r('for await obj', () => (async () => { for await (const x of {}); })());
{ const l = []; const it = { [Symbol.iterator]() { return { next() { l.push('next'); return { done: false, value: 1 }; }, return() { l.push('return'); return {}; } }; } }; class P extends Promise { static resolve() { throw new RangeError; } } P.all(it).catch(e => log('closed', l.join(), e.name)); }
{ const l = []; const it = { [Symbol.iterator]() { return { get next() { l.push('get next'); return () => { l.push('next'); throw new URIError; }; }, return() { l.push('return'); return {}; } }; } }; Promise.all(it).catch(e => log('not closed', l.join(), e.name)); }
{ const l = []; const C = Promise; const d = Object.getOwnPropertyDescriptor(Promise, 'resolve'); let n = 0; Object.defineProperty(Promise, 'resolve', { configurable: true, get() { n++; return d.value; } }); Promise.all([1, 2, 3]); Promise.any([1, 2]); Promise.race([1]); Promise.allSettled([]); log('resolve got ' + n); Object.defineProperty(Promise, 'resolve', d); }
{ const p = Promise.resolve(1); let n = 0, m = 0; Object.defineProperty(p, 'then', { get() { n++; return Promise.prototype.then; } }); Object.defineProperty(p, 'constructor', { get() { m++; return Promise; } }); Promise.all([p]); log('then ' + n + ' constructor ' + m); Promise.resolve(p); log(n, m); (async () => await p)(); log(n, m); new Promise(r => r(p)).then(() => log('adopted', n, m)); log(n, m); p.finally(() => {}); log(n, m); }
