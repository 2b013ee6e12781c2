// SPDX-License-Identifier: GPL-3.0-or-later
//
// first-tasks.vala: tasks of three priorities on GLib's main loop
//
// valac --pkg=loopscope-1 --pkg=gio-2.0 first-tasks.vala

using Loopscope;

Loopscope.Callback decode (string name) {
  return (argument, result) => {
    print ("decoding %s\n", name);
    result.set_number (42);
    // A callback says how it ended.
    return Loopscope.Completion.NORMAL;
  };
}

// What follows “yield” comes when the task is done; what it throws is what the task has thrown, or why it was aborted.
async void post (Scheduler scheduler, TaskPriority priority, string name, MainLoop? main_loop = null) {
  PostTaskOptions options = {};
  options.priority = priority;
  try {
    var value = yield scheduler.post_task_async (options, decode (name), null);
    if (main_loop != null) {
      print ("got %g\n", value.get_number ());
      main_loop.quit ();
    }
  } catch (Error error) {
    print ("%s\n", error.message);
  }
}

int main () {
  var main_loop = new MainLoop ();
  // The scheduler of the default main context: nothing else is needed to begin.
  unowned var scheduler = Scheduler.get_thread_default ();

  post.begin (scheduler, TaskPriority.BACKGROUND, "a thumbnail", main_loop);
  post.begin (scheduler, TaskPriority.USER_VISIBLE, "the next picture");
  post.begin (scheduler, TaskPriority.USER_BLOCKING, "the picture that was clicked");
  main_loop.run ();
  return 0;
}
