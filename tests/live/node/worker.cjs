// SPDX-License-Identifier: GPL-3.0-or-later
// Two workers, one after the other, which have timers of their own.

const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

const start = left => {
  const worker = new Worker(__filename, { workerData: left });
  worker.on('message', message => console.log('from the worker', message));
  worker.on('exit', status => {
    console.log('worker', status);
    if (left > 1) start(left - 1);
  });
};
if (isMainThread) start(2);
else setTimeout(function inWorker() { parentPort.postMessage(workerData); }, 5);
