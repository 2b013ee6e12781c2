// A page that sends until its worker has answered: the worker gets what came before its script had run while more is on its way.
const memory = new SharedArrayBuffer (4), answer = new Int32Array (memory);
const worker = new Worker (() => {
  onmessage = ({ data }) => {
    Atomics.store (new Int32Array (data), 0, 1);
    close ();
  };
});

while (Atomics.load (answer, 0) === 0)
  worker.postMessage (memory);
log ('answered');
