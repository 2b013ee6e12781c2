// Memory that agents share, and who goes when.
const source = `
  onmessage = ({ data: { kind, memory, index } }) => {
    const array = new Int32Array (memory);

    if (kind === 'add')
      for (let i = 0; i < 100; i++)
        Atomics.add (array, 0, 1);
    else if (kind === 'plain')
      array[1] = 42;
    else if (kind === 'wait')
      postMessage ([index, Atomics.wait (array, 2, 0, index === 3 ? 5 : undefined), performance.now () >= 5]);
    else if (kind === 'async')
      {
        const result = Atomics.waitAsync (array, 2, 0);

        result.value.then (value => postMessage ([index, value, result.async]));
      }
    else if (kind === 'grow')
      {
        memory.grow (memory.byteLength + 8);
        array[array.length - 1] = index;
      }
    postMessage (kind);
  };`;
const workers = [0, 1, 2, 3].map (i => new Worker (source, { name: `w${i}` }));
const memory = new SharedArrayBuffer (16, { maxByteLength: 64 }), array = new Int32Array (memory), bytes = new Uint8Array (memory);
let answers = 0;
const ask = (kind, which = workers.keys ()) => new Promise (resolve => {
  const asked = [...which];

  answers = asked.length;
  for (const i of asked)
    {
      workers[i].onmessage = ({ data }) => {
        if (typeof data !== 'string')
          log ('worker', ...data);
        else if (--answers === 0)
          resolve ();
      };
      workers[i].postMessage ({ kind, memory, index: i });
    }
});

(async () => {
  await ask ('add');
  log ('added', Atomics.load (array, 0), array[0]);
  bytes[0] = 1;
  await ask ('plain', [0]);
  log ('plain', array[1], bytes[4], array[0]);
  await ask ('grow', [1]);
  log ('grown', memory.byteLength, array.length, array[5]);
  memory.grow (32);
  await ask ('grow', [2]);
  log ('grown', memory.byteLength, array.length, array[9]);

  const waiting = ask ('wait', [0, 1, 3]);

  setTimeout (() => {
    log ('notified', Atomics.notify (array, 2, 1));
    setTimeout (() => log ('and', Atomics.notify (array, 2)), 10);
  }, 10);
  await waiting;

  const asynchronous = ask ('async', [2, 1]);

  await asynchronous;
  log ('both wait', Atomics.notify (array, 2, 5));
  Atomics.store (array, 2, 1);
  await ask ('wait', [0]);
  try { Atomics.wait (array, 2, 1); } catch (e) { log (e.name); }
  setTimeout (() => workers.forEach (worker => worker.terminate ()), 10);
}) ();
