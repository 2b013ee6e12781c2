/* test-promise-async.c: promises as results of asynchronous functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <ls-cancellable.h>
#include <ls-promise-async.h>
#include <ls-promise-error.h>
#include <ls-task-controller.h>

typedef struct
{
  GMainContext *context;
  LsEventLoop  *loop;
  LsScheduler  *scheduler;
  LsPromise    *promise;
  LsValue      *value;
  GError       *error;
  guint         n_called;
} Fixture;

static void
fixture_set_up (Fixture       *f,
                gconstpointer  data)
{
  f->context = g_main_context_new ();
  g_main_context_push_thread_default (f->context);
  f->loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  ls_event_loop_attach (f->loop, NULL);
  f->scheduler = ls_scheduler_new (f->loop, NULL);
  f->promise = ls_promise_new (f->loop);
}

static void
fixture_tear_down (Fixture       *f,
                   gconstpointer  data)
{
  g_clear_pointer (&f->value, ls_value_free);
  g_clear_error (&f->error);
  ls_promise_unref (f->promise);
  g_object_unref (f->scheduler);
  if (f->loop != NULL)
    g_assert_finalize_object (f->loop);
  while (g_main_context_iteration (f->context, FALSE))
    ;
  g_main_context_pop_thread_default (f->context);
  g_main_context_unref (f->context);
}

static void
on_awaited (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  Fixture *f = data;

  f->n_called++;
  f->value = ls_promise_await_finish (f->promise, result, &f->error);
}

static void
iterate (Fixture *f)
{
  while (g_main_context_iteration (f->context, FALSE))
    ;
}

static void
test_fulfilled (Fixture       *f,
                gconstpointer  data)
{
  g_auto (LsValue) value = LS_VALUE_INIT;

  ls_value_set_number (&value, 42);
  ls_promise_await_async (f->promise, NULL, on_awaited, f);
  iterate (f);
  g_assert_cmpuint (f->n_called, ==, 0);
  ls_promise_resolve (f->promise, &value);
  iterate (f);
  g_assert_cmpuint (f->n_called, ==, 1);
  g_assert_no_error (f->error);
  g_assert_cmpfloat (ls_value_get_number (f->value), ==, 42);
}

static void
test_rejected (Fixture       *f,
               gconstpointer  data)
{
  g_auto (LsValue) reason = LS_VALUE_INIT;

  ls_value_take_exception (&reason, ls_exception_new ("RangeError", "too far"));
  ls_promise_await_async (f->promise, NULL, on_awaited, f);
  ls_promise_reject (f->promise, &reason);
  iterate (f);
  g_assert_error (f->error, LS_PROMISE_ERROR, LS_PROMISE_ERROR_REJECTED);
  g_assert_cmpstr (f->error->message, ==, "RangeError: too far");
  g_assert_null (f->value);
}

/* Who waits gives up at once, and what settles the promise later changes nothing. */
static void
test_cancelled (Fixture       *f,
                gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  ls_promise_await_async (f->promise, cancellable, on_awaited, f);
  iterate (f);
  g_cancellable_cancel (cancellable);
  iterate (f);
  g_assert_cmpuint (f->n_called, ==, 1);
  g_assert_error (f->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  ls_promise_resolve (f->promise, NULL);
  iterate (f);
  g_assert_cmpuint (f->n_called, ==, 1);
}

static void
test_loop_ends (Fixture       *f,
                gconstpointer  data)
{
  ls_promise_await_async (f->promise, NULL, on_awaited, f);
  g_assert_finalize_object (g_steal_pointer (&f->loop));
  iterate (f);
  g_assert_error (f->error, LS_PROMISE_ERROR, LS_PROMISE_ERROR_LOOP_ENDED);
  /* A loop that is gone already */
  g_clear_error (&f->error);
  ls_promise_await_async (f->promise, NULL, on_awaited, f);
  iterate (f);
  g_assert_cmpuint (f->n_called, ==, 2);
  g_assert_error (f->error, LS_PROMISE_ERROR, LS_PROMISE_ERROR_LOOP_ENDED);
}

static LsCompletion
answer (const LsValue *argument,
        LsValue       *result,
        gpointer       n_run)
{
  ++*(guint *) n_run;
  ls_value_set_string (result, "done");
  return LS_COMPLETION_NORMAL;
}

static void
on_task (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  Fixture *f = data;

  g_assert_true (source == G_OBJECT (f->scheduler));
  f->n_called++;
  f->value = ls_scheduler_post_task_finish (f->scheduler, result, &f->error);
}

static void
test_task (Fixture       *f,
           gconstpointer  data)
{
  guint n_run = 0;

  ls_scheduler_post_task_async (f->scheduler, NULL, answer, &n_run, NULL, NULL, on_task, f);
  iterate (f);
  g_assert_cmpuint (n_run, ==, 1);
  g_assert_cmpuint (f->n_called, ==, 1);
  g_assert_cmpstr (ls_value_get_string (f->value), ==, "done");
}

/* The cancellable aborts the task, and so does the signal, whose priority the task follows. */
static void
test_task_aborted (Fixture       *f,
                   gconstpointer  by_signal)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LsTaskController) controller = ls_task_controller_new (f->loop, LS_TASK_PRIORITY_BACKGROUND, NULL);
  LsPostTaskOptions options = LS_POST_TASK_OPTIONS_INIT;
  guint n_run = 0;

  options.signal = ls_abort_controller_get_signal (LS_ABORT_CONTROLLER (controller));
  ls_scheduler_post_task_async (f->scheduler, &options, answer, &n_run, NULL, cancellable, on_task, f);
  g_assert_cmpuint (ls_task_signal_get_n_dependents (ls_task_controller_get_task_signal (controller)), ==, 1);
  if (by_signal != NULL)
    ls_abort_controller_abort (LS_ABORT_CONTROLLER (controller), NULL);
  else
    g_cancellable_cancel (cancellable);
  iterate (f);
  g_assert_cmpuint (n_run, ==, 0);
  g_assert_cmpuint (f->n_called, ==, 1);
  g_assert_error (f->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A cancellable without a signal, and one that is cancelled before */
static void
test_task_cancelled (Fixture       *f,
                     gconstpointer  before)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  guint n_run = 0;

  if (before != NULL)
    g_cancellable_cancel (cancellable);
  ls_scheduler_post_task_async (f->scheduler, NULL, answer, &n_run, NULL, cancellable, on_task, f);
  g_cancellable_cancel (cancellable);
  iterate (f);
  g_assert_cmpuint (n_run, ==, 0);
  g_assert_error (f->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
return_later (GTask        *task,
              gpointer      source,
              gpointer      data,
              GCancellable *cancellable)
{
  g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "too late");
}

static LsCompletion
finish (const LsValue *argument,
        LsValue       *result,
        gpointer       data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (g_task_propagate_boolean (G_TASK (ls_value_get_object (argument)), &error));
  ls_value_take_exception (result, ls_exception_new_for_error (error));
  return LS_COMPLETION_THROW;
}

/* An asynchronous function of GIO becomes a promise, its error an exception, and that the same error again. */
static void
test_from_task (Fixture       *f,
                gconstpointer  data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, ls_promise_resolve_with_result, ls_promise_ref (f->promise));
  LsPromise *finished = ls_promise_then (f->promise, finish, NULL, NULL);

  ls_promise_unref (f->promise);
  f->promise = finished;
  ls_promise_await_async (f->promise, NULL, on_awaited, f);
  g_task_run_in_thread (task, return_later);
  while (f->n_called == 0)
    g_main_context_iteration (f->context, TRUE);
  g_assert_error (f->error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT);
  g_assert_cmpstr (f->error->message, ==, "too late");
}

