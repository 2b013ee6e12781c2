// Async generators: the queue of requests, return and throw in each state, yield*, order of ticks.
addEventListener('unhandledrejection', e => e.preventDefault());
const tick = (n) => { let p = Promise.resolve(); for (let i = 0; i < n; i++) { const k = i; p = p.then(() => log('tick ' + k)); } };
const show = (n, p) => p.then(r => log(n, r && r.value, r && r.done), e => log(n, 'rejects', e && e.message || e));
tick(30);
async function* a() { try { log('start'); const x = yield 1; log('x', x); const y = yield Promise.resolve(2); log('y', y); return Promise.resolve(3); } finally { log('finally'); } }
{ const g = a(); show('n1', g.next('i')); show('n2', g.next('j')); show('n3', g.next('k')); show('n4', g.next()); show('r', g.return('z')); show('t', g.throw('q')); show('n5', g.next()); }
{ const g = a(); show('early return', g.return(Promise.resolve('v'))); show('after', g.next()); } { const g = a(); show('early throw', g.throw(new Error('e'))); show('after throw', g.next()); } { const g = a(); show('return rejects', g.return(Promise.reject(new Error('rr')))); show('then next', g.next()); }
{ const g = a(); show('s', g.next()); show('return in yield', g.return(Promise.resolve('w'))); show('done', g.next()); } { const g = a(); show('s', g.next()); show('return rejected in yield', g.return(Promise.reject(new Error('rj')))); } { const g = a(); show('s', g.next()); show('throw in yield', g.throw(new Error('ty'))); }
async function* yieldsRejected() { try { yield Promise.reject(new Error('yr')); } catch (e) { log('caught', e.message); yield 'recovered'; } } { const g = yieldsRejected(); show('yr', g.next()); show('yr2', g.next()); }
async function* d() { const r = yield* inner(); log('inner gave', r); try { yield* { [Symbol.asyncIterator]() { return { i: 0, next(v) { log('next', v); return { value: this.i++, done: this.i > 2 }; }, return(v) { log('return', v); return { value: 'rv' + v, done: true }; }, throw(e) { log('throw', e); return { value: 'tv', done: false }; } }; } }; } finally { log('outer finally'); } yield* [Promise.resolve('s1'), 's2']; }
async function* inner() { yield 'i1'; yield 'i2'; return 'ir'; }
{ const g = d(); for (let i = 0; i < 8; i++) show('d' + i, g.next('v' + i)); } { const g = d(); (async () => { for (let i = 0; i < 3; i++) await g.next(); show('dt', g.throw('E')); show('dr', g.return('R')); show('dn', g.next()); })(); }
async function* noThrow() { yield* { [Symbol.asyncIterator]() { return { next() { return { value: 1, done: false }; }, return() { log('closed'); return {}; } }; } }; } { const g = noThrow(); show('nt', g.next()); g.throw('x').catch(e => log('nt', e.constructor.name)); }
async function* noReturn() { yield* { [Symbol.asyncIterator]() { return { next() { return { value: 1, done: false }; } }; } }; } { const g = noReturn(); show('nr', g.next()); show('nr', g.return(Promise.resolve('q'))); }
async function* syncNoThrow() { yield* { [Symbol.iterator]() { return { next() { return { value: 1, done: false }; }, return() { log('sync closed'); return {}; } }; } }; } { const g = syncNoThrow(); show('snt', g.next()); g.throw('x').catch(e => log('snt', e.constructor.name)); }
async function* finallyYields() { try { yield 1; } finally { yield 2; log('end'); } } { const g = finallyYields(); show('fy', g.next()); show('fy', g.return('r')); show('fy', g.next()); show('fy', g.next()); }
async function* awaitsInFinally() { try { yield 1; } finally { await null; log('awaited'); } } { const g = awaitsInFinally(); show('af', g.next()); show('af', g.return('r')); }
async function* throwsIt() { throw new Error('ti'); } { const g = throwsIt(); show('ti', g.next()); show('ti', g.next()); }
async function* reentrant() { show('re', it.next()); yield 1; } const it = reentrant(); show('re1', it.next());
(async () => { const g = a(); log(g[Symbol.asyncIterator]() === g, Object.prototype.toString.call(g)); })();
