// SPDX-License-Identifier: GPL-3.0-or-later
// The list of the tasks that wait, in JavaScript.

imports.gi.versions.Loopscope = '1';
const { GLib, Loopscope } = imports.gi;
const Priority = Loopscope.TaskPriority;

function post(name, priority, delay = 0) {
  const options = new Loopscope.PostTaskOptions({ priority, delay });
  options.set_name(name);
  scheduler.post_task(() => Loopscope.Completion.NORMAL, options);
}

function describe(model) {
  const texts = [];
  for (let i = 0; i < model.get_n_items(); i++) {
    const task = model.get_item(i);
    texts.push(`'${task.name}${task.delayed ? ' later' : ''}'`);
  }
  return `[${texts.join(', ')}]`;
}

const loop = new Loopscope.EventLoop({ clock: Loopscope.ClockKind.VIRTUAL });
const scheduler = new Loopscope.Scheduler({ loop });
const tasks = Loopscope.TaskListModel.new(scheduler);
tasks.connect('items-changed', (model, position, removed, added) => {
  print(`changed ${position} -${removed} +${added}: ${describe(model)}`);
});
post('prefetch', Priority.BACKGROUND);
post('poll', Priority.USER_VISIBLE, 5);
post('tap', Priority.USER_BLOCKING);
while (GLib.MainContext.default().iteration(false));
loop.run_turn();
post('draw', Priority.USER_VISIBLE);
tasks.update();
loop.run(100);
tasks.update();
print(`${tasks.get_n_items()} tasks`);
