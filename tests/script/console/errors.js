// What nobody catches: the error event, onerror, reportError (), and errors in handlers.
const listener = e => {
  log('listener', e.message, typeof e.filename, e.lineno > 0, e.colno > 0, e.cancelable, e.bubbles, e.isTrusted, e instanceof ErrorEvent);
  e.preventDefault();
};
addEventListener('error', listener);
reportError(new Error('one'));
reportError(new RangeError(''));
reportError(5);
reportError('a string');
reportError(undefined);
reportError(null);
reportError(Symbol('s'));
reportError({});
reportError({ get name() { log('a getter ran'); }, get message() { log('a getter ran'); }, toString() { log('toString ran'); } });
reportError([1]);
reportError(new (class Custom extends Error { })('custom'));
reportError(new (class Plain { })());
reportError({ [Symbol.toStringTag]: 'Tag', toString: null });
reportError(Object.create(null));
reportError(new Proxy({}, { get() { log('a trap ran'); } }));
reportError(new DOMException('aborted', 'AbortError'));
reportError(Object.assign(new Error('renamed'), { name: 'Renamed' }));
try { reportError(); } catch (e) { log(e.name); }
removeEventListener('error', listener);

onerror = function (...args) {
  log('onerror', args.length, args[0], args[2] > 0, args[4] instanceof Error, this === globalThis);
  return true;
};
reportError(new Error('two'));
const event = new ErrorEvent('error', { message: 'm', filename: 'f', lineno: 3, colno: 4, error: 5, cancelable: true });
log('dispatch', dispatchEvent(event), event.defaultPrevented, event.message, event.filename, event.lineno, event.colno, event.error);
onerror = null;

// An error while one is reported is not given to the program again.
let calls = 0;
const thrower = e => { calls++; e.preventDefault(); if (calls === 1) reportError(new Error('an error in the handler, for the console')); };
addEventListener('error', thrower);
reportError(new Error('three'));
removeEventListener('error', thrower);
log('calls', calls);

const plain = new ErrorEvent('x');
log(JSON.stringify([plain.message, plain.filename, plain.lineno, plain.colno]), plain.error, plain.isTrusted);
log(new ErrorEvent('x', { lineno: -1, colno: 2 ** 32 + 5, error: null }).lineno);
const attempt = f => { try { log('no exception', f()); } catch (e) { log(e.name + ': ' + e.message); } };
attempt(() => new ErrorEvent());
attempt(() => new PromiseRejectionEvent('x'));
attempt(() => new PromiseRejectionEvent('x', {}));
attempt(() => new PromiseRejectionEvent('x', { promise: 1 }));
log(ErrorEvent.length, PromiseRejectionEvent.length, reportError.length, reportError.name, Object.keys(ErrorEvent.prototype));
