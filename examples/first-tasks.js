// SPDX-License-Identifier: GPL-3.0-or-later
//
// first-tasks.js: tasks of three priorities on GLib's main loop
//
// gjs first-tasks.js, with the typelib of Loopscope (where it is not in the usual place, GI_TYPELIB_PATH says where)

imports.gi.versions.Loopscope = '1';
const { GLib, Loopscope } = imports.gi;
const Priority = Loopscope.TaskPriority;

const mainLoop = new GLib.MainLoop(null, false);
// The scheduler of the default main context: nothing else is needed to begin.
const scheduler = Loopscope.Scheduler.get_thread_default();

function decode(name) {
  return (argument, result) => {
    print(`decoding ${name}`);
    result.set_number(42);
    // A callback says how it ended.
    return Loopscope.Completion.NORMAL;
  };
}

function onDecoded(source, task) {
  try {
    print(`got ${scheduler.post_task_finish(task).get_number()}`);
  } catch (error) {
    print(error.message);
  }
  mainLoop.quit();
}

function post(priority, name, callback) {
  scheduler.post_task_async(new Loopscope.PostTaskOptions({ priority }), decode(name), null, callback);
}

post(Priority.BACKGROUND, 'a thumbnail', onDecoded);
post(Priority.USER_VISIBLE, 'the next picture', null);
post(Priority.USER_BLOCKING, 'the picture that was clicked', null);
mainLoop.run();
