// Promises whose constructor property throws, given to async generators and async functions.
addEventListener('unhandledrejection', e => e.preventDefault());
const broken = () => { const p = Promise.resolve(42); Object.defineProperty(p, 'constructor', { get() { throw new Error('broken'); } }); return p; };
const show = (n, p) => p.then(r => log(n, r && r.value, r && r.done), e => log(n, 'rejects', e.message));
const tick = (n) => { let p = Promise.resolve(); for (let i = 0; i < n; i++) { const k = i; p = p.then(() => log('tick ' + k)); } };
tick(15);
{ const g = (async function* () {})(); show('start return', g.return(broken())); show('next', g.next()); }
{ const g = (async function* () {})(); g.next().then(() => { show('completed return', g.return(broken())); show('next', g.next()); }); }
{ let it; const g = (async function* () { try { yield 1; } catch (e) { log('in body', e.message); return e; } })(); g.next().then(() => { show('yield return', g.return(broken())); show('after', g.next()); }); }
{ const g = (async function* () { try { yield 1; } finally { log('finally'); } })(); g.next().then(() => { show('yield return 2', g.return(broken())); show('after', g.return(broken())); show('after', g.next()); }); }
{ const g = (async function* () { try { yield broken(); } catch (e) { log('yield broken', e.message); yield 'y'; } })(); show('yb', g.next()); show('yb', g.next()); }
{ const g = (async function* () { return broken(); })(); show('return broken', g.next()); show('next', g.next()); }
{ const g = (async function* () { yield* [broken()]; })(); show('delegate', g.next()); show('next', g.next()); }
(async () => { for await (const x of [broken()]) log(x); })().catch(e => log('for await', e.message)); (async () => broken())().then(v => log('async return', v), e => log(e.message));
{ const g = (async function* () { yield* { [Symbol.asyncIterator]() { return { next: () => ({ value: 1, done: false }), return: v => { log('return got', typeof v); return { done: true, value: 'rv' }; } }; } }; })(); g.next().then(() => { show('delegate return', g.return(broken())); }); }
{ const o = {}; const g = (async function* () { const v = yield* { [Symbol.asyncIterator]() { return { next: () => broken() }; } }; })(); show('broken next', g.next()); }
