// Realms that a test makes, and the host object of each.
const inner = $262.createRealm ();
const { global } = inner;

print (Object.getOwnPropertyNames (inner).sort ().join ());
print ([global !== globalThis, global.$262 === inner, inner.agent === $262.agent, inner.global === global]);
for (const name of ['$262', 'print'])
  {
    const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor (global, name);

    print ([name, writable, enumerable, configurable]);
  }

// What there is of the language is another's; what there is of the browser is not there.
print (['Object', 'Promise', 'SharedArrayBuffer', 'Atomics', 'Date', 'Proxy', 'Function', 'eval'].every (name =>
  typeof global[name] === typeof globalThis[name] && global[name] !== globalThis[name]));
print ([typeof global.setTimeout, typeof global.scheduler, typeof global.Worker]);

// Who has no prototype of its own makes what its realm has.
{
  const C = new global.Function ();

  C.prototype = null;
  for (const name of ['SharedArrayBuffer', 'ArrayBuffer', 'Int32Array', 'BigInt64Array', 'DataView', 'Map', 'Error', 'Function'])
    {
      const args = name === 'DataView' ? [new ArrayBuffer (8)] : name === 'Map' || name === 'Function' ? [] : [8];

      print ([name, Object.getPrototypeOf (Reflect.construct (globalThis[name], args, C)) === global[name].prototype]);
    }
}

// Scripts
print (inner.evalScript ('var inside = 5; let lexical = 6; inside + lexical'));
print ([global.inside, typeof inside, typeof global.lexical, inner.evalScript ('lexical')]);
for (const source of ['let lexical;', 'let = ;', 'throw new Error ("thrown");'])
  try
    {
      inner.evalScript (source);
    }
  catch (e)
    {
      print ([e.name, e instanceof Error, e instanceof global.Error]);
    }
print (global.eval ('[].constructor') === global.Array);

// Promises of two realms share a queue of jobs.
inner.evalScript (`
  async function first () {
    print ('inner begins');
    await undefined;
    print ('inner goes on');
    return 'of the inner realm';
  }
  async function* numbers () {
    yield 1;
    yield Promise.resolve (2);
  }
`);
global.first ().then (value => print (value));
Promise.resolve ().then (() => print ('outer'));
print (Object.getPrototypeOf (global.first) === global.eval ('(async () => {})').constructor.prototype);
print (String (global.first).split ('\n')[0]);

(async () => {
  for await (const number of global.numbers ())
    print (number);
  print (await global.eval ('(async () => { for await (const x of [1, Promise.resolve (2)]) print (x); return 3; }) ()'));

  // Shared memory is the same, whoever asks.
  const cells = new Int32Array (new SharedArrayBuffer (16));
  const waiting = global.Atomics.waitAsync (cells, 0, 0, 1000);

  print ([waiting.async, waiting.value instanceof global.Promise, Object.getPrototypeOf (waiting) === global.Object.prototype]);
  print ([Atomics.notify (cells, 0), await waiting.value]);
  print (await Atomics.waitAsync (new global.Int32Array (new global.SharedArrayBuffer (4)), 0, 0, 10).value);
  print ([global.Atomics.add (cells, 1, 5), Atomics.load (cells, 1)]);
  try { global.Atomics.notify (1); } catch (e) { print (e instanceof global.TypeError); }

  const buffer = new global.ArrayBuffer (8);

  $262.detachArrayBuffer (buffer);
  print (buffer.detached);
  print ([$262.gc (), inner.gc ()]);
  print (global.Date.now () >= Date.now () && new global.Date ().getFullYear ());

  // An agent's, too
  global.$262.agent.start (`
    $262.agent.receiveBroadcast (sab => {
      const { global } = $262.createRealm ();

      $262.agent.report (global.eval ('1 + 1'));
      $262.agent.report (global.Atomics.wait (new Int32Array (sab), 0, 0, 10));
      $262.agent.leaving ();
    });
  `);
  $262.agent.broadcast (cells.buffer);
  for (let i = 0; i < 2;)
    {
      const report = $262.agent.getReport ();

      if (report !== null)
        {
          print (report);
          i++;
        }
    }

  // A realm within a realm, until there are too many
  let last = inner, count = 1;

  try
    {
      for (;;)
        {
          last = last.createRealm ();
          count++;
        }
    }
  catch (e)
    {
      print ([count, e.name]);
    }
  print (last.evalScript ('var here = 1; typeof inside'));

  // The suite calls timers as it likes.
  $262.agent.setTimeout = setTimeout;
  await new Promise (resolve => $262.agent.setTimeout (resolve, 1));
  print ('timer');
}) ();
