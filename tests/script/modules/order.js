// Modules run in the order of the specification, also where some of them await: what follows does not wait for what it does not need.
import './lib/slow.mjs';
import './lib/needs-slow.mjs';
import './lib/quick.mjs';
import './lib/second-slow.mjs';

console.log ('main');
queueMicrotask (() => console.log ('microtask'));
const [first, second] = await Promise.all ([import ('./lib/late.mjs'), import ('./lib/late.mjs')]);
console.log (first === second, first.value);
for await (const n of [Promise.resolve (1), 2])
  console.log (n);
