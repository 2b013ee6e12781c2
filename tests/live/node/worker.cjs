// SPDX-License-Identifier: GPL-3.0-or-later
// Workers, one after the other, which have timers of their own: two of this file, and two that are made of a text.

const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

const text = 'setTimeout(function inWorker() { parentPort.postMessage(workerData); }, 5);';
const makers = [
  workerData => new Worker(__filename, { workerData }),
  workerData => new Worker(__filename, { workerData }),
  workerData => new Worker(`const { parentPort, workerData } = require('worker_threads'); ${text}`, { eval: true, workerData }),
  workerData => new Worker(new URL(`data:text/javascript,import { parentPort, workerData } from 'worker_threads'; ${text}`), { workerData }),
];
const start = number => {
  const worker = makers[number](number + 1);
  worker.on('message', message => console.log('from the worker', message));
  worker.on('exit', status => {
    console.log('worker', status);
    if (number + 1 < makers.length) start(number + 1);
  });
};
if (isMainThread) start(0);
else setTimeout(function inWorker() { parentPort.postMessage(workerData); }, 5);
