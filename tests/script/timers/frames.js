// requestAnimationFrame() and requestIdleCallback().
const attempt = (what, f) => { try { log(what, String(f())); } catch (e) { log(what, e.name, e.message); } };
const named = (what, f) => { try { log(what, String(f())); } catch (e) { log(what, e.name); } };
addEventListener('error', e => { log('reported', e.error instanceof Error ? e.error.name : String(e.error)); e.preventDefault(); });

log(requestAnimationFrame.length, cancelAnimationFrame.length, requestIdleCallback.length, cancelIdleCallback.length);
attempt('none', () => requestAnimationFrame());
attempt('no function', () => requestAnimationFrame({}));
attempt('none', () => cancelAnimationFrame());
attempt('none', () => requestIdleCallback());
attempt('no function', () => requestIdleCallback('x'));
attempt('options', () => requestIdleCallback(() => {}, 5));
attempt('constructor', () => new IdleDeadline());
attempt('getter', () => IdleDeadline.prototype.didTimeout);

const times = [];
const first = requestAnimationFrame(function (time) {
  'use strict';
  times.push(time);
  log('first', arguments.length, typeof time, this === undefined, performance.now() >= time);
  queueMicrotask(() => log('microtask between two callbacks of a frame'));
  cancelAnimationFrame(third);
  requestAnimationFrame(again => { log('next frame', again > time, Math.round((again - time) * 10) / 10); });
});
requestAnimationFrame(time => { log('second', time === times[0]); queueMicrotask(() => cancelAnimationFrame(fifth)); throw new Error('in a frame'); });
const third = requestAnimationFrame(() => log('FAIL cancelled in the frame'));
requestAnimationFrame(() => log('fourth'));
const fifth = requestAnimationFrame(() => log('FAIL cancelled by a microtask in the frame'));
const sixth = requestAnimationFrame(() => log('FAIL cancelled before the frame'));
cancelAnimationFrame(sixth);
cancelAnimationFrame(12345);
log(first > 0, third === first + 2);

// A frame that comes late is one frame.
setTimeout(() => {
  let count = 0;
  const start = performance.now();
  requestAnimationFrame(function frame() { if (++count < 3) requestAnimationFrame(frame); else log('three frames', performance.now() - start > 80); });
  work(100);
}, 100);

const idle = requestIdleCallback(function (deadline) {
  'use strict';
  log('idle', this === undefined, deadline instanceof IdleDeadline, deadline.didTimeout, deadline.timeRemaining() > 0, String(deadline),
      JSON.stringify(Object.keys(IdleDeadline.prototype)));
  named('assign', () => { deadline.didTimeout = true; });
  let looks = 0;
  while (deadline.timeRemaining() > 0) looks++;
  log('time is up', looks > 10, deadline.timeRemaining());
  globalThis.kept = deadline;
});
const cancelled = requestIdleCallback(() => log('FAIL cancelled'));
cancelIdleCallback(cancelled);
cancelIdleCallback(idle + 1000);
requestIdleCallback(deadline => { log('second idle', kept.timeRemaining()); throw new Error('in an idle callback'); });
requestIdleCallback(() => { Promise.resolve().then(() => log('after idle')); });
