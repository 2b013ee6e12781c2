/* ls-departures.c: compares each choice of a loop with the one that its preset makes
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-departures.h"

#include "ls-explain-private.h"
#include "ls-id-map-private.h"
#include "ls-source-rule-private.h"
#include "ls-state-private.h"

/* Chromium notices a delay that is over up to so many µs late, while it is busy. */
#define LATE_DELAY 3000

/* Since so many µs before a task begins, the browser may have chosen it. */
#define CHOICE_TAKES 1000

/* What is not known of a task that waits. */
typedef enum
{
  DOUBT_DUE = 1 << 0,        /* since when it could run */
  DOUBT_QUEUE = 1 << 1,      /* which queue it is in */
  DOUBT_PRIORITY = 1 << 2    /* when its priority changed */
} Doubts;

/**
 * LsDepartures:
 *
 * Where the loop of a recording chose otherwise than the preset would: both choices, and the likely reason. A loop that an engine
 * ran never does.
 *
 * It reads a trace from its beginning, a number of records at a time, so that an idle handler or a thread can drive it while the
 * trace grows. A choice is judged only where it is known what waited: a task whose queue, or whose age where age decides, is
 * inferred makes the choice an unknown one. It belongs to one thread at a time.
 */
struct _LsDepartures
{
  GObject  parent_instance;

  LsTrace *trace;
  LsState *state;
  gsize    position;
  gsize    raised_at;        /* where a queue got another rank for the selection that follows; G_MAXSIZE */
  guint8   raised_queue;
  LsIdMap  doubts;           /* guint32: Doubts, by task that waits */
  LsIdMap  doubted_signals;  /* guint32: signals whose priority changed nobody knows when */
  guint64  n_choices, n_unknown, n_departures;
  guint64  n_of_reason[LS_N_DEPARTURE_REASONS];
  GArray  *departures;       /* LsDeparture */
};

G_DEFINE_FINAL_TYPE (LsDepartures, ls_departures, G_TYPE_OBJECT)

static void
ls_departures_finalize (GObject *object)
{
  LsDepartures *self = LS_DEPARTURES (object);

  g_array_unref (self->departures);
  ls_id_map_clear (&self->doubts);
  ls_id_map_clear (&self->doubted_signals);
  g_clear_pointer (&self->state, ls_state_unref);
  g_clear_object (&self->trace);

  G_OBJECT_CLASS (ls_departures_parent_class)->finalize (object);
}

static void
ls_departures_class_init (LsDeparturesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_departures_finalize;
}

static void
ls_departures_init (LsDepartures *self)
{
  self->raised_at = G_MAXSIZE;
  self->departures = g_array_new (FALSE, FALSE, sizeof (LsDeparture));
  ls_id_map_init (&self->doubts, sizeof (guint32));
  ls_id_map_init (&self->doubted_signals, sizeof (guint32));
}

/**
 * ls_departures_new:
 * @trace: a trace
 *
 * Prepares to find the choices of a recording that its preset would not have made.
 *
 * Returns: (transfer full): departures of @trace, that have read nothing yet
 */
LsDepartures *
ls_departures_new (LsTrace *trace)
{
  LsDepartures *self;

  g_return_val_if_fail (LS_IS_TRACE (trace), NULL);

  self = g_object_new (LS_TYPE_DEPARTURES, NULL);
  self->trace = g_object_ref (trace);
  self->state = ls_state_new (trace);
  return self;
}

/**
 * ls_departures_get_trace:
 * @self: departures
 *
 * Gets the trace.
 *
 * Returns: (transfer none): their trace
 */
LsTrace *
ls_departures_get_trace (LsDepartures *self)
{
  g_return_val_if_fail (LS_IS_DEPARTURES (self), NULL);

  return self->trace;
}

static guint32
get_doubts (LsDepartures      *self,
            const LsTaskState *task)
{
  const guint32 *doubts = ls_id_map_get (&self->doubts, task->id);
  const LsQueueState *queue = task->queue != 0 ? ls_state_get_queue (self->state, task->queue) : NULL;

  return (doubts != NULL ? *doubts : 0) |
         (queue != NULL && ls_id_map_get (&self->doubted_signals, queue->signal) != NULL ? DOUBT_PRIORITY : 0);
}

