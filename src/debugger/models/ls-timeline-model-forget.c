/* ls-timeline-model-forget.c: drops what was over before the first record that the trace keeps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-model-private.h"

#include "ls-bisection-private.h"

/* The most tasks that one call drops. Later calls drop the others. */
#define TASKS_AT_ONCE 65536

/* Drops the marks of records before @start, or what begins with such a mark. */
static void
drop_marks (GArray *marks,
            gsize   start)
{
  LsBisection search = { 0, marks->len };

  while (ls_bisection_next (&search))
    ls_bisection_tell (&search, ls_time_marks_peek (marks, search.middle)->record < start);
  if (search.low > 0)
    g_array_remove_range (marks, 0, search.low);
}

static gboolean
is_task_over (LsTimelineModel      *self,
              const LsTimelineTask *task)
{
  if (task->span != 0)
    {
      const LsTimelineAgent *agent = ls_timeline_model_find_agent (self, task->agent);

      return agent == NULL ||
             task->span - 1 < ls_span_list_get_first (ls_timeline_model_peek_track (self, agent->first_track + task->track)->spans);
    }
  return task->is_removed;
}

static gboolean
drop_old_task (gpointer key,
               gpointer value,
               gpointer user_data)
{
  return is_task_over (user_data, value);
}

/* Drops some of the tasks that were over before the first record that the trace keeps. No view asks for their records, which are
 * gone. */
void
ls_timeline_model_drop_tasks (LsTimelineModel *self)
{
  guint32 first = ls_timeline_tasks_get_first (self->tasks);
  guint n = 0, n_tasks = ls_timeline_tasks_get_n (self->tasks);
  gsize start = self->start;

  for (; n < MIN (n_tasks, TASKS_AT_ONCE); n++)
    {
      LsTimelineTask task = *ls_timeline_tasks_get (self->tasks, first + n);
      gboolean is_over = is_task_over (self, &task) || (task.posted == 0 && task.ready == 0 && task.span == 0);
      /* Tasks get their numbers in the order of posting. */
      gboolean is_old = task.posted <= start && task.ready <= start;

      if (!is_old)
        break;
      if (!is_over)
        {
          /* The positions of dropped records say nothing any more. */
          if (task.posted <= start)
            task.posted = task.poster = 0;
          if (task.ready <= start)
            task.ready = 0;
          g_hash_table_insert (self->old_tasks, GUINT_TO_POINTER (first + n), g_memdup2 (&task, sizeof task));
        }
    }
  self->is_behind = n == TASKS_AT_ONCE;
  ls_timeline_tasks_drop (self->tasks, n);
  self->n_unswept += n;
  /* Long waiting tasks are not looked at each time, but once many tasks have gone. */
  if (self->n_unswept < g_hash_table_size (self->old_tasks))
    return;
  g_hash_table_foreach_remove (self->old_tasks, drop_old_task, self);
  self->n_unswept = 0;
}

/* Looks up the priorities of signals whose first span began before @start, because the trace has dropped the record of that
 * priority. */
static void
know_priorities (LsTimelineModel *self,
                 gsize            start)
{
  g_autoptr (LsState) state = NULL;

  for (guint i = LS_N_TRACKS; i < self->tracks->len; i++)
    {
      LsTrack *track = ls_timeline_model_peek_track (self, i);
      guint first = ls_span_list_get_first (track->spans);
      const LsSignalState *signal;

      if (track->kind != LS_TRACK_SIGNAL || ls_span_list_is_empty (track->spans) ||
          ls_span_list_get (track->spans, first)->record >= start ||
          track->known_span == first + 1)
        continue;
      if (state == NULL)
        {
          state = ls_state_new (self->trace);
          ls_state_seek (state, start);
        }
      signal = ls_state_get_signal (state, track->signal);
      if (signal != NULL)
        track->priority = signal->priority;
      /* The trace may have dropped more records meanwhile. Then the priority may belong to a later span. */
      track->known_span = ls_state_get_position (state) == start ? first + 1 : 0;
    }
}

