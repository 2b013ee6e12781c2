// SPDX-License-Identifier: GPL-3.0-or-later
// Node.js says where an exception was thrown that nobody catches.

process.stderr.write('no line end, ');
process.stderr.write('Debugger attached?\n');
setTimeout(function thrower() {
  throw new Error('thrown');
}, 2);
