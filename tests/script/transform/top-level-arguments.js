// SPDX-License-Identifier: GPL-3.0-or-later
// The body of a module has no `arguments`

await 0;
console.log(typeof arguments, (() => typeof arguments)(), await (async () => typeof arguments)());
try { arguments; } catch (e) { console.log(e.name); }
console.log((function () { return arguments.length; })(1, 2));
globalThis.arguments = 'of the global object';
console.log(arguments, (() => arguments)(), await (async () => arguments)(), typeof arguments);
