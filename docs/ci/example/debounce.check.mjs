/* SPDX-License-Identifier: GPL-3.0-or-later */

import { debounce } from './debounce.mjs';

const began = Date.now();
const controller = new AbortController();
const save = debounce(text => console.log(`save ${text} after ${Date.now() - began} ms`), 300, controller);

save('a');
setTimeout(() => save('ab'), 200);
setTimeout(() => save('abc'), 400);
// expect: save abc after 700 ms

// An hour later, somebody goes away before the burst is over.
setTimeout(function goAway() {
  save('abcd');
  controller.abort();
}, 3600000);
// expect-ran: goAway
