// What a worker does before it gets what was sent before its script had run. In Chromium `busy` logs these four in this order.
const seen = (name, worker) => {
  worker.onmessage = ({ data }) => log (name, data);
  return worker;
};

const busy = seen ('busy', new Worker (async () => {
  onmessage = ({ data }) => postMessage (data);
  setTimeout (() => postMessage ('timer'));
  await scheduler.yield ();
  postMessage ('yield');
}));
busy.postMessage ('one');
busy.postMessage ('two');

// A delay of 1 ms is not over by then.
const patient = seen ('patient', new Worker (() => {
  onmessage = ({ data }) => postMessage (data);
  setTimeout (() => postMessage ('in 1 ms'), 1);
  setTimeout (() => postMessage ('timer'));
}));
patient.postMessage ('one');

// Nothing else is to be done: the messages come at once.
const waiting = seen ('waiting', new Worker (() => { onmessage = ({ data }) => postMessage (`${data} ${performance.now () < 0.1}`); }));
waiting.postMessage ('one');
waiting.postMessage ('two');

// One that never rests gets them all the same.
const restless = seen ('restless', new Worker (() => {
  let over = false;
  const turn = () => void (over || scheduler.postTask (turn));
  onmessage = ({ data }) => { over = true; postMessage (data); };
  turn ();
}));
restless.postMessage ('one');
