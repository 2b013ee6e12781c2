/* ls-promise-async.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-promise-async.h"

#include "ls-cancellable.h"
#include "ls-promise-error.h"

/* A GTask that waits for a promise. The reaction holds a reference, and so does the source that looks after the cancellable. */
typedef struct
{
  GTask   *task;
  GSource *cancelled;     /* (nullable) */
  gboolean has_returned;
} Wait;

/* Returns whether nobody has returned yet. From then on, somebody has. */
static gboolean
wait_begin_return (Wait *self)
{
  if (self->has_returned)
    return FALSE;
  self->has_returned = TRUE;
  if (self->cancelled != NULL)
    g_source_destroy (self->cancelled);
  return TRUE;
}

static void
wait_clear (gpointer data)
{
  Wait *self = data;

  g_clear_pointer (&self->cancelled, g_source_unref);
  g_clear_object (&self->task);
}

static void
wait_unref (gpointer self)
{
  g_rc_box_release_full (self, wait_clear);
}

/* The reaction is gone. If it has not run, it never will. */
static void
wait_drop (gpointer data)
{
  Wait *self = data;

  if (wait_begin_return (self))
    g_task_return_new_error (self->task, LS_PROMISE_ERROR, LS_PROMISE_ERROR_LOOP_ENDED, "The event loop has ended");
  wait_unref (self);
}

static LsCompletion
wait_fulfilled (const LsValue *argument,
                LsValue       *result,
                gpointer       data)
{
  Wait *self = data;

  if (wait_begin_return (self))
    g_task_return_pointer (self->task, ls_value_dup (argument), (GDestroyNotify) ls_value_free);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
wait_rejected (const LsValue *argument,
               LsValue       *result,
               gpointer       data)
{
  Wait *self = data;

  if (wait_begin_return (self))
    g_task_return_error (self->task, ls_value_to_error (argument));
  return LS_COMPLETION_NORMAL;
}

static gboolean
wait_cancelled (GCancellable *cancellable,
                gpointer      data)
{
  Wait *self = data;

  if (wait_begin_return (self))
    g_task_return_error_if_cancelled (self->task);
  return G_SOURCE_REMOVE;
}

/* Lets @task return what comes of @promise. Takes over @task. */
static void
wait_for_promise (LsPromise *promise,
                  GTask     *task)
{
  Wait *self = g_rc_box_new0 (Wait);
  GCancellable *cancellable = g_task_get_cancellable (task);

  self->task = task;
  if (cancellable != NULL)
    {
      self->cancelled = g_cancellable_source_new (cancellable);
      g_source_set_callback (self->cancelled, G_SOURCE_FUNC (wait_cancelled), g_rc_box_acquire (self), wait_unref);
      g_source_attach (self->cancelled, g_task_get_context (task));
    }
  ls_promise_await (promise, wait_fulfilled, wait_rejected, self, wait_drop);
}

/**
 * ls_promise_await_async:
 * @self: a promise
 * @cancellable: (nullable): gives the waiting up, and not what @self stands for
 * @callback: (scope async): called once @self is settled, @cancellable is cancelled, or the loop has ended
 * @user_data: data for @callback
 *
 * Waits for a promise as asynchronous functions of GIO wait: @callback runs in the thread-default main context of the call.
 * Call this on the loop's thread. Something must run the loop, such as [method@EventLoop.attach].
 */
void
ls_promise_await_async (LsPromise           *self,
                        GCancellable        *cancellable,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (self != NULL);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, ls_promise_await_async);
  wait_for_promise (self, task);
}

/**
 * ls_promise_await_finish:
 * @self: a promise
 * @result: what the callback of [method@Promise.await_async] was given
 * @error: what [method@Value.to_error] makes of the reason if @self is rejected; %G_IO_ERROR_CANCELLED;
 *   %LS_PROMISE_ERROR_LOOP_ENDED
 *
 * Finishes what [method@Promise.await_async] has begun.
 *
 * Returns: (transfer full): the value of @self; %NULL with @error set
 */
LsValue *
ls_promise_await_finish (LsPromise     *self,
                         GAsyncResult  *result,
                         GError       **error)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, ls_promise_await_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * ls_promise_resolve_with_result: (skip)
 * @source: (nullable): the object of the asynchronous function
 * @result: its result
 * @promise: (transfer full) (type LsPromise): a promise, with a reference for this function
 *
 * A [callback@Gio.AsyncReadyCallback] that resolves a promise with the result of an asynchronous function of GIO. A handler of the
 * promise finishes that function, and throws [ctor@Exception.new_for_error] if it has failed:
 *
 * |[<!-- language="C" -->
 * LsPromise *loaded = ls_promise_new (loop);
 *
 * g_file_load_contents_async (file, NULL, ls_promise_resolve_with_result, ls_promise_ref (loaded));
 * shown = ls_promise_then (loaded, show_contents, window, NULL);
 * ]|
 */
