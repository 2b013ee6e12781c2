/* ls-story.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-story-teller-private.h"

#include <glib/gi18n-lib.h>

#include "ls-session-error.h"
#include "ls-trace-cursor-private.h"

/* Records that are told of at once, and between two looks at the cancellable. */
#define BATCH 256
#define PROGRESS 16384

/* The agent's number in records that come before the first AGENT_RUN. */
#define FIRST_AGENT 1

static const char *const slice_names[] = {
  [LS_STORY_SLICE_TURN] = "turn",
  [LS_STORY_SLICE_TASK] = "task",
  [LS_STORY_SLICE_CONTINUATION] = "continuation",
  [LS_STORY_SLICE_TIMER] = "timer",
  [LS_STORY_SLICE_FRAME] = "frame",
  [LS_STORY_SLICE_IDLE] = "idle",
  [LS_STORY_SLICE_INPUT] = "input",
  [LS_STORY_SLICE_CALLBACK] = "callback",
  [LS_STORY_SLICE_MICROTASK] = "microtask",
  [LS_STORY_SLICE_EVENT] = "event",
};

const char *
ls_story_slice_to_string (LsStorySlice slice)
{
  return (guint) slice < G_N_ELEMENTS (slice_names) ? slice_names[slice] : "slice";
}

const char *
ls_story_count_to_string (LsStoryCount count)
{
  if (count == LS_STORY_COUNT_OTHER)
    return "other";
  return count == LS_STORY_COUNT_DELAYED ? "delayed" : ls_task_priority_to_string (LS_TASK_PRIORITY_BACKGROUND + count);
}

/* What an event is called: the name that the program gave it, else what it is with its number. */
char *
ls_story_dup_name (const LsStoryEvent *event)
{
  if (event->name != NULL && event->name[0] != '\0')
    return g_strdup (event->name);
  if (event->kind == LS_STORY_WAIT && event->task == 0)
    return g_strdup ("Atomics.wait");
  if (event->task != 0)
    return g_strdup_printf ("task %u", event->task);
  return g_strdup (ls_story_slice_to_string (event->slice));
}

static void
tell_agent (LsStory    *self,
            guint32     id,
            const char *name)
{
  LsStoryEvent event = ls_story_make_event (self, LS_STORY_AGENT);

  event.agent = id;
  event.name = name;
  ls_story_tell_event (self, &event);
}

/* Gives the record its place in time. */
static void
stamp (LsStory        *self,
       const LsRecord *record)
{
  const guint64 time = MIN (record->time, G_MAXUINT64 / 4000) * 1000;

  if (record->time >= self->time)
    self->last = MAX (time, self->last + 1);
  else
    self->last = MAX (time, self->agent->last + 1);
  self->agent->last = self->last;
  self->time = record->time;
}

static void
tell_counts (LsStory      *self,
             LsStoryAgent *agent,
             guint32       id)
{
  LsStoryEvent event = ls_story_make_event (self, LS_STORY_COUNTERS);

  if (!agent->counts_changed)
    return;
  agent->counts_changed = FALSE;
  event.agent = id;
  event.time = agent->last;
  event.counts = agent->counts;
  ls_story_tell_event (self, &event);
}

/* Timers and idle callbacks tell more of tasks that the loop makes. */
static void
on_timer_installed (LsStory *self, const LsRecord *record)
{
  LsStoryTask *task = ls_story_know_task (self, record, record->object);
  LsStoryEvent event = ls_story_make_event (self, LS_STORY_TIMER_INSTALL);

  if (task == NULL || record->subject == 0)
    return;
  task->timer = record->subject;
  task->queue = record->queue;
  task->name = record->text;
  task->is_told = TRUE;
  /* An interval is installed once. */
  if (ls_id_map_get (&self->timers, record->subject) != NULL)
    return;
  *(guint8 *) ls_id_map_add (&self->timers, record->subject) = TRUE;
  task->flow = ++self->n_flows;
  event.id = record->subject;
  event.task = record->object;
  event.value = record->value;
  event.queue = record->queue;
  event.repeats = (record->flags & LS_RECORD_FLAG_REPEATING) != 0;
  event.flow = task->flow;
  event.name = ls_story_get_text (self, record->text);
  ls_story_tell_event (self, &event);
}

