// SPDX-License-Identifier: GPL-3.0-or-later
// Async functions with computed keys: their kinds, names and prototypes

const AsyncFunction = (async () => {}).constructor, AsyncGeneratorFunction = (async function* () {}).constructor;
const symbol = Symbol('symbol'), prototype = { x: 'x' };
let count = 0;
const key = { toString() { count++; return 'key'; } };

const object = {
  __proto__: prototype,
  async [key]() { return super.x; },
  async *[symbol]() { yield super.x; },
  async *plain() { yield super.x; },
};
console.log(object.key instanceof AsyncFunction, object[symbol] instanceof AsyncGeneratorFunction, count);
console.log(object.key.name, object[symbol].name, object.plain.name);
console.log(Object.getPrototypeOf(object[symbol]()) === object[symbol].prototype);
console.log(Object.getPrototypeOf(object.plain()) === object.plain.prototype);

class Fields {
  [key] = async () => {};
  [symbol] = (async function () {});
  static ['static'] = async () => {};
  [1 + 1] = async function* () {};
  ['named'] = async function own() {};
}
const fields = new Fields();
console.log(fields.key.name, fields[symbol].name, Fields.static.name, fields[2].name, fields.named.name, count);
console.log(new Fields().key.name, count);

// each evaluation has its own keys and functions
const make = name => class {
  async *[name]() { super.x; }
  static async *[name]() { super.x; }
  [name + 1] = async () => {};
};
function makeInBlocks(names) {
  const list = [];
  for (const name of names)
    { list.push(class { async *[name]() {} static async *[name]() {} [name + 1] = async () => {}; }); }
  return list;
}
for (const list of [['a', 'b'].map(make), makeInBlocks(['a', 'b'])])
  list.forEach((C, i) => {
    const name = 'ab'[i], o = new C();
    console.log(Object.getPrototypeOf(o[name]()) === C.prototype[name].prototype,
                Object.getPrototypeOf(C[name]()) === C[name].prototype, o[name + 1].name);
  });
const nest = n => ({ async ['p' + n]() { super.x; }, inner: n > 0 && nest(n - 1) });
console.log(nest(1).p1 instanceof AsyncFunction, nest(1).inner.p0 instanceof AsyncFunction);

// a generator function around it goes on in between
function* around() { return { async [yield 1]() { super.x; }, a: yield 2, async *[yield 3]() { super.x; } }; }
const steps = around();
steps.next(); steps.next('one'); steps.next();
const { value } = steps.next('two');
console.log(value.one instanceof AsyncFunction, Object.getPrototypeOf(value.two()) === value.two.prototype, Object.keys(value).join());
