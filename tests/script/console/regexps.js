// Regular expressions: what every engine prints. The methods that match are guarded, which no program must notice.
const print = (name, f) => {
  let text;
  try {
    text = JSON.stringify(f(), (k, v) => v === undefined ? 'undefined' : v);
  } catch (e) {
    text = 'throws ' + (e && e.name);
  }
  console.log(name + ': ' + text);
};
const words = 'the quick brown fox, the lazy dog';

for (const [object, name] of [[RegExp.prototype, 'exec'], [RegExp.prototype, 'test'], [String.prototype, 'match'], [String.prototype, 'matchAll'],
                              [String.prototype, 'replace'], [String.prototype, 'replaceAll'], [String.prototype, 'search'],
                              [String.prototype, 'split']]) {
  const d = Object.getOwnPropertyDescriptor(object, name);
  print(name, () => [d.value.name, d.value.length, d.writable, d.enumerable, d.configurable, 'prototype' in d.value,
                     Object.getOwnPropertyNames(d.value).join(), d.value.toString().replace(/\s+/g, ' ')]);
  print(name + ' is no constructor', () => new d.value());
  print(name + ' of undefined', () => d.value.call(undefined, /x/));
}

// plain calls
for (const re of [/o/, /o/g, /(\w)(?<n>o)/g, /zzz/, /zzz/g, /^/gm, /o/y, /t/y, /t/gy, /(?:)/g, /(?:)/gu, /./su, /\b/g, /(?<=the )\w+/g, /(x)?/, /(a|ab)(c|bcd)?/,
                  /\u{1F600}|./gu, /[^]/dg]) {
  print(re + ' exec', () => { const m = re.exec(words); return [m, m && m.index, m && m.input, m && m.groups && { ...m.groups }, re.lastIndex]; });
  re.lastIndex = 4;
  print(re + ' test', () => [re.test(words), re.lastIndex]);
  re.lastIndex = 4;
  print(re + ' match', () => [words.match(re), re.lastIndex]);
  print(re + ' matchAll', () => [...words.matchAll(re)].map(m => [m.index, ...m]));
  re.lastIndex = 2;
  print(re + ' search', () => [words.search(re), re.lastIndex]);
  print(re + ' replace', () => [words.replace(re, "[$&$`$'$1$<n>]"), re.lastIndex]);
  print(re + ' replace with function', () => words.replace(re, (...a) => '<' + a.filter(x => typeof x !== 'object').join('|') + '>'));
  print(re + ' replaceAll', () => words.replaceAll(re, '*'));
  print(re + ' split', () => words.split(re));
  print(re + ' split, at most 3', () => words.split(re, 3));
}

// what is no regular expression
for (const x of [undefined, null, 'o', 'o+', '[', 7, true, {}, [], Symbol('s'), { toString () { return 'b'; } }, { [Symbol.match]: undefined }]) {
  const name = typeof x === 'object' ? JSON.stringify(x) : String(x);
  for (const f of ['match', 'matchAll', 'search', 'split', 'replace', 'replaceAll'])
    print(f + ' ' + name, () => { const r = words[f](x, '*'); return f === 'matchAll' ? [...r] : r; });
  print('exec ' + name, () => /o|undefined|null|7/.exec(x));
  print('test ' + name, () => /o|undefined|null|7/.test(x));
}
print('exec without arguments', () => /undefined/.exec());
print('test without arguments', () => /undefined/.test());
print('match without arguments', () => 'x'.match());
print('search without arguments', () => 'x'.search());
print('replace without arguments', () => 'undefined'.replace());

// this of all kinds
for (const self of [undefined, null, 7, {}, 'x', Symbol('s'), RegExp.prototype, { exec () { return null; } }, { exec () { return {}; } }, { exec () { return 1; } }]) {
  const name = typeof self === 'object' ? JSON.stringify(self) : String(self);
  print('exec of ' + name, () => RegExp.prototype.exec.call(self, 'x'));
  print('test of ' + name, () => RegExp.prototype.test.call(self, 'x'));
  for (const f of ['match', 'matchAll', 'search', 'split', 'replace', 'replaceAll'])
    print(f + ' of ' + name, () => { const r = String.prototype[f].call(self, /\w/g, '*'); return f === 'matchAll' ? [...r] : r; });
}

// members of Symbol, called and replaced
for (const f of ['match', 'matchAll', 'search', 'split', 'replace']) {
  print('[Symbol.' + f + ']', () => { const r = /o(.)/g[Symbol[f]](words, '*'); return f === 'matchAll' ? [...r] : r; });
  print('own ' + f, () => words[f]({ [Symbol[f]] (...a) { return [this !== undefined, ...a]; } }, 'second'));
  print('own ' + f + ' of an expression', () => words[f](Object.assign(/o/g, { [Symbol[f]]: (...a) => a }), 'second'));
  print('no own ' + f, () => { const r = '/o/g'[f](Object.assign(/o/g, { [Symbol[f]]: undefined }), '*'); return f === 'matchAll' ? [...r] : r; });
  print('null as own ' + f, () => { const r = '/o/g'[f](Object.assign(/o/g, { [Symbol[f]]: null }), '*'); return f === 'matchAll' ? [...r] : r; });
  print('no function as ' + f, () => words[f](Object.assign(/o/g, { [Symbol[f]]: 1 }), '*'));
}

