// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the order of all kinds of callbacks, and what a program can see of what it gives to Node.js. Callbacks that wait for the clock
// come one after the other, since a busy machine may run two of them in either order.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { clearTimeout as forget, setImmediate as immediately, setTimeout as later } from 'node:timers';
import { scheduler, setImmediate as turn, setInterval as beats, setTimeout as wait } from 'node:timers/promises';
import { inspect, promisify } from 'node:util';

const show = (...words) => console.log(...words);
process.on('unhandledRejection', reason => show('unhandled', reason.name));
show(process.execArgv, process.argv.length);

const called = promisify((...args) => {
  const timer = setTimeout(function named(first, done) { show('named', first); done(); }, 1, ...args);
  show(inspect(timer).includes('[Function: named]'), timer._onTimeout.name, timer._onTimeout.length);
});
immediately(() => show('immediate of the module'));
process.nextTick((first, second) => show('tick', first, second), 1, 2);
queueMicrotask(() => show('microtask'));
Promise.resolve().then(() => {
  show('reaction');
  process.nextTick(() => show('tick of a reaction'));
}).then(() => show('second reaction'));
setImmediate(word => {
  show('immediate', word);
  process.nextTick(() => show('tick of an immediate'));
  Promise.resolve().then(() => show('reaction of an immediate'));
}, 'argument');
setImmediate(() => show('second immediate'));
clearTimeout(+setTimeout(() => show('never'), 5));
forget(String(+setTimeout(() => show('never'), 5)));
setTimeout(() => show('never'), 5).close();
clearImmediate(setImmediate(() => show('never')));
for (const wrong of [() => process.nextTick(3), () => setTimeout('text'), () => queueMicrotask()]) {
  try {
    wrong();
  } catch (error) {
    show(error.code);
  }
}
await turn();
await turn();
await called('argument');
await new Promise(done => later(() => {
  show('timer of the module');
  done();
}, 1));

let n = 0;
await new Promise(done => {
  const again = setTimeout(() => {
    show('again', ++n);
    if (n < 3) again.refresh();
    else done();
  }, 3);
});
await new Promise(done => {
  const interval = setInterval(() => {
    show('interval', ++n);
    if (n < 6) return;
    clearInterval(interval);
    done();
  }, 2);
});

await scheduler.yield();
show('after the yield');
await scheduler.wait(3);
show('after the wait', await wait(2, 'value'), await turn('other'), await promisify(setTimeout)(1, 'third'));
for await (const beat of beats(1, 'beat')) {
  show(beat);
  break;
}

const controller = new AbortController();
wait(1000, 0, { signal: controller.signal }).catch(error => show('caught', error.name));
scheduler.wait(1000, { signal: controller.signal });
controller.abort();
const keep = setTimeout(() => {}, 1000),
  signal = AbortSignal.timeout(5);
signal.addEventListener('abort', () => show('timeout', signal.reason.name));
await once(signal, 'abort');
clearTimeout(keep);

const { port1, port2 } = new MessageChannel();
port1.on('message', message => {
  show('message', message);
  port1.close();
});
port2.postMessage({ a: 1 });
await once(port1, 'close');

if (process.argv[2] !== 'child') {
  const child = fork(process.argv[1], ['child'], { stdio: 'ignore' });
  show('child', (await once(child, 'exit'))[0]);
}
process.on('exit', status => show('exit', status));
process.exitCode = 7;
