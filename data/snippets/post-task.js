// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks run after the script, one at a time; each has a promise for its result.

const answer = scheduler.postTask(() => {
  console.log('a task runs');
  return 42;
});

answer.then(value => console.log(`its result is ${value}`));

scheduler.postTask(() => {
  throw new Error('no luck');
}).catch(error => console.log(`another one threw: ${error.message}`));

console.log('the script ends first');
