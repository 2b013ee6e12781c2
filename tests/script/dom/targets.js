// Targets that are no nodes, as Chromium has them: listeners in their order, whether they capture or not.
for (const [n, mk] of [['et', () => new EventTarget()], ['win', () => window], ['sig', () => new AbortController().signal], ['port', () => new MessageChannel().port1]]) {
  const t = mk();
  t.addEventListener('q', e => log(n, 'bubble1', e.eventPhase, e.cancelBubble));
  t.addEventListener('q', e => log(n, 'capture', e.eventPhase), true);
  t.addEventListener('q', e => { log(n, 'bubble2', e.eventPhase); });
  t.dispatchEvent(new Event('q'));
  const u = mk();
  u.addEventListener('w', e => { log(n, 'b', e.eventPhase); });
  u.addEventListener('w', e => { e.stopPropagation(); log(n, 'c', e.eventPhase, e.cancelBubble); }, true);
  u.addEventListener('w', e => { log(n, 'b2', e.eventPhase); });
  const e = new Event('w', { bubbles: true });
  u.dispatchEvent(e); log(n, e.cancelBubble, e.eventPhase);
  u.dispatchEvent(e); log(n, e.cancelBubble, e.eventPhase);
  const v = mk();
  v.addEventListener('z', e => { log(n, 'b', e.eventPhase); e.stopImmediatePropagation(); });
  v.addEventListener('z', e => { log(n, 'b2'); });
  const f = new Event('z'); v.dispatchEvent(f); log(n, f.cancelBubble); v.dispatchEvent(f); log(n, f.cancelBubble);
  const g = new Event('z'); g.stopPropagation(); v.dispatchEvent(g); log(n, g.cancelBubble);
  const h = new Event('z'); h.stopImmediatePropagation(); v.dispatchEvent(h); log(n, h.cancelBubble);
  f.initEvent('z'); log(n, f.cancelBubble); v.dispatchEvent(f);
  // added during dispatch
  const x = mk();
  x.addEventListener('y', e => { log(n, 'y1'); x.addEventListener('y', () => log(n, 'y-added-bubble')); x.addEventListener('y', () => log(n, 'y-added-cap'), true); }, true);
  x.addEventListener('y', e => { log(n, 'y2'); });
  x.dispatchEvent(new Event('y'));
}
