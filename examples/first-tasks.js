// SPDX-License-Identifier: GPL-3.0-or-later
//
// first-tasks.js: tasks of three priorities on GLib's main loop
//
// gjs first-tasks.js, with the typelib of Loopscope (where it is not in the usual place, GI_TYPELIB_PATH says where)

imports.gi.versions.Loopscope = '1';
const { Gio, GLib, Loopscope } = imports.gi;
const Priority = Loopscope.TaskPriority;

// From now on, what post_task_async() returns can be awaited.
Gio._promisify(Loopscope.Scheduler.prototype, 'post_task_async', 'post_task_finish');

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

function post(priority, name) {
  return scheduler.post_task_async(new Loopscope.PostTaskOptions({ priority }), decode(name), null);
}

async function main() {
  const thumbnail = post(Priority.BACKGROUND, 'a thumbnail');
  post(Priority.USER_VISIBLE, 'the next picture');
  post(Priority.USER_BLOCKING, 'the picture that was clicked');
  try {
    print(`got ${(await thumbnail).get_number()}`);
  } catch (error) {
    print(error.message);
  }
  mainLoop.quit();
}

main();
mainLoop.run();
