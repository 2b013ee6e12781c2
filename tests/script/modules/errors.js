// What is wrong with a module is thrown where it is imported, always the same error for one that threw or cannot be read.
const tell = async specifier => {
  try {
    console.log ('fine', Object.keys (await import (specifier)).join ());
  } catch (e) {
    console.log (`${specifier}: ${e}`);
    return e;
  }
};
const specifiers = ['./lib/quick.mjs', './lib/missing.mjs', 'bare', '../outside.js', '/lib/../../outside.js', 'https://example.com/x.js',
  './lib/syntax.mjs', './lib/throws.mjs', './lib/needs-throws.mjs', './lib/no-export.mjs', './lib/ambiguous.mjs', './lib', ''];
for (const specifier of specifiers)
  await tell (specifier);
console.log ((await tell ('./lib/throws.mjs')) === await tell ('./lib/needs-throws.mjs'));
console.log ((await tell ('./lib/syntax.mjs')) === await tell ('./lib/needs-syntax.mjs'));
await import ({ toString () { throw new RangeError ('no text'); } }).catch (e => console.log (`${e}`));
await import (Symbol ('s')).catch (e => console.log (e.name));
await tell ('./lib/then.mjs');
console.log (typeof import ('./lib/quick.mjs').then, import.meta.url, Object.keys (import.meta).join ());
console.log (import.meta.resolve ('./lib/../x.js'), (await import (import.meta.resolve ('./lib/default.mjs'))).default.name);
try {
  import.meta.resolve ('bare');
} catch (e) {
  console.log (e.name);
}
