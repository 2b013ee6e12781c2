/* ls-timeline-agents.c: reads the work of agents into the tracks of a timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-model-private.h"

/* The most blocks of memory that the model knows by name. More names would not help a reader. */
#define MAX_MEMORIES 65536
/* The most messages on their way to one agent. */
#define MAX_POSTS 65536

static LsTrack *
get_track (LsTimelineModel  *self,
           LsTimelineReader *agent,
           LsTrackKind       kind)
{
  return g_ptr_array_index (self->tracks, agent->base.first_track + kind);
}

static LsTimelineReader *
find_agent (LsTimelineModel *self,
            guint32          id)
{
  if (G_LIKELY (id == self->agent->base.id))
    return self->agent;
  return g_hash_table_lookup (self->agents_by_id, GUINT_TO_POINTER (id));
}

void
ls_timeline_reader_free (gpointer data)
{
  LsTimelineReader *agent = data;

  g_queue_clear_full (&agent->posts, g_free);
  g_queue_clear_full (&agent->settled, g_free);
  ls_span_list_free (agent->base.gaps);
  ls_queue_lengths_free (agent->base.queued);
  ls_timeline_events_clear (&agent->events);
  g_free (agent);
}

/* Returns the agent with a number, and adds it if the model does not know it yet. Returns NULL for a number that no agent can
 * have. */
static LsTimelineReader *
take_agent (LsTimelineModel *self,
            guint32          id,
            guint64          time)
{
  LsTimelineReader *agent = find_agent (self, id);

  if (agent != NULL || id == 0 || id >= LS_TRACE_CURSOR_MAX_AGENTS)
    return agent;
  agent = g_new0 (LsTimelineReader, 1);
  agent->base.id = id;
  agent->base.gaps = ls_span_list_new ();
  agent->base.queued = ls_queue_lengths_new ();
  agent->base.first_track = self->tracks->len;
  agent->created_at = time;
  g_queue_init (&agent->posts);
  g_queue_init (&agent->settled);
  ls_timeline_events_init (&agent->events);
  for (guint kind = 0; kind < LS_N_TRACKS; kind++)
    ls_timeline_model_add_track (self, kind, id, 0);
  g_ptr_array_add (self->agents, agent);
  g_hash_table_insert (self->agents_by_id, GUINT_TO_POINTER (id), agent);
  if (self->agents->len == 2)
    self->agents_time = time;
  return agent;
}

static void
set_name (LsTimelineModel  *self,
          LsTimelineReader *agent,
          guint32           text)
{
  const char *name = text != 0 ? ls_trace_get_text (self->trace, text) : NULL;
  const char *thread = ls_agent_name_get_thread (name);

  agent->base.name = text;
  if (thread != NULL)
    g_hash_table_add (self->programs, g_strndup (name, thread - name - strlen (": ")));
}

/* Starts the model's agents anew, with the main agent only. */
void
ls_timeline_model_clear_agents (LsTimelineModel *self)
{
  /* No agent has the number 0. */
  LsTimelineReader nobody = { .base = { .id = 0 } };

  ls_trace_cursor_clear (&self->cursor);
  g_hash_table_remove_all (self->agents_by_id);
  g_hash_table_remove_all (self->programs);
  g_ptr_array_set_size (self->agents, 0);
  g_hash_table_remove_all (self->waiters);
  g_hash_table_remove_all (self->memories);
  g_array_set_size (self->arrows, 0);
  self->agents_time = LS_TIME_NEVER;
  self->agent = &nobody;
  self->agent = take_agent (self, 1, 0);
}

/* The records from here on belong to another agent. */
void
ls_timeline_model_switch_agent (LsTimelineModel *self,
                                guint32          id)
{
  LsTimelineReader *agent = find_agent (self, id);

  if (agent != NULL)
    self->agent = agent;
}

/* Spans */

