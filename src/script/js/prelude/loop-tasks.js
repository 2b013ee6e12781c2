/* loop-tasks.js: the prelude's own tasks on the queues of the loop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * All tasks of the loop that the prelude makes go through here, except timers, idle callbacks and tasks of the scheduler:
 * messages, notifications of rejections, animation frames … C knows such a task by a small number, its place in `tasks`.
 *
 *   realm.loopTasks.add (callback)                      → id for host.postLoopTask(); the place is free again once the task has run
 *   realm.loopTasks.post (queue, callback, delay, name) → id; add() and host.postLoopTask() in one
 *
 * A callback gets no argument and no `this`. What it throws is reported.
 */
(function (realm) {
  'use strict';

  const { host, hooks, List, promise } = realm;

  /* A free place holds the number of the next free place. */
  const tasks = new List();
  let firstFree = -1;

  function add(callback) {
    let id = firstFree;

    if (id < 0)
      id = tasks.length;
    else
      firstFree = tasks[id];

    tasks[id] = callback;
    return id;
  }

  function post(queue, callback, delay = 0, name = '') {
    const id = add(callback);

    host.postLoopTask(queue, id, delay, name);
    return id;
  }

  hooks.loopTask = (id) => {
    const callback = tasks[id];

    if (typeof callback !== 'function')
      return;

    tasks[id] = firstFree;
    firstFree = id;

    promise.setState(null);
    try {
      callback();
    } catch (e) {
      realm.reportException(e);
    }

    promise.setState(null);
  };

  realm.loopTasks = { __proto__: null, add, post };
})
