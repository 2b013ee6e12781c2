// SPDX-License-Identifier: GPL-3.0-or-later
// Goes on until it is told to end, with callbacks of all kinds that are no tasks, and beside it workers that are made of texts.

const { Worker } = require('worker_threads');

const { port1, port2 } = new MessageChannel();
port2.onmessage = function heard() {};
new Worker('setInterval(function inText() {}, 1)', { eval: true });
new Worker(new URL('data:text/javascript,setInterval(function inAddress() {}, 1)'));
setInterval(function beat() {
  process.nextTick(function tick() {});
  process.nextTick(() => {});
  queueMicrotask(function job() {});
  queueMicrotask(() => {});
  port1.postMessage(0);
}, 1);
