// A worker's time begins when the page makes it: performance.now(), time stamps, marks and frames count from there; dates do not.
const report = () => {
  const ms = time => Math.round(time * 10) / 10;
  const event = new Event('x');
  const mark = performance.mark('m');

  return ['now', ms(performance.now()), 'event', ms(event.timeStamp), 'mark', ms(mark.startTime), 'measure', ms(performance.measure('n').duration),
    'origin', new Date(performance.timeOrigin).toISOString().slice(17), 'date', new Date().toISOString().slice(17),
    'sum', ms(performance.timeOrigin + performance.now() - 1735689600000)].join(' ');
};

console.log('page', report());
setTimeout(() => {
  const worker = new Worker(`
    const report = ${report};
    console.log('outer', report());
    onmessage = ({ timeStamp }) => {
      console.log('message', Math.round(timeStamp));
      // Made when the outer worker is 20 ms old.
      const inner = new Worker(\`
        const report = ${report};
        work(5);
        console.log('inner', report());
        postMessage(performance.timeOrigin);
      \`, { name: 'inner' });
      inner.onmessage = ({ data }) => console.log('inner is younger by', Math.round(data - performance.timeOrigin));
      requestAnimationFrame(time => console.log('worker frame', time, performance.now() - time < 1));
    };`, { name: 'outer' });
  const made = performance.now();

  // The worker's script runs 10 ms after it was made.
  work(10);
  setTimeout(() => {
    worker.postMessage(0);
    requestAnimationFrame(time => console.log('page frame', time, performance.now() - time < 1));
  }, 10);
}, 40);
