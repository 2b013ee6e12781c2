// Microtasks between the listeners of an abort event, where there is no code on the stack, and not where there is.
const listen = (signal, name) => {
  for (const n of [1, 2])
    signal.addEventListener('abort', () => {
      log(name, n);
      Promise.resolve().then(() => log(name, n, 'microtask', event === undefined ? 'no event' : event.type));
    });
};
const timeout = AbortSignal.timeout(1);
listen(timeout, 'timeout');
listen(AbortSignal.any([timeout]), 'dependent');
const controller = new AbortController();
listen(controller.signal, 'abort ()');
controller.abort();
log('aborted');
scheduler.postTask(() => {
  const controller = new TaskController();
  listen(controller.signal, 'in a task');
  queueMicrotask(() => { log('microtask before'); controller.abort(); log('after abort ()'); });
});
// Who runs in between does so with no state of its own.
const other = AbortSignal.timeout(2);
other.addEventListener('abort', () => queueMicrotask(() => scheduler.yield().then(() => log('yielded'))));
other.addEventListener('abort', () => log('end'));
