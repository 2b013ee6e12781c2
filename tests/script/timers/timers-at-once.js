// Timers without delay are immediate tasks in Chromium: any number of them comes before what is posted later.
const go = (name, ...delay) => {
  for (let i = 0; i < 2; i++) setTimeout(() => log(name, 'timer', i), ...delay);
  scheduler.postTask(() => { scheduler.postTask(() => log(name, 'task')); postMessage(name, '*'); }, { priority: 'user-blocking' });
  for (let i = 2; i < 8; i++) setTimeout(() => log(name, 'timer', i), ...delay);
  scheduler.postTask(() => log(name, 'first task'));
};
onmessage = e => log(e.data, 'message');
go('script');
setTimeout(() => go('timer', 0), 100);
setTimeout(() => scheduler.postTask(() => go('task', null)), 200);
setTimeout(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => go('port', -1); port2.postMessage(0); }, 300);
