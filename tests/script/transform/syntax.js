#!/usr/bin/env loopscope-cli
// SPDX-License-Identifier: GPL-3.0-or-later
// Where rewriting could change how text is read
'a directive'
'another' // with a comment
async function directives () { 'one'; "use strict"; return this === undefined; }
async function directiveWithoutSemicolon () {
  'use strict'
  await 0
  return this === undefined
}
async function asi (list) {
  let a = 1
  await 0
  const b = a
  await null; let c = 3
  ;[a] = [5]
  await list
  `template`
  a++
  await 0
  return
    await 7
}
async function* asiGenerator () {
  let a = 1
  yield a
  a = 2
  yield
  a
  yield a
  const f = async () => {}
  await f()
}
async function operators (x) {
  return [-await x, typeof await x, !await x, await x + await x, (await x) ** 2, await x ? 1 : 2, await (await x), [await x][0], { a: await x }.a,
          await x in { 5: 1 }, await new Number(3) + 1, (await x, 6), await await x, `${await x}`, (await Math).max(1, 2), new (await Array)(3).length,
          await /a/.test('a'), await +x, await (async () => 8)(), delete await x, void await x, await x == await x, (await { f () { return 9; } }).f()].join();
}
async function statements () {
  if (await 1) await 2; else await 3
  for (let i = await 0; i < await 2; await i++) await i
  while (await 0) await 0
  do await 0; while (await 0)
  for (const x of await [1]) await x
  for (const x in await { a: 1 }) await x
  for (var i = 0, j = await 3; i < j; i++);
  switch (await 1) { case await 0: case await 1: await 0; break; default: await 0 }
  try { await 0; throw await 1 } catch ({ x = await 5 }) { await x } finally { await 0 }
  with (await { w: 1 }) await w
  label: { await 0; break label }
  l1: for (;;) { l2: while (true) { await 0; break l1 } }
  debugger
  { }
  ;;
  const { [await 'k']: k = await 2, ...others } = await { z: 1 }
  class A extends Object { [await 'm'] () { return 1 } static [await 's'] = 5 }
  return await k + A.s + new A().m() + others.z + i
}
const multi = async (
  a, // first
  /* second */ b = 1, // with a comment )
) /* before the arrow */ => /* after
the arrow */ (
  await // a comment behind await
    a +
  await /* here
  too */ b
)
async /* ( */ function /* { */ spaced /* ) */ ( /* a */ a /* b */ , /* c */ ) /* d */ { /* e */ return a /* f */ }
const one = async x => await x, two = async (x) => ({ x }), three = async () => [], four = async x => async y => x + await y
const object = { async /* name */ method
  () { return 'method' }, async: 1, await: 2, get async2 () { return 3 }, async *
  gen () { yield 'gen' }, 'async': 4 }
var async = 5, of = 1
async
log('async is a name')
function nonAsync () { var await = 1; var yield_ = 2; return await + yield_ }
async function hasYield () { var yield = 1; yield: for (;;) { break yield } return yield + { yield }.yield + { yield: 3 }.yield }
function* plainGenerator () { const f = async () => 1; yield f; return yield* [1] }
async function html () {
  let x = 1
  <!-- a comment like in HTML
  --> and another
  return x
}
const regexp = [/(?<year>\d)/v, /[\p{L}--[a-z]]/v].map(r => r.source).join(' ')
const sequence = async () => (await 1, await 2)
const chain = async (o) => o?.a?.[await 'b']?.(await 1) ?? await 'nothing'
const tagged = async (t) => t`a${await 1}b${await 2}`
const spread = async () => [...await [1, 2], ...(await 'ab')].concat(Math.max(...await [3, 4]))
const assign = async (o) => { o.a = await 1; o[await 'b'] += await 2; o.c ||= await 3; [o.d, o.e = await 4] = await [5]; return JSON.stringify(o) }
const comma = async () => { let a = await 1, b = await 2; return a, b }
const inFor = async () => { for (let f = async (x) => ((await x) in { a: 1 }), n = 0; n < 1; n++) return f('a') }
const ternary = async x => x ? async () => 'yes' : async () => 'no'
const optionalCall = async f => f?.(await 1)
const newTarget = async () => { class A { async m () { return new.target } } return new A().m() }
const getter = { get a () { return async () => this.b }, set a (v) { (async () => { this.b = await v })() }, b: 1 }
const unicode = async () => { const \u0061b = 1; return ab + await 1 }
const template = async () => `a${`b${await 1}`}c${await (async () => `d${await 2}`)()}`
const numeric = async () => 1_000n + await 1n
const privateIn = async () => { class P { #x = 1; static async has (o) { return #x in await o } } return [await P.has(new P()), await P.has({})].join() }
log(((a, b) => a + b)(1, 2), nonAsync(), regexp)
;(async () => {
  log(await directives(), await directiveWithoutSemicolon(), await asi((strings) => strings[0]))
  const g = asiGenerator(); log((await g.next()).value, (await g.next()).value, (await g.next()).value, (await g.next()).done)
  log(await operators(5))
  log(await statements())
  log(await multi(1), await spaced(2), await one(3), (await two(4)).x, (await three()).length, await (await four(5))(6))
  log(await object.method(), object.async, object.await, object.async2, (await object.gen().next()).value, async)
  log(await hasYield(), await plainGenerator().next().value(), await html(), await sequence(), await chain({ a: { b: x => x } }), await chain())
  log(await tagged((s, ...v) => s.join() + v), (await spread()).join(), await assign({ b: 1 }), await comma(), await inFor(), await (await ternary(1))(), await optionalCall(), await optionalCall(x => x))
  log(await newTarget(), await getter.a(), await unicode(), await template(), await numeric(), await privateIn())
  getter.a = 7; await 0; await 0; log(await getter.a())
})()
