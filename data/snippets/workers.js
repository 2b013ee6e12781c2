// SPDX-License-Identifier: GPL-3.0-or-later
// A worker is an agent with its own event loop and scheduler. It can block, and cannot use variables from outside its function.
const worker = new Worker(function count() {
  onmessage = ({ data: cells }) => {
    Atomics.wait(cells, 0, 0);
    for (let i = 0; i < 3; i++)
      Atomics.add(cells, 1, 1);
    postMessage(`${name}: ${Atomics.load(cells, 1)}`);
    close();
  };
}, { name: 'counter' });

const cells = new Int32Array(new SharedArrayBuffer(8));

worker.onmessage = ({ data }) => console.log(data);
worker.postMessage(cells);
setTimeout(function go() {
  Atomics.store(cells, 0, 1);
  Atomics.notify(cells, 0);
}, 10);
