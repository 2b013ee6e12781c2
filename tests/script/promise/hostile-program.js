// Built-ins that a program overwrites or deletes: promises and async functions go on. Setters on Object.prototype see nothing.
const L = log, SI = Symbol.iterator, define = Object.defineProperty, keys = Object.keys, P = Promise, AP = Array.prototype;
async function* g() { try { yield 1; yield* 'ab'; } finally { await 0; } }
async function f() { let s = 0; for await (const x of g()) s = s + x; return s; }
const GP = Object.getPrototypeOf(function* () {}).prototype;
const spied = ['value', 'done', 'next', 'kind', 'state', 'target', 'first', 'promise', 'status', 'reason'];
for (const k of spied) define(Object.prototype, k, { __proto__: null, configurable: true, set() { L('setter of ' + k); } });
for (const k of ['writable', 'enumerable', 'get']) define(Object.prototype, k, { __proto__: null, configurable: true, get() { L('getter of ' + k); } });
GP.next = GP.throw = GP.return = () => { L('next'); };
AP[SI] = function () { L('iterator'); throw 'iterator'; };
AP.push = AP.shift = AP.slice = AP.map = () => { L('array method'); };
Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { L('call'); };
Reflect.apply = Reflect.construct = Reflect.defineProperty = Object.create = Object.freeze = () => { L('reflect'); };
Array.from = () => { L('from'); };
globalThis.TypeError = globalThis.Promise = globalThis.Symbol = undefined;
f().then(v => L('f ' + v));
P.all(5).catch(e => L('all ' + e.message));
P.allSettled('ab').then(v => L('settled ' + v.length + v[0].status + v[1].value));
P.any('').catch(e => L('any ' + e.errors.length));
new P(() => { throw 'x'; }).catch(e => L('thrown ' + e));
P.resolve(1).finally(() => 2).then(v => L('finally ' + v));
(async () => { try { await P.reject(3); } catch (e) { L('caught ' + e); } L('same ' + typeof await { get then() { return undefined; } }); })();
