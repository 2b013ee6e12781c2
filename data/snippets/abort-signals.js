// SPDX-License-Identifier: GPL-3.0-or-later
// AbortSignal.timeout() aborts after a time, AbortSignal.any() with the first of several signals.

const stop = new AbortController();
const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(25)]);

signal.onabort = () => console.log('aborted by', signal.reason.name, 'at', performance.now());

async function poll() {
  for (let i = 1; !signal.aborted; i++) {
    console.log(`look ${i}`);
    await scheduler.postTask(() => {}, { signal, delay: 10 });
  }
}

poll().catch(error => console.log('poll ended:', error.name));
console.log('aborted already:', AbortSignal.abort('no need').reason);
