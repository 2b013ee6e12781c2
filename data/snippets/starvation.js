// SPDX-License-Identifier: GPL-3.0-or-later
// As long as tasks of a high priority keep coming, nothing else runs.

let left = 20;

function busy() {
  work(5);
  if (--left > 0)
    scheduler.postTask(busy, { priority: 'user-blocking' });
  else
    console.log('the flood ends', performance.now());
}

scheduler.postTask(busy, { priority: 'user-blocking' });
scheduler.postTask(() => console.log('background, at last', performance.now()), { priority: 'background' });
scheduler.postTask(() => console.log('user-visible, at last', performance.now()));
setTimeout(() => console.log('a timer of 10 ms', performance.now()), 10);
