// SPDX-License-Identifier: GPL-3.0-or-later
console.log ('slow 1');
await 0;
console.log ('slow 2');
await 0;
console.log ('slow 3');
