/* test-source.c: a loop on a GMainContext
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "source-fixture.h"

static void
test_runs (SourceFixture *f,
           gconstpointer  data)
{
  ls_event_loop_attach (f->f.loop, f->context);
  g_assert_false (g_main_context_pending (f->context));
  loop_fixture_timeout (&f->f, 5, "timer");
  loop_fixture_post (&f->f, LS_QUEUE_TYPE_DEFAULT, 0, "task");
  ls_event_loop_queue_microtask (f->f.loop, NULL, NOTE (&f->f, "microtask"));
  source_fixture_iterate (f);
  g_assert_cmpstr (f->f.log->str, ==, "microtask task timer ");
  g_assert_cmpuint (ls_event_loop_get_time (f->f.loop), ==, 5000);
}

static void
test_detach (SourceFixture *f,
             gconstpointer  data)
{
  ls_event_loop_attach (f->f.loop, f->context);
  loop_fixture_post (&f->f, LS_QUEUE_TYPE_DEFAULT, 0, "a");
  ls_event_loop_detach (f->f.loop);
  ls_event_loop_detach (f->f.loop);
  source_fixture_iterate (f);
  g_assert_cmpstr (f->f.log->str, ==, "");
  loop_fixture_post (&f->f, LS_QUEUE_TYPE_DEFAULT, 0, "b");
  ls_event_loop_attach (f->f.loop, f->context);
  source_fixture_iterate (f);
  g_assert_cmpstr (f->f.log->str, ==, "a b ");
}

static LsCompletion
detach (LoopFixture *f,
        gpointer     data)
{
  ls_event_loop_detach (f->loop);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
reattach (LoopFixture *f,
          gpointer     context)
{
  ls_event_loop_detach (f->loop);
  ls_event_loop_attach (f->loop, context);
  return LS_COMPLETION_NORMAL;
}

static void
test_detach_inside (SourceFixture *f,
                    gconstpointer  data)
{
  ls_event_loop_attach (f->f.loop, f->context);
  ls_event_loop_post (f->f.loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL,
                      ACTION (&f->f, "a", reattach, f->context));
  ls_event_loop_post (f->f.loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL, ACTION (&f->f, "b", detach, NULL));
  source_fixture_iterate (f);
  g_assert_true (g_str_has_prefix (f->f.log->str, "a b "));
  g_string_truncate (f->f.log, 0);
  loop_fixture_post (&f->f, LS_QUEUE_TYPE_DEFAULT, 0, "c");
  source_fixture_iterate (f);
  g_assert_cmpstr (f->f.log->str, ==, "");
  ls_event_loop_attach (f->f.loop, f->context);
  source_fixture_iterate (f);
  g_assert_cmpstr (f->f.log->str, ==, "c ");
}

/* The source holds no reference: an attached loop can go, also from inside itself. */
static void
test_finalised_attached (SourceFixture *f,
                         gconstpointer  data)
{
  ls_event_loop_attach (f->f.loop, f->context);
  loop_fixture_post (&f->f, LS_QUEUE_TYPE_DEFAULT, 0, "never");
  loop_fixture_timeout (&f->f, 1, "never");
  g_assert_finalize_object (g_steal_pointer (&f->f.loop));
  g_assert_cmpuint (f->f.n_destroyed, ==, 2);
  source_fixture_iterate (f);
  g_assert_cmpstr (f->f.log->str, ==, "");
}

static LsCompletion
drop_loop (LoopFixture *f,
           gpointer     data)
{
  g_object_unref (g_steal_pointer (&f->loop));
  return LS_COMPLETION_NORMAL;
}

static void
test_dropped_inside (SourceFixture *f,
                     gconstpointer  data)
{
  gpointer loop = f->f.loop;

  g_object_add_weak_pointer (loop, &loop);
  ls_event_loop_attach (f->f.loop, f->context);
  ls_event_loop_post (f->f.loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL, ACTION (&f->f, "a", drop_loop, NULL));
  source_fixture_iterate (f);
  g_assert_null (loop);
  g_assert_cmpstr (f->f.log->str, ==, "a ");
}

/* A nested main loop inside a callback does not spin on work that it cannot run. */
static LsCompletion
look_inside (LoopFixture *f,
             gpointer     context)
{
  loop_fixture_post (f, LS_QUEUE_TYPE_DEFAULT, 0, "later");
  for (guint i = 0; i < 3; i++)
    g_main_context_iteration (context, FALSE);
  g_assert_false (g_main_context_pending (context));
  g_assert_cmpstr (f->log->str, ==, "a ");
  return LS_COMPLETION_NORMAL;
}

static void
test_nested (SourceFixture *f,
             gconstpointer  by_hand)
{
  ls_event_loop_attach (f->f.loop, f->context);
  ls_event_loop_post (f->f.loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL,
                      ACTION (&f->f, "a", look_inside, f->context));
  if (by_hand != NULL)
    ls_event_loop_run_turn (f->f.loop);
  source_fixture_iterate (f);
  g_assert_cmpstr (f->f.log->str, ==, "a later ");
}

