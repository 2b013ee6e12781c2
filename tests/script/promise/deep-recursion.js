// An async function that calls itself without end rejects; jobs that were queued where the stack ends don't break the queue.
let n = 0;
async function endless() { n++; await endless(); }
endless().catch(e => log('endless', e.constructor.name, n > 100));
const atTheEnd = () => { try { atTheEnd(); } catch { try { Promise.resolve(1).then(() => { n++; }); } catch {} } };
atTheEnd();
let p = Promise.resolve();
for (let i = 0; i < 3; i++)
  p = p.then(() => log('still', i));
