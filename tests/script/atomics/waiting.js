// waitAsync() and notify(), in one agent.
const array = new Int32Array (new SharedArrayBuffer (32)), big = new BigInt64Array (array.buffer);
const name = f => { try { return f (); } catch (e) { return `${e}`; } };
const begin = performance.now (), time = () => Math.round (performance.now () - begin);
const show = ({ async, value }) => `${async} ${value}`;

log (show (Atomics.waitAsync (array, 0, 1)), show (Atomics.waitAsync (array, 0, 0, 0)), show (Atomics.waitAsync (array, 0, 0, -1)), show (Atomics.waitAsync (big, 0, 1n, 5)),
     show (Atomics.waitAsync (array, 0, 0, null)), show (Atomics.waitAsync (array, 0, 0, false)), show (Atomics.waitAsync (array, 0, 0, '')), show (Atomics.waitAsync (array, 0, 2 ** 32, 0)));

const result = Atomics.waitAsync (array, 0, 0);

for (const key of Reflect.ownKeys (result))
  {
    const { value, writable, enumerable, configurable } = Object.getOwnPropertyDescriptor (result, key);

    log (key, writable, enumerable, configurable, value instanceof Promise);
  }
log (Object.getPrototypeOf (result) === Object.prototype, Object.getPrototypeOf (result.value) === Promise.prototype);
log (name (() => Atomics.wait (array, 0, 0)), name (() => Atomics.wait (array, 0, 5, 0)), name (() => Atomics.wait (array, 9, 0)), name (() => Atomics.wait (array, 0, 0n)));

// First in, first out; two kinds of arrays wait in the same place.
const others = [Atomics.waitAsync (big, 0, 0n), Atomics.waitAsync (array, 0, 0, 40), Atomics.waitAsync (array, 0, 0, NaN), Atomics.waitAsync (array, 1, 0, 20), Atomics.waitAsync (array, 0, 0, true)];

result.value.then (value => log ('first', value, time ()));
others.forEach (({ value }, i) => value.then (text => log ('other', i, text, time ())));
log (Atomics.notify (array, 0, 2), Atomics.notify (array, 0, 0), Atomics.notify (array, 0, -1), Atomics.notify (array, 2), Atomics.notify (array, 0, NaN));
queueMicrotask (() => log ('microtask'));
setTimeout (() => { log ('at 30', Atomics.notify (array, 0, Infinity), Atomics.notify (array, 0)); }, 30);
setTimeout (() => {
  const late = Atomics.waitAsync (array, 3, 0, 10);

  late.value.then (text => log ('late', text, time ()));
  setTimeout (() => log ('just in time', Atomics.notify (array, 3)), 10);
}, 50);

// A state is kept over the wait, as over any promise.
scheduler.postTask (async () => {
  const { value } = Atomics.waitAsync (array, 4, 0, 5);

  log (await value, time ());
  await scheduler.yield ();
  log ('after yield ()');
}, { priority: 'background' });

// Nobody holds on to this one: it is never settled, and nothing goes wrong.
Atomics.waitAsync (new Int32Array (new SharedArrayBuffer (8)), 0, 0);
Atomics.waitAsync (new Int32Array (new SharedArrayBuffer (8)), 0, 0, 7).value.then (text => log (text, time ()));

// What Promise.prototype.then is now matters to nobody.
setTimeout (() => {
  Promise.prototype.then = () => log ('never');
  Atomics.waitAsync (array, 5, 0);
  log (Atomics.notify (array, 5));
}, 100);
