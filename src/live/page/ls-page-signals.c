/* ls-page-signals.c: the signals of a page, and the queues of their tasks
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-writer-types-private.h"

/* What a page can make us keep. */
#define MAX_SIGNALS 500000
#define MAX_EDGES 2000000

static guint32
add_edge (LsPageAgent *self,
          guint32      first,
          guint32      signal)
{
  const LsPageEdge edge = { .signal = signal, .next = first };

  if (self->edges->len >= MAX_EDGES)
    return first;
  g_array_append_val (self->edges, edge);
  return self->edges->len - 1;
}

static const LsPageEdge *
get_edge (LsPageAgent *self,
          guint32      edge)
{
  return &g_array_index (self->edges, LsPageEdge, edge);
}

/* Queues */

/* The queue of a priority, which stays once it is there. */
static guint32
get_static_queue (LsPageAgent *self,
                  guint8       priority,
                  gboolean     is_continuation)
{
  guint32 *queue = &self->static_queues[priority][is_continuation];

  if (*queue == 0)
    {
      *queue = ++self->writer->n_queues;
      ls_page_emit (self, .kind = LS_RECORD_QUEUE_CREATED, .subject = *queue, .value = self->agent, .priority = priority,
                    .flags = is_continuation ? LS_RECORD_FLAG_CONTINUATION : 0);
    }
  return *queue;
}

/* The scheduler task queue that a task enters now. §2.4.2, select the scheduler task queue. @priority: (out): that it has */
guint32
ls_page_agent_get_queue (LsPageAgent *self,
                         LsPageTask  *task,
                         guint8      *priority)
{
  LsPageSignal *signal = task->follows_signal ? ls_page_agent_peek_signal (self, task->signal) : NULL;
  const gboolean is_continuation = task->kind == LS_PAGE_TASK_CONTINUATION;
  guint32 *queue;

  *priority = signal != NULL ? signal->priority : task->priority;
  if (signal == NULL || signal->is_fixed)
    return get_static_queue (self, *priority, is_continuation);
  queue = &signal->queues[is_continuation];
  if (*queue == 0)
    {
      *queue = ++self->writer->n_queues;
      ls_page_emit (self, .kind = LS_RECORD_QUEUE_CREATED, .subject = *queue, .object = signal->id, .value = self->agent,
                    .priority = *priority, .flags = is_continuation ? LS_RECORD_FLAG_CONTINUATION : 0);
    }
  return *queue;
}

/* Signals */

/* Returns NULL where there are too many, or there is one of this number. */
static LsPageSignal *
add_signal (LsPageAgent *self,
            gint64       number,
            guint8       priority)
{
  LsPageSignal *signal;

  if (number <= 0 || number > G_MAXUINT32 || self->signals.n_items >= MAX_SIGNALS ||
      ls_page_agent_peek_signal (self, number) != NULL)
    return NULL;
  signal = ls_id_map_add (&self->signals, number);
  *signal = (LsPageSignal) { .id = ++self->writer->n_signals, .priority = priority };
  *(guint32 *) ls_id_map_add (&self->signal_ids, signal->id) = number;
  return signal;
}

static void
emit_created (LsPageAgent        *self,
              const LsPageSignal *signal,
              guint32             source,
              guint8              flags)
{
  ls_page_emit (self, .kind = LS_RECORD_SIGNAL_CREATED, .subject = signal->id, .object = source, .priority = signal->priority,
                .flags = flags | (ls_task_priority_is_valid (signal->priority) ? LS_RECORD_FLAG_TASK_SIGNAL : 0));
}

/* A signal is met for the first time. */
static void
on_met (LsPageAgent       *self,
        const LsPageEvent *event)
{
  LsPageSignal *signal = add_signal (self, event->fields[0], ls_page_get_priority (event->fields[1]));

  if (signal == NULL)
    return;
  emit_created (self, signal, 0, event->fields[3] != 0 ? LS_RECORD_FLAG_CONTROLLER : 0);
  if (event->fields[2] == 0)
    return;
  signal->is_aborted = TRUE;
  ls_page_emit (self, .kind = LS_RECORD_SIGNAL_ABORTED, .subject = signal->id);
}