/* The loop reports a rejection outside a turn, and then the context sleeps. */
static void
test_rejection (SourceFixture *f,
                gconstpointer  data)
{
  ls_event_loop_attach (f->f.loop, f->context);
  ls_promise_unref (ls_promise_new_rejected (f->f.loop, NULL));
  for (guint i = 0; i < 3; i++)
    g_main_context_iteration (f->context, FALSE);
  g_assert_false (g_main_context_pending (f->context));
  g_assert_cmpuint (test_probe_count (f->f.probe, LS_RECORD_PROMISE_UNHANDLED), ==, 1);
}

/* Tasks that take real time and no virtual time. */
static LsCompletion
spin (LoopFixture *f,
      gpointer     data)
{
  const gint64 start = g_get_monotonic_time ();

  while (g_get_monotonic_time () - start < 2000)
    ;
  return LS_COMPLETION_NORMAL;
}

/* Returns how many tasks still run before the other sources have their turn, after a task that takes longer than the quantum and
 * that @n_before others precede. */
static gsize
count_after_long_task (SourceFixture *f,
                       guint          n_before)
{
  for (guint i = 0; i < n_before + 200; i++)
    if (i == n_before)
      ls_event_loop_post (f->f.loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL, ACTION (&f->f, "spin", spin, NULL));
    else
      loop_fixture_post (&f->f, LS_QUEUE_TYPE_DEFAULT, 0, "t");
  g_string_truncate (f->f.log, 0);
  while (strstr (f->f.log->str, "spin ") == NULL)
    g_main_context_iteration (f->context, FALSE);
  return strlen (strstr (f->f.log->str, "spin ") + strlen ("spin ")) / strlen ("t ");
}

/* The source looks at the real clock after the first and the second task of a quantum, and after 64 tasks at the latest. */
static void
test_real_time (SourceFixture *f,
                gconstpointer  data)
{
  ls_event_loop_attach (f->f.loop, f->context);
  ls_event_loop_set_quantum (f->f.loop, 1000);
  for (guint i = 0; i < 3; i++)
    ls_event_loop_post (f->f.loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL, ACTION (&f->f, "spin", spin, NULL));
  g_main_context_iteration (f->context, FALSE);
  g_assert_cmpstr (f->f.log->str, ==, "spin ");
  g_main_context_iteration (f->context, FALSE);
  g_assert_cmpstr (f->f.log->str, ==, "spin spin ");
  source_fixture_iterate (f);

  g_assert_cmpuint (count_after_long_task (f, 0), ==, 0);
  source_fixture_iterate (f);
  g_assert_cmpuint (count_after_long_task (f, 1), ==, 0);
  source_fixture_iterate (f);
  g_assert_cmpuint (count_after_long_task (f, 130), <, 64);
  source_fixture_iterate (f);
  g_assert_cmpuint (ls_event_loop_get_n_queued_tasks (f->f.loop), ==, 0);
}

/* Other sources of the context have their turns by the priorities of GLib, which follow the best task. */
static gboolean
note_source (gpointer data)
{
  LoopFixture *f = data;

  g_string_append (f->log, "source ");
  return G_SOURCE_REMOVE;
}

static void
add_source (SourceFixture *f,
            int            priority)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, priority);
  g_source_set_callback (source, note_source, &f->f, NULL);
  g_source_attach (source, f->context);
}

static void
note_task (gpointer data)
{
  LoopFixture *f = data;

  g_string_append (f->log, "task ");
}

static void
test_priority (SourceFixture *f,
               gconstpointer  data)
{
  ls_event_loop_attach (f->f.loop, f->context);
  add_source (f, G_PRIORITY_DEFAULT + 1);
  ls_scheduler_post (f->scheduler, LS_TASK_PRIORITY_USER_BLOCKING, note_task, &f->f, NULL);
  source_fixture_iterate (f);
  add_source (f, G_PRIORITY_DEFAULT);
  ls_scheduler_post (f->scheduler, LS_TASK_PRIORITY_USER_VISIBLE, note_task, &f->f, NULL);
  source_fixture_iterate (f);
  add_source (f, G_PRIORITY_DEFAULT_IDLE - 1);
  ls_scheduler_post (f->scheduler, LS_TASK_PRIORITY_BACKGROUND, note_task, &f->f, NULL);
  source_fixture_iterate (f);
  g_assert_cmpstr (f->f.log->str, ==, "task source source task source task ");
}

static LsCompletion
note_handler (const LsValue *argument,
              LsValue       *result,
              gpointer       data)
{
  LoopFixture *f = data;

  g_string_append (f->log, "handler ");
  return LS_COMPLETION_NORMAL;
}

