// Without experiments there is nothing of them.
log(...['wait', 'render', 'currentTaskSignal'].map(name => name in scheduler));
log(Object.getOwnPropertyNames(Scheduler.prototype).join(' '));
