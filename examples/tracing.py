#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tracing.py: what happened, and why a task is next."""

import gi

gi.require_version('Loopscope', '1')
from gi.repository import Loopscope


def decode(argument, result, *data):
    loop.work(12000)
    return Loopscope.Completion.NORMAL


def post(name, priority):
    options = Loopscope.PostTaskOptions()
    options.name = name
    options.priority = priority
    scheduler.post_task(decode, options=options)


trace = Loopscope.Trace.new()
loop = Loopscope.EventLoop(clock=Loopscope.ClockKind.VIRTUAL, probe=trace.get_probe())
scheduler = Loopscope.Scheduler(loop=loop)

post('prefetch', Loopscope.TaskPriority.BACKGROUND)
post('draw', Loopscope.TaskPriority.USER_VISIBLE)
post('tap', Loopscope.TaskPriority.USER_BLOCKING)
loop.run_turn()

# The state after that turn. Records can be read from the end of a step on.
state = Loopscope.State.new(trace)
state.seek(trace.get_length())
task = state.get_task(state.get_next_task())
print(trace.get_text(task.name), 'is next:', Loopscope.explain_next(state).sentence)

loop.run(100)
started = [record for record in map(trace.get_record, range(trace.get_length())) if record.kind == Loopscope.RecordKind.TASK_STARTED]
print('started at', [record.time // 1000 for record in started], 'ms')
