// SPDX-License-Identifier: GPL-3.0-or-later
// A gallery that decodes pictures in the background, lays them out in pieces, and answers a search at once.
const grid = document.querySelector('#grid');
const pictures = Array.from({ length: 24 }, (_, index) => ({ index, score: (index * 7919) % 101 }));
const scrolling = new TaskController({ priority: 'background' });
const prefetching = new TaskController();

function busy(milliseconds) {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

function decode(picture) {
  return scheduler.postTask(function decodePicture() {
    busy(3);
    picture.ready = true;
  }, { signal: scrolling.signal });
}

async function layOut() {
  for (const picture of pictures) {
    const cell = document.createElement('div');
    cell.textContent = picture.index;
    grid.append(cell);
    busy(1);
    if (picture.index % 6 === 5)
      await scheduler.yield();
  }
}

function prefetch() {
  for (let page = 1; page <= 4; page++)
    scheduler.postTask(function prefetchPage() {
      busy(2);
    }, { signal: prefetching.signal, delay: page * 40 }).catch(() => {});
}

function countPictures() {
  document.querySelector('#count').textContent = `${pictures.filter((picture) => picture.ready).length} ready`;
}

function search(text) {
  const both = TaskSignal.any([prefetching.signal, AbortSignal.timeout(2000)], { priority: 'user-blocking' });
  scheduler.postTask(function filterPictures() {
    busy(6);
    for (const cell of grid.children)
      cell.hidden = text !== '' && !cell.textContent.includes(text);
  }, { signal: both }).catch(() => {});
}

document.querySelector('#search').addEventListener('input', (event) => search(event.target.value));

// Sorts without ever yielding: a long task.
document.querySelector('#sort').addEventListener('click', function sortPictures() {
  pictures.sort((a, b) => a.score - b.score);
  busy(70);
  requestAnimationFrame(function placePictures() {
    grid.append(...pictures.map((picture) => grid.children[picture.index]).filter(Boolean));
  });
});

addEventListener('load', () => setTimeout(function start() {
  performance.mark('gallery starts');
  for (const picture of pictures)
    decode(picture).catch(() => {});
  scheduler.postTask(layOut, { priority: 'user-visible' });
  scheduler.postTask(function restoreScroll() { busy(1); }, { priority: 'user-blocking' });
  prefetch();
  const counting = setInterval(countPictures, 50);
  setTimeout(() => clearInterval(counting), 600);
  // What can be seen is decoded first from here on.
  setTimeout(function scrolled() { scrolling.setPriority('user-visible'); }, 30);
  setTimeout(function leave() { prefetching.abort(); }, 130);
  requestIdleCallback(function reportUsage() { busy(1); }, { timeout: 1000 });
  requestAnimationFrame(function showFirst() { countPictures(); });
  const channel = new MessageChannel();
  channel.port1.onmessage = function received() { busy(1); };
  channel.port2.postMessage('hello');
  performance.measure('gallery started', 'gallery starts');
}, 60));
