// SPDX-License-Identifier: GPL-3.0-or-later
// After a yield, the rest of a task runs before other tasks of its priority, and after those of a higher one.

scheduler.postTask(async function first() {
  console.log('first begins');
  await scheduler.yield();
  console.log('first goes on');
});

scheduler.postTask(() => console.log('second'));
scheduler.postTask(() => console.log('urgent'), { priority: 'user-blocking', delay: 0 });
