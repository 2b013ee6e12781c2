// SPDX-License-Identifier: GPL-3.0-or-later
// A trace from outside, in JavaScript: its records, the state at a position, why a task is next, and its file.

imports.gi.versions.Loopscope = '1';
const { Gio, GLib, Loopscope } = imports.gi;
const System = imports.system;
const Kind = Loopscope.RecordKind;
const Priority = Loopscope.TaskPriority;
const Work = Loopscope.WorkQueueKind;
const KINDS = new Map([[Kind.TASK_POSTED, 'posted'], [Kind.TASK_STARTED, 'started'], [Kind.TASK_FINISHED, 'finished']]);

function post(name, priority) {
  const options = new Loopscope.PostTaskOptions({ priority });
  options.set_name(name);
  scheduler.post_task(() => Loopscope.Completion.NORMAL, options);
}

let trace = Loopscope.Trace.new();
const loop = new Loopscope.EventLoop({ clock: Loopscope.ClockKind.VIRTUAL, probe: trace.get_probe() });
const scheduler = new Loopscope.Scheduler({ loop });
post('prefetch', Priority.BACKGROUND);
post('tap', Priority.USER_BLOCKING);
loop.run_turn();
const end = trace.get_length();

for (let position = 0; position < end; position++) {
  const record = trace.get_record(position);
  if (KINDS.has(record.kind))
    print(`${KINDS.get(record.kind)} ${record.subject}`);
}

let state = Loopscope.State.new(trace);
state.seek(end);
const task = state.get_task(state.get_next_task());
const ran = state.get_task(2);
const unknown = state.get_task(99);
const explanation = Loopscope.explain_next(state);
print(explanation.title);
print(explanation.sentence);
/* What was asked for at one position stays what it was. */
state.seek(0);
print(task.id, trace.get_text(task.name), task.priority === Priority.BACKGROUND, task.status === Loopscope.TaskStatus.QUEUED);
print(ran.id, trace.get_text(ran.name), ran.status === Loopscope.TaskStatus.FINISHED, unknown);
print(state.get_task(1));

const folder = GLib.Dir.make_tmp('loopscope-XXXXXX');
const file = Gio.File.new_for_path(`${folder}/run.json.gz`);
trace.save(file, null, null, null);
const [loaded] = Loopscope.Trace.load(file, null, null);
file.delete(null);
GLib.rmdir(folder);
print(loaded.get_length() === end, loaded.hash() === trace.hash());

trace = null;
state = null;
System.gc();
loop.run(100);
print(`${loop.probe !== null} ${loop.get_turn()} turns`);

// The tasks in a queue of the loop.
const timers = Loopscope.Trace.new();
const other = new Loopscope.EventLoop({ clock: Loopscope.ClockKind.VIRTUAL, probe: timers.get_probe() });
for (const [delay, name] of [[0, 'tick'], [5, 'poll']])
  other.set_timeout(delay, name, () => Loopscope.Completion.NORMAL);
other.run_turn();
state = Loopscope.State.new(timers);
state.seek(timers.get_length());
const queue = state.get_loop_queue(Loopscope.QueueType.FRAME_THROTTLEABLE);
const lists = [Work.IMMEDIATE_INCOMING, Work.IMMEDIATE_WORK, Work.DELAYED_INCOMING, Work.DELAYED_WORK].map(kind => queue.dup_work_queue(kind));
print(`[${lists.map(tasks => tasks.length).join(', ')}]`, timers.get_text(state.get_task(lists[2].first).name));
print(Loopscope.LoopQueueState.new().dup_work_queue(Work.DELAYED_WORK).length);

// What took long, and what another task waited for.
const slow = Loopscope.Trace.new();
const busy = new Loopscope.EventLoop({ clock: Loopscope.ClockKind.VIRTUAL, probe: slow.get_probe() });
busy.set_timeout(0, 'decode', () => {
  busy.work(60000);
  return Loopscope.Completion.NORMAL;
});
busy.set_timeout(0, 'tap', () => Loopscope.Completion.NORMAL);
busy.run(100);
const linter = Loopscope.Linter.new(slow, null);
linter.advance(1000);
linter.finish();
const lints = Array.from({ length: linter.get_n_lints() }, (_, index) => linter.get_lint(index));
print(lints.map(lint => `${Loopscope.LintKind.to_string(lint.kind)} ${slow.get_text(lint.name)} ${lint.duration}`).join(' '));
const cause = Loopscope.WaitCauses.new(slow, 2).get(0);
System.gc();
print(slow.get_text(cause.name), cause.duration);
const records = Loopscope.RecordFilter.new(slow, new Loopscope.RecordFilterSpec({ task: 2 }));
records.advance(1000, null);
print(records.get_n_matches() > 0 && records.get_n_matches() < slow.get_length(), Loopscope.Departures.new(slow).get(0));
