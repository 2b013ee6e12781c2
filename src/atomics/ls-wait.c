/* ls-wait.c: waiting and notifying
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <math.h>

#include "ls-agent-records-private.h"
#include "ls-agent-threads-private.h"
#include "ls-atomics-private.h"

/* A longer timeout, in µs, is for ever: no clock goes so far. */
#define LONGEST_TIMEOUT 9007199254740992.0

typedef struct
{
  const LsTypedArray  *array;
  guint64              index;
  gint64               value;
  double               timeout;         /* ms */
  GCancellable        *cancellable;     /* (nullable) */
  LsPromiseCapability *capability;      /* NULL for a blocking wait; an asynchronous wait takes it over */
  gboolean             is_async;        /* out: the wait made a promise */
} Wait;

static void
cancel_waiter (GCancellable *cancellable,
               gpointer      data)
{
  ls_parker_unpark (&((LsWaiter *) data)->parker, LS_PARKER_CANCELLED);
}

static void
suspend_this_thread (LsWaiter     *waiter,
                     GCancellable *cancellable)
{
  gulong handler = 0;

  if (cancellable != NULL)
    handler = g_cancellable_connect (cancellable, G_CALLBACK (cancel_waiter), waiter, NULL);
  ls_parker_wait (&waiter->parker, LS_PARKER_NOTIFIED | LS_PARKER_CANCELLED, waiter->timeout_time);
  g_cancellable_disconnect (cancellable, handler);
}

/* Reports the end of a wait without a notification. */
static void
report_wait_end (LsWaiter           *waiter,
                 const LsWaiterList *wl)
{
  LsAgent *agent = waiter->agent;
  const gboolean is_terminated = ls_agent_is_terminated (agent);

  ls_agent_enter_trace (agent);
  ls_agent_report_removal (agent, waiter, wl->memory, wl->byte_index, is_terminated ? 2 : 1);
  if (agent->thread != NULL)
    ls_agent_report_thread_state (agent, agent, LS_AGENT_STATE_RUNNABLE);
  ls_agent_leave_trace (agent);
}

/* ECMAScript 25.4.3.11 SuspendThisAgent: suspends the agent until another one notifies it, its time is over, or @cancellable
 * (nullable) is cancelled. Leaves the critical section of @wl. A notification that comes before the agent sleeps is not lost; one
 * that comes when the time is over counts, as long as the agent has not noticed the end of its time. */
static void
ls_suspend_this_agent (const LsWaiterList *wl,
                       LsWaiter           *waiter,
                       GCancellable       *cancellable)
{
  LsAgent *agent = ls_agent_get_modelled ();
  LsAgent *threaded = waiter->agent != NULL && waiter->agent->thread != NULL ? waiter->agent : NULL;
  gboolean is_there;

  if (threaded != NULL)
    ls_agent_thread_begin_wait (threaded, waiter);
  ls_leave_critical_section (wl);
  if (threaded != NULL)
    ls_probe_publish (threaded->probe);
  if (agent != NULL)
    ls_agent_suspend (agent, waiter);
  else
    suspend_this_thread (waiter, cancellable);
  if (threaded != NULL)
    ls_agent_thread_end_wait (threaded);
  if ((__atomic_load_n (&waiter->parker.bits, __ATOMIC_ACQUIRE) & LS_PARKER_NOTIFIED) != 0)
    return;

  ls_enter_critical_section (wl);
  is_there = waiter->node != NULL;
  if (is_there)
    {
      waiter->result = LS_WAIT_TIMED_OUT;
      ls_remove_waiter (wl, waiter);
      if (G_UNLIKELY (waiter->id != 0))
        report_wait_end (waiter, wl);
    }
  ls_leave_critical_section (wl);
  /* The agent that has taken the waiter out of the list still uses it, and says when it is done. */
  if (!is_there && agent == NULL)
    ls_parker_wait (&waiter->parker, LS_PARKER_NOTIFIED, -1);
}

/* ECMAScript 25.4.3.12 NotifyWaiter, for a waiter that was removed from @wl. */
static void
ls_notify_waiter (const LsWaiterList *wl,
                  LsWaiter           *waiter)
{
  if (!waiter->is_async)
    {
      LsAgent *agent = waiter->agent;
      const gboolean is_modelled = agent != NULL && agent->cluster != NULL;

      if (agent != NULL && agent->thread != NULL)
        ls_agent_thread_wake (agent);
      ls_parker_unpark (&waiter->parker, LS_PARKER_NOTIFIED);
      if (is_modelled)
        ls_agent_wake (agent);
    }
  else if (waiter->agent == ls_agent_get_current ())
    {
      ls_waiter_settle (waiter);
      ls_waiter_unref (waiter);
    }
  else
    ls_enqueue_resolve_in_agent_job (waiter);
}

