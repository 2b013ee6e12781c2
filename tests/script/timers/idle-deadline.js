// The time that is left ends with the period, whatever the callback itself asks for.
const within = (ms, least, most) => ms >= least && ms <= most ? `within ${least} and ${most}` : ms;
const busy = ms => { const end = performance.now() + ms; while (performance.now() < end); };
setTimeout(() => {
  setTimeout(() => log('timer'), 40);
  requestIdleCallback(deadline => {
    log('alone', within(deadline.timeRemaining(), 35, 40));
    setTimeout(() => log('never'), 5);
    setTimeout(() => log('earlier timer'), 10);
    requestAnimationFrame(() => log('frame'));
    log('the same', within(deadline.timeRemaining(), 35, 40));
    busy(20);
    log('later', within(deadline.timeRemaining(), 15, 20));
    busy(25);
    log('over', deadline.timeRemaining());
    requestIdleCallback(deadline => log('next', deadline.didTimeout, deadline.timeRemaining()), { timeout: 1 });
    busy(5);
  });
}, 400);
