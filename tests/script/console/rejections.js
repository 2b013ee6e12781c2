// unhandledrejection and rejectionhandled: when they fire, for which promises, in which order.
addEventListener('unhandledrejection', e => {
  log('unhandled', String(e.reason), e.type, e.cancelable, e.bubbles, e.isTrusted, e instanceof PromiseRejectionEvent, e.promise instanceof Promise);
  e.preventDefault();
});
addEventListener('rejectionhandled', e => log('handled', e.reason, e.cancelable, e.promise === late));

Promise.reject('plain');
Promise.reject('caught').catch(() => log('caught at once'));
const inMicrotask = Promise.reject('in a microtask');
queueMicrotask(() => inMicrotask.catch(() => log('caught in a microtask')));
const late = Promise.reject('late');
setTimeout(() => { late.catch(() => log('late catch')); log('after late catch'); }, 10);

// A promise that is handled while the event of another is fired gets no event of its own.
const second = (() => {
  const first = Promise.reject('first'), next = Promise.reject('second');
  addEventListener('unhandledrejection', e => { if (e.promise === first) next.catch(() => log('second caught in the event of first')); });
  return next;
})();

// Handled in its own event: there is no rejectionhandled.
const own = Promise.reject('own');
addEventListener('unhandledrejection', e => { if (e.promise === own) own.catch(() => log('own caught')); });

Promise.reject(new Error('an error')).finally(() => {});
new Promise(() => { throw new TypeError('thrown by an executor'); });
log('end of script');