static void
on_idle_requested (LsStory *self, const LsRecord *record)
{
  LsStoryTask *task = ls_story_know_task (self, record, record->object);
  LsStoryEvent event = ls_story_make_event (self, LS_STORY_IDLE_REQUEST);

  if (task == NULL || record->subject == 0)
    return;
  task->idle = record->subject;
  task->queue = LS_QUEUE_TYPE_IDLE;
  task->name = record->text;
  task->is_told = TRUE;
  task->flow = ++self->n_flows;
  event.id = record->subject;
  event.task = record->object;
  event.value = record->value;
  event.queue = LS_QUEUE_TYPE_IDLE;
  event.flow = task->flow;
  event.name = ls_story_get_text (self, record->text);
  ls_story_tell_event (self, &event);
}

/* The record after TASK_STARTED says what the callback is. */
static void
tell_what_runs (LsStory *self, const LsRecord *record, LsStorySlice slice)
{
  LsStoryAgent *agent = self->agent;
  LsStoryEvent *event;

  if (!agent->is_pending)
    return;
  event = &agent->open[agent->depth - 1];
  if (event->slice == LS_STORY_SLICE_TURN || event->slice == LS_STORY_SLICE_MICROTASK || event->slice == LS_STORY_SLICE_EVENT)
    return;
  event->slice = slice;
  event->id = record->subject;
  event->timed_out = slice == LS_STORY_SLICE_IDLE && (record->flags & LS_RECORD_FLAG_TIMED_OUT);
  if (slice == LS_STORY_SLICE_IDLE)
    event->value = record->value;
  ls_story_tell_pending (self);
}

static void
tell_thing (LsStory *self, LsStoryEventKind kind, guint32 id)
{
  LsStoryEvent event = ls_story_make_event (self, kind);

  event.id = id;
  ls_story_tell_event (self, &event);
}

static void
tell_log (LsStory *self, const LsRecord *record)
{
  LsStoryEvent event = ls_story_make_event (self, LS_STORY_LOG);

  event.name = ls_story_get_text (self, record->text);
  if (event.name != NULL)
    ls_story_tell_event (self, &event);
}

static void
on_microtask_started (LsStory *self, const LsRecord *record)
{
  const guint32 *name = ls_id_map_get (&self->microtasks, record->subject);
  LsStoryEvent *slice = ls_story_begin_slice (self, LS_STORY_SLICE_MICROTASK);

  if (slice != NULL)
    {
      slice->id = record->subject;
      slice->priority = record->priority;
      slice->name = name != NULL ? ls_story_get_text (self, *name) : NULL;
    }
  ls_id_map_remove (&self->microtasks, record->subject);
}

static void
on_event_begin (LsStory *self, const LsRecord *record)
{
  LsStoryEvent *slice = ls_story_begin_slice (self, LS_STORY_SLICE_EVENT);

  if (slice == NULL)
    return;
  slice->signal = record->subject;
  slice->name = ls_story_get_text (self, record->text);
}

static void
on_signal_priority (LsStory *self, const LsRecord *record)
{
  LsStoryEvent event = ls_story_make_event (self, LS_STORY_PRIORITY);

  if (record->subject == 0)
    return;
  *(guint8 *) ls_id_map_add (&self->signals, record->subject) = record->priority;
  /* The others follow. */
  if (record->object != 0)
    return;
  event.signal = record->subject;
  event.priority = record->priority;
  ls_story_tell_event (self, &event);
}

static void
on_waiter_removed (LsStory *self, const LsRecord *record)
{
  const LsStoryWaiter *waiter = ls_id_map_get (&self->waiters, record->subject);
  LsStoryEvent event = ls_story_make_event (self, LS_STORY_WAIT);

  if (waiter == NULL)
    return;
  event.agent = waiter->agent;
  event.since = waiter->since;
  event.id = record->subject;
  ls_story_tell_event (self, &event);
  ls_id_map_remove (&self->waiters, record->subject);
}

/* Tells of an agent once, with the name that it has at the end. @text: its name, if there is no record of that */
static void
introduce (LsStory *self, guint32 agent, guint32 text)
{
  const guint32 *name = ls_id_map_get (&self->names, agent);

  tell_agent (self, agent, ls_story_get_text (self, name != NULL ? *name : text));
  ls_id_map_remove (&self->names, agent);
}

static void
on_agent_created (LsStory *self, const LsRecord *record)
{
  /* The first agent has been told of, and so has one that gets another name. */
  if (record->subject == FIRST_AGENT || ls_id_map_get (&self->names, record->subject) == NULL)
    return;
  ls_story_know_agent (self, record->subject);
  introduce (self, record->subject, record->text);
}

