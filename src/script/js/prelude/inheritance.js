/* inheritance.js: the experiment of priority inheritance: who waits for the result of which task
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A reaction on a pending promise is a wait. The code that adds it waits, with the priority of its scheduling state; so does the
 * promise that the reaction will settle, with the priority of those who wait for that. The engine raises tasks. This file finds the
 * way from promise to promise down to their results. Nothing of this runs without the experiment.
 *
 *   realm.inheritance.setSlot (promise, slot)                      says that it is the result of a task, or (-1) no longer
 *   realm.inheritance.newTaskState (abortSource, prioritySource)   → the state for the task that starts
 */
(function (realm) {
  'use strict';

  const { host, List, options } = realm;
  const { setPrototypeOf } = Reflect;
  const { REACTION_CAPABILITY, STEPS, ELEMENT, GENERATOR } = realm.jobs;
  const { isPromise, state: stateOf, getState, newState, setAwaitedHook } = realm.promise;
  const { Given } = realm.promiseInternals;
  const { implOf } = realm.idl;

  if (!options.priorityInheritance) {
    realm.inheritance = undefined;
    return;
  }

  const NONE = 0;
  const PENDING = 0;

  class Link {
    constructor() {
      this.slot = -1;
      this.wanted = NONE; /* the highest priority of those who wait */
      this.task = 0; /* the task with that priority */
      this.dependsOn = null; /* a promise, or a List of several */
    }
  }
  setPrototypeOf(Link.prototype, null);

  let linkOf;

  /* Adds a link to a promise that exists already. */
  class Linked extends Given {
    #link = new Link();

    constructor(promise) {
      super(promise);
    }

    static {
      linkOf = (promise) => (#link in promise ? promise : new Linked(promise)).#link;
    }
  }

  function priorityOf(source) {
    return typeof source === 'number' ? source : host.priority(implOf(source).handle);
  }

  /* Lets a promise, and what it depends on, have at least a priority. source: the signal or number that it comes from, or null.
   * Priorities only grow, so this ends even where promises wait for each other in a circle. */
  function raise(promise, source, priority, task) {
    const rest = new List();
    let next = promise;

    rest[0] = promise;
    while (rest.length > 0) {
      next = rest[rest.length - 1];
      rest.length--;

      const link = linkOf(next);
      const { dependsOn } = link;

      if (stateOf(next) !== PENDING || link.wanted >= priority)
        continue;
      link.wanted = priority;
      link.task = task;
      if (link.slot >= 0)
        host.raise(link.slot, next !== promise || source === null || typeof source === 'number' ? null
          : implOf(source).handle, priority, task);
      if (dependsOn !== null && isPromise(dependsOn))
        rest[rest.length] = dependsOn;
      else if (dependsOn !== null)
        for (let i = 0; i < dependsOn.length; i++)
          rest[rest.length] = dependsOn[i];
    }
  }

  /* Returns the promise that a reaction will settle, or undefined where there is none to be known. */
  function waiterOf(reaction) {
    const { kind, target } = reaction;

    if (kind >= GENERATOR || (kind >= STEPS && kind < STEPS + 2))
      return undefined;
    if (kind >= REACTION_CAPABILITY && kind < REACTION_CAPABILITY + 2)
      return target.promise;
    if (kind >= ELEMENT)
      return target.capability.promise;
    return target;
  }

  /* Notes that one promise waits for another. A combinator waits for several. */
  function note(link, promise, isOneOfSeveral) {
    if (!isOneOfSeveral) {
      link.dependsOn = promise;
      return;
    }
    if (link.dependsOn === null || isPromise(link.dependsOn))
      link.dependsOn = new List();
    link.dependsOn[link.dependsOn.length] = promise;
  }

  setAwaitedHook((promise, reaction) => {
    const state = getState();
    const waiter = waiterOf(reaction);
    let source = null;
    let priority = NONE;
    let task = 0;

    /* Code without a state, such as a script or a timer, has no priority to pass on. */
    if (state !== null && state.priority !== null) {
      source = state.priority;
      priority = priorityOf(source);
      task = state.task ?? 0;
    }
    if (isPromise(waiter)) {
      const link = linkOf(waiter);

      note(link, promise, reaction.kind >= ELEMENT);
      if (link.wanted > priority) {
        ({ wanted: priority, task } = link);
        source = null;
      }
    }
    if (priority !== NONE)
      raise(promise, source, priority, task);
  });

  realm.inheritance = {
    __proto__: null,

    setSlot(promise, slot) {
      linkOf(promise).slot = slot;
    },

    /* A raised task passes the priority on that it was raised to. */
    newTaskState(abortSource, prioritySource) {
      const priority = host.runningPriority();
      const state = newState(abortSource, priority > priorityOf(prioritySource) ? priority : prioritySource);

      state.task = host.runningTask();
      return state;
    },
  };
})
