// Ports in messages to ports: as deep as a program likes, in circles, and to nobody.
const keep = () => new Worker(() => { onmessage = ({ ports }) => { globalThis.kept = ports; postMessage(ports.length); }; });
const worker = keep(), deaf = keep();
const DEPTH = 3000;
let inner = new MessageChannel().port1;

// A chain that goes as a whole
for (let i = 0; i < DEPTH; i++) {
  const { port1, port2 } = new MessageChannel();

  port1.postMessage({ inner }, [inner]);
  inner = port2;
}
worker.postMessage(0, [inner]);

// A chain that is made while its first port is on its way
let { port1, port2 } = new MessageChannel();

deaf.postMessage(0, [port2]);
for (let i = 0; i < DEPTH; i++) {
  const next = new MessageChannel();

  port1.postMessage({ i }, [next.port2]);
  ({ port1 } = next);
}

// Two ports, each in a message to the other one
const a = new MessageChannel(), b = new MessageChannel();

worker.postMessage(1, [new MessageChannel().port1]);
a.port1.postMessage('b', [b.port2]);
b.port1.postMessage('a', [a.port2]);

// The same where another agent has had them
const c = new MessageChannel(), d = new MessageChannel();
const back = new Worker(() => { onmessage = ({ ports }) => postMessage(0, [...ports]); });

back.postMessage(0, [c.port2, d.port2]);
back.onmessage = ({ ports: [c2, d2] }) => {
  c.port1.postMessage('d', [d2]);
  d.port1.postMessage('c', [c2]);
  c.port1.close();
  log('circles');
  worker.terminate();
  deaf.terminate();
};

// To a worker that does not listen, and to one that has ended
const gone = new Worker(() => close());

gone.postMessage(0, [new MessageChannel().port1]);
gone.terminate();
const late = new MessageChannel();

gone.postMessage(0, [late.port1]);
late.port2.postMessage('nobody');
late.port2.close();
worker.onmessage = deaf.onmessage = ({ data }) => log(data);
