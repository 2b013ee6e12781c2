/* ls-page-writer.c: makes a trace of what the scripts in pages tell
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-writer-types-private.h"
#include "ls-world-private.h"

/* What a page can make us keep. Agents that have ended do not count. */
#define MAX_AGENTS 1024
#define MAX_TEXTS 200000
#define MAX_HELD 500000
/* Each makes one thing of a kind at most, and numbers have 32 bits. That takes a page hours at least; the trace forgets what is
 * old long before. */
#define MAX_EVENTS 4000000000u
/* More events of one agent in a second are not looked at. */
#define MAX_RATE 1000000

static void
init_tables (LsPageAgent *self)
{
  ls_id_map_init (&self->tasks, sizeof (LsPageTask));
  ls_id_map_init (&self->signals, sizeof (LsPageSignal));
  ls_id_map_init (&self->ids, sizeof (guint32));
  ls_id_map_init (&self->signal_ids, sizeof (guint32));
  ls_id_map_init (&self->queues, sizeof (LsPageQueue));
  ls_id_map_init (&self->results, sizeof (guint32));
}

static void
clear_tables (LsPageAgent *self)
{
  ls_id_map_clear (&self->tasks);
  ls_id_map_clear (&self->signals);
  ls_id_map_clear (&self->ids);
  ls_id_map_clear (&self->signal_ids);
  ls_id_map_clear (&self->queues);
  ls_id_map_clear (&self->results);
}

static void
agent_free (gpointer data)
{
  LsPageAgent *self = data;

  clear_tables (self);
  g_tree_unref (self->runnable);
  g_array_unref (self->edges);
  g_array_unref (self->held);
  g_free (self);
}

static int
compare_delays (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const LsPageDelay *one = a, *other = b;

  if (one->due != other->due)
    return one->due < other->due ? -1 : 1;
  return (one->id > other->id) - (one->id < other->id);
}

/**
 * ls_page_writer_new:
 * @probe: of the trace, which must outlive the writer
 *
 * Returns: (transfer full): a writer that has written nothing
 */
LsPageWriter *
ls_page_writer_new (LsProbe *probe)
{
  LsPageWriter *self = g_new0 (LsPageWriter, 1);

  self->probe = probe;
  self->preset = ls_preset_lookup ("blink");
  self->agents = g_ptr_array_new_with_free_func (agent_free);
  self->ended = g_ptr_array_new_with_free_func (agent_free);
  self->delays = g_tree_new_full (compare_delays, NULL, g_free, NULL);
  ls_page_places_init (&self->places);
  return self;
}

void
ls_page_writer_free (LsPageWriter *self)
{
  g_tree_unref (self->delays);
  g_ptr_array_unref (self->agents);
  g_ptr_array_unref (self->ended);
  ls_page_places_clear (&self->places);
  g_free (self);
}

/* Returns (transfer none) (nullable) an agent that has told nothing; NULL where there are too many. */
LsPageAgent *
ls_page_writer_add_agent (LsPageWriter *self)
{
  LsPageAgent *agent;

  if (self->agents->len >= MAX_AGENTS || self->agents->len + self->ended->len >= LS_WORLD_MAX_AGENTS - 1)
    return NULL;
  agent = g_new0 (LsPageAgent, 1);
  agent->writer = self;
  agent->units = 1;
  agent->held = g_array_new (FALSE, FALSE, sizeof (LsPageHeldEvent));
  agent->edges = g_array_new (FALSE, TRUE, sizeof (LsPageEdge));
  g_array_set_size (agent->edges, 1);
  agent->runnable = g_tree_new_full (ls_page_compare_runnable, NULL, g_free, NULL);
  init_tables (agent);
  g_ptr_array_add (self->agents, agent);
  return agent;
}

/* Returns the number of a text, 0 where there are too many. @text need not end. */
gint64
ls_page_writer_intern (LsPageWriter *self,
                       const char   *text,
                       gsize         length)
{
  g_autofree char *copy = NULL;
  guint32 id;

  if (length == 0 || self->n_texts >= MAX_TEXTS)
    return 0;
  copy = g_utf8_make_valid (text, length);
  id = ls_probe_intern (self->probe, copy);
  self->n_texts = MAX (self->n_texts, id);
  return id;
}

