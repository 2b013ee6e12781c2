/* ls-timeline-model.c: a trace as tracks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-model-private.h"

#include "ls-bisection-private.h"

/**
 * LsTimelineModel:
 *
 * The spans and marks of a trace by track, for the timeline. The model reads the trace in parts as it grows. A task's span is its
 * whole turn. The code after an `await` runs in microtasks of the same turn, so it is the task's work as well.
 */
G_DEFINE_FINAL_TYPE (LsTimelineModel, ls_timeline_model, G_TYPE_OBJECT)

void
ls_track_free (gpointer data)
{
  LsTrack *track = data;

  ls_span_list_free (track->spans);
  g_array_unref (track->marks);
  g_free (track);
}

/* Adds a track of a signal or of an agent. */
void
ls_timeline_model_add_track (LsTimelineModel *self,
                             LsTrackKind      kind,
                             guint32          agent,
                             guint32          signal)
{
  LsTrack *track = g_new0 (LsTrack, 1);

  track->kind = kind;
  track->agent = agent;
  track->signal = signal;
  track->priority = LS_TASK_PRIORITY_NONE;
  track->spans = ls_span_list_new ();
  track->marks = g_array_new (FALSE, FALSE, sizeof (LsTimeMark));
  g_ptr_array_add (self->tracks, track);
}

void
ls_timeline_model_clear (LsTimelineModel *self)
{
  g_ptr_array_set_size (self->tracks, 0);
  ls_timeline_model_clear_agents (self);
  g_hash_table_remove_all (self->signals);
  g_array_set_size (self->signal_marks, 0);
  ls_timeline_tasks_clear (self->tasks, 0);
  ls_id_map_clear (&self->queues);
  g_hash_table_remove_all (self->old_tasks);
  self->n_unswept = 0;
  self->is_behind = FALSE;
  self->start = 0;
  self->start_time = 0;
  self->n_read = 0;
  self->step = 0;
  self->end = 0;
}

static void
ls_timeline_model_finalize (GObject *object)
{
  LsTimelineModel *self = LS_TIMELINE_MODEL (object);

  g_clear_object (&self->trace);
  g_ptr_array_unref (self->tracks);
  g_hash_table_unref (self->signals);
  g_hash_table_unref (self->old_tasks);
  ls_id_map_clear (&self->queues);
  g_array_unref (self->signal_marks);
  ls_timeline_tasks_free (self->tasks);
  g_ptr_array_unref (self->agents);
  g_hash_table_unref (self->agents_by_id);
  g_hash_table_unref (self->programs);
  g_hash_table_unref (self->waiters);
  g_hash_table_unref (self->memories);
  g_array_unref (self->arrows);
  g_clear_object (&self->recording);
  g_array_unref (self->threads);
  ls_trace_cursor_clear (&self->cursor);

  G_OBJECT_CLASS (ls_timeline_model_parent_class)->finalize (object);
}

static void
ls_timeline_model_class_init (LsTimelineModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_timeline_model_finalize;
}

static void
ls_timeline_model_init (LsTimelineModel *self)
{
  self->tracks = g_ptr_array_new_with_free_func (ls_track_free);
  self->signals = g_hash_table_new (NULL, NULL);
  self->old_tasks = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->signal_marks = g_array_new (FALSE, FALSE, sizeof (LsTimeMark));
  self->tasks = ls_timeline_tasks_new ();
  ls_timeline_model_init_queues (self);
  self->agents = g_ptr_array_new_with_free_func (ls_timeline_reader_free);
  self->agents_by_id = g_hash_table_new (NULL, NULL);
  self->programs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->waiters = g_hash_table_new (NULL, NULL);
  self->memories = g_hash_table_new (NULL, NULL);
  self->arrows = g_array_new (FALSE, FALSE, sizeof (LsTimelineArrow));
  self->threads = g_array_new (FALSE, FALSE, sizeof (guint));
  ls_trace_cursor_init (&self->cursor, NULL, 0);
  ls_timeline_model_clear (self);
}

LsTimelineModel *
ls_timeline_model_new (void)
{
  return g_object_new (LS_TYPE_TIMELINE_MODEL, NULL);
}

/**
 * ls_timeline_model_set_trace:
 * @self: a model
 * @trace: (nullable): the new trace
 *
 * Forgets everything, also the recording, and begins to read another trace.
 */
void
ls_timeline_model_set_trace (LsTimelineModel *self,
                             LsTrace         *trace)
{
  ls_timeline_model_clear (self);
  g_clear_object (&self->recording);
  g_set_object (&self->trace, trace);
}

gboolean
ls_timeline_model_get_by_step (LsTimelineModel *self)
{
  return self->by_step;
}

/**
 * ls_timeline_model_set_by_step:
 * @self: a model
 * @by_step: whether steps take the place of time
 *
 * Chooses between time and steps. The model forgets everything if that is a change. With @by_step each step is %LS_TIMELINE_STEP
 * wide, whatever its time is, so that events at the same time have different places.
 */