void
ls_promise_resolve_with_result (GObject      *source,
                                GAsyncResult *result,
                                gpointer      promise)
{
  g_auto (LsValue) value = LS_VALUE_INIT;
  g_autoptr (LsPromise) self = promise;

  ls_value_set_object (&value, result);
  ls_promise_resolve (self, &value);
}

/* Returns: (transfer full): a signal that is aborted with @cancellable, and with @signal (nullable), whose priority it follows */
static LsAbortSignal *
combine (LsEventLoop   *loop,
         LsAbortSignal *signal,
         GCancellable  *cancellable)
{
  g_autoptr (LsAbortSignal) cancelled = ls_abort_signal_new_for_cancellable (loop, cancellable);
  LsAbortSignal *signals[] = { cancelled, signal };
  LsAbortSignal *both;

  if (signal == NULL)
    return g_steal_pointer (&cancelled);
  both = LS_IS_TASK_SIGNAL (signal) ? LS_ABORT_SIGNAL (ls_task_signal_any_with_source (loop, signals, G_N_ELEMENTS (signals),
                                                                                       LS_TASK_SIGNAL (signal)))
                                    : ls_abort_signal_any (loop, signals, G_N_ELEMENTS (signals));
  g_object_set_data_full (G_OBJECT (both), "ls-cancelled", g_steal_pointer (&cancelled), g_object_unref);
  return both;
}

/**
 * ls_scheduler_post_task_async:
 * @self: a scheduler
 * @options: (nullable): signal, priority and delay
 * @function: (scope notified) (closure function_data) (destroy function_destroy): the function that runs
 * @function_data: data for @function
 * @function_destroy: (nullable): called with @function_data once @function has returned, or the task was aborted or dropped: before
 *   what comes after a yield in it, which needs data of its own
 * @cancellable: (nullable): aborts the task
 * @callback: (nullable) (scope async) (closure user_data): called once the task has a result
 * @user_data: data for @callback
 *
 * [method@Scheduler.post_task] as an asynchronous function of GIO: @callback runs in the thread-default main context of the call.
 * Call this on the loop's thread.
 */
void
ls_scheduler_post_task_async (LsScheduler             *self,
                              const LsPostTaskOptions *options,
                              LsCallback               function,
                              gpointer                 function_data,
                              GDestroyNotify           function_destroy,
                              GCancellable            *cancellable,
                              GAsyncReadyCallback      callback,
                              gpointer                 user_data)
{
  LsPostTaskOptions actual = LS_POST_TASK_OPTIONS_INIT;
  LsEventLoop *loop;
  g_autoptr (LsPromise) promise = NULL;
  GTask *task;

  g_return_if_fail (LS_IS_SCHEDULER (self));
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  if (options != NULL)
    actual = *options;
  /* The task waits for the promise, which the signal rejects. */
  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, ls_scheduler_post_task_async);
  loop = ls_scheduler_get_loop (self);
  if (loop != NULL && cancellable != NULL)
    {
      actual.signal = combine (loop, actual.signal, cancellable);
      g_task_set_task_data (task, actual.signal, g_object_unref);
    }
  promise = ls_scheduler_post_task (self, function, function_data, function_destroy, &actual);
  if (promise != NULL)
    {
      wait_for_promise (promise, task);
      return;
    }
  g_task_return_new_error (task, LS_PROMISE_ERROR, LS_PROMISE_ERROR_LOOP_ENDED, "The event loop has ended");
  g_object_unref (task);
}

/**
 * ls_scheduler_post_task_finish:
 * @self: a scheduler
 * @result: what the callback of [method@Scheduler.post_task_async] was given
 * @error: what [method@Value.to_error] makes of the exception or the reason of an abort; %LS_PROMISE_ERROR_LOOP_ENDED
 *
 * Finishes what [method@Scheduler.post_task_async] has begun.
 *
 * Returns: (transfer full): what the task has returned; %NULL with @error set
 */
LsValue *
ls_scheduler_post_task_finish (LsScheduler   *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  g_return_val_if_fail (LS_IS_SCHEDULER (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, ls_scheduler_post_task_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