/* Returns the end of a timeout in µs, or -1 for never. An asynchronous wait goes by the clock of the loop of its agent. */
static gint64
compute_timeout_time (LsAgent  *agent,
                      gboolean  is_async,
                      double    timeout)
{
  const double duration = ceil (timeout * 1000);

  if (!(duration < LONGEST_TIMEOUT))
    return -1;
  return (is_async ? (gint64) ls_event_loop_get_time (agent->loop) : ls_agent_get_now (agent)) + (gint64) duration;
}

static LsOperation
make_operation (const Wait *wait,
                gsize       byte_index)
{
  return (LsOperation) { wait->capability != NULL ? LS_OPERATION_WAIT_ASYNC : LS_OPERATION_WAIT, wait->array->memory,
                         byte_index, wait->array->type, wait->value, 0 };
}

/* Adds the waiter to its list and waits. The caller is in the critical section, has entered the trace (the function leaves it),
 * and has counted the waiter: at no moment may the count say that nobody waits. */
static LsWaitResult
wait_in_list (Wait                *wait,
              LsAgent             *agent,
              const LsWaiterList  *wl,
              LsWaiter            *waiter)
{
  waiter->agent = agent;
  waiter->expected = wait->value;
  if (agent != NULL)
    waiter->serial = agent->history;
  waiter->timeout_time = compute_timeout_time (agent, waiter->is_async, wait->timeout);
  ls_add_waiter (wl, waiter);
  if (G_UNLIKELY (agent != NULL && agent->is_watched))
    {
      ls_agent_report_waiter (agent, waiter, wl->memory, wl->byte_index, wait->array->type, wait->timeout);
      if (agent->thread != NULL && !waiter->is_async)
        {
          agent->pending = make_operation (wait, wl->byte_index);
          ls_agent_report_thread_state (agent, agent, LS_AGENT_STATE_WAITING);
        }
      ls_agent_leave_trace (agent);
    }
  __atomic_sub_fetch (&wl->bucket->n_waiters, 1, __ATOMIC_SEQ_CST);
  if (waiter->is_async)
    {
      if (waiter->timeout_time >= 0)
        ls_enqueue_atomics_wait_async_timeout_job (wl, waiter);
      ls_leave_critical_section (wl);
      return LS_WAIT_OK;
    }
  ls_suspend_this_agent (wl, waiter, wait->cancellable);
  if (G_UNLIKELY (waiter->id != 0))
    ls_agent_report_removal (agent, waiter, wl->memory, wl->byte_index, 0);
  return waiter->result;
}

static inline void
report_immediate_wait (const Wait   *wait,
                       LsAgent      *agent,
                       gsize         byte_index,
                       LsWaitResult  result,
                       gint64        now_there)
{
  const LsOperation operation = make_operation (wait, byte_index);

  if (G_UNLIKELY (agent != NULL && agent->is_watched))
    ls_agent_report_immediate_wait (agent, &operation, result, now_there);
  ls_agent_leave_trace (agent);
}

/* DoWait from step 14 on. The trace has what the agent finds and what follows from it together. */
static LsWaitResult
wait_on_element (Wait                *wait,
                 LsAgent             *agent,
                 gsize                byte_index)
{
  const LsWaiterList wl = ls_get_waiter_list (ls_agent_get_table (agent), wait->array->memory, byte_index);
  LsWaiter waiter = { .result = LS_WAIT_OK };
  gint64 now_there;

  ls_enter_critical_section (&wl);
  /* Count the waiter before the look at the element: an agent that changes the element and then sees no waiter has changed it
   * before this look. */
  __atomic_add_fetch (&wl.bucket->n_waiters, 1, __ATOMIC_SEQ_CST);
  ls_agent_enter_trace (agent);
  now_there = ls_typed_array_get (wait->array, byte_index);
  if (now_there != wait->value)
    {
      __atomic_sub_fetch (&wl.bucket->n_waiters, 1, __ATOMIC_SEQ_CST);
      ls_leave_critical_section (&wl);
      report_immediate_wait (wait, agent, byte_index, LS_WAIT_NOT_EQUAL, now_there);
      return LS_WAIT_NOT_EQUAL;
    }
  if (wait->capability == NULL)
    return wait_in_list (wait, agent, &wl, &waiter);
  if (!(wait->timeout > 0))
    {
      __atomic_sub_fetch (&wl.bucket->n_waiters, 1, __ATOMIC_SEQ_CST);
      ls_leave_critical_section (&wl);
      report_immediate_wait (wait, agent, byte_index, LS_WAIT_TIMED_OUT, now_there);
      return LS_WAIT_TIMED_OUT;
    }
  wait->is_async = TRUE;
  return wait_in_list (wait, agent, &wl, ls_waiter_new_async (agent, wait->array->memory, byte_index, *wait->capability));
}

