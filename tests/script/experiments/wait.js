// scheduler.wait()
const attempt = (what, promise) => promise.then(v => log(what, 'resolved', String(v), Math.round(performance.now())), e => log(what, String(e)));
log(scheduler.wait.length, scheduler.wait.name, Object.getOwnPropertyNames(Scheduler.prototype).join(' '));
attempt('nothing', scheduler.wait());
attempt('negative', scheduler.wait(-1));
attempt('infinity', scheduler.wait(Infinity));
attempt('brand', Scheduler.prototype.wait.call({}, 1));
attempt('text', scheduler.wait('3'));
attempt('fraction', scheduler.wait(2.9));
attempt('options do not count', scheduler.wait(1, { signal: AbortSignal.abort() }));

// What follows goes behind tasks of its priority, before those of a lower one, and inherits both.
scheduler.postTask(async () => {
  scheduler.postTask(() => log('visible task'));
  scheduler.postTask(() => log('blocking task'), { priority: 'user-blocking' });
  const yielded = scheduler.yield().then(() => log('yield in blocking'));
  await scheduler.wait(0);
  log('wait(0) in blocking');
  await yielded;
}, { priority: 'user-blocking' });

// The priority is that of the end of the delay.
const c = new TaskController({ priority: 'background' });
scheduler.postTask(async () => {
  await scheduler.wait(20);
  log('raised by its signal', Math.round(performance.now()));
}, { signal: c.signal });
setTimeout(() => {
  c.setPriority('user-blocking');
  work(30);
  scheduler.postTask(() => log('blocking, posted later'), { priority: 'user-blocking' });
  scheduler.postTask(() => log('visible, posted later'));
}, 10);

// An abort ends the wait at once, and one that has come already refuses it.
const a = new TaskController();
scheduler.postTask(async () => {
  setTimeout(() => a.abort('enough'), 5);
  await scheduler.wait(1000).catch(e => log('aborted', e, Math.round(performance.now())));
  await scheduler.wait(1000).catch(e => log('refused', e));
}, { signal: a.signal });

// A wait keeps the state across an await.
scheduler.postTask(async () => {
  await null;
  await scheduler.wait(60);
  scheduler.yield().then(() => log('background yield'));
  scheduler.postTask(() => log('visible first'));
}, { priority: 'background' });
