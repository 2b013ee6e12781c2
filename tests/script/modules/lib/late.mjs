// SPDX-License-Identifier: GPL-3.0-or-later
console.log ('late');
export let value = 1;
await 0;
value = 2;