static guint32
intern_cb (gpointer    user_data,
           const char *text)
{
  return ls_page_writer_intern (user_data, text, strlen (text));
}

/* Returns the number of the place at which a stack begins, 0 where it has none. @stack need not end. @is_full: whether addresses
 * are kept whole */
gint64
ls_page_writer_take_stack (LsPageWriter *self,
                           const char   *stack,
                           gsize         length,
                           gboolean      is_full)
{
  return length > 0 ? ls_page_places_take (&self->places, stack, length, is_full, intern_cb, self) : 0;
}

/* Returns (transfer none) (nullable) a place: valid until the next stack. */
const LsPagePlace *
ls_page_writer_get_place (LsPageWriter *self,
                          gint64        number)
{
  return ls_page_places_get (&self->places, number);
}

/* Records */

static void
emit (LsPageWriter   *self,
      const LsRecord *record)
{
  self->n_records++;
  ls_probe_emit (self->probe, record);
}

void
ls_page_agent_add (LsPageAgent *self,
                   LsRecord     record)
{
  LsPageWriter *writer = self->writer;

  record.time = writer->now;
  record.clause = record.clause != 0 ? record.clause : LS_CLAUSE_RECORDED;
  if (writer->shown_agent != self->agent && writer->n_shown > 1)
    emit (writer, &(const LsRecord) { .kind = LS_RECORD_AGENT_RUN, .time = writer->now, .subject = self->agent,
                                      .priority = LS_TASK_PRIORITY_NONE, .clause = LS_CLAUSE_RECORDED });
  writer->shown_agent = self->agent;
  if (!self->in_turn && writer->now > self->quiet_since)
    {
      if (self->n_ready == 0)
        emit (writer, &(const LsRecord) { .kind = LS_RECORD_CLOCK_ADVANCED, .time = writer->now,
                                          .value = ls_page_saturate (writer->now - self->quiet_since),
                                          .priority = LS_TASK_PRIORITY_NONE, .clause = LS_CLAUSE_RECORDED });
      self->quiet_since = writer->now;
    }
  emit (writer, &record);
}

/* The first agent is told of when there is a second: by then it may be over. */
static void
tell_agent (LsPageAgent *self)
{
  ls_page_emit (self, .kind = LS_RECORD_AGENT_CREATED, .subject = self->agent, .text = self->name);
  ls_page_emit (self, .kind = LS_RECORD_AGENT_STATE, .subject = self->agent,
                .level = self->is_gone ? LS_AGENT_STATE_ENDED : LS_AGENT_STATE_IDLE);
}

/* Whether the loop has that queue. Node.js has no priorities, and these are the queues that its tasks are put into. */
static gboolean
has_queue (LsPageAgent *self,
           LsQueueType  type)
{
  if (self->kind == LS_PAGE_AGENT_NODE)
    return type == LS_QUEUE_TYPE_FRAME_THROTTLEABLE || type == LS_QUEUE_TYPE_FRAME_PAUSABLE || type == LS_QUEUE_TYPE_DEFAULT;
  return ls_queue_type_is_valid (type);
}

