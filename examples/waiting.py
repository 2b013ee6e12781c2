#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""waiting.py: a window with a list of the tasks that wait. With --check, says how many there are, and ends."""

import sys

import gi

gi.require_version('Gtk', '4.0')
gi.require_version('Loopscope', '1')
from gi.repository import GLib, Gtk, Loopscope


def work(argument, result, *data):
    end = GLib.get_monotonic_time() + 20000
    while GLib.get_monotonic_time() < end:
        pass
    return Loopscope.Completion.NORMAL


def post(name, priority, delay):
    options = Loopscope.PostTaskOptions()
    options.name = name
    options.priority = priority
    options.delay = delay
    scheduler.post_task(work, options=options)


if not Gtk.init_check():
    sys.exit('There is no display')
main_loop = GLib.MainLoop()
scheduler = Loopscope.Scheduler.get_thread_default()

tasks = Loopscope.TaskListModel.new(scheduler)
factory = Gtk.SignalListItemFactory()
factory.connect('setup', lambda factory, cell: cell.set_child(Gtk.Label(xalign=0)))
factory.connect('bind', lambda factory, cell: cell.get_child().set_label(cell.get_item().props.name or 'no name'))
view = Gtk.ListView(model=Gtk.NoSelection(model=tasks), factory=factory)

for i in range(40):
    post(f'thumbnail {i}', Loopscope.TaskPriority.BACKGROUND, 50 * i)
post('what was clicked', Loopscope.TaskPriority.USER_BLOCKING, 0)

if '--check' in sys.argv:
    tasks.update()
    print(f'{len(tasks)} tasks, the next one is “{tasks[0].props.name}”')
else:
    window = Gtk.Window(title='Tasks that wait', default_width=240, default_height=480, child=Gtk.ScrolledWindow(child=view))
    window.connect('close-request', lambda window: main_loop.quit())
    window.present()
    main_loop.run()
