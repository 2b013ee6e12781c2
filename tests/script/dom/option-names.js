// Members of options that a function does not have: nothing that the program can see happens to them, whether or not the run is
// recorded. (A lint tells of them.)
const seen = [];
const watched = (name, target) => new Proxy(target, new Proxy({}, {
  get (handler, trap) {
    return (object, key, ...rest) => {
      seen.push (`${name} ${trap} ${String (key)}`);
      return Reflect[trap] (object, key, ...rest);
    };
  },
}));
const spied = () => ({
  get prioirty () { seen.push ('prioirty'); },
  get Signal () { seen.push ('Signal'); },
  get delay () { seen.push ('delay'); return 0; },
  get priority () { seen.push ('priority'); return 'user-visible'; },
  get signal () { seen.push ('signal'); },
  get timeout () { seen.push ('timeout'); return 0; },
  get once () { seen.push ('once'); },
  get onec () { seen.push ('onec'); },
  [Symbol ('s')]: 1,
});
const tell = what => {
  console.log (what + ': ' + seen.join ());
  seen.length = 0;
};

for (const make of [spied, () => watched ('proxy', spied ()), () => Object.create (watched ('parent', { prioirty: 1 }))]) {
  scheduler.postTask (() => {}, make ());
  tell ('postTask');
  new TaskController (make ());
  tell ('TaskController');
  TaskSignal.any ([], make ());
  tell ('TaskSignal.any');
  requestIdleCallback (() => {}, make ());
  tell ('requestIdleCallback');
  addEventListener ('x', () => {}, make ());
  tell ('addEventListener');
}

// What a program has made of the built-ins plays no part.
String.prototype.toLowerCase = Reflect.ownKeys = Object.prototype.toString = Math.min = () => console.log ('called');
Object.defineProperty (Object.prototype, '0', { set () { console.log ('set'); }, configurable: true });
scheduler.postTask (() => console.log ('ran'), { prioirty: 'background', ['x'.repeat (1000)]: 1 });
