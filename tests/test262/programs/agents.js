// Agents as the host of ECMAScript's test suite has them.
const cells = new Int32Array (new SharedArrayBuffer (32));
const PLACE = 0, STARTED = 1, DOOR = 2;

function nextReport () {
  for (;;)
    {
      const report = $262.agent.getReport ();

      if (report !== null)
        return report;
      $262.agent.sleep (1);
    }
}

print (Object.getOwnPropertyNames ($262).sort ().join ());
print (Object.getOwnPropertyNames ($262.agent).sort ().join ());
for (const name of ['$262', 'print'])
  {
    const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor (globalThis, name);

    print ([name, writable, enumerable, configurable]);
  }
print ($262.agent.getReport ());
print ($262.global === globalThis);
$262.evalScript ('let evaluated = 1; var alsoEvaluated = 2;');
print (evaluated + alsoEvaluated);
try { $262.evalScript ('let evaluated;'); } catch (e) { print (e.name); }

{
  const buffer = new ArrayBuffer (4);

  $262.detachArrayBuffer (buffer);
  print (buffer.detached);
}

// The main agent can block, and time is virtual.
{
  const before = $262.agent.monotonicNow ();

  print (Atomics.wait (cells, 7, 0, 20000));
  $262.agent.sleep (3600000);

  const lapse = $262.agent.monotonicNow () - before;

  print (lapse >= 3620000 && lapse < 3621000);
}

for (let i = 0; i < 3; i++)
  $262.agent.start (`
    $262.agent.receiveBroadcast ((sab, value) => {
      const cells = new Int32Array (sab);

      Atomics.add (cells, ${STARTED}, 1);
      while (Atomics.load (cells, ${DOOR + i}) === 0)
        ;
      $262.agent.report ('${i} goes');
      const result = Atomics.wait (cells, ${PLACE}, 0, ${i === 2 ? 500 : 100000});
      $262.agent.report (['${i}', result, value]);
      $262.agent.leaving ();
    });
  `);
$262.agent.broadcast (cells.buffer, 12n);
while (Atomics.load (cells, STARTED) < 3)
  ;
for (const i of [1, 2, 0])
  {
    Atomics.store (cells, DOOR + i, 1);
    print (nextReport ());
    $262.agent.sleep (10);
  }
print ([Atomics.notify (cells, PLACE, 1), nextReport ()]);
print (nextReport ());
print ([Atomics.notify (cells, PLACE), nextReport ()]);
print ([Atomics.notify (cells, PLACE), $262.agent.getReport ()]);

// A second broadcast is for who asks again; nobody who has left is waited for.
$262.agent.start (`
  print ([typeof $262.agent.start, typeof $262.agent.getReport, typeof $262.agent.broadcast, typeof Worker]);
  $262.agent.receiveBroadcast (function (sab, value) {
    $262.agent.report (value);
    $262.agent.receiveBroadcast (async function (sab, value) {
      const cells = new BigInt64Array (sab);
      const before = $262.agent.monotonicNow ();
      const { async, value: promise } = Atomics.waitAsync (cells, 1, 0n, 50);

      $262.agent.report (async);
      $262.agent.report (await promise);
      $262.agent.report ($262.agent.monotonicNow () - before >= 50);
      $262.agent.sleep (5);
      $262.agent.leaving ();
    });
  });
`);

const bigs = new BigInt64Array (new SharedArrayBuffer (16));

$262.agent.broadcast (bigs.buffer, 1);
$262.agent.broadcast (bigs.buffer);
print ([nextReport (), nextReport (), nextReport (), nextReport ()]);
try { $262.agent.broadcast (new ArrayBuffer (8)); } catch (e) { print (e.name); }

(async () => {
  const result = Atomics.waitAsync (cells, 6, 0);

  $262.agent.start (`$262.agent.receiveBroadcast (sab => { Atomics.notify (new Int32Array (sab), 6); });`);
  $262.agent.broadcast (cells.buffer);
  print (await result.value);
}) ();
