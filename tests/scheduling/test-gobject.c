/* test-gobject.c: properties and signals of GObject, and the loop of a thread's default context
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <ls-enums.h>
#include <ls-scheduler.h>
#include <ls-task-controller.h>
#include <ls-trace.h>

typedef struct
{
  LsEventLoop      *loop;
  LsTaskController *controller;
  LsTaskSignal     *signal;     /* (unowned) */
  GString          *log;
} Fixture;

static void
fixture_set_up (Fixture       *f,
                gconstpointer  data)
{
  f->loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  f->controller = g_object_new (LS_TYPE_TASK_CONTROLLER, "loop", f->loop, "name", "tap",
                                "priority", LS_TASK_PRIORITY_USER_BLOCKING, NULL);
  f->signal = ls_task_controller_get_task_signal (f->controller);
  f->log = g_string_new (NULL);
}

static void
fixture_tear_down (Fixture       *f,
                   gconstpointer  data)
{
  g_string_free (f->log, TRUE);
  g_assert_finalize_object (f->controller);
  g_assert_finalize_object (f->loop);
}

static void
test_loop (Fixture       *f,
           gconstpointer  data)
{
  g_autoptr (LsEventLoop) loop = g_object_new (LS_TYPE_EVENT_LOOP, "clock", LS_CLOCK_MONOTONIC, "preset", "gecko",
                                               "edition", LS_EDITION_2023_YIELD_OPTIONS, NULL);
  g_autofree char *preset = NULL;
  LsClockKind clock;
  LsEdition edition;
  guint64 quantum;

  ls_event_loop_set_quantum (loop, 7);
  g_object_get (loop, "clock", &clock, "preset", &preset, "edition", &edition, "quantum", &quantum, NULL);
  g_assert_cmpint (clock, ==, LS_CLOCK_MONOTONIC);
  g_assert_cmpint (edition, ==, LS_EDITION_2023_YIELD_OPTIONS);
  g_assert_cmpstr (preset, ==, "gecko");
  g_assert_cmpuint (quantum, ==, 7);
}

/* A loop keeps the trace that it reports to. */
static void
test_probe (Fixture       *f,
            gconstpointer  data)
{
  LsTrace *trace = ls_trace_new ();
  LsProbe *probe = ls_trace_dup_probe (trace);
  LsProbe *of_loop = NULL;
  g_autoptr (LsEventLoop) loop = g_object_new (LS_TYPE_EVENT_LOOP, "probe", probe, NULL);
  g_autoptr (LsEventLoop) without = g_object_new (LS_TYPE_EVENT_LOOP, "probe", NULL, NULL);

  g_assert_true (ls_event_loop_get_probe (loop) == probe);
  g_assert_null (ls_event_loop_get_probe (without));
  g_object_get (loop, "probe", &of_loop, NULL);
  g_assert_true (of_loop == probe);
  ls_probe_unref (probe);
  g_object_unref (trace);
  g_clear_object (&loop);
  /* The last one */
  g_object_add_weak_pointer (G_OBJECT (trace), (gpointer *) &trace);
  ls_probe_unref (of_loop);
  g_assert_null (trace);
}

/* A preset that does not exist is complained of, and the loop works. */
static void
test_unknown_preset (Fixture       *f,
                     gconstpointer  data)
{
  g_autoptr (LsEventLoop) loop = NULL;
  g_autofree char *preset = NULL;

  g_test_expect_message ("Loopscope", G_LOG_LEVEL_WARNING, "There is no preset*");
  loop = g_object_new (LS_TYPE_EVENT_LOOP, "preset", "netscape", NULL);
  g_test_assert_expected_messages ();
  g_object_get (loop, "preset", &preset, NULL);
  g_assert_cmpstr (preset, ==, LS_DEFAULT_PRESET);
}

static void
test_construction (Fixture       *f,
                   gconstpointer  data)
{
  g_autoptr (LsScheduler) scheduler = g_object_new (LS_TYPE_SCHEDULER, "loop", f->loop, "name", "window", NULL);
  g_autoptr (LsAbortController) controller = g_object_new (LS_TYPE_ABORT_CONTROLLER, "loop", f->loop, NULL);
  g_autoptr (LsEventLoop) loop = NULL;
  g_autoptr (LsAbortSignal) signal = NULL;
  g_autofree char *name = NULL;
  g_autofree char *signal_name = NULL;
  LsTaskPriority priority;

  g_object_get (scheduler, "loop", &loop, "name", &name, NULL);
  g_assert_true (loop == f->loop);
  g_assert_cmpstr (name, ==, "window");
  g_assert_false (LS_IS_TASK_SIGNAL (ls_abort_controller_get_signal (controller)));
  g_object_get (f->controller, "signal", &signal, "name", &signal_name, NULL);
  g_assert_true (signal == LS_ABORT_SIGNAL (f->signal));
  g_assert_cmpstr (signal_name, ==, "tap");
  g_object_get (signal, "priority", &priority, NULL);
  g_assert_cmpint (priority, ==, LS_TASK_PRIORITY_USER_BLOCKING);
}

