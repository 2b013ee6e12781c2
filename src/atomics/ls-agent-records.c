/* ls-agent-records.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-records-private.h"

#include "ls-agent-threads-private.h"
#include "ls-event-loop-private.h"
#include "ls-typed-array.h"

/* The level of a record that removes a waiter */
enum
{
  REMOVED_NOTIFIED,
  REMOVED_TIMED_OUT,
  REMOVED_ENDED
};

/* report (probe, .kind = …, .time = …, …): writes a record. */
#define report(probe, ...)                                                                                         \
  G_STMT_START                                                                                                     \
  {                                                                                                                \
    *ls_probe_reserve (probe) = (LsRecord) { .priority = LS_TASK_PRIORITY_NONE, __VA_ARGS__ };                     \
  }                                                                                                                \
  G_STMT_END

/* A killed cluster reports nothing any more. */
static LsProbe *
agent_cluster_get_probe (LsAgentCluster *self)
{
  return self->is_killed ? NULL : self->probe;
}

static LsProbe *
agent_get_probe (LsAgent *self)
{
  return self->cluster != NULL ? agent_cluster_get_probe (self->cluster) : self->probe;
}

static guint64
agent_get_time (LsAgent *self)
{
  return self->cluster != NULL ? self->cluster->now : ls_event_loop_get_time (self->loop);
}

static void
report_created (LsProbe *probe,
                guint64  time,
                LsAgent *agent,
                LsAgent *parent)
{
  report (probe, .kind = LS_RECORD_AGENT_CREATED, .time = time, .subject = agent->id, .object = parent != NULL ? parent->id : 0,
          .text = ls_probe_intern (probe, agent->name), .level = agent->can_block, .clause = LS_CLAUSE_ECMA_AGENT_CLUSTER);
}

static void
cluster_report_created (LsAgentCluster *self,
                        LsAgent        *agent,
                        LsAgent        *parent)
{
  report_created (self->probe, self->now, agent, parent);
  if (agent->state > LS_AGENT_STATE_RUNNABLE)
    ls_agent_report_state (agent);
}

/* A run with one agent has no records of agents. */
void
ls_agent_cluster_report_created (LsAgentCluster *self,
                                 LsAgent        *agent,
                                 LsAgent        *parent)
{
  if (agent_cluster_get_probe (self) == NULL || self->agents->len < 2)
    return;
  if (self->agents->len == 2)
    cluster_report_created (self, g_ptr_array_index (self->agents, 0), NULL);
  cluster_report_created (self, agent, parent);
}

/* Reports that @parent makes @agent. The record of the second agent comes after that of @first. Without a parent nobody has a
 * trace yet. */
void
ls_agent_report_thread_created (LsAgent *first,
                                LsAgent *agent,
                                LsAgent *parent)
{
  if (parent == NULL || parent->probe == NULL)
    return;
  if (agent->id == 2)
    report_created (parent->probe, agent_get_time (parent), first, NULL);
  report_created (parent->probe, agent_get_time (parent), agent, parent);
}

/* Says that the next records are of @agent. */
void
ls_agent_cluster_report_run (LsAgentCluster *self,
                             LsAgent        *agent,
                             guint           n_choices)
{
  const gboolean goes_on = n_choices > 0 &&
                           (agent->pending.kind == LS_OPERATION_RESUME || agent->pending.kind == LS_OPERATION_START);

  if (agent_cluster_get_probe (self) == NULL || self->agents->len < 2)
    return;
  if (self->reported == agent->id && n_choices < 2 && !goes_on)
    return;
  self->reported = agent->id;
  report (self->probe, .kind = LS_RECORD_AGENT_RUN, .time = self->now, .subject = agent->id,
          .value = ls_saturate (self->n_choice_points), .level = MIN (n_choices, G_MAXUINT8),
          .clause = LS_CLAUSE_ECMA_FORWARD_PROGRESS);
}

static void
report_memory (LsProbe        *probe,
               guint64         time,
               LsSharedMemory *memory)
{
  report (probe, .kind = LS_RECORD_MEMORY_CREATED, .time = time, .subject = memory->id,
          .value = ls_saturate (ls_shared_memory_get_length (memory)), .text = ls_probe_intern (probe, memory->name),
          .clause = LS_CLAUSE_ECMA_SHARED_MEMORY);
}

