// SPDX-License-Identifier: GPL-3.0-or-later
// Idle callbacks run when there is nothing else to do, in pieces that fit the idle time.

const jobs = ['index', 'compress', 'report', 'clean up'];

function workOnJobs(deadline) {
  while (jobs.length > 0 && deadline.timeRemaining() > 5) {
    work(12);
    console.log(`${jobs.shift()}, ${deadline.timeRemaining().toFixed(0)} ms left`);
  }
  if (jobs.length > 0)
    requestIdleCallback(workOnJobs);
}

requestIdleCallback(workOnJobs);
requestIdleCallback(deadline => {
  console.log('could not wait any longer:', deadline.didTimeout);
}, { timeout: 30 });

scheduler.postTask(() => {
  work(40);
  console.log('a task goes first');
});
