// Idle callbacks run in periods: what is asked for in one waits for the next, no period begins shortly before a timer, a frame ends it.
const busy = ms => { const end = performance.now() + ms; while (performance.now() < end); };
const left = deadline => {
  const ms = deadline.timeRemaining();
  return (deadline.didTimeout ? 'timed out, ' : '') + (ms > 45 ? 'long' : ms > 0 ? 'some' : 'none');
};
const idle = (name, then, options) => requestIdleCallback(deadline => { log(name, left(deadline)); then?.(deadline); }, options);
const timer = (ms, name = `${ms} ms`, then) => setTimeout(() => { log(name); then?.(); }, ms);
const parts = [
  () => {
    timer(10); timer(30);
    idle('a', () => { idle('b', () => idle('c')); idle('b 2'); });
    idle('a 2');
  },
  () => {
    idle('a', deadline => {
      idle('b');
      timer(0); timer(20);
      log(left(deadline));
    });
    idle('a 2', () => timer(0));
    idle('a 3', () => {
      scheduler.postTask(() => log('background'), { priority: 'background' });
      queueMicrotask(() => log('microtask'));
    });
    idle('a 4');
  },
  () => {
    let n = 0;
    const next = () => { log('nested', n); if (n++ < 9) setTimeout(next); };
    next();
    idle('a', () => idle('b'));
  },
  () => {
    idle('a', deadline => { busy(60); log(left(deadline)); idle('b'); });
    idle('a 2');
    idle('a 3', () => { busy(30); timer(1); });
    idle('a 4', () => busy(30));
    idle('a 5');
    idle('x', undefined, { timeout: 20 });
    timer(100);
  },
  () => {
    idle('a');
    timer(10, '10 ms', () => idle('b', () => idle('b 2')));
    timer(15, '15 ms', () => idle('c'));
    timer(30, '30 ms', () => idle('d'));
    timer(79);
  },
  () => {
    timer(1);
    idle('a');
    idle('b', undefined, { timeout: 1 });
  },
  () => {
    idle('a', () => {
      idle('b');
      requestAnimationFrame(() => { log('frame'); idle('c'); });
    });
    timer(200);
  },
  () => {
    const handle = idle('never');
    idle('a', () => cancelIdleCallback(idle('never')));
    cancelIdleCallback(handle);
    timer(100, '100 ms', () => idle('b'));
  },
];
parts.forEach((part, i) => setTimeout(() => { log('part', i + 1); part(); }, 400 + 400 * i));
