/* ls-lock-attempt.c: what both kinds of locks share, and executeLocked()
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lock-attempt-private.h"

#include <glib/gi18n-lib.h>

gpointer
ls_lock_new (LsSharedMemory  *memory,
             guint64          index,
             GError         **error)
{
  LsLock *self;
  LsTypedArray array;
  gsize byte_index;

  g_return_val_if_fail (memory != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (!ls_typed_array_init (&array, memory, LS_ELEMENT_INT32, 0, ls_shared_memory_get_length (memory) / 4, error) ||
      !ls_validate_atomic_access (&array, index, &byte_index, error))
    return NULL;
  self = g_new0 (LsLock, 1);
  g_atomic_ref_count_init (&self->ref_count);
  ls_shared_memory_ref (memory);
  self->array = array;
  self->index = index;
  self->place = (guint32 *) (gpointer) (memory->bytes + byte_index);
  self->list = ls_get_waiter_list (ls_waiter_table_get_shared (), memory, byte_index);
  return self;
}

gpointer
ls_lock_ref (gpointer lock)
{
  g_return_val_if_fail (lock != NULL, NULL);

  g_atomic_ref_count_inc (&((LsLock *) lock)->ref_count);
  return lock;
}

void
ls_lock_unref (gpointer lock)
{
  LsLock *self = lock;

  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  ls_shared_memory_unref (self->array.memory);
  g_free (self);
}

/* Wakes the agent that has waited longest. Returns how many were woken, or -1 with @error. */
gint64
ls_lock_notify (LsLock  *self,
                GError **error)
{
  GError *local_error = NULL;
  const guint64 n = ls_atomics_notify (&self->array, self->index, 1, &local_error);

  if (local_error == NULL)
    return n;
  g_propagate_error (error, local_error);
  return -1;
}

typedef struct
{
  guint              ref_count;
  const LsLockClass *klass;
  LsLock            *lock;      /* (owned) */
  LsAgent           *agent;     /* (unowned): its loop runs the attempt */
  LsPromise         *promise;   /* (owned): the promise of the async function */
  LsCallback         callback;
  gpointer           data;
  GDestroyNotify     destroy;
} LsLockAttempt;

static void
lock_attempt_unref (gpointer data)
{
  LsLockAttempt *self = data;

  if (--self->ref_count > 0)
    return;
  if (self->destroy != NULL)
    self->destroy (self->data);
  ls_lock_unref (self->lock);
  ls_promise_unref (self->promise);
  g_free (self);
}

/* Rejects the promise: the agent does not hold the lock, or it was terminated. The element is there and can be waited on. */
static void
lock_attempt_reject (LsLockAttempt *self,
                     const GError  *error)
{
  g_auto (LsValue) reason = LS_VALUE_INIT;

  ls_value_take_exception (&reason, ls_exception_new ("Error", error->message));
  ls_promise_reject (self->promise, &reason);
}

static gboolean
is_pending (const LsValue *value)
{
  return value->type == LS_VALUE_PROMISE && ls_promise_get_state (value->as.promise) == LS_PROMISE_PENDING;
}

/* Calls the callback with the lock held, and unlocks it. As in the article, the result of the callback does not matter. The model
 * learns of both faults that follow from that. */
static void
lock_attempt_execute (LsLockAttempt *self)
{
  g_autoptr (GError) error = NULL;
  g_auto (LsValue) result = LS_VALUE_INIT;
  const LsValue undefined = LS_VALUE_INIT;

  if (self->callback (&undefined, &result, self->data) == LS_COMPLETION_THROW)
    {
      ls_agent_report (self->agent, LS_FINDING_LOCK_LEFT_HELD, N_("An exception in the callback left the lock held"));
      ls_promise_reject (self->promise, &result);
      return;
    }
  if (is_pending (&result))
    ls_agent_report (self->agent, LS_FINDING_EARLY_UNLOCK, N_("The lock is released before the asynchronous callback is done"));
  if (!self->klass->unlock (self->lock, &error))
    {
      lock_attempt_reject (self, error);
      return;
    }
  ls_promise_resolve (self->promise, &undefined);
}

static LsCompletion
lock_attempt_continue (const LsValue *argument,
                       LsValue       *result,
                       gpointer       user_data)
{
  LsLockAttempt *self = user_data;
  const gboolean woken = argument->type == LS_VALUE_STRING && g_str_equal (argument->as.string, "ok");
  g_autoptr (GError) error = NULL;
  g_autoptr (LsPromise) promise = NULL;
  LsWaitResult waited = self->klass->attempt (self->lock, woken, &promise, &error);

  if (waited == LS_WAIT_FAILED)
    lock_attempt_reject (self, error);
  else if (waited == LS_WAIT_OK && promise == NULL)
    lock_attempt_execute (self);
  else
    {
      if (promise == NULL)
        {
          g_auto (LsValue) value = LS_VALUE_INIT;

          ls_value_set_string (&value, ls_wait_result_to_string (waited));
          promise = ls_promise_new_resolved (ls_agent_get_loop (self->agent), &value);
        }
      /* The promise of a wait is never rejected. */
      self->ref_count++;
      ls_promise_await (promise, lock_attempt_continue, lock_attempt_continue, self, lock_attempt_unref);
    }
  return LS_COMPLETION_NORMAL;
}

/* Starts an attempt. Returns the promise of the async function. */
LsPromise *
ls_lock_attempt_start (const LsLockClass *klass,
                       gpointer           lock,
                       LsCallback         callback,
                       gpointer           user_data,
                       GDestroyNotify     destroy)
{
  LsLockAttempt *self = g_new0 (LsLockAttempt, 1);
  const LsValue undefined = LS_VALUE_INIT;
  LsValue result = LS_VALUE_INIT;
  LsPromise *promise;

  self->ref_count = 1;
  self->klass = klass;
  self->lock = ls_lock_ref (lock);
  self->agent = ls_agent_get_current ();
  self->promise = ls_promise_new (ls_agent_get_loop (self->agent));
  self->callback = callback;
  self->data = user_data;
  self->destroy = destroy;
  promise = ls_promise_ref (self->promise);
  lock_attempt_continue (&undefined, &result, self);
  lock_attempt_unref (self);
  return promise;
}
