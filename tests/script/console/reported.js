// What the message of the error event says of whatever is reported and thrown.
onerror = (m, u, l, c, e) => { log(JSON.stringify(m).slice(0, 120)); return true; };
reportError(new DOMException('m', 'AbortError'));
reportError(new Date(0)); reportError(/re/); reportError(new String('s')); reportError(new Number(1)); reportError(new Boolean(true)); reportError(Object(1n)); reportError(Object(Symbol('q')));
reportError(new Uint8Array(2)); reportError(new ArrayBuffer(2)); reportError(new Set()); reportError(new WeakMap()); reportError(function* () {}()); reportError(Math); reportError(JSON); reportError(globalThis); reportError(arguments0());
function arguments0() { return (function () { return arguments; })(1, 2); }
reportError(Object.create(null)); reportError({ __proto__: null, [Symbol.toStringTag]: 'T' }); reportError({ __proto__: { constructor: null } });reportError({ constructor: class Foo {} });
reportError({ get constructor() { return class Foo {}; } });reportError({ toString: null });reportError({ toString: 1, [Symbol.toStringTag]: 'T' });reportError({ toString: Error.prototype.toString }); reportError({ toString: Error.prototype.toString, message: 'mm' }); reportError({ toString: Error.prototype.toString, name: 'nn' });reportError({ toString: Error.prototype.toString, name: '', message: '' });
{ const e = new Error('ee'); Object.defineProperty(e, 'name', { get() { return 'got'; } }); reportError(e); }
{ const e = new Error('ee'); Object.defineProperty(e, 'message', { get() { return 'got'; } }); reportError(e); }
{ const e = new Error('ee'); e.name = undefined; reportError(e); }
{ const e = new Error('ee'); e.name = null; reportError(e); }
{ const e = new Error('ee'); e.name = { a: 1 }; reportError(e); }
{ const e = new Error('ee'); e.name = Symbol('s'); reportError(e); }
{ const e = new Error('ee'); e.message = undefined; reportError(e); }
{ const e = new Error('ee'); e.message = [1]; reportError(e); }
{ const e = new Error('ee'); Object.setPrototypeOf(e, null); reportError(e); }
{ const e = new Error('ee'); e.toString = () => 'mine'; reportError(e); setTimeout(() => { throw e; }); }
class E2 extends Error { get name() { return 'E2name'; } } reportError(new E2('x')); setTimeout(() => { throw new E2('x'); });
class E3 extends Error { name = 'E3own'; } reportError(new E3('x'));
class E4 extends Error { toString() { return 'E4str'; } } reportError(new E4('x')); setTimeout(() => { throw new E4('x'); });
reportError(class A {}); reportError(() => 1); reportError(async () => {}); reportError(new Proxy({}, {})); reportError(new Proxy([], {})); reportError(new Proxy(() => 1, {}));
{ const f = () => 1; f.toString = () => 'ft'; reportError(f); setTimeout(() => { throw f; }); }
reportError(-0); reportError(1e21); reportError(NaN); reportError(undefined); reportError(true); reportError(Symbol()); reportError('x'.repeat(5));
setTimeout(() => { throw new Date(0); }); setTimeout(() => { throw []; }); setTimeout(() => { throw [1, [2]]; }); setTimeout(() => { throw { toString: null }; }); setTimeout(() => { throw { toString() { throw 1; } }; }); setTimeout(() => { throw Symbol('t'); }); setTimeout(() => { throw new Proxy({}, {}); }); setTimeout(() => { throw new Proxy(new Error('pe'), {}); }); setTimeout(() => { throw { [Symbol.toPrimitive]: () => 'prim' }; }); setTimeout(() => { throw { name: 'N', message: 'M' }; }); setTimeout(() => { throw function named() {}; });
setTimeout(() => { throw { get toString() { log('asked'); return () => 'getter'; } }; });
