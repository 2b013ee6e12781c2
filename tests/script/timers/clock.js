// performance, Date, Math.random(), work().
const attempt = (what, f) => { try { log(what, String(f())); } catch (e) { log(what, e.name, e.message); } };

log(new Date(performance.timeOrigin).toISOString(), Math.floor(performance.now()));
log(Date.length, Date.name, Object.getOwnPropertyNames(Date).sort().join(), Date.prototype.constructor === Date, 'prototype' in Date.now);
{ const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(Date, 'prototype'); log(writable, enumerable, configurable, Date.now.length, Date.now.name); }
work(1234);
{
  const now = Date.now(), date = new Date(), origin = performance.timeOrigin;
  log(now - origin, date - now, Math.floor(performance.now()), Date() === String(new Date()), typeof Date(0), date instanceof Date);
  log(Object.prototype.toString.call(date), new Date(2020, 1, 29).getMonth(), new Date('2020-02-29T00:00:00Z').getTime(), new Date(NaN).getTime(),
      new Date(date).getTime() === date.getTime(), new Date(undefined).getTime(), Date.UTC(1970, 0, 2), Date.parse('1970-01-01T00:00:01Z'));
  class Later extends Date { get later() { return true; } }
  const later = new Later();
  log(later.later, later instanceof Date, later.getTime() - now, new Later(5).getTime(), Reflect.construct(Date, [7], Object) instanceof Date,
      Date.prototype.getTime.call(Reflect.construct(Date, [7], Object)));
  log(date[Symbol.toPrimitive]('number') === date.getTime(), typeof (date + 1), new Date(5, 0).getFullYear());
}
// Who waits for the clock comes to an end.
{ const end = performance.now() + 3; let looks = 0; while (performance.now() < end) looks++; log('busy', looks > 100); }
{ const end = Date.now() + 3; while (Date.now() < end); log('busy on Date'); }
{ const end = +new Date() + 3; while (new Date() < end); log('busy on new Date'); }
attempt('work', () => work(NaN)); attempt('work', () => work(Infinity)); attempt('work', () => work()); attempt('work', () => work(-5)); attempt('work', () => work('1'));

{ const r = Array.from({ length: 20000 }, Math.random); log('random', r.every(x => x >= 0 && x < 1), new Set(r).size > 19990, Math.abs(r.reduce((a, b) => a + b) / r.length - .5) < .01, Math.random.length, Math.random.name); }
log([1, 2, 3].map(() => Math.random()).join());

log(String(performance), typeof performance.now(), performance instanceof EventTarget, Object.keys(performance.toJSON()).join(), performance.now.length);
attempt('constructor', () => new Performance());
attempt('this', () => performance.now.call({}));
attempt('entry', () => new PerformanceEntry());
attempt('measure', () => new PerformanceMeasure());

const a = performance.mark('a', { startTime: 10, detail: { x: [1] } }), b = performance.mark('b', { startTime: 5 }), c = performance.mark('c');
log(a.name, a.entryType, a.startTime, a.duration, JSON.stringify(a.detail), a instanceof PerformanceMark, a instanceof PerformanceEntry, a.detail === a.detail, String(a));
log(JSON.stringify(a), c.detail, c.startTime > 1234);
const detail = { x: 1 }, m = new PerformanceMark('apart', { detail }); log(m.detail !== detail, m.detail.x, performance.getEntriesByName('apart').length);
log(performance.getEntries().map(e => e.name).join(), performance.getEntriesByType('mark').length, performance.getEntriesByName('a', 'measure').length, performance.getEntriesByType('x').length);
const ms = performance.measure('m', 'b', 'a'); log(ms.startTime, ms.duration, ms.entryType, ms.detail, ms instanceof PerformanceMeasure);
log([performance.measure('n', { start: 1, end: 4 }), performance.measure('n', { start: 1, duration: 7 }), performance.measure('n', { end: 9, duration: 7 }),
     performance.measure('n', { start: 'b', end: 'a', detail: 3 }), performance.measure('n', undefined, 'a'), performance.measure('n', {}, 'a'), performance.measure('n', 'navigationStart', 'a')]
    .map(e => `${e.startTime}+${e.duration}/${e.detail}`).join(' '));
performance.mark('a', { startTime: 20 }); log(performance.measure('latest', 'a', 'a').startTime);
attempt('no mark', () => performance.measure('m', 'nothing'));
attempt('no end', () => performance.measure('m', 'a', 'nothing'));
attempt('negative', () => performance.mark('x', { startTime: -1 }));
attempt('reserved', () => performance.mark('navigationStart'));
attempt('reserved', () => new PerformanceMark('loadEventEnd'));
attempt('empty', () => performance.measure('m', 'loadEventEnd'));
attempt('options and end', () => performance.measure('m', { start: 1 }, 'a'));
attempt('neither', () => performance.measure('m', { detail: 1 }));
attempt('all three', () => performance.measure('m', { start: 1, end: 2, duration: 1 }));
attempt('negative start', () => performance.measure('m', { start: -1, end: 2 }));
attempt('not a number', () => performance.mark('x', { startTime: 'x' }));
attempt('detail', () => performance.mark('x', { detail: () => {} }));
attempt('none', () => performance.mark()); attempt('none', () => performance.measure());
log(performance.clearMarks('b'), performance.clearMeasures('n'), performance.getEntries().map(e => e.name).join());
performance.clearMarks(); performance.clearMeasures(); log(performance.getEntries().length);
attempt('cleared', () => performance.measure('m', 'a'));
performance = 5; log(performance);
