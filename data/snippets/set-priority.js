// SPDX-License-Identifier: GPL-3.0-or-later
// A controller moves all tasks of its signal to another priority at once.

const controller = new TaskController({ priority: 'background' });

controller.signal.addEventListener('prioritychange', event => {
  console.log(`from ${event.previousPriority} to ${controller.signal.priority}`);
});

for (let i = 1; i <= 3; i++) {
  scheduler.postTask(function prefetch() {
    console.log(`prefetch ${i}`);
  }, { signal: controller.signal });
}

scheduler.postTask(() => console.log('a task in between'));

scheduler.postTask(() => {
  console.log('they are needed now');
  controller.setPriority('user-blocking');
}, { priority: 'user-blocking' });
