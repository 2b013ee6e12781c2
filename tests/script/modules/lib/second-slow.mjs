// SPDX-License-Identifier: GPL-3.0-or-later
console.log ('second 1');
await null;
console.log ('second 2');