/* Whether rank or effective priority, and not age, puts the expected task first. */
static gboolean
decides_without_age (const LsNextTask *expected,
                     const LsNextTask *chosen)
{
  return expected->rank < chosen->rank ||
         (expected->queue != 0 && chosen->queue != 0 && expected->effective_priority > chosen->effective_priority);
}

static LsDepartureReason
find_reason (LsDepartures      *self,
             const LsTaskState *expected,
             const LsTaskState *chosen,
             const LsNextTask  *expected_place,
             const LsNextTask  *chosen_place,
             gboolean           was_raised,
             guint64            now)
{
  if (((get_doubts (self, expected) | get_doubts (self, chosen)) & DOUBT_PRIORITY) != 0)
    return LS_DEPARTURE_PRIORITY_CHANGE;
  if (expected->due_at != LS_TIME_NEVER && expected->due_at + LATE_DELAY >= now)
    return LS_DEPARTURE_DELAY_LATE;
  if (chosen->queue_type == LS_QUEUE_TYPE_COMPOSITOR)
    return LS_DEPARTURE_FRAME;
  if (was_raised)
    return LS_DEPARTURE_RANK;
  if (chosen->queue_type == LS_QUEUE_TYPE_IDLE)
    return LS_DEPARTURE_IDLE_PERIOD;
  if (expected->queued_at != LS_TIME_NEVER && expected->queued_at + CHOICE_TAKES >= now)
    return LS_DEPARTURE_JUST_QUEUED;
  if (expected_place->rank == chosen_place->rank && (expected->due_at != LS_TIME_NEVER) != (chosen->due_at != LS_TIME_NEVER))
    return LS_DEPARTURE_ANTI_STARVATION;
  switch (chosen->queue_type)
    {
    case LS_QUEUE_TYPE_CONTROL:
    case LS_QUEUE_TYPE_V8:
    case LS_QUEUE_TYPE_OTHER:
    case LS_QUEUE_TYPE_NON_WAKING:
    case LS_QUEUE_TYPE_DETACHED:
    case LS_QUEUE_TYPE_IPC_TRACKING_FOR_CACHED_PAGES:
      return LS_DEPARTURE_INTERNAL;
    default:
      return LS_DEPARTURE_OTHER;
    }
}

/* Whether another task than @chosen could have been selected. */
static gboolean
has_alternative (LsDepartures      *self,
                 const LsTaskState *chosen)
{
  const LsWorld *world = ls_state_get_world (self->state);
  const LsLoopQueueState *queue = &world->loop.loop_queues[chosen->queue_type];
  const LsQueueState *scheduler_queue = ls_state_get_queue (self->state, chosen->queue);

  if (ls_selection_count_queues (world) > 1)
    return TRUE;
  if (scheduler_queue != NULL)
    return scheduler_queue->tasks.length > 1;
  return queue->work_queues[LS_WORK_QUEUE_IMMEDIATE_INCOMING].length + queue->work_queues[LS_WORK_QUEUE_IMMEDIATE_WORK].length +
         queue->work_queues[LS_WORK_QUEUE_DELAYED_WORK].length > 1;
}

/* Whether what a task does tells its queue: such are frames, timers, input and idle callbacks. */
static gboolean
is_queue_evident (guint8 queue)
{
  return queue == LS_QUEUE_TYPE_COMPOSITOR || queue == LS_QUEUE_TYPE_FRAME_THROTTLEABLE || queue == LS_QUEUE_TYPE_INPUT ||
         queue == LS_QUEUE_TYPE_IDLE;
}

/* What a record about a task leaves open. */
static guint32
get_record_doubts (const LsRecord *record)
{
  switch (record->clause)
    {
    case LS_CLAUSE_INFERRED_DUE:
      return DOUBT_DUE;
    case LS_CLAUSE_INFERRED_QUEUE:
      return is_queue_evident (record->queue) ? 0 : DOUBT_QUEUE;
    case LS_CLAUSE_INFERRED_TASK_PRIORITY:
      return DOUBT_QUEUE;
    case LS_CLAUSE_INFERRED_PRIORITY:
      return DOUBT_PRIORITY;
    default:
      return 0;
    }
}

static void
add_departure (LsDepartures      *self,
               const LsDeparture *departure)
{
  self->n_departures++;
  self->n_of_reason[departure->reason]++;
  if (self->departures->len < LS_DEPARTURES_MAX_KEPT)
    g_array_append_val (self->departures, *departure);
}

