// SPDX-License-Identifier: GPL-3.0-or-later
// The list of the tasks that wait, in Vala.

using Loopscope;
using GLib;

Scheduler scheduler;

void post (string name, TaskPriority priority, double delay = 0) {
  PostTaskOptions options = {};
  options.name = name;
  options.priority = priority;
  options.delay = delay;
  scheduler.post_task ((argument, result) => Loopscope.Completion.NORMAL, options);
}

string describe (ListModel model) {
  string[] texts = {};
  for (uint i = 0; i < model.get_n_items (); i++) {
    var task = (WaitingTask) model.get_item (i);
    texts += "'%s%s'".printf (task.name, task.delayed ? " later" : "");
  }
  return "[%s]".printf (string.joinv (", ", texts));
}

int main () {
  var loop = (EventLoop) Object.new (typeof (EventLoop), clock: ClockKind.VIRTUAL);
  scheduler = new Scheduler (loop, null);
  var tasks = new TaskListModel (scheduler);
  tasks.items_changed.connect ((model, position, removed, added) => {
    print ("changed %u -%u +%u: %s\n", position, removed, added, describe (model));
  });
  post ("prefetch", TaskPriority.BACKGROUND);
  post ("poll", TaskPriority.USER_VISIBLE, 5);
  post ("tap", TaskPriority.USER_BLOCKING);
  while (MainContext.default ().iteration (false));
  loop.run_turn ();
  post ("draw", TaskPriority.USER_VISIBLE);
  tasks.update ();
  loop.run (100);
  tasks.update ();
  print ("%u tasks\n", tasks.get_n_items ());
  return 0;
}
