// PerformanceObserver, for marks and measures.
const show = list => list.map(e => `${e.entryType} ${e.name}`).join(', ');
const attempt = f => { try { return f(); } catch (e) { return `${e.name}: ${e.message}`; } };
log(performance.now() > 0);
log(PerformanceObserver.supportedEntryTypes, Object.isFrozen(PerformanceObserver.supportedEntryTypes), PerformanceObserver.supportedEntryTypes === PerformanceObserver.supportedEntryTypes, PerformanceObserver.length);
log(attempt(() => new PerformanceObserver()));
log(attempt(() => new PerformanceObserver({})));
log(attempt(() => PerformanceObserver(() => {})));
log(attempt(() => new PerformanceObserverEntryList()));

const order = new PerformanceObserver(() => {});
log(attempt(() => order.observe()));
log(attempt(() => order.observe({ entryTypes: ['mark'], type: 'mark' })));
log(attempt(() => order.observe({ entryTypes: ['mark'], buffered: false })));
log(attempt(() => order.observe({ entryTypes: 'mark' })));
log(attempt(() => order.observe({ get type () { log('type'); }, get buffered () { log('buffered'); }, get entryTypes () { log('entryTypes'); return ['no such']; } })));
log(attempt(() => order.observe({ type: 'mark' })));
// It stays so, whether it is connected or not, and whether anything was known.
order.disconnect();
log(attempt(() => order.observe({ type: 'mark' })));
const single = new PerformanceObserver(() => {});
log(attempt(() => single.observe({ type: 'no such' })));
log(attempt(() => single.observe({ entryTypes: ['mark'] })));
log(attempt(() => single.observe({ type: 'mark', durationThreshold: Infinity })));
log(attempt(() => single.observe({ entryTypes: ['mark'], type: 'mark' })));
// Chromium warns of what else there is beside entryTypes, and ignores it.
const plain = new PerformanceObserver(() => {});
log(attempt(() => plain.observe({ entryTypes: ['mark'], buffered: true, durationThreshold: 5 })));
plain.disconnect();

performance.mark('before');
const all = new PerformanceObserver(function (list, observer, options) {
  log('all:', show(list.getEntries()), '|', show(list.getEntriesByType('mark')), '|', show(list.getEntriesByName('b')), '|', show(list.getEntriesByName('b', 'mark')));
  log(this === all, observer === all, JSON.stringify(options), list instanceof PerformanceObserverEntryList);
  Promise.resolve().then(() => log('microtask of all'));
  throw new Error('from an observer');
});
all.observe({ entryTypes: ['measure', 'mark', 'no such'] });
const buffered = new PerformanceObserver(list => log('buffered:', show(list.getEntries())));
buffered.observe({ type: 'mark', buffered: true });
const taken = new PerformanceObserver(list => log('taken:', show(list.getEntries())));
taken.observe({ type: 'measure' });
const gone = new PerformanceObserver(list => log('gone: never'));
gone.observe({ type: 'mark' });

performance.mark('b', { startTime: 5 });
performance.mark('a', { startTime: 3 });
performance.measure('b', { start: 1, end: 4 });
gone.disconnect();
log('taken', show(taken.takeRecords()), taken.takeRecords().length);
addEventListener('error', e => { log('error', e.message); e.preventDefault(); });
Promise.resolve().then(() => log('microtask'));
setTimeout(() => {
  log('again');
  all.disconnect();
  buffered.observe({ type: 'measure' });
  performance.mark('c');
  performance.measure('d');
}, 10);
