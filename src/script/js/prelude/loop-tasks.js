/* loop-tasks.js: the prelude's own tasks on the queues of the loop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Everything in the prelude that is a task of the loop, but neither a timer, an idle callback nor a task of the scheduler, goes
 * through here: messages, notifications of rejections, animation frames … C knows such a task by a small number, its place in
 * `tasks`.
 *
 *   realm.loopTasks.add (callback)                      → id for host.postLoopTask(); the place is free again once the task has run
 *   realm.loopTasks.post (queue, callback, delay, name) → id; add() and host.postLoopTask() in one
 *   realm.loopTasks.cancel (id)                         the task still runs, and does nothing
 *
 * A callback is called with no argument and no `this`. What it throws is reported.
 */
(function (realm) {
  'use strict';

  const { host, hooks, List, promise } = realm;

  /* A free place holds the number of the next free one. */
  const tasks = new List();
  let firstFree = -1;

  const nothing = () => {};

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

  function cancel(id) {
    if (typeof tasks[id] === 'function')
      tasks[id] = nothing;
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

  realm.loopTasks = { __proto__: null, add, post, cancel };
})
