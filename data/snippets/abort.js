// SPDX-License-Identifier: GPL-3.0-or-later
// An abort removes queued tasks; a running task can check its signal.

const controller = new TaskController({ priority: 'background' });
const { signal } = controller;

async function upload(name) {
  try {
    await scheduler.postTask(() => console.log(`${name} is sent`), { signal });
  } catch (error) {
    console.log(`${name} was not sent: ${error.name}`);
  }
}

upload('photo');
upload('video');

signal.addEventListener('abort', () => console.log('aborted:', signal.reason.message));

scheduler.postTask(() => {
  controller.abort(new DOMException('the user left the page', 'AbortError'));
}, { priority: 'user-blocking' });
