// MessageChannel, MessagePort, MessageEvent, postMessage().
const attempt = (what, f) => { try { log(what, String(f())); } catch (e) { log(what, e.name, e.message); } };
const named = (what, f) => { try { log(what, String(f())); } catch (e) { log(what, e.name); } };
addEventListener('error', e => { log('reported', e.error instanceof Error ? e.error.name : String(e.error)); e.preventDefault(); });
const show = name => e => log(name, e.type, JSON.stringify(e.data), e.ports.length, e.isTrusted, e.target === e.currentTarget, e.origin, e.lastEventId, e.source === null ? 'null' : e.source === self ? 'self' : 'other');

attempt('constructor', () => new MessagePort());
named('no new', () => MessageChannel());
log(String(new MessageChannel()), String(new MessageChannel().port1), MessagePort.prototype.postMessage.length, postMessage.length,
    Object.getPrototypeOf(MessagePort) === EventTarget, Object.keys(MessagePort.prototype).join());

{
  const c = new MessageChannel();
  log(c.port1 === c.port1, c.port1 !== c.port2, c.port1.onmessage);
  // Nothing comes before start(); then one task for each message, in order.
  c.port1.addEventListener('message', e => { show('queued')(e); Promise.resolve().then(() => log('microtask of', e.data)); });
  c.port2.postMessage(1); c.port2.postMessage(2);
  setTimeout(() => { log('start'); c.port1.start(); c.port1.start(); c.port2.postMessage(3); }, 10);
}
{
  const c = new MessageChannel();
  c.port2.postMessage('implied');
  c.port1.onmessage = show('onmessage');
  log(typeof c.port1.onmessage);
}
{
  // Two listeners: microtasks run between them.
  const c = new MessageChannel();
  c.port1.addEventListener('message', () => { log('listener 1'); queueMicrotask(() => log('between')); });
  c.port1.addEventListener('message', () => { log('listener 2'); throw new Error('listener'); });
  c.port1.addEventListener('message', () => log('listener 3'));
  c.port1.start();
  c.port2.postMessage(0);
}
{
  // Cloned when posted, and not the same object.
  const c = new MessageChannel(), o = { a: 1, get b() { log('getter'); return 2; } };
  c.port1.onmessage = e => log('clone', JSON.stringify(e.data), e.data !== o);
  c.port2.postMessage(o); o.a = 5;
  attempt('not cloneable', () => c.port2.postMessage(() => {}));
  attempt('source port', () => c.port2.postMessage(1, [c.port2]));
  attempt('no sequence', () => c.port2.postMessage(1, 5));
  attempt('duplicate', () => { const b = new ArrayBuffer(1); return c.port2.postMessage(1, [b, b]); });
  attempt('none', () => c.port2.postMessage());
  attempt('null options', () => c.port2.postMessage('null options', null));
}
{
  // A port that is sent takes what was waiting along; the sender's end is detached.
  const a = new MessageChannel(), b = new MessageChannel();
  b.port1.postMessage('before'); 
  a.port1.onmessage = e => {
    const { port } = e.data;
    log('received', e.ports.length, e.ports[0] === port, port !== b.port2, Object.isFrozen(e.ports), e.ports === e.ports);
    port.onmessage = show('moved');
    b.port1.postMessage('after');
    port.postMessage('back');
  };
  b.port1.onmessage = show('answer');
  b.port2.onmessage = () => log('FAIL detached');
  a.port2.postMessage({ port: b.port2 }, [b.port2]);
  b.port1.postMessage('under way');
  attempt('sent again', () => a.port2.postMessage(1, { transfer: [b.port2] }));
  b.port2.postMessage('goes nowhere');
}
{
  const c = new MessageChannel(), buffer = new Uint8Array([1, 2, 3]).buffer;
  c.port1.onmessage = e => log('buffer', e.data.byteLength, new Uint8Array(e.data).join(), e.ports.length);
  c.port2.postMessage(buffer, { transfer: [buffer] });
  log('detached', buffer.byteLength, buffer.detached);
}
{
  // What was sent before close() comes; nothing goes to a closed port; the other end hears of it.
  const c = new MessageChannel();
  c.port1.onmessage = show('sent before close');
  c.port1.onclose = e => log('close', e.isTrusted, e.target === c.port1);
  c.port2.onclose = () => log('FAIL own close');
  c.port2.onmessage = () => log('FAIL to a closed port');
  c.port2.postMessage('x'); c.port1.postMessage('y');
  c.port2.close(); c.port2.close();
  c.port2.postMessage('z');
  attempt('closed is detached', () => structuredClone(c.port2, { transfer: [c.port2] }));
}
{
  const e = new MessageEvent('t');
  log(e.data, JSON.stringify(e.origin), JSON.stringify(e.lastEventId), e.source, e.ports.length, Object.isFrozen(e.ports), e.bubbles, e.isTrusted);
  const { port1 } = new MessageChannel();
  const f = new MessageEvent('t', { data: 5, origin: 'o', lastEventId: 'i', source: port1, ports: [port1], bubbles: true });
  log(f.data, f.origin, f.lastEventId, f.source === port1, f.ports[0] === port1, f.bubbles, f instanceof Event);
  log(new MessageEvent('t', { source: self }).source === self);
  attempt('source', () => new MessageEvent('t', { source: {} }));
  attempt('ports', () => new MessageEvent('t', { ports: [1] }));
  attempt('ports null', () => new MessageEvent('t', { ports: null }));
  attempt('none', () => new MessageEvent());
  f.initMessageEvent('u', false, true, 6, 'p', 'j', null, []);
  log(f.type, f.bubbles, f.cancelable, f.data, f.origin, f.lastEventId, f.source, f.ports.length, MessageEvent.prototype.initMessageEvent.length);
  f.initMessageEvent('v'); log(f.type, f.data, f.ports.length);
}

// The window's own.
addEventListener('message', show('window'));
onmessage = e => { show('window.onmessage')(e); };
postMessage('any', '*');
postMessage({ x: [1] });
postMessage('own', { targetOrigin: '/' });
postMessage('elsewhere', 'https://example.com');
{ const { port1, port2 } = new MessageChannel(); postMessage('with a port', '*', [port2]); postMessage('options', { transfer: [port1] }); }
attempt('bad origin', () => postMessage(1, 'nowhere'));
attempt('empty origin', () => postMessage(1, ''));
attempt('no function', () => postMessage(() => {}, '*'));
attempt('transfer', () => postMessage(1, '*', null));
attempt('none', () => postMessage());
log('end of script');
