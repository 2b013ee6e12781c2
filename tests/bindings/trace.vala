// SPDX-License-Identifier: GPL-3.0-or-later
// A trace from outside, in Vala: its records, the state at a position, why a task is next, and its file.

using Loopscope;
using GLib;

Scheduler scheduler;

void post (string name, TaskPriority priority) {
  PostTaskOptions options = {};
  options.name = name;
  options.priority = priority;
  scheduler.post_task ((argument, result) => Loopscope.Completion.NORMAL, options);
}

string in_words (bool value) {
  return value ? "True" : "False";
}

string? get_kind (RecordKind kind) {
  switch (kind) {
    case RecordKind.TASK_POSTED:
      return "posted";
    case RecordKind.TASK_STARTED:
      return "started";
    case RecordKind.TASK_FINISHED:
      return "finished";
    default:
      return null;
  }
}

void print_queue () {
  var timers = new Trace ();
  var other = (EventLoop) Object.new (typeof (EventLoop), clock: ClockKind.VIRTUAL, probe: timers.get_probe ());
  other.set_timeout (0, "tick", (argument, result) => Loopscope.Completion.NORMAL);
  other.set_timeout (5, "poll", (argument, result) => Loopscope.Completion.NORMAL);
  other.run_turn ();
  var state = new State (timers);
  state.seek (timers.get_length ());
  var queue = state.get_loop_queue (QueueType.FRAME_THROTTLEABLE);
  string[] lengths = {};
  foreach (var kind in new WorkQueueKind[] { IMMEDIATE_INCOMING, IMMEDIATE_WORK, DELAYED_INCOMING, DELAYED_WORK })
    lengths += queue.dup_work_queue (kind).length.to_string ();
  var first = state.get_task (queue.dup_work_queue (WorkQueueKind.DELAYED_INCOMING).first);
  print ("[%s] %s\n", string.joinv (", ", lengths), timers.get_text (first.name));
  print ("%u\n", new LoopQueueState ().dup_work_queue (WorkQueueKind.DELAYED_WORK).length);
}

// What took long, and what another task waited for.
void print_problems () {
  var slow = new Trace ();
  var busy = (EventLoop) Object.new (typeof (EventLoop), clock: ClockKind.VIRTUAL, probe: slow.get_probe ());
  busy.set_timeout (0, "decode", (argument, result) => {
    busy.work (60000);
    return Loopscope.Completion.NORMAL;
  });
  busy.set_timeout (0, "tap", (argument, result) => Loopscope.Completion.NORMAL);
  busy.run (100);
  var linter = new Linter (slow, null);
  linter.advance (1000);
  linter.finish ();
  string[] lints = {};
  for (uint index = 0; index < linter.get_n_lints (); index++) {
    Lint lint = linter.get_lint (index);
    lints += "%s %s %llu".printf (((LintKind) lint.kind).to_string (), slow.get_text (lint.name), lint.duration);
  }
  print ("%s\n", string.joinv (" ", lints));
  WaitCause cause = new WaitCauses (slow, 2).get (0);
  print ("%s %llu\n", slow.get_text (cause.name), cause.duration);
  var spec = RecordFilterSpec () { task = 2 };
  var records = new RecordFilter (slow, spec);
  records.advance (1000, null);
  print ("%s %s\n", in_words (records.get_n_matches () > 0 && records.get_n_matches () < slow.get_length ()),
         new Departures (slow).get (0) == null ? "None" : "a departure");
}

int main () {
  Intl.setlocale ();
  var trace = new Trace ();
  var loop = (EventLoop) Object.new (typeof (EventLoop), clock: ClockKind.VIRTUAL, probe: trace.get_probe ());
  scheduler = new Scheduler (loop, null);
  post ("prefetch", TaskPriority.BACKGROUND);
  post ("tap", TaskPriority.USER_BLOCKING);
  loop.run_turn ();
  var end = trace.get_length ();

  for (size_t position = 0; position < end; position++) {
    var record = trace.get_record (position);
    if (get_kind (record.kind) != null)
      print ("%s %u\n", get_kind (record.kind), record.subject);
  }

  var state = new State (trace);
  state.seek (end);
  TaskState task = state.get_task (state.get_next_task ());
  TaskState ran = state.get_task (2);
  var explanation = explain_next (state);
  print ("%s\n%s\n", explanation.title, explanation.sentence);
  bool is_unknown = state.get_task (99) == null;
  // What was asked for at one position stays what it was.
  state.seek (0);
  print ("%u %s %s %s\n", task.id, trace.get_text (task.name), in_words (task.priority == TaskPriority.BACKGROUND),
         in_words (task.status == TaskStatus.QUEUED));
  print ("%u %s %s %s\n", ran.id, trace.get_text (ran.name), in_words (ran.status == TaskStatus.FINISHED), is_unknown ? "None" : "a task");
  print ("%s\n", state.get_task (1) == null ? "None" : "a task");

  try {
    var folder = DirUtils.make_tmp ("loopscope-XXXXXX");
    var file = File.new_for_path (Path.build_filename (folder, "run.json.gz"));
    trace.save (file, null, null, null);
    var loaded = Trace.load (file, null, null, null);
    file.delete ();
    DirUtils.remove (folder);
    print ("%s %s\n", in_words (loaded.get_length () == end), in_words (loaded.hash () == trace.hash ()));
  } catch (Error error) {
    print ("%s\n", error.message);
  }

  trace = null;
  state = null;
  loop.run (100);
  print ("%s %u turns\n", in_words (loop.probe != null), loop.get_turn ());
  print_queue ();
  print_problems ();
  return 0;
}