/* Microtasks that are queued outside of the loop's callbacks do not wait as long as background tasks do, and go along with urgent ones. */
static void
test_priority_of_microtasks (SourceFixture *f,
                             gconstpointer  data)
{
  const LsTaskPriority priorities[] = { LS_TASK_PRIORITY_NONE, LS_TASK_PRIORITY_BACKGROUND, LS_TASK_PRIORITY_USER_BLOCKING };
  const char *expected[] = {
    "source handler source source ",
    "source handler source source task ",
    "handler task source source source ",
  };

  ls_event_loop_attach (f->f.loop, f->context);
  for (guint i = 0; i < G_N_ELEMENTS (priorities); i++)
    {
      g_autoptr (LsPromise) promise = ls_promise_new (f->f.loop);

      g_string_truncate (f->f.log, 0);
      ls_promise_unref (ls_promise_then (promise, note_handler, &f->f, NULL));
      add_source (f, G_PRIORITY_HIGH_IDLE - 1);
      add_source (f, G_PRIORITY_HIGH_IDLE + 1);
      add_source (f, G_PRIORITY_DEFAULT_IDLE - 1);
      if (priorities[i] != LS_TASK_PRIORITY_NONE)
        ls_scheduler_post (f->scheduler, priorities[i], note_task, &f->f, NULL);
      ls_promise_resolve (promise, NULL);
      source_fixture_iterate (f);
      g_assert_cmpstr (f->f.log->str, ==, expected[i]);
    }
}

/* A checkpoint runs them at once. */
static gboolean
resolve_and_check (gpointer data)
{
  SourceFixture *f = data;
  g_autoptr (LsPromise) promise = ls_promise_new (f->f.loop);

  ls_promise_unref (ls_promise_then (promise, note_handler, &f->f, NULL));
  ls_promise_resolve (promise, NULL);
  ls_event_loop_perform_microtask_checkpoint (f->f.loop);
  g_string_append (f->f.log, "end ");
  return G_SOURCE_REMOVE;
}

static void
test_checkpoint_in_source (SourceFixture *f,
                           gconstpointer  data)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  ls_event_loop_attach (f->f.loop, f->context);
  g_source_set_callback (source, resolve_and_check, f, NULL);
  g_source_attach (source, f->context);
  source_fixture_iterate (f);
  g_assert_cmpstr (f->f.log->str, ==, "handler end ");
}

/* An urgent task does not take tasks along that come after layout. */
static void
test_looked_at_again (SourceFixture *f,
                      gconstpointer  data)
{
  ls_event_loop_attach (f->f.loop, f->context);
  for (guint i = 0; i < 4; i++)
    ls_scheduler_post (f->scheduler, LS_TASK_PRIORITY_BACKGROUND, note_task, &f->f, NULL);
  ls_scheduler_post (f->scheduler, LS_TASK_PRIORITY_USER_BLOCKING, note_task, &f->f, NULL);
  add_source (f, G_PRIORITY_HIGH_IDLE);
  source_fixture_iterate (f);
  g_assert_cmpstr (f->f.log->str, ==, "task source task task task task ");
}

/* Without a context, the one that the thread has made its default is meant. */
static void
test_thread_default (SourceFixture *f,
                     gconstpointer  data)
{
  g_main_context_push_thread_default (f->context);
  ls_event_loop_attach (f->f.loop, NULL);
  g_main_context_pop_thread_default (f->context);
  loop_fixture_post (&f->f, LS_QUEUE_TYPE_DEFAULT, 0, "task");
  g_assert_false (g_main_context_pending (NULL));
  source_fixture_iterate (f);
  g_assert_cmpstr (f->f.log->str, ==, "task ");
}

/* A post from another thread wakes a sleeping context. */
static void
quit (gpointer data)
{
  g_main_loop_quit (data);
}

static gpointer
post_from_thread (gpointer data)
{
  gpointer *arguments = data;

  ls_event_loop_post_from_thread (arguments[0], LS_QUEUE_TYPE_DEFAULT, quit, arguments[1], NULL);
  return NULL;
}

static void
test_wakes (SourceFixture *f,
            gconstpointer  data)
{
  g_autoptr (GMainLoop) main_loop = g_main_loop_new (f->context, FALSE);
  gpointer arguments[] = { f->f.loop, main_loop };

  ls_event_loop_attach (f->f.loop, f->context);
  for (guint i = 0; i < 100; i++)
    {
      GThread *thread = g_thread_new ("post", post_from_thread, arguments);

      g_main_loop_run (main_loop);
      g_thread_join (thread);
    }
}

#define ADD(path, func) g_test_add (path, SourceFixture, NULL, source_fixture_set_up, func, source_fixture_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/source/runs", test_runs);
  ADD ("/source/detach", test_detach);
  ADD ("/source/detach-inside", test_detach_inside);
  ADD ("/source/finalised-attached", test_finalised_attached);
  ADD ("/source/dropped-inside", test_dropped_inside);
  ADD ("/source/nested", test_nested);
  g_test_add ("/source/nested-by-hand", SourceFixture, "by hand", source_fixture_set_up, test_nested, source_fixture_tear_down);
  ADD ("/source/rejection", test_rejection);
  ADD ("/source/looked-at-again", test_looked_at_again);
  ADD ("/source/thread-default", test_thread_default);
  ADD ("/source/real-time", test_real_time);
  ADD ("/source/priority", test_priority);
  ADD ("/source/priority-of-microtasks", test_priority_of_microtasks);
  ADD ("/source/checkpoint-in-source", test_checkpoint_in_source);
  ADD ("/source/wakes", test_wakes);
  return g_test_run ();
}
