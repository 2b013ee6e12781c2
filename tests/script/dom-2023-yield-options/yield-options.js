// yield(options), edition 2023-yield-options
const attempt = (what, promise) => promise.then(v => log(what, 'resolved', String(v)), e => log(what, e && e.name || String(e)));
const bg = new TaskController({ priority: 'background' }), plain = new AbortController();
attempt('number', scheduler.yield(5)); attempt('priority null', scheduler.yield({ priority: null })); attempt('priority bad', scheduler.yield({ priority: 'x' }));
attempt('signal null', scheduler.yield({ signal: null })); attempt('signal bad', scheduler.yield({ signal: 'x' })); attempt('signal object', scheduler.yield({ signal: {} }));
attempt('aborted', scheduler.yield({ signal: AbortSignal.abort('gone') }));
scheduler.yield({ get signal() { log('signal'); }, get priority() { log('priority'); }, get delay() { log('never'); } });
attempt('null', scheduler.yield(null));
for (const [name, o] of Object.entries({ plain: { signal: plain.signal }, bg: { signal: bg.signal }, priority: { priority: 'user-blocking' }, both: { signal: bg.signal, priority: 'user-blocking' }, inherit: { signal: 'inherit' }, priorityInherit: { priority: 'inherit' }, plainInherit: { signal: plain.signal, priority: 'inherit' } }))
  { attempt('outside ' + name, scheduler.yield(o)); scheduler.postTask(() => attempt('in bg ' + name, scheduler.yield(o)), { priority: 'background' }); }
const own = new TaskController({ priority: 'background' });
scheduler.postTask(async () => { own.abort('own'); attempt('inherits abort', scheduler.yield({ signal: 'inherit' })); attempt('inherits by default', scheduler.yield({})); attempt('another', scheduler.yield({ signal: plain.signal })); attempt('priority alone', scheduler.yield({ priority: 'inherit' })); }, { signal: own.signal }).catch(() => {});
const c = new AbortController(); attempt('aborted while queued', scheduler.yield({ signal: c.signal, priority: 'background' })); c.abort('c');
