// The shape of every interface, as Web IDL says it.
const flags = d => !d ? 'none' : ('value' in d ? (d.writable ? 'w' : '-') : 'a') + (d.enumerable ? 'e' : '-') + (d.configurable ? 'c' : '-');
const kind = d => 'value' in d ? (typeof d.value === 'function' ? `${d.value.name}/${d.value.length}${'prototype' in d.value ? ' constructor' : ''}` : String(d.value))
                               : `${d.get ? d.get.name + '/' + d.get.length : ''}${d.set ? ' ' + d.set.name + '/' + d.set.length : ''}`;
const keys = o => Reflect.ownKeys(o).filter(k => typeof k === 'string').sort();
const parents = { AbortSignal: 'EventTarget', AbortController: '', CustomEvent: 'Event', DOMException: '', Event: '', EventTarget: '', Scheduler: '', TaskController: 'AbortController', TaskPriorityChangeEvent: 'Event', TaskSignal: 'AbortSignal' };

for (const name of Object.keys(parents)) {
  const I = globalThis[name], p = I.prototype;
  log('##', name, flags(Object.getOwnPropertyDescriptor(globalThis, name)), I.name, I.length, flags(Object.getOwnPropertyDescriptor(I, 'prototype')), flags(Object.getOwnPropertyDescriptor(p, 'constructor')), p.constructor === I);
  log(Object.getPrototypeOf(I) === (parents[name] ? globalThis[parents[name]] : Function.prototype), Object.getPrototypeOf(p) === (parents[name] ? globalThis[parents[name]].prototype : name === 'DOMException' ? Error.prototype : Object.prototype));
  const tag = Object.getOwnPropertyDescriptor(p, Symbol.toStringTag); log(tag.value, flags(tag), Object.prototype.toString.call(p));
  for (const k of keys(I)) if (!['length', 'name', 'prototype'].includes(k) && !/_ERR$/.test(k)) { const d = Object.getOwnPropertyDescriptor(I, k); log('static', k, flags(d), kind(d)); }
  for (const k of keys(p)) if (k !== 'constructor' && !k.startsWith('Symbol') && !/_ERR$/.test(k)) { const d = Object.getOwnPropertyDescriptor(p, k); log(k, flags(d), kind(d)); }
  try { I(); log('called without new'); } catch (e) { log('without new', String(e)); }
}
for (const k of ['scheduler', 'self', 'window', 'event', 'onerror', 'onunhandledrejection', 'onrejectionhandled', 'onmessage']) { const d = Object.getOwnPropertyDescriptor(globalThis, k); log(k, flags(d), kind(d)); }
for (const f of [Event.prototype.preventDefault, Scheduler.prototype.postTask, AbortSignal.any, Object.getOwnPropertyDescriptor(Event.prototype, 'type').get])
  try { new f(); log('constructed'); } catch (e) { log('no constructor', e.name); }
log(self === globalThis, [String(scheduler), String(new TaskController()), String(new TaskController().signal), String(new TaskPriorityChangeEvent('x', { previousPriority: 'background' }))].join(' '));
log(addEventListener === EventTarget.prototype.addEventListener, TaskSignal.abort === AbortSignal.abort, TaskSignal.timeout === AbortSignal.timeout, TaskSignal.any === AbortSignal.any);
log(TaskSignal.abort() instanceof TaskSignal, TaskSignal.timeout(1) instanceof TaskSignal, TaskSignal.any([]) instanceof TaskSignal, AbortSignal.any([new TaskController().signal]) instanceof TaskSignal);
const was = scheduler; scheduler = 5; log(scheduler, flags(Object.getOwnPropertyDescriptor(globalThis, 'scheduler'))); scheduler = was;
self = 6; log(self, flags(Object.getOwnPropertyDescriptor(globalThis, 'self')));
