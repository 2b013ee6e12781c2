// SPDX-License-Identifier: GPL-3.0-or-later
// Letters of newer versions of Unicode in names

async function run() {
  const 𑼂 = 1, aೳ = 2, \u{11F04} = 3, b\u0cf3c = 4;
  class C { #𑼂 = 5; #a\u{11f02} = 6; sum() { return this.#𑼂 + this.#a𑼂; } async #𑼅() { return 7; } call() { return this.#𑼅(); } }
  console.log(await 𑼂, 𑼂 + aೳ + \u{11f04} + bೳc, new C().sum(), await new C().call(), Object.keys({ 𑼂, \u0061ೳ: 1 }).join());
}
run();
try { eval('async () => a\\u{11f00}'); } catch (e) { console.log(e.name); }
for (const text of ['async () => \\u0cf3', 'async () => \\u{2d}', 'async () => a\\x61', 'async () => #\\u{11f02}', 'async () => a\\u{110000}', 'async () => ೳ'])
  try { eval(text); console.log('right'); } catch (e) { console.log(e.name); }
