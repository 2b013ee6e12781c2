// SPDX-License-Identifier: GPL-3.0-or-later
// The program of the test of bindings, in JavaScript.

imports.gi.versions.Loopscope = '1';
const { Loopscope } = imports.gi;
const { NORMAL, THROW } = Loopscope.Completion;
const Priority = Loopscope.TaskPriority;
const toString = Loopscope.task_priority_to_string ?? Priority.to_string;

function say(text) {
  return () => {
    print(text);
    return NORMAL;
  };
}

function answer(argument, result) {
  result.set_number(42);
  return NORMAL;
}

function fail(argument, result) {
  result.set_exception(Loopscope.Exception.new('RangeError', 'too far'));
  return THROW;
}

function sayValue(argument, result) {
  print(`value ${argument.to_string()}`);
  result.set_string('done');
  return NORMAL;
}

function sayReason(argument) {
  print(`reason ${argument.to_string()}`);
  return NORMAL;
}

function yieldOnce() {
  print('before yield');
  scheduler.yield(null).then(say('after yield'));
  return NORMAL;
}

function post(callback, priority) {
  return scheduler.post_task(callback, new Loopscope.PostTaskOptions({ priority }));
}

/* An option that is not set is not given: the task has the signal's priority. */
function postWithSignal(callback, signal) {
  const options = new Loopscope.PostTaskOptions();
  options.signal = signal;
  return scheduler.post_task(callback, options);
}

const loop = new Loopscope.EventLoop({ clock: Loopscope.ClockKind.VIRTUAL });
const scheduler = new Loopscope.Scheduler({ loop });
const controller = new Loopscope.TaskController({ loop, priority: Priority.USER_BLOCKING });
const { signal } = controller;
signal.connect('prioritychange', (self, previous) => {
  print(`prioritychange from ${toString(previous)} to ${toString(self.priority)}`);
});
signal.connect('notify::aborted', self => print(`aborted ${self.aborted ? 'yes' : 'no'}`));
signal.connect('abort', self => print(`abort ${self.get_reason().to_string()}`));

post(say('background'), Priority.BACKGROUND);
postWithSignal(say('of the signal'), signal);
post(yieldOnce, Priority.USER_VISIBLE);
post(say('user-blocking'), Priority.USER_BLOCKING);
post(answer, Priority.USER_VISIBLE).then(sayValue).then(sayValue);
post(fail, Priority.USER_VISIBLE).catch(sayReason);
loop.set_timeout(5, null, say('timer'));
controller.set_priority(Priority.BACKGROUND);
loop.run(1000);

postWithSignal(say('never'), signal).then_full(say('never'), sayReason);
controller.abort(null);
loop.run(1000);
print(`time ${loop.get_time()}`);
