// SPDX-License-Identifier: GPL-3.0-or-later
// super in async code
class Base {
  constructor (x) { this.made = x; }
  method (...a) { return `Base.method(${a}) of ${this.constructor.name}`; }
  get value () { return this.stored === undefined ? 'none' : this.stored; }
  set value (v) { log('set', v); this.stored = v; }
  static make (x) { return `${this.name}.make(${x})`; }
  tag (strings, ...values) { return strings.join('|') + values + this.constructor.name; }
}
Base.prototype.count = 1;
Base.prototype.missing = null;
const key = () => { log('key'); return 'value'; };
class Derived extends Base {
  async call (a) { return await super.method(a, await 2, ...[3, 4]); }
  async computed () { return super['met' + 'hod'](await 1); }
  async get () { return super.value; }
  async set () { super.value = await 5; return super[key()]; }
  async compound () { super.value = 1; super.value += await 2; super[key()] *= await 3; super.value **= 2; return super.value; }
  async update () { super.value = 1; const r = [super.value++, ++super.value, super.value--, --super[key()]]; return r.join(); }
  async logical () { super.other ??= await 1; super.count ||= await 2; super.count &&= await 3; return [this.other, this.count].join(); }
  async destructure () { [super.value] = [await 7]; ({ x: super.value, ...super.others } = { x: 8, y: 9 }); return [super.value, this.others.y].join(); }
  async loop () { for (super.value of [1, 2]); for (super.value in { k: 1 }); for await (super.value of [3]); return super.value; }
  async optional () { return [super.missing?.(1), super.method?.(2), super.missing?.x.y.z].join(); }
  async tagged () { return super.tag`a${1}b${2}`; }
  async remove () { try { delete super.value; } catch (e) { return e.name; } }
  async arrow () { return (async () => super.method(await (() => super.value)()))(); }
  async notCallable () { try { super.nothing(log('argument')); } catch (e) { return e.name; } }
  async *generate () { yield super.value; yield* [super.method(1)]; return super.count; }
  async defaults (a = super.method('default')) { return a; }
  sync () { return async () => super.method('sync', await super.value); }
  get getter () { return (async () => super.method('getter'))(); }
  field = async () => super.method('field');
  static async make (x) { return super.make(await x); }
  static field = (async () => super.make('static field'))();
  static { this.block = (async () => super.make('block'))(); }
  async nested () { return { __proto__: { v: 'nested' }, async v () { return super.v; } }.v(); }
  async classes () { return new (class extends Base { async value2 () { return super.method(super.value); } })().value2(); }
}
class Late extends Base {
  constructor (order) {
    const start = async () => { if (order) await 0; super(order); return this.made; };
    if (order) {
      const p = start();
      p.then(v => log('late', v));
      try { this.made; } catch (e) { log(e.name); }
      return { late: true };
    }
    start().then(v => log('early', v));
    log(this.made, this instanceof Late);
    const again = (async () => { try { super(); } catch (e) { return e.name; } })();
    again.then(v => log('again', v));
    (async () => [this.made, super.method(1), new.target.name])().then(v => log(v.join()));
  }
}
class Before extends Base {
  constructor () {
    const f = async () => this;
    f().then(log, e => log('before', e.name));
    super();
    f().then(v => log('after', v === this));
  }
}
const proto = { hello () { return 'hello ' + this.name; } };
const object = {
  __proto__: proto, name: 'object',
  async hello () { return super.hello() + '!'; },
  async ['computed' + 1] () { return super.hello() + '?'; },
  async *generator () { yield super.hello(); },
};
const replaced = { async m () { return super.x; } };
(async () => {
  const d = new Derived(1);
  for (const name of ['call', 'computed', 'get', 'set', 'compound', 'update', 'logical', 'destructure', 'loop', 'optional', 'tagged', 'remove', 'arrow',
                      'notCallable', 'defaults', 'nested', 'classes'])
    log(name, await d[name]());
  for await (const x of d.generate()) log('generate', x);
  log(await d.sync()(), await d.getter, await d.field(), await Derived.make(1), await Derived.field, await Derived.block);
  new Late(false);
  new Late(true);
  new Before();
  await 0; await 0; await 0;
  log(await object.hello(), await object.computed1(), (await object.generator().next()).value);
  Object.setPrototypeOf(replaced, { x: 'late' });
  log(await replaced.m());
})();
