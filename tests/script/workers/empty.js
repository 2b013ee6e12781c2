// Buffers without bytes, and views on them, reach a worker and come back.
const worker = new Worker(function () {
  onmessage = ({ data }) => postMessage(data);
});
const detached = new ArrayBuffer(0);
const sent = [
  new ArrayBuffer(0), new Uint8Array(0), new Float64Array(0), new DataView(new ArrayBuffer(0)), { a: [new Int8Array(0)] },
  new Map([[new ArrayBuffer(0), new Set([new Uint8Array(0)])]]), new ArrayBuffer(0, { maxByteLength: 8 }),
  new ArrayBuffer(0, { maxByteLength: 0 }), new Uint8Array(new ArrayBuffer(0, { maxByteLength: 8 })), new SharedArrayBuffer(0),
  new Uint8Array(new SharedArrayBuffer(0)), new SharedArrayBuffer(0, { maxByteLength: 4 }), new Uint16Array(new ArrayBuffer(4), 4),
  new Int8Array(new ArrayBuffer(4), 2, 0), new DataView(new ArrayBuffer(2), 2),
];
const text = value => {
  const { buffer = value, byteOffset = 0, byteLength } = value;
  const name = Object.prototype.toString.call(value).slice(8, -1);

  return `${name} ${byteOffset} ${byteLength} of ${buffer.byteLength} ${buffer.resizable ?? buffer.growable} ${buffer.maxByteLength}`;
};
let i = 0;

worker.onmessageerror = () => log(i++, 'messageerror');
worker.onmessage = ({ data }) => {
  if (i === 4)
    log(i, text(data.a[0]));
  else if (i === 5)
    log(i, ...[...data].map(([key, set]) => `${text (key)}, ${text ([...set][0])}`));
  else if (i < sent.length)
    log(i, text(data), text(structuredClone(sent[i])));
  else
    log(i, data[0] === data[1], text(data[0]));
  if (++i === 2 + sent.length)
    worker.terminate();
};
for (const value of sent)
  worker.postMessage(value);
worker.postMessage([detached, detached], [detached]);
log(detached.detached, detached.byteLength);
for (const message of [detached, { detached }])
  try { worker.postMessage(message); } catch (e) { log(e.name, e.message); }
try { worker.postMessage(1, [detached]); } catch (e) { log(e.name, e.message); }
{
  const transferred = new Uint8Array(0);

  worker.postMessage([transferred.buffer, transferred.buffer], [transferred.buffer]);
  try { worker.postMessage(transferred); } catch (e) { log(e.name, e.message); }
}
