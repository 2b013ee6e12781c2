// What the global object of a worker lacks, and what cannot be replaced there.
new Worker(function () {
  const { get, set, enumerable, configurable } = Object.getOwnPropertyDescriptor(globalThis, 'self');

  log('event' in self, typeof event, 'window' in self);
  addEventListener('x', () => log(typeof event));
  dispatchEvent(new Event('x'));
  log(typeof get, get.name, set, enumerable, configurable);
  self = 1;
  log(self === globalThis, Reflect.set(globalThis, 'self', 2), self === globalThis);
  (() => {
    'use strict';
    try { self = 3; } catch (e) { log(e.name); }
    try { globalThis.self = 4; } catch (e) { log(e.name); }
  })();
  log(self === globalThis, get.call(undefined) === globalThis);
  try { get.call({}); } catch (e) { log(e.name); }
  Object.defineProperty(globalThis, 'self', { value: 5 });
  log(self);
});

// A window has an event, and replaces self.
addEventListener('y', e => log(event === e));
dispatchEvent(new Event('y'));
log(event);
self = 6;
log(self);
