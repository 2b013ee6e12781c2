#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program of the test of bindings, in Python."""

import gi

gi.require_version('Loopscope', '1')
from gi.repository import Loopscope

NORMAL = Loopscope.Completion.NORMAL
Priority = Loopscope.TaskPriority


def say(text):
    def callback(argument, result, *data):
        print(text)
        return NORMAL
    return callback


def answer(argument, result, *data):
    result.set_number(42)
    return NORMAL


def fail(argument, result, *data):
    result.set_exception(Loopscope.Exception.new('RangeError', 'too far'))
    return Loopscope.Completion.THROW


def say_value(argument, result, *data):
    print(f'value {argument.to_string()}')
    result.set_string('done')
    return NORMAL


def say_reason(argument, result, *data):
    print(f'reason {argument.to_string()}')
    return NORMAL


def yield_once(argument, result, *data):
    print('before yield')
    scheduler.yield_(None).then(say('after yield'))
    return NORMAL


def post(callback, priority):
    options = Loopscope.PostTaskOptions()
    options.priority = priority
    return scheduler.post_task(callback, options=options)


# An option that is not set is not given: the task has the signal's priority.
def post_with_signal(callback, signal):
    options = Loopscope.PostTaskOptions()
    options.signal = signal
    return scheduler.post_task(callback, options=options)


def on_prioritychange(signal, previous):
    print(f'prioritychange from {Priority.to_string(previous)} to {Priority.to_string(signal.props.priority)}')


loop = Loopscope.EventLoop(clock=Loopscope.ClockKind.VIRTUAL)
scheduler = Loopscope.Scheduler(loop=loop)
controller = Loopscope.TaskController(loop=loop, priority=Priority.USER_BLOCKING)
signal = controller.props.signal
signal.connect('prioritychange', on_prioritychange)
signal.connect('notify::aborted', lambda signal, spec: print(f'aborted {"yes" if signal.props.aborted else "no"}'))
signal.connect('abort', lambda signal: print(f'abort {signal.get_reason().to_string()}'))

post(say('background'), Priority.BACKGROUND)
post_with_signal(say('of the signal'), signal)
post(yield_once, Priority.USER_VISIBLE)
post(say('user-blocking'), Priority.USER_BLOCKING)
post(answer, Priority.USER_VISIBLE).then(say_value).then(say_value)
post(fail, Priority.USER_VISIBLE).catch(say_reason)
loop.set_timeout(5, None, say('timer'))
controller.set_priority(Priority.BACKGROUND)
loop.run(1000)

post_with_signal(say('never'), signal).then_full(say('never'), on_rejected=say_reason)
controller.abort(None)
loop.run(1000)
print(f'time {loop.get_time()}')