static void
apply (LsStory *self, const LsRecord *record)
{
  if (record->kind == LS_RECORD_AGENT_RUN && record->subject != 0 && record->subject < LS_TRACE_CURSOR_MAX_AGENTS)
    ls_story_show_agent (self, record->subject);
  if (record->time != self->time || record->kind == LS_RECORD_TASK_SELECTED)
    tell_counts (self, self->agent, self->agent_id);
  stamp (self, record);
  if (record->kind != LS_RECORD_TIMER_FIRED && record->kind != LS_RECORD_IDLE_FIRED)
    ls_story_tell_pending (self);
  if (ls_story_apply_task (self, record))
    return;

  switch (record->kind)
    {
    case LS_RECORD_TASK_FINISHED:
      ls_story_end_callback (self);
      break;
    case LS_RECORD_TURN_ENDED:
      ls_story_end_slices_to (self, LS_STORY_SLICE_TURN);
      break;
    case LS_RECORD_TIMER_INSTALLED:
      on_timer_installed (self, record);
      break;
    case LS_RECORD_TIMER_FIRED:
      tell_what_runs (self, record, LS_STORY_SLICE_TIMER);
      break;
    case LS_RECORD_TIMER_CLEARED:
      tell_thing (self, LS_STORY_TIMER_REMOVE, record->subject);
      ls_id_map_remove (&self->timers, record->subject);
      break;
    case LS_RECORD_IDLE_REQUESTED:
      on_idle_requested (self, record);
      break;
    case LS_RECORD_IDLE_FIRED:
      tell_what_runs (self, record, LS_STORY_SLICE_IDLE);
      break;
    case LS_RECORD_IDLE_CANCELLED:
      tell_thing (self, LS_STORY_IDLE_CANCEL, record->subject);
      break;
    case LS_RECORD_MICROTASK_QUEUED:
      if (record->subject != 0)
        *(guint32 *) ls_id_map_add (&self->microtasks, record->subject) = record->text;
      break;
    case LS_RECORD_MICROTASK_STARTED:
      on_microtask_started (self, record);
      break;
    case LS_RECORD_MICROTASK_FINISHED:
      ls_story_end_slices_to (self, LS_STORY_SLICE_MICROTASK);
      break;
    case LS_RECORD_EVENT_BEGIN:
      on_event_begin (self, record);
      break;
    case LS_RECORD_EVENT_END:
      ls_story_end_slices_to (self, LS_STORY_SLICE_EVENT);
      break;
    case LS_RECORD_SIGNAL_CREATED:
      if (record->subject != 0)
        *(guint8 *) ls_id_map_add (&self->signals, record->subject) = record->priority;
      break;
    case LS_RECORD_SIGNAL_PRIORITY:
      on_signal_priority (self, record);
      break;
    case LS_RECORD_SIGNAL_FINALIZED:
      ls_id_map_remove (&self->signals, record->subject);
      break;
    case LS_RECORD_WAITER_ADDED:
      if (record->subject != 0)
        *(LsStoryWaiter *) ls_id_map_add (&self->waiters, record->subject) =
          (LsStoryWaiter) { .since = self->last, .agent = self->agent_id };
      break;
    case LS_RECORD_WAITER_REMOVED:
      on_waiter_removed (self, record);
      break;
    case LS_RECORD_AGENT_CREATED:
      on_agent_created (self, record);
      break;
    case LS_RECORD_LOG:
    case LS_RECORD_EXCEPTION:
      tell_log (self, record);
      break;
    default:
      break;
    }
}

static void
find_names (LsStory *self, gsize start)
{
  const LsRecord *records;
  gsize n_records;

  for (gsize position = start; (records = ls_trace_peek_records (self->trace, position, &n_records)) != NULL; position += n_records)
    for (gsize i = 0; i < n_records; i++)
      if (records[i].kind == LS_RECORD_AGENT_CREATED && records[i].subject != 0 && records[i].subject < LS_TRACE_CURSOR_MAX_AGENTS)
        *(guint32 *) ls_id_map_add (&self->names, records[i].subject) = records[i].text;
}

