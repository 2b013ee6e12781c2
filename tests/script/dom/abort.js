// AbortController and AbortSignal.
const attempt = (what, f) => { try { log(what, f()); } catch (e) { log(what, e.name); } };

const c = new AbortController(), s = c.signal;
log(s === c.signal, s.aborted, s.reason, s.onabort, s.throwIfAborted(), String(c), String(s));
s.addEventListener('abort', function (e) {
  log('event', e.type, e.isTrusted, e.bubbles, e.cancelable, e.target === s, this === s, s.aborted, s.reason.name, e.constructor === Event);
});
c.abort(); c.abort('again');
log(s.reason instanceof DOMException, s.reason.name, s.reason.code, s.reason.message, s.reason === c.signal.reason);
try { s.throwIfAborted(); } catch (e) { log('throws the reason', e === s.reason); }

for (const reason of [null, 0, '', false, { a: 1 }, Symbol.iterator, 1n, NaN]) {
  const d = new AbortController(); d.abort(reason); log(Object.is(d.signal.reason, reason), Object.is(AbortSignal.abort(reason).reason, reason));
}
log(AbortSignal.abort().reason.name, AbortSignal.abort(undefined).reason.name, AbortSignal.abort().aborted, AbortSignal.abort() instanceof AbortSignal);
attempt('constructor', () => new AbortSignal());
attempt('no new', () => AbortController());
attempt('abort of another', () => AbortController.prototype.abort.call({}));
attempt('signal of another', () => Object.getOwnPropertyDescriptor(AbortController.prototype, 'signal').get.call(s));
attempt('aborted of another', () => Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted').get.call(new EventTarget()));
attempt('throwIfAborted of another', () => AbortSignal.prototype.throwIfAborted.call(c));

// The event of dependents comes after that of their source, in the order in which they were made; all are aborted before any.
{
  const a = new AbortController(), b = new AbortController();
  const all = AbortSignal.any([a.signal, b.signal]), nested = AbortSignal.any([all]), twice = AbortSignal.any([a.signal, a.signal]);
  const said = name => () => log(name, a.signal.aborted, all.aborted, nested.aborted, twice.aborted);
  nested.onabort = said('nested'); all.onabort = said('all'); twice.onabort = said('twice'); a.signal.onabort = said('a');
  a.abort('why'); b.abort('late'); log(all.reason, nested.reason, twice.reason, AbortSignal.any([b.signal, a.signal]).reason);
}
log(AbortSignal.any([]).aborted, AbortSignal.any(new Set([c.signal])).reason === c.signal.reason);
const { any } = AbortSignal; log(any([]) instanceof AbortSignal);
attempt('any of nothing', () => AbortSignal.any());
attempt('any of no sequence', () => AbortSignal.any({}));
attempt('any of a number', () => AbortSignal.any(5));
attempt('any of other things', () => AbortSignal.any([s, {}]));
attempt('any of null', () => AbortSignal.any([null]));
attempt('any with a bad iterator', () => AbortSignal.any({ [Symbol.iterator]() { return 1; } }));
attempt('timeout without', () => AbortSignal.timeout());
attempt('timeout below', () => AbortSignal.timeout(-1));
attempt('timeout beyond', () => AbortSignal.timeout(2 ** 53));
attempt('timeout without a number', () => AbortSignal.timeout(NaN));

// A listener may remove others by aborting their signal; an aborted signal adds none.
{
  const d = new AbortController(), t = new EventTarget(); let n = 0;
  t.addEventListener('x', () => { n++; }, { signal: d.signal }); t.addEventListener('x', () => d.abort()); t.addEventListener('x', () => log('must not run'), { signal: d.signal });
  t.dispatchEvent(new Event('x')); t.dispatchEvent(new Event('x')); log('calls', n);
  t.addEventListener('y', () => log('must not run'), { signal: d.signal }); t.dispatchEvent(new Event('y'));
  attempt('signal is null', () => t.addEventListener('x', () => {}, { signal: null }));
  attempt('signal is null, no listener', () => t.addEventListener('x', null, { signal: null }));
  attempt('signal is none', () => t.addEventListener('x', () => {}, { signal: {} }));
}
{
  const d = new AbortController(); const gone = () => log('must not run');
  d.signal.addEventListener('abort', gone, { signal: d.signal }); d.signal.addEventListener('abort', () => log('stays')); d.abort();
}
{
  const d = new AbortController(), dependent = AbortSignal.any([d.signal]), t = new EventTarget();
  t.addEventListener('x', () => log('still there'), { signal: dependent });
  d.signal.addEventListener('abort', () => { log('dependent aborted', dependent.aborted); t.dispatchEvent(new Event('x')); });
  dependent.addEventListener('abort', () => { log('and now'); t.dispatchEvent(new Event('x')); }); d.abort(); t.dispatchEvent(new Event('x'));
}
{
  const d = new AbortController(); d.signal.onabort = () => log('handler'); d.signal.dispatchEvent(new Event('abort')); log('not aborted', d.signal.aborted);
}
{
  class Sub extends AbortController { constructor() { super(); this.x = 1; } }
  const d = new Sub(); d.abort(1); log(d instanceof Sub, d.signal.reason, d.x);
}
{
  // One abort inside another: each signal fires once, with the first reason.
  const a = new AbortController(), b = new AbortController(), both = AbortSignal.any([a.signal, b.signal]); let n = 0;
  a.signal.addEventListener('abort', () => b.abort('second')); both.addEventListener('abort', () => { n++; a.abort('third'); });
  a.abort('first'); log(n, both.reason, a.signal.reason, b.signal.reason);
}
{
  // A listener that a dependent gets while its source fires is still called; one for a signal that has fired is not.
  const a = new AbortController(), d = AbortSignal.any([a.signal]);
  a.signal.addEventListener('abort', () => { log(d.aborted); d.addEventListener('abort', () => log('late listener')); a.signal.addEventListener('abort', () => log('must not run')); });
  a.abort(); d.addEventListener('abort', () => log('must not run'));
}
{
  // What nobody holds still hears what it waits for.
  const heard = []; const sources = [];
  for (let i = 0; i < 50; i++) { sources[i] = new AbortController(); AbortSignal.any([sources[i].signal]).addEventListener('abort', () => heard.push(i)); }
  for (let i = 0, waste = []; i < 20000; i++) { waste = [waste.length, i]; new AbortController(); }
  for (const c of sources) c.abort(); log(heard.length);
}
AbortSignal.timeout(0).onabort = e => log('timeout', e.target.reason.name, e.target.reason.code, e.target.reason instanceof DOMException, e.isTrusted);
{
  const first = AbortSignal.timeout(5), both = AbortSignal.any([first, AbortSignal.timeout(50)]);
  both.onabort = () => log('the same reason', both.reason === first.reason, both.reason === both.reason, both.reason.message.length > 0);
}
