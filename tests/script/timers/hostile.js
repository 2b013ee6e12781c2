// Nothing that a program does to built-ins reaches the timers, messages and clones.
const say = log;
const { ownKeys, defineProperty } = Reflect;
const spoil = (object, keys, complaint) => {
  for (let i = 0; i < keys.length; i++)
    if (keys[i] !== 'constructor')
      try { defineProperty(object, keys[i], { __proto__: null, get() { say(complaint, typeof keys[i] === 'symbol' ? 'symbol' : keys[i]); }, set() { say(complaint, 'set', keys[i]); }, configurable: true }); } catch { }
};
const targets = [Array, Map, Set, WeakMap, Date, RegExp, ArrayBuffer, Promise, Uint8Array, String];
const names = ['FAIL Array', 'FAIL Map', 'FAIL Set', 'FAIL WeakMap', 'FAIL Date', 'FAIL RegExp', 'FAIL ArrayBuffer', 'FAIL Promise', 'FAIL Uint8Array', 'FAIL String'];
for (let i = 0; i < targets.length; i++)
  spoil(targets[i].prototype, ownKeys(targets[i].prototype), names[i]);
spoil(Array.prototype, ['0', '1', '2', '3'], 'FAIL index');
spoil(Object.prototype, ['value', 'get', 'set', 'enumerable', 'configurable', 'writable', 'how', 'done', 'next', 'handler', 'callback', 'wrapper', 'capture', 'once', 'passive', 'signal'], 'FAIL property');
Function.prototype.call = Function.prototype.apply = Function.prototype.bind = null;
Reflect.apply = Reflect.construct = Object.keys = Array.isArray = Math.floor = Math.max = null;
globalThis.Map = globalThis.Uint8Array = globalThis.Error = globalThis.MessageEvent = globalThis.DOMException = globalThis.Date = null;
delete globalThis.MessagePort;

setTimeout((a, b) => say('timer', a, b), 1, 1, 2);
requestAnimationFrame(() => say('frame'));
requestIdleCallback(() => say('idle'));
const c = new MessageChannel();
c.port1.onmessage = e => say('message', e.data.x, e.ports.length);
c.port2.postMessage({ x: 1, y: undefined });
const clone = structuredClone({ a: { b: { c: 3 } }, d: 4 });
say(clone.a.b.c, clone.d);
performance.mark('m'); say(performance.measure('n', 'm').entryType);
queueMicrotask(() => say('microtask'));
