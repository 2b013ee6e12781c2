/* ls-linter-rules.c: what each record tells about the lints
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-linter-private.h"

#include "ls-state.h"

/* A recording has timeouts after the clamp. In a chain of so many timers the least one is so many ms. */
#define CLAMPED_LEVEL 5
#define CLAMPED_TIMEOUT 4

void
ls_linter_init_rules (LsLinter *self)
{
  ls_id_map_init (&self->tasks, sizeof (LsLintTask));
  ls_id_map_init (&self->signals, sizeof (LsLintSignal));
  ls_id_map_init (&self->promises, sizeof (LsLintPromise));
  ls_id_map_init (&self->queues, sizeof (LsLintQueue));
  ls_id_map_init (&self->microtasks, sizeof (LsLintMicrotask));
  ls_id_map_init (&self->unhandled, sizeof (LsLint *));
  ls_trace_cursor_init (&self->cursor, &self->loop, sizeof self->loop);
  ls_linter_init_memory (self);
  ls_linter_init_sources (self);
}

/* Forgets the loops of all agents. */
static void
clear_loops (LsLinter *self)
{
  gpointer block;
  guint32 i = 0;

  while (ls_trace_cursor_next_other (&self->cursor, &i, &block) != NULL)
    {
      LsLintLoop *loop = block;

      ls_sums_clear (&loop->sums);
      for (guint priority = 0; priority < G_N_ELEMENTS (loop->continuation_sums); priority++)
        ls_sums_clear (&loop->continuation_sums[priority]);
      g_clear_pointer (&loop->longest, g_array_unref);
      g_clear_pointer (&loop->recent, g_array_unref);
    }
  ls_sums_clear (&self->loop.sums);
  for (guint priority = 0; priority < G_N_ELEMENTS (self->loop.continuation_sums); priority++)
    ls_sums_clear (&self->loop.continuation_sums[priority]);
  g_clear_pointer (&self->loop.longest, g_array_unref);
  g_clear_pointer (&self->loop.recent, g_array_unref);
  self->loop = (LsLintLoop) { 0 };
  ls_trace_cursor_clear (&self->cursor);
}

void
ls_linter_clear_rules (LsLinter *self)
{
  ls_id_map_clear (&self->tasks);
  ls_id_map_clear (&self->signals);
  ls_id_map_clear (&self->promises);
  ls_id_map_clear (&self->queues);
  ls_id_map_clear (&self->microtasks);
  ls_id_map_clear (&self->unhandled);
  clear_loops (self);
  ls_linter_clear_sources (self);
  ls_linter_clear_memory (self);
}

/* A lint at the record that is being read. */
LsLint
ls_linter_begin_lint (LsLinter       *self,
                      LsLintKind      kind,
                      const LsRecord *record,
                      LsLintSubject   subject,
                      guint32         id)
{
  return (LsLint) {
    .kind = kind,
    .subject_kind = subject,
    .id = id,
    .priority = LS_TASK_PRIORITY_NONE,
    .other_priority = LS_TASK_PRIORITY_NONE,
    .position = self->position,
    .since = self->position,
    .time = record->time,
  };
}

/* A recording has no nesting levels: a timer that is set while the task of another one runs is one deeper. */
static gboolean
is_clamped_by_recording (LsLinter       *self,
                         const LsRecord *record)
{
  if (!self->loop.is_recorded)
    return FALSE;
  self->loop.timer_task = record->object;
  self->loop.timer_nesting_level = record->level > 0 ? record->level : MIN (self->loop.turn.nesting_level + 1, G_MAXUINT8);
  return (record->flags & LS_RECORD_FLAG_REPEATING) == 0 && record->value == CLAMPED_TIMEOUT &&
         self->loop.timer_nesting_level >= CLAMPED_LEVEL;
}

static void
on_timer_installed (LsLinter       *self,
                    const LsRecord *record)
{
  LsLint lint = ls_linter_begin_lint (self, LS_LINT_CLAMPED_TIMER, record, LS_LINT_SUBJECT_TIMER, record->subject);

  lint.name = record->text;
  lint.queue = record->queue;
  if ((record->flags & LS_RECORD_FLAG_CLAMPED) != 0)
    {
      lint.duration = (guint64) record->value * 1000;
      lint.amount = record->level;
      ls_linter_add (self, &lint);
    }
  else if (is_clamped_by_recording (self, record))
    {
      lint.duration = (guint64) record->value * 1000;
      lint.amount = self->loop.timer_nesting_level;
      ls_linter_add (self, &lint);
    }
  else if ((record->flags & LS_RECORD_FLAG_REPEATING) != 0 && record->value == 0 && record->subject > self->last_timer)
    {
      lint.kind = LS_LINT_SHORT_DELAY;
      ls_linter_add (self, &lint);
    }
  /* An interval is installed anew each time that it fires. */
  self->last_timer = MAX (self->last_timer, record->subject);
}

