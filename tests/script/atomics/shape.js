// What Atomics and SharedArrayBuffer look like.
const names = ['add', 'and', 'compareExchange', 'exchange', 'isLockFree', 'load', 'notify', 'or', 'pause', 'store', 'sub', 'wait', 'waitAsync', 'xor'];
const isConstructor = f => { try { Reflect.construct (Object, [], f); return true; } catch { return false; } };

log (Object.getOwnPropertyNames (Atomics).sort ().join () === names.join ());
for (const name of names)
  {
    const { value, writable, enumerable, configurable } = Object.getOwnPropertyDescriptor (Atomics, name);
    const ofName = Object.getOwnPropertyDescriptor (value, 'name'), ofLength = Object.getOwnPropertyDescriptor (value, 'length');

    log (name, writable, enumerable, configurable, isConstructor (value), Object.hasOwn (value, 'prototype'),
         ofName.value, ofName.writable, ofName.enumerable, ofName.configurable,
         ofLength.value, ofLength.writable, ofLength.enumerable, ofLength.configurable, `${value}`.includes ('[native code]'));
  }
log (JSON.stringify (Object.getOwnPropertyDescriptor (Atomics, Symbol.toStringTag)), Object.getPrototypeOf (Atomics) === Object.prototype);
log (JSON.stringify (Object.getOwnPropertyDescriptor (globalThis, 'Atomics')), Object.getOwnPropertyDescriptor (globalThis, 'SharedArrayBuffer').enumerable);

const { prototype } = SharedArrayBuffer;

log (SharedArrayBuffer.length, SharedArrayBuffer.name, prototype.constructor === SharedArrayBuffer, prototype[Symbol.toStringTag]);
for (const key of ['byteLength', 'growable', 'maxByteLength'])
  {
    const { get, set, enumerable, configurable } = Object.getOwnPropertyDescriptor (prototype, key);

    log (key, get.name, get.length, set, enumerable, configurable);
  }
for (const key of ['grow', 'slice'])
  {
    const { value, writable, enumerable, configurable } = Object.getOwnPropertyDescriptor (prototype, key);

    log (key, value.name, value.length, writable, enumerable, configurable, isConstructor (value), Object.hasOwn (value, 'prototype'));
  }
log (SharedArrayBuffer[Symbol.species] === SharedArrayBuffer);
try { SharedArrayBuffer (1); } catch (e) { log (e.name); }
