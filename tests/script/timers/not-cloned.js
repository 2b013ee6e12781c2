// What messages call what cannot be cloned, as in Chromium.
const attempt = f => { try { log(String(f())); } catch (e) { log(`${e.name}: ${e.message}`); } };
class Sub extends AbortController {}
const renamed = new AbortController().signal, none = new EventTarget(), changed = new AbortController().signal, own = new EventTarget();
Object.defineProperty(renamed, 'constructor', { value: class Foo {} });
Object.setPrototypeOf(none, null); Object.setPrototypeOf(changed, TaskController.prototype); own.toString = () => 'mine';
for (const value of [new Sub(), renamed, none, changed, own, scheduler, performance, performance.mark('a'), performance.measure('a', { start: 1, end: 2 }), new PerformanceObserver(() => {}), new MessageChannel(), new MessageChannel().port1, new Event('x'), new TaskPriorityChangeEvent('x', { previousPriority: 'background' }), new TaskController().signal, self,
                     new Proxy(function foo(a) { return 1; }, {}), new Proxy(class A { x = 1 }, {}), new Proxy(new Proxy(() => 5, {}), {}), new Proxy([], {}), new Proxy({}, {}), new Proxy(new EventTarget(), {}), new Proxy(new Error('m'), {}), new Proxy(new Date(0), {}), new Proxy(new class Q {}, {}), new Proxy(Object.create(null), {})])
  attempt(() => structuredClone(value));
for (const target of [{}, function () {}]) attempt(() => { const { proxy, revoke } = Proxy.revocable(target, {}); revoke(); return structuredClone(proxy); });
attempt(() => performance.mark('m', { detail: own }));
attempt(() => new MessageChannel().port1.postMessage({ inside: [renamed] }));
{
  const buffer = new ArrayBuffer(8, { maxByteLength: 16 }), bytes = new Uint8Array(buffer, 4, 4), view = new DataView(buffer, 4, 4);
  buffer.resize(6);
  attempt(() => structuredClone(bytes)); attempt(() => structuredClone(view));
  const moved = new ArrayBuffer(4), of = new Int8Array(moved), over = new DataView(moved);
  structuredClone(moved, { transfer: [moved] });
  attempt(() => structuredClone(of)); attempt(() => structuredClone(over)); attempt(() => structuredClone(moved));
}
// A port that is closed can be transferred, once.
{
  const { port1, port2 } = new MessageChannel(), other = new MessageChannel();
  port1.close();
  attempt(() => structuredClone(port1, { transfer: [port1] })); attempt(() => structuredClone(port1, { transfer: [port1] }));
  other.port2.onmessage = e => { log('received', e.ports.length); e.ports[0].postMessage(1); };
  attempt(() => other.port1.postMessage(0, [port2])); attempt(() => other.port1.postMessage(0, [port2]));
  attempt(() => structuredClone(port2));
}
