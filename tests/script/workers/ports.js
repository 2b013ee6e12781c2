// Message ports that go to workers, come back, and go on. Chromium prints the same.
const makeWorker = f => (typeof Blob === 'function' ? new Worker(URL.createObjectURL(new Blob([`(${f})()`]))) : new Worker(f));
const wait = ms => new Promise(resolve => setTimeout(resolve, ms));
const next = port => new Promise(resolve => { port.onmessage = resolve; });
const errorOf = f => { try { f(); return 'no error'; } catch (e) { return `${e.name}: ${e.message}`; } };

// Answers what comes through each port that it gets, and passes ports on.
const echo = () => makeWorker(() => {
  onmessage = ({ data, ports }) => {
    if (data === 'die')
      close();
    for (const port of ports)
      port.onmessage = event => {
        port.postMessage({ echo: event.data, ports: event.ports.length }, [...event.ports]);
        if (event.data === 'close')
          port.close();
      };
    if (data?.back)
      postMessage({ returned: ports[0] }, [ports[0]]);
    if (data?.made) {
      const { port1, port2 } = new MessageChannel();
      port2.postMessage('before it left');
      postMessage({ made: port1 }, [port1]);
      port2.postMessage('after it left');
      port2.onmessage = ({ data }) => port2.postMessage(`made says ${data}`);
    }
  };
});
const collect = (port, list) => {
  port.onmessage = ({ data, ports, source, origin, isTrusted }) => {
    list.push(typeof data === 'string' ? data : data.echo, ports.length);
    if (source !== null || origin !== '' || !isTrusted)
      list.push('wrong');
  };
  return list;
};

async function run() {
  { // Messages from before the transfer come first, in order, once the port is started.
    const worker = echo(), { port1, port2 } = new MessageChannel(), list = collect(port1, []);

    port1.postMessage('queued');
    port1.postMessage('too');
    worker.postMessage({ deep: [{ port: port2 }] }, [port2]);
    port1.postMessage('after');
    await wait(100);
    log('order', list.join());
    log(errorOf(() => worker.postMessage(port2, [port2])));
    log(errorOf(() => worker.postMessage(port1)));
    log(errorOf(() => worker.postMessage({ port1 })));
    log(errorOf(() => worker.postMessage(1, [port1, port1])));
    log(errorOf(() => port1.postMessage(1, [port1])));
    log(errorOf(() => port2.postMessage('nobody gets this')));
    log(errorOf(() => worker.postMessage(1, { transfer: [{}] })));
    await wait(50);
    log('still', list.join());
    worker.terminate();
    port1.postMessage('nor this');
  }
  { // There and back: the port is another object, and the old one is of no use.
    const worker = echo(), { port1, port2 } = new MessageChannel(), list = collect(port1, []);

    port2.postMessage('kept for port1');
    worker.postMessage({ back: true }, [port2]);
    const { data: { returned }, ports } = await next(worker);
    log('back', returned === ports[0], returned instanceof MessagePort, returned === port2);
    const back = collect(returned, []);
    returned.postMessage('home');
    port1.postMessage('to home');
    await wait(100);
    log(list.join(), back.join());
    returned.close();
    port1.postMessage('closed');
    await wait(50);
    log(list.join(), back.join());
    worker.terminate();
  }
  { // Made in the worker, with a message that was sent before.
    const worker = echo();

    worker.postMessage({ made: true });
    const { data: { made } } = await next(worker), list = collect(made, []);
    made.postMessage('hello');
    await wait(100);
    log('made', list.join());
    worker.terminate();
  }
  { // From worker to worker through the main agent; ports go through ports.
    const one = echo(), other = echo(), { port1, port2 } = new MessageChannel(), list = collect(port1, []);
    const inner = new MessageChannel(), innerList = collect(inner.port1, []);

    one.postMessage({ back: true }, [port2]);
    const { data: { returned } } = await next(one);
    other.postMessage('take it', [returned]);
    port1.postMessage('who is there');
    inner.port1.postMessage('inner queued');
    port1.postMessage('with port', [inner.port2]);
    const gone = await new Promise(resolve => {
      const { onmessage } = port1;
      port1.onmessage = event => { onmessage(event); if (event.ports.length > 0) resolve(event.ports[0]); };
    });
    const goneList = collect(gone, []);
    inner.port1.postMessage('inner again');
    gone.postMessage('from the other end');
    await wait(100);
    log('through', list.join(), innerList.join(), goneList.join());
    one.terminate();
    other.terminate();
  }
  { // Two workers talk to each other.
    const { port1, port2 } = new MessageChannel();
    const a = makeWorker(() => {
      onmessage = ({ ports: [port] }) => {
        let n = 0;
        port.onmessage = ({ data }) => { if (data < 5) port.postMessage(data + 1); else postMessage(['a', data, ++n]); };
      };
    });
    const b = makeWorker(() => {
      onmessage = ({ ports: [port] }) => {
        port.addEventListener('message', ({ data }) => port.postMessage(data + 1));
        port.postMessage(0);
        setTimeout(() => port.start(), 20);
      };
    });
    b.postMessage(0, [port2]);
    a.postMessage(0, [port1]);
    log('between', (await next(a)).data.join());
    a.terminate();
    b.terminate();
  }
  { // What is not started gets nothing, and does not lose anything.
    const worker = makeWorker(() => {
      onmessage = ({ data, ports: [port] }) => {
        const list = [];
        port.addEventListener('message', e => list.push(e.data));
        setTimeout(() => { postMessage(list.join()); port.start(); setTimeout(() => postMessage(list.join()), 20); }, 50);
      };
    });
    const { port1, port2 } = new MessageChannel();
    port1.postMessage(1);
    worker.postMessage(0, [port2]);
    port1.postMessage(2);
    setTimeout(() => port1.postMessage(3), 20);
    log('start', JSON.stringify((await next(worker)).data), JSON.stringify((await next(worker)).data));
    worker.terminate();
  }
  { // Buffers and shared memory in messages of ports.
    const worker = echo(), { port1, port2 } = new MessageChannel();
    const moved = new Uint8Array([1, 2, 3]), shared = new SharedArrayBuffer(4);

    worker.postMessage(0, [port2]);
    port1.postMessage({ moved, shared, empty: new ArrayBuffer(0) }, [moved.buffer]);
    const { data: { echo: got } } = await next(port1);
    log('bytes', got.moved.join(), moved.length, got.shared.byteLength, got.empty.byteLength);
    worker.terminate();
  }
  { // A port whose other one has gone
    const worker = echo(), { port1, port2 } = new MessageChannel(), list = collect(port1, []);

    worker.postMessage(0, [port2]);
    port1.postMessage('close');
    await wait(50);
    port1.postMessage('too late');
    await wait(50);
    log('closed there', list.join());
    const closed = new MessageChannel();
    closed.port1.close();
    log(errorOf(() => worker.postMessage(0, [closed.port2])));
    // A port that is sent through its own channel is lost.
    const self = new MessageChannel();
    worker.postMessage(0, [self.port2]);
    log(errorOf(() => self.port1.postMessage(0, [self.port1])));
    worker.terminate();
  }
}
run().then(() => log('done'), e => log(String(e)));
