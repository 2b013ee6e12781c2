// Members come in the order in which Chromium has them.
for (const name of ['Scheduler', 'TaskController', 'TaskSignal', 'TaskPriorityChangeEvent', 'AbortController', 'AbortSignal', 'Event',
                    'CustomEvent', 'IdleDeadline', 'MessageChannel', 'ErrorEvent', 'PromiseRejectionEvent', 'PerformanceObserver']) {
  log(name, Object.getOwnPropertyNames(globalThis[name].prototype).join());
  log(name, Object.getOwnPropertyNames(globalThis[name]).filter((key) => typeof globalThis[name][key] === 'function').join());
}
