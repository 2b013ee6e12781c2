// EventTarget: who is called, in which order, and what stands in the way.
const attempt = (what, f) => { try { log(what, f()); } catch (e) { log(what, e.name); } };
const fire = (target, type = 'x', init) => target.dispatchEvent(new Event(type, init));

{
  const t = new EventTarget(); const f = () => log('f');
  t.addEventListener('x', f); t.addEventListener('x', f); t.addEventListener('x', f, true); t.addEventListener('x', f, { capture: true });
  fire(t); log('--'); t.removeEventListener('x', f); fire(t); log('--'); t.removeEventListener('x', f, true); fire(t); log('none');
}
{
  const t = new EventTarget();
  t.addEventListener('x', () => log('bubbling')); t.addEventListener('x', () => log('capturing'), true);
  fire(t);
}
{
  const t = new EventTarget();
  t.addEventListener('x', () => { log('capturing adds'); t.addEventListener('x', () => log('added')); }, { capture: true, once: true });
  t.addEventListener('x', () => { log('adds'); t.addEventListener('x', () => log('not yet')); }, { once: true });
  fire(t); log('--'); fire(t);
}
{
  const t = new EventTarget(); const later = () => log('must not run');
  t.addEventListener('x', () => { log('removes'); t.removeEventListener('x', later); }); t.addEventListener('x', later); t.addEventListener('x', () => log('last'));
  fire(t);
}
{
  const t = new EventTarget(); const again = () => log('again');
  t.addEventListener('x', () => { t.removeEventListener('x', again); t.addEventListener('x', again); }, { once: true }); t.addEventListener('x', again);
  fire(t); log('--'); fire(t);
}
{
  const t = new EventTarget(); let depth = 0;
  t.addEventListener('x', e => { log('depth', depth); if (depth++ < 2) fire(t); }, { once: true }); t.addEventListener('x', () => log('at', depth));
  fire(t);
}
{
  const t = new EventTarget();
  t.addEventListener('x', e => { e.stopPropagation(); log('stop'); }, true); t.addEventListener('x', () => log('same phase'), true);
  t.addEventListener('x', () => log('must not run')); fire(t);
  const u = new EventTarget();
  u.addEventListener('x', e => { e.stopImmediatePropagation(); log('stop at once'); }); u.addEventListener('x', () => log('must not run')); fire(u);
  const stopped = new Event('x'); stopped.stopPropagation(); u.dispatchEvent(stopped); log('stopped before', stopped.cancelBubble);
  u.dispatchEvent(stopped);
}
{
  const t = new EventTarget();
  t.addEventListener('x', e => { e.preventDefault(); log('passive', e.defaultPrevented); }, { passive: true });
  log(fire(t, 'x', { cancelable: true }));
  t.addEventListener('x', e => e.preventDefault(), { passive: false }); log(fire(t, 'x', { cancelable: true }), fire(t));
}
{
  const t = new EventTarget();
  t.addEventListener('x', function (e) { log(this === t, arguments.length, e.type); });
  const o = { handleEvent(e) { log(this === o, e.type); } }; t.addEventListener('x', o); fire(t);
  o.handleEvent = () => log('looked up now'); fire(t);
  const f = () => log('function'); f.handleEvent = () => log('must not run'); const u = new EventTarget(); u.addEventListener('x', f); fire(u);
}
{
  const t = new EventTarget(); const e = new Event('x');
  t.addEventListener('x', () => { attempt('again', () => t.dispatchEvent(e)); attempt('elsewhere', () => new EventTarget().dispatchEvent(e)); });
  log(t.dispatchEvent(e)); log(t.dispatchEvent(e));
}
{
  const t = new EventTarget();
  attempt('one argument', () => t.addEventListener('x'));
  attempt('null', () => t.addEventListener('x', null));
  attempt('undefined', () => t.addEventListener('x', undefined));
  attempt('number', () => t.addEventListener('x', 5));
  attempt('string', () => t.addEventListener('x', 'f'));
  attempt('remove a number', () => t.removeEventListener('x', 5));
  attempt('remove null', () => t.removeEventListener('x', null));
  attempt('no event', () => t.dispatchEvent());
  attempt('null event', () => t.dispatchEvent(null));
  attempt('no real event', () => t.dispatchEvent({ type: 'x' }));
  attempt('bad this', () => EventTarget.prototype.dispatchEvent.call({}, new Event('x')));
  attempt('no new', () => EventTarget());
  const order = []; const options = {};
  for (const k of ['signal', 'passive', 'once', 'capture']) Object.defineProperty(options, k, { get() { order.push(k); } });
  t.addEventListener({ toString() { order.push('type'); return 'x'; } }, () => {}, options);
  t.removeEventListener('x', () => {}, { get capture() { order.push('remove capture'); }, get once() { order.push('never'); } });
  log(order.join(' '));
}
{
  class Node extends EventTarget { #secret = 3; constructor() { super(); this.own = 1; } get secret() { return this.#secret; } }
  const t = new Node(); t.addEventListener('x', e => log(e.target instanceof Node, e.target.secret, e.target.own)); fire(t);
  log(String(t), Object.keys(t).join(), new EventTarget() + '');
}
{
  const t = new EventTarget(); const seen = []; const fs = [];
  for (let i = 0; i < 300; i++) { fs[i] = () => seen.push(i); t.addEventListener('x', fs[i], { once: i % 3 === 0 }); }
  for (let i = 0; i < 300; i += 2) t.removeEventListener('x', fs[i]);
  fire(t); const first = seen.length; fire(t); log(first, seen.length - first, seen.every((x, i) => i === 0 || i === first || x > seen[i - 1]));
  for (let i = 0; i < 300; i++) t.addEventListener('x', fs[i]);
  seen.length = 0; fire(t); log(seen.length, seen[0], seen[99], seen[100], seen[299]);
}
{
  const t = new EventTarget(); const types = ['__proto__', 'constructor', 'toString', ''];
  for (const type of types) { t.addEventListener(type, e => log('type', JSON.stringify(e.type))); fire(t, type); }
}
