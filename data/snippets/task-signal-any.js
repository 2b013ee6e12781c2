// SPDX-License-Identifier: GPL-3.0-or-later
// TaskSignal.any() follows the aborts of many signals and the priority of one.

const page = new TaskController({ priority: 'background' });
const image = new AbortController();

const signal = TaskSignal.any([image.signal, page.signal], { priority: page.signal });

scheduler.postTask(function decode() {
  console.log('decoded at', signal.priority);
}, { signal }).catch(error => console.log('not decoded:', error.name));

scheduler.postTask(() => page.setPriority('user-visible'), { priority: 'user-blocking' });
scheduler.postTask(() => image.abort(), { priority: 'user-blocking', delay: 10 });

const fixed = TaskSignal.any([image.signal], { priority: 'user-blocking' });
console.log('a signal of fixed priority:', fixed.priority);
