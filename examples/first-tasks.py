#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""first-tasks.py: tasks of three priorities on GLib's main loop.

Needs the typelib of Loopscope (where it is not in the usual place, GI_TYPELIB_PATH says where).
"""

import gi

gi.require_version('Loopscope', '1')
from gi.repository import GLib, Loopscope

Priority = Loopscope.TaskPriority


# A function in a function instead of data for it: PyGObject passes data to the last callback of a call alone.
def decode(name):
    def callback(argument, result, *data):
        print(f'decoding {name}')
        result.set_number(42)
        # A callback says how it ended.
        return Loopscope.Completion.NORMAL
    return callback


def on_decoded(scheduler, task):
    try:
        print(f'got {scheduler.post_task_finish(task).get_number():g}')
    except GLib.Error as error:
        print(error.message)
    main_loop.quit()


def post(priority, name, callback=None):
    options = Loopscope.PostTaskOptions()
    options.priority = priority
    scheduler.post_task_async(options, decode(name), callback=callback)


main_loop = GLib.MainLoop()
# The scheduler of the default main context: nothing else is needed to begin.
scheduler = Loopscope.Scheduler.get_thread_default()
post(Priority.BACKGROUND, 'a thumbnail', on_decoded)
post(Priority.USER_VISIBLE, 'the next picture')
post(Priority.USER_BLOCKING, 'the picture that was clicked')
main_loop.run()
