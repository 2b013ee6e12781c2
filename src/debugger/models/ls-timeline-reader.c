/* ls-timeline-reader.c: reads records into the tracks of a timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-model-private.h"

#include "ls-record-steps-private.h"

/* The most numbers that an identifier may skip. Identifiers count up, so a larger step is an error in a file. */
#define MAX_AHEAD 65536
/* The most signals that have tracks. Programs may make any number of signals. */
#define MAX_SIGNALS 4096

/* Returns a track of the agent whose records the model reads, or of a signal. */
static LsTrack *
get_track (LsTimelineModel *self,
           guint            track)
{
  return g_ptr_array_index (self->tracks, track < LS_N_TRACKS ? self->agent->base.first_track + track : track);
}

/* Makes room for a task. Returns NULL for a number that no task can have. */
static LsTimelineTask *
get_task (LsTimelineModel *self,
          guint32          task)
{
  guint32 first = ls_timeline_tasks_get_first (self->tasks);

  if (task < first)
    return ls_timeline_model_find_task (self, task);
  if (task - first > (guint64) ls_timeline_tasks_get_n (self->tasks) + MAX_AHEAD)
    return NULL;
  return ls_timeline_tasks_add (self->tasks, task);
}

static void
add_mark (GArray  *marks,
          guint64  time,
          guint32  record)
{
  LsTimeMark mark = { time, record };

  if (marks->len > 0)
    mark.time = MAX (time, g_array_index (marks, LsTimeMark, marks->len - 1).time);
  g_array_append_val (marks, mark);
}

static LsTrackKind
get_track_kind (const LsRecord *record)
{
  switch ((LsQueueType) record->queue)
    {
    case LS_QUEUE_TYPE_COMPOSITOR:
      return LS_TRACK_RENDERING;
    case LS_QUEUE_TYPE_IDLE:
      return LS_TRACK_IDLE;
    case LS_QUEUE_TYPE_WEB_SCHEDULING:
      switch (record->priority)
        {
        case LS_TASK_PRIORITY_USER_BLOCKING:
          return LS_TRACK_USER_BLOCKING;
        case LS_TASK_PRIORITY_USER_VISIBLE:
          return LS_TRACK_USER_VISIBLE;
        case LS_TASK_PRIORITY_BACKGROUND:
          return LS_TRACK_BACKGROUND;
        default:
          return LS_TRACK_OTHER;
        }
    default:
      return LS_TRACK_OTHER;
    }
}

static void
set_task_span (LsTimelineModel *self,
               guint32          task,
               LsTrackKind      track,
               guint            span)
{
  LsTimelineTask *data = get_task (self, task);

  if (data == NULL)
    return;
  data->span = span + 1;
  data->agent = self->agent->base.id;
  data->track = track;
}

/* Ends the turn of @task, even if no record says that it finished. */
static void
end_turn (LsTimelineModel *self,
          guint32          task,
          guint64          time)
{
  LsTimelineReader *agent = self->agent;

  if (agent->started)
    ls_span_list_end_open (get_track (self, agent->track)->spans, time);
  /* A task that was selected but never began. */
  if (!agent->started && ls_timeline_model_find_task (self, task) != NULL)
    ls_timeline_model_find_task (self, task)->is_removed = TRUE;
  agent->started = FALSE;
}

static void
start_task (LsTimelineModel *self,
            const LsRecord  *record,
            guint32          position)
{
  LsTimelineReader *agent = self->agent;

  end_turn (self, self->cursor.turn.task, record->time);
  set_task_span (self, record->subject, agent->track,
                 ls_span_list_begin (get_track (self, agent->track)->spans, record->time, position, record->subject));
  agent->started = TRUE;
}

/* Moves a task to another track. The work of a timer or an idle callback tells its kind; its queue does not. */
static void
move_task (LsTimelineModel *self,
           LsTrackKind      track)
{
  LsTimelineReader *agent = self->agent;
  LsSpanList *to = get_track (self, track)->spans;
  LsSpan span;

  if (!agent->started || agent->track != LS_TRACK_OTHER ||
      !ls_span_list_take_last (get_track (self, LS_TRACK_OTHER)->spans, &span))
    return;
  agent->track = track;
  set_task_span (self, span.subject, track, ls_span_list_begin (to, span.start, span.record, span.subject));
}