static LsCompletion
listen (LsEvent  *event,
        LsValue  *result,
        gpointer  data)
{
  Fixture *f = data;

  g_string_append_printf (f->log, "listener:%s ", event->type);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
stop (LsEvent  *event,
      LsValue  *result,
      gpointer  user_data)
{
  event->stop_immediate_propagation = TRUE;
  return LS_COMPLETION_NORMAL;
}

static void
on_notify (LsTaskSignal *signal,
           GParamSpec   *spec,
           Fixture      *f)
{
  g_string_append_printf (f->log, "notify:%s ", spec->name);
}

static void
on_prioritychange (LsTaskSignal   *signal,
                   LsTaskPriority  previous,
                   Fixture        *f)
{
  g_string_append_printf (f->log, "signal:%s→%s ", ls_task_priority_to_string (previous),
                          ls_task_priority_to_string (ls_task_signal_get_priority (signal)));
}

static void
on_abort (LsAbortSignal *signal,
          Fixture       *f)
{
  g_string_append (f->log, "signal:abort ");
}

static void
connect (Fixture *f)
{
  ls_abort_signal_add_listener (LS_ABORT_SIGNAL (f->signal), "prioritychange", listen, LS_LISTENER_NONE, f, NULL);
  ls_abort_signal_add_listener (LS_ABORT_SIGNAL (f->signal), "abort", listen, LS_LISTENER_NONE, f, NULL);
  g_signal_connect (f->signal, "notify", G_CALLBACK (on_notify), f);
  g_signal_connect (f->signal, "prioritychange", G_CALLBACK (on_prioritychange), f);
  g_signal_connect (f->signal, "abort", G_CALLBACK (on_abort), f);
}

static void
test_signals (Fixture       *f,
              gconstpointer  data)
{
  connect (f);
  ls_task_controller_set_priority (f->controller, LS_TASK_PRIORITY_BACKGROUND, NULL);
  ls_task_controller_set_priority (f->controller, LS_TASK_PRIORITY_BACKGROUND, NULL);
  ls_abort_controller_abort (LS_ABORT_CONTROLLER (f->controller), NULL);
  ls_abort_controller_abort (LS_ABORT_CONTROLLER (f->controller), NULL);
  g_assert_cmpstr (f->log->str, ==, "listener:prioritychange notify:priority signal:user-blocking→background "
                                    "listener:abort notify:aborted signal:abort ");
}

/* A listener that stops an event stops what is connected to it too. The properties have changed all the same. */
static void
test_stopped (Fixture       *f,
              gconstpointer  data)
{
  ls_abort_signal_add_listener (LS_ABORT_SIGNAL (f->signal), "prioritychange", stop, LS_LISTENER_NONE, NULL, NULL);
  ls_abort_signal_add_listener (LS_ABORT_SIGNAL (f->signal), "abort", stop, LS_LISTENER_NONE, NULL, NULL);
  connect (f);
  ls_task_controller_set_priority (f->controller, LS_TASK_PRIORITY_BACKGROUND, NULL);
  ls_abort_controller_abort (LS_ABORT_CONTROLLER (f->controller), NULL);
  g_assert_cmpstr (f->log->str, ==, "notify:priority notify:aborted ");
}

static void
count (gpointer data)
{
  ++*(guint *) data;
}

/* Each context has a loop of its own, the same at every call, and it runs without more ado. */
static gpointer
use_thread_default (gpointer data)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  LsEventLoop *global = ls_event_loop_get_thread_default ();
  LsScheduler *scheduler = ls_scheduler_get_thread_default ();
  g_autoptr (LsTaskController) controller = NULL;
  guint n_run = 0;

  g_assert_true (ls_scheduler_get_loop (scheduler) == global);
  g_assert_true (ls_scheduler_get_thread_default () == scheduler);
  g_main_context_push_thread_default (context);
  g_assert_true (ls_event_loop_get_thread_default () != global);
  g_assert_true (ls_event_loop_get_thread_default () == ls_event_loop_get_thread_default ());
  controller = g_object_new (LS_TYPE_TASK_CONTROLLER, NULL);
  g_assert_true (ls_abort_signal_get_loop (ls_abort_controller_get_signal (LS_ABORT_CONTROLLER (controller))) ==
                 ls_event_loop_get_thread_default ());
  ls_scheduler_post (ls_scheduler_get_thread_default (), LS_TASK_PRIORITY_USER_VISIBLE, count, &n_run, NULL);
  while (n_run == 0)
    g_main_context_iteration (context, TRUE);
  g_main_context_pop_thread_default (context);
  return global;
}

static void
test_thread_default (void)
{
  gpointer of_thread = g_thread_join (g_thread_new ("other", use_thread_default, NULL));

  g_assert_nonnull (of_thread);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/gobject/loop", test_loop);
  ADD ("/gobject/probe", test_probe);
  ADD ("/gobject/unknown-preset", test_unknown_preset);
  ADD ("/gobject/construction", test_construction);
  ADD ("/gobject/signals", test_signals);
  ADD ("/gobject/stopped", test_stopped);
  g_test_add_func ("/gobject/thread-default", test_thread_default);
  return g_test_run ();
}
