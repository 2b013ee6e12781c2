// Event: what it is made of, what its methods do, and who may call them.
const attempt = (what, f) => { try { log(what, f()); } catch (e) { log(what, e.name); } };

const e = new Event('x', { bubbles: 1, cancelable: 'yes' });
log(e.type, e.target, e.srcElement, e.currentTarget, e.eventPhase, e.bubbles, e.cancelable, e.composed, e.isTrusted);
log(e.defaultPrevented, e.returnValue, e.cancelBubble, e.timeStamp > 0, e.composedPath().length);
log(Event.NONE, Event.CAPTURING_PHASE, Event.AT_TARGET, Event.BUBBLING_PHASE, e.NONE, e.BUBBLING_PHASE);
log(String(e), Object.prototype.toString.call(new CustomEvent('c')));

attempt('no type', () => new Event());
attempt('no new', () => Event('x'));
attempt('init is a number', () => new Event('x', 5));
attempt('init is null', () => new Event('x', null).bubbles);
attempt('init is a function', () => new Event('x', () => {}).bubbles);
attempt('type throws', () => new Event({ toString() { throw new RangeError('t'); } }));
attempt('type is a symbol', () => new Event(Symbol()));
attempt('type is null', () => new Event(null).type);
attempt('a lone surrogate stays', () => new Event('\ud800').type.length);

const order = [];
new CustomEvent('c', {
  get detail() { order.push('detail'); }, get composed() { order.push('composed'); },
  get cancelable() { order.push('cancelable'); }, get bubbles() { order.push('bubbles'); },
});
log(order.join(' '));

e.preventDefault(); log('prevented', e.defaultPrevented, e.returnValue);
e.returnValue = true; log('true does not undo it', e.defaultPrevented);
const n = new Event('n'); n.preventDefault(); n.returnValue = false; log('not cancelable', n.defaultPrevented);
n.cancelBubble = true; log(n.cancelBubble); n.cancelBubble = false; log('false does not undo it', n.cancelBubble);
n.initEvent('m', true, true); log(n.type, n.bubbles, n.cancelable, n.cancelBubble);
n.returnValue = false; log(n.defaultPrevented); n.initEvent('o'); log(n.type, n.bubbles, n.cancelable, n.defaultPrevented);
attempt('initEvent', () => n.initEvent());

const c = new CustomEvent('c'); log(c.detail); c.initCustomEvent('d', true, false, 7); log(c.type, c.bubbles, c.cancelable, c.detail);
c.initCustomEvent('d2'); log(c.type, c.bubbles, c.detail);
log(new CustomEvent('c', { detail: undefined }).detail, new CustomEvent('c', { detail: e }).detail === e);

const a = Object.getOwnPropertyDescriptor(new Event('x'), 'isTrusted'), b = Object.getOwnPropertyDescriptor(c, 'isTrusted');
log(a.get === b.get, a.get.name, a.set, a.enumerable, a.configurable, Object.keys(new Event('x')).join());
attempt('isTrusted of another', () => a.get.call({}));

for (const bad of [undefined, null, {}, 1, 'x', Object.create(Event.prototype)])
  attempt('brand', () => Object.getOwnPropertyDescriptor(Event.prototype, 'type').get.call(bad));
attempt('brand of detail', () => Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail').get.call(e));
attempt('brand of a method', () => Event.prototype.preventDefault.call({}));

class Sub extends CustomEvent {
  field = 1;
  constructor() { super('sub', { detail: 2 }); }
  get more() { return this.detail + this.field; }
}
const s = new Sub();
log(s instanceof Sub, s instanceof CustomEvent, s instanceof Event, s.type, s.more, Object.keys(s).join());
log(Reflect.construct(Event, ['r'], CustomEvent) instanceof CustomEvent);
function Odd() {} Odd.prototype = 5;
log(Object.getPrototypeOf(Reflect.construct(Event, ['r'], Odd)) === Event.prototype);

const t = new EventTarget();
t.addEventListener('x', ev => {
  log(ev.eventPhase, ev.target === t, ev.currentTarget === t, ev.srcElement === t, ev.composedPath()[0] === t, ev.composedPath().length);
  ev.initEvent('changed', false, false); log('initEvent while dispatching', ev.type);
  ev.stopPropagation(); log(ev.cancelBubble);
});
const d = new Event('x', { cancelable: true });
log(t.dispatchEvent(d), d.eventPhase, d.target === t, d.currentTarget, d.composedPath().length, d.cancelBubble);