void
ls_agent_cluster_report_memory (LsAgentCluster *self,
                                LsSharedMemory *memory)
{
  if (agent_cluster_get_probe (self) != NULL)
    report_memory (self->probe, self->now, memory);
}

void
ls_agent_report_new_memory (LsAgent        *self,
                            LsSharedMemory *memory)
{
  if (self->probe != NULL)
    report_memory (self->probe, agent_get_time (self), memory);
}

/* Returns the number of @memory. Memory of a thread's agent gets one at its first use. */
static guint32
agent_get_memory (LsAgent        *self,
                  LsSharedMemory *memory)
{
  guint32 none = 0;

  if (G_LIKELY (__atomic_load_n (&memory->id, __ATOMIC_RELAXED) != 0))
    return memory->id;
  if (self->cluster != NULL)
    ls_agent_cluster_add_memory (self->cluster, memory);
  else if (self->thread != NULL)
    ls_agent_threads_add_memory (ls_agent_get_threads (self), memory);
  else if (__atomic_compare_exchange_n (&memory->id, &none, ++self->loop->numbers->last_memory, FALSE, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
    report_memory (self->probe, agent_get_time (self), memory);
  return memory->id;
}

/* Reports that the current agent has made @memory grow. */
void
ls_agent_report_growth (LsSharedMemory *memory)
{
  LsAgent *agent = ls_agent_get_watched ();

  if (agent != NULL && agent_get_probe (agent) != NULL && agent_get_memory (agent, memory) != 0)
    report_memory (agent_get_probe (agent), agent_get_time (agent), memory);
}

/* Reports that @agent is in @state. @reporter is the current agent. If @agent waits, its pending operation says where. */
static void
report_state (LsProbe      *probe,
              LsAgent      *reporter,
              LsAgent      *agent,
              LsAgentState  state)
{
  const guint32 memory = state == LS_AGENT_STATE_WAITING ? agent_get_memory (reporter, agent->pending.memory) : 0;

  report (probe, .kind = LS_RECORD_AGENT_STATE, .time = agent_get_time (reporter), .subject = agent->id, .object = memory,
          .value = memory != 0 ? ls_saturate (agent->pending.byte_index) : 0, .level = state,
          .clause = memory != 0 ? LS_CLAUSE_ECMA_SUSPEND_THIS_AGENT : LS_CLAUSE_ECMA_AGENT_CLUSTER);
}

void
ls_agent_report_state (LsAgent *self)
{
  LsAgentCluster *cluster = self->cluster;

  if (cluster != NULL && agent_cluster_get_probe (cluster) != NULL && cluster->agents->len >= 2)
    report_state (cluster->probe, self, self, self->state);
}

/* Likewise, where each agent has a thread of its own. As long as there is one agent nobody reports any. */
void
ls_agent_report_thread_state (LsAgent      *reporter,
                              LsAgent      *agent,
                              LsAgentState  state)
{
  if (reporter->probe != NULL && __atomic_load_n (&reporter->thread->threads->has_several, __ATOMIC_ACQUIRE))
    report_state (reporter->probe, reporter, agent, state);
}

static LsClause
get_clause (LsOperationKind kind)
{
  switch ((int) kind)
    {
    case LS_OPERATION_LOAD:
      return LS_CLAUSE_ECMA_ATOMICS_LOAD;
    case LS_OPERATION_STORE:
      return LS_CLAUSE_ECMA_ATOMICS_STORE;
    case LS_OPERATION_COMPARE_EXCHANGE:
      return LS_CLAUSE_ECMA_ATOMICS_COMPARE_EXCHANGE;
    case LS_OPERATION_WAIT:
    case LS_OPERATION_WAIT_ASYNC:
      return LS_CLAUSE_ECMA_DO_WAIT;
    case LS_OPERATION_PAUSE:
      return LS_CLAUSE_ECMA_ATOMICS_PAUSE;
    case LS_OPERATION_POST:
      return LS_CLAUSE_HTML_POST_MESSAGE;
    case LS_OPERATION_TERMINATE:
      return LS_CLAUSE_HTML_TERMINATE_WORKER;
    default:
      return LS_CLAUSE_ECMA_ATOMIC_READ_MODIFY_WRITE;
    }
}

/* Whether @operation writes an element that was @old. */
static gboolean
operation_writes (const LsOperation *operation,
                  gint64             old)
{
  if (operation->kind == LS_OPERATION_COMPARE_EXCHANGE)
    return old == ls_element_type_wrap (operation->type, operation->value);
  return operation->kind > LS_OPERATION_LOAD && operation->kind < LS_OPERATION_COMPARE_EXCHANGE;
}

/* Formats @value into @buffer and returns it. */
static const char *
write_value (LsElementType type,
             gint64        value,
             char          buffer[24])
{
  if (type == LS_ELEMENT_BIGUINT64)
    g_snprintf (buffer, 24, "%" G_GUINT64_FORMAT, (guint64) value);
  else
    g_snprintf (buffer, 24, "%" G_GINT64_FORMAT, value);
  return buffer;
}

static void
report_operation (LsAgent           *self,
                  const LsOperation *operation,
                  const char        *text,
                  gint64             now_there,
                  guint              step,
                  guint8             flags)
{
  LsProbe *probe = agent_get_probe (self);
  const guint32 memory = agent_get_memory (self, operation->memory);
  const LsElementType type = operation->type;
  const gboolean is_signed = type == LS_ELEMENT_INT8 || type == LS_ELEMENT_INT16 || type == LS_ELEMENT_INT32 ||
                             type == LS_ELEMENT_BIGINT64;

  if (now_there != (is_signed ? (gint32) now_there : (gint64) (guint32) now_there))
    flags |= LS_RECORD_FLAG_WIDE;
  report (probe, .kind = LS_RECORD_ATOMIC_OPERATION, .time = agent_get_time (self), .subject = memory,
          .object = ls_saturate (operation->byte_index), .value = (guint32) now_there, .text = ls_probe_intern (probe, text),
          .level = operation->kind, .queue = operation->type, .flags = flags, .clause = get_clause (operation->kind), .step = step);
}

/* Reports an operation on an element that was @old and is @now_there. */
void
ls_agent_report_operation (LsAgent           *self,
                           const LsOperation *operation,
                           gint64             old,
                           gint64             now_there)
{
  const char *name = ls_operation_kind_to_string (operation->kind);
  const gboolean writes = operation_writes (operation, old);
  const guint8 lock_flags = self->lock_flags;
  char value[24], replacement[24], was[24], is[24], text[160];

  self->lock_flags = 0;
  if (agent_get_probe (self) == NULL)
    return;
  write_value (operation->type, operation->value, value);
  write_value (operation->type, old, was);
  write_value (operation->type, now_there, is);
  if (operation->kind == LS_OPERATION_LOAD)
    g_snprintf (text, sizeof text, "%s: is %s", name, is);
  else if (operation->kind == LS_OPERATION_COMPARE_EXCHANGE)
    {
      write_value (operation->type, operation->replacement, replacement);
      if (writes)
        g_snprintf (text, sizeof text, "%s %s → %s: was %s, is %s", name, value, replacement, was, is);
      else
        g_snprintf (text, sizeof text, "%s %s → %s: is %s", name, value, replacement, is);
    }
  else
    g_snprintf (text, sizeof text, "%s %s: was %s, is %s", name, value, was, is);
  report_operation (self, operation, text, now_there, 0, writes ? LS_RECORD_FLAG_WROTE | lock_flags : 0);
}

/* Reports a wait that is over at once. */
void
ls_agent_report_immediate_wait (LsAgent           *self,
                                const LsOperation *operation,
                                LsWaitResult       result,
                                gint64             now_there)
{
  char value[24], is[24], text[160];

  if (agent_get_probe (self) == NULL)
    return;
  g_snprintf (text, sizeof text, "%s %s: %s, is %s", ls_operation_kind_to_string (operation->kind),
              write_value (operation->type, operation->value, value), ls_wait_result_to_string (result),
              write_value (operation->type, now_there, is));
  report_operation (self, operation, text, now_there, result == LS_WAIT_TIMED_OUT ? 21 : 20, 0);
}

/* Reports an operation without memory. */
void
ls_agent_report_other (LsAgent           *self,
                       const LsOperation *operation)
{
  LsProbe *probe = agent_get_probe (self);

  if (probe == NULL)
    return;
  report (probe, .kind = LS_RECORD_ATOMIC_OPERATION, .time = agent_get_time (self), .object = ls_saturate (operation->replacement),
          .text = ls_probe_intern (probe, ls_operation_kind_to_string (operation->kind)), .level = operation->kind,
          .clause = get_clause (operation->kind));
}

/* Reports that a waiter of @self is in its list. @timeout is in ms. */
void
ls_agent_report_waiter (LsAgent        *self,
                        LsWaiter       *waiter,
                        LsSharedMemory *memory,
                        gsize           byte_index,
                        LsElementType   type,
                        double          timeout)
{
  LsProbe *probe = agent_get_probe (self);
  char digits[G_ASCII_DTOSTR_BUF_SIZE], text[G_ASCII_DTOSTR_BUF_SIZE + 3];
  guint32 id;

  if (probe == NULL)
    return;
  id = agent_get_memory (self, memory);
  if (self->thread != NULL)
    waiter->id = __atomic_add_fetch (&self->thread->threads->last_waiter, 1, __ATOMIC_RELAXED);
  else
    waiter->id = ++(self->cluster != NULL ? &self->cluster->numbers : self->loop->numbers)->last_waiter;
  if (waiter->timeout_time >= 0)
    g_snprintf (text, sizeof text, "%s ms", g_ascii_formatd (digits, sizeof digits, "%.15g", timeout));
  report (probe, .kind = LS_RECORD_WAITER_ADDED, .time = agent_get_time (self), .subject = waiter->id, .object = id,
          .value = ls_saturate (byte_index), .text = waiter->timeout_time >= 0 ? ls_probe_intern (probe, text) : 0,
          .level = waiter->is_async, .queue = type, .clause = LS_CLAUSE_ECMA_DO_WAIT, .step = 28);
}

/* Reports that a waiter has left its list. @self is the reporting agent. */
void
ls_agent_report_removal (LsAgent        *self,
                         LsWaiter       *waiter,
                         LsSharedMemory *memory,
                         gsize           byte_index,
                         guint           level)
{
  const LsClause clause = level == REMOVED_NOTIFIED                       ? LS_CLAUSE_ECMA_NOTIFY_WAITER
                          : level == REMOVED_TIMED_OUT && waiter->is_async ? LS_CLAUSE_ECMA_WAIT_ASYNC_TIMEOUT
                          : level == REMOVED_TIMED_OUT                     ? LS_CLAUSE_ECMA_SUSPEND_THIS_AGENT
                                                                          : LS_CLAUSE_ECMA_AGENT_CLUSTER;
  LsProbe *probe;

  if (G_LIKELY (waiter->id == 0))
    return;
  probe = agent_get_probe (self);
  if (probe != NULL)
    report (probe, .kind = LS_RECORD_WAITER_REMOVED, .time = agent_get_time (self), .subject = waiter->id,
            .object = agent_get_memory (self, memory), .value = ls_saturate (byte_index), .level = level, .clause = clause);
  waiter->id = 0;
}

/* Reports that @self wakes @n waiters. */
void
ls_agent_report_notify (LsAgent           *self,
                        const LsOperation *operation,
                        guint64            n)
{
  LsProbe *probe = agent_get_probe (self);
  const guint8 lock_flags = n > 0 ? self->lock_flags : 0;
  char text[24] = "";
  guint32 memory;

  self->lock_flags = 0;
  if (probe == NULL)
    return;
  memory = agent_get_memory (self, operation->memory);
  if (operation->value != G_MAXINT64)
    g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT, operation->value);
  report (probe, .kind = LS_RECORD_NOTIFY, .time = agent_get_time (self), .subject = ls_saturate (n), .object = memory,
          .value = ls_saturate (operation->byte_index), .text = *text != '\0' ? ls_probe_intern (probe, text) : 0,
          .flags = lock_flags, .clause = LS_CLAUSE_ECMA_ATOMICS_NOTIFY);
}