/* TaskSignal.any(). A signal follows the source of one that follows itself. */
static void
on_any (LsPageAgent       *self,
        const LsPageEvent *event)
{
  LsPageSignal *signal = add_signal (self, event->fields[0], ls_page_get_priority (event->fields[2])), *followed;
  gint64 source = event->fields[1];

  if (signal == NULL)
    return;
  signal->is_dependent = TRUE;
  followed = ls_page_agent_peek_signal (self, source);
  if (followed != NULL && followed->source != 0)
    {
      source = followed->source;
      followed = ls_page_agent_peek_signal (self, source);
    }
  if (followed == NULL || followed->is_fixed || followed == signal)
    {
      followed = NULL;
      source = 0;
    }
  signal->source = source;
  signal->is_fixed = source == 0 && ls_task_priority_is_valid (signal->priority);
  if (followed != NULL)
    followed->first_follower = add_edge (self, followed->first_follower, event->fields[0]);
  emit_created (self, signal, followed != NULL ? followed->id : 0,
                LS_RECORD_FLAG_DEPENDENT | (signal->is_fixed ? LS_RECORD_FLAG_FIXED : 0));
  if (event->fields[3] == 0)
    return;
  signal->is_aborted = TRUE;
  ls_page_emit (self, .kind = LS_RECORD_SIGNAL_ABORTED, .subject = signal->id);
}

static void
depend (LsPageAgent *self,
        guint32      number,
        guint32      source)
{
  LsPageSignal *signal = ls_page_agent_peek_signal (self, number), *other = ls_page_agent_peek_signal (self, source);

  other->first_dependent = add_edge (self, other->first_dependent, number);
  signal->first_source = add_edge (self, signal->first_source, source);
  ls_page_emit (self, .kind = LS_RECORD_SIGNAL_ABORT_SOURCE, .subject = signal->id, .object = other->id);
}

/* DOM, create a dependent abort signal: of one that depends on others, those others count. */
static void
on_source (LsPageAgent       *self,
           const LsPageEvent *event)
{
  LsPageSignal *signal = ls_page_agent_peek_signal (self, event->fields[0]);
  LsPageSignal *source = ls_page_agent_peek_signal (self, event->fields[1]);

  if (signal == NULL || source == NULL || signal == source || !signal->is_dependent || signal->is_aborted)
    return;
  if (!source->is_dependent)
    {
      depend (self, event->fields[0], event->fields[1]);
      return;
    }
  for (guint32 i = source->first_source; i != 0; i = get_edge (self, i)->next)
    if (get_edge (self, i)->signal != event->fields[0] && self->edges->len < MAX_EDGES)
      depend (self, event->fields[0], get_edge (self, i)->signal);
}

static void
change (LsPageAgent  *self,
        LsPageSignal *signal,
        guint32       source,
        guint8        priority,
        LsClause      clause)
{
  const guint8 previous = signal->priority;

  signal->priority = priority;
  ls_page_emit (self, .kind = LS_RECORD_SIGNAL_PRIORITY, .subject = signal->id, .object = source, .value = previous,
                .priority = priority, .clause = clause);
  for (guint i = 0; i < G_N_ELEMENTS (signal->queues); i++)
    if (signal->queues[i] != 0)
      {
        ls_page_emit (self, .kind = LS_RECORD_QUEUE_PRIORITY, .subject = signal->queues[i], .priority = priority,
                      .clause = clause);
        ls_page_agent_move_queue (self, signal->queues[i], priority);
      }
}

/* §3.3 signal priority change: of a signal, and of those that follow it */
static void
set_priority (LsPageAgent *self,
              gint64       number,
              guint8       priority,
              LsClause     clause)
{
  LsPageSignal *signal = ls_page_agent_peek_signal (self, number);

  if (signal == NULL || !ls_task_priority_is_valid (priority) || !ls_task_priority_is_valid (signal->priority) ||
      signal->priority == priority)
    return;
  change (self, signal, 0, priority, clause);
  for (guint32 i = signal->first_follower; i != 0; i = get_edge (self, i)->next)
    {
      LsPageSignal *follower = ls_page_agent_peek_signal (self, get_edge (self, i)->signal);

      if (follower != NULL && follower->priority != priority)
        change (self, follower, signal->id, priority, clause);
    }
}

