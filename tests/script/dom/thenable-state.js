// What a callback returns is resolved with the task's state: a thenable's then() yields with the task's priority, also after microtasks.
const thenable = name => ({ then(resolve) { log(name, 'then'); scheduler.postTask(() => log(name, 'user-visible')); scheduler.yield().then(() => { log(name, 'resumed'); resolve(); }); } });
scheduler.postTask(() => thenable('plain'), { priority: 'background' }).then(() => {
  scheduler.postTask(() => { queueMicrotask(() => log('microtask')); return thenable('after a microtask'); }, { priority: 'background' });
});
