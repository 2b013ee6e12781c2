// SPDX-License-Identifier: GPL-3.0-or-later
// Microtasks run after the current callback and before the next task, including those that they add.

setTimeout(() => console.log('5: a task'));

queueMicrotask(() => {
  console.log('3: a microtask');
  Promise.resolve().then(() => console.log('4: and one that it added'));
});

(async () => {
  console.log('1: an async function begins at once');
  await null;
  console.log('3½: and goes on in a microtask');
})();

console.log('2: the script ends');