static void
read_posted (LsTimelineModel *self,
             const LsRecord  *record,
             guint32          position)
{
  LsTimelineTask *task = get_task (self, record->subject);

  if (task == NULL)
    return;
  if (task->posted == 0)
    {
      task->posted = position + 1;
      task->poster = ls_timeline_model_find_poster (self, record, position);
    }
  if (record->kind == LS_RECORD_TASK_QUEUED || record->kind == LS_RECORD_TASK_INCOMING ||
      (record->kind == LS_RECORD_TASK_DUE && record->value != 0))
    task->ready = position + 1;
}

/* Adds a track for a signal. Returns its number, 0 if there are too many. */
static guint
add_signal (LsTimelineModel *self,
            guint32          signal,
            guint32          name)
{
  guint number = self->tracks->len;

  if (g_hash_table_size (self->signals) == MAX_SIGNALS)
    return 0;
  ls_timeline_model_add_track (self, LS_TRACK_SIGNAL, self->agent->base.id, signal);
  get_track (self, number)->name = name;
  g_hash_table_insert (self->signals, GUINT_TO_POINTER (signal), GUINT_TO_POINTER (number));
  return number;
}

static void
read_signal (LsTimelineModel *self,
             const LsRecord  *record,
             guint32          position)
{
  guint number = ls_timeline_model_find_signal (self, record->subject);
  LsTrack *track;

  if (record->kind == LS_RECORD_SIGNAL_CREATED)
    {
      gboolean is_shown = (record->flags & (LS_RECORD_FLAG_TASK_SIGNAL | LS_RECORD_FLAG_CONTROLLER)) != 0;

      if (number != 0 || !is_shown || (record->flags & LS_RECORD_FLAG_INTERNAL) || record->subject == 0)
        return;
      number = add_signal (self, record->subject, record->text);
      if (number != 0)
        get_track (self, number)->is_inferred = ls_clause_is_inferred (record->clause);
    }
  if (number == 0)
    return;
  track = get_track (self, number);
  if (record->kind == LS_RECORD_SIGNAL_NAMED)
    {
      track->name = record->text;
      return;
    }
  if (record->kind == LS_RECORD_SIGNAL_FINALIZED)
    track->over = position + 1;

  if (record->kind != LS_RECORD_SIGNAL_CREATED && record->kind != LS_RECORD_SIGNAL_FINALIZED)
    {
      add_mark (track->marks, record->time, position);
      add_mark (self->signal_marks, record->time, position);
    }
  if (record->kind == LS_RECORD_SIGNAL_ABORTED || record->kind == LS_RECORD_SIGNAL_FINALIZED)
    ls_span_list_end_open (track->spans, record->time);
  else if (record->kind != LS_RECORD_SIGNAL_PRIORITY_REFUSED)
    ls_span_list_begin (track->spans, record->time, position, record->subject);
}

/* Ends the turn of a terminated agent, which has no record that says so. */
static void
end_agent (LsTimelineModel *self,
           const LsRecord  *record)
{
  const guint32 current = self->agent->base.id;

  ls_timeline_model_switch_agent (self, record->subject);
  if (self->agent->base.id == record->subject)
    {
      ls_trace_cursor_show_agent (&self->cursor, record->subject);
      end_turn (self, self->cursor.turn.task, record->time);
      ls_trace_cursor_end_turn (&self->cursor);
      ls_trace_cursor_show_agent (&self->cursor, current);
      ls_span_list_end_open (get_track (self, LS_TRACK_MICROTASKS)->spans, record->time);
    }
  ls_timeline_model_switch_agent (self, current);
}