/* Returns whether an agent has ended and all its spans and marks are dropped. */
static gboolean
is_agent_gone (LsTimelineModel        *self,
               const LsTimelineReader *agent)
{
  if (!agent->is_over || agent == self->agent)
    return FALSE;
  for (guint kind = 0; kind < LS_N_TRACKS; kind++)
    {
      const LsTrack *track = ls_timeline_model_peek_track (self, agent->base.first_track + kind);

      if (!ls_span_list_is_empty (track->spans) || track->marks->len > 0)
        return FALSE;
    }
  return TRUE;
}

/* Drops the tracks of signals and agents that are gone, which makes room for others. */
static gboolean
drop_tracks (LsTimelineModel *self)
{
  guint n_kept = LS_N_TRACKS;

  for (guint i = LS_N_TRACKS; i < self->tracks->len; i++)
    {
      LsTrack *track = ls_timeline_model_peek_track (self, i);

      if (track->kind < LS_N_TRACKS)
        {
          LsTimelineReader *agent = g_hash_table_lookup (self->agents_by_id, GUINT_TO_POINTER (track->agent));
          const gboolean is_gone = is_agent_gone (self, agent);

          agent->base.first_track = n_kept;
          if (is_gone)
            {
              g_hash_table_remove (self->agents_by_id, GUINT_TO_POINTER (agent->base.id));
              g_ptr_array_remove (self->agents, agent);
            }
          for (guint kind = 0; kind < LS_N_TRACKS; kind++)
            if (is_gone)
              ls_track_free (ls_timeline_model_peek_track (self, i + kind));
            else
              self->tracks->pdata[n_kept++] = ls_timeline_model_peek_track (self, i + kind);
          i += LS_N_TRACKS - 1;
        }
      else if (track->over != 0 && track->over <= self->start && ls_span_list_is_empty (track->spans) &&
               track->marks->len == 0)
        {
          g_hash_table_remove (self->signals, GUINT_TO_POINTER (track->signal));
          ls_track_free (track);
        }
      else
        {
          if (n_kept != i)
            g_hash_table_insert (self->signals, GUINT_TO_POINTER (track->signal), GUINT_TO_POINTER (n_kept));
          self->tracks->pdata[n_kept++] = track;
        }
    }
  if (n_kept == self->tracks->len)
    return FALSE;
  g_ptr_array_set_free_func (self->tracks, NULL);
  g_ptr_array_set_size (self->tracks, n_kept);
  g_ptr_array_set_free_func (self->tracks, ls_track_free);
  return TRUE;
}

/**
 * ls_timeline_model_forget:
 * @self: a model
 * @start: the first record that the trace keeps
 *
 * Drops what was over before @start. Spans keep their indices, but tracks of signals get other numbers.
 *
 * Returns: whether the tracks have changed
 */
gboolean
ls_timeline_model_forget (LsTimelineModel *self,
                          gsize            start)
{
  if (self->trace == NULL || start <= self->start)
    return FALSE;
  if (self->n_read < start)
    {
      ls_timeline_model_clear (self);
      ls_timeline_model_begin_at (self, start);
      return TRUE;
    }
  if (start >= ls_trace_get_length (self->trace))
    return FALSE;

  self->start = start;
  self->start_time = MAX (self->start_time, MIN (ls_timeline_model_get_time (self, start), LS_TIMELINE_MAX_TIME));
  for (guint i = 0; i < self->tracks->len; i++)
    {
      LsTrack *track = ls_timeline_model_peek_track (self, i);

      if (ls_track_is_recorded (track))
        continue;
      ls_span_list_drop (track->spans, start, self->start_time);
      drop_marks (track->marks, start);
    }
  for (guint i = 0; i < self->agents->len; i++)
    {
      ls_span_list_drop (ls_timeline_model_get_agent (self, i)->gaps, start, self->start_time);
      ls_queue_lengths_drop (ls_timeline_model_get_agent (self, i)->queued, self->start_time);
    }
  drop_marks (self->arrows, start);
  drop_marks (self->signal_marks, start);
  ls_timeline_model_drop_tasks (self);
  know_priorities (self, start);
  return drop_tracks (self);
}