static void
on_option_unknown (LsLinter       *self,
                   const LsRecord *record)
{
  LsLint lint = ls_linter_begin_lint (self, LS_LINT_UNKNOWN_OPTION, record, LS_LINT_SUBJECT_OPTION, 0);

  lint.name = record->text;
  lint.message = record->object;
  lint.other_name = record->value;
  lint.amount = record->level;
  ls_linter_add (self, &lint);
}

/* Notes whether a recording tells what the loop does. @preset: (nullable): that of the tool that made it */
static void
set_recorded (LsLinter   *self,
              gboolean    is_recorded,
              const char *preset)
{
  self->loop.is_recorded = is_recorded;
  /* Firefox records nothing of the scheduler. */
  self->loop.lacks_yields = is_recorded && g_strcmp0 (preset, "gecko") == 0;
}

static void
on_queue_starved (LsLinter       *self,
                  const LsRecord *record)
{
  if (!ls_queue_type_is_known (record->queue) || record->level == self->loop.queue_ranks[record->queue])
    return;
  if (record->value >= self->limits.starved / 1000)
    self->loop.raised_queue = record->queue + 1;
}

/* Goes on at @position, as the records before it were dropped before they were read. They would have said how things that are alive
 * there were used, so the linter reports nothing about these. */
void
ls_linter_begin_at (LsLinter *self,
                    gsize     position)
{
  g_autoptr (LsState) state = ls_state_new (self->trace);

  ls_state_seek (state, position);
  ls_linter_clear_rules (self);
  self->is_aborting = FALSE;
  self->last_timer = ls_state_get_n_timers (state);
  ls_linter_begin_memory_at (self, state);
  self->position = ls_state_get_position (state);
  self->now = ls_state_get_time (state);
  for (guint32 agent = 1; agent <= MAX (ls_state_get_n_agents (state), 1); agent++)
    {
      ls_state_set_agent (state, agent);
      ls_trace_cursor_show_agent (&self->cursor, agent);
      set_recorded (self, ls_state_is_recorded (state), ls_state_get_preset (state));
      for (guint i = 0; i < LS_N_TRACE_QUEUE_TYPES; i++)
        if (ls_queue_type_is_known (i))
          self->loop.queue_ranks[i] = ls_state_get_rank (state, i);
    }
  ls_state_set_agent (state, 0);

  for (guint32 id = 0; (id = ls_state_find_next_signal (state, id)) != 0;)
    {
      const LsSignalState *known = ls_state_get_signal (state, id);

      if (known->exists)
        *(LsLintSignal *) ls_id_map_add (&self->signals, id) = (LsLintSignal) {
          .name = known->name,
          .n_listeners = known->n_listeners,
          .created_position = known->created_record,
          .priority = known->priority,
          .flags = known->flags,
          .is_used = TRUE,
        };
    }
  for (guint32 id = 0; (id = ls_state_find_next_task (state, id)) != 0;)
    {
      const LsTaskState *known = ls_state_get_task (state, id);
      LsLintSignal *signal;
      LsLintTask *task;

      if (known->status < LS_TASK_STATUS_POSTED || known->status > LS_TASK_STATUS_INCOMING)
        continue;
      ls_trace_cursor_show_agent (&self->cursor, known->agent);
      task = ls_id_map_add (&self->tasks, id);
      signal = ls_id_map_get (&self->signals, known->signal);
      *task = (LsLintTask) {
        .name = known->name,
        .agent = self->cursor.agent,
        .signal = signal != NULL ? known->signal : 0,
        .queued_at = known->queued_at,
        .queued_position = self->position,
        .queue = known->queue_type,
        .priority = known->priority,
        .is_continuation = known->is_continuation,
        .is_old = TRUE,
      };
      if (signal != NULL)
        signal->n_active++;
      if (known->queued_at == LS_TIME_NEVER)
        continue;
      task->sequence = ++self->loop.sequence;
      self->loop.n_waiting++;
    }
  ls_trace_cursor_show_agent (&self->cursor, ls_state_get_current_agent (state));
}

