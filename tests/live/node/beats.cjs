// SPDX-License-Identifier: GPL-3.0-or-later
// Goes on until it is told to end. Says when it has begun, unless it is to be quiet.

setInterval(function beat() {
  process.nextTick(function tick() {});
  setTimeout(function each() {}, 1);
}, 5);
if (!process.argv.includes('--quiet')) process.stdout.write('begun\n');
