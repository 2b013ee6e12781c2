/* ls-wait-causes.c: goes over the wait of a task, and adds up what ran meanwhile
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-wait-causes-private.h"

#include <string.h>

#include "ls-explain-private.h"
#include "ls-foresight-private.h"
#include "ls-queue-type-private.h"
#include "ls-record-walk-private.h"
#include "ls-state-private.h"
#include "ls-trace-cursor-private.h"
#include "ls-wait-host-private.h"

/* In so many records a task is posted, and delayed or queued. */
#define MAX_POSTING 3

G_DEFINE_BOXED_TYPE (LsWaitCauses, ls_wait_causes, ls_wait_causes_ref, ls_wait_causes_unref)

/* Goes over the records of the wait. */
typedef struct
{
  LsWaitCauses  *result;
  LsState       *state;         /* just before the turn that was selected last */
  LsTraceCursor  cursor;
  LsWaitCauseKind kind;         /* why the task waits for the turn that goes on … */
  guint32        name;          /* … and its name */
  gboolean       is_inferred;   /* its queue */
  gboolean       is_deferred;   /* the task is held back until the frame after input */
  GHashTable    *groups;        /* (element-type guint64 guint): indices in result->causes */
  guint32        queue;         /* of the task */
  guint64        queued_at;
  guint64        covered_until; /* µs: the time before it is explained */
  guint32        agent;
  guint32        host;          /* agent: the main context that runs the loop, 0 if nobody knows … */
  gboolean       is_own;        /* … and whether the loop runs in its dispatch */
  gboolean       loop_runs;     /* a task of the loop has a turn */
  guint64        dispatched[LS_N_WAIT_CAUSE_KINDS]; /* µs: parts of the dispatch of @host that goes on */
} WaitReader;

static guint64
since (guint64 now,
       guint64 then)
{
  return now > then ? now - then : 0;
}

/* The group of turns of @name that are waited for as @kind says; the last one there may be is for all names that come later. */
static LsWaitCause *
get_group (WaitReader         *self,
           const LsCursorTurn *turn,
           LsWaitCauseKind     kind,
           guint32             name)
{
  GArray *causes = self->result->causes;
  LsWaitCause group = {
    .kind = kind,
    .priority = turn->priority,
    .queue = turn->queue,
    .is_continuation = turn->is_continuation,
    .name = name,
    .is_rest = causes->len >= LS_WAIT_CAUSES_MAX_GROUPS - LS_N_WAIT_CAUSE_KINDS,
  };
  guint64 key = (guint64) group.name << 32 | (guint32) group.kind << 24 | (guint32) group.priority << 16 |
                (guint32) group.queue << 8 | group.is_continuation;
  gpointer index;

  if (group.is_rest && !g_hash_table_contains (self->groups, &key))
    {
      group.priority = LS_TASK_PRIORITY_NONE;
      group.queue = group.is_continuation = group.name = 0;
      key = (guint64) group.kind << 24 | G_MAXUINT8;
    }
  if (g_hash_table_lookup_extended (self->groups, &key, NULL, &index))
    return &g_array_index (causes, LsWaitCause, GPOINTER_TO_UINT (index));
  g_hash_table_insert (self->groups, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (causes->len));
  g_array_append_val (causes, group);
  return &g_array_index (causes, LsWaitCause, causes->len - 1);
}

static void
add (WaitReader      *self,
     LsWaitCauseKind  kind,
     guint64          duration)
{
  self->result->totals[kind] += duration;
}

/* Explains the time up to @time in which no turn went on. */
static void
add_gap (WaitReader *self,
         guint64     time)
{
  const guint64 noticed = CLAMP (self->queued_at, self->covered_until, MAX (time, self->covered_until));

  add (self, LS_WAIT_CAUSE_DELAY_LATE, noticed - self->covered_until);
  add (self, self->is_deferred ? LS_WAIT_CAUSE_DEFERRED : LS_WAIT_CAUSE_ELSEWHERE, since (time, noticed));
  self->covered_until = MAX (self->covered_until, time);
}

