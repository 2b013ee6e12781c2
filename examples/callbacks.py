#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""callbacks.py: the functions that take two callbacks, from Python."""

import gi

gi.require_version('Loopscope', '1')
from gi.repository import Gio, GLib, Loopscope

scheduler = Loopscope.Scheduler.get_thread_default()
main_loop = GLib.MainLoop()


def load(argument, result, *data):
    error = GLib.Error.new_literal(Gio.io_error_quark(), 'no file', Gio.IOErrorEnum.NOT_FOUND)
    result.set_exception(Loopscope.Exception.new_for_error(error))
    return Loopscope.Completion.THROW


def show(argument, result, *data):
    print('shown')
    return Loopscope.Completion.NORMAL


def report(argument, result, *data):
    print('rejected:', argument.to_string())
    return Loopscope.Completion.NORMAL


def on_loaded(scheduler, task):
    try:
        scheduler.post_task_finish(task)
    except GLib.Error as error:
        # It is the error that was thrown, with its domain and code.
        if error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.NOT_FOUND):
            print('not found:', error.message)
    main_loop.quit()


options = Loopscope.PostTaskOptions()
options.name = 'load'
loaded = scheduler.post_task(load, options=options)
# What follows the first callback is named: data, which C has there, is left out.
loaded.then_full(show, on_rejected=report)
scheduler.post_task_async(options, load, callback=on_loaded)
main_loop.run()