/* A loop of GLib has no preset, but a rule. @place: that of the source in the loop */
static void
judge_source (LsDepartures      *self,
              const LsRecord    *record,
              const LsTaskState *chosen,
              const LsNextTask  *place)
{
  const LsWorld *world = ls_state_get_world (self->state);
  guint32 expected;
  const LsSourceRule rule = ls_source_rule_judge (world, chosen, &expected);
  LsNextTask expected_place;

  self->n_unknown += rule == LS_SOURCE_RULE_OPEN;
  if (rule != LS_SOURCE_RULE_BROKEN ||
      !ls_selection_describe (world, ls_world_peek_task (world, expected), &expected_place))
    return;
  add_departure (self, &(const LsDeparture) {
    .position = ls_state_get_position (self->state),
    .time = record->time,
    .agent = chosen->agent,
    .chosen = chosen->id,
    .expected = expected,
    .reason = LS_DEPARTURE_OTHER,
    .chosen_rank = place->rank,
    .expected_rank = expected_place.rank,
  });
}

/* Judges the choice of a TASK_SELECTED record at @position. */
static void
judge (LsDepartures   *self,
       const LsRecord *record,
       gsize           position)
{
  const LsTaskState *chosen, *expected;
  LsNextTask expected_place, chosen_place;
  LsDeparture departure;
  guint32 doubts;
  const gboolean was_raised = self->raised_at != G_MAXSIZE && self->raised_queue == record->queue;

  /* Where the recording tells the rank, the preset's is that of before. */
  if (was_raised)
    position = self->raised_at;
  ls_state_seek (self->state, position);
  chosen = ls_state_get_task (self->state, record->subject);
  if (chosen == NULL || !ls_selection_describe (ls_state_get_world (self->state), chosen, &chosen_place) ||
      !has_alternative (self, chosen))
    return;
  self->n_choices++;
  if (ls_queue_type_is_of_sources (chosen->queue_type))
    {
      judge_source (self, record, chosen, &chosen_place);
      return;
    }
  ls_selection_find_next (ls_state_get_world (self->state), &expected_place);
  if (expected_place.task == chosen->id || (record->flags & LS_RECORD_FLAG_HELD) != 0)
    return;

  expected = ls_state_get_task (self->state, expected_place.task);
  if (expected == NULL)
    return;
  doubts = get_doubts (self, chosen) | get_record_doubts (record);
  if ((get_doubts (self, expected) & (DOUBT_DUE | DOUBT_QUEUE)) != 0 || (doubts & DOUBT_QUEUE) != 0 ||
      ((doubts & DOUBT_DUE) != 0 && !decides_without_age (&expected_place, &chosen_place)))
    {
      self->n_unknown++;
      return;
    }
  departure = (LsDeparture) {
    .position = position,
    .time = record->time,
    .agent = chosen->agent,
    .chosen = chosen->id,
    .expected = expected->id,
    .reason = find_reason (self, expected, chosen, &expected_place, &chosen_place, was_raised, record->time),
    .chosen_rank = chosen_place.rank,
    .expected_rank = expected_place.rank,
  };
  add_departure (self, &departure);
}

static void
doubt_task (LsDepartures   *self,
            const LsRecord *record)
{
  const guint32 doubts = get_record_doubts (record);

  if (doubts != 0 && record->subject != 0)
    *(guint32 *) ls_id_map_add (&self->doubts, record->subject) |= doubts;
}

static void
apply (LsDepartures   *self,
       const LsRecord *record,
       gsize           position)
{
  if (record->kind == LS_RECORD_QUEUE_STARVED && record->clause == LS_CLAUSE_INFERRED_PRIORITY)
    {
      self->raised_at = position;
      self->raised_queue = record->queue;
      return;
    }

  switch (record->kind)
    {
    case LS_RECORD_TASK_POSTED:
    case LS_RECORD_TASK_QUEUED:
    case LS_RECORD_TASK_INCOMING:
    case LS_RECORD_TASK_DELAYED:
    case LS_RECORD_TASK_DUE:
      doubt_task (self, record);
      break;
    case LS_RECORD_TASK_SELECTED:
      judge (self, record, position);
      ls_id_map_remove (&self->doubts, record->subject);
      break;
    case LS_RECORD_TASK_REMOVED:
      ls_id_map_remove (&self->doubts, record->subject);
      break;
    case LS_RECORD_SIGNAL_PRIORITY:
      if (record->clause == LS_CLAUSE_INFERRED_PRIORITY && record->subject != 0)
        ls_id_map_add (&self->doubted_signals, record->subject);
      break;
    case LS_RECORD_SIGNAL_FINALIZED:
      ls_id_map_remove (&self->doubted_signals, record->subject);
      break;
    default:
      break;
    }
  self->raised_at = G_MAXSIZE;
}

