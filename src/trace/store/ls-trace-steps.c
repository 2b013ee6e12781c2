/* ls-trace-steps.c: where the steps of a trace end
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-trace-private.h"

#include "ls-bisection-private.h"
#include "ls-record-steps-private.h"

void
ls_trace_steps_init (LsTraceSteps *self)
{
  pthread_mutex_init (&self->lock, NULL);
  self->before = g_array_new (FALSE, FALSE, sizeof (guint32));
}

void
ls_trace_steps_clear (LsTraceSteps *self)
{
  g_array_unref (self->before);
  pthread_mutex_destroy (&self->lock);
}

/* So many steps and turns were in the records before @start, which are gone. Nothing has been counted yet. */
void
ls_trace_steps_begin_at (LsTraceSteps *self,
                         gsize         start,
                         guint32       n_steps,
                         guint32       n_turns)
{
  pthread_mutex_lock (&self->lock);
  for (gsize i = 0; i < start / LS_TRACE_CHUNK; i++)
    g_array_append_val (self->before, n_steps);
  self->tail_position = start;
  self->n_steps = n_steps;
  self->n_turns = n_turns;
  pthread_mutex_unlock (&self->lock);
}

static guint32
count_steps (const LsRecord *records,
             gsize           n_records)
{
  guint32 n_steps = 0;

  for (gsize i = 0; i < n_records; i++)
    n_steps += ls_record_ends_step (&records[i]);
  return n_steps;
}

/* Counts the steps of what has been published since the last time. The caller unlocks what is returned. */
static LsTraceSteps *
lock_steps (LsTrace *self)
{
  LsTraceSteps *steps = ls_trace_get_steps (self);
  const LsRecord *records;
  gsize n_records;

  pthread_mutex_lock (&steps->lock);
  while ((records = ls_trace_peek_records (self, steps->tail_position, &n_records)) != NULL)
    {
      if (steps->tail_position % LS_TRACE_CHUNK == 0 && steps->before->len == steps->tail_position / LS_TRACE_CHUNK)
        g_array_append_val (steps->before, steps->n_steps);
      steps->n_steps += count_steps (records, n_records);
      for (gsize i = 0; i < n_records; i++)
        steps->n_turns += records[i].kind == LS_RECORD_TASK_SELECTED;
      steps->tail_position += n_records;
    }
  return steps;
}

/**
 * ls_trace_get_n_steps:
 * @self: a trace
 *
 * May be called by any thread.
 *
 * Returns: how many steps have ended in what is published
 */
guint32
ls_trace_get_n_steps (LsTrace *self)
{
  LsTraceSteps *steps;
  guint32 n_steps;

  g_return_val_if_fail (LS_IS_TRACE (self), 0);

  steps = lock_steps (self);
  n_steps = steps->n_steps;
  pthread_mutex_unlock (&steps->lock);

  return n_steps;
}

/**
 * ls_trace_get_n_turns:
 * @self: a trace
 *
 * May be called by any thread.
 *
 * Returns: how many turns have begun in what is published, those of all agents together
 */
guint32
ls_trace_get_n_turns (LsTrace *self)
{
  LsTraceSteps *steps;
  guint32 n_turns;

  g_return_val_if_fail (LS_IS_TRACE (self), 0);

  steps = lock_steps (self);
  n_turns = steps->n_turns;
  pthread_mutex_unlock (&steps->lock);

  return n_turns;
}

/* How many turns began in the records that are gone. */
guint32
ls_trace_count_turns_before (LsTrace *self)
{
  const LsRecord *records;
  gsize position = ls_trace_get_start (self), n_records;
  const gsize start = position, length = ls_trace_get_length (self);
  guint32 n_turns = ls_trace_get_n_turns (self);

  for (; position < length && (records = ls_trace_peek_records (self, position, &n_records)) != NULL; position += n_records)
    for (gsize i = 0; i < n_records; i++)
      n_turns -= records[i].kind == LS_RECORD_TASK_SELECTED && n_turns > 0;
  return start > 0 ? n_turns : 0;
}

/* The last chunk before whose beginning fewer than @step steps end. @step is not 0. */
static gsize
find_chunk_of_step (const LsTraceSteps *steps,
                    guint32             step)
{
  LsBisection search = { 1, steps->before->len };

  while (ls_bisection_next (&search))
    ls_bisection_tell (&search, g_array_index (steps->before, guint32, search.middle) < step);
  return search.low - 1;
}

/* Passes what belongs to a step after the record that ends it. */
static gsize
find_end (LsTrace *self,
          gsize    position)
{
  const LsRecord *records;
  gsize n_records;

  while ((records = ls_trace_peek_records (self, position, &n_records)) != NULL)
    for (gsize i = 0; i < n_records; i++, position++)
      if (ls_record_begins_anew (&records[i]) || ls_record_ends_step (&records[i]))
        return position;
  return position;
}

/**
 * ls_trace_find_step:
 * @self: a trace
 * @step: number of a step, from 1; 0 is the beginning
 *
 * May be called by any thread. The last step of a turn ends where the turn has: rejections that nobody handles are reported, and
 * the delays that are over have ended.
 *
 * Returns: the position after the step's last record; the length where there are fewer steps; the start of what is left
 *   where the step was forgotten
 */
gsize
ls_trace_find_step (LsTrace *self,
                    guint32  step)
{
  LsTraceSteps *steps;
  const LsRecord *records;
  gsize position, n_records;
  guint32 n_steps;

  g_return_val_if_fail (LS_IS_TRACE (self), 0);

  if (step == 0)
    return ls_trace_get_start (self);

  steps = lock_steps (self);
  if (step > steps->n_steps)
    {
      position = steps->tail_position;
      pthread_mutex_unlock (&steps->lock);
      return position;
    }
  position = find_chunk_of_step (steps, step);
  n_steps = g_array_index (steps->before, guint32, position);
  pthread_mutex_unlock (&steps->lock);

  position *= LS_TRACE_CHUNK;
  records = ls_trace_peek_records (self, position, &n_records);
  for (gsize i = 0; i < n_records; i++)
    {
      n_steps += ls_record_ends_step (&records[i]);
      if (n_steps == step)
        return MAX (find_end (self, position + i + 1), ls_trace_get_start (self));
    }

  /* The step was dropped: its records have no kind. */
  return ls_trace_get_start (self);
}

/**
 * ls_trace_get_step_at:
 * @self: a trace
 * @position: a position, 0 to the length; more is the length
 *
 * May be called by any thread.
 *
 * Returns: how many steps end within the first @position records
 */
guint32
ls_trace_get_step_at (LsTrace *self,
                      gsize    position)
{
  LsTraceSteps *steps;
  const LsRecord *records;
  gsize chunk, n_records;
  guint32 n_steps;

  g_return_val_if_fail (LS_IS_TRACE (self), 0);

  steps = lock_steps (self);
  if (position >= steps->tail_position)
    {
      n_steps = steps->n_steps;
      pthread_mutex_unlock (&steps->lock);
      return n_steps;
    }
  chunk = position / LS_TRACE_CHUNK;
  n_steps = g_array_index (steps->before, guint32, chunk);
  pthread_mutex_unlock (&steps->lock);

  records = ls_trace_peek_records (self, chunk * LS_TRACE_CHUNK, &n_records);
  return n_steps + count_steps (records, position % LS_TRACE_CHUNK);
}
