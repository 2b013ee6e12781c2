// TaskController, TaskSignal and TaskPriorityChangeEvent.
const attempt = (what, f) => { try { log(what, f()); } catch (e) { log(what, e.name); } };

log(new TaskController().signal.priority, new TaskController({}).signal.priority, new TaskController(null).signal.priority, new TaskController({ priority: undefined }).signal.priority);
for (const p of ['user-blocking', 'user-visible', 'background']) log(new TaskController({ priority: p }).signal.priority);
attempt('null priority', () => new TaskController({ priority: null }));
attempt('wrong case', () => new TaskController({ priority: 'Background' }));
attempt('a number as init', () => new TaskController(5));
attempt('an object with toString', () => new TaskController({ priority: { toString: () => 'background' } }).signal.priority);
attempt('__proto__', () => new TaskController({ priority: '__proto__' }));
attempt('TaskSignal', () => new TaskSignal());
attempt('setPriority of another', () => TaskController.prototype.setPriority.call(new AbortController(), 'background'));
attempt('setPriority of nothing', () => new TaskController().setPriority());
attempt('priority of another', () => Object.getOwnPropertyDescriptor(TaskSignal.prototype, 'priority').get.call(new AbortController().signal));

const c = new TaskController({ priority: 'background' }), s = c.signal;
s.onprioritychange = e => log(e.type, e.previousPriority, e.target.priority, e.isTrusted, e.cancelable, e instanceof TaskPriorityChangeEvent);
c.setPriority('background'); c.setPriority('user-blocking'); attempt('bad', () => c.setPriority('x')); c.abort(); c.setPriority('user-visible'); log(s.aborted, s.priority);

// In its own handler even the present value is refused, after the argument was converted.
const d = new TaskController();
d.signal.onprioritychange = () => {
  attempt('bad', () => d.setPriority('nope')); attempt('none', () => d.setPriority());
  try { d.setPriority('background'); } catch (e) { log(e.name, e.code, e instanceof DOMException, e.message.includes('setPriority')); }
};
d.setPriority('background'); d.setPriority('user-visible'); log(d.signal.priority);

// Dependents follow their source, in the order in which they were made.
{
  const a = new TaskController({ priority: 'background' }), b = new TaskController();
  const x = TaskSignal.any([b.signal], { priority: a.signal }), y = TaskSignal.any([], { priority: x }), z = TaskSignal.any([a.signal], { priority: 'user-blocking' });
  for (const [n, t] of [['y', y], ['x', x], ['z', z], ['a', a.signal]]) { t.onprioritychange = e => log(n, e.previousPriority, x.priority, y.priority, z.priority); t.onabort = () => log(n, 'abort'); }
  log(x.priority, y.priority, z.priority); a.setPriority('user-visible'); b.abort(); a.setPriority('background'); a.abort();
}
log(TaskSignal.any([]).priority, TaskSignal.any([], {}).priority, TaskSignal.any([], null).priority, TaskSignal.any([], { priority: 'background' }).priority);
attempt('bad init', () => TaskSignal.any([], { priority: 'x' })); attempt('a plain signal', () => TaskSignal.any([], { priority: new AbortController().signal }));
attempt('init is a number', () => TaskSignal.any([], 5)); attempt('no sequence', () => TaskSignal.any());
log(TaskSignal.any([AbortSignal.abort('r')], { priority: 'background' }).reason);

attempt('event without init', () => new TaskPriorityChangeEvent('x')); attempt('event with an empty one', () => new TaskPriorityChangeEvent('x', {}));
attempt('event with null', () => new TaskPriorityChangeEvent('x', null)); attempt('event with a bad one', () => new TaskPriorityChangeEvent('x', { previousPriority: 'x' }));
const order = []; new TaskPriorityChangeEvent('x', { get previousPriority() { order.push('previousPriority'); return 'background'; }, get bubbles() { order.push('bubbles'); }, get composed() { order.push('composed'); } });
log(order.join(' ')); log(new TaskPriorityChangeEvent('x', { previousPriority: 'background', bubbles: true }).bubbles);
class Sub extends TaskController { constructor() { super({ priority: 'background' }); } } log(new Sub() instanceof Sub, new Sub().signal.priority);