static void
begin_loop (LsPageAgent *self)
{
  LsPageWriter *writer = self->writer;
  const LsPreset *preset = writer->preset;
  const gboolean is_node = self->kind == LS_PAGE_AGENT_NODE;

  ls_page_emit (self, .kind = LS_RECORD_LOOP_STARTED, .text = ls_probe_intern (writer->probe, is_node ? "node" : preset->name),
                .value = LS_EDITION_2025, .level = LS_CLOCK_MONOTONIC, .flags = LS_RECORD_FLAG_RECORDED,
                .clause = LS_CLAUSE_PRESET);
  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    if (has_queue (self, i))
      ls_page_emit (self, .kind = LS_RECORD_PRESET_QUEUE, .queue = i, .level = preset->queue_ranks[i],
                    .text = ls_probe_intern (writer->probe, preset->rank_names[preset->queue_ranks[i]]),
                    .clause = LS_CLAUSE_PRESET);
  if (is_node)
    return;
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    {
      const guint8 rank = preset->effective_priority_ranks[i];

      ls_page_emit (self, .kind = LS_RECORD_PRESET_PRIORITY, .value = i, .level = rank,
                    .text = ls_probe_intern (writer->probe, preset->rank_names[rank]), .clause = LS_CLAUSE_PRESET);
    }
  if (preset->max_delayed_picks > 0)
    ls_page_emit (self, .kind = LS_RECORD_PRESET_RULE, .subject = LS_PRESET_RULE_MAX_DELAYED_PICKS,
                  .value = preset->max_delayed_picks, .clause = LS_CLAUSE_PRESET,
                  .text = ls_probe_intern (writer->probe, ls_preset_rule_to_string (LS_PRESET_RULE_MAX_DELAYED_PICKS)));
  ls_page_emit (self, .kind = LS_RECORD_SCHEDULER_CREATED, .subject = self->agent);
}

static guint32
name_agent (LsPageAgent *self,
            gint64       address)
{
  static const char *const kinds[LS_N_PAGE_AGENTS] = { "page", "frame", "worker", "node" };

  return address != 0 ? (guint32) address : ls_probe_intern (self->writer->probe, kinds[self->kind]);
}

static void
on_begin (LsPageAgent       *self,
          const LsPageEvent *event)
{
  LsPageWriter *writer = self->writer;

  if (self->has_begun)
    return;
  self->has_begun = TRUE;
  self->name = name_agent (self, event->fields[4]);
  self->agent = ++writer->n_shown;
  if (self->kind == LS_PAGE_AGENT_PAGE)
    writer->main_agent = self->agent;
  self->quiet_since = writer->now;
  if (self->agent == 1)
    writer->first = self;
  if (self->agent == 2)
    tell_agent (writer->first);
  if (self->agent > 1)
    tell_agent (self);
  begin_loop (self);
}

/* Events */

/* What LS_PAGE_EVENT_REST says. */
typedef enum
{
  REST_NOW,
  REST_GONE,      /* the page or worker is gone */
  REST_LEFT       /* it goes on without telling */
} Rest;

/* Nothing runs at this moment, or nothing follows. What waits in a page that is gone never runs, and nobody can use its signals. */
static void
on_rest (LsPageAgent *self,
         Rest         rest)
{
  if (self->in_turn && (self->has_finished || rest != REST_NOW))
    ls_page_agent_end_turn (self);
  if (rest == REST_NOW)
    return;
  if (rest == REST_GONE)
    {
      self->is_gone = TRUE;
      ls_page_agent_remove_all (self);
      ls_page_agent_finalize_signals (self);
      if (self->writer->n_shown > 1)
        ls_page_emit (self, .kind = LS_RECORD_AGENT_STATE, .subject = self->agent, .level = LS_AGENT_STATE_ENDED);
    }
  self->has_ended = TRUE;
  clear_tables (self);
  init_tables (self);
}

static void
write_event (LsPageAgent       *self,
             const LsPageEvent *event)
{
  if (self->has_ended || (!self->has_begun && event->kind != LS_PAGE_EVENT_BEGIN))
    return;
  switch (event->kind)
    {
    case LS_PAGE_EVENT_BEGIN:
      on_begin (self, event);
      break;
    case LS_PAGE_EVENT_POST:
      ls_page_agent_on_post (self, event);
      break;
    case LS_PAGE_EVENT_YIELD:
      ls_page_agent_on_yield (self, event);
      break;
    case LS_PAGE_EVENT_HELD:
      ls_page_agent_hold_before (self, event->fields[0] > 0 && event->fields[0] <= G_MAXUINT32 ? event->fields[0] : 0,
                                 event->fields[1] >= 0 && event->fields[1] < LS_N_PAGE_TASKS ? event->fields[1] : LS_N_PAGE_TASKS);
      break;
    case LS_PAGE_EVENT_RUN:
      ls_page_agent_on_run (self, event);
      self->held_before = 0;
      break;
    case LS_PAGE_EVENT_END:
      ls_page_agent_on_end (self, event);
      break;
    case LS_PAGE_EVENT_GONE:
    case LS_PAGE_EVENT_CLEAR:
      ls_page_agent_on_clear (self, event);
      break;
    case LS_PAGE_EVENT_SETTLED:
      ls_page_agent_on_settled (self, event);
      break;
    case LS_PAGE_EVENT_CALLBACK:
      ls_page_agent_on_callback (self, event);
      break;
    case LS_PAGE_EVENT_TIMER:
      ls_page_agent_on_timer (self, event);
      break;
    case LS_PAGE_EVENT_REST:
      on_rest (self, event->fields[0]);
      break;
    default:
      ls_page_agent_on_signal (self, event);
      break;
    }
}