static LsCompletion
throw_not_found (const LsValue *argument,
                 LsValue       *result,
                 gpointer       data)
{
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "no file");

  ls_value_take_exception (result, ls_exception_new_for_error (error));
  return LS_COMPLETION_THROW;
}

/* What a task throws for an error is that error to who waits for the task. */
static void
test_task_error (Fixture       *f,
                 gconstpointer  data)
{
  ls_scheduler_post_task_async (f->scheduler, NULL, throw_not_found, NULL, NULL, NULL, on_task, f);
  iterate (f);
  g_assert_null (f->value);
  g_assert_error (f->error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpstr (f->error->message, ==, "no file");
}

static LsCompletion
keep_error (const LsValue *argument,
            LsValue       *result,
            gpointer       error)
{
  *(GError **) error = ls_value_to_error (argument);
  return LS_COMPLETION_NORMAL;
}

/* A handler of a rejection gets it too, and so does one far down a chain; the name of the exception changes nothing. */
static void
test_error_in_handler (Fixture       *f,
                       gconstpointer  data)
{
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "no such format");
  g_autoptr (GError) other = g_error_new_literal (G_FILE_ERROR, G_FILE_ERROR_ACCES, "not yours");
  g_autoptr (LsException) exception = ls_exception_new_for_error (other);
  g_auto (LsValue) reason = LS_VALUE_INIT;
  g_autoptr (LsPromise) first = ls_promise_then (f->promise, NULL, NULL, NULL);
  g_autoptr (LsPromise) second = ls_promise_catch (first, keep_error, &f->error, NULL);
  g_autoptr (GError) again = NULL;

  ls_value_take_exception (&reason, ls_exception_new_for_error (error));
  g_assert_cmpstr (ls_exception_get_name (ls_value_get_exception (&reason)), ==, "NotSupportedError");
  ls_promise_reject (f->promise, &reason);
  iterate (f);
  g_assert_error (f->error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_assert_cmpstr (f->error->message, ==, "no such format");

  g_assert_cmpstr (ls_exception_get_name (exception), ==, "Error");
  g_assert_cmpstr (ls_exception_get_message (exception), ==, "not yours");
  ls_value_set_exception (&reason, exception);
  again = ls_value_to_error (&reason);
  g_assert_error (again, G_FILE_ERROR, G_FILE_ERROR_ACCES);
}

/* Three jobs, each of which waits for an asynchronous function and then has three pieces of work */
typedef struct
{
  Fixture    *f;
  GString    *log;
  const char *name;
  GTask      *task;
  guint       piece;
  gboolean    posts;
} Job;

static LsCompletion
work (const LsValue *argument,
      LsValue       *result,
      gpointer       data)
{
  Job *job = data;
  g_autoptr (LsPromise) yielded = NULL;
  g_autoptr (LsPromise) rest = NULL;

  g_string_append_printf (job->log, "%s%u ", job->name, ++job->piece);
  if (job->piece == 3)
    return LS_COMPLETION_NORMAL;
  yielded = ls_scheduler_yield (job->f->scheduler, NULL);
  rest = ls_promise_then (yielded, work, job, NULL);
  ls_value_set_promise (result, rest);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
is_ready (const LsValue *argument,
          LsValue       *result,
          gpointer       data)
{
  Job *job = data;
  g_autoptr (LsPromise) rest = NULL;

  g_string_append_printf (job->log, "%s-ready ", job->name);
  if (job->posts)
    {
      const LsPostTaskOptions options = { .priority = LS_TASK_PRIORITY_BACKGROUND };

      rest = ls_scheduler_post_task (job->f->scheduler, work, job, NULL, &options);
    }
  else
    {
      g_autoptr (LsPromise) yielded = ls_scheduler_yield (job->f->scheduler, NULL);

      rest = ls_promise_then (yielded, work, job, NULL);
    }
  ls_value_set_promise (result, rest);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
begin_job (const LsValue *argument,
           LsValue       *result,
           gpointer       data)
{
  Job *job = data;
  g_autoptr (LsPromise) waited = ls_promise_new (job->f->loop);
  g_autoptr (LsPromise) rest = ls_promise_then (waited, is_ready, job, NULL);

  job->task = g_task_new (NULL, NULL, ls_promise_resolve_with_result, ls_promise_ref (waited));
  ls_value_set_promise (result, rest);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
note_other (const LsValue *argument,
            LsValue       *result,
            gpointer       log)
{
  g_string_append (log, "other ");
  return LS_COMPLETION_NORMAL;
}

/* A handler runs when GIO is ready, before tasks that wait, whatever their priority and its own. What has yielded is all the same age
 * then and takes turns, before other tasks; what was posted goes one after the other. */
static void
test_after_waiting (Fixture       *f,
                    gconstpointer  posts)
{
  g_autoptr (GString) log = g_string_new (NULL);
  Job jobs[] = { { f, log, "a" }, { f, log, "b" }, { f, log, "c" } };
  const LsPostTaskOptions background = { .priority = LS_TASK_PRIORITY_BACKGROUND };

  for (guint i = 0; i < G_N_ELEMENTS (jobs); i++)
    {
      jobs[i].posts = posts != NULL;
      ls_promise_unref (ls_scheduler_post_task (f->scheduler, begin_job, &jobs[i], NULL, &background));
    }
  iterate (f);
  for (guint i = 0; i < G_N_ELEMENTS (jobs); i++)
    {
      g_task_return_boolean (jobs[i].task, TRUE);
      g_object_unref (jobs[i].task);
    }
  ls_promise_unref (ls_scheduler_post_task (f->scheduler, note_other, log, NULL, &background));
  ls_promise_unref (ls_scheduler_post_task (f->scheduler, note_other, log, NULL, NULL));
  iterate (f);
  g_assert_cmpstr (log->str, ==, posts != NULL ? "a-ready b-ready c-ready other other a1 a2 a3 b1 b2 b3 c1 c2 c3 "
                                               : "a-ready b-ready c-ready other a1 b1 c1 a2 b2 c2 a3 b3 c3 other ");
}

/* A handler of a GTK signal aborts a task: the handler of its promise, and who waits with GIO, hear of it later, or in a checkpoint. */
typedef struct
{
  Fixture          *f;
  LsTaskController *controller;
  GString          *log;
  gboolean          checks;
  gboolean          posts;
} Click;

static LsCompletion
note_rejected (const LsValue *argument,
               LsValue       *result,
               gpointer       log)
{
  g_string_append (log, "handler ");
  return LS_COMPLETION_NORMAL;
}

static void
note_abort (GCancellable *cancellable,
            GString      *log)
{
  g_string_append (log, "cancelled ");
}

static void
note_finished (GObject      *source,
               GAsyncResult *result,
               gpointer      log)
{
  g_string_append (log, "finished ");
}

static gboolean
click (gpointer data)
{
  Click *self = data;
  const LsPostTaskOptions options = { .signal = ls_abort_controller_get_signal (LS_ABORT_CONTROLLER (self->controller)) };

  if (self->posts)
    ls_scheduler_post_task_async (self->f->scheduler, &options, note_other, self->log, NULL, NULL, note_finished, self->log);
  ls_abort_controller_abort (LS_ABORT_CONTROLLER (self->controller), NULL);
  if (self->checks)
    ls_event_loop_perform_microtask_checkpoint (self->f->loop);
  g_string_append (self->log, "end ");
  return G_SOURCE_REMOVE;
}

static void
test_abort_in_handler (Fixture       *f,
                       gconstpointer  how)
{
  const gboolean checks = g_strcmp0 (how, "later") != 0;
  const gboolean posts_inside = g_strcmp0 (how, "same iteration") == 0;
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (LsTaskController) controller = ls_task_controller_new (f->loop, LS_TASK_PRIORITY_BACKGROUND, NULL);
  LsAbortSignal *signal = ls_abort_controller_get_signal (LS_ABORT_CONTROLLER (controller));
  const LsPostTaskOptions options = { .signal = signal };
  g_autoptr (LsPromise) posted = ls_scheduler_post_task (f->scheduler, note_other, log, NULL, &options);
  g_autoptr (GSource) source = g_idle_source_new ();
  Click data = { f, controller, log, checks, posts_inside };

  ls_promise_unref (ls_promise_catch (posted, note_rejected, log, NULL));
  g_signal_connect (ls_abort_signal_get_cancellable (signal), "cancelled", G_CALLBACK (note_abort), log);
  if (!posts_inside)
    ls_scheduler_post_task_async (f->scheduler, &options, note_other, log, NULL, NULL, note_finished, log);
  g_source_set_priority (source, G_PRIORITY_HIGH);
  g_source_set_callback (source, click, &data, NULL);
  g_source_attach (source, f->context);
  iterate (f);
  /* The callback of GIO goes along, unless its task was posted in this iteration. */
  g_assert_cmpstr (log->str, ==, posts_inside ? "cancelled handler end finished "
                                 : checks     ? "cancelled handler finished end "
                                              : "cancelled end handler finished ");
}

#define ADD(path, func, data) g_test_add (path, Fixture, data, fixture_set_up, func, fixture_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/promise-async/fulfilled", test_fulfilled, NULL);
  ADD ("/promise-async/rejected", test_rejected, NULL);
  ADD ("/promise-async/cancelled", test_cancelled, NULL);
  ADD ("/promise-async/loop-ends", test_loop_ends, NULL);
  ADD ("/promise-async/task", test_task, NULL);
  ADD ("/promise-async/task-aborted/signal", test_task_aborted, "signal");
  ADD ("/promise-async/task-aborted/cancellable", test_task_aborted, NULL);
  ADD ("/promise-async/task-cancelled", test_task_cancelled, NULL);
  ADD ("/promise-async/task-cancelled-before", test_task_cancelled, "before");
  ADD ("/promise-async/from-task", test_from_task, NULL);
  ADD ("/promise-async/task-error", test_task_error, NULL);
  ADD ("/promise-async/error-in-handler", test_error_in_handler, NULL);
  ADD ("/promise-async/after-waiting/yield", test_after_waiting, NULL);
  ADD ("/promise-async/after-waiting/post", test_after_waiting, "post");
  ADD ("/promise-async/abort-in-handler/later", test_abort_in_handler, "later");
  ADD ("/promise-async/abort-in-handler/checkpoint", test_abort_in_handler, "checkpoint");
  ADD ("/promise-async/abort-in-handler/same-iteration", test_abort_in_handler, "same iteration");
  return g_test_run ();
}
