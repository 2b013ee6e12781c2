// scheduler.currentTaskSignal
const outside = scheduler.currentTaskSignal;
log(outside instanceof TaskSignal, outside.priority, outside.aborted, outside === scheduler.currentTaskSignal);
setTimeout(() => log('timer', scheduler.currentTaskSignal === outside));
const { get, set } = Object.getOwnPropertyDescriptor(Scheduler.prototype, 'currentTaskSignal');
log(get.name, set);
try { get.call({}); } catch (e) { log(e.name); }

const c = new TaskController({ priority: 'background' });
scheduler.postTask(async () => {
  log('its own signal', scheduler.currentTaskSignal === c.signal);
  await scheduler.yield();
  log('after yield', scheduler.currentTaskSignal === c.signal);
  await new Promise(r => setTimeout(r, 1));
  log('after a timer', scheduler.currentTaskSignal === c.signal);
}, { signal: c.signal });

scheduler.postTask(async () => {
  const fixed = scheduler.currentTaskSignal;
  log('fixed', fixed.priority, fixed.aborted);
  await null;
  log('the same', fixed === scheduler.currentTaskSignal);
}, { priority: 'user-blocking' });

// A signal for abort and a priority of its own
const a = new AbortController();
scheduler.postTask(async () => {
  const both = scheduler.currentTaskSignal;
  log('both', both.priority, both !== a.signal, both === scheduler.currentTaskSignal);
  both.addEventListener('abort', () => log('follows', both.reason));
  scheduler.postTask(() => log('never'), { signal: both, delay: 50 }).catch(e => log('subtask', e));
  setTimeout(() => a.abort('stop'), 5);
}, { signal: a.signal, priority: 'background' }).catch(() => {});

// With others, as the proposal has it
scheduler.postTask(() => {
  const own = new AbortController();
  const signal = TaskSignal.any([own.signal, scheduler.currentTaskSignal], { priority: scheduler.currentTaskSignal });
  log('any', signal.priority);
  c.setPriority('user-visible');
  log('any follows', signal.priority);
}, { signal: c.signal });
requestIdleCallback(() => log('idle', scheduler.currentTaskSignal.priority));
