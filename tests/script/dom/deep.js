// Where the stack ends, in whatever call, nothing is left broken.
const t = new EventTarget(); let n = 0; t.addEventListener('x', () => n++); t.addEventListener('once', () => {}, { once: true });
const c = new TaskController(); let changes = 0; c.signal.onprioritychange = () => changes++;
const calls = [
  () => t.dispatchEvent(new Event('x')), () => scheduler.postTask(() => {}), () => scheduler.yield(), () => new AbortController().abort(),
  () => t.addEventListener('y' + Math.random(), () => {}), () => c.setPriority(c.signal.priority === 'background' ? 'user-visible' : 'background'),
  () => TaskSignal.any([c.signal], { priority: c.signal }), () => new DOMException('a', 'b').stack, () => AbortSignal.abort().reason,
];
addEventListener('error', e => e.preventDefault()); addEventListener('unhandledrejection', e => e.preventDefault());
for (const call of calls) {
  let depth = 0; const dive = () => { depth++; try { dive(); } finally { if (depth-- % 50 === 0) try { call(); } catch { } } }; try { dive(); } catch { } }
n = 0; t.dispatchEvent(new Event('x')); log('listeners', n);
changes = 0; c.setPriority('user-blocking'); log('changes', changes, c.signal.priority);
const e = new Event('x'); log(t.dispatchEvent(e), e.eventPhase, e.currentTarget);
scheduler.postTask(() => 'works', { priority: 'background' }).then(log); scheduler.yield().then(() => log('yield works'));
