// The global object is a window, without a document.
log(self instanceof EventTarget, self instanceof Window, window === self, window === globalThis, 'document' in self);
log(String(self), Object.prototype.toString.call(window), Object.getPrototypeOf(Window) === EventTarget, Object.getPrototypeOf(Window.prototype) === EventTarget.prototype);
log({} instanceof EventTarget, new EventTarget() instanceof EventTarget, new EventTarget() instanceof Window, self instanceof AbortSignal, AbortSignal.abort() instanceof EventTarget, AbortSignal.abort() instanceof AbortSignal);
class Own extends EventTarget {}
log(self instanceof Own, new Own() instanceof Own, new Own() instanceof EventTarget, Object.create(Own.prototype) instanceof EventTarget, 1 instanceof EventTarget);
try { new Window(); } catch (e) { log(e.name, e.message); }

// The current event.
log(event);
const outer = new EventTarget(), inner = new EventTarget(), o = new Event('outer'), i = new Event('inner');
outer.addEventListener('outer', { get handleEvent () { log('looked up in', event === o); return () => { inner.dispatchEvent(i); log('again', event === o); }; } });
outer.addEventListener('outer', () => { throw new Error('thrown'); });
inner.addEventListener('inner', () => log('inner', event === i));
addEventListener('error', e => { log('error', event === e, e.message); e.preventDefault(); });
outer.dispatchEvent(o);
log(event);

// Passive unless they say otherwise.
for (const [target, name] of [[self, 'self'], [new EventTarget(), 'target']])
  for (const type of ['wheel', 'mousewheel', 'touchstart', 'touchmove', 'click'])
    for (const options of [undefined, {}, { passive: undefined }, { passive: false }, { passive: true }, true]) {
      const e = new Event(type, { cancelable: true });
      const prevent = e => e.preventDefault();
      target.addEventListener(type, prevent, options);
      target.dispatchEvent(e);
      target.removeEventListener(type, prevent, options);
      if (e.defaultPrevented !== (options?.passive === false || options?.passive === undefined && (name === 'target' || type === 'click')))
        log('wrong:', name, type, options);
    }

// Who waits for a later time stamp gets it.
const first = new Event('x').timeStamp;
let later;
do later = new CustomEvent('x').timeStamp; while (later === first);
log(first > 0, later > first, later <= performance.now());

// It can be replaced, and nobody else's.
const own = 5;
event = own; log(event, window.event);
try { Object.getOwnPropertyDescriptor(self, 'window').get.call({}); } catch (e) { log(e.name); }
window = 6; log(window, self === globalThis);
Object.defineProperty(self, 'scheduler', { configurable: false });
try { scheduler = 7; log('replaced'); } catch (e) { log(e.name, e.message); }
log(scheduler instanceof Scheduler);
