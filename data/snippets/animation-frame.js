// SPDX-License-Identifier: GPL-3.0-or-later
// Animation frames come with rendering; a long task delays them.

let frames = 0;

requestAnimationFrame(function frame(time) {
  console.log(`frame ${++frames} at ${time.toFixed(1)} ms`);
  if (frames < 5)
    requestAnimationFrame(frame);
});

scheduler.postTask(() => {
  work(40);
  console.log('a long task ends', performance.now());
}, { delay: 20 });
