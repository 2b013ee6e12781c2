/* ls-agent-operation.c: the operations of agents of a model
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-cluster-private.h"
#include "ls-agent-private.h"
#include "ls-agent-records-private.h"
#include "ls-typed-array.h"

/* How many operations of a terminated agent fail before the cluster abandons its stack. The agent should have returned by then.
 * */
#define MAX_REFUSED_OPERATIONS 1000

static gboolean
agent_refuse (LsAgent  *self,
              GError  **error)
{
  if (++self->n_refused > MAX_REFUSED_OPERATIONS && self->coroutine->can_be_abandoned)
    {
      g_warning ("Agent “%s” was terminated and did not return: what it holds is lost", self->name != NULL ? self->name : "");
      self->state = LS_AGENT_STATE_ENDED;
      ls_coroutine_yield (self->coroutine);
      g_assert_not_reached ();
    }
  g_set_error_literal (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_TERMINATED, "The agent has been terminated");
  return FALSE;
}

/* Lets the agent run again: from here on it may see the time and the posts to it. */
void
ls_agent_take_baton (LsAgent *self)
{
  const guint64 now = ls_agent_cluster_get_time (self->cluster);

  if (self->loop != NULL)
    {
      self->loop->thread = pthread_self ();
      ls_event_loop_update_clock (self->loop);
    }
  if (self->observed_time != now)
    ls_agent_observe (self, now);
  if (self->observed_messages != self->messages.a)
    ls_agent_observe (self, self->messages.a);
  self->observed_time = now;
  self->observed_messages = self->messages.a;
}

/* Begins an operation of the current agent: others may go first. */
gboolean
ls_agent_begin_operation (LsAgent            *self,
                          const LsOperation  *operation,
                          GError            **error)
{
  if (G_UNLIKELY (self->is_terminated))
    return agent_refuse (self, error);
  self->pending = *operation;
  self->state = LS_AGENT_STATE_RUNNABLE;
  ls_coroutine_yield (self->coroutine);
  ls_agent_take_baton (self);
  if (G_UNLIKELY (self->is_terminated))
    return agent_refuse (self, error);
  return TRUE;
}

/* Whether the agent has done the operation since anything changed, with the same outcome. */
static gboolean
agent_has_seen (LsAgent *self,
                guint64  signature)
{
  const guint64 change = self->cluster->n_changes;

  if (self->seen_change != change)
    {
      self->seen_change = change;
      self->n_seen = 0;
      self->n_stutters = 0;
    }
  for (guint i = 0; i < self->n_seen; i++)
    if (self->seen[i] == signature)
      return TRUE;
  if (self->n_seen < LS_AGENT_N_SEEN)
    self->seen[self->n_seen++] = signature;
  return FALSE;
}

/* Ends an operation. @outcome is all that the program of the agent learns of it. */
void
ls_agent_end_operation (LsAgent            *self,
                        const LsOperation  *operation,
                        gint64              outcome,
                        gboolean            has_changed)
{
  LsHash signature = { 0, 0 };

  ls_hash_mix (&self->history, (guint64) operation->kind << 32 | 1);
  ls_hash_mix (&self->history, outcome);
  if (has_changed)
    {
      self->seen_change = ++self->cluster->n_changes;
      self->n_seen = 0;
      self->n_stutters = 0;
    }
  else
    {
      ls_hash_mix (&signature, operation->kind);
      ls_hash_mix (&signature, operation->memory != NULL ? operation->memory->id : 0);
      ls_hash_mix (&signature, operation->byte_index);
      ls_hash_mix (&signature, operation->value);
      ls_hash_mix (&signature, operation->replacement);
      ls_hash_mix (&signature, outcome);
      if (agent_has_seen (self, signature.a))
        self->n_stutters++;
    }
  ls_agent_cluster_note_operation (self->cluster, self, operation, outcome, has_changed);
}

/* Suspends the agent until the cluster lets it go on: another agent has taken the waiter out of its list, or its time has come.
 * */
