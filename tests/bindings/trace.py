#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A trace from outside, in Python: its records, the state at a position, why a task is next, and its file."""

import os
import tempfile

import gi

gi.require_version('Loopscope', '1')
from gi.repository import Gio, Loopscope

Kind = Loopscope.RecordKind
Priority = Loopscope.TaskPriority
Work = Loopscope.WorkQueueKind
KINDS = {Kind.TASK_POSTED: 'posted', Kind.TASK_STARTED: 'started', Kind.TASK_FINISHED: 'finished'}


def post(name, priority):
    options = Loopscope.PostTaskOptions()
    options.name = name
    options.priority = priority
    scheduler.post_task(lambda argument, result, *data: Loopscope.Completion.NORMAL, options=options)


def make_loop():
    # The loop keeps the trace: nobody else has to.
    return Loopscope.EventLoop(clock=Loopscope.ClockKind.VIRTUAL, probe=trace.get_probe())


trace = Loopscope.Trace.new()
loop = make_loop()
scheduler = Loopscope.Scheduler(loop=loop)
post('prefetch', Priority.BACKGROUND)
post('tap', Priority.USER_BLOCKING)
loop.run_turn()
end = trace.get_length()

for position in range(end):
    record = trace.get_record(position)
    if record.kind in KINDS:
        print(f'{KINDS[record.kind]} {record.subject}')

state = Loopscope.State.new(trace)
state.seek(end)
task = state.get_task(state.get_next_task())
ran = state.get_task(2)
unknown = state.get_task(99)
explanation = Loopscope.explain_next(state)
print(explanation.title)
print(explanation.sentence)
# What was asked for at one position stays what it was.
state.seek(0)
print(task.id, trace.get_text(task.name), task.priority == Priority.BACKGROUND, task.status == Loopscope.TaskStatus.QUEUED)
print(ran.id, trace.get_text(ran.name), ran.status == Loopscope.TaskStatus.FINISHED, unknown)
print(state.get_task(1))

with tempfile.TemporaryDirectory() as folder:
    file = Gio.File.new_for_path(os.path.join(folder, 'run.json.gz'))
    trace.save(file)
    loaded = Loopscope.Trace.load(file)[0]
print(loaded.get_length() == end, loaded.hash() == trace.hash())

del trace, state, record
loop.run(100)
print(f'{loop.props.probe is not None} {loop.get_turn()} turns')

# The tasks in a queue of the loop.
timers = Loopscope.Trace.new()
other = Loopscope.EventLoop(clock=Loopscope.ClockKind.VIRTUAL, probe=timers.get_probe())
for delay, name in ((0, 'tick'), (5, 'poll')):
    other.set_timeout(delay, name, lambda *data: Loopscope.Completion.NORMAL)
other.run_turn()
state = Loopscope.State.new(timers)
state.seek(timers.get_length())
queue = state.get_loop_queue(Loopscope.QueueType.FRAME_THROTTLEABLE)
lists = [queue.dup_work_queue(kind) for kind in (Work.IMMEDIATE_INCOMING, Work.IMMEDIATE_WORK, Work.DELAYED_INCOMING, Work.DELAYED_WORK)]
print([tasks.length for tasks in lists], timers.get_text(state.get_task(lists[2].first).name))
print(Loopscope.LoopQueueState().copy().dup_work_queue(Work.DELAYED_WORK).length)

# What took long, and what another task waited for.
slow = Loopscope.Trace.new()
busy = Loopscope.EventLoop(clock=Loopscope.ClockKind.VIRTUAL, probe=slow.get_probe())


def decode(*data):
    busy.work(60000)
    return Loopscope.Completion.NORMAL


busy.set_timeout(0, 'decode', decode)
busy.set_timeout(0, 'tap', lambda *data: Loopscope.Completion.NORMAL)
busy.run(100)
linter = Loopscope.Linter.new(slow, None)
linter.advance(1000)
linter.finish()
lints = [linter.get_lint(index) for index in range(linter.get_n_lints())]
print(*(f'{Loopscope.LintKind.to_string(lint.kind)} {slow.get_text(lint.name)} {lint.duration}' for lint in lints))
causes = Loopscope.WaitCauses.new(slow, 2)
cause = causes.get(0)
del causes
print(slow.get_text(cause.name), cause.duration)
spec = Loopscope.RecordFilterSpec()
spec.task = 2
records = Loopscope.RecordFilter.new(slow, spec)
records.advance(1000, None)
print(0 < records.get_n_matches() < slow.get_length(), Loopscope.Departures.new(slow).get(0))
