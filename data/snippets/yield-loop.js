// SPDX-License-Identifier: GPL-3.0-or-later
// Long work in pieces lets user input run in between.

const images = Array.from({ length: 6 }, (_, i) => `image ${i + 1}`);

scheduler.postTask(async function decodeAll() {
  for (const image of images) {
    work(8);
    console.log(`${image} decoded`, performance.now());
    await scheduler.yield();
  }
});

scheduler.postTask(function click() {
  console.log('the click is answered', performance.now());
}, { priority: 'user-blocking', delay: 20 });
