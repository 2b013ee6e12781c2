// The order of messages of ports among other tasks, as Chromium has it.
const posts = (port, ...values) => { for (const value of values) port.postMessage (value); };

function answers (next) {
  const { port1, port2 } = new MessageChannel ();
  let n = 0;

  port1.onmessage = e => {
    log ('answers', e.data);
    if (n++ < 3)
      {
        port2.postMessage (n);
        postMessage (`a${n}`);
        scheduler.postTask (() => log ('task', n));
      }
    else
      next ();
  };
  port2.postMessage (0);
  postMessage ('first');
}

function bursts (next) {
  const { port1, port2 } = new MessageChannel ();

  port1.onmessage = e => {
    log ('bursts', e.data);
    postMessage (`b${e.data}`);
    Promise.resolve ().then (() => log ('microtask', e.data));
    if (e.data === 3)
      posts (port2, 'x', 'y');
    if (e.data === 'y')
      setTimeout (next, 20);
  };
  posts (port2, 1, 2, 3, 4, 5);
}

function two (next) {
  const one = new MessageChannel (), other = new MessageChannel ();

  one.port1.addEventListener ('message', e => log ('one', e.data));
  other.port1.onmessage = e => log ('other', e.data);
  posts (one.port2, 1, 2, 3);
  postMessage ('before');
  one.port1.start ();
  postMessage ('behind');
  posts (other.port2, 1, 2);
  posts (one.port2, 4);
  setTimeout (next, 20);
}

onmessage = e => log ('window', e.data);
answers (() => setTimeout (() => bursts (() => two (() => log ('over'))), 20));
