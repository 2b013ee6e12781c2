// SPDX-License-Identifier: GPL-3.0-or-later
// Async generators
const show = r => `${JSON.stringify(r.value)}${r.done ? ' done' : ''}`;
const tryAll = async (name, g, ...steps) => {
  const out = [];
  for (const [method, value] of steps) {
    try { out.push(show(await g[method](value))); } catch (e) { out.push('! ' + (e instanceof Error ? e.name : e)); }
  }
  log(name, out.join('; '));
};
const N = v => ['next', v], T = v => ['throw', v], R = v => ['return', v];
async function* simple () { const x = yield 1; const y = yield x; return [x, y]; }
async function* awaits () { yield Promise.resolve('resolved'); yield await 'awaited'; return Promise.resolve('returned'); }
async function* rejects () { try { yield Promise.reject('no'); } catch (e) { yield 'caught ' + e; } return Promise.reject('end'); }
async function* finals () { try { yield 1; yield 2; } finally { yield 'cleanup'; await 0; } }
async function* override () { try { yield 1; } finally { return 'mine'; } }
async function* inner () { const x = yield 'a'; log('inner got', x); try { yield 'b'; } catch (e) { yield 'caught ' + e; } finally { log('inner closed'); } return 'inner result'; }
async function* outer () { const r = yield* inner(); yield r; }
async function* overArray () { return yield* [Promise.resolve(1), 2]; }
async function* overString () { yield* 'ab'; }
async function* nothing () { }
async function* bare () { yield; return; }
async function* noReturn () { yield* { [Symbol.asyncIterator] () { return { n: 0, next () { return { value: ++this.n, done: false }; } }; } }; }
async function* badNext () { yield* { [Symbol.asyncIterator] () { return { next () { return 1; } }; } }; }
async function* notIterable () { yield* 5; }
async function* nested () { yield yield yield 1; }
async function* comma () { return 1, 2; }
async function* yieldInArguments (f) { return [yield 1, await 2, ...(yield 3)].join(f(yield 4)); }
async function* template () { return `${yield 1}-${await 2}-${yield 3}`; }
async function* conditional (x) { return x ? yield 'yes' : yield 'no'; }
async function* throwing () { throw yield 'value'; }
async function* syncThrow () { yield* { get [Symbol.asyncIterator] () { throw 'getter'; } }; }
async function* fromSync () { yield* (function* () { yield 1; yield Promise.reject("in sync"); })(); }
async function* delegateReturn () { try { yield* { [Symbol.asyncIterator] () { return { next: () => ({ value: 1, done: false }), return: v => ({ value: 'returned ' + v, done: true }) }; } }; } finally { log('finally'); } }
async function* delegateThrow () { return yield* { [Symbol.asyncIterator] () { return { next: () => ({ value: 1, done: false }), throw: v => ({ value: 'thrown ' + v, done: true }) }; } }; }
const object = { async *method () { yield this.v; }, v: 'this' };
(async () => {
  await tryAll('simple', simple(), N('ignored'), N('x'), N('y'), N());
  await tryAll('awaits', awaits(), N(), N(), N(), N());
  await tryAll('rejects', rejects(), N(), N(), N());
  await tryAll('finals', finals(), N(), R('early'), N(), N());
  await tryAll('finals throw', finals(), N(), T('oops'), N(), N());
  await tryAll('override', override(), N(), R('theirs'), N());
  await tryAll('unstarted return', simple(), R('early'), N());
  await tryAll('unstarted throw', simple(), T('early'), N());
  await tryAll('return promise', simple(), N(), R(Promise.resolve('p')), R(Promise.reject('q')), R(Promise.resolve('r')));
  await tryAll('return rejected', (async function* () { try { yield 1; } catch (e) { yield 'caught ' + e; } })(), N(), R(Promise.reject('rejected')), N());
  await tryAll('outer', outer(), N(), N('hello'), T('error'), N(), N(), N());
  await tryAll('outer return', outer(), N(), N(), R('stop'), N());
  await tryAll('overArray', overArray(), N(), N(), N());
  await tryAll('overString', overString(), N(), N(), N());
  await tryAll('nothing', nothing(), N(), N());
  await tryAll('bare', bare(), N(), N());
  await tryAll('noReturn', noReturn(), N(), N(), R('r'));
  await tryAll('noReturn throw', noReturn(), N(), T('t'), N());
  await tryAll('badNext', badNext(), N(), N());
  await tryAll('notIterable', notIterable(), N(), N());
  await tryAll('nested', nested(), N(), N('b'), N('c'), N('d'));
  await tryAll('comma', comma(), N());
  await tryAll('yieldInArguments', yieldInArguments(x => x), N(), N('p'), N(['q']), N('r'));
  await tryAll('template', template(), N(), N('p'), N('q'));
  await tryAll('conditional', conditional(true), N(), N('z'));
  await tryAll('throwing', throwing(), N(), N('z'));
  await tryAll('syncThrow', syncThrow(), N(), N());
  await tryAll('fromSync', fromSync(), N(), N(), N());
  await tryAll('delegateReturn', delegateReturn(), N(), R('v'), N());
  await tryAll('delegateThrow', delegateThrow(), N(), T('v'), N());
  await tryAll('method', object.method(), N(), N());
  // a queue of requests
  const g = simple();
  const all = [g.next(), g.next('second'), g.return('third'), g.next(), g.throw('fifth').catch(e => ({ value: 'rejected ' + e }))];
  log((await Promise.all(all)).map(show).join('; '));
  const order = [];
  const h = (async function* () { order.push('start'); yield 1; order.push('after'); })();
  order.push('made');
  const p = h.next();
  order.push('called');
  await p;
  h.next().then(() => order.push('second'));
  await 0; await 0; await 0;
  log(order.join());
})();
