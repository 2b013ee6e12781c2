// Regular expressions that take long to find nothing: the answer is asked for a second time, which no program must notice.
const print = (name, f) => {
  let text;
  try {
    text = JSON.stringify(f());
  } catch (e) {
    text = 'throws ' + (e && e.name);
  }
  console.log(name + ': ' + text);
};
const LONG = 'ab '.repeat(1.5e4);
const lengths = a => a && (a.length > 9 ? a.length + ' of them' : Array.from(a, x => typeof x === 'string' ? x.length : x));
const all = (name, text, make) => {
  const re = make();
  const at = () => { const { lastIndex } = re; re.lastIndex = 3; return lastIndex; };
  re.lastIndex = 3;
  print(name + ' exec', () => [lengths(re.exec(text)), at()]);
  print(name + ' test', () => [re.test(text), at()]);
  print(name + ' search', () => [text.search(re), at()]);
  print(name + ' match', () => [lengths(text.match(re)), at()]);
  print(name + ' replace', () => [text.replace(re, '').length, at()]);
  print(name + ' replace with a function', () => [text.replace(re, () => '').length, at()]);
  print(name + ' split', () => [lengths(text.split(re)), at()]);
  print(name + ' split, at most 2', () => [lengths(text.split(re, 2)), at()]);
  if (re.global) {
    print(name + ' matchAll', () => [lengths(Array.from(text.matchAll(re), m => m[0])), at()]);
    print(name + ' replaceAll', () => [text.replaceAll(re, '').length, at()]);
  }
};

// nothing
for (const flags of ['', 'g', 'y', 'gy', 'v', 'dgimsu'])
  all('/^(?:ab )*c/' + flags, LONG, () => new RegExp('^(?:ab )*c', flags));
all('a text of 16 bits', LONG + '\u{1F600}', () => /^(?:ab )*c/gu);
all('captures', LONG, () => /^(a(b) )*(c)/g);
all('alternatives', LONG, () => /^(?:ab )*c|^(?:ab )+d|x/g);
all('look-behind', '12 ' + LONG, () => /(?<=^12 )(?:ab )*c/g);

// something, and then nothing
all('the first', '12 ' + LONG, () => /\d|^12 (?:ab )*c/g);
all('the last', LONG + '1', () => /^(?:ab )*c|\d/g);
all('the end', LONG, () => /^(?:ab )*c|$/g);
all('nothing at each place', LONG.slice(0, 3e4), () => /^(?:ab )*c|(?:)/gu);

// what is no regular expression
print('match', () => LONG.match('^(?:ab )*c'));
print('matchAll', () => [...LONG.matchAll('^(?:ab )*c')]);
print('search', () => LONG.search('^(?:ab )*c'));

// lastIndex
for (const index of [3, -1, 0.5, NaN, '3', null, undefined, true, 1e9, Infinity])
  for (const flags of ['g', 'y', '']) {
    const re = new RegExp('(?<!x)(?:ab )*c|^a', flags);
    re.lastIndex = index;
    print('lastIndex ' + index + flags, () => [lengths(re.exec(LONG.slice(-3e3))), re.lastIndex]);
  }
for (const flags of ['g', 'y', '']) {
  const seen = [];
  const re = new RegExp('^(?:ab )*c', flags);
  re.lastIndex = { valueOf () { seen.push('valueOf'); return 0; } };
  print('lastIndex that is asked for, ' + flags, () => [re.exec(LONG), typeof re.lastIndex, seen]);
}

// what else is to be seen
/(q)(r)/.exec('pqrs');
/^(?:ab )*c/.exec(LONG);
LONG.replace(/^(a(b) )*(c)/g, '');
print('the last match', () => [RegExp.$1, RegExp.$2, RegExp.lastMatch, RegExp.leftContext, RegExp.rightContext]);
{
  const re = /x/;
  re.test(LONG);
  re.compile('^(?:ab )*c');
  print('compile', () => [re.exec(LONG), re.source]);
}
class Own extends RegExp {
  exec (s) { return super.exec(s); }
}
class Kin extends RegExp { }
for (const Class of [Own, Kin])
  print(Class.name, () => [LONG.match(new Class('^(?:ab )*c')), new Class('^(?:ab )*c').test(LONG), LONG.search(new Class('^(?:ab )*c'))]);
new Proxy({}, {});
all('with proxies', LONG, () => /^(?:ab )*c/g);
