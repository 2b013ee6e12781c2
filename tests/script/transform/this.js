// SPDX-License-Identifier: GPL-3.0-or-later
// this, arguments and new.target
async function sloppyThis () { return typeof this; }
async function strictThis () { 'use strict'; return typeof this; }
async function mapped (a, b) { arguments[0] = 'changed'; b = 'too'; await 0; return [a, arguments[1], arguments.length].join(); }
async function unmapped (a, b = 0) { arguments[0] = 'changed'; return [a, arguments.length].join(); }
async function strictArguments (a) { 'use strict'; arguments[0] = 'changed'; return a; }
async function shadowed (a) { var a; var b = a; var a = 'var'; return [b, a].join(); }
async function functionShadow (a) { function a () { } return typeof a; }
async function argumentsShadow (arguments) { return arguments; }

async function duplicate (a, a) { return a; }
async function passes () { return Array.from(arguments).join(); }
function outer () {
  return (async () => {
    await 0;
    const inner = async (x = arguments.length) => [x, arguments[0], typeof this, new.target === undefined, (() => arguments[1])()].join();
    return await inner() + '|' + typeof arguments.callee;
  })();
}
function Made () {
  this.own = 'made';
  this.p = (async () => { await 0; return this.own + (new.target === Made); })();
}
async function inAsync () { return (async () => [arguments.length, new.target, this === globalThis].join())(); }
function sharing (a) {
  const change = async () => { arguments[0] = 2; };
  change();
  return a;
}
function assigned () {
  const { arguments: x = arguments } = {};
  return (async () => { const o = { arguments }; return [o.arguments.length, x.length].join(); })();
}
const object = {
  name: 'object',
  async method () { return (async () => this.name)(); },
  sync () { return async () => (await 0, this.name); },
  get getter () { return (async () => this.name)(); },
  async *generator () { yield (async () => this.name)(); yield arguments.length; },
};
class K {
  field = async () => this.constructor.name;
  static field = (async () => this.name)();
  static { this.block = (async () => this.name + typeof new.target)(); }
}
(async () => {
  log(await sloppyThis(), await sloppyThis.call(5), await strictThis(), await strictThis.call(5), await strictThis.call(null));
  log(await mapped(1, 2, 3), await mapped(), await unmapped(1, 2, 3), await strictArguments(1));
  log(await shadowed(1), await functionShadow(1), await argumentsShadow(7), await duplicate(1, 2));
  log(await passes(1, 2, 3), await outer('a', 'b'), await new Made().p, await inAsync(1, 2, 3), sharing(1), await assigned(1, 2));
  log(await object.method(), await object.sync()(), await object.getter);
  for await (const x of object.generator(1, 2)) log(x);
  log(await new K().field(), await K.field, await K.block);
  log(typeof this, await (async () => typeof this)());
})();
