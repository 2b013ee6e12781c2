/* ls-promise-resolve.c: making, resolving and rejecting promises
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-loop-private.h"
#include "ls-promise-private.h"

LsPromise *
ls_promise_new_for_task (LsEventLoop *loop,
                         guint32      task,
                         guint32      name)
{
  LsPromise *self = ls_pool_alloc (&loop->space->promises);
  volatile guint32 *last_promise = loop->foreign_jobs.last_promise != NULL ? loop->foreign_jobs.last_promise
                                                                              : &loop->numbers->last_promise;

  *self = (LsPromise) { .space = ls_loop_space_ref (loop->space), .ref_count = 1, .id = ++*last_promise,
                        .name = name };
  ls_event_loop_emit (loop, .kind = LS_RECORD_PROMISE_CREATED, .subject = self->id, .object = task, .text = name);
  return self;
}

/**
 * ls_promise_new:
 * @loop: an event loop
 *
 * Makes a promise, which [method@Promise.resolve] or [method@Promise.reject] settles.
 *
 * Returns: (transfer full): a pending promise
 */
LsPromise *
ls_promise_new (LsEventLoop *loop)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (loop), NULL);
  LS_ASSERT_LOOP_THREAD (loop);

  return ls_promise_new_for_task (loop, 0, 0);
}

/* Makes a settled promise after the end of the loop. Nobody can react to it, and the loop reports nothing of it. */
static LsPromise *
promise_new_settled (LsEventLoop    *loop,
                     LsPromiseState  state,
                     const LsValue  *result)
{
  LsPromise *self = ls_promise_new_for_task (loop, 0, 0);

  self->state = state;
  self->already_resolved = TRUE;
  if (result != NULL)
    ls_value_copy (result, &self->result);
  return self;
}

/**
 * ls_promise_new_resolved:
 * @loop: an event loop
 * @value: (nullable): a value, `undefined` if %NULL
 *
 * Promise.resolve(), but always with a new promise: it adopts a promise given as @value. After the end of the loop such a promise
 * stays pending.
 *
 * Returns: (transfer full): a promise resolved with @value
 */
LsPromise *
ls_promise_new_resolved (LsEventLoop   *loop,
                         const LsValue *value)
{
  LsPromise *self;

  g_return_val_if_fail (LS_IS_EVENT_LOOP (loop), NULL);
  LS_ASSERT_LOOP_THREAD (loop);

  if (loop->shut_down && (value == NULL || value->type != LS_VALUE_PROMISE))
    return promise_new_settled (loop, LS_PROMISE_FULFILLED, value);
  self = ls_promise_new_for_task (loop, 0, 0);
  ls_promise_resolve (self, value);
  return self;
}

/**
 * ls_promise_new_rejected:
 * @loop: an event loop
 * @reason: (nullable): a reason, `undefined` if %NULL
 *
 * Makes a promise that is rejected already.
 *
 * Returns: (transfer full): a promise rejected with @reason
 */
LsPromise *
ls_promise_new_rejected (LsEventLoop   *loop,
                         const LsValue *reason)
{
  LsPromise *self;

  g_return_val_if_fail (LS_IS_EVENT_LOOP (loop), NULL);
  LS_ASSERT_LOOP_THREAD (loop);

  if (loop->shut_down)
    return promise_new_settled (loop, LS_PROMISE_REJECTED, reason);
  self = ls_promise_new_for_task (loop, 0, 0);
  ls_promise_reject (self, reason);
  return self;
}

/**
 * ls_promise_set_name:
 * @self: a promise
 * @name: (nullable): a name for people; the microtasks of its reactions carry it
 *
 * Sets the name that people see in traces.
 */
void
ls_promise_set_name (LsPromise  *self,
                     const char *name)
{
  g_return_if_fail (self != NULL);

  if (self->space->loop != NULL)
    self->name = ls_probe_intern (self->space->loop->probe, name);
}

