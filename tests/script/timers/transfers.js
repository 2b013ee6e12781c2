// What is transferred and what not where something cannot be, in the order in which Chromium looks; and a port that is closed looks at no message.
{
const C = () => new MessageChannel(), e = f => { try { f(); log('fine'); } catch (x) { log(x.name + ': ' + x.message); } };
const det = () => { const d = new ArrayBuffer(1); structuredClone(d, { transfer: [d] }); return d; }, gone = () => { const p = C().port1; structuredClone(p, { transfer: [p] }); return p; };
const state = (...o) => log('  ' + o.map(x => x instanceof ArrayBuffer ? 'b' + x.detached : 'p' + (() => { try { structuredClone(x, { transfer: [x] }); return 'live'; } catch (q) { return 'gone'; } })()));
{ const b = new ArrayBuffer(1), p = C().port1; e(() => structuredClone(1, { transfer: [b, p, det()] })); state(b, p); }
{ const b = new ArrayBuffer(1), p = C().port1, q = gone(); e(() => structuredClone(1, { transfer: [p, q, b] })); state(b, p); }
{ const b = new ArrayBuffer(1), p = C().port1, q = gone(); e(() => structuredClone(1, { transfer: [p, det(), q, b, det()] })); state(b, p); }
{ const b = new ArrayBuffer(1), c = new ArrayBuffer(1), p = C().port1; e(() => structuredClone(1, { transfer: [p, b, p] })); state(b, p); e(() => structuredClone(1, { transfer: [b, p, c, det()] })); state(b, c); }
{ const a = C().port1, b = new ArrayBuffer(1), p = C().port1; e(() => a.postMessage(1, [p, b, a])); state(b, p, a); }
{ const a = C().port1, b = new ArrayBuffer(1), p = C().port1; e(() => a.postMessage(1, [gone(), p, b, a])); state(b, p, a); }
{ const a = C().port1, b = new ArrayBuffer(1), p = C().port1; e(() => a.postMessage(1, [p, b, a, a])); state(b, p, a); }
{ const a = C().port1; e(() => a.postMessage(() => {}, [a])); e(() => a.postMessage({ get x() { throw new Error('gx'); } }, [a])); e(() => a.postMessage({ get x() { a.close(); return 1; } }, [a])); }
{ const a = C(); e(() => a.port1.postMessage(1, [a.port2])); state(a.port2, a.port1); }
{ const a = C(), g = gone(); e(() => g.postMessage(1, [g])); e(() => a.port1.postMessage(a.port1, [])); e(() => postMessage(1, '*', [a.port1, gone()])); state(a.port1); }
{ const b = new ArrayBuffer(2), o = { get x() { structuredClone(b, { transfer: [b] }); return 1; } }; e(() => structuredClone(o, { transfer: [b] })); const p = C().port1, o2 = { get x() { structuredClone(p, { transfer: [p] }); return 1; } }; e(() => structuredClone(o2, { transfer: [p] })); }
{ const b = new ArrayBuffer(2); e(() => structuredClone([new Uint8Array(b), () => {}], { transfer: [b] })); state(b); const v = new Uint8Array(b); e(() => log(structuredClone(v, { transfer: [b] }).byteLength, v.byteLength)); }
}
{
const C = () => new MessageChannel(), e = (n, f) => { try { log(n + ' ' + f()); } catch (x) { log(n + ' ' + x.name + ': ' + x.message); } };
const gone = () => { const p = C().port1; structuredClone(p, { transfer: [p] }); return p; }, closed = () => { const p = C().port1; p.close(); return p; }, other = () => { const m = C(); m.port2.close(); return m.port1; };
for (const [k, mk] of Object.entries({ gone, closed, other })) { e(k + ' fn', () => mk().postMessage(() => {})); e(k + ' getter', () => mk().postMessage({ get x() { log('  got'); return 1; } })); e(k + ' transfer', () => { const b = new ArrayBuffer(1); mk().postMessage(b, [b]); return b.detached; }); e(k + ' self', () => { const p = mk(); p.postMessage(1, [p]); }); e(k + ' bad', () => mk().postMessage(1, [{}])); e(k + ' opt', () => mk().postMessage(1, 5)); e(k + ' none', () => mk().postMessage()); e(k + ' port', () => { const p = C().port1; mk().postMessage(1, [p]); try { structuredClone(p, { transfer: [p] }); return 'live'; } catch { return 'gone'; } }); e(k + ' start', () => { const p = mk(); p.onmessage = () => log('x'); p.start(); p.close(); return typeof p.onmessage; }); }
{ const m = C(); e('closing getter', () => m.port1.postMessage({ get x() { m.port1.close(); return 1; } })); m.port2.onmessage = () => log('received closing getter'); }
}
