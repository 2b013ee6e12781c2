// SPDX-License-Identifier: GPL-3.0-or-later
// eval() and functions made from text
var global = 'global';
function direct (x) {
  var local = 'local';
  let lexical = 'lexical';
  eval('var made = async () => local + lexical + x; async function declared () { return typeof made; }');
  return Promise.all([made(), declared(), typeof eval('async () => 1')]);
}
function strictDirect () {
  'use strict';
  const r = eval('var inner = 1; async function f () { return this; } f');
  return [typeof inner, typeof f, typeof r].join();
}
function indirect () { var global = 'local'; return [(0, eval)('global; /* async */'), globalThis.eval('typeof local2; /* await */'), (eval)('global; /* async */'), eval?.('global; /* async */')].join(); }
function completion () {
  return [eval('1; async function f () { }'), eval('async function f () { }'), eval('2; { async function f () { } }'), eval('3; var f = async () => 1;'),
          eval('if (true) { 4; async function f () { } }'), typeof eval('async function f () { } f'), eval('do { 5; async function f () { } } while (false)'),
          eval('/* async */ 6; ;;'), eval('"use strict"; 7; async function f () { }')].join();
}
function shadowedEval () { const eval = x => 'mine ' + x; return eval('async'); }
function thisAndArguments () { return [eval('this.v; /* async */'), eval('arguments[0]; /* async */'), eval('typeof new.target; /* async */'), (() => eval('arguments.length; /* async */'))()].join(); }
class E { m () { return eval('super.toString === Object.prototype.toString; /* async */'); } #p = 5; p () { return eval('this.#p; /* async */'); } field = eval('(async () => this.#p)()'); }
async function inAsync (a) { var v = eval('a + arguments[0]'); eval('var made = 3'); return [v, made, eval('this') === globalThis, await eval('Promise.resolve(4)'), await eval('(async () => a)()')].join(); }
async function* inGenerator () { yield eval('1; /* async */'); eval('var x = 2'); yield x; }
const arrow = async () => eval('typeof this');
function awaited () { return (async () => eval(await 'await_' + 1))(); }
var await_1 = 'await_1';
function errors () {
  const r = [];
  for (const text of ['async function (', 'await 1', 'async () => { await; }', 'let a; let a; // async', 'return; // async', 'async function f (a = await 1) { }'])
    try { eval(text); r.push('fine'); } catch (e) { r.push(e.name); }
  for (const text of ['async (', 'export default async () => { }'])
    try { (0, eval)(text); r.push('fine'); } catch (e) { r.push(e.name); }
  return r.join();
}
function evalIsEval () { const before = eval; eval('1; /* async */'); return [eval === before, globalThis.eval === before, eval.name, eval.length, typeof eval.prototype, eval(5), eval(before) === before, eval.call(null, '6')].join(); }
function throwing () { const before = eval; try { eval((() => { throw 1; })()); } catch { } return eval === before; }
function nested () { return eval('eval("typeof nested + typeof inNested; /* async */"); var inNested;'); }
function moreArguments () { const r = []; const v = eval('7; /* async */', r.push('a'), r.push('b')); return [v, ...r].join(); }
function spread () { return eval(...['8', '9']); }
function functions () {
  const AsyncFunction = Object.getPrototypeOf(async () => { }).constructor;
  const AsyncGeneratorFunction = Object.getPrototypeOf(async function* () { }).constructor;
  const GeneratorFunction = Object.getPrototypeOf(function* () { }).constructor;
  const list = [Function('a', 'b = 2', 'return (async () => a + b)()'), new Function('return 1'), AsyncFunction('a', 'return await a + 1'), new AsyncFunction(),
                AsyncGeneratorFunction('a', 'yield await a'), new GeneratorFunction('yield async () => 1'), GeneratorFunction('a', 'yield a'), new Function('/* async */ a', '...b', 'return b.length')];
  for (const f of list)
    log(f.name, f.length, Object.getPrototypeOf(f)[Symbol.toStringTag], f instanceof Function, JSON.stringify(String(f)));
  const r = [];
  for (const [C, ...args] of [[Function, '/*', '*/ ) { async'], [AsyncFunction, 'a = await 1', ''], [AsyncFunction, '', '}, async () => {'], [AsyncFunction, 'super()'],
                              [Function, 'async', '}) ('], [AsyncGeneratorFunction, 'yield', ''], [Function, 'a, a', '"use strict"; async'], [AsyncFunction, 'a', '/*'], [AsyncFunction, 'a //', 'return a']])
    try { C(...args); r.push('fine'); } catch (e) { r.push(e.name); }
  log(r.join());
  class F extends Function { get x () { return 1; } }
  class AF extends AsyncFunction { get x () { return 1; } }
  log(new F('return async () => 1').x, new AF('').x, new F('').x, Function.prototype.constructor === Function, Object.getPrototypeOf(GeneratorFunction) === Function, Function.length, Function.name, GeneratorFunction.name, AsyncFunction.name, AsyncFunction.length);
  log(Object.getOwnPropertyNames(Function).sort().join(), typeof Function.prototype, Function('return this; // async')() === globalThis);
  return Promise.all([list[0](1), list[2](2)]);
}
(async () => {
  log((await direct('x')).join(), strictDirect(), indirect(), completion(), shadowedEval());
  log(thisAndArguments.call({ v: 'this' }, 'argument'), new E().m(), new E().p(), await new E().field, await inAsync(2), await arrow(), await awaited());
  const g = inGenerator(); log((await g.next()).value, (await g.next()).value);
  log(errors(), evalIsEval(), throwing(), nested(), moreArguments(), spread());
  log((await functions()).join());
  with ({ eval: x => 'with ' + x }) log(eval('async'));
  (0, eval)('async function fromEval () { return 1; } var varFromEval = async () => 2; let letFromEval = 1;');
  log(typeof fromEval, typeof varFromEval, typeof letFromEval, Object.getOwnPropertyDescriptor(globalThis, 'fromEval').configurable);
})();
