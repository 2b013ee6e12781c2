// SPDX-License-Identifier: GPL-3.0-or-later
// A delay is the least time that a task waits. Then the task joins its queue.

scheduler.postTask(() => console.log('after 20 ms', performance.now()), { delay: 20 });
scheduler.postTask(() => console.log('after 10 ms', performance.now()), { delay: 10 });

scheduler.postTask(() => {
  console.log('keeps the thread busy from', performance.now());
  work(30);
}, { delay: 5 });
