// AsyncLock and FairLock, as the article has it: in workers and in the main agent.
for (const Lock of [AsyncLock, FairLock])
  {
    const sab = new SharedArrayBuffer (16), lock = new Lock (sab), cells = new Int32Array (sab);

    log (Lock.name, Lock.INDEX, Lock.UNLOCKED, Lock.LOCKED, lock.sab === sab, lock.i32a.buffer === sab);
    for (const f of [() => lock.unlock (), () => new Lock (new ArrayBuffer (8)), () => new Lock (), () => lock.executeLocked ()])
      try { f (); } catch (e) { log (e.name, e.message.slice (0, 40)); }
    // Here the words are the engine's, and differ between its versions.
    try { Lock (sab); } catch (e) { log (e.name, /class constructor/.test (e.message)); }
    log (cells[0]);

    // At once where it is free, and then unlocked.
    lock.executeLocked (() => log ('has it', cells[0] !== 0));
    log ('unlocked', cells[0]);

    // The main agent cannot block.
    Atomics.store (cells, 0, Lock.LOCKED);
    try { lock.lock (); } catch (e) { log (e.name, e.message); }
    Atomics.store (cells, 0, Lock.UNLOCKED);

    // Faults of the article's: a callback that throws leaves it locked, and one that is asynchronous is not waited for.
    lock.executeLocked (() => { throw new Error ('oops'); }).catch (e => { log (e.message, cells[0]); Atomics.store (cells, 0, Lock.UNLOCKED); begin (); });

    function begin () {
      lock.executeLocked (async () => { await null; log ('asynchronous', cells[0]); }).then (() => log ('over'));

      const source = `onmessage = ({ data }) => {
        const lock = new ${Lock.name} (data), cells = new Int32Array (data);

        for (let i = 0; i < 20; i++)
          {
            lock.lock ();
            const before = cells[2];
            Atomics.add (cells, 3, 1);
            cells[2] = before + 1;
            lock.unlock ();
          }
        lock.executeLocked (() => { cells[2]++; postMessage (1); });
      };`;
      let left = 3;

      for (let i = 0; i < 3; i++)
        {
          const worker = new Worker (source);

          worker.postMessage (sab);
          worker.onmessage = () => {
            worker.terminate ();
            if (--left === 0)
              log (Lock.name, cells[2], cells[3], cells[0]);
          };
        }
      for (let i = 0; i < 5; i++)
        lock.executeLocked (() => { cells[2]++; });
    }
  }