void
ls_agent_suspend (LsAgent  *self,
                  LsWaiter *waiter)
{
  self->waiter = waiter;
  self->state = LS_AGENT_STATE_WAITING;
  if (!self->is_terminated)
    {
      ls_agent_report_state (self);
      ls_coroutine_yield (self->coroutine);
    }
  ls_agent_take_baton (self);
  self->waiter = NULL;
}

void
ls_agent_wake (LsAgent *self)
{
  self->pending.kind = LS_OPERATION_RESUME;
  self->state = LS_AGENT_STATE_RUNNABLE;
  ls_agent_report_state (self);
}

/**
 * ls_agent_observe:
 * @self: an agent of a model
 * @value: a number
 *
 * Tells the explorer that the agent has learned something outside its operations. Consider two runs in which all operations of an
 * agent had the same outcomes, and in which it told the same numbers here: they must have left the agent in the same state.
 */
void
ls_agent_observe (LsAgent *self,
                  guint64  value)
{
  g_return_if_fail (LS_IS_AGENT (self));

  ls_hash_mix (&self->history, 2);
  ls_hash_mix (&self->history, value);
}

/**
 * ls_agent_remember:
 * @self: an agent of a model
 * @mark: (out caller-allocates): becomes a mark for [method@Agent.forget]
 *
 * Remembers everything that the agent has learned so far.
 */
void
ls_agent_remember (LsAgent     *self,
                   LsAgentMark *mark)
{
  g_return_if_fail (LS_IS_AGENT (self));
  g_return_if_fail (mark != NULL);

  *mark = (LsAgentMark) { self->history.a, self->history.b };
}

/**
 * ls_agent_forget:
 * @self: an agent of a model
 * @mark: a mark of [method@Agent.remember]
 * @value: the part that the agent has kept of what it has learned since then
 *
 * Tells the explorer that the agent has forgotten everything since @mark except @value: it is in the state of @mark, or in a
 * state that follows from that and from @value. For example, an agent that got a lock after many attempts is where it would be
 * after one. So many schedules lead to the same states.
 */
void
ls_agent_forget (LsAgent           *self,
                 const LsAgentMark *mark,
                 guint64            value)
{
  g_return_if_fail (LS_IS_AGENT (self));
  g_return_if_fail (mark != NULL);

  self->history = (LsHash) { mark->a, mark->b };
  /* The agent still knows the time and the posts to it. */
  self->observed_time = self->observed_messages = 0;
  if (value != 0)
    {
      ls_hash_mix (&self->history, 3);
      ls_hash_mix (&self->history, value);
    }
  if (self->cluster->now != 0 || self->messages.a != 0)
    ls_agent_take_baton (self);
}

/**
 * ls_operation_to_string:
 * @operation: an operation
 *
 * Describes an operation.
 *
 * Returns: (transfer full): a description of the operation, such as "compareExchange lock[0] 0 → 1"
 */
char *
ls_operation_to_string (const LsOperation *operation)
{
  GString *text;
  gsize size;

  g_return_val_if_fail (operation != NULL, NULL);

  text = g_string_new (ls_operation_kind_to_string (operation->kind));
  if (operation->memory == NULL)
    {
      if (operation->replacement != 0)
        g_string_append_printf (text, " %" G_GINT64_FORMAT, operation->replacement);
      return g_string_free (text, FALSE);
    }
  size = ls_element_type_get_size (operation->type);
  g_string_append_printf (text, " %s[%zu]", operation->memory->name != NULL ? operation->memory->name : "",
                          operation->byte_index / size);
  switch (operation->kind)
    {
    case LS_OPERATION_LOAD:
    case LS_OPERATION_RESUME:
      break;
    case LS_OPERATION_COMPARE_EXCHANGE:
      g_string_append_printf (text, " %" G_GINT64_FORMAT " → %" G_GINT64_FORMAT, operation->value, operation->replacement);
      break;
    case LS_OPERATION_NOTIFY:
      if (operation->value < G_MAXINT64)
        g_string_append_printf (text, " %" G_GINT64_FORMAT, operation->value);
      break;
    default:
      g_string_append_printf (text, " %" G_GINT64_FORMAT, operation->value);
      break;
    }
  return g_string_free (text, FALSE);
}
