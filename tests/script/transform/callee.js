// SPDX-License-Identifier: GPL-3.0-or-later
// `arguments.callee` is the function that the program sees, not what its body became

async function plain() { return arguments.callee === plain; }
const named = async function self() { return [arguments.callee === self, arguments['callee'] === named, arguments.length]; };
async function* generator() { yield arguments.callee === generator; }
async function arrows() {
  return [(() => arguments.callee === arrows)(), await (async () => arguments.callee === arrows)()];
}
async function evaluated() { return eval('arguments.callee') === evaluated; }
async function passed() { return (list => list.callee === passed && Object.keys(list).join())(arguments); }
async function initialised(x = 1) { try { return arguments.callee; } catch (e) { return e.name; } }
async function strict() { 'use strict'; try { return arguments.callee; } catch (e) { return e.name; } }
async function ownVar() { var arguments = { callee: 5 }; return arguments.callee; }
async function ownLet() { let arguments = 7; return [arguments, eval('arguments')]; }
async function ownParameter(arguments) { return arguments; }
async function sameValue(x) { return arguments; }
const methods = {
  async plain() { return arguments.callee === methods.plain; },
  async withSuper() { super.x; return arguments.callee === methods.withSuper; },
  async *generator() { super.x; yield arguments.callee === methods.generator; },
};

(async () => {
  console.log(await plain(), (await named(1, 2)).join(), (await generator().next()).value, (await arrows()).join());
  console.log(await evaluated(), await passed(1, 2), await initialised(), await strict());
  console.log(await ownVar(), (await ownLet()).join(), await ownParameter(4));
  console.log(await methods.plain(), await methods.withSuper(), (await methods.generator().next()).value);

  const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(await sameValue(1), 'callee');
  console.log(writable, enumerable, configurable);
})();