/**
 * ls_departures_advance:
 * @self: departures
 * @max_records: how many records to read at most
 *
 * Reads on.
 *
 * Returns: whether there is more to read
 */
gboolean
ls_departures_advance (LsDepartures *self,
                       gsize         max_records)
{
  const LsRecord *records;
  gsize n_records;

  g_return_val_if_fail (LS_IS_DEPARTURES (self), FALSE);

  while (max_records > 0)
    {
      self->position = MAX (self->position, ls_trace_get_start (self->trace));
      records = ls_trace_peek_records (self->trace, self->position, &n_records);
      if (records == NULL)
        break;
      n_records = MIN (n_records, max_records);
      for (gsize i = 0; i < n_records; i++)
        apply (self, &records[i], self->position + i);
      self->position += n_records;
      max_records -= n_records;
    }
  return self->position < ls_trace_get_length (self->trace);
}

/**
 * ls_departures_get_position:
 * @self: departures
 *
 * Tells how many records have been read.
 *
 * Returns: how many records have been read
 */
gsize
ls_departures_get_position (LsDepartures *self)
{
  g_return_val_if_fail (LS_IS_DEPARTURES (self), 0);

  return self->position;
}

/**
 * ls_departures_get_n_choices:
 * @self: departures
 *
 * Counts the choices: a task was selected while another one could have been.
 *
 * Returns: how often a task was selected while another one could have been
 */
guint64
ls_departures_get_n_choices (LsDepartures *self)
{
  g_return_val_if_fail (LS_IS_DEPARTURES (self), 0);

  return self->n_choices;
}

/**
 * ls_departures_get_n_unknown:
 * @self: departures
 *
 * Counts the choices that cannot be judged.
 *
 * Returns: how many of these cannot be judged, as the recording does not say enough of what waited
 */
guint64
ls_departures_get_n_unknown (LsDepartures *self)
{
  g_return_val_if_fail (LS_IS_DEPARTURES (self), 0);

  return self->n_unknown;
}

/**
 * ls_departures_get_n_departures:
 * @self: departures
 *
 * Counts the choices that the preset would not have made.
 *
 * Returns: how many of the choices the preset would not have made
 */
guint64
ls_departures_get_n_departures (LsDepartures *self)
{
  g_return_val_if_fail (LS_IS_DEPARTURES (self), 0);

  return self->n_departures;
}

/**
 * ls_departures_get_n_of_reason:
 * @self: departures
 * @reason: a likely reason
 *
 * Counts the departures with one reason.
 *
 * Returns: how many of the departures have this reason
 */
guint64
ls_departures_get_n_of_reason (LsDepartures      *self,
                               LsDepartureReason  reason)
{
  g_return_val_if_fail (LS_IS_DEPARTURES (self), 0);
  g_return_val_if_fail ((guint) reason < LS_N_DEPARTURE_REASONS, 0);

  return self->n_of_reason[reason];
}

/**
 * ls_departures_get_n_kept:
 * @self: departures
 *
 * Counts the departures that can be asked for one by one.
 *
 * Returns: how many departures can be asked for one by one, %LS_DEPARTURES_MAX_KEPT at most
 */
guint
ls_departures_get_n_kept (LsDepartures *self)
{
  g_return_val_if_fail (LS_IS_DEPARTURES (self), 0);

  return self->departures->len;
}

/**
 * ls_departures_get:
 * @self: departures
 * @index: less than ls_departures_get_n_kept()
 *
 * Gets one of the departures.
 *
 * Returns: (transfer none) (nullable): a departure, in the order of the trace; valid until ls_departures_advance()
 */
const LsDeparture *
ls_departures_get (LsDepartures *self,
                   guint         index)
{
  g_return_val_if_fail (LS_IS_DEPARTURES (self), NULL);

  return index < self->departures->len ? &g_array_index (self->departures, LsDeparture, index) : NULL;
}
