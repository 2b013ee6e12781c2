// SPDX-License-Identifier: GPL-3.0-or-later
// Messages have their own task source: the old way to yield to other tasks.

const { port1, port2 } = new MessageChannel();

port1.onmessage = ({ data }) => {
  console.log('got', data.text, 'of', data.from);
  if (data.reply)
    port1.postMessage({ text: 'pong' });
};
port2.onmessage = ({ data }) => console.log('got', data.text);

port2.postMessage({ text: 'ping', from: 'port 2', reply: true });
scheduler.postTask(() => console.log('a task'), { priority: 'user-blocking' });
queueMicrotask(() => console.log('a microtask'));