// exec of the program's own
class Own extends RegExp {
  exec (s) { console.log('Own exec ' + this.lastIndex); return super.exec(s); }
}
class Kin extends RegExp { }
for (const Class of [Own, Kin]) {
  const make = flags => new Class('o(.)', flags);
  print(Class.name + ' exec', () => make('').exec(words));
  print(Class.name + ' test', () => make('').test(words));
  for (const f of ['match', 'matchAll', 'search', 'split', 'replace', 'replaceAll'])
    print(Class.name + ' ' + f, () => { const r = words[f](make('g'), '*'); return f === 'matchAll' ? [...r] : r; });
}
const exec = RegExp.prototype.exec;
RegExp.prototype.exec = function (s) { console.log('mine'); return exec.call(this, s); };
print('replaced', () => [words.match(/o/), words.replace(/o/g, c => c + '0'), /o/.test(words), words.search(/x/), words.split(/, /), [...words.matchAll(/q/g)]]);
RegExp.prototype.exec = 7;
print('no function', () => [words.match(/o/), words.replace(/o/g, '0'), /o/.test(words), words.search(/x/)]);
delete RegExp.prototype.exec;
print('deleted', () => [words.match(/o/), words.replace(/o/g, '0'), /o/.test(words), words.search(/x/)]);
Object.defineProperty(RegExp.prototype, 'exec', { value: exec, writable: true, configurable: true });
print('again', () => [RegExp.prototype.exec === exec, words.match(/o/), words.search(/x/)]);

// what a program sees while something is matched
print('in a callback', () => words.replace(/the/g, m => [RegExp.prototype.exec === exec, /(h)e/.exec(m)[1], m.replace(/e/, x => x + (RegExp.prototype.exec === exec))]));
print('a callback that throws', () => { try { words.replace(/o/g, () => { throw new RangeError(); }); } catch (e) { return [e.name, RegExp.prototype.exec === exec]; } });
print('a callback that replaces', () => {
  const other = function (s) { return exec.call(this, s); };
  const r = words.replace(/o/g, () => { RegExp.prototype.exec = other; return '0'; });
  const kept = RegExp.prototype.exec === other;
  RegExp.prototype.exec = exec;
  return [r, kept];
});
print('a symbol as a callback\'s result', () => words.replace(/o/, () => Symbol()));
print('text that is asked for', () => String.prototype.match.call({ toString () { return 'x' + typeof RegExp.prototype.exec; } }, /f.*/));
print('species', () => {
  const seen = [];
  class S extends RegExp { static get [Symbol.species] () { seen.push('species'); return RegExp; } }
  return ['a1b'.split(new S('\\d')), [...'a1b'.matchAll(new S('\\d', 'g'))].length, seen];
});

// order and counts of what is looked up
for (const f of ['match', 'matchAll', 'search', 'split', 'replace', 'replaceAll']) {
  const seen = [];
  const re = new Proxy(/o/g, { get (t, k) { seen.push(String(k)); const v = Reflect.get(t, k); return typeof v === 'function' ? v.bind(t) : v; } });
  print(f + ' of a proxy', () => { const r = words[f](re, '*'); return [f === 'matchAll' ? [...r] : r, seen]; });
}
{
  const seen = [];
  const re = new Proxy(/o/g, { get (t, k) { seen.push('get ' + String(k)); return t[k]; }, set (t, k, v) { seen.push('set ' + String(k)); t[k] = v; return true; } });
  print('search through a proxy', () => RegExp.prototype[Symbol.search].call(re, 'x'));
  print('its order', () => seen);
  seen.length = 0;
  print('test through a proxy', () => RegExp.prototype.test.call(re, { toString () { seen.push('text'); return 'x'; } }));
  print('its order', () => seen);
}
print('lastIndex that is asked for', () => { const seen = []; const re = /o/g; re.lastIndex = { valueOf () { seen.push('valueOf'); return 13; } }; return [re.exec(words).index, re.lastIndex, seen]; });
print('lastIndex that throws', () => { const re = /o/; re.lastIndex = { valueOf () { throw new RangeError(); } }; return re.exec(words); });
print('lastIndex that stays', () => { const re = Object.freeze(/o/); return [re.exec(words).index, re.test(words), words.search(re)]; });
print('lastIndex that stays, of g', () => { const re = Object.freeze(/o/g); return re.exec(words); });
print('search with lastIndex that stays', () => { const re = /o/; re.lastIndex = 3; Object.freeze(re); return words.search(re); });
print('search and -0', () => { const re = /o/; re.lastIndex = -0; const r = words.search(re); return [r, Object.is(re.lastIndex, -0)]; });
print('exec that gives 1', () => /x/[Symbol.search].call({ exec () { return 1; }, lastIndex: 0 }, 'x'));
print('search by exec that gives an object', () => 'x'.search(Object.assign(/x/, { exec () { return { index: 'here' }; } })));
print('search by exec that gives 1', () => 'x'.search(Object.assign(/x/, { exec () { return 1; } })));
print('test by exec that gives 1', () => Object.assign(/x/, { exec () { return 1; } }).test('x'));

Object.freeze(RegExp.prototype);
Object.freeze(String.prototype);
print('frozen', () => [words.match(/o/g), words.replace(/o/g, c => c + '0'), words.replaceAll(/o/g, '0'), /o/.test(words), words.search(/q/), words.split(/, /),
                       [...words.matchAll(/q/g)], /q(u)/.exec(words)]);