/* Waits in a model: others may go first, and the explorer learns of it. */
static LsWaitResult
wait_in_model (Wait     *wait,
               LsAgent  *agent,
               gsize     byte_index,
               GError  **error)
{
  const LsOperation operation = make_operation (wait, byte_index);
  LsWaitResult result;
  gboolean is_equal;

  if (!ls_agent_begin_operation (agent, &operation, error))
    return LS_WAIT_FAILED;
  is_equal = ls_typed_array_get (wait->array, byte_index) == wait->value;
  /* Tell that the agent waits before it is suspended: the others go on from there. */
  if (is_equal && wait->timeout < LONGEST_TIMEOUT)
    ls_agent_observe (agent, ls_agent_get_now (agent));
  ls_agent_end_operation (agent, &operation, is_equal, is_equal);
  result = wait_on_element (wait, agent, byte_index);
  if (is_equal && wait->capability == NULL)
    {
      if (!ls_agent_thread_may_operate (agent, error))
        return LS_WAIT_FAILED;
      ls_agent_observe (agent, result);
    }
  return result;
}

/* ECMAScript 25.4.3.14 DoWait, after the conversions of its arguments, which the caller makes in this order: index, value,
 * timeout. Returns how the wait ended; %LS_WAIT_OK with is_async where the wait made a promise. */
static LsWaitResult
ls_do_wait (Wait    *wait,
            GError **error)
{
  LsAgent *agent = ls_agent_get_current ();
  LsWaitResult result;
  gsize byte_index;

  /* Steps 1 to 4 */
  if (!ls_validate_integer_typed_array (wait->array, TRUE, error) ||
      !ls_validate_atomic_access (wait->array, wait->index, &byte_index, error))
    return LS_WAIT_FAILED;
  /* Steps 5 to 9 */
  wait->value = ls_element_type_wrap (wait->array->type, wait->value);
  wait->timeout = ls_to_wait_timeout (wait->timeout);
  /* Step 10 */
  if (wait->capability == NULL && !ls_agent_can_suspend ())
    {
      g_set_error_literal (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_TYPE,
                           "The agent cannot block: only a wait that is asynchronous is allowed here");
      return LS_WAIT_FAILED;
    }
  if (wait->cancellable != NULL && g_cancellable_set_error_if_cancelled (wait->cancellable, error))
    return LS_WAIT_FAILED;
  if (agent != NULL && agent->thread != NULL && !ls_agent_thread_may_operate (agent, error))
    return LS_WAIT_FAILED;
  /* From step 11 on */
  if (agent != NULL && agent->cluster != NULL)
    return wait_in_model (wait, agent, byte_index, error);
  result = wait_on_element (wait, agent, byte_index);
  /* A terminated agent fails even if a notification has found it in the list. */
  if (agent != NULL && agent->thread != NULL && wait->capability == NULL && !ls_agent_thread_may_operate (agent, error))
    return LS_WAIT_FAILED;
  if (result == LS_WAIT_TIMED_OUT && wait->cancellable != NULL && g_cancellable_set_error_if_cancelled (wait->cancellable, error))
    return LS_WAIT_FAILED;
  return result;
}

/**
 * ls_atomics_wait:
 * @array: an array of Int32 or BigInt64, whose memory outlives the wait
 * @index: the index of an element
 * @value: the value that the element should have
 * @timeout: in ms; for ever for NaN and infinity, not at all for 0 and negative numbers
 * @cancellable: (nullable): a cancellable that ends the wait of a thread
 * @error: return location for an error
 *
 * ECMAScript 25.4.14 Atomics.wait. On a thread the function blocks the thread; in a model it suspends the agent.
 *
 * Returns: how the wait ended; %LS_WAIT_FAILED with %LS_ATOMICS_ERROR_TYPE where agents cannot wait on the elements or the agent
 *   cannot block (see [func@Agent.can_suspend]), %LS_ATOMICS_ERROR_RANGE where there is no such element,
 *   %LS_ATOMICS_ERROR_TERMINATED where the agent has been terminated, and %G_IO_ERROR_CANCELLED. A cancellation never loses a
 *   notification: the result is %LS_WAIT_OK where a notification counted the waiter
 */