static void
add_arrow (LsTimelineModel     *self,
           LsTimelineArrowKind  kind,
           gboolean             to_promise,
           guint32              from,
           guint32              to,
           guint32              task,
           guint64              from_time,
           guint64              to_time,
           guint32              record)
{
  LsTimelineArrow arrow = { .kind = kind, .to_promise = to_promise, .from = from, .to = to, .task = task, .from_time = from_time,
                            .effect = { to_time, record } };

  /* Arrows are in the order of time, even if a file says otherwise. */
  if (self->arrows->len > 0)
    arrow.effect.time = MAX (to_time, g_array_index (self->arrows, LsTimelineArrow, self->arrows->len - 1).effect.time);
  g_array_append_val (self->arrows, arrow);
}

static void
take_baton (LsTimelineModel  *self,
            LsTimelineReader *agent,
            guint64           time,
            guint32           position)
{
  LsSpanList *spans = get_track (self, agent, LS_TRACK_BATON)->spans;

  if (ls_span_list_is_open (spans))
    return;
  ls_span_list_begin (spans, time, position, agent->base.id);
  if (!agent->has_run && agent->base.creator != 0)
    add_arrow (self, LS_TIMELINE_ARROW_CREATED, FALSE, agent->base.creator, agent->base.id, 0, agent->created_at, time,
               position);
  agent->has_run = TRUE;
}

static void
give_baton (LsTimelineModel  *self,
            LsTimelineReader *agent,
            guint64           time)
{
  ls_span_list_end_open (get_track (self, agent, LS_TRACK_BATON)->spans, time);
}

/* Begins a span whenever the number of pending promises changes. */
static void
count_promises (LsTimelineModel  *self,
                LsTimelineReader *agent,
                int               more,
                guint64           time,
                guint32           position)
{
  LsSpanList *spans = get_track (self, agent, LS_TRACK_PROMISES)->spans;

  agent->n_promises = MAX (0, (gint64) agent->n_promises + more);
  if (agent->n_promises > 0)
    ls_span_list_begin (spans, time, position, agent->n_promises);
  else
    ls_span_list_end_open (spans, time);
}

/* Records */

static void
read_created (LsTimelineModel *self,
              const LsRecord  *record,
              guint32          position)
{
  LsTimelineReader *agent = take_agent (self, record->subject, record->time);

  if (agent == NULL)
    return;
  set_name (self, agent, record->text);
  if (agent->is_created && record->clause == LS_CLAUSE_RECORDED)
    return;
  agent->is_created = TRUE;
  agent->base.creator = record->object;
  agent->created_at = record->time;
  /* Without other agents there was no baton to record. */
  if (self->agents->len == 2 && agent != self->agent && self->cursor.turn.task != 0)
    take_baton (self, self->agent, record->time, position);
}

static void
read_run (LsTimelineModel *self,
          const LsRecord  *record,
          guint32          position)
{
  LsTimelineReader *agent = take_agent (self, record->subject, record->time);

  if (agent == NULL)
    return;
  /* In what was recorded agents run at the same time: the record says whose records follow, and each has its turns for itself. */
  if (agent != self->agent && record->clause != LS_CLAUSE_RECORDED)
    give_baton (self, self->agent, record->time);
  self->agent = agent;
  if (record->level > 0)
    take_baton (self, agent, record->time, position);
}

static void
read_state (LsTimelineModel *self,
            const LsRecord  *record,
            guint32          position)
{
  LsTimelineReader *agent = find_agent (self, record->subject);
  LsSpanList *waits;

  if (agent == NULL)
    return;
  waits = get_track (self, agent, LS_TRACK_WAITS)->spans;
  if (record->level != LS_AGENT_STATE_RUNNABLE && record->level != LS_AGENT_STATE_RUNNING)
    give_baton (self, agent, record->time);
  if (record->level == LS_AGENT_STATE_WAITING)
    ls_span_list_begin (waits, record->time, agent->wait_record != 0 ? agent->wait_record - 1 : position, record->subject);
  else
    ls_span_list_end_open (waits, record->time);
  agent->wait_record = 0;
  if (record->level == LS_AGENT_STATE_ENDED)
    agent->is_over = TRUE;
}

static void
read_waiter_added (LsTimelineModel *self,
                   const LsRecord  *record,
                   guint32          position)
{
  LsTimelineReader *agent = self->agent;

  g_hash_table_insert (self->waiters, GUINT_TO_POINTER (record->subject),
                       GUINT_TO_POINTER (agent->base.id * 2 + (record->level != 0)));
  if (record->level != 0)
    count_promises (self, agent, 1, record->time, position);
  else
    agent->wait_record = position + 1;
}

