#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of the tasks that wait, in Python."""

import gi

gi.require_version('Loopscope', '1')
from gi.repository import GLib, Loopscope

Priority = Loopscope.TaskPriority


def post(name, priority, delay=0):
    options = Loopscope.PostTaskOptions()
    options.name = name
    options.priority = priority
    options.delay = delay
    scheduler.post_task(lambda argument, result, *data: Loopscope.Completion.NORMAL, options=options)


def on_items_changed(model, position, removed, added):
    print(f'changed {position} -{removed} +{added}:', [task.props.name + ' later' * task.props.delayed for task in model])


loop = Loopscope.EventLoop(clock=Loopscope.ClockKind.VIRTUAL)
scheduler = Loopscope.Scheduler(loop=loop)
tasks = Loopscope.TaskListModel.new(scheduler)
tasks.connect('items-changed', on_items_changed)
post('prefetch', Priority.BACKGROUND)
post('poll', Priority.USER_VISIBLE, 5)
post('tap', Priority.USER_BLOCKING)
while GLib.MainContext.default().iteration(False):
    pass
loop.run_turn()
post('draw', Priority.USER_VISIBLE)
tasks.update()
loop.run(100)
tasks.update()
print(f'{len(tasks)} tasks')