/* Counts a turn of a group, which took @duration of the wait. */
static void
count (WaitReader         *self,
       LsWaitCause        *group,
       const LsCursorTurn *turn,
       guint64             duration)
{
  group->n_tasks += group->n_tasks < G_MAXUINT32;
  group->duration += duration;
  if (group->task == 0 || duration > group->longest)
    {
      group->task = turn->task;
      group->longest = duration;
    }
  self->result->n_tasks[group->kind] += self->result->n_tasks[group->kind] < G_MAXUINT32;
}

/* Counts a turn that went on up to @ended_at. Time in which other loops of the thread ran within it is not its own. */
static void
add_turn (WaitReader         *self,
          const LsCursorTurn *turn,
          guint64             ended_at)
{
  const guint64 end = MIN (ended_at, self->result->until);
  const guint64 whole = since (end, MAX (turn->began_at, self->covered_until));
  const guint64 elsewhere = MIN (turn->elsewhere, whole);
  LsWaitCause *group = get_group (self, turn, self->kind, self->name);

  group->is_inferred |= self->is_inferred;
  count (self, group, turn, whole - elsewhere);
  add (self, self->kind, whole - elsewhere);
  add (self, LS_WAIT_CAUSE_ELSEWHERE, elsewhere);
  self->covered_until = MAX (self->covered_until, end);
}

/* Divides what a dispatch of the main context that runs the loop took up to @time, as add_gap() divides this time. */
static void
divide_dispatch (WaitReader         *self,
                 const LsCursorTurn *turn,
                 guint64             time)
{
  const guint64 from = MAX (turn->began_at, self->covered_until);
  const guint64 until = MAX (MIN (time, self->result->until), from);
  const guint64 noticed = CLAMP (self->queued_at, from, until);

  self->dispatched[LS_WAIT_CAUSE_DELAY_LATE] += noticed - from;
  self->dispatched[self->is_deferred ? LS_WAIT_CAUSE_DEFERRED : LS_WAIT_CAUSE_ELSEWHERE] += until - noticed;
}

/* Counts a dispatch of the main context that runs the loop, up to @ended_at: add_gap() explains its time. */
static void
add_dispatch (WaitReader         *self,
              const LsCursorTurn *turn,
              guint64             ended_at)
{
  static const LsWaitCauseKind kinds[] = { LS_WAIT_CAUSE_ELSEWHERE, LS_WAIT_CAUSE_DEFERRED, LS_WAIT_CAUSE_DELAY_LATE };
  const LsTaskState *task = ls_state_get_task (self->result->end, turn->task);
  guint64 elsewhere = turn->elsewhere;

  divide_dispatch (self, turn, ended_at);
  /* When other loops of the thread ran within it is not known: they count as the last part of it. */
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const guint64 part = self->dispatched[kinds[i]], own = since (part, elsewhere);

      elsewhere -= part - own;
      if (part > 0)
        count (self, get_group (self, turn, kinds[i], task != NULL ? task->name : 0), turn, own);
    }
}

/* Follows what the main context dispatches that runs the loop, but for what runs the loop itself. */
static void
follow_host (WaitReader     *self,
             const LsRecord *record,
             gboolean        has_ended)
{
  if (self->cursor.agent == self->agent)
    {
      self->loop_runs = self->cursor.turn.task != 0;
      self->is_own |= self->loop_runs;
    }
  else if (self->cursor.agent == self->host && self->host != 0)
    {
      if (has_ended && !self->is_own)
        add_dispatch (self, &self->cursor.over, self->cursor.over.ended_at);
      if (has_ended || record->kind == LS_RECORD_TASK_SELECTED)
        memset (self->dispatched, 0, sizeof self->dispatched);
      if (record->kind == LS_RECORD_TASK_SELECTED)
        self->is_own = self->loop_runs;
    }
}