LsWaitResult
ls_atomics_wait (const LsTypedArray  *array,
                 guint64              index,
                 gint64               value,
                 double               timeout,
                 GCancellable        *cancellable,
                 GError             **error)
{
  Wait wait = { array, index, value, timeout, cancellable, NULL, FALSE };

  g_return_val_if_fail (array != NULL, LS_WAIT_FAILED);
  g_return_val_if_fail (error == NULL || *error == NULL, LS_WAIT_FAILED);

  return ls_do_wait (&wait, error);
}

/**
 * ls_atomics_wait_async_full:
 * @array: an array of Int32 or BigInt64
 * @index: the index of an element
 * @value: the value that the element should have
 * @timeout: in ms
 * @resolve: (scope notified): called on the agent's thread when the wait ends
 * @user_data: data for @resolve
 * @destroy: (nullable): called with @user_data when nobody needs it any more, also where the agent does not wait
 * @is_async: (out): whether the agent waits now
 * @error: return location for an error
 *
 * [func@atomics_wait_async] for a host with promises of its own.
 *
 * Returns: the result of [func@atomics_wait_async]
 */
LsWaitResult
ls_atomics_wait_async_full (const LsTypedArray  *array,
                            guint64              index,
                            gint64               value,
                            double               timeout,
                            LsWaitResolveFunc    resolve,
                            gpointer             user_data,
                            GDestroyNotify       destroy,
                            gboolean            *is_async,
                            GError             **error)
{
  LsPromiseCapability capability = { resolve, user_data, destroy };
  Wait wait = { array, index, value, timeout, NULL, &capability, FALSE };
  LsAgent *agent = ls_agent_get_current ();
  LsWaitResult result;

  g_return_val_if_fail (array != NULL, LS_WAIT_FAILED);
  g_return_val_if_fail (resolve != NULL, LS_WAIT_FAILED);
  g_return_val_if_fail (is_async != NULL, LS_WAIT_FAILED);
  g_return_val_if_fail (agent != NULL && ls_agent_get_loop (agent) != NULL, LS_WAIT_FAILED);
  g_return_val_if_fail (error == NULL || *error == NULL, LS_WAIT_FAILED);

  result = ls_do_wait (&wait, error);
  *is_async = wait.is_async;
  if (!wait.is_async && destroy != NULL)
    destroy (user_data);
  return result;
}

static void
resolve_promise (LsWaitResult result,
                 gpointer     user_data)
{
  g_auto (LsValue) value = LS_VALUE_INIT;

  ls_value_set_string (&value, ls_wait_result_to_string (result));
  ls_promise_resolve (user_data, &value);
}

/**
 * ls_atomics_wait_async:
 * @array: an array of Int32 or BigInt64
 * @index: the index of an element
 * @value: the value that the element should have
 * @timeout: in ms; for ever for NaN and infinity
 * @promise: (out) (transfer full) (nullable): a promise that is resolved with "ok" or "timed-out" and never rejected; %NULL where
 *   the agent does not wait
 * @error: return location for an error
 *
 * ECMAScript 25.4.15 Atomics.waitAsync. The current agent must have an event loop, which resolves the promise.
 *
 * Returns: %LS_WAIT_OK with a promise; else %LS_WAIT_NOT_EQUAL, %LS_WAIT_TIMED_OUT where @timeout is not positive, or
 *   %LS_WAIT_FAILED with an error as of [func@atomics_wait]
 */
LsWaitResult
ls_atomics_wait_async (const LsTypedArray  *array,
                       guint64              index,
                       gint64               value,
                       double               timeout,
                       LsPromise          **promise,
                       GError             **error)
{
  LsAgent *agent = ls_agent_get_current ();
  g_autoptr (LsPromise) made = NULL;
  LsWaitResult result;
  gboolean is_async;

  g_return_val_if_fail (promise != NULL, LS_WAIT_FAILED);
  g_return_val_if_fail (agent != NULL && ls_agent_get_loop (agent) != NULL, LS_WAIT_FAILED);

  *promise = NULL;
  made = ls_promise_new (ls_agent_get_loop (agent));
  result = ls_atomics_wait_async_full (array, index, value, timeout, resolve_promise, ls_promise_ref (made),
                                       (GDestroyNotify) ls_promise_unref, &is_async, error);
  if (is_async)
    *promise = g_steal_pointer (&made);
  return result;
}

/* Between the change of an element and the look at the number of waiters no processor may delay anything. */
static inline void
fence_before_count (LsWaiterBucket *bucket)
{
#if defined(__SANITIZE_THREAD__)
  __atomic_fetch_add (&bucket->n_waiters, 0, __ATOMIC_SEQ_CST);
#else
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
#endif
}

