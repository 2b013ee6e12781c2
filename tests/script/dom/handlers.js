// Event handler attributes: of signals and of the global object.
const c = new TaskController(), s = c.signal;
for (const value of [undefined, null, 5, 'f', true, Symbol.iterator, 1n]) { s.onabort = value; log(String(s.onabort)); }
const object = {}; s.onabort = object; log(s.onabort === object); s.dispatchEvent(new Event('abort')); log('an object does nothing');
const f = () => log('f'); s.onabort = f; log(s.onabort === f); s.dispatchEvent(new Event('abort'));

// It keeps its place while it has a value.
s.onabort = null; s.addEventListener('abort', () => log('1')); s.onabort = () => log('handler'); s.addEventListener('abort', () => log('2'));
s.dispatchEvent(new Event('abort')); s.onabort = () => log('other handler'); s.dispatchEvent(new Event('abort'));
s.onabort = {}; s.onabort = () => log('after an object'); s.dispatchEvent(new Event('abort'));
s.onabort = 0; s.onabort = () => log('now last'); s.dispatchEvent(new Event('abort'));
s.onabort = function (e) { log(this === s, arguments.length, e.type); s.onabort = null; }; s.dispatchEvent(new Event('abort'));
log(s.onabort);

// false cancels; nothing else does.
for (const value of [false, true, undefined, 0, null]) { s.onprioritychange = () => value; log(String(value), s.dispatchEvent(new Event('prioritychange', { cancelable: true })), s.dispatchEvent(new Event('prioritychange'))); }
s.onprioritychange = null;

// What is thrown is reported; the others still run. onerror takes five arguments, and true says it is dealt with.
onerror = function (...a) { log(this === globalThis, a.length, typeof a[0], typeof a[1], typeof a[2], typeof a[3], a[4].message); return true; };
s.addEventListener('z', () => { throw new Error('thrown'); }); s.addEventListener('z', () => log('still runs')); s.addEventListener('z', { handleEvent: 5 });
s.addEventListener('z', { get handleEvent() { throw new RangeError('getter'); } }); s.dispatchEvent(new Event('z'));
onerror = function (...a) { log(a.length, a[0].type); return true; }; log(dispatchEvent(new Event('error', { cancelable: true })));
onerror = null;

// The global object is a target.
addEventListener('x', function (e) { log(this === globalThis, e.target === self, e.currentTarget === globalThis); }, { once: true });
dispatchEvent(new Event('x')); self.dispatchEvent(new Event('x')); EventTarget.prototype.dispatchEvent.call(undefined, new Event('x'));
const g = () => log('removed'); self.addEventListener('y', g); removeEventListener('y', g); dispatchEvent(new Event('y'));
onmessage = e => log('onmessage', e.type); dispatchEvent(new Event('message')); log(typeof onmessage); onmessage = 5; log(onmessage);
try { Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'onabort').get.call(new EventTarget()); } catch (e) { log(e.name); }
