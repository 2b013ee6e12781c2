/* test-yield-options.c: yield(options), edition 2023-yield-options
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "scheduling-fixture.h"

/* The caller of yield(): no task, a task with a TaskSignal, a task with an AbortSignal and a priority. */
typedef enum
{
  IN_NO_TASK,
  IN_SIGNAL_TASK,
  IN_FIXED_TASK
} Context;

typedef enum
{
  SIGNAL_NONE,
  SIGNAL_INHERIT,
  SIGNAL_ABORT,
  SIGNAL_TASK
} SignalOption;

typedef enum
{
  PRIORITY_NONE,
  PRIORITY_INHERIT,
  PRIORITY_FIXED    /* user-blocking */
} PriorityOption;

/* The sources of the computed state: "-" none, "own" the task's signal (background), "abort" and "task" the given ones
 * (the TaskSignal is user-visible), else a fixed priority. */
typedef struct
{
  Context         context;
  SignalOption    signal;
  PriorityOption  priority;
  const char     *abort_source;
  const char     *priority_source;
} Row;

static const Row rows[] = {
  { IN_NO_TASK, SIGNAL_NONE, PRIORITY_NONE, "-", "user-visible" },
  { IN_NO_TASK, SIGNAL_NONE, PRIORITY_INHERIT, "-", "user-visible" },
  { IN_NO_TASK, SIGNAL_NONE, PRIORITY_FIXED, "-", "user-blocking" },
  { IN_NO_TASK, SIGNAL_INHERIT, PRIORITY_NONE, "-", "user-visible" },
  { IN_NO_TASK, SIGNAL_INHERIT, PRIORITY_INHERIT, "-", "user-visible" },
  { IN_NO_TASK, SIGNAL_INHERIT, PRIORITY_FIXED, "-", "user-blocking" },
  { IN_NO_TASK, SIGNAL_ABORT, PRIORITY_NONE, "abort", "user-visible" },
  { IN_NO_TASK, SIGNAL_ABORT, PRIORITY_INHERIT, "abort", "user-visible" },
  { IN_NO_TASK, SIGNAL_ABORT, PRIORITY_FIXED, "abort", "user-blocking" },
  { IN_NO_TASK, SIGNAL_TASK, PRIORITY_NONE, "task", "task" },
  { IN_NO_TASK, SIGNAL_TASK, PRIORITY_INHERIT, "task", "user-visible" },
  { IN_NO_TASK, SIGNAL_TASK, PRIORITY_FIXED, "task", "user-blocking" },

  { IN_SIGNAL_TASK, SIGNAL_NONE, PRIORITY_NONE, "own", "own" },
  { IN_SIGNAL_TASK, SIGNAL_NONE, PRIORITY_INHERIT, "-", "own" },
  { IN_SIGNAL_TASK, SIGNAL_NONE, PRIORITY_FIXED, "-", "user-blocking" },
  { IN_SIGNAL_TASK, SIGNAL_INHERIT, PRIORITY_NONE, "own", "own" },
  { IN_SIGNAL_TASK, SIGNAL_INHERIT, PRIORITY_INHERIT, "own", "own" },
  { IN_SIGNAL_TASK, SIGNAL_INHERIT, PRIORITY_FIXED, "own", "user-blocking" },
  { IN_SIGNAL_TASK, SIGNAL_ABORT, PRIORITY_NONE, "abort", "user-visible" },
  { IN_SIGNAL_TASK, SIGNAL_ABORT, PRIORITY_INHERIT, "abort", "own" },
  { IN_SIGNAL_TASK, SIGNAL_ABORT, PRIORITY_FIXED, "abort", "user-blocking" },
  { IN_SIGNAL_TASK, SIGNAL_TASK, PRIORITY_NONE, "task", "task" },
  { IN_SIGNAL_TASK, SIGNAL_TASK, PRIORITY_INHERIT, "task", "own" },
  { IN_SIGNAL_TASK, SIGNAL_TASK, PRIORITY_FIXED, "task", "user-blocking" },

  { IN_FIXED_TASK, SIGNAL_NONE, PRIORITY_NONE, "own", "background" },
  { IN_FIXED_TASK, SIGNAL_NONE, PRIORITY_INHERIT, "-", "background" },
  { IN_FIXED_TASK, SIGNAL_NONE, PRIORITY_FIXED, "-", "user-blocking" },
  { IN_FIXED_TASK, SIGNAL_INHERIT, PRIORITY_NONE, "own", "background" },
  { IN_FIXED_TASK, SIGNAL_INHERIT, PRIORITY_INHERIT, "own", "background" },
  { IN_FIXED_TASK, SIGNAL_INHERIT, PRIORITY_FIXED, "own", "user-blocking" },
  { IN_FIXED_TASK, SIGNAL_ABORT, PRIORITY_NONE, "abort", "user-visible" },
  { IN_FIXED_TASK, SIGNAL_ABORT, PRIORITY_INHERIT, "abort", "background" },
  { IN_FIXED_TASK, SIGNAL_ABORT, PRIORITY_FIXED, "abort", "user-blocking" },
  { IN_FIXED_TASK, SIGNAL_TASK, PRIORITY_NONE, "task", "task" },
  { IN_FIXED_TASK, SIGNAL_TASK, PRIORITY_INHERIT, "task", "background" },
  { IN_FIXED_TASK, SIGNAL_TASK, PRIORITY_FIXED, "task", "user-blocking" },
};

