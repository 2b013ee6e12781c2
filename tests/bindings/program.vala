// SPDX-License-Identifier: GPL-3.0-or-later
// The program of the test of bindings, in Vala.

using Loopscope;
using GLib;

Scheduler scheduler;

Loopscope.Callback say (string text) {
  return (argument, result) => {
    print ("%s\n", text);
    return Loopscope.Completion.NORMAL;
  };
}

Loopscope.Completion answer (Loopscope.Value argument, Loopscope.Value result) {
  result.set_number (42);
  return Loopscope.Completion.NORMAL;
}

Loopscope.Completion fail (Loopscope.Value argument, Loopscope.Value result) {
  result.set_exception (new Loopscope.Exception ("RangeError", "too far"));
  return Loopscope.Completion.THROW;
}

Loopscope.Completion say_value (Loopscope.Value argument, Loopscope.Value result) {
  print ("value %s\n", argument.to_string ());
  result.set_string ("done");
  return Loopscope.Completion.NORMAL;
}

Loopscope.Completion say_reason (Loopscope.Value argument, Loopscope.Value result) {
  print ("reason %s\n", argument.to_string ());
  return Loopscope.Completion.NORMAL;
}

Loopscope.Completion yield_once (Loopscope.Value argument, Loopscope.Value result) {
  print ("before yield\n");
  scheduler.yield (null).then (say ("after yield"));
  return Loopscope.Completion.NORMAL;
}

Promise post (owned Loopscope.Callback callback, TaskPriority priority) {
  PostTaskOptions options = {};
  options.priority = priority;
  return scheduler.post_task ((owned) callback, options);
}

/* An option that is not set is not given: the task has the signal's priority. */
Promise post_with_signal (owned Loopscope.Callback callback, AbortSignal signal) {
  PostTaskOptions options = {};
  options.signal = signal;
  return scheduler.post_task ((owned) callback, options);
}

int main () {
  var loop = (EventLoop) Object.new (typeof (EventLoop), clock: ClockKind.VIRTUAL);
  scheduler = new Scheduler (loop, null);
  var controller = new TaskController (loop, TaskPriority.USER_BLOCKING, null);
  unowned var signal = controller.get_task_signal ();
  signal.prioritychange.connect ((self, previous) => {
    print ("prioritychange from %s to %s\n", previous.to_string (), self.priority.to_string ());
  });
  signal.notify["aborted"].connect (() => print ("aborted %s\n", signal.aborted ? "yes" : "no"));
  signal.abort.connect (self => print ("abort %s\n", self.get_reason ().to_string ()));

  post (say ("background"), TaskPriority.BACKGROUND);
  post_with_signal (say ("of the signal"), signal);
  post (yield_once, TaskPriority.USER_VISIBLE);
  post (say ("user-blocking"), TaskPriority.USER_BLOCKING);
  post (answer, TaskPriority.USER_VISIBLE).then (say_value).then (say_value);
  post (fail, TaskPriority.USER_VISIBLE).catch (say_reason);
  loop.set_timeout (5, null, say ("timer"));
  try {
    controller.set_priority (TaskPriority.BACKGROUND);
  } catch (Error error) {
    print ("%s\n", error.message);
  }
  loop.run (1000);

  post_with_signal (say ("never"), signal).then_full (say ("never"), say_reason);
  controller.abort (null);
  loop.run (1000);
  var reason = new Loopscope.Value ();
  if (signal.throw_if_aborted (reason) != Loopscope.Completion.THROW || !reason.dup ().identical (reason) || reason.get_exception () == null)
    print ("expected the reason, got %s\n", reason.to_string ());
  print ("time %s\n", loop.get_time ().to_string ());
  return 0;
}
