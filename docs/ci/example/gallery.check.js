/* SPDX-License-Identifier: GPL-3.0-or-later */

// A tap must not wait for the pictures, whatever the browser.
for (let i = 0; i < 20; i++)
  scheduler.postTask(function decode() { work(12); }, { priority: 'background' });

scheduler.postTask(function tap() { console.log('menu'); }, { priority: 'user-blocking', delay: 40 });

// expect: menu
// expect-order: decode tap
// expect-waited: tap <= 12 ms
