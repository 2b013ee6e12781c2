/* test-scheduler.c: postTask and yield, §2.4.2 and §2.4.3
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <ls-scheduler.h>
#include <ls-task-controller.h>

typedef struct
{
  LsEventLoop *loop;
  LsScheduler *scheduler;
  GString     *log;
} Fixture;

static void
fixture_set_up (Fixture       *f,
                gconstpointer  data)
{
  f->loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  ls_event_loop_set_report_func (f->loop, NULL, NULL, NULL);
  f->scheduler = ls_scheduler_new (f->loop, NULL);
  f->log = g_string_new (NULL);
}

static void
fixture_tear_down (Fixture       *f,
                   gconstpointer  data)
{
  gpointer loop = f->loop;

  g_object_unref (f->scheduler);
  g_object_add_weak_pointer (loop, &loop);
  g_object_unref (f->loop);
  g_assert_null (loop);
  g_string_free (f->log, TRUE);
}

static Fixture *current;

static LsCompletion
append (const LsValue *argument,
        LsValue       *result,
        gpointer       user_data)
{
  g_string_append_printf (current->log, "%s ", (const char *) user_data);
  return LS_COMPLETION_NORMAL;
}

static void
post (Fixture        *f,
      const char     *name,
      LsTaskPriority  priority,
      gpointer        signal)
{
  LsPostTaskOptions options = LS_POST_TASK_OPTIONS_INIT;
  g_autoptr (LsPromise) promise = NULL;

  current = f;
  options.priority = priority;
  options.signal = signal;
  options.name = name;
  promise = ls_scheduler_post_task (f->scheduler, append, (gpointer) name, NULL, &options);
}

static void
test_order (Fixture       *f,
            gconstpointer  data)
{
  post (f, "b1", LS_TASK_PRIORITY_BACKGROUND, NULL);
  post (f, "v1", LS_TASK_PRIORITY_NONE, NULL);
  post (f, "u1", LS_TASK_PRIORITY_USER_BLOCKING, NULL);
  post (f, "v2", LS_TASK_PRIORITY_USER_VISIBLE, NULL);
  post (f, "u2", LS_TASK_PRIORITY_USER_BLOCKING, NULL);
  g_assert_cmpuint (ls_event_loop_run (f->loop, 100), ==, 5);
  g_assert_cmpstr (f->log->str, ==, "u1 u2 v1 v2 b1 ");
}

static void
test_set_priority (Fixture       *f,
                   gconstpointer  data)
{
  g_autoptr (LsTaskController) controller = ls_task_controller_new (f->loop, LS_TASK_PRIORITY_BACKGROUND, "c");

  post (f, "s1", LS_TASK_PRIORITY_NONE, ls_task_controller_get_task_signal (controller));
  post (f, "v1", LS_TASK_PRIORITY_NONE, NULL);
  post (f, "s2", LS_TASK_PRIORITY_NONE, ls_task_controller_get_task_signal (controller));
  g_assert_true (ls_task_controller_set_priority (controller, LS_TASK_PRIORITY_USER_VISIBLE, NULL));
  ls_event_loop_run (f->loop, 100);
  g_assert_cmpstr (f->log->str, ==, "s1 v1 s2 ");
}

static void
test_abort (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr (LsTaskController) controller = ls_task_controller_new (f->loop, LS_TASK_PRIORITY_BACKGROUND, "c");

  post (f, "s1", LS_TASK_PRIORITY_NONE, ls_task_controller_get_task_signal (controller));
  post (f, "v1", LS_TASK_PRIORITY_NONE, NULL);
  ls_abort_controller_abort (LS_ABORT_CONTROLLER (controller), NULL);
  g_assert_cmpuint (ls_scheduler_get_n_queues (f->scheduler), ==, 1);
  ls_event_loop_run (f->loop, 100);
  g_assert_cmpstr (f->log->str, ==, "v1 ");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/scheduler/order", Fixture, NULL, fixture_set_up, test_order, fixture_tear_down);
  g_test_add ("/scheduler/set-priority", Fixture, NULL, fixture_set_up, test_set_priority, fixture_tear_down);
  g_test_add ("/scheduler/abort", Fixture, NULL, fixture_set_up, test_abort, fixture_tear_down);
  return g_test_run ();
}
