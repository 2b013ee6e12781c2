// What goes to a worker and comes back.
const worker = new Worker (function () {
  onmessage = ({ data }) => postMessage (data);
});
const shared = new SharedArrayBuffer (16), growing = new SharedArrayBuffer (8, { maxByteLength: 16 });
const circular = { name: 'circular' };
const error = new RangeError ('out', { cause: circular });
const buffer = new Uint8Array ([1, 2, 3, 4, 5, 6, 7, 8]).buffer;

circular.self = circular;
error.extra = 'lost';

const sent = [
  undefined, null, true, 'text \ud800 \0 ü', -0, NaN, -Infinity, 2n ** 70n, -5n, new Date (1234), new Date (NaN), /a(b)\/c/giu, [1, , 3],
  Object.assign ([1], { more: 2 }), { '__proto__x': 1, ['__proto__']: 2 }, new Map ([[circular, new Set ([circular, 1])]]), new Boolean (false),
  new Number (-0), new String ('s'), Object (7n), circular, error, new DOMException ('no', 'AbortError'), buffer, new Uint16Array (buffer, 2, 2),
  new DataView (buffer, 1, 3), new ArrayBuffer (4, { maxByteLength: 8 }), new Float64Array ([0.5, -0]), shared, new Int32Array (shared, 4), growing,
  new BigInt64Array ([1n]), { get computed () { return 'once'; } }, Object.create ({ inherited: 1 }), new class Point { x = 1; }, '\u2028',
];

worker.onmessage = ({ data, isTrusted, origin, source, ports }) => {
  const got = data.list;

  log (isTrusted, JSON.stringify (origin), source, ports.length, got.length === sent.length, 2 in got, 1 in got[12]);
  got.forEach ((value, i) => {
    const text = typeof value === 'object' && value !== null ? Object.prototype.toString.call (value) : `${typeof value} ${Object.is (value, sent[i])}`;

    log (i, text, typeof value === 'object' && value !== null && Object.getPrototypeOf (value) === Object.getPrototypeOf (sent[i]));
  });
  log (got[9].getTime (), got[10].getTime (), `${got[11]}`, got[12].length, JSON.stringify (got[13]), got[13].more, Object.keys (got[14]).join ());
  log (got[15].keys ().next ().value === got[20], got[15].get (got[20]).has (got[20]), got[20].self === got[20], Object.is (got[17].valueOf (), -0));
  log (got[21].name, got[21].message, got[21].cause === got[20], got[21].extra, got[21] instanceof RangeError, got[21].stack === error.stack);
  log (got[22].name, got[22].message, got[22].code, got[22] instanceof DOMException);
  log (got[23] !== buffer, got[24].buffer === got[23], got[24].join (), got[25].byteOffset, got[25].byteLength, got[26].resizable, got[26].maxByteLength);
  log (got[27].join (), Object.is (got[27][1], -0), got[28] === shared, got[29].buffer === shared, got[29].length, got[30] === growing, got[31][0]);
  log (got[32].computed, got[33].inherited, got[34].x, got[34].constructor === Object, got[35] === '\u2028');
  transfer ();
};
worker.postMessage ({ list: sent });

for (const wrong of [() => {}, Symbol (), new WeakMap (), Promise.resolve (), new Proxy ({}, {}), worker])
  try { worker.postMessage ({ wrong }); } catch (e) { log (e.name, e instanceof DOMException, e.message.slice (0, 45)); }
try { worker.postMessage ({ get bad () { throw new EvalError ('mine'); } }); } catch (e) { log (e.name); }
try { worker.postMessage (); } catch (e) { log (e.message); }
try { worker.postMessage (1, 2); } catch (e) { log (e.name); }
try { worker.postMessage (1, [shared]); } catch (e) { log (e.name); }
{
  const { port1 } = new MessageChannel (), kept = new ArrayBuffer (4);

  try { worker.postMessage (1, [kept, {}]); } catch (e) { log (e.name, kept.detached); }
  try { worker.postMessage (port1); } catch (e) { log (e.name); }
}
try { Worker.prototype.postMessage.call ({}, 1); } catch (e) { log (e.message); }

function transfer () {
  const moved = new Uint8Array ([7, 8, 9]).buffer, listed = new ArrayBuffer (2);

  worker.onmessage = ({ data: [a, b] }) => {
    log (a.byteLength, new Uint8Array (a).join (), b === undefined);
    worker.terminate ();
    worker.postMessage ('nobody hears this');
  };
  worker.postMessage ([moved], { transfer: [moved, listed] });
  log (moved.detached, listed.detached);
  try { worker.postMessage (1, [moved]); } catch (e) { log (e.name); }
}
