// What conversions of Web IDL say and ask for, as Chromium does.
const attempt = (name, f) => { let result; try { result = f(); } catch (e) { result = e.constructor.name + ' ' + e.name + ': ' + e.message; } log(name, typeof result === 'object' ? Object.prototype.toString.call(result) : String(result)); };
const symbol = Symbol('s'), handler = () => {};
const asked = values => new Proxy({}, { get(o, key) { log('  asked for', String(key)); return values && values[key]; } });

// Symbols and BigInts.
const types = { Event: [], CustomEvent: [], ErrorEvent: [], MessageEvent: [], PromiseRejectionEvent: [{ promise: 1 }], TaskPriorityChangeEvent: [{ previousPriority: 'background' }], DOMException: [], QuotaExceededError: [], PerformanceMark: [] };
for (const name of Object.keys(types)) attempt(name, () => new globalThis[name](symbol, ...types[name]));
attempt('name', () => new DOMException('', symbol));
attempt('initEvent', () => new Event('x').initEvent(symbol));
attempt('initCustomEvent', () => new CustomEvent('x').initCustomEvent(symbol));
attempt('initMessageEvent', () => new MessageEvent('x').initMessageEvent(symbol));
attempt('origin', () => new MessageEvent('x').initMessageEvent('x', false, false, null, symbol));
for (const member of ['message', 'filename', 'lineno', 'colno']) attempt(member, () => new ErrorEvent('x', { [member]: symbol }));
attempt('lineno', () => new ErrorEvent('x', { lineno: 1n }));
for (const operation of ['addEventListener', 'removeEventListener']) attempt(operation, () => new EventTarget()[operation](symbol, null));
for (const operation of ['setTimeout', 'setInterval']) { attempt(operation, () => self[operation](symbol)); attempt(operation, () => self[operation](handler, symbol)); attempt(operation, () => self[operation](handler, 1n)); }
for (const operation of ['clearTimeout', 'clearInterval', 'cancelIdleCallback', 'cancelAnimationFrame']) { attempt(operation, () => self[operation](symbol)); attempt(operation, () => self[operation](1n)); }
attempt('requestIdleCallback', () => requestIdleCallback(handler, { timeout: symbol }));
attempt('postMessage', () => postMessage(1, symbol)); attempt('postMessage', () => postMessage(1, { targetOrigin: symbol }));
for (const operation of ['mark', 'measure', 'clearMarks', 'clearMeasures', 'getEntriesByName', 'getEntriesByType']) attempt(operation, () => performance[operation](symbol));
attempt('mark', () => performance.mark('m', { startTime: symbol })); attempt('measure', () => performance.measure('m', { start: symbol }));
attempt('setPriority', () => new TaskController().setPriority(symbol));
attempt('TaskController', () => new TaskController({ priority: symbol }));
attempt('any', () => TaskSignal.any([], { priority: symbol }));
attempt('timeout', () => AbortSignal.timeout(symbol)); attempt('timeout', () => AbortSignal.timeout(1n));
attempt('quota', () => new QuotaExceededError('', { quota: 1n }));

// Sequences.
attempt('iterator', () => AbortSignal.any({ [Symbol.iterator]: 1 }));
attempt('no iterator', () => AbortSignal.any({}));
attempt('transfer', () => structuredClone(1, { transfer: [1] }));
attempt('transfer', () => new MessageChannel().port1.postMessage(1, [1]));
attempt('options', () => new MessageChannel().port1.postMessage(1, { [Symbol.iterator]: 1 }));
attempt('asked twice', () => new MessageChannel().port1.postMessage(1, { get [Symbol.iterator] () { log('  asked for @@iterator'); return [][Symbol.iterator]; } }));

// Dictionaries.
attempt('required', () => new TaskPriorityChangeEvent('x', undefined));
attempt('required', () => new PromiseRejectionEvent('x', undefined));
attempt('required', () => new PromiseRejectionEvent('x', {}));
attempt('a port', () => new MessageChannel().port1.postMessage(1, asked()));
attempt('the window', () => postMessage(1, asked()));
attempt('delegate', () => postMessage(1, { delegate: null }));
attempt('delegate', () => postMessage(1, { delegate: symbol }));
attempt('delegate of a port', () => new MessageChannel().port1.postMessage(1, { delegate: 'x' }));
attempt('message', () => new MessageEvent('x', asked()));
attempt('user activation', () => new MessageEvent('x', { userActivation: {} }));
attempt('observer', () => new PerformanceObserver(handler).observe(asked()));

// The source of a message.
for (const source of [new EventTarget(), {}, self, new MessageChannel().port2, null, undefined]) {
  attempt('source', () => new MessageEvent('x', { source }).source === (source ?? null));
  attempt('source', () => { const e = new MessageEvent('x'); e.initMessageEvent('x', false, false, null, '', '', source); return e.source === (source ?? null); });
}

// A promise is made of what is none.
const rejected = new PromiseRejectionEvent('x', { promise: { then(f) { log('then()'); f(5); } } }).promise;
const promise = Promise.resolve();
log(rejected instanceof Promise, new PromiseRejectionEvent('x', { promise }).promise === promise);
rejected.then(v => log('resolved', v));

// Negative times of measures are those of the measure, and durations may be negative.
attempt('start', () => performance.measure('of', { start: -1, end: 1 })); attempt('end', () => performance.measure('of', { start: 1, end: -1 })); attempt('duration', () => performance.measure('of', { start: 1, duration: -5 }).duration);

// There is one window.
try { (function () { 'use strict'; window = 1; }) (); } catch (e) { log(e.name); }
window = 1; log(window === self);
// An empty text has no timer.
log(setTimeout(''), setInterval(''), setTimeout(' ') > 0, setTimeout('', 5, 1));