/* Whether the turn is over with the event that was written last: the next one that is known begins another. */
static gboolean
is_turn_over (const LsPageAgent *self)
{
  const LsPageEvent *next;

  if (!self->in_turn || !self->has_finished || self->next_held >= self->held->len)
    return FALSE;
  next = &g_array_index (self->held, LsPageHeldEvent, self->next_held).event;
  return next->kind == LS_PAGE_EVENT_REST || next->kind == LS_PAGE_EVENT_CALLBACK ||
         ((next->kind == LS_PAGE_EVENT_RUN || next->kind == LS_PAGE_EVENT_HELD) && next->fields[1] != LS_PAGE_TASK_MICROTASK);
}

static guint64
get_next_time (const LsPageAgent *self)
{
  return self->next_held < self->held->len ? g_array_index (self->held, LsPageHeldEvent, self->next_held).time : G_MAXUINT64;
}

static void
write_next (LsPageAgent *self)
{
  LsPageWriter *writer = self->writer;
  const LsPageHeldEvent held = g_array_index (self->held, LsPageHeldEvent, self->next_held);
  guint64 time;

  if (++self->next_held == self->held->len)
    {
      g_array_set_size (self->held, 0);
      self->next_held = 0;
    }
  writer->n_held--;
  if (writer->n_written >= MAX_EVENTS)
    {
      writer->n_lost++;
      return;
    }
  writer->n_written++;
  if (writer->start == 0)
    writer->start = held.time;
  time = held.time - MIN (held.time, writer->start);
  ls_page_writer_end_delays (writer, time);
  writer->now = MAX (writer->now, time);
  write_event (self, &held.event);
  if (is_turn_over (self))
    ls_page_agent_end_turn (self);
}

/* An agent that has ended only keeps its number, and whoever writes need not look at it any more. */
static void
retire (LsPageAgent *self)
{
  LsPageWriter *writer = self->writer;
  guint position;

  if (!g_ptr_array_find (writer->agents, self, &position))
    return;
  g_ptr_array_add (writer->ended, g_ptr_array_steal_index (writer->agents, position));
  g_array_unref (self->held);
  self->held = g_array_new (FALSE, FALSE, sizeof (LsPageHeldEvent));
}

/**
 * ls_page_writer_write:
 * @self: a writer
 * @before: a time in µs since the epoch
 *
 * Writes what happened before that, in the order of time. What is held back until then may be too much: then more is written.
 *
 * Returns: whether there was anything
 */
gboolean
ls_page_writer_write (LsPageWriter *self,
                      guint64       before)
{
  const guint64 n_records = self->n_records;

  if (self->n_shown <= 1 && self->agents->len <= 1)
    before = G_MAXUINT64;
  while (self->n_held > 0)
    {
      guint64 first_time = G_MAXUINT64, second_time = G_MAXUINT64;
      LsPageAgent *first = NULL;

      if (self->n_held > MAX_HELD)
        before = G_MAXUINT64;
      for (guint i = 0; i < self->agents->len; i++)
        {
          LsPageAgent *agent = g_ptr_array_index (self->agents, i);
          const guint64 time = get_next_time (agent);

          if (time < first_time)
            {
              second_time = first_time;
              first_time = time;
              first = agent;
            }
          else if (time < second_time)
            {
              second_time = time;
            }
        }
      if (first == NULL || (first_time >= before && before != G_MAXUINT64))
        break;
      do
        write_next (first);
      while (get_next_time (first) <= second_time && get_next_time (first) < before);
      if (first->has_ended && first->held->len == 0)
        retire (first);
    }
  if (self->n_records > n_records)
    ls_probe_publish (self->probe);
  return self->n_records > n_records;
}

