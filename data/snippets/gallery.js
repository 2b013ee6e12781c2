// SPDX-License-Identifier: GPL-3.0-or-later
// A gallery decodes visible images first: a whole group changes its priority while the user scrolls.

const visible = new TaskController({ priority: 'user-visible' });
const hidden = new TaskController({ priority: 'background' });

async function decode(image) {
  for (let part = 1; part <= 3; part++) {
    work(6);
    console.log(`${image}, part ${part}`);
    await scheduler.yield();
  }
}

function show(images, signal) {
  for (const image of images) {
    scheduler.postTask(() => decode(image), { signal })
      .catch(error => console.log(`${image}: ${error.name}`));
  }
}

show(['cat', 'dog'], visible.signal);
show(['fox', 'owl', 'bee'], hidden.signal);

function scroll() {
  console.log('the user scrolls');
  visible.abort();
  hidden.setPriority('user-blocking');
}

scheduler.postTask(scroll, { priority: 'user-blocking', delay: 14 });
