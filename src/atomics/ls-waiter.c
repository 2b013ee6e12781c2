/* ls-waiter.c: asynchronous waiters
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-records-private.h"
#include "ls-agent-threads-private.h"

/* Makes an asynchronous waiter of @agent with two references: one of the agent, and one of the list that the caller adds it to.
 * */
LsWaiter *
ls_waiter_new_async (LsAgent             *agent,
                     LsSharedMemory      *memory,
                     gsize                byte_index,
                     LsPromiseCapability  capability)
{
  LsWaiter *self = g_new0 (LsWaiter, 1);

  self->is_async = TRUE;
  self->agent = agent;
  self->capability = capability;
  self->memory = ls_shared_memory_ref (memory);
  self->byte_index = byte_index;
  g_atomic_ref_count_init (&self->ref_count);
  g_atomic_ref_count_inc (&self->ref_count);
  self->next_of_agent = agent->async_waiters;
  if (agent->async_waiters != NULL)
    agent->async_waiters->previous_of_agent = self;
  agent->async_waiters = self;
  agent->n_async_waiters++;
  return self;
}

/* Drops a reference. Any thread may call this. */
void
ls_waiter_unref (LsWaiter *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  ls_shared_memory_unref (self->memory);
  g_free (self);
}

/* Takes a waiter off its agent and takes over the reference of the agent. Returns the capability of its promise. */
static LsPromiseCapability
waiter_detach (LsWaiter *self)
{
  const LsPromiseCapability capability = self->capability;
  LsAgent *agent = self->agent;

  self->is_settled = TRUE;
  self->capability = (LsPromiseCapability) { NULL };
  if (self->timeout_job != NULL)
    ls_event_loop_remove_task (agent->loop, self->timeout_job, 0, LS_CLAUSE_NONE);
  if (self->previous_of_agent != NULL)
    self->previous_of_agent->next_of_agent = self->next_of_agent;
  else
    agent->async_waiters = self->next_of_agent;
  if (self->next_of_agent != NULL)
    self->next_of_agent->previous_of_agent = self->previous_of_agent;
  self->previous_of_agent = self->next_of_agent = NULL;
  agent->n_async_waiters--;
  return capability;
}

/* Resolves the promise, on the thread of its agent. */
void
ls_waiter_settle (LsWaiter *self)
{
  LsPromiseCapability capability;

  if (self->is_settled)
    return;
  ls_agent_report_removal (self->agent, self, self->memory, self->byte_index, 0);
  if (self->agent->cluster != NULL)
    ls_agent_observe (self->agent, self->serial.a + self->result);
  capability = waiter_detach (self);
  capability.resolve (self->result, capability.data);
  if (capability.destroy != NULL)
    capability.destroy (capability.data);
  ls_waiter_unref (self);
}

/* Reports that a waiter has left its list. The caller is in the critical section: nobody else reports anything of the list. */
static void
report_removal (LsWaiter *self,
                guint     level)
{
  ls_agent_enter_trace (self->agent);
  ls_agent_report_removal (self->agent, self, self->memory, self->byte_index, level);
  ls_agent_leave_trace (self->agent);
}

/* Drops a waiter whose agent goes away. The promise stays pending. */
void
ls_waiter_forget (LsWaiter      *self,
                  LsWaiterTable *table)
{
  const LsWaiterList wl = ls_get_waiter_list (table, self->memory, self->byte_index);
  LsPromiseCapability capability;
  gboolean was_there;

  ls_enter_critical_section (&wl);
  was_there = self->node != NULL;
  if (was_there)
    {
      ls_remove_waiter (&wl, self);
      report_removal (self, 2);
    }
  ls_leave_critical_section (&wl);
  if (was_there)
    ls_waiter_unref (self);
  capability = waiter_detach (self);
  ls_waiter_unref (self);
  if (capability.destroy != NULL)
    capability.destroy (capability.data);
}

static void
resolve_in_agent_job (gpointer data)
{
  ls_waiter_settle (data);
}

/* ECMAScript 25.4.3.13 EnqueueResolveInAgentJob; HTML: HostEnqueueGenericJob queues a task on the JavaScript engine task source.
 * Takes over the reference that the list had to @waiter; the caller is in the critical section of that. The agent still exists:
 * before it goes away it takes its waiters out of their lists, and needs the critical section for that. */
void
ls_enqueue_resolve_in_agent_job (LsWaiter *waiter)
{
  LsAgent *agent = waiter->agent;

  if (agent->cluster != NULL)
    ls_hash_mix_hash (&agent->messages, &waiter->serial);
  ls_event_loop_post_from_thread (agent->loop, LS_QUEUE_TYPE_V8, resolve_in_agent_job, waiter,
                                  (GDestroyNotify) ls_waiter_unref);
}

static void
timeout_job_drop (LsEventLoop *loop,
                  LsTask      *task)
{
  LsWaiter *waiter = task->data;

  waiter->timeout_job = NULL;
  ls_pool_free (&loop->task_pool, task);
}

/* ECMAScript 25.4.3.15, the timeout job. It does not touch a promise that a notification already has. */
static void
timeout_job_run (LsEventLoop *loop,
                 LsTask      *task)
{
  LsWaiter *waiter = task->data;
  const LsWaiterList wl = ls_get_waiter_list (ls_agent_get_table (waiter->agent), waiter->memory, waiter->byte_index);
  gboolean is_there;

  timeout_job_drop (loop, task);
  ls_enter_critical_section (&wl);
  is_there = waiter->node != NULL;
  if (is_there)
    {
      waiter->result = LS_WAIT_TIMED_OUT;
      ls_remove_waiter (&wl, waiter);
      report_removal (waiter, 1);
    }
  ls_leave_critical_section (&wl);
  if (is_there)
    {
      ls_waiter_settle (waiter);
      ls_waiter_unref (waiter);
    }
}

static const LsTaskClass timeout_job_class = { timeout_job_run, ls_loop_queue_enqueue_due, timeout_job_drop };

/* ECMAScript 25.4.3.15 EnqueueAtomicsWaitAsyncTimeoutJob, for a waiter of the current agent in @wl, in its critical section; HTML:
 * HostEnqueueTimeoutJob queues a task on the JavaScript engine task source after the timeout. */
void
ls_enqueue_atomics_wait_async_timeout_job (const LsWaiterList *wl,
                                           LsWaiter           *waiter)
{
  LsEventLoop *loop = waiter->agent->loop;
  const gint64 now = (gint64) ls_event_loop_get_time (loop);
  LsPlainTask *task = ls_pool_alloc (&loop->task_pool);

  ls_task_init (&task->base, &timeout_job_class, ++loop->numbers->last_task, LS_QUEUE_TYPE_V8);
  task->base.data = waiter;
  task->base.name = ls_probe_intern (loop->probe, "Atomics.waitAsync");
  waiter->timeout_job = &task->base;
  ls_event_loop_delay_task (loop, &task->base, waiter->timeout_time > now ? waiter->timeout_time - now : 0, 0, task->base.name);
}
