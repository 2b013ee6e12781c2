/* test-dex.c: fibers of libdex wait for tasks, yields and promises
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <ls-dex.h>

typedef struct
{
  LsEventLoop *loop;
  LsScheduler *scheduler;
  GString     *log;
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  ls_event_loop_attach (self->loop, NULL);
  self->scheduler = ls_scheduler_new (self->loop, NULL);
  self->log = g_string_new (NULL);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_object_unref (self->scheduler);
  g_assert_finalize_object (self->loop);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_string_free (self->log, TRUE);
}

/* Runs @fiber until it has ended, with the fixture. */
static void
run_fiber (Fixture      *self,
           DexFiberFunc  fiber)
{
  DexFuture *future = dex_scheduler_spawn (NULL, 0, fiber, self, NULL);

  while (dex_future_get_status (future) == DEX_FUTURE_STATUS_PENDING)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (dex_future_get_status (future), ==, DEX_FUTURE_STATUS_RESOLVED);
  dex_unref (future);
}

static LsCompletion
return_42 (const LsValue *argument,
           LsValue       *result,
           gpointer       user_data)
{
  Fixture *self = user_data;

  g_string_append (self->log, "task ");
  ls_value_set_number (result, 42);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
throw_error (const LsValue *argument,
             LsValue       *result,
             gpointer       user_data)
{
  ls_value_take_exception (result, ls_exception_new ("RangeError", "too far"));
  return LS_COMPLETION_THROW;
}

static DexFuture *
fiber_tasks (gpointer user_data)
{
  Fixture *self = user_data;
  const LsPostTaskOptions urgent = { .priority = LS_TASK_PRIORITY_USER_BLOCKING };
  g_autoptr (GError) error = NULL;

  g_assert_cmpfloat (dex_await_double (ls_dex_post_task (self->scheduler, NULL, return_42, self, NULL), &error), ==, 42);
  g_assert_no_error (error);
  g_string_append (self->log, "fiber ");
  g_assert_false (dex_await (ls_dex_post_task (self->scheduler, &urgent, throw_error, self, NULL), &error));
  g_assert_error (error, LS_PROMISE_ERROR, LS_PROMISE_ERROR_REJECTED);
  g_assert_nonnull (strstr (error->message, "too far"));
  return dex_future_new_true ();
}

/* The fiber gets what a task returns, and an error for what it throws. */
static void
test_tasks (Fixture       *self,
            gconstpointer  data)
{
  run_fiber (self, fiber_tasks);
  g_assert_cmpstr (self->log->str, ==, "task fiber ");
}

static DexFuture *
fiber_yields (gpointer user_data)
{
  Fixture *self = user_data;
  const LsPostTaskOptions background = { .priority = LS_TASK_PRIORITY_BACKGROUND };
  g_autoptr (DexFuture) later = ls_dex_post_task (self->scheduler, &background, return_42, self, NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 3; i++)
    {
      g_string_append_printf (self->log, "%u ", i);
      g_assert_true (dex_await (ls_dex_yield (self->scheduler, NULL), &error));
      g_assert_no_error (error);
    }
  g_assert_true (dex_await (g_steal_pointer (&later), &error));
  return dex_future_new_true ();
}

/* Yields are straight-line code: each returns, and what is more urgent than a task that waits has been before it. */
static void
test_yields (Fixture       *self,
             gconstpointer  data)
{
  run_fiber (self, fiber_yields);
  g_assert_true (g_str_has_prefix (self->log->str, "0 "));
  g_assert_nonnull (strstr (self->log->str, "1 "));
  g_assert_nonnull (strstr (self->log->str, "2 "));
  g_assert_nonnull (strstr (self->log->str, "task "));
}

/* A future that nobody wants aborts its task. */
static void
test_discard (Fixture       *self,
              gconstpointer  data)
{
  DexFuture *future = ls_dex_post_task (self->scheduler, NULL, return_42, self, NULL);

  dex_future_disown (dex_future_first (future, dex_future_new_true (), NULL));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpstr (self->log->str, ==, "");
}

static LsCompletion
note_value (const LsValue *argument,
            LsValue       *result,
            gpointer       user_data)
{
  Fixture *self = user_data;

  if (ls_value_get_exception (argument) != NULL)
    g_string_append_printf (self->log, "rejected %s", ls_exception_get_message (ls_value_get_exception (argument)));
  else
    g_string_append_printf (self->log, "fulfilled %g ", ls_value_get_number (argument));
  return LS_COMPLETION_NORMAL;
}

/* A promise follows a future, in either way. */
static void
test_promise (Fixture       *self,
              gconstpointer  data)
{
  g_autoptr (DexFuture) good = dex_future_new_for_int (7);
  g_autoptr (DexFuture) bad = dex_future_new_reject (G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "gone");
  g_autoptr (LsPromise) fulfilled = ls_dex_promise_new_for_future (self->loop, good);
  g_autoptr (LsPromise) rejected = ls_dex_promise_new_for_future (self->loop, bad);

  ls_promise_await (fulfilled, note_value, note_value, self, NULL);
  ls_promise_await (rejected, note_value, note_value, self, NULL);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_true (g_str_has_prefix (self->log->str, "fulfilled 7 rejected "));
  g_assert_nonnull (strstr (self->log->str, "gone"));
}

/* Once the loop is gone, a yield rejects. */
static DexFuture *
fiber_after_end (gpointer user_data)
{
  Fixture *self = user_data;
  g_autoptr (LsScheduler) scheduler = g_object_ref (self->scheduler);
  g_autoptr (GError) error = NULL;

  ls_event_loop_shut_down (self->loop);
  g_assert_false (dex_await (ls_dex_yield (scheduler, NULL), &error));
  g_assert_nonnull (error);
  return dex_future_new_true ();
}

static void
test_end (Fixture       *self,
          gconstpointer  data)
{
  run_fiber (self, fiber_after_end);
}

#define ADD(name, func) g_test_add ("/dex/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  dex_init ();

  ADD ("tasks", test_tasks);
  ADD ("yields", test_yields);
  ADD ("discard", test_discard);
  ADD ("promise", test_promise);
  ADD ("end", test_end);

  return g_test_run ();
}