static void
read_record (LsTimelineModel *self,
             const LsRecord  *record,
             guint32          position)
{
  LsTimelineReader *agent = self->agent;
  LsSpanList *microtasks = get_track (self, LS_TRACK_MICROTASKS)->spans;
  const guint32 ended_task = ls_trace_cursor_advance (&self->cursor, record, position) ? self->cursor.over.task : 0;

  if (record->kind >= LS_RECORD_AGENT_CREATED || ls_timeline_model_has_agents (self))
    ls_timeline_model_read_agents (self, record, position);
  switch ((LsRecordKind) record->kind)
    {
    case LS_RECORD_TASK_POSTED:
    case LS_RECORD_TASK_QUEUED:
    case LS_RECORD_TASK_INCOMING:
    case LS_RECORD_TASK_DELAYED:
    case LS_RECORD_TASK_DUE:
      read_posted (self, record, position);
      ls_timeline_model_read_queues (self, record);
      break;
    case LS_RECORD_QUEUE_PRIORITY:
    case LS_RECORD_QUEUE_REMOVED:
      ls_timeline_model_read_queues (self, record);
      break;
    case LS_RECORD_TASK_REMOVED:
      ls_timeline_model_read_queues (self, record);
      if (record->subject != self->cursor.turn.task && ls_timeline_model_find_task (self, record->subject) != NULL)
        ls_timeline_model_find_task (self, record->subject)->is_removed = TRUE;
      break;
    case LS_RECORD_TASK_SELECTED:
      end_turn (self, ended_task, record->time);
      agent->track = get_track_kind (record);
      ls_timeline_model_read_queues (self, record);
      break;
    case LS_RECORD_LOOP_STARTED:
      agent->base.lacks_priorities = g_strcmp0 (ls_trace_get_text (self->trace, record->text), "node") == 0 ||
                                     g_strcmp0 (ls_trace_get_text (self->trace, record->text), "glib") == 0;
      break;
    case LS_RECORD_TASK_STARTED:
      start_task (self, record, position);
      break;
    case LS_RECORD_TASK_FINISHED:
      if (agent->started)
        ls_span_list_end (get_track (self, agent->track)->spans, record->time);
      break;
    case LS_RECORD_TURN_ENDED:
      end_turn (self, ended_task, record->time);
      break;
    case LS_RECORD_MICROTASK_STARTED:
      ls_span_list_begin (microtasks, record->time, position, record->subject);
      break;
    case LS_RECORD_MICROTASK_FINISHED:
      if (!ls_span_list_is_empty (microtasks))
        ls_span_list_end (microtasks, record->time);
      if (agent->started)
        ls_span_list_end (get_track (self, agent->track)->spans, record->time);
      break;
    case LS_RECORD_AGENT_STATE:
      if (record->level == LS_AGENT_STATE_ENDED)
        end_agent (self, record);
      break;
    case LS_RECORD_TIMER_FIRED:
      move_task (self, LS_TRACK_TIMERS);
      break;
    case LS_RECORD_IDLE_FIRED:
      move_task (self, LS_TRACK_IDLE);
      break;
    case LS_RECORD_TIMER_INSTALLED:
    case LS_RECORD_TIMER_CLEARED:
      add_mark (get_track (self, LS_TRACK_TIMERS)->marks, record->time, position);
      break;
    case LS_RECORD_IDLE_REQUESTED:
    case LS_RECORD_IDLE_CANCELLED:
      add_mark (get_track (self, LS_TRACK_IDLE)->marks, record->time, position);
      break;
    case LS_RECORD_CLOCK_ADVANCED:
      /* An agent that is suspended, or has to let others go first, is not idle. */
      if (self->cursor.turn.task != 0 && ls_timeline_model_has_agents (self))
        break;
      ls_span_list_begin (agent->base.gaps, record->time - MIN (record->time, record->value), position, 0);
      ls_span_list_end (agent->base.gaps, record->time);
      break;
    case LS_RECORD_LOG:
    case LS_RECORD_EXCEPTION:
    case LS_RECORD_PROMISE_UNHANDLED:
      add_mark (get_track (self, LS_TRACK_LOG)->marks, record->time, position);
      break;
    case LS_RECORD_WORK:
      if (agent->base.lacks_priorities)
        ls_timeline_model_read_work (self, get_track (self, LS_TRACK_PHASES), record, position);
      break;
    case LS_RECORD_FRAME:
      ls_timeline_model_read_frame (get_track (self, LS_TRACK_PHASES), record, position);
      break;
    case LS_RECORD_SIGNAL_CREATED:
    case LS_RECORD_SIGNAL_NAMED:
    case LS_RECORD_SIGNAL_PRIORITY:
    case LS_RECORD_SIGNAL_PRIORITY_REFUSED:
    case LS_RECORD_SIGNAL_ABORTED:
    case LS_RECORD_SIGNAL_FINALIZED:
      read_signal (self, record, position);
      break;
    default:
      break;
    }
}

