// SPDX-License-Identifier: GPL-3.0-or-later
// Never comes back.

setTimeout(function begin() {
  setTimeout(function after() {}, 1);
  process.stdout.write('busy\n');
  for (;;);
}, 5);
