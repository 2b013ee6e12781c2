// The operations, on shared and other arrays of each type.
const name = f => { try { return f (); } catch (e) { return e.name; } };

for (const Type of [Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array, BigInt64Array, BigUint64Array])
  for (const Buffer of [SharedArrayBuffer, ArrayBuffer])
    {
      const array = new Type (new Buffer (32), 8, 2), isBig = typeof array[0] === 'bigint', n = x => isBig ? BigInt (x) : x;

      log (Type.name, Buffer.name, Atomics.store (array, 0, n (5)), Atomics.add (array, 0, n (-7)), array[0], Atomics.sub (array, 0, n (1)), array[0],
           Atomics.and (array, 0, n (0xf5)), array[0], Atomics.or (array, 0, n (0x1a)), array[0], Atomics.xor (array, 0, n (0xff)), array[0],
           Atomics.exchange (array, 0, n (2 ** 40 + 3)), array[0], Atomics.compareExchange (array, 0, array[0], n (9)), array[0],
           Atomics.compareExchange (array, 0, n (8), n (1)), Atomics.load (array, 0), array[1], new Type (array.buffer)[0]);
      log (Atomics.compareExchange (array, 0, isBig ? 2n ** 64n + 9n : 2 ** 32 + 9, n (4)), array[0]);
      log (name (() => Atomics.load (array, 2)), name (() => Atomics.load (array, -1)), name (() => Atomics.load (array, Infinity)),
           Atomics.load (array, undefined), Atomics.load (array, '0'), Atomics.load (array, -0.9), Atomics.load (array, NaN), name (() => Atomics.load (array, Symbol ())),
           name (() => Atomics.load (array, 0n)), name (() => Atomics.add (array, 0, isBig ? 1 : 1n)), name (() => Atomics.store (array, 0, Symbol ())));
      log (name (() => Atomics.store (array, 0, isBig ? 2n ** 70n : 3.9)), array[0], name (() => Object.is (Atomics.store (array, 0, isBig ? 0n : -0), isBig ? 0n : 0)),
           name (() => Atomics.store (array, 0, isBig ? '12' : '12')), name (() => Atomics.store (array, 0, isBig ? true : { valueOf: () => 3.5 })), name (() => Atomics.store (array, 0, isBig ? 'x' : Infinity)), array[0]);
    }
for (const Type of [Float32Array, Float64Array, Uint8ClampedArray])
  log (name (() => Atomics.add (new Type (new SharedArrayBuffer (8)), 0, { valueOf () { log ('never'); } })), name (() => Atomics.store (new Type (8), { valueOf () { log ('never'); } }, 0)));
for (const value of [undefined, null, {}, [], 1, 'a', Symbol (), new DataView (new SharedArrayBuffer (8)), new SharedArrayBuffer (8)])
  log (name (() => Atomics.load (value, 0)), name (() => Atomics.exchange (value, 0, 0)), name (() => Atomics.notify (value, 0)), name (() => Atomics.wait (value, 0, 0)), name (() => Atomics.waitAsync (value, 0, 0)));

// The order of the conversions.
const array = new Int32Array (new SharedArrayBuffer (8)), big = new BigInt64Array (new SharedArrayBuffer (16));
const see = (text, value) => ({ valueOf () { log (text); return value; } });

Atomics.compareExchange (array, see ('index', 0), see ('expected', 0), see ('replacement', 4));
log (name (() => Atomics.compareExchange (array, see ('index', 5), see ('never', 0), 0)));
log (name (() => Atomics.add (array, see ('index', 0), { valueOf () { throw new SyntaxError (); } })));
log (Atomics.compareExchange (big, see ('index', 1), { valueOf () { Atomics.store (big, 0, 77n); return 0n; } }, { valueOf () { Atomics.store (big, 0, 78n); return 5n; } }), big.join ());
log (name (() => Atomics.waitAsync (array, see ('index', 0), see ('value', 0), see ('timeout', 0)).value), name (() => Atomics.wait (array, see ('index', 0), see ('value', 1), see ('timeout', 0))));
log (Atomics.notify (array, see ('index', 0), see ('count', 1)), name (() => Atomics.notify (array, see ('index', 2), see ('never', 1))));
log (name (() => Atomics.waitAsync (new Float64Array (array.buffer), see ('never'), see ('never'), see ('never'))), name (() => Atomics.waitAsync (new Int32Array (4), see ('never'), see ('never'), see ('never'))));
log (name (() => Atomics.notify (new Int32Array (4), see ('index', 0), see ('count', 1))), name (() => Atomics.notify (new Int32Array (4), 4)));
log (Atomics.isLockFree (4), name (() => Atomics.pause (1.5)), name (() => Atomics.pause ()), name (() => Atomics.pause (3)), name (() => Atomics.pause ('1')));