/* Reads the record at the linter's position. */
void
ls_linter_apply (LsLinter       *self,
                 const LsRecord *record)
{
  guint64 woke_before;

  if (G_UNLIKELY (self->is_aborting) && record->kind != LS_RECORD_SIGNAL_ABORTED)
    ls_linter_end_abort (self);
  woke_before = self->cursor.turn.woke_at;
  if (ls_trace_cursor_advance (&self->cursor, record, self->position))
    ls_linter_end_turn (self);

  switch (record->kind)
    {
    case LS_RECORD_LOOP_STARTED:
      set_recorded (self, (record->flags & LS_RECORD_FLAG_RECORDED) != 0, ls_trace_get_text (self->trace, record->text));
      break;
    case LS_RECORD_PRESET_QUEUE:
      if (ls_queue_type_is_known (record->queue))
        self->loop.queue_ranks[record->queue] = record->level;
      break;
    case LS_RECORD_TASK_POSTED:
      ls_linter_on_task_posted (self, record);
      break;
    case LS_RECORD_TASK_REFUSED:
      ls_linter_on_task_refused (self, record);
      break;
    case LS_RECORD_TASK_DELAYED:
      ls_linter_on_task_delayed (self, record);
      break;
    case LS_RECORD_TASK_QUEUED:
    case LS_RECORD_TASK_INCOMING:
    case LS_RECORD_TASK_DUE:
      ls_linter_on_task_queued (self, record);
      break;
    case LS_RECORD_TASK_SELECTED:
      ls_linter_on_task_selected (self, record);
      if (G_UNLIKELY (self->agents.n_items > 0))
        ls_linter_end_spin (self);
      break;
    case LS_RECORD_TASK_STARTED:
      if (record->subject == self->cursor.turn.task)
        self->loop.turn.priority_source = record->value;
      break;
    case LS_RECORD_TASK_FINISHED:
      self->loop.turn.is_task_finished = TRUE;
      break;
    case LS_RECORD_TASK_REMOVED:
      if (record->subject != self->cursor.turn.task)
        {
          ls_linter_report_aborted (self, record);
          ls_linter_remove_task (self, record->subject);
        }
      break;
    case LS_RECORD_QUEUE_CREATED:
      ls_linter_use_signal (self, record->object);
      ls_linter_on_queue (self, record);
      break;
    case LS_RECORD_QUEUE_PRIORITY:
    case LS_RECORD_QUEUE_REMOVED:
      ls_linter_on_queue (self, record);
      break;
    case LS_RECORD_QUEUE_STARVED:
      on_queue_starved (self, record);
      break;
    case LS_RECORD_SIGNAL_CREATED:
      ls_linter_on_signal_created (self, record);
      break;
    case LS_RECORD_SIGNAL_ABORT_SOURCE:
      ls_linter_use_signal (self, record->object);
      break;
    case LS_RECORD_SIGNAL_NAMED:
      {
        LsLintSignal *signal = ls_id_map_get (&self->signals, record->subject);

        if (signal != NULL)
          signal->name = record->text;
        break;
      }
    case LS_RECORD_SIGNAL_PRIORITY:
      ls_linter_on_signal_priority (self, record);
      break;
    case LS_RECORD_SIGNAL_PRIORITY_REFUSED:
      ls_linter_on_priority_refused (self, record);
      break;
    case LS_RECORD_SIGNAL_ABORTED:
      ls_linter_on_signal_aborted (self, record);
      break;
    case LS_RECORD_SIGNAL_FINALIZED:
      ls_linter_on_signal_finalized (self, record);
      break;
    case LS_RECORD_SIGNAL_LISTENERS:
      ls_linter_on_signal_listeners (self, record);
      break;
    case LS_RECORD_MICROTASK_QUEUED:
      ls_linter_on_microtask_queued (self, record);
      break;
    case LS_RECORD_MICROTASK_STARTED:
      ls_linter_on_microtask_started (self, record);
      break;
    case LS_RECORD_PROMISE_CREATED:
      if (record->object != 0)
        {
          self->loop.promise_of_task = record->subject;
          self->loop.task_of_promise = record->object;
        }
      break;
    case LS_RECORD_PROMISE_FULFILLED:
    case LS_RECORD_PROMISE_REJECTED:
      ls_linter_on_promise_settled (self, record);
      break;
    case LS_RECORD_PROMISE_UNHANDLED:
      ls_linter_on_promise_unhandled (self, record);
      break;
    case LS_RECORD_PROMISE_HANDLED:
      ls_linter_on_promise_handled (self, record);
      break;
    case LS_RECORD_TIMER_INSTALLED:
      on_timer_installed (self, record);
      break;
    case LS_RECORD_CLOCK_ADVANCED:
      if (G_UNLIKELY (self->sources.n_items > 0))
        ls_linter_on_woken (self, record->time, record->value, woke_before);
      break;
    case LS_RECORD_SOURCE_ATTACHED:
    case LS_RECORD_SOURCE_DESTROYED:
      ls_linter_on_source (self, record);
      break;
    case LS_RECORD_FRAME:
      ls_linter_on_frame (self, record);
      break;
    case LS_RECORD_OPTION_UNKNOWN:
      on_option_unknown (self, record);
      break;
    case LS_RECORD_LIMIT:
      self->is_limited = TRUE;
      ls_linter_on_limit (self, record);
      break;
    case LS_RECORD_AGENT_CREATED:
    case LS_RECORD_AGENT_STATE:
    case LS_RECORD_MEMORY_CREATED:
    case LS_RECORD_ATOMIC_OPERATION:
    case LS_RECORD_WAITER_ADDED:
    case LS_RECORD_WAITER_REMOVED:
    case LS_RECORD_NOTIFY:
      ls_linter_apply_memory (self, record);
      break;
    default:
      break;
    }
}

