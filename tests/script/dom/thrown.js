// What onerror is told of what was thrown, and messages of conversions, as Chromium words them.
const thrown = [
  { toString () { return 'text'; } }, { toString () { throw 1; } }, {}, [1, [2]], new Map (), new (class A {}) (), /a/g, Object.create (null),
  new Event ('x'), new Error ('e'), new DOMException ('m', 'AbortError'), null, Symbol ('s'), 'string', () => 1, new Proxy ({}, {}),
];

onerror = message => {
  log (message);
  return true;
};
for (const value of thrown)
  queueMicrotask (() => { throw value; });
setTimeout (() => {
  for (const value of [{ toString () { return 'text'; } }, {}, [1, [2]], new Map (), new Error ('e')])
    reportError (value);
  for (const f of [
    () => AbortSignal.timeout (NaN), () => AbortSignal.timeout (Infinity), () => AbortSignal.timeout ('x'),
    () => new TaskPriorityChangeEvent ('a', null), () => new TaskPriorityChangeEvent ('a', {}),
    () => new MessageChannel ().port1.postMessage (1, 1), () => new MessageEvent ('a', { source: 1 }),
  ])
    try
      {
        log (f ());
      }
    catch (e)
      {
        log (e.name, e.message);
      }
  for (const promise of [scheduler.postTask.call ({}, () => 1), scheduler.yield.call ({}), scheduler.postTask (() => 1, { delay: NaN })])
    promise.catch (e => log (e.name, e.message));

  const self = new Promise (f => setTimeout (() => f (self)));

  self.catch (e => log (e.name, e.message));
});
