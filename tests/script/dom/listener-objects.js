// Listeners that are objects, and what is said where they cannot be called.
onerror = (m, u, l, c, e) => { log('onerror', m); return true; };
const run = (n, l) => { const t = new EventTarget(); t.addEventListener('a', l); t.dispatchEvent(new Event('a')); log(n); };
run('{}', {}); run('null', { handleEvent: null }); run('1', { handleEvent: 1 }); run('object', { handleEvent: {} }); run('undefined', { handleEvent: undefined });
run('getter throws', { get handleEvent() { throw new RangeError('g'); } });
run('getter 1', { get handleEvent() { log('got'); return 1; } });
run('throws', { handleEvent() { throw new RangeError('h'); } });
run('proxy', new Proxy({}, { get(t, k) { log('get', String(k)); return undefined; } }));
run('proxy f', new Proxy(() => log('pf'), {}));
run('symbol', { handleEvent: Symbol('s') }); run('string', { handleEvent: 'x' });