static void
send (GQueue  *queue,
      guint32  agent,
      guint32  task,
      guint64  time)
{
  LsTimelinePost post = { .time = time, .agent = agent, .task = task };

  if (queue->length < MAX_POSTS)
    g_queue_push_tail (queue, g_memdup2 (&post, sizeof post));
}

static void
read_waiter_removed (LsTimelineModel *self,
                     const LsRecord  *record,
                     guint32          position)
{
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->waiters, GUINT_TO_POINTER (record->subject)));
  LsTimelineReader *agent = find_agent (self, known / 2);
  gboolean is_promise = known & 1;

  g_hash_table_remove (self->waiters, GUINT_TO_POINTER (record->subject));
  if (agent == NULL)
    return;
  if (is_promise)
    count_promises (self, agent, -1, record->time, position);
  if (record->level != 0 || !ls_timeline_model_has_agents (self))
    return;
  add_arrow (self, LS_TIMELINE_ARROW_NOTIFIED, is_promise, self->agent->base.id, agent->base.id, 0, record->time,
             record->time, position);
  if (is_promise && agent != self->agent)
    send (&agent->settled, self->agent->base.id, self->cursor.turn.task, record->time);
}

/* Reads the part of a record that is about agents. The model calls this before it reads the rest of the record. */
void
ls_timeline_model_read_agents (LsTimelineModel *self,
                               const LsRecord  *record,
                               guint32          position)
{
  LsTimelineReader *other;

  switch ((LsRecordKind) record->kind)
    {
    case LS_RECORD_AGENT_CREATED:
      read_created (self, record, position);
      break;
    case LS_RECORD_AGENT_RUN:
      read_run (self, record, position);
      break;
    case LS_RECORD_AGENT_STATE:
      read_state (self, record, position);
      break;
    case LS_RECORD_MEMORY_CREATED:
      if (g_hash_table_size (self->memories) < MAX_MEMORIES)
        g_hash_table_insert (self->memories, GUINT_TO_POINTER (record->subject), GUINT_TO_POINTER (record->text));
      break;
    case LS_RECORD_WAITER_ADDED:
      read_waiter_added (self, record, position);
      break;
    case LS_RECORD_WAITER_REMOVED:
      read_waiter_removed (self, record, position);
      break;
    case LS_RECORD_ACTION:
      self->agent->in_action = TRUE;
      break;
    case LS_RECORD_ACTION_FINISHED:
      self->agent->in_action = FALSE;
      break;
    case LS_RECORD_TURN_ENDED:
      give_baton (self, self->agent, record->time);
      break;
    case LS_RECORD_ATOMIC_OPERATION:
      other = record->level == LS_OPERATION_POST ? find_agent (self, record->object) : NULL;
      if (other != NULL && other != self->agent)
        send (&other->posts, self->agent->base.id, self->cursor.turn.task, record->time);
      if (ls_timeline_model_has_agents (self))
        take_baton (self, self->agent, record->time, position);
      break;
    /* If the cluster has only one agent to choose from, these records alone say that it runs. */
    case LS_RECORD_TASK_SELECTED:
    case LS_RECORD_MICROTASK_STARTED:
    case LS_RECORD_STATEMENT:
      if (ls_timeline_model_has_agents (self))
        take_baton (self, self->agent, record->time, position);
      break;
    default:
      break;
    }
}

/* Returns the task that posted the task of the record. A task that another agent makes arrives while its agent runs nothing: then
 * the oldest message of another agent made it, which gets an arrow. */
guint32
ls_timeline_model_find_poster (LsTimelineModel *self,
                               const LsRecord  *record,
                               guint32          position)
{
  LsTimelineReader *agent = self->agent;
  GQueue *posts = record->queue == LS_QUEUE_TYPE_V8 ? &agent->settled : &agent->posts;
  const gboolean arrives = record->kind == LS_RECORD_TASK_INCOMING && self->cursor.turn.task == 0 && !agent->in_action;
  g_autofree LsTimelinePost *post = arrives ? g_queue_pop_head (posts) : NULL;

  if (post == NULL)
    return self->cursor.turn.task;
  if (posts == &agent->posts)
    add_arrow (self, LS_TIMELINE_ARROW_POSTED, FALSE, post->agent, agent->base.id, record->subject, post->time, record->time,
               position);
  return post->task;
}