/* ECMAScript: FulfillPromise and RejectPromise. */
void
ls_promise_settle (LsPromise      *self,
                   LsPromiseState  state,
                   const LsValue  *result)
{
  LsEventLoop *loop = self->space->loop;
  LsReaction *reaction;

  if (G_UNLIKELY (loop->promise_over != NULL))
    loop->promise_over (loop, self->id);
  if (self->is_hosted)
    {
      self->host->settle (state, result, self->host_data);
      return;
    }
  reaction = ls_promise_stop_waiting (self);
  self->state = state;
  if (result != NULL)
    ls_value_copy (result, &self->result);
  if (loop->probe != NULL)
    {
      g_autofree char *text = self->result.type != LS_VALUE_UNDEFINED ? ls_value_to_string (&self->result) : NULL;

      ls_event_loop_emit (loop,
                          .kind = state == LS_PROMISE_REJECTED ? LS_RECORD_PROMISE_REJECTED
                                                               : LS_RECORD_PROMISE_FULFILLED,
                          .subject = self->id, .text = ls_probe_intern (loop->probe, text),
                          .clause = LS_CLAUSE_ECMA_PROMISE_RESOLVE);
    }
  /* HostPromiseRejectionTracker, "reject" */
  if (state == LS_PROMISE_REJECTED && !self->is_handled && !loop->shut_down)
    {
      g_ptr_array_add (loop->rejections, ls_promise_ref (self));
      ls_event_loop_notice_work (loop);
    }
  while (reaction != NULL)
    {
      LsReaction *next = reaction->next;

      reaction->next = NULL;
      ls_reaction_queue_job (loop, self, reaction);
      reaction = next;
    }
}

/* Makes a promise of a language the receiver of @self, which must be new. */
void
ls_promise_set_host (LsPromise           *self,
                     const LsPromiseHost *host,
                     gpointer             data)
{
  self->is_hosted = TRUE;
  self->is_handled = TRUE;
  self->host = host;
  self->host_data = data;
}

/* Marks the promise as resolved. Returns FALSE where a resolving function has been called already, or the loop has ended. */
static gboolean
promise_try_mark_resolved (LsPromise *self)
{
  LsEventLoop *loop = self->space->loop;

  if (self->already_resolved || loop == NULL || loop->shut_down)
    return FALSE;
  LS_ASSERT_LOOP_THREAD (loop);
  self->already_resolved = TRUE;
  return TRUE;
}

/**
 * ls_promise_resolve:
 * @self: a promise
 * @value: (nullable): a value, `undefined` if %NULL; the function adopts a promise
 *
 * The promise resolve function of ECMAScript. The first call of this function or [method@Promise.reject] counts; later calls do
 * nothing.
 */
void
ls_promise_resolve (LsPromise     *self,
                    const LsValue *value)
{
  g_return_if_fail (self != NULL);

  if (!promise_try_mark_resolved (self))
    return;
  if (value == NULL || value->type != LS_VALUE_PROMISE)
    {
      ls_promise_settle (self, LS_PROMISE_FULFILLED, value);
      return;
    }
  if (value->as.promise == self)
    {
      g_auto (LsValue) reason = LS_VALUE_INIT;

      ls_value_take_exception (&reason, ls_exception_new ("TypeError", "A promise cannot be resolved with itself"));
      ls_promise_settle (self, LS_PROMISE_REJECTED, &reason);
      return;
    }

  ls_promise_queue_thenable_job (self, self->space->loop, value);
}

/**
 * ls_promise_reject:
 * @self: a promise
 * @reason: (nullable): a reason, `undefined` if %NULL; the promise keeps its identity
 *
 * The promise reject function of ECMAScript. The first call of this function or [method@Promise.resolve] counts.
 */
void
ls_promise_reject (LsPromise     *self,
                   const LsValue *reason)
{
  g_return_if_fail (self != NULL);

  if (promise_try_mark_resolved (self))
    ls_promise_settle (self, LS_PROMISE_REJECTED, reason);
}

/* HTML: notify about rejected promises, for one of them. */
void
ls_promise_report_unhandled (LsPromise *self)
{
  LsEventLoop *loop = self->space->loop;

  if (self->is_handled)
    return;
  self->is_reported = TRUE;
  if (loop->probe != NULL)
    {
      g_autofree char *text = ls_value_to_string (&self->result);

      ls_event_loop_emit (loop, .kind = LS_RECORD_PROMISE_UNHANDLED, .subject = self->id,
                          .text = ls_probe_intern (loop->probe, text), .clause = LS_CLAUSE_HTML_UNHANDLED_REJECTION);
    }
  if (loop->report != NULL)
    loop->report (loop, &self->result, self, loop->report_data);
}
