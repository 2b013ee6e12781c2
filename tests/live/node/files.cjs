// SPDX-License-Identifier: GPL-3.0-or-later
// What follows the callback of a file belongs to it, and not to what ran long before.

const fs = require('fs');

setTimeout(function before() {
  fs.readFile(__filename, function read() {
    process.nextTick(function ofFile() {});
  });
}, 2);
setTimeout(async function awaits() {
  await fs.promises.readFile(__filename);
  queueMicrotask(function ofPromise() {});
}, 50);