static LsWaitCauseKind
find_kind (LsReason reason)
{
  switch (reason)
    {
    case LS_REASON_PRIORITY:
      return LS_WAIT_CAUSE_PRIORITY;
    case LS_REASON_CONTINUATION:
      return LS_WAIT_CAUSE_CONTINUATION;
    case LS_REASON_RANK:
      return LS_WAIT_CAUSE_RANK;
    case LS_REASON_SAME_PRIORITY:
    case LS_REASON_SAME_QUEUE:
    case LS_REASON_ATTACHED:
      return LS_WAIT_CAUSE_ORDER;
    case LS_REASON_SAME_RANK:
      return LS_WAIT_CAUSE_SAME_RANK;
    case LS_REASON_BEST_QUEUE:
      return LS_WAIT_CAUSE_BEST_QUEUE;
    case LS_REASON_FAIR_TURN:
    case LS_REASON_STARVATION_GUARD:
      return LS_WAIT_CAUSE_RULE;
    case LS_REASON_DEFERRED:
      return LS_WAIT_CAUSE_DEFERRED;
    case LS_REASON_ITERATION:
    case LS_REASON_READINESS:
      return LS_WAIT_CAUSE_ITERATION;
    case LS_REASON_UNKNOWN:
    default:
      return LS_WAIT_CAUSE_UNKNOWN;
    }
}

/* Why the task does not run but the one of @record, which is at @position. */
static LsWaitCauseKind
classify (WaitReader     *self,
          const LsRecord *record,
          gsize           position)
{
  const LsTaskState *waiting, *selected;
  LsNextTask winner, loser;

  ls_state_seek (self->state, position);
  waiting = ls_state_get_task (self->state, self->result->task);
  selected = ls_state_get_task (self->state, record->subject);
  if (waiting == NULL || !ls_selection_describe (ls_state_get_world (self->state), waiting, &loser))
    return LS_WAIT_CAUSE_DELAY_LATE;
  ls_selection_find_next (ls_state_get_world (self->state), &winner);
  if (winner.task != record->subject &&
      (selected == NULL || !ls_selection_describe (ls_state_get_world (self->state), selected, &winner)))
    return LS_WAIT_CAUSE_UNKNOWN;
  return find_kind (ls_explanation_find_reason (ls_state_get_world (self->state), &winner, &loser));
}

/* Whether the wait ends with this record. */
static gboolean
is_end (WaitReader     *self,
        const LsRecord *record)
{
  if (record->subject != self->result->task)
    return FALSE;
  if (record->kind != LS_RECORD_TASK_SELECTED && record->kind != LS_RECORD_TASK_REMOVED)
    return FALSE;
  self->result->until = MAX (record->time, self->result->from);
  return TRUE;
}

/* Whether a recording does not say since when a task could run. The records of its posting are at @position. */
static gboolean
is_wait_inferred (LsTrace *trace,
                  guint32  task,
                  gsize    position)
{
  LsRecordWalk walk = { .trace = trace, .position = position, .end = position + MAX_POSTING };
  const LsRecord *record;

  while (position != G_MAXUINT64 && (record = ls_record_walk_next (&walk)) != NULL)
    if (record->subject == task && record->clause == LS_CLAUSE_INFERRED_DUE &&
        (record->kind == LS_RECORD_TASK_POSTED || record->kind == LS_RECORD_TASK_DELAYED ||
         record->kind == LS_RECORD_TASK_INCOMING))
      return TRUE;
  return FALSE;
}

/* Where a loop of GLib sleeps, nothing is ready: the wait begins when it wakes up. */
static void
begin_anew (WaitReader *self,
            guint64     time)
{
  LsWaitCauses *result = self->result;

  g_array_set_size (result->causes, 0);
  g_hash_table_remove_all (self->groups);
  memset (result->totals, 0, sizeof result->totals);
  memset (result->n_tasks, 0, sizeof result->n_tasks);
  result->from = self->covered_until = MIN (time, result->until);
}

