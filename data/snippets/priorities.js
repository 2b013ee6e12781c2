// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks of a higher priority run first, in whatever order they were posted.

for (const priority of ['background', 'user-visible', 'user-blocking']) {
  for (let i = 1; i <= 2; i++) {
    scheduler.postTask(function decode() {
      work(4);
      console.log(`${priority} ${i}`);
    }, { priority });
  }
}

scheduler.postTask(() => console.log('no priority is user-visible'));