void
ls_timeline_model_set_by_step (LsTimelineModel *self,
                               gboolean         by_step)
{
  if (self->by_step == !!by_step)
    return;
  self->by_step = !!by_step;
  ls_timeline_model_clear (self);
}

/**
 * ls_timeline_model_get_position_time:
 * @self: a model with a trace
 * @position: a position
 *
 * Returns: the place of @position when steps take the place of time
 */
guint64
ls_timeline_model_get_position_time (LsTimelineModel *self,
                                     gsize            position)
{
  return (guint64) ls_trace_get_step_at (self->trace, position) * LS_TIMELINE_STEP;
}

/**
 * ls_timeline_model_get_time:
 * @self: a model with a trace
 * @record: position of a record that the trace keeps
 *
 * Returns: the place of the record: its time in µs, or the place of its step
 */
guint64
ls_timeline_model_get_time (LsTimelineModel *self,
                            gsize            record)
{
  LsRecord data;

  if (self->by_step)
    return ls_timeline_model_get_position_time (self, record + 1);
  ls_trace_get_record (self->trace, record, &data);
  return data.time;
}

LsTrace *
ls_timeline_model_get_trace (LsTimelineModel *self)
{
  return self->trace;
}

/* Begins anew if the trace has dropped a record before the model read it, or while it did. */
static void
skip_forgotten (LsTimelineModel *self,
                gsize            position)
{
  gsize start = ls_trace_get_start (self->trace);

  if (position >= start)
    return;
  ls_timeline_model_clear (self);
  ls_timeline_model_begin_at (self, start);
}

/**
 * ls_timeline_model_read:
 * @self: a model
 * @length: how many of the trace's records the model is to know in the end
 * @max_records: the most records to read now
 *
 * Reads the next records of the trace.
 *
 * Returns: whether there is more to read
 */
gboolean
ls_timeline_model_read (LsTimelineModel *self,
                        gsize            length,
                        gsize            max_records)
{
  gboolean has_events;
  gsize stop;

  if (self->trace == NULL)
    return FALSE;
  skip_forgotten (self, self->n_read);
  if (self->is_behind)
    ls_timeline_model_drop_tasks (self);
  length = MIN (length, MIN (ls_trace_get_length (self->trace), G_MAXUINT32 - 1));
  stop = MIN (length, self->n_read + MIN (max_records, length));
  while (self->n_read < stop)
    {
      gsize n_records = 0;
      const LsRecord *records = ls_trace_peek_records (self->trace, self->n_read, &n_records);

      n_records = MIN (n_records, stop - self->n_read);
      for (gsize i = 0; i < n_records; i++)
        ls_timeline_model_read_record (self, &records[i], self->n_read + i);
      self->n_read += n_records;
      self->end = MAX (self->end, self->by_step ? (guint64) self->step * LS_TIMELINE_STEP
                                                : MIN (records[n_records - 1].time, LS_TIMELINE_MAX_TIME));
      skip_forgotten (self, self->n_read - n_records);
    }
  has_events = ls_timeline_model_read_events (self, max_records);
  return self->n_read < length || self->is_behind || has_events;
}

/**
 * ls_timeline_model_get_start:
 * @self: a model
 *
 * Returns: the first record that the model knows, 0 unless the trace has dropped the oldest ones
 */
gsize
ls_timeline_model_get_start (LsTimelineModel *self)
{
  return self->start;
}

/**
 * ls_timeline_model_get_start_time:
 * @self: a model
 *
 * Returns: the time of the first record that the model knows, in µs; 0 if the trace has dropped none
 */
guint64
ls_timeline_model_get_start_time (LsTimelineModel *self)
{
  return self->start_time;
}

/**
 * ls_timeline_model_count_tasks:
 * @self: a model
 *
 * Returns: the number of tasks that the model stores
 */
gsize
ls_timeline_model_count_tasks (LsTimelineModel *self)
{
  return ls_timeline_tasks_get_n (self->tasks) + g_hash_table_size (self->old_tasks);
}

/**
 * ls_timeline_model_get_priority:
 * @self: a model
 * @track: the track of a signal
 * @span: the index of a span on it
 *
 * Returns: the priority that the signal had during the span
 */
LsTaskPriority
ls_timeline_model_get_priority (LsTimelineModel *self,
                                const LsTrack   *track,
                                const LsSpan    *span)
{
  LsRecord record;

  if (span->record < ls_trace_get_start (self->trace))
    return track->priority;
  ls_trace_get_record (self->trace, span->record, &record);
  return record.priority;
}

/**
 * ls_timeline_model_get_n_read:
 * @self: a model
 *
 * Returns: the number of records that the model knows
 */
gsize
ls_timeline_model_get_n_read (LsTimelineModel *self)
{
  return self->n_read;
}

