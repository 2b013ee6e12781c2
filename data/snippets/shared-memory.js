// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that agents share. waitAsync() does not block: notify() or its timeout resolves its promise.
const cells = new Int32Array(new SharedArrayBuffer(8));

const { async, value } = Atomics.waitAsync(cells, 0, 0, 100);
console.log(async);
value.then(result => console.log(`waited: ${result}`));

setTimeout(function change() {
  Atomics.store(cells, 0, 1);
  console.log(`woken: ${Atomics.notify(cells, 0)}`);
}, 10);

// Nobody wakes this one.
Atomics.waitAsync(cells, 1, 0, 50).value.then(result => console.log(`and then: ${result}`));
