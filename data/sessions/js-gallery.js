// SPDX-License-Identifier: GPL-3.0-or-later

// Decoding is slow, and nobody waits for it: it is background work. It yields after each photo, so
// that whatever is more urgent gets its turn in between.
const gallery = new TaskController({ priority: 'background' });

const photos = ['beach', 'forest', 'city', 'lake'];
const time = () => Math.round(performance.now());

async function decodePhotos() {
  for (const photo of photos) {
    work(8); // 8 ms of the main thread
    console.log(`${photo} decoded at ${time()} ms`);
    await scheduler.yield(); // goes on with the priority of the task that it is in
  }
  return `${photos.length} photos`;
}
