#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What callbacks get as their data in Python, and what goes wrong with None for it.

Versions of PyGObject differ in the words of their errors, and one may take what another refuses: what matters is that nothing is ignored.
"""

import io
import sys
import warnings

import gi

gi.require_version('Loopscope', '1')
from gi.repository import GLib, Loopscope

NORMAL = Loopscope.Completion.NORMAL
loop = Loopscope.EventLoop()
scheduler = Loopscope.Scheduler(loop=loop)


def shown(data):
    return 'without' if data in ((), (None,)) else data


def say(name):
    def callback(argument, result, *data):
        if name:
            print(name, shown(data))
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
scheduler.post_task_async(None, say(None), callback=lambda scheduler, task, *data: (print('async', shown(data)), main_loop.quit()))
main_loop.run()

# In the order of C: the callback runs, or an error says that it does not.
has_run = []
sys.stderr = io.StringIO()
last = post(say(None)).then_full(lambda *arguments: has_run.append(True) or NORMAL, None, say('never'), None)
loop.run(GLib.MAXUINT64)
print('none runs, or is an error:', bool(has_run) != ('TypeError' in sys.stderr.getvalue()))
sys.stderr = sys.__stderr__
print_state(last)

# PyGObject warns the author of a program, who sees that by default.
with warnings.catch_warnings(record=True) as warned:
    warnings.simplefilter('always')
    try:
        keywords = Loopscope.PostTaskOptions(priority=1).priority == 1
    except TypeError:
        keywords = True
print('keywords work, or are an error, or are warned of:', keywords or any(issubclass(w.category, DeprecationWarning) for w in warned))