/* Reports the waiters that @agent has removed together. */
static void
report_notified (LsAgent            *agent,
                 const LsWaiterList *wl,
                 const LsOperation  *operation,
                 LsWaiter           *first,
                 guint64             n)
{
  ls_agent_report_notify (agent, operation, n);
  for (LsWaiter *waiter = first; waiter != NULL; waiter = waiter->next)
    if (waiter->agent == agent || (waiter->agent != NULL && (agent->cluster != NULL || agent->thread != NULL)))
      {
        ls_agent_report_removal (agent, waiter, wl->memory, wl->byte_index, 0);
        if (agent->thread != NULL && !waiter->is_async)
          ls_agent_report_thread_state (agent, waiter->agent, LS_AGENT_STATE_RUNNABLE);
      }
}

/* Notifies waiters. The caller has changed the element with a read-modify-write operation. @operation (nullable) is for the
 * record of an agent that reports. */
guint64
ls_notify_list (const LsWaiterList *wl,
                guint64             count,
                const LsOperation  *operation)
{
  LsWaiter *waiter, *next, *later = NULL, **last = &later;
  LsAgent *agent;
  guint64 n;

  /* An agent with a trace always takes the lock: no agent may begin to wait between its look and its record. */
  if (__atomic_load_n (&wl->bucket->n_waiters, __ATOMIC_SEQ_CST) == 0 &&
      (operation == NULL || ls_agent_get_current ()->thread == NULL || ls_agent_get_current ()->probe == NULL))
    {
      if (G_UNLIKELY (operation != NULL))
        report_notified (ls_agent_get_current (), wl, operation, NULL, 0);
      return 0;
    }
  agent = ls_agent_get_current ();
  ls_enter_critical_section (wl);
  waiter = ls_remove_waiters (wl, count, &n);
  if (G_UNLIKELY (operation != NULL))
    {
      ls_agent_enter_trace (agent);
      report_notified (agent, wl, operation, waiter, n);
      ls_agent_leave_trace (agent);
    }
  for (; waiter != NULL; waiter = next)
    {
      next = waiter->next;
      /* Resolve the promise of another agent here, where that agent cannot go away. Notify the rest outside the critical section:
       * a promise of this agent may run code that comes back here, and sleepers would wake only to find the section closed. */
      if (waiter->is_async && waiter->agent != agent)
        ls_notify_waiter (wl, waiter);
      else
        {
          *last = waiter;
          last = &waiter->next;
        }
    }
  *last = NULL;
  ls_leave_critical_section (wl);
  for (waiter = later; waiter != NULL; waiter = next)
    {
      next = waiter->next;
      ls_notify_waiter (wl, waiter);
    }
  return n;
}

/**
 * ls_atomics_notify:
 * @array: an array of Int32 or BigInt64
 * @index: the index of an element
 * @count: the highest number of waiters to wake; %LS_NOTIFY_ALL for all
 * @error: return location for an error
 *
 * ECMAScript 25.4.16 Atomics.notify: wakes the waiters that have waited longest, asynchronous ones as well.
 *
 * Returns: the number of waiters that it has woken; 0 with an error as that of [func@atomics_wait]
 */
guint64
ls_atomics_notify (const LsTypedArray  *array,
                   guint64              index,
                   guint64              count,
                   GError             **error)
{
  LsAgent *agent = ls_agent_get_watched ();
  LsOperation operation;
  LsWaiterList wl;
  gsize byte_index;
  guint64 n;

  g_return_val_if_fail (array != NULL, 0);
  g_return_val_if_fail (error == NULL || *error == NULL, 0);

  if (!ls_validate_integer_typed_array (array, TRUE, error) || !ls_validate_atomic_access (array, index, &byte_index, error))
    return 0;
  operation = (LsOperation) { LS_OPERATION_NOTIFY, array->memory, byte_index, array->type, MIN (count, G_MAXINT64), 0 };
  if (agent != NULL && agent->thread != NULL && !ls_agent_thread_may_operate (agent, error))
    return 0;
  if (ls_agent_is_modelled (agent) && !ls_agent_begin_operation (agent, &operation, error))
    return 0;
  wl = ls_get_waiter_list (ls_agent_get_table (agent), array->memory, byte_index);
  fence_before_count (wl.bucket);
  n = ls_notify_list (&wl, count, agent != NULL ? &operation : NULL);
  if (ls_agent_is_modelled (agent))
    ls_agent_end_operation (agent, &operation, n, n > 0);
  return n;
}