/**
 * ls_timeline_model_get_end:
 * @self: a model
 *
 * Returns: the time of the last record that the model knows, in µs
 */
guint64
ls_timeline_model_get_end (LsTimelineModel *self)
{
  return self->end;
}

guint
ls_timeline_model_get_n_tracks (LsTimelineModel *self)
{
  return self->tracks->len;
}

/**
 * ls_timeline_model_get_track:
 * @self: a model
 * @track: a [enum@TrackKind], or a number from %LS_N_TRACKS on for a signal or another agent
 *
 * Returns: the track; valid until the caller sets another trace
 */
const LsTrack *
ls_timeline_model_get_track (LsTimelineModel *self,
                             guint            track)
{
  return ls_timeline_model_peek_track (self, track);
}

/**
 * ls_timeline_model_find_signal:
 * @self: a model
 * @signal: a signal
 *
 * Returns: the number of its track, 0 if it has none
 */
guint
ls_timeline_model_find_signal (LsTimelineModel *self,
                               guint32          signal)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->signals, GUINT_TO_POINTER (signal)));
}

/**
 * ls_timeline_model_get_signal_marks:
 * @self: a model
 *
 * Returns: (transfer none) (element-type LsTimeMark): the marks of all signals, in the order of time
 */
const GArray *
ls_timeline_model_get_signal_marks (LsTimelineModel *self)
{
  return self->signal_marks;
}

/**
 * ls_timeline_model_get_task:
 * @self: a model
 * @task: a task
 *
 * Returns: (nullable): what the model knows of @task; valid until the model reads more
 */
const LsTimelineTask *
ls_timeline_model_get_task (LsTimelineModel *self,
                            guint32          task)
{
  return ls_timeline_model_find_task (self, task);
}

/* Returns what the model knows of @task, NULL if it knows nothing. */
LsTimelineTask *
ls_timeline_model_find_task (LsTimelineModel *self,
                             guint32          task)
{
  if (task == 0)
    return NULL;
  if (task >= ls_timeline_tasks_get_first (self->tasks))
    return ls_timeline_tasks_get (self->tasks, task);
  return g_hash_table_lookup (self->old_tasks, GUINT_TO_POINTER (task));
}

/**
 * ls_timeline_model_get_task_span:
 * @self: a model
 * @task: a task
 *
 * Returns: (nullable): the span in which it ran, %NULL if it has not run; valid until the model reads more
 */
const LsSpan *
ls_timeline_model_get_task_span (LsTimelineModel *self,
                                 guint32          task)
{
  const LsTimelineTask *data = ls_timeline_model_get_task (self, task);
  guint track = ls_timeline_model_get_task_track (self, task);

  if (track == G_MAXUINT || data->span - 1 < ls_span_list_get_first (ls_timeline_model_peek_track (self, track)->spans))
    return NULL;
  return ls_span_list_get (ls_timeline_model_peek_track (self, track)->spans, data->span - 1);
}

/**
 * ls_timeline_model_get_task_track:
 * @self: a model
 * @task: a task
 *
 * Returns: the number of the track that has its span, %G_MAXUINT if it has no span
 */
guint
ls_timeline_model_get_task_track (LsTimelineModel *self,
                                  guint32          task)
{
  const LsTimelineTask *data = ls_timeline_model_get_task (self, task);
  const LsTimelineAgent *agent = data != NULL && data->span != 0 ? ls_timeline_model_find_agent (self, data->agent) : NULL;

  return agent != NULL ? agent->first_track + data->track : G_MAXUINT;
}

/**
 * ls_timeline_model_find_position:
 * @self: a model
 * @time: µs
 *
 * Returns: the end of the last step that was over by @time
 */
gsize
ls_timeline_model_find_position (LsTimelineModel *self,
                                 guint64          time)
{
  LsBisection search = { self->start, self->n_read };

  if (self->by_step && self->trace != NULL)
    return ls_trace_find_step (self->trace, MIN (time / LS_TIMELINE_STEP, ls_trace_get_step_at (self->trace, self->n_read)));
  while (ls_bisection_next (&search))
    {
      LsRecord record;

      ls_trace_get_record (self->trace, search.middle, &record);
      ls_bisection_tell (&search, record.time <= time);
    }
  return self->trace != NULL ? ls_trace_find_step (self->trace, ls_trace_get_step_at (self->trace, search.low)) : 0;
}

/**
 * ls_time_marks_find:
 * @marks: (element-type LsTimeMark): marks, or structures that begin with one
 * @time: µs
 *
 * Returns: the index of the first mark at @time or later, or the number of marks if there is none
 */
guint
ls_time_marks_find (const GArray *marks,
                    guint64       time)
{
  LsBisection search = { 0, marks->len };

  while (ls_bisection_next (&search))
    ls_bisection_tell (&search, ls_time_marks_peek (marks, search.middle)->time < time);
  return search.low;
}
