// wait(delay, options) and render(options), edition 2023-yield-options
const attempt = (what, promise) => promise.then(v => log(what, 'resolved', String(v), Math.round(performance.now())), e => log(what, e && e.name || String(e)));
attempt('number', scheduler.wait(1, 5)); attempt('priority bad', scheduler.wait(1, { priority: 'x' })); attempt('signal bad', scheduler.render({ signal: {} }));
attempt('aborted', scheduler.wait(1, { signal: AbortSignal.abort('gone') })); attempt('aborted', scheduler.render({ signal: AbortSignal.abort('gone') }));
const c = new TaskController({ priority: 'background' });
scheduler.postTask(async () => {
  attempt('background wait', scheduler.wait(0, { signal: c.signal }));
  attempt('background render', scheduler.render({ priority: 'background' }));
  attempt('inherits', scheduler.wait(0, { signal: 'inherit' }));
  scheduler.postTask(() => log('visible'));
}, { priority: 'user-blocking' });