static const char *const context_names[] = { "no-task", "task-with-task-signal", "task-with-fixed-priority" };
static const char *const signal_names[] = { "none", "inherit", "abort-signal", "task-signal" };
static const char *const priority_names[] = { "none", "inherit", "fixed" };

static LsYieldOptions options;

static void
yield_y (void)
{
  clear_records ();
  watch (ls_scheduler_yield (scheduler, &options), "y");
}

static LsAbortSignal *
find_source (const char    *name,
             LsAbortSignal *own,
             LsAbortSignal *given_abort,
             LsAbortSignal *given_task)
{
  if (g_str_equal (name, "own"))
    return own;
  if (g_str_equal (name, "abort"))
    return given_abort;
  return g_str_equal (name, "task") ? given_task : NULL;
}

static guint32
id_of (LsAbortSignal *signal)
{
  return signal != NULL ? ls_abort_signal_get_id (signal) : 0;
}

/* The queue is that of the priority source: dynamic and with its signal, or static. */
static void
check_queue (const Row     *row,
             LsAbortSignal *source)
{
  const LsRecord *queue = last_record (LS_RECORD_QUEUE_CREATED);
  LsTaskPriority priority;

  g_assert_cmpuint (queue->object, ==, id_of (source));
  g_assert_cmpuint (queue->flags, ==, LS_RECORD_FLAG_CONTINUATION);
  if (source != NULL)
    priority = ls_task_signal_get_priority (LS_TASK_SIGNAL (source));
  else
    g_assert_true (ls_task_priority_from_string (row->priority_source, &priority));
  g_assert_cmpuint (queue->priority, ==, priority);
}

static void
test_row (void)
{
  const Row *row = test_data;
  LsTaskController *own_task = controller (BG);
  LsAbortController *own_abort = abort_controller ();
  LsAbortController *abort = abort_controller ();
  LsTaskController *task = controller (UV);
  LsAbortSignal *own = signal_of (row->context == IN_SIGNAL_TASK ? (gpointer) own_task : own_abort);
  LsAbortSignal *abort_source = find_source (row->abort_source, own, signal_of (abort), signal_of (task));
  LsAbortSignal *priority_source = find_source (row->priority_source, own, signal_of (abort), signal_of (task));

  options = (LsYieldOptions) LS_YIELD_OPTIONS_INIT;
  options.inherit_signal = row->signal == SIGNAL_INHERIT;
  if (row->signal == SIGNAL_ABORT || row->signal == SIGNAL_TASK)
    options.signal = signal_of (row->signal == SIGNAL_TASK ? (gpointer) task : abort);
  options.inherit_priority = row->priority == PRIORITY_INHERIT;
  if (row->priority == PRIORITY_FIXED)
    options.priority = UB;

  if (row->context == IN_NO_TASK)
    yield_y ();
  else if (row->context == IN_SIGNAL_TASK)
    post (call_it, yield_y, .signal = own);
  else
    post (call_it, yield_y, .signal = own, .priority = BG);
  ls_event_loop_step (loop);
  g_assert_cmpuint (last_record (LS_RECORD_TASK_POSTED)->object, ==, id_of (abort_source));
  if (row->context == IN_NO_TASK)
    {
      expect ("");
      run ();
      expect ("y=undefined");
      yield_y ();
    }
  check_queue (row, priority_source);

  /* Only the abort source aborts it. */
  if (own != abort_source)
    abort_with (row->context == IN_SIGNAL_TASK ? (gpointer) own_task : own_abort, "own");
  if (signal_of (abort) != abort_source)
    abort_with (abort, "abort");
  if (signal_of (task) != abort_source)
    abort_with (task, "task");
  if (abort_source == NULL)
    {
      run ();
      expect ("y=undefined");
      return;
    }
  abort_with (abort_source == own && row->context == IN_SIGNAL_TASK ? (gpointer) own_task
              : abort_source == own                                 ? (gpointer) own_abort
              : abort_source == signal_of (abort)                   ? (gpointer) abort
                                                                    : task,
              "it");
  run ();
  expect ("y!it");
}

