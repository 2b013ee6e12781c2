// Array.fromAsync().
addEventListener('unhandledrejection', e => e.preventDefault());
const show = (n, p) => p.then(v => log(n, Array.isArray(v), v.length, [].join.call(v)), e => log(n, 'rejects', e.constructor.name, e.message.length > 0));
show('sync', Array.fromAsync([1, Promise.resolve(2), 3])); show('async', Array.fromAsync((async function* () { yield 1; yield 2; })())); show('like', Array.fromAsync({ length: 2, 0: 'a', 1: Promise.resolve('b') })); show('mapped', Array.fromAsync([1, 2], async (v, i) => v * 10 + i)); show('string', Array.fromAsync('xy'));
show('this', Array.fromAsync([1], function (v) { return v + this.k; }, { k: 5 })); show('null', Array.fromAsync(null)); show('mapper', Array.fromAsync([], 5)); show('rejects', Array.fromAsync([Promise.reject(new URIError('q'))]));
const closing = (n) => ({ [Symbol.asyncIterator]() { return { next: async () => ({ value: 1, done: false }), async return() { log(n, 'closed'); return {}; } }; } });
show('map throws', Array.fromAsync(closing('m'), () => { throw new EvalError('z'); })); show('map rejects', Array.fromAsync(closing('r'), async () => { throw new EvalError('z'); }));
class C { constructor(...a) { log('new C', a.length, a[0]); } } Array.fromAsync.call(C, [7, 8]).then(c => log(c instanceof C, c.length, c[1])); Array.fromAsync.call(C, { length: 1, 0: 4 }).then(c => log(c instanceof C, c.length, c[0])); show('no constructor', Array.fromAsync.call(() => {}, [7]));
Array.fromAsync.call(function () { return Object.freeze({}); }, [1]).catch(e => log('frozen', e.constructor.name)); show('iterator', Array.fromAsync({ [Symbol.iterator]: 5 })); show('async iterator', Array.fromAsync({ [Symbol.asyncIterator]: 5 }));
