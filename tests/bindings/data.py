#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What callbacks get as their data in Python, and what goes wrong with None for it."""

import io
import sys

import gi

gi.require_version('Loopscope', '1')
from gi.repository import GLib, Loopscope

NORMAL = Loopscope.Completion.NORMAL
loop = Loopscope.EventLoop()
scheduler = Loopscope.Scheduler(loop=loop)


def say(name):
    def callback(argument, result, *data):
        if name:
            print(name, 'without' if data in ((), (None,)) else data)
        return NORMAL
    return callback


def fail(argument, result, *data):
    result.set_exception(Loopscope.Exception.new('RangeError', 'too far'))
    return Loopscope.Completion.THROW


def print_state(promise):
    print(promise.get_state().value_nick, promise.get_result().to_string())


def post(callback):
    return scheduler.post_task(callback)


scheduler.post_task(say('post_task'))
scheduler.post_task(say('post_task'), 'one')
loop.run(GLib.MAXUINT64)
post(say(None)).then(say('then'))
post(say(None)).then(say('then'), 'one', 'two')
loop.run(GLib.MAXUINT64)
post(say(None)).then_full(say('then_full'), on_rejected=say('never'))
last = post(fail).then_full(say('never'), on_rejected=say('then_full'))
loop.run(GLib.MAXUINT64)
print_state(last)

loop.attach(None)
main_loop = GLib.MainLoop()
scheduler.post_task_async(None, say(None), callback=lambda scheduler, task, *data: (print('async', len(data)), main_loop.quit()))
main_loop.run()

# In the order of C
sys.stderr = io.StringIO()
last = post(say(None)).then_full(say('never'), None, say('never'), None)
loop.run(GLib.MAXUINT64)
print('none breaks:', sys.stderr.getvalue().strip().splitlines()[-1])
sys.stderr = sys.__stderr__
print_state(last)

try:
    Loopscope.PostTaskOptions(priority=1)
except TypeError as error:
    print('no keywords:', error)