/* No options have the same effect as options that name nothing. */
static void
yield_null (void)
{
  watch (ls_scheduler_yield (scheduler, NULL), "y");
}

static void
test_null_options (void)
{
  LsTaskController *c = controller (BG);

  post (call_it, yield_null, .signal = signal_of (c));
  g_assert_true (ls_event_loop_run_turn (loop));
  abort_with (c, "r");
  run ();
  expect ("y!r");
}

/* A given signal that is aborted: rejected at once. */
static void
test_aborted (void)
{
  LsAbortController *a = abort_controller ();

  abort_with (a, "r");
  options = (LsYieldOptions) { .signal = signal_of (a), .priority = UB };
  watch (ls_scheduler_yield (scheduler, &options), "y");
  g_assert_cmpuint (ls_event_loop_get_n_queued_tasks (loop), ==, 0);
  run ();
  expect ("y!r");
}

static LsTaskController *own;

static void
abort_and_yield (void)
{
  abort_with (own, "r");
  options = (LsYieldOptions) { .priority = NONE, .inherit_priority = TRUE };
  watch (ls_scheduler_yield (scheduler, &options), "priority");
  options = (LsYieldOptions) { .priority = NONE, .inherit_signal = TRUE };
  watch (ls_scheduler_yield (scheduler, &options), "signal");
  options = (LsYieldOptions) { .priority = UB };
  watch (ls_scheduler_yield (scheduler, &options), "fixed");
}

/* Without the inherited signal the continuation of an aborted task goes on. */
static void
test_aborted_task (void)
{
  own = controller (BG);
  post (call_it, abort_and_yield, .signal = signal_of (own));
  run ();
  expect ("signal!r fixed=undefined priority=undefined");
}

/* The continuation follows the priority of the given TaskSignal while it waits. */
static void
test_follows (void)
{
  LsTaskController *c = controller (BG);

  options = (LsYieldOptions) { .signal = signal_of (c), .priority = NONE };
  watch (ls_scheduler_yield (scheduler, &options), "y");
  post (say_it, "v");
  set_priority (c, UB);
  run ();
  expect ("y=undefined v");
}

/* The code after the continuation has the state of the task, not that of the options. */
static void
yield_up (void)
{
  options = (LsYieldOptions) { .priority = UB };
  then (ls_scheduler_yield (scheduler, &options), say_priority, "resumed");
}

static void
test_state_is_the_task_s (void)
{
  post (call_it, yield_up, .priority = BG);
  run ();
  expect ("resumed:bg");
}

static void
test_bad_options (void)
{
  g_autoptr (LsEventLoop) other = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  g_autoptr (LsAbortController) theirs = ls_abort_controller_new (other, NULL);

  options = (LsYieldOptions) { .priority = UB + 1 };
  watch (ls_scheduler_yield (scheduler, &options), "priority");
  options = (LsYieldOptions) { .priority = NONE, .signal = signal_of (theirs) };
  watch (ls_scheduler_yield (scheduler, &options), "signal");
  options = (LsYieldOptions) { .priority = NONE, .signal = (LsAbortSignal *) scheduler };
  watch (ls_scheduler_yield (scheduler, &options), "type");
  g_assert_cmpuint (ls_event_loop_get_n_queued_tasks (loop), ==, 0);
  run ();
  expect ("priority!TypeError signal!TypeError type!TypeError");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/scheduling/2023/compute-the-state/%s/signal-%s/priority-%s",
                                               context_names[rows[i].context], signal_names[rows[i].signal],
                                               priority_names[rows[i].priority]);

      add_test_full (path, LS_EDITION_2023_YIELD_OPTIONS, TRUE, test_row, &rows[i]);
    }
  add_test_2023 ("/scheduling/2023/yield/null-options", test_null_options);
  add_test_2023 ("/scheduling/2023/yield/aborted-signal", test_aborted);
  add_test_2023 ("/scheduling/2023/yield/aborted-task", test_aborted_task);
  add_test_2023 ("/scheduling/2023/yield/follows-the-signal", test_follows);
  add_test_2023 ("/scheduling/2023/yield/state-is-the-tasks", test_state_is_the_task_s);
  add_test_2023 ("/scheduling/2023/yield/bad-options", test_bad_options);
  return g_test_run ();
}
