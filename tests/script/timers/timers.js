// setTimeout(), setInterval(), clearTimeout(), clearInterval(), queueMicrotask().
const attempt = (what, f) => { try { log(what, String(f())); } catch (e) { log(what, e.name, e.message); } };
const named = (what, f) => { try { log(what, String(f())); } catch (e) { log(what, e.name); } };
addEventListener('error', e => { log('reported', e.error instanceof Error ? e.error.name : String(e.error)); e.preventDefault(); });

log(setTimeout.length, setInterval.length, clearTimeout.length, clearInterval.length, queueMicrotask.length,
    setTimeout.name, Object.keys(Object.getOwnPropertyDescriptor(globalThis, 'setTimeout')).join(), 'prototype' in setTimeout);
attempt('none', () => setTimeout());
attempt('none', () => queueMicrotask());
attempt('no function', () => queueMicrotask('log(1)'));
attempt('null', () => queueMicrotask(null));
attempt('this', () => setTimeout.call({}, () => {}));
named('bigint', () => setTimeout(() => {}, 1n));
named('symbol', () => setTimeout(() => {}, Symbol()));
named('symbol handler', () => setTimeout(Symbol()));
attempt('order', () => setTimeout({ toString() { log('handler first'); return ''; } }, { valueOf() { log('then timeout'); throw new RangeError('t'); } }));
attempt('nothing to clear', () => [clearTimeout(), clearTimeout(0), clearTimeout(-1), clearTimeout(99999), clearInterval('x'), clearTimeout({})].length);

const ids = [setTimeout(() => {}), setInterval(() => {}, 1e6), setTimeout('')];
log(ids.every(id => Number.isInteger(id) && id > 0), new Set(ids).size);
clearTimeout(ids[1]);

// Conversions: to long, modulo 2 to the 32.
for (const [name, timeout] of [['2^32', 4294967296], ['2^32 + 30', 4294967326], ['-1', -1], ['NaN', NaN], ['Infinity', Infinity],
                               ['undefined', undefined], ['null', null], ['"30"', '30'], ['30.9', 30.9], ['2^31', 2147483648], ['array', [30]],
                               ['object', { valueOf() { return 30; } }]])
  {
    const start = performance.now();
    setTimeout(() => log(name, performance.now() - start >= 30), timeout);
  }

setTimeout(function (a, b, c) { 'use strict'; log('arguments', arguments.length, a, b, c, this === globalThis); }, 40, 1, 2, 3);
setTimeout(function () { log('no arguments', arguments.length, this === globalThis); }, 40);
setTimeout('var fromText = 1; log("text", typeof fromText)', 41);
setTimeout('not a program', 41);
setTimeout({ toString() { return 'log("object as text")'; } }, 41);
setTimeout(() => log('variable of the text', typeof fromText), 42);
setTimeout(() => { throw new TypeError('in a timer'); }, 43);
setTimeout(() => log('after the exception'), 43);
log(clearTimeout(setInterval(() => log('FAIL cleared interval'), 1)), clearInterval(setTimeout(() => log('FAIL cleared timeout'), 1)));

// An interval that clears itself, one that clears another in the same turn, microtasks after each.
let n = 0;
const interval = setInterval(a => { log('interval', ++n, a); queueMicrotask(() => log('microtask', n)); if (n === 3) clearTimeout(interval); }, 50, 'x');
let victim;
setTimeout(() => clearTimeout(victim), 60);
victim = setTimeout(() => log('FAIL cleared by an earlier one'), 60);
setTimeout(function again(left) { log('chain', left); if (left) setTimeout(again, 0, left - 1); }, 300, 2);

// Timers of the same time run in the order of their making, a longer one made earlier after a shorter one made later.
setTimeout(() => log('B'), 402); setTimeout(() => log('A'), 401); setTimeout(() => log('C'), 402);

queueMicrotask(function () { 'use strict'; log('microtask this', this === undefined, arguments.length); return Promise.reject.bind(Promise); });
queueMicrotask(() => { throw 'a string'; });
Promise.resolve().then(() => log('promise job'));
queueMicrotask(() => { queueMicrotask(() => log('nested')); log('outer'); });
log('end of script');

// A text is a script: its names are the program's, and what is asynchronous in it runs as in the program.
setTimeout('let lexical = 7', 500);
setTimeout('log("lexical", lexical, typeof globalThis.lexical, this === globalThis)', 501);
setTimeout('Promise.resolve().then(() => log("job 1")); (async () => { await 1; log("job 2"); })(); queueMicrotask(() => log("job 3"))', 502);
setTimeout('throw new RangeError("in a text")', 503);
