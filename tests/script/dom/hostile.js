// A program that breaks every built-in it can reach does not break events, signals and tasks.
const { defineProperty, ownKeys, getPrototypeOf } = Reflect;
const saved = { log };
const text = x => `${x}`;
const bad = () => { throw new Error('touched'); };
const kept = ['constructor', 'length', 'caller', 'arguments', 'prototype', 'name'];
const builtins = [Array.prototype, Map.prototype, Set.prototype, WeakMap.prototype, Function.prototype, String.prototype, getPrototypeOf([][Symbol.iterator]()), getPrototypeOf(getPrototypeOf([][Symbol.iterator]()))];
const members = ['get', 'set', 'value', 'writable', 'enumerable', 'priority', 'signal', 'delay', 'once', 'capture', 'bubbles', 'detail', 'handleEvent', 'wrapper', 'listeners', 'items', 'name', 'cause'];
const found = [];
for (let i = 0; i < builtins.length; i++) { found[i] = ownKeys(builtins[i]); }
for (const k of ['apply', 'construct', 'ownKeys', 'getOwnPropertyDescriptor', 'setPrototypeOf', 'get', 'set', 'has']) Reflect[k] = bad;
Object.setPrototypeOf(TaskSignal, null); Object.setPrototypeOf(TaskController, bad); Object.setPrototypeOf(AbortSignal, bad); Object.setPrototypeOf(CustomEvent, bad);
for (const k of ['create', 'defineProperty', 'setPrototypeOf', 'freeze', 'keys']) Object[k] = bad;
globalThis.Error = globalThis.TypeError = globalThis.Promise = globalThis.EventTarget = globalThis.Event = globalThis.DOMException = undefined;
const attributes = { __proto__: null, value: bad, writable: true, configurable: true };
const accessors = { __proto__: null, get: bad, set: bad, configurable: true };
for (let i = 0; i < builtins.length; i++)
  nextKey: for (let j = 0; j < found[i].length; j++) {
    for (let n = 0; n < 6; n++) if (found[i][j] === kept[n]) continue nextKey;
    try { defineProperty(builtins[i], found[i][j], attributes); } catch { }
  }
for (let i = 0; i < 18; i++) defineProperty(Object.prototype, members[i], accessors);
for (let i = 0; i < 3; i++) defineProperty(Array.prototype, i, accessors);

const c = new TaskController(({ __proto__: null, priority: 'background' })); const s = c.signal;
s.addEventListener('abort', e => saved.log('abort ' + text(e.isTrusted)), ({ __proto__: null, once: true })); s.onprioritychange = e => saved.log('change ' + e.previousPriority);
scheduler.postTask(() => saved.log('first'), ({ __proto__: null, signal: s })); scheduler.postTask(() => saved.log('second'), ({ __proto__: null, delay: 1 }));
c.setPriority('user-blocking'); scheduler.postTask(() => { c.abort('r'); saved.log('reason ' + s.reason); });
const e = new CustomEvent('x', ({ __proto__: null, detail: 5 })); s.addEventListener('x', x => saved.log('detail ' + text(x.detail))); s.dispatchEvent(e);
try { s.dispatchEvent(5); } catch (x) { saved.log(x.name); }
saved.log(AbortSignal.abort('y').reason);