static void
abort_one (LsPageAgent  *self,
           LsPageSignal *signal,
           guint32       source,
           guint32       reason,
           LsClause      clause)
{
  signal->is_aborted = TRUE;
  ls_page_emit (self, .kind = LS_RECORD_SIGNAL_ABORTED, .subject = signal->id, .object = source, .text = reason, .clause = clause);
  while (signal->first_task != 0)
    ls_page_agent_remove (self, signal->first_task, signal->id, reason);
  ls_page_agent_reject (self, signal, reason);
}

/* DOM, signal abort: of a signal, and of those that depend on it */
static void
abort_signal (LsPageAgent *self,
              gint64       number,
              gint64       reason,
              LsClause     clause)
{
  LsPageSignal *signal = ls_page_agent_peek_signal (self, number);

  if (signal == NULL || signal->is_aborted)
    return;
  abort_one (self, signal, 0, reason, clause);
  for (guint32 i = signal->first_dependent; i != 0; i = get_edge (self, i)->next)
    {
      LsPageSignal *dependent = ls_page_agent_peek_signal (self, get_edge (self, i)->signal);

      if (dependent != NULL && !dependent->is_aborted)
        abort_one (self, dependent, signal->id, reason, clause);
    }
}

static void
on_named (LsPageAgent       *self,
          const LsPageEvent *event)
{
  const LsPageSignal *signal = ls_page_agent_peek_signal (self, event->fields[0]);

  if (signal != NULL && event->fields[1] != 0)
    ls_page_emit (self, .kind = LS_RECORD_SIGNAL_NAMED, .subject = signal->id, .text = event->fields[1]);
}

static void
on_listener (LsPageAgent       *self,
             const LsPageEvent *event)
{
  const LsPageSignal *signal = ls_page_agent_peek_signal (self, event->fields[0]);
  const gboolean begins = event->kind == LS_PAGE_EVENT_LISTENER;

  if (signal != NULL)
    ls_page_emit (self, .kind = begins ? LS_RECORD_EVENT_BEGIN : LS_RECORD_EVENT_END, .subject = signal->id,
                  .text = begins ? ls_probe_intern (self->writer->probe, event->fields[1] == 1 ? "abort" : "prioritychange") : 0);
}

/* Something has happened to a signal. */
void
ls_page_agent_on_signal (LsPageAgent       *self,
                         const LsPageEvent *event)
{
  switch (event->kind)
    {
    case LS_PAGE_EVENT_SIGNAL:
      on_met (self, event);
      break;
    case LS_PAGE_EVENT_ANY:
      on_any (self, event);
      break;
    case LS_PAGE_EVENT_SOURCE:
      on_source (self, event);
      break;
    case LS_PAGE_EVENT_ABORT:
      abort_signal (self, event->fields[0], event->fields[1], LS_CLAUSE_RECORDED);
      break;
    case LS_PAGE_EVENT_PRIORITY:
      set_priority (self, event->fields[0], ls_page_get_priority (event->fields[1]), LS_CLAUSE_RECORDED);
      break;
    case LS_PAGE_EVENT_STATE:
      /* All that is known is that it has changed by now. */
      set_priority (self, event->fields[0], ls_page_get_priority (event->fields[1]), LS_CLAUSE_INFERRED_PRIORITY);
      if (event->fields[2] != 0)
        abort_signal (self, event->fields[0], 0, LS_CLAUSE_INFERRED_SIGNAL);
      break;
    case LS_PAGE_EVENT_NAMED:
      on_named (self, event);
      break;
    case LS_PAGE_EVENT_LISTENER:
    case LS_PAGE_EVENT_LISTENED:
      on_listener (self, event);
      break;
    default:
      break;
    }
}

/* Nobody has the signals of a page that is gone. */
void
ls_page_agent_finalize_signals (LsPageAgent *self)
{
  g_autoptr (GArray) ids = ls_page_list_ids (&self->signal_ids);

  for (guint i = 0; i < ids->len; i++)
    ls_page_emit (self, .kind = LS_RECORD_SIGNAL_FINALIZED, .subject = g_array_index (ids, guint32, i));
}
