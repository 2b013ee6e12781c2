// SPDX-License-Identifier: GPL-3.0-or-later
// What async functions and generators are
const AsyncFunction = Object.getPrototypeOf(async function () { }).constructor;
const AsyncGeneratorFunction = Object.getPrototypeOf(async function* () { }).constructor;
async function declared (a, b) { }
async function* declaredGenerator (a, b = 1, c) { }
const expression = async function (a, { b }, ...c) { };
const named = async function inner (a) { };
const arrow = async (a, b) => a;
const bare = async a => a;
const none = async () => { };
const defaults = async (a, b = 2, c) => [a, b, c];
const rest = async (...all) => all;
const mixed = async (a, ...all) => all;
const generator = async function* () { };
const object = {
  async method (a) { }, async *generator (a, b) { }, async [1 + 1] () { }, async 'a b' () { }, async 3 (x) { }, async [Symbol.iterator] () { },
  property: async () => { }, async get () { }, async set () { }, async async () { }, async await () { }, async static () { },
  ['com' + 'puted']: async () => { }, async *[Symbol('s')] () { }, async __proto__ () { }, parenthesised: (async () => { }), last: async function () { },
};
class C {
  async method (a, b) { } static async method (a) { } async *generator () { } static async *generator (a) { } async [`computed${1}`] () { }
  static async *[`generated${2}`] () { } field = async (a) => { }; static field = async function () { }; #hidden = async () => { };
  hidden () { return this.#hidden; } async get () { } async 'quoted name' () { } async 5 () { } static async async () { }
}
const instance = new C();
const all = {
  declared, declaredGenerator, expression, named, arrow, bare, none, defaults, rest, mixed, generator, method: object.method,
  objectGenerator: object.generator, two: object[2], quoted: object['a b'], three: object[3], iterator: object[Symbol.iterator],
  property: object.property, get: object.get, set: object.set, async: object.async, await: object.await, static: object.static,
  computed: object.computed, parenthesised: object.parenthesised, last: object.last, symbol: object[Object.getOwnPropertySymbols(object)[1]],
  own: Object.getOwnPropertyDescriptor(object, '__proto__').value,
  classMethod: instance.method, classStatic: C.method, classGenerator: instance.generator, staticGenerator: C.generator,
  classComputed: instance.computed1, generated: C.generated2, field: instance.field, staticField: C.field, hidden: instance.hidden(),
  classGet: instance.get, classQuoted: instance['quoted name'], five: instance[5], staticAsync: C.async,
  anonymous: (() => async () => { })(), anonymousFunction: (() => async function () { })(), anonymousGenerator: [async function* () { }][0],
};
for (const key of Object.keys(all)) {
  const f = all[key];
  const d = name => {
    const p = Object.getOwnPropertyDescriptor(f, name);
    return p === undefined ? 'none' : `${typeof p.value === 'object' ? 'object' : String(p.value)}${p.writable ? 'w' : ''}${p.enumerable ? 'e' : ''}${p.configurable ? 'c' : ''}`;
  };
  let made;
  try { new f(); made = 'constructed'; } catch (e) { made = e.constructor.name; }
  const kind = Object.getPrototypeOf(f) === AsyncFunction.prototype ? 'async' : Object.getPrototypeOf(f) === AsyncGeneratorFunction.prototype ? 'generator' : 'neither';
  log(key, kind, d('name'), d('length'), d('prototype'), made, f.constructor.name, Object.prototype.toString.call(f),
      f.hasOwnProperty('caller'), f.hasOwnProperty('arguments'));
}
for (const f of [declaredGenerator, generator, object.generator, C.generator, instance.generator]) {
  log(Object.getPrototypeOf(f()) === f.prototype, Object.getPrototypeOf(f.prototype) === AsyncGeneratorFunction.prototype.prototype);
  f.prototype = null;
  log(Object.getPrototypeOf(f()) === AsyncGeneratorFunction.prototype.prototype);
}
log(Object.keys(object).join());
log(Object.getOwnPropertyNames(C.prototype).join(), Object.getOwnPropertyNames(C).sort().join());
let a1, a2, a3;
a1 = async () => { };
a2 ||= async () => { };
a3 ??= async function () { };
(a1.x = async () => { });
log(a1.name, a2.name, a3.name, JSON.stringify(a1.x.name));
const { d1 = async () => { }, d2: d3 = async () => { } } = {};
const [e1 = async () => { }] = [];
log(d1.name, d3.name, e1.name);
((p = async () => { }) => log(p.name))();
(a1) = async () => { };
log(JSON.stringify(a1.name));
class P {
  async #m () { return 1; } static async *#g () { yield 2; } static async #s () { } async *#n () { yield 3; } v = this.#m.constructor.name;
  static all (p) { return [this.#s, this.#g, p.#m, p.#n].map(f => `${f.constructor.name} ${f.name} ${f.hasOwnProperty('prototype')}`).join(); }
  static same () { const f = new P().#n, prototype = f.prototype; return f === new P().#n && f.prototype === prototype; }
}
log(P.all(new P()), new P().v, P.same());
