// scheduler.render()
log(scheduler.render.length, scheduler.render.name);
Scheduler.prototype.render.call({}).catch(e => log(String(e)));

// Without a frame it is yield().
scheduler.postTask(async () => {
  scheduler.postTask(() => log('task'), { priority: 'user-blocking' });
  await scheduler.render();
  log('no frame: before the task', performance.now() < 1);
}, { priority: 'user-blocking' }).then(withFrame);

async function withFrame() {
  requestAnimationFrame(async t => {
    log('frame', Math.round(t), Math.round(performance.now()));
    await null;
    log('microtask of the frame');
    scheduler.render().then(() => log('asked in the frame', performance.now() < 20));
  });
  scheduler.postTask(async () => {
    await scheduler.render();
    log('background, after the frame', performance.now() < 20);
  }, { priority: 'background' });
  scheduler.postTask(async () => {
    await scheduler.render();
    log('blocking, after the frame', performance.now() < 20);
    await scheduler.render();
    log('no further frame', performance.now() < 20);
  }, { priority: 'user-blocking' });

  // An abort takes it away from the frame.
  const c = new TaskController();
  scheduler.postTask(async () => {
    setTimeout(() => c.abort('gone'), 3);
    await scheduler.render().catch(e => log('aborted', e, Math.round(performance.now())));
    await scheduler.render().catch(e => log('refused', e));
  }, { signal: c.signal });
}
