// Priority inheritance: a task that is awaited rises to the priority of who awaits it.
const wait = ms => new Promise(r => setTimeout(r, ms));
const post = (name, priority, steps = () => {}) => scheduler.postTask(async () => { log(name); return steps(); }, { priority });
const cases = [

  async function fixed() {
    const low = post('low', 'background');
    post('visible', 'user-visible');
    post('blocking awaits low', 'user-blocking', () => low.then(() => log('got low')));
  },

  async function scriptHasNoPriority() {
    post('low', 'background').then(() => {});
    post('visible', 'user-visible');
  },

  async function notLowered() {
    const high = post('high', 'user-blocking');
    high.then(() => {});
    post('low', 'background', () => high);
  },

  async function keepsItsAge() {
    const low = post('low', 'background');
    post('awaits low', 'user-blocking', () => low);
    post('blocking', 'user-blocking');
  },

  async function chain() {
    const c = post('c', 'background');
    const b = post('b', 'background', () => c);
    post('visible', 'user-visible');
    post('a', 'user-blocking', () => b);
  },

  async function alreadyWaiting() {
    const b = post('b', 'background', async () => {
      post('visible', 'user-visible');
      post('a', 'user-blocking', () => b);
      await null;
      await c;
      log('b goes on');
      await scheduler.yield();
      log('b ends');
    });
    const c = post('c', 'background');
  },

  async function continuation() {
    const low = post('low', 'background', async () => {
      post('visible', 'user-visible');
      post('a', 'user-blocking', () => low);
      await scheduler.yield();
      log('low goes on');
    });
  },

  async function all() {
    const x = post('x', 'background'), y = post('y', 'background'), z = post('z', 'background');
    const both = Promise.all([x, y]);
    post('visible', 'user-visible');
    post('a', 'user-blocking', () => both);
  },

  async function race() {
    const x = post('x', 'background'), y = post('y', 'background');
    post('visible', 'user-visible');
    post('a', 'user-blocking', () => Promise.race([x, y]));
  },

  async function delayed() {
    const low = scheduler.postTask(() => log('delayed low'), { priority: 'background', delay: 5 });
    post('a', 'user-blocking', () => low);
    setTimeout(() => { post('visible', 'user-visible'); work(2); }, 4);
  },

  async function ownSignal() {
    const c = new TaskController({ priority: 'background' });
    const low = scheduler.postTask(() => log('low'), { signal: c.signal });
    post('a', 'user-visible', () => { low.then(() => {}); post('blocking', 'user-blocking'); c.setPriority('user-blocking'); });
    post('visible', 'user-visible');
  },

  async function ownSignalFalls() {
    const c = new TaskController({ priority: 'user-visible' });
    post('a', 'user-visible', () => { low.then(() => {}); c.setPriority('background'); });
    const low = scheduler.postTask(() => log('low'), { signal: c.signal });
    post('visible', 'user-visible');
  },

  async function followsOneself() {
    const c = new TaskController({ priority: 'user-blocking' });
    scheduler.postTask(async () => { const more = scheduler.yield(); more.then(() => {}); c.setPriority('background'); await more; log('rest'); }, { signal: c.signal });
    post('visible', 'user-visible');
  },

  async function aborted() {
    const c = new TaskController({ priority: 'background' });
    const low = scheduler.postTask(() => log('never'), { signal: c.signal });
    post('a', 'user-blocking', () => { low.catch(e => log('caught', e)); c.abort('gone'); });
  },

  async function circle() {
    let resolve;
    const p = new Promise(r => { resolve = r; });
    const q = p.then(() => {});
    resolve(q);
    post('a', 'user-blocking', () => { q.then(() => {}); });
  },

  async function longChain() {
    let p = post('low', 'background');
    for (let i = 0; i < 20000; i++)
      p = p.then(() => {});
    post('visible', 'user-visible');
    post('a', 'user-blocking', () => p.then(() => log('end of the chain')));
  },

  async function derivedClass() {
    class Mine extends Promise {}
    const low = post('low', 'background');
    const mine = new Mine(r => r(low));
    await null;
    post('visible', 'user-visible');
    post('a', 'user-blocking', () => { mine.then(() => {}); });
  },
];

(async () => {
  for (const each of cases) {
    log('--', each.name);
    each();
    await wait(20);
  }
})();
