// SPDX-License-Identifier: GPL-3.0-or-later
// From the sixth nesting level on, timers wait at least 4 ms.

let depth = 0;
let before = performance.now();

function again() {
  const now = performance.now();
  console.log(`timer ${++depth} after ${Math.round(now - before)} ms`);
  before = now;
  if (depth < 8)
    setTimeout(again);
}

setTimeout(again);

let ticks = 0;
const interval = setInterval(() => {
  console.log(`tick ${++ticks}`);
  if (ticks === 3)
    clearInterval(interval);
}, 20);