/* Sets up what an agent is doing at the first record. */
static void
begin_turn (LsTimelineModel  *self,
            LsState          *state,
            LsTimelineReader *agent,
            gsize             start)
{
  const LsTaskState *task;
  LsRecord record;

  ls_trace_cursor_show_agent (&self->cursor, agent->base.id);
  task = ls_state_get_task (state, self->cursor.turn.task);
  if (task == NULL)
    return;
  ls_timeline_model_switch_agent (self, agent->base.id);
  record = (LsRecord) { .queue = task->queue_type, .priority = task->priority, .subject = task->id,
                        .time = self->start_time };
  agent->track = task->is_timer ? LS_TRACK_TIMERS : get_track_kind (&record);
  if (task->started_at != LS_TIME_NEVER)
    start_task (self, &record, MAX (start, 1) - 1);
}

/* Begins with the record at @start, and looks up the state there. */
void
ls_timeline_model_begin_at (LsTimelineModel *self,
                            gsize            start)
{
  g_autoptr (LsState) state = ls_state_new (self->trace);
  const LsTaskState *task;
  LsRecord record = { 0 };

  ls_state_seek (state, start);
  start = ls_state_get_position (state);
  if (start < ls_trace_get_length (self->trace))
    ls_trace_get_record (self->trace, start, &record);
  self->start = self->n_read = start;
  self->start_time = self->end = MIN (MAX (record.time, ls_state_get_time (state)), LS_TIMELINE_MAX_TIME);
  if (self->by_step)
    {
      self->step = ls_trace_get_step_at (self->trace, start);
      self->start_time = self->end = ls_timeline_model_get_position_time (self, start);
    }
  ls_timeline_tasks_clear (self->tasks, ls_state_get_n_tasks (state) + 1);
  ls_timeline_model_begin_agents (self, state);

  for (guint32 id = 0; (id = ls_state_find_next_signal (state, id)) != 0;)
    {
      const LsSignalState *signal = ls_state_get_signal (state, id);
      guint number;

      if (!signal->exists || (signal->flags & LS_RECORD_FLAG_INTERNAL) ||
          !(signal->flags & (LS_RECORD_FLAG_TASK_SIGNAL | LS_RECORD_FLAG_CONTROLLER)))
        continue;
      number = add_signal (self, id, signal->name);
      if (number == 0)
        break;
      get_track (self, number)->priority = signal->priority;
      ls_span_list_begin (get_track (self, number)->spans, self->start_time, MAX (start, 1) - 1, id);
      if (signal->aborted)
        ls_span_list_end (get_track (self, number)->spans, self->start_time);
    }
  for (guint32 id = 0; (id = ls_state_find_next_task (state, id)) != 0;)
    {
      task = ls_state_get_task (state, id);
      if (task->status >= LS_TASK_STATUS_POSTED && task->status < LS_TASK_STATUS_FINISHED)
        {
          LsTimelineTask *old = g_new0 (LsTimelineTask, 1);

          old->queue = task->queue;
          g_hash_table_insert (self->old_tasks, GUINT_TO_POINTER (id), old);
        }
    }
  ls_timeline_model_begin_queues (self, state);
  ls_trace_cursor_begin_at (&self->cursor, state, self->start_time);
  for (guint i = 0; i < self->agents->len; i++)
    {
      LsTimelineReader *agent = g_ptr_array_index (self->agents, i);

      ls_state_set_agent (state, agent->base.id);
      agent->base.lacks_priorities = ls_state_is_of_glib (state) || ls_state_is_of_node (state);
      ls_state_set_agent (state, 0);
      begin_turn (self, state, agent, start);
    }
  ls_timeline_model_switch_agent (self, ls_state_get_current_agent (state));
  ls_trace_cursor_show_agent (&self->cursor, ls_state_get_current_agent (state));
}

/* Reads the next record. */
void
ls_timeline_model_read_record (LsTimelineModel *self,
                               const LsRecord  *record,
                               guint32          position)
{
  LsRecord copy;

  if (self->by_step)
    {
      copy = *record;
      self->step += ls_record_ends_step (record);
      copy.time = (guint64) self->step * LS_TIMELINE_STEP;
      /* With steps in place of time, the clock leaves no gaps. */
      if (record->kind != LS_RECORD_CLOCK_ADVANCED)
        read_record (self, &copy, position);
      return;
    }
  if (G_LIKELY (record->time <= LS_TIMELINE_MAX_TIME))
    {
      read_record (self, record, position);
      return;
    }
  copy = *record;
  copy.time = LS_TIMELINE_MAX_TIME;
  read_record (self, &copy, position);
}