/* The beginning of a trace that has dropped records */

/* Sets up the agents at the first record that the trace keeps, from the state there. */
void
ls_timeline_model_begin_agents (LsTimelineModel *self,
                                LsState         *state)
{
  const guint64 time = self->start_time;
  const guint32 position = MAX (self->start, 1) - 1;

  for (guint32 id = 1; id <= ls_state_get_n_memories (state); id++)
    {
      const LsMemoryState *memory = ls_state_get_memory (state, id);

      if (memory != NULL && g_hash_table_size (self->memories) < MAX_MEMORIES)
        g_hash_table_insert (self->memories, GUINT_TO_POINTER (id), GUINT_TO_POINTER (memory->name));
    }
  for (guint32 id = 1; id <= ls_state_get_n_agents (state); id++)
    {
      const LsAgentTraceState *known = ls_state_get_agent (state, id);
      LsTimelineReader *agent;

      if (known == NULL || (known->state == LS_AGENT_STATE_ENDED && id > 1))
        continue;
      agent = take_agent (self, id, time);
      if (agent == NULL)
        continue;
      set_name (self, agent, known->name);
      agent->base.creator = known->creator;
      agent->has_run = TRUE;
      if (known->state == LS_AGENT_STATE_WAITING)
        ls_span_list_begin (get_track (self, agent, LS_TRACK_WAITS)->spans, time, position, id);
    }
  for (guint32 id = 0; (id = ls_state_find_next_waiter (state, id)) != 0;)
    {
      const LsWaiterState *waiter = ls_state_get_waiter (state, id);
      LsTimelineReader *agent = waiter->is_waiting ? find_agent (self, waiter->agent) : NULL;

      if (agent == NULL)
        continue;
      g_hash_table_insert (self->waiters, GUINT_TO_POINTER (id), GUINT_TO_POINTER (waiter->agent * 2 + waiter->is_async));
      if (waiter->is_async)
        count_promises (self, agent, 1, time, position);
    }
  ls_timeline_model_switch_agent (self, ls_state_get_current_agent (state));
}

/* For users of the model */

/**
 * ls_timeline_model_get_n_agents:
 * @self: a model
 *
 * Returns: the number of agents; 1 if no record has told of another one
 */
guint
ls_timeline_model_get_n_agents (LsTimelineModel *self)
{
  return self->agents->len;
}

/**
 * ls_timeline_model_get_agent:
 * @self: a model
 * @index: below ls_timeline_model_get_n_agents()
 *
 * Returns: an agent, in the order of creation, the main one first; valid until the model reads more
 */
const LsTimelineAgent *
ls_timeline_model_get_agent (LsTimelineModel *self,
                             guint            index)
{
  return &((LsTimelineReader *) g_ptr_array_index (self->agents, index))->base;
}

/**
 * ls_timeline_model_find_agent:
 * @self: a model
 * @id: an agent
 *
 * Returns: (nullable): what the model knows of the agent; valid until the model reads more
 */
const LsTimelineAgent *
ls_timeline_model_find_agent (LsTimelineModel *self,
                              guint32          id)
{
  LsTimelineReader *agent = find_agent (self, id);

  return agent != NULL ? &agent->base : NULL;
}

/**
 * ls_timeline_model_get_agents_time:
 * @self: a model
 *
 * Returns: the time since which there are several agents, in µs; %LS_TIME_NEVER if there is only one
 */
guint64
ls_timeline_model_get_agents_time (LsTimelineModel *self)
{
  return self->agents_time;
}

/**
 * ls_timeline_model_get_arrows:
 * @self: a model
 *
 * Returns: (transfer none) (element-type LsTimelineArrow): the effects of agents on agents, ordered by the time of the effect
 */
const GArray *
ls_timeline_model_get_arrows (LsTimelineModel *self)
{
  return self->arrows;
}