/* Notes from when on the task is held back, or that it is not any more. */
static void
note_deferral (WaitReader *self,
               guint64     time,
               gboolean    begins)
{
  const LsTaskState *task = ls_state_get_task (self->state, self->result->task);

  if (self->cursor.turn.task == 0)
    {
      ls_trace_cursor_show_agent (&self->cursor, self->host);
      if (self->host != 0 && self->cursor.turn.task != 0 && !self->is_own)
        divide_dispatch (self, &self->cursor.turn, time);
      ls_trace_cursor_show_agent (&self->cursor, self->agent);
      add_gap (self, time);
    }
  self->is_deferred = begins && task != NULL && ls_queue_type_is_deferrable (task->queue_type);
}

static void
read_record (WaitReader     *self,
             const LsRecord *record,
             gsize           position)
{
  const LsTaskState *task;
  gboolean has_ended;

  if (record->kind == LS_RECORD_CLOCK_ADVANCED && self->result->is_of_source && self->cursor.agent == self->agent)
    begin_anew (self, record->time);
  if (record->kind == LS_RECORD_QUEUE_PRIORITY && record->subject == self->queue && self->queue != 0)
    {
      self->result->changed_at = record->time;
      self->result->changed_to = record->priority;
    }
  if (record->kind == LS_RECORD_TASKS_DEFERRED && self->cursor.agent == self->agent)
    note_deferral (self, record->time, record->value > 0);
  if (record->kind == LS_RECORD_TASK_SELECTED && self->cursor.agent == self->agent && self->cursor.turn.task == 0)
    add_gap (self, record->time);
  has_ended = ls_trace_cursor_advance (&self->cursor, record, position);
  follow_host (self, record, has_ended);
  if (has_ended && self->cursor.agent == self->agent)
    {
      add_turn (self, &self->cursor.over, self->cursor.over.ended_at);
      if (record->kind == LS_RECORD_TASK_SELECTED)
        add_gap (self, record->time);
    }
  if (record->kind != LS_RECORD_TASK_SELECTED || self->cursor.agent != self->agent)
    return;
  self->kind = classify (self, record, position);
  task = ls_state_get_task (self->state, record->subject);
  self->name = task != NULL ? task->name : 0;
  self->is_inferred = record->clause == LS_CLAUSE_INFERRED_QUEUE;
}

/* Reads from @position on, where the wait begins, to its end. */
static void
read_wait (WaitReader *self,
           gsize       position)
{
  LsRecordWalk walk = { .trace = ls_state_get_trace (self->state), .position = position, .end = G_MAXSIZE };
  const LsTaskState *running;
  const LsRecord *record;
  LsCursorTurn *turn = &self->cursor.turn;

  ls_state_seek (self->state, position);
  ls_trace_cursor_begin_at (&self->cursor, self->state, self->result->from);
  ls_state_set_agent (self->state, self->agent);
  ls_trace_cursor_show_agent (&self->cursor, self->agent);
  running = ls_state_get_task (self->state, turn->task);
  self->kind = LS_WAIT_CAUSE_RUNNING;
  self->name = running != NULL ? running->name : 0;
  self->loop_runs = self->is_own = turn->task != 0;
  note_deferral (self, self->covered_until, ls_state_get_world (self->state)->loop.deferred_until > 0);
  ls_trace_cursor_show_agent (&self->cursor, ls_state_get_current_agent (self->state));

  while ((record = ls_record_walk_next (&walk)) != NULL && record->time <= self->result->until)
    {
      if (is_end (self, record))
        break;
      read_record (self, record, walk.position - 1);
    }

  ls_trace_cursor_show_agent (&self->cursor, self->host);
  if (self->host != 0 && turn->task != 0 && !self->is_own && self->result->status != LS_WAIT_RAN)
    add_dispatch (self, turn, self->result->until);
  ls_trace_cursor_show_agent (&self->cursor, self->agent);
  if (turn->task != 0)
    add_turn (self, turn, record == NULL && turn->in_callback ? self->result->until : turn->ended_at);
  add_gap (self, self->result->until);
}

static int
compare_causes (gconstpointer a,
                gconstpointer b,
                gpointer      data)
{
  const LsWaitCauses *self = data;
  const LsWaitCause *x = a, *y = b;

  if (self->totals[x->kind] != self->totals[y->kind])
    return self->totals[x->kind] > self->totals[y->kind] ? -1 : 1;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  if (x->duration != y->duration)
    return x->duration > y->duration ? -1 : 1;
  return x->task < y->task ? -1 : x->task > y->task;
}

