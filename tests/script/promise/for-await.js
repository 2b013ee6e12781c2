// for await: closing of the iterator, in every way out of the loop.
addEventListener('unhandledrejection', e => e.preventDefault());
const tick = (n) => { let p = Promise.resolve(); for (let i = 0; i < n; i++) { const k = i; p = p.then(() => log('tick ' + k)); } };
tick(40);
const it = (n, o = {}) => ({ [Symbol.asyncIterator]() { let i = 0; return { next() { log(n, 'next', arguments.length); if (o.nextThrows && i) throw new Error(n + ' next'); if (o.nextRejects && i) return Promise.reject(new Error(n + ' next rejects')); if (o.notObject && i) return 7; return { value: i++, done: i > 2 }; }, get return() { log(n, 'get return'); if (o.getThrows) throw new Error(n + ' get'); if (o.noReturn) return null; if (o.bad) return 5; return () => { log(n, 'return'); if (o.throws) throw new Error(n + ' return'); if (o.rejects) return Promise.reject(new Error(n + ' return rejects')); return o.result === undefined ? {} : o.result; }; } }; } });
const run = async (n, o, body) => { try { for await (const x of it(n, o)) { log(n, 'body', x); if (body === 'break') break; if (body === 'throw') throw new Error(n + ' body'); if (body === 'return') return n; if (body === 'continue') continue; } log(n, 'after'); } catch (e) { log(n, 'caught', e.constructor.name + (/TypeError/.test(e.constructor.name) ? '' : ' ' + e.message)); } };
(async () => {
  for (const body of ['', 'break', 'throw', 'return', 'continue']) await run('plain ' + body, {}, body);
  for (const o of [{ nextThrows: 1 }, { nextRejects: 1 }, { notObject: 1 }, { getThrows: 1 }, { noReturn: 1 }, { bad: 1 }, { throws: 1 }, { rejects: 1 }, { result: 5 }]) for (const body of ['', 'break', 'throw']) await run(JSON.stringify(o) + body, o, body);
  const outer = []; loop: for (const a of [1, 2]) { for await (const b of it('L')) { if (a === 1) continue loop; outer.push(a, b); break loop; } } log('outer', outer.join());
  const o = {}; for await (o.x of [1, Promise.resolve(2)]) log('o.x', o.x); let q; for await ([q] of [[1], [2]]) log('q', q); for await (var { z = 5 } of [{}, { z: 6 }]) log('z', z); log('z after', z);
  const fs = []; for await (let i of [1, 2, 3]) fs.push(() => i); log(fs.map(f => f()).join());
  const sync = (n, o = {}) => ({ [Symbol.iterator]() { let i = 0; return { next() { return { value: o.rejects ? Promise.reject(new Error('v')) : i++, done: i > 2 }; }, return() { log(n, 'sync return'); return o.result === undefined ? {} : o.result; } }; } });
  for await (const x of sync('s1')) { log('s1', x); break; } try { for await (const x of sync('s2', { rejects: 1 })) log(x); } catch (e) { log('s2', e.message); } try { for await (const x of sync('s3', { result: 3 })) break; } catch (e) { log('s3', e.constructor.name); }
  async function* g() { try { for await (const x of it('G')) yield x; } finally { log('G finally'); } } for await (const x of g()) { log('g', x); break; }
  const h = g(); await h.next(); try { await h.throw(new Error('into')); } catch (e) { log('thrown', e.message); }
  async function* k() { for await (const x of it('K', { rejects: 1 })) yield x; } const kk = k(); await kk.next(); try { await kk.return('v'); log('no'); } catch (e) { log('K return', e.message); }
})();
