/* ls-examples.c: the groups of the examples, and what each shows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-examples.h"

#include <glib/gi18n.h>

/* The examples that come with the program, from the easiest to the hardest of each group. The welcome page shows them in this
 * order. A summary is one sentence; the session itself has the whole description. */
static const struct
{
  const char     *name;       /* of the file, without its suffix */
  LsExampleGroup  group;
  const char     *summary;    /* in English, for _() */
} examples[] = {
  { "photo-gallery", LS_EXAMPLES_TASKS, N_("A bit of everything: begin here.") },
  { "priorities", LS_EXAMPLES_TASKS, N_("Six tasks, posted from the least to the most urgent, run the other way round.") },
  { "dynamic-priority", LS_EXAMPLES_TASKS, N_("A controller moves its whole queue to another priority.") },
  { "delayed-tasks", LS_EXAMPLES_TASKS, N_("A delayed task enters its queue when the delay ends.") },
  { "yield-continuations", LS_EXAMPLES_TASKS, N_("A task that yields comes back before others of its priority start.") },
  { "microtasks-and-inheritance", LS_EXAMPLES_TASKS, N_("A yield inherits through promises, but not through timers.") },
  { "priority-inheritance", LS_EXAMPLES_TASKS, N_("An experiment: a background task rises when a click awaits it.") },

  { "abort-while-running", LS_EXAMPLES_SIGNALS, N_("An abort removes a queued task, but does not stop a running one.") },
  { "dependent-signals", LS_EXAMPLES_SIGNALS, N_("A signal follows its sources: their abort, and the priority of one.") },
  { "erratum-own-abort", LS_EXAMPLES_SIGNALS, N_("Read literally, the specification loses a task here.") },

  { "idle-and-background", LS_EXAMPLES_EVENT_LOOP, N_("Idle callbacks wait even longer than background tasks.") },
  { "compositor-frames", LS_EXAMPLES_EVENT_LOOP, N_("Frames compete with tasks, until one has waited for 100 ms.") },
  { "starved-timer", LS_EXAMPLES_EVENT_LOOP, N_("Even setTimeout(0) waits while user-blocking work goes on.") },
  { "timer-nesting-clamp", LS_EXAMPLES_EVENT_LOOP, N_("Deeply nested timers take 4 ms at least, however short they are.") },

  { "atomics-lock", LS_EXAMPLES_AGENTS, N_("Workers take turns with a lock made of wait() and notify().") },
  { "atomics-not-equal", LS_EXAMPLES_AGENTS, N_("The lock is free just before a worker would wait for it.") },
  { "atomics-barging", LS_EXAMPLES_AGENTS, N_("A third worker takes the lock before the one that was woken.") },
  { "atomics-fair-lock", LS_EXAMPLES_AGENTS, N_("A lock that is handed over leaves no gap for a third worker.") },
  { "atomics-lost-wake-up", LS_EXAMPLES_AGENTS, N_("A faulty lock: in one order of events a worker sleeps forever.") },
  { "atomics-condition", LS_EXAMPLES_AGENTS, N_("Consumers wait for a change, with a timeout.") },
  { "atomics-main-thread", LS_EXAMPLES_AGENTS, N_("The main thread must not block, so it waits with a promise.") },
  { "atomics-shared-with-main", LS_EXAMPLES_AGENTS, N_("A worker and the main thread share a lock.") },

  { "js-gallery", LS_EXAMPLES_JAVASCRIPT, N_("Photos are decoded in the background until the user scrolls.") },
  { "js-all-kinds", LS_EXAMPLES_JAVASCRIPT, N_("Tasks, a timer, a message, a frame and an idle callback in one script.") },
  { "js-starvation", LS_EXAMPLES_JAVASCRIPT, N_("A long task yields, and short ones wait all the same.") },
  { "js-abort-tree", LS_EXAMPLES_JAVASCRIPT, N_("One abort reaches a whole tree of signals.") },
  { "js-lock", LS_EXAMPLES_JAVASCRIPT, N_("Two workers and the page count behind one lock.") },
  { "js-wait", LS_EXAMPLES_JAVASCRIPT, N_("A worker waits for a message in shared memory, with a timeout.") },
};

static const struct
{
  const char *title;
  const char *description;
} groups[LS_N_EXAMPLE_GROUPS] = {
  [LS_EXAMPLES_TASKS] = { N_("Prioritised Tasks"), N_("What scheduler.postTask() and scheduler.yield() run next, and why.") },
  [LS_EXAMPLES_SIGNALS] = { N_("Signals"), N_("How controllers and their signals abort tasks and change priorities.") },
  [LS_EXAMPLES_EVENT_LOOP] = { N_("Event Loop"), N_("How tasks share the main thread with timers, frames and idle callbacks.") },
  [LS_EXAMPLES_AGENTS] = { N_("Web Workers and Atomics"), N_("How agents share memory, wait for each other and wake each other.") },
  [LS_EXAMPLES_JAVASCRIPT] = { N_("JavaScript"), N_("Real scripts that you can edit, run again and debug.") },
  [LS_EXAMPLES_OTHER] = { N_("More Examples"), N_("Sessions that were added to the folder of examples.") },
};

/**
 * ls_examples_get_group_title:
 * @group: a group
 *
 * Returns: (transfer none): its title, in the user's language
 */
const char *
ls_examples_get_group_title (LsExampleGroup group)
{
  g_return_val_if_fail ((guint) group < LS_N_EXAMPLE_GROUPS, NULL);

  return _(groups[group].title);
}

/**
 * ls_examples_get_group_description:
 * @group: a group
 *
 * Returns: (transfer none): a sentence that says what its examples have in common, in the user's language
 */
const char *
ls_examples_get_group_description (LsExampleGroup group)
{
  g_return_val_if_fail ((guint) group < LS_N_EXAMPLE_GROUPS, NULL);

  return _(groups[group].description);
}

/**
 * ls_examples_lookup:
 * @name: the name of an example's file, without its folder and suffix
 * @group: (out): its group
 * @summary: (out) (transfer none) (nullable): a sentence that says what it shows, in the user's language; %NULL if @name is unknown
 *
 * Looks up an example. One that does not come with the program is in %LS_EXAMPLES_OTHER.
 *
 * Returns: its place among all examples, from 1; 0 if @name is unknown
 */
guint
ls_examples_lookup (const char      *name,
                    LsExampleGroup  *group,
                    const char     **summary)
{
  g_return_val_if_fail (name != NULL && group != NULL && summary != NULL, 0);

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    if (g_str_equal (examples[i].name, name))
      {
        *group = examples[i].group;
        *summary = _(examples[i].summary);
        return i + 1;
      }
  *group = LS_EXAMPLES_OTHER;
  *summary = NULL;
  return 0;
}
