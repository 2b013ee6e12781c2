// Properties of the built-in objects: attributes, names, lengths, what can be constructed.
addEventListener('unhandledrejection', e => e.preventDefault());
const show = (o, k) => { const d = Object.getOwnPropertyDescriptor(o, k); if (!d) return 'none'; const f = 'value' in d ? d.value : d.get; return ('value' in d ? (d.writable ? 'w' : '-') : 'a') + (d.enumerable ? 'e' : '-') + (d.configurable ? 'c' : '-') + (typeof f === 'function' ? ' ' + f.name + '/' + f.length : ' ' + (typeof f === 'object' && f ? Object.prototype.toString.call(f) : String(f))); };
const isC = f => { try { Reflect.construct(Object, [], f); return true; } catch { return false; } };
const keys = o => Reflect.ownKeys(o).map(String).sort().join(' ');
log('global ' + show(globalThis, 'Promise'));
for (const [n, o] of [['Promise', Promise], ['Promise.prototype', Promise.prototype]]) for (const k of Reflect.ownKeys(o).sort((a, b) => String(a) < String(b) ? -1 : 1)) {
  const d = Object.getOwnPropertyDescriptor(o, k), f = d.value || d.get;
  log(n + ' ' + String(k) + ' ' + show(o, k).replace('[object Promise]', 'proto') + (typeof f === 'function' ? ' ' + isC(f) + ' ' + keys(f).slice(0, 40) + ' ' + (Object.getPrototypeOf(f) === Function.prototype) + ' ' + show(f, 'name') + ' ' + show(f, 'length') : ''));
}
log(Object.getPrototypeOf(Promise) === Function.prototype, Object.getPrototypeOf(Promise.prototype) === Object.prototype, Promise.prototype.constructor === Promise, Object.isExtensible(Promise), Object.prototype.toString.call(new Promise(() => {})), Object.prototype.toString.call(Promise));
let rs; new Promise((a, b) => rs = [a, b]);
for (const f of rs) log('resolving ' + JSON.stringify(f.name) + f.length + isC(f) + keys(f) + show(f, 'name') + show(f, 'length') + Object.isExtensible(f) + (Object.getPrototypeOf(f) === Function.prototype));
let ex; function NP(e) { ex = e; e(() => {}, () => {}); } NP.resolve = x => x;
Promise.resolve.call(NP, 1);
log('capability executor ' + JSON.stringify(ex.name) + ex.length + isC(ex) + keys(ex));
for (const m of ['all', 'allSettled', 'any', 'race']) { let fs; const th = { then(a, b) { fs = [a, b]; } }; function C(e) { e(() => {}, () => {}); } C.resolve = () => th; Promise[m].call(C, [1]); log(m + ' elements ' + fs.map(f => JSON.stringify(f.name) + f.length + isC(f) + keys(f)).join(' ; ')); }
let fin; const o = { then(a, b) { fin = [a, b]; return 5; }, constructor: Promise }; log(Promise.prototype.finally.call(o, () => {}), fin.map(f => JSON.stringify(f.name) + f.length + isC(f)).join(' ; ')); log(Promise.prototype.finally.call(o, 7), fin.join());
{ let inner; const p = Promise.resolve(1); p.then = function (a, b) { inner = [a, b]; return Promise.prototype.then.call(this, a, b); }; class Q extends Promise { then(...a) { log('Q.then ' + a.length + ' ' + a.map(f => f && (JSON.stringify(f.name) + f.length))); return super.then(...a); } } Q.resolve(3).finally(() => 1); }
const AF = Object.getPrototypeOf(async function () {}).constructor, AGF = Object.getPrototypeOf(async function* () {}).constructor;
for (const [n, F] of [['AF', AF], ['AGF', AGF]]) { log(n, F.name, F.length, Object.getPrototypeOf(F) === Function, keys(F), show(F, 'prototype'), show(F, 'length'), show(F, 'name'), isC(F)); const P = F.prototype; log(keys(P), show(P, Symbol.toStringTag), show(P, 'constructor'), Object.getPrototypeOf(P) === Function.prototype, Object.isExtensible(P)); }
const AGP = AGF.prototype.prototype, AIP = Object.getPrototypeOf(AGP);
log(keys(AGP), show(AGP, 'constructor'), show(AGP, Symbol.toStringTag), ['next', 'return', 'throw'].map(k => show(AGP, k) + isC(AGP[k])).join(), show(AGF.prototype, 'prototype'));
log(show(AIP, Symbol.asyncIterator), Object.getPrototypeOf(AIP) === Object.prototype, AIP[Symbol.asyncIterator].call(7));
const f1 = async function (a, b = 1, c) {}, f2 = async (a, b) => {}, f3 = async function* (x) {}; async function f4(a, b) {} async function* f5(a) {}
for (const f of [f1, f2, f3, f4, f5]) log(f.name, f.length, isC(f), 'prototype' in f, keys(f), show(f, 'prototype'), show(f, 'name'), show(f, 'length'), Object.prototype.toString.call(f), f.constructor.name, Object.getPrototypeOf(f) === (f.prototype ? AGF : AF).prototype);
log(Object.getPrototypeOf(f5.prototype) === AGP, keys(f5.prototype), Object.getPrototypeOf(f5()) === f5.prototype); f5.prototype = null; log(Object.getPrototypeOf(f5()) === AGP); f5.prototype = { z: 1 }; log(f5().z);
log(show(Array, 'fromAsync'), Array.fromAsync ? isC(Array.fromAsync) : '');
