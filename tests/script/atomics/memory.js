// SharedArrayBuffer, growable and not, and what is made over it.
const name = f => { try { return f (); } catch (e) { return e.name; } };
const sab = new SharedArrayBuffer (16), growing = new SharedArrayBuffer (8, { maxByteLength: 24 });

log (sab.byteLength, sab.growable, sab.maxByteLength, growing.byteLength, growing.growable, growing.maxByteLength);
log (name (() => new SharedArrayBuffer (-1)), name (() => new SharedArrayBuffer (2 ** 53)), name (() => new SharedArrayBuffer (2 ** 40)),
     name (() => new SharedArrayBuffer (8, { maxByteLength: 7 })), new SharedArrayBuffer ('7').byteLength, new SharedArrayBuffer ().byteLength);
log (name (() => sab.grow (16)), name (() => growing.grow (7)), name (() => growing.grow (25)));

const tracking = new Int32Array (growing), fixed = new Int32Array (growing, 0, 2), view = new DataView (growing), part = new Uint8Array (growing, 4);

Atomics.store (tracking, 1, 5);
log (growing.grow (16), growing.byteLength, tracking.length, fixed.length, view.byteLength, part.length, Atomics.load (tracking, 1), Atomics.add (tracking, 3, 9), tracking[3]);
log (name (() => Atomics.load (fixed, 2)), Atomics.load (tracking, 2), name (() => Atomics.load (tracking, 4)), name (() => Atomics.notify (tracking, 3)));
log (growing.grow (16), name (() => growing.grow (15)));

for (const Type of [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array])
  {
    const array = new Type (sab, 8);

    array[0] = typeof array[0] === 'bigint' ? -2n : -2;
    log (Type.name, array.length, array.buffer === sab, array.byteOffset, array[0], name (() => Atomics.load (array, 0)));
  }

const bytes = new DataView (sab);

bytes.setInt32 (0, 258, true);
log (bytes.getUint8 (0), bytes.getUint8 (1), bytes.buffer === sab);

const slice = sab.slice (0, 2);

log (slice instanceof SharedArrayBuffer, slice.byteLength, new Uint8Array (slice).join (), sab.slice (-4).byteLength, sab.slice (5, 3).byteLength);

class Mine extends SharedArrayBuffer {}
log (new Mine (4) instanceof Mine, new Mine (4).slice (1) instanceof Mine, Object.prototype.toString.call (new Mine (4)));
log (name (() => Object.assign (Object.create (SharedArrayBuffer.prototype)).byteLength),
     name (() => ArrayBuffer.prototype.slice.call (sab)), name (() => SharedArrayBuffer.prototype.slice.call (new ArrayBuffer (8))),
     name (() => structuredClone (sab, { transfer: [sab] })), structuredClone (new Int32Array (sab)).buffer instanceof SharedArrayBuffer);

sab.constructor = { [Symbol.species]: function () { return new ArrayBuffer (8); } };
log (name (() => sab.slice ()));
log (name (() => new Int32Array (new SharedArrayBuffer (6))), name (() => new Int32Array (new SharedArrayBuffer (8), 2)));