/* Where the trace has forgotten its beginning, the state there tells of agents, queues and the turn that goes on. */
static void
begin (LsStory *self, gsize start)
{
  const LsRecord *first;
  gsize n_records;
  guint32 id;

  ls_story_show_agent (self, FIRST_AGENT);
  tell_agent (self, FIRST_AGENT, NULL);
  find_names (self, start);
  first = ls_trace_peek_records (self->trace, start, &n_records);
  if (start == 0 || first == NULL)
    return;
  self->time = first->time;
  self->last = MIN (first->time, G_MAXUINT64 / 4000) * 1000;
  self->before = ls_state_new (self->trace);
  ls_state_seek (self->before, start);
  for (id = 1; id <= ls_state_get_n_agents (self->before) && id < LS_TRACE_CURSOR_MAX_AGENTS; id++)
    {
      const LsAgentTraceState *agent = ls_state_get_agent (self->before, id);

      if (agent != NULL && id != FIRST_AGENT)
        introduce (self, id, agent->name);
    }
  for (id = 1; id <= ls_state_get_n_queues (self->before); id++)
    {
      const LsQueueState *queue = ls_state_get_queue (self->before, id);

      if (queue != NULL && queue->exists)
        *(LsStoryQueue *) ls_id_map_add (&self->queues, id) =
          (LsStoryQueue) { .priority = queue->priority, .agent = queue->agent, .signal = queue->signal };
    }
  if (ls_state_get_current_agent (self->before) != 0)
    ls_story_show_agent (self, ls_state_get_current_agent (self->before));
}

/* Ends what goes on at the end of the trace. */
static void
end (LsStory *self)
{
  self->last++;
  for (guint32 id = 1; id < LS_TRACE_CURSOR_MAX_AGENTS; id++)
    if (ls_id_map_get (&self->agents, id) != NULL)
      {
        ls_story_show_agent (self, id);
        ls_story_end_slices_to (self, LS_STORY_SLICE_TURN);
        self->agent->last = self->last;
        tell_counts (self, self->agent, id);
      }
  ls_story_tell_open_waits (self);
}

static void
story_init (LsStory *self, LsTrace *trace, const LsStoryListener *listener, gpointer data)
{
  *self = (LsStory) { .trace = trace, .listener = listener, .data = data };
  ls_id_map_init (&self->agents, sizeof (LsStoryAgent *));
  ls_id_map_init (&self->tasks, sizeof (LsStoryTask));
  ls_id_map_init (&self->queues, sizeof (LsStoryQueue));
  ls_id_map_init (&self->signals, sizeof (guint8));
  ls_id_map_init (&self->timers, sizeof (guint8));
  ls_id_map_init (&self->microtasks, sizeof (guint32));
  ls_id_map_init (&self->waiters, sizeof (LsStoryWaiter));
  ls_id_map_init (&self->names, sizeof (guint32));
}

static void
story_clear (LsStory *self)
{
  LsStoryAgent **agent;
  guint32 i = 0, id;

  while ((agent = ls_id_map_next (&self->agents, &i, &id)) != NULL)
    g_free (*agent);
  ls_id_map_clear (&self->agents);
  ls_id_map_clear (&self->tasks);
  ls_id_map_clear (&self->queues);
  ls_id_map_clear (&self->signals);
  ls_id_map_clear (&self->timers);
  ls_id_map_clear (&self->microtasks);
  ls_id_map_clear (&self->waiters);
  ls_id_map_clear (&self->names);
  g_clear_pointer (&self->before, ls_state_unref);
}

static gboolean
tell_records (LsStory *self, gsize start, gsize length, LsLoadWatch *watch, GError **error)
{
  gsize position = start;

  while (position < length)
    {
      gsize n_records;
      const LsRecord *records = ls_trace_peek_records (self->trace, position, &n_records);

      n_records = MIN (MIN (n_records, BATCH), length - position);
      if (self->listener->records != NULL)
        self->listener->records (self->data, position, records, n_records);
      for (gsize i = 0; i < n_records; i++)
        apply (self, &records[i]);
      /* The writer may drop records while they are read. */
      if (ls_trace_get_start (self->trace) > start)
        {
          g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE,
                               _("The run went on and dropped records before Loopscope could write them. Stop the run first."));
          return FALSE;
        }
      position += n_records;
      if (!self->listener->flush (self->data, watch->cancellable, error) ||
          ((position % PROGRESS == 0 || position == length) &&
           !ls_load_watch_tell (watch, (double) (position - start) / (length - start), error)))
        return FALSE;
    }
  return TRUE;
}

/* Tells what is in a trace now, from its first record that is left to the last one. Memory is needed for what is alive at a moment
 * alone. Any thread may call it. */
gboolean
ls_story_tell (LsTrace *trace, const LsStoryListener *listener, gpointer data, LsLoadWatch *watch, GError **error)
{
  const gsize length = ls_trace_get_length (trace);
  const gsize start = ls_trace_get_start (trace);
  LsStory story;
  gboolean told;

  story_init (&story, trace, listener, data);
  begin (&story, start);
  told = tell_records (&story, start, length, watch, error);
  if (told)
    {
      end (&story);
      told = listener->flush (data, watch->cancellable, error);
    }
  story_clear (&story);
  return told;
}
