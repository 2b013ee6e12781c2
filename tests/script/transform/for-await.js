// SPDX-License-Identifier: GPL-3.0-or-later
// for await
const source = (name, values, extra) => ({
  [Symbol.asyncIterator] () {
    let i = 0;
    return {
      next () { return i < values.length ? { value: values[i++], done: false } : { value: 'end', done: true }; },
      return () { log(name, 'closed'); return {}; },
      ...extra,
    };
  },
});
const attempt = async (name, f) => {
  try { log(name, 'gave', await f()); } catch (e) { log(name, 'threw', e instanceof Error ? e.name + (e.constructor === Error ? ' ' + e.message : '') : e); }
};
const o = {};
let target, order = [];
(async () => {
  await attempt('plain', async () => { let s = ''; for await (const x of source('plain', [1, 2, 3])) s += x; return s; });
  await attempt('promises', async () => { let s = ''; for await (const x of [Promise.resolve(1), 2]) s += x; return s; });
  await attempt('break', async () => { for await (const x of source('break', [1, 2])) { if (x === 1) break; } return 'after'; });
  await attempt('return', async () => { for await (const x of source('return', [1, 2])) return x; });
  await attempt('throw', async () => { for await (const x of source('throw', [1, 2])) throw 'body'; });
  await attempt('continue', async () => { let s = ''; for await (const x of source('continue', [1, 2, 3])) { if (x === 2) continue; s += x; } return s; });
  await attempt('labels', async () => {
    let s = '';
    outer: inner: for await (const x of source('outer', [1, 2, 3])) {
      second: for await (const y of source('inner', [10, 20])) {
        if (x === 1) continue outer;
        if (x === 2 && y === 20) continue second;
        if (x === 3) break inner;
        s += x * y + ' ';
      }
    }
    return s;
  });
  await attempt('var', async () => { for await (var x of source('var', [1, 2])); return x; });
  await attempt('let closures', async () => { const f = []; for await (let x of source('let', [1, 2])) { f.push(() => x++); } return f.map(g => g() + g()).join(); });
  await attempt('assignment', async () => { for await (target of source('a', [1, 2])); for await (o.p of [3]); for await (o['q' + 1] of [4]); return [target, o.p, o.q1].join(); });
  await attempt('patterns', async () => {
    let s = '', a, b;
    for await (const { x, y: [z = 5] } of source('p', [{ x: 1, y: [] }, { x: 2, y: [3] }])) s += x + z;
    for await ([a, o.b] of [[1, 2]]) s += a + o.b;
    for await ({ a, b = a } of [{ a: 7 }]) s += a + b;
    return s;
  });
  await attempt('pattern throws', async () => { for await (const { x } of source('pt', [null])); });
  await attempt('close throws', async () => { for await (const x of source('ct', [1], { return () { throw 'from return'; } })) break; });
  await attempt('close rejects', async () => { for await (const x of source('cr', [1], { return () { return Promise.reject('rejected return'); } })) break; });
  await attempt('close gives no object', async () => { for await (const x of source('cn', [1], { return () { return 1; } })) break; });
  await attempt('throw, close throws', async () => { for await (const x of source('tc', [1], { return () { throw 'from return'; } })) throw 'body'; });
  await attempt('throw, close gives no object', async () => { for await (const x of source('tn', [1], { return () { return 1; } })) throw 'body'; });
  await attempt('return, close throws', async () => { for await (const x of source('rc', [1], { return () { throw 'from return'; } })) return 'value'; });
  await attempt('no return', async () => { for await (const x of source('nr', [1], { return: undefined })) break; return 'fine'; });
  await attempt('return null', async () => { for await (const x of source('nl', [1], { return: null })) break; return 'fine'; });
  await attempt('return not callable', async () => { for await (const x of source('nc', [1], { return: 1 })) break; });
  await attempt('next throws', async () => { for await (const x of source('nt', [], { next () { throw 'next'; } })); });
  await attempt('next rejects', async () => { for await (const x of source('nj', [], { next () { return Promise.reject('next rejected'); } })); });
  await attempt('next no object', async () => { for await (const x of source('no', [], { next () { return 1; } })); });
  await attempt('done throws', async () => { for await (const x of source('dt', [], { next () { return { get done () { throw 'done'; } }; } })); });
  await attempt('value throws', async () => { for await (const x of source('vt', [], { next () { return { done: false, get value () { throw 'value'; } }; } })); });
  await attempt('not iterable', async () => { for await (const x of 5); });
  await attempt('undefined', async () => { for await (const x of undefined); });
  await attempt('null method', async () => { for await (const x of { [Symbol.asyncIterator]: null, * [Symbol.iterator] () { yield 'sync'; } }) return x; });
  await attempt('sync rejects', async () => { for await (const x of (function* () { yield Promise.reject('element'); })()); });
  await attempt('const assignment', async () => { for await (const x of source('ca', [1])) x = 2; });
  await attempt('await in body', async () => { let s = 0; for await (const x of [1, 2]) s += await x; return s; });
  await attempt('in generator', async () => {
    async function* g () { for await (const x of source('g', [1, 2])) { const y = yield x; if (y) return y; } }
    const it = g();
    const out = [await it.next(), await it.return('stopped'), await it.next()];
    return out.map(r => r.value).join();
  });
  await attempt('generator throw', async () => {
    async function* g () { for await (const x of source('gt', [1, 2])) yield x; }
    const it = g();
    await it.next();
    return await it.throw('thrown in');
  });
  await attempt('switch', async () => { for await (const x of source('sw', [1, 2])) { switch (x) { case 1: continue; case 2: return 'two'; } } });
  await attempt('try', async () => { for await (const x of source('try', [1, 2])) { try { if (x === 2) return 'two'; } finally { log('finally', x); } } });
  await attempt('single statements', async () => { let n = 0; if (true) for await (const x of [1, 2]) if (x) n++; else n--; else n = 9; return n; });
  await attempt('names', async () => { let async = 0; for await (async of [1]); let of = 0; for await (of of [of, 2]); return [async, of].join(); });
  await attempt('multi line', async () => {
    let s = '';
    for
      await // comment
      (
        const
          x
        of /* c */
          [1,
            2]
      )
    {
      s += x;
    }
    return s;
  });
  const log2 = [];
  await Promise.all([
    (async () => { for await (const x of [1, 2, 3]) log2.push('a' + x); })(),
    (async () => { for await (const x of source('b', [1, 2, 3])) log2.push('b' + x); })(),
    (async () => { for (let i = 0; i < 9; i++) { await 0; log2.push(i); } })(),
  ]);
  log(log2.join());
})();
