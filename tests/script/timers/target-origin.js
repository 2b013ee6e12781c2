// Target origins that can be parsed, and those that cannot.
for (const origin of ['*', '/', 'http://a', 'https://a.b:8080/path?x#y', 'http://user:secret@a', 'HTTP://a', 'http:a', 'http:////a', 'https://[::1]:80', 'mailto:a b', 'x:', 'file:///a b', 'ftp://a%41', 'ftp://%e4', 'data:,x',
                      '', 'a', '//a', '1http://a', 'http://', 'http://a b', 'http://a<b', 'http://a:b', 'http://a:65536', 'http://:80', 'http://[::1', 'https://a^', 'http://a%3ab', 'http://a%2', 'http://a%20', 'ws://a|b', 'http://user@', 'http://a:1:2']) {
  let result = 'fine';
  try { postMessage(0, origin); } catch (e) { result = `${e.name} ${e.code}`; }
  log(JSON.stringify(origin), result);
}