static gboolean
is_too_often (LsPageAgent *self)
{
  const gint64 now = g_get_monotonic_time ();

  if (now - self->second >= G_USEC_PER_SEC)
    {
      self->second = now;
      self->n_in_second = 0;
    }
  return ++self->n_in_second > MAX_RATE;
}

/* Adds something that happened in an agent. It is written later. */
void
ls_page_agent_add_event (LsPageAgent       *self,
                         const LsPageEvent *event)
{
  LsPageHeldEvent held = { .event = *event };

  if (self->has_ended)
    return;
  if (is_too_often (self))
    {
      ls_page_agent_lose (self, 1);
      return;
    }
  if (event->kind == LS_PAGE_EVENT_BEGIN)
    {
      self->origin = MAX (event->fields[0], 0);
      self->units = CLAMP (event->fields[1], 1, 1000000);
      self->kind = event->fields[2] >= 0 && event->fields[2] < LS_N_PAGE_AGENTS ? event->fields[2] : LS_PAGE_AGENT_PAGE;
      self->is_late = event->fields[3] != 0;
    }
  held.time = self->origin + event->time * 1000 / self->units;
  /* What a page says of the time cannot be later than it comes here. */
  held.time = CLAMP (held.time, self->last_time, MAX (self->last_time, (guint64) g_get_real_time ()));
  self->last_time = held.time;
  g_array_append_val (self->held, held);
  self->writer->n_held++;
}

/* Adds what no script tells, after all that it has told. */
static void
add_own (LsPageAgent     *self,
         LsPageEventKind  kind,
         gint64           first,
         gint64           second)
{
  const LsPageHeldEvent held = { .event = { .kind = kind, .fields = { first, second } }, .time = self->last_time };

  if (self->has_ended || (!self->has_begun && self->held->len == 0))
    return;
  g_array_append_val (self->held, held);
  self->writer->n_held++;
}

/* A signal has a name. @signal: the page's number */
void
ls_page_agent_name_signal (LsPageAgent *self,
                           guint32      signal,
                           const char  *name)
{
  add_own (self, LS_PAGE_EVENT_NAMED, signal, ls_page_writer_intern (self->writer, name, strlen (name)));
}

/* Nothing runs in the agent at the moment of its last event. */
void
ls_page_agent_rest (LsPageAgent *self)
{
  add_own (self, LS_PAGE_EVENT_REST, REST_NOW, 0);
}

/* Events are missing before the next one. */
void
ls_page_agent_lose (LsPageAgent *self,
                    guint64      n_events)
{
  self->has_gap = TRUE;
  self->writer->n_lost += MIN (n_events, G_MAXUINT64 - self->writer->n_lost);
}

/* The page or worker is gone. */
void
ls_page_agent_end (LsPageAgent *self)
{
  add_own (self, LS_PAGE_EVENT_REST, REST_GONE, 0);
}

/* Nobody watches the page or worker any more: it may go on with what waits. */
void
ls_page_agent_leave (LsPageAgent *self)
{
  add_own (self, LS_PAGE_EVENT_REST, REST_LEFT, 0);
}

/* Returns whether the agent began before it was watched, or events of it are missing. */
gboolean
ls_page_agent_is_late (LsPageAgent *self)
{
  return self->is_late || self->has_gap;
}

guint
ls_page_writer_get_n_agents (LsPageWriter *self)
{
  return self->n_shown;
}

/* Returns the agent of the trace that is the document which a page opened last; 0 for none. */
guint32
ls_page_writer_get_main_agent (LsPageWriter *self)
{
  return self->main_agent;
}

guint64
ls_page_writer_get_n_lost (LsPageWriter *self)
{
  return self->n_lost;
}

void
ls_page_writer_get_prediction (LsPageWriter     *self,
                               LsPagePrediction *prediction)
{
  *prediction = self->prediction;
}