/* The end */

static int
compare_sequence (gconstpointer a,
                  gconstpointer b)
{
  const guint64 *x = a, *y = b;

  return *x < *y ? -1 : *x > *y;
}

/* Numbers of the items in the order of what @order says of them; 0 leaves one out. Free with g_array_unref(). */
static GArray *
list_in_order (const LsIdMap *map,
               guint64      (*order) (gconstpointer item))
{
  GArray *pairs = g_array_new (FALSE, FALSE, 2 * sizeof (guint64));
  gconstpointer item;
  guint32 i = 0, id;

  while ((item = ls_id_map_next (map, &i, &id)) != NULL)
    {
      guint64 pair[2] = { order (item), id };

      if (pair[0] != 0)
        g_array_append_vals (pairs, pair, 1);
    }
  g_array_sort (pairs, compare_sequence);
  return pairs;
}

static guint64
order_of_task (gconstpointer item)
{
  return ((const LsLintTask *) item)->sequence;
}

static guint64
order_of_signal (gconstpointer item)
{
  return ((const LsLintSignal *) item)->created_position + 1;
}

/* Reports a turn that goes on at @end. Time in which another agent ran does not count. */
static void
report_open_turn (LsLinter *self,
                  guint64   end)
{
  const LsCursorTurn *turn = &self->cursor.turn;

  if (turn->task == 0)
    return;
  ls_linter_report_long_turn (self, turn, MAX (ls_linter_since (end, turn->elsewhere_after), turn->ended_at));
  ls_linter_update_endless (self, turn->task);
}

/* Adds the lints that only the end can tell: of tasks that still wait, the turn that goes on, and signals that were not used. */
void
ls_linter_look_at_end (LsLinter *self)
{
  g_autoptr (GArray) tasks = list_in_order (&self->tasks, order_of_task);
  g_autoptr (GArray) signals = list_in_order (&self->signals, order_of_signal);
  const guint32 current = self->cursor.agent, n_agents = self->cursor.loops.n_items;
  guint32 n_seen = 0;

  if (self->is_aborting && self->abort_is_late && self->abort.amount > 0)
    ls_linter_add (self, &self->abort);
  report_open_turn (self, self->now);
  for (guint32 agent = 1; agent < LS_TRACE_CURSOR_MAX_AGENTS && n_agents > n_seen; agent++)
    if (ls_id_map_get (&self->cursor.loops, agent) != NULL)
      {
        n_seen++;
        if (agent == current)
          continue;
        ls_trace_cursor_show_agent (&self->cursor, agent);
        report_open_turn (self, self->loop.is_recorded ? self->now : MIN (self->cursor.turn.left_at, self->now));
      }
  ls_trace_cursor_show_agent (&self->cursor, current);
  for (guint i = 0; i < tasks->len; i++)
    {
      guint32 id = ((const guint64 *) (gpointer) tasks->data)[2 * i + 1];
      const LsLintTask *task = ls_id_map_get (&self->tasks, id);
      guint64 waited = ls_linter_since (self->now, task->queued_at);

      ls_trace_cursor_show_agent (&self->cursor, task->agent);

      if (ls_queue_type_is_of_sources (task->queue))
        ls_linter_report_waiting (self, task);
      else if (ls_linter_report_never_ran (self, id, task, waited))
        continue;
      if (!ls_linter_report_starved (self, id, task, task->queued_position, task->queued_at, waited, FALSE) &&
          ls_task_priority_is_valid (task->priority) && !task->is_continuation)
        ls_linter_report_continuations (self, id, task, task->queued_position, task->queued_at, waited);
    }
  for (guint i = 0; i < signals->len; i++)
    {
      guint32 id = ((const guint64 *) (gpointer) signals->data)[2 * i + 1];
      const LsLintSignal *signal = ls_id_map_get (&self->signals, id);

      /* It may have been used after the recording. */
      if (!ls_linter_is_measured (self))
        ls_linter_report_unused_signal (self, id, signal, signal->created_position, signal->created_at);
    }
  ls_trace_cursor_show_agent (&self->cursor, current);
  ls_linter_look_at_sources (self);
  ls_linter_look_at_memory (self);
}
