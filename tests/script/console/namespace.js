// The console namespace object and its operations other than log.
const attributes = (o, k) => { const d = Object.getOwnPropertyDescriptor(o, k); return [k, d.writable, d.enumerable, d.configurable, typeof d.value].join(' '); };
log(attributes(globalThis, 'console'), '|', attributes(console, 'log'), '|', attributes(console, 'timeEnd'));
log(Object.keys(console).join());
const proto = Object.getPrototypeOf(console);
log(Reflect.ownKeys(proto).length, Object.getPrototypeOf(proto) === Object.prototype, String(console), console[Symbol.toStringTag]);
log(Object.getOwnPropertyDescriptor(console, Symbol.toStringTag).writable, Reflect.ownKeys(console).length, 'prototype' in console);
for (const k of Object.keys(console)) if (console[k].name !== k || console[k].length !== 0 || 'prototype' in console[k]) log('wrong', k, console[k].length);
try { new console.log(); } catch (e) { log(e.name); }
try { console(); } catch (e) { log(e.name); }
const { log: detached } = console;
detached('without a receiver');
log(attributes(globalThis, 'log'), '|', attributes(globalThis, 'done'), done());
log('a', 1, null, undefined, Symbol('s'), [1, [2]], { a: 1 }, 10n, -0);
try { log({ toString() { throw new RangeError('from toString'); } }); } catch (e) { log(e.message); }

console.group('outer'); console.log('one\ntwo'); console.group(); console.log('inner', { a: 'x'.repeat(40), b: 'y'.repeat(40) });
log('log() is not indented'); console.groupEnd(); console.groupCollapsed('%s!', 'collapsed'); console.log('in it'); console.groupEnd(); console.groupEnd(); console.groupEnd();
console.log('out'); console.group('cleared'); console.clear(); console.log('at the margin');

console.count(); console.count(); console.count('x'); console.count(undefined); console.countReset(); console.count(); console.count(null); console.count(5);
for (const f of ['count', 'countReset', 'time', 'timeLog', 'timeEnd']) {
  try { console[f]({ toString() { throw new RangeError(f); } }); } catch (e) { log(e.name, e.message); }
  try { console[f](Symbol()); } catch (e) { log(e.name); }
}
console.assert(true, 'not printed'); console.assert(1);
console.dir({ a: { b: { c: { d: { e: 1 } } } } }); console.dir({ a: { b: { c: { d: 1 } } } }, { depth: 0 }); console.dir('text'); console.dir({ a: { b: { c: { d: { e: 1 } } } } }, { depth: null });
console.dir({ a: { b: 1 } }, { get depth() { log('a getter ran'); } });
console.dirxml({ a: 1 }, 2); console.debug(); console.log();

console.table([{ a: 1, b: 'x' }, { a: 2, c: { z: 1 } }]); console.table([1, 'two', { a: 1 }]); console.table(new Map([['a', 1], ['b', { x: 1 }]])); console.table(new Set([1, { x: 2 }]));
console.table([[1, 2], [3, 4]]); console.table([{ a: 1, b: 2 }], ['b', 'zz']); console.table(5); console.table({ x: { a: 1 }, y: { a: 2 } }); console.table([]); console.table();
console.table([{ get a() { log('a getter ran'); } }, new Proxy({ b: 1 }, { get() { log('a trap ran'); }, ownKeys() { log('a trap ran'); } })]);
console.table(new Uint8Array([7, 8])); console.table('text'); console.table(null); console.table([null, undefined, 'a']);

// A program may break whatever it likes.
const keep = console.log;
Array.prototype[Symbol.iterator] = Array.prototype.join = Array.prototype.push = String.prototype.slice = String.prototype.indexOf = Map.prototype.get = Object.getOwnPropertyDescriptor = Reflect.ownKeys = () => { throw new Error('broken'); };
Object.defineProperty(Array.prototype, '0', { set() { throw new Error('setter'); }, configurable: true });
Object.defineProperty(Object.prototype, 'depth', { value: 0, configurable: true });
Object.defineProperty(Object.prototype, 'get', { value: () => { throw new Error('get'); }, configurable: true });
Symbol = Map = Reflect = Object = Array = undefined;
keep('%s still %o', 'prints', { a: [1, , { b: { c: {} } }], m: 'text' }, 5);
