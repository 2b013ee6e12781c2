// What the engine does with shared memory is what JavaScriptCore does with other memory, whatever is asked for. The program is run as if it had a Worker.
const types = [Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array, BigInt64Array, BigUint64Array];
const operations = ['load', 'store', 'add', 'sub', 'and', 'or', 'xor', 'exchange', 'compareExchange'];
const indices = [4, -1, -0, 1.9, -0.5, NaN, '1', '-0', 'x', undefined, null, true, Infinity, -Infinity, 2 ** 53, {}, [], [2], 1n, Symbol (), { valueOf: () => 1 }];
const numbers = [0, -0, 1, -1, 255, 256, 65536, 2 ** 31, -(2 ** 31), 2 ** 32 + 5, 2 ** 53, -(2 ** 53) - 2, 1e21, -1e300, NaN, Infinity, -Infinity, 3.9, -3.9, '7', ' 0x10 ', '', 'x',
                 null, undefined, true, [], [5], {}, { valueOf: () => 3 }, { toString: () => '0b11' }, Symbol (), 5n, () => 1, new Date (5)];
const bigs = [0n, 1n, -1n, 2n ** 63n, -(2n ** 63n), 2n ** 64n + 9n, 2n ** 70n - 1n, -(2n ** 100n), '12', '', ' 5 ', '0x1f', 'x', true, null, undefined, 1, NaN, [], [7], {},
              { valueOf: () => 3n }, { valueOf: () => 3 }, Symbol ()];
let seed = 1, count = 0, differences = 0;

function choose (list) {
  seed = Math.imul (seed, 1103515245) + 12345 & 0x7fffffff;
  return list[(seed >> 8) % list.length];
}

function text (f) {
  try { const result = f (); return `${typeof result} ${Object.is (result, -0) ? '-0' : result}`; }
  catch (e) { return e.name; }
}

for (const Type of types)
  {
    const values = typeof new Type (1)[0] === 'bigint' ? bigs : numbers;
    const shared = new Type (new SharedArrayBuffer (64), 8, 4), own = new Type (new ArrayBuffer (64), 8, 4);

    for (let i = 0; i < 500; i++)
      {
        const operation = choose (operations), index = choose ([0, 1, 2, 3, choose (indices)]);
        const value = operation === 'compareExchange' && choose ([true, false]) ? own[index] : choose (values), other = choose (values);
        const first = text (() => Atomics[operation] (shared, index, value, other)), second = text (() => Atomics[operation] (own, index, value, other));

        count++;
        if (first === second && shared.join () === own.join ())
          continue;
        differences++;
        log (Type.name, operation, index, value, other, first, second, shared.join (), own.join ());
        own.set (shared);
      }
  }
log (count, differences);
