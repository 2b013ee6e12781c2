/* ls-dex.c: promises, and what gives them, as futures of libdex
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-dex.h"

/* What a future waits for. */
typedef struct
{
  DexPromise  *future;
  LsPromise   *promise;    /* or NULL */
  LsScheduler *scheduler;  /* or NULL */
} Wait;

static Wait *
wait_new (DexPromise  *future,
          LsPromise   *promise,
          LsScheduler *scheduler)
{
  Wait *self = g_new (Wait, 1);

  *self = (Wait) {
    .future = dex_ref (future),
    .promise = promise != NULL ? ls_promise_ref (promise) : NULL,
    .scheduler = scheduler != NULL ? g_object_ref (scheduler) : NULL,
  };
  return self;
}

/* Settles the future with @value (transfer full) (nullable), or with @error (transfer full) if that is NULL. */
static void
wait_end (Wait    *self,
          LsValue *value,
          GError  *error)
{
  g_autoptr (LsValue) owned = value;

  if (value != NULL)
    {
      g_auto (GValue) gvalue = G_VALUE_INIT;

      ls_value_get_gvalue (value, &gvalue);
      dex_promise_resolve (self->future, &gvalue);
    }
  else
    {
      dex_promise_reject (self->future, error);
    }
  dex_unref (self->future);
  g_clear_pointer (&self->promise, ls_promise_unref);
  g_clear_object (&self->scheduler);
  g_free (self);
}

static void
on_settled (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  Wait *self = user_data;
  GError *error = NULL;
  LsValue *value = ls_promise_await_finish (self->promise, result, &error);

  wait_end (self, value, error);
}

static void
on_task_ended (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  Wait *self = user_data;
  GError *error = NULL;
  LsValue *value = ls_scheduler_post_task_finish (self->scheduler, result, &error);

  wait_end (self, value, error);
}

/**
 * ls_dex_await_promise:
 * @promise: a promise
 *
 * Makes a future of a promise. It resolves to what [method@Value.get_gvalue] makes of the promise's value, and rejects with what
 * [method@Value.to_error] makes of its reason. Who discards the future gives the waiting up, and not what @promise stands for.
 * Call this on the loop's thread, where a fiber of that thread's main context may wait for it.
 *
 * Returns: (transfer full): a future
 */
DexFuture *
ls_dex_await_promise (LsPromise *promise)
{
  DexPromise *future;

  g_return_val_if_fail (promise != NULL, NULL);

  future = dex_promise_new_cancellable ();
  ls_promise_await_async (promise, dex_promise_get_cancellable (future), on_settled, wait_new (future, promise, NULL));
  return DEX_FUTURE (future);
}

/**
 * ls_dex_post_task:
 * @scheduler: a scheduler
 * @options: (nullable): as for [method@Scheduler.post_task]
 * @function: (scope notified) (closure function_data) (destroy function_destroy): runs when the task does
 * @function_data: data for @function
 * @function_destroy: (nullable): frees @function_data
 *
 * Scheduler.postTask(). Who discards the future aborts the task. Call this on the loop's thread.
 *
 * Returns: (transfer full): a future of what @function returns, as for [func@dex_await_promise]
 */
DexFuture *
ls_dex_post_task (LsScheduler             *scheduler,
                  const LsPostTaskOptions *options,
                  LsCallback               function,
                  gpointer                 function_data,
                  GDestroyNotify           function_destroy)
{
  DexPromise *future;

  g_return_val_if_fail (LS_IS_SCHEDULER (scheduler), NULL);
  g_return_val_if_fail (function != NULL, NULL);

  future = dex_promise_new_cancellable ();
  ls_scheduler_post_task_async (scheduler, options, function, function_data, function_destroy, dex_promise_get_cancellable (future),
                                on_task_ended, wait_new (future, NULL, scheduler));
  return DEX_FUTURE (future);
}

/**
 * ls_dex_yield:
 * @scheduler: a scheduler
 * @options: (nullable): as for [method@Scheduler.yield]
 *
 * Scheduler.yield(): a fiber goes on after `dex_await (ls_dex_yield (scheduler, NULL), NULL)` once the continuation is due. It does so in
 * an iteration of its own of the main context, after the task of the continuation: so what it posts then inherits nothing from the
 * task in which it yielded. Call this on the loop's thread.
 *
 * Returns: (transfer full): a future, which rejects where the promise of the yield does
 */
DexFuture *
ls_dex_yield (LsScheduler          *scheduler,
              const LsYieldOptions *options)
{
  g_autoptr (LsPromise) promise = NULL;

  g_return_val_if_fail (LS_IS_SCHEDULER (scheduler), NULL);

  promise = ls_scheduler_yield (scheduler, options);
  if (promise == NULL)
    return dex_future_new_reject (LS_PROMISE_ERROR, LS_PROMISE_ERROR_LOOP_ENDED, "The event loop has ended");
  return ls_dex_await_promise (promise);
}

static DexFuture *
on_future_ended (DexFuture *future,
                 gpointer   promise)
{
  g_autoptr (GError) error = NULL;
  const GValue *gvalue = dex_future_get_value (future, &error);
  g_auto (LsValue) value = LS_VALUE_INIT;

  if (gvalue != NULL)
    {
      ls_value_set_gvalue (&value, gvalue);
      ls_promise_resolve (promise, &value);
    }
  else
    {
      ls_value_take_exception (&value, ls_exception_new_for_error (error));
      ls_promise_reject (promise, &value);
    }
  return NULL;
}

/**
 * ls_dex_promise_new_for_future:
 * @loop: an event loop
 * @future: (transfer none): a future, such as a fiber
 *
 * Makes a promise of a future: it is fulfilled with what [method@Value.set_gvalue] makes of the future's value, or rejected with
 * what [ctor@Exception.new_for_error] makes of its error. Call this on the loop's thread, whose main context runs @future.
 *
 * Returns: (transfer full): a promise
 */
LsPromise *
ls_dex_promise_new_for_future (LsEventLoop *loop,
                               DexFuture   *future)
{
  LsPromise *promise;

  g_return_val_if_fail (LS_IS_EVENT_LOOP (loop), NULL);
  g_return_val_if_fail (DEX_IS_FUTURE (future), NULL);

  promise = ls_promise_new (loop);
  dex_future_disown (dex_future_finally (dex_ref (future), on_future_ended, ls_promise_ref (promise),
                                         (GDestroyNotify) ls_promise_unref));
  return promise;
}