/* What became of the task, and when its wait began and ended. */
static void
set_times (LsWaitCauses      *self,
           const LsTaskState *task)
{
  const guint64 now = ls_state_get_time (self->end);
  const guint64 runnable = MIN (task->due_at, task->queued_at);

  switch (task->status)
    {
    case LS_TASK_STATUS_REMOVED:
      self->until = task->finished_at != LS_TIME_NEVER ? task->finished_at : now;
      self->status = runnable > self->until ? LS_WAIT_DELAYED : LS_WAIT_REMOVED;
      break;
    case LS_TASK_STATUS_RUNNING:
    case LS_TASK_STATUS_FINISHED:
      self->until = task->started_at != LS_TIME_NEVER ? task->started_at : now;
      self->status = LS_WAIT_RAN;
      break;
    default:
      self->until = now;
      self->status = runnable > now ? LS_WAIT_DELAYED : LS_WAIT_WAITING;
      break;
    }
  self->from = self->status == LS_WAIT_DELAYED ? self->until : MIN (runnable, self->until);
}

/**
 * ls_wait_causes_new:
 * @trace: a trace
 * @task: number of a task
 *
 * Looks at what ran between the moment at which a task could have run, that is when it was queued or its delay was over, and the
 * one at which it was selected. Goes over the records of this time once. Where the trace also has main contexts, it first finds out
 * which of them runs the loop: for that it reads until the loop has selected 64 tasks, or what is before the wait where it selects
 * none later. The memory that it needs does not grow with the records. The sum of all causes is the wait.
 *
 * Returns: (transfer full) (nullable): the causes, or %NULL if the trace knows of no such task, or no longer
 */
LsWaitCauses *
ls_wait_causes_new (LsTrace *trace,
                    guint32  task)
{
  const LsTaskState *known;
  LsWaitCauses *self;
  WaitReader reader;
  gsize position;

  g_return_val_if_fail (LS_IS_TRACE (trace), NULL);

  self = g_new0 (LsWaitCauses, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->causes = g_array_new (FALSE, FALSE, sizeof (LsWaitCause));
  self->task = task;
  self->changed_to = LS_TASK_PRIORITY_NONE;
  self->end = ls_state_new (trace);
  ls_state_seek (self->end, G_MAXSIZE);
  known = ls_state_get_task (self->end, task);
  if (known == NULL || known->status == LS_TASK_STATUS_NONE)
    {
      ls_wait_causes_unref (self);
      return NULL;
    }
  ls_state_set_agent (self->end, known->agent);
  self->is_recorded = ls_state_is_recorded (self->end);
  self->is_of_source = ls_queue_type_is_of_sources (known->queue_type);
  ls_state_set_agent (self->end, 0);
  set_times (self, known);
  position = ls_trace_find_time (trace, self->from);
  if (known->posted_record != G_MAXUINT64)
    position = MAX (position, known->posted_record + 1);

  reader = (WaitReader) {
    .result = self,
    .state = ls_state_new (trace),
    .queue = known->queue,
    .queued_at = known->queued_at != LS_TIME_NEVER ? known->queued_at : self->until,
    .covered_until = self->from,
    .agent = known->agent,
    .groups = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
  };
  if (self->is_recorded && !self->is_of_source)
    reader.host = ls_wait_host_find (reader.state, known->agent, position);
  self->knows_host = reader.host != 0;
  ls_trace_cursor_init (&reader.cursor, NULL, 0);
  read_wait (&reader, position);
  self->is_inferred = known->awaits_event ? known->is_wait_unknown : is_wait_inferred (trace, task, known->posted_record);
  g_array_sort_with_data (self->causes, compare_causes, self);

  ls_trace_cursor_clear (&reader.cursor);
  g_hash_table_unref (reader.groups);
  ls_state_unref (reader.state);
  return self;
}
