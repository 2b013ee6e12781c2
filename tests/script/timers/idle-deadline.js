// The time that is left of an idle period ends with what the callback itself asks for.
const within = (ms, least, most) => ms >= least && ms <= most ? `within ${least} and ${most}` : ms;
requestIdleCallback(deadline => {
  log('alone', within(deadline.timeRemaining(), 49, 50));
  const later = setTimeout(() => log('never'), 30);
  log('timer', within(deadline.timeRemaining(), 29, 30));
  setTimeout(() => log('timer'), 10);
  log('earlier timer', within(deadline.timeRemaining(), 9, 10));
  clearTimeout(later);
  requestIdleCallback(deadline => {
    log('next', within(deadline.timeRemaining(), 9, 10));
    requestAnimationFrame(() => {
      log('frame');
      requestIdleCallback(deadline => {
        log('timed out', deadline.didTimeout, deadline.timeRemaining());
      }, { timeout: 1 });
      work(5);
    });
    scheduler.postTask(() => log('task'), { delay: 4 });
    log('delayed task', within(deadline.timeRemaining(), 3, 4));
    work(2);
    log('later', within(deadline.timeRemaining(), 1, 2));
    work(3);
    log('over', deadline.timeRemaining());
  });
});
