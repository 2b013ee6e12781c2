/* ls-replay.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-replay-private.h"

#include "ls-record-steps-private.h"

/* After so many records of a step that does not end, others may look at what there is. */
#define MAX_RECORDS_IN_STEP 4096

/* How many agents a trace can have. */
#define MAX_AGENTS 4095

static const char *
get_preset (LsRecording *recording)
{
  switch (ls_recording_get_format (recording))
    {
    case LS_RECORDING_FORMAT_FIREFOX:
      return "gecko";
    case LS_RECORDING_FORMAT_CHROME:
    case LS_RECORDING_FORMAT_PERFETTO:
      return "blink";
    default:
      return NULL;
    }
}

/* Makes a record. One of another agent than the last says so first. Time between turns is idle while nothing is ready. */
void
ls_replay_add (LsReplay       *self,
               LsReplayThread *thread,
               LsRecord        record)
{
  record.time = self->now;
  if (self->shown_agent != thread->agent)
    {
      const LsRecord run = { .kind = LS_RECORD_AGENT_RUN, .time = self->now, .subject = thread->agent,
                             .priority = LS_TASK_PRIORITY_NONE, .clause = LS_CLAUSE_RECORDED };

      self->shown_agent = thread->agent;
      g_array_append_val (self->records, run);
    }
  if (!thread->in_turn && self->now > thread->quiet_since)
    {
      const LsRecord idle = { .kind = LS_RECORD_CLOCK_ADVANCED, .time = self->now, .priority = LS_TASK_PRIORITY_NONE,
                              .value = ls_replay_saturate (self->now - thread->quiet_since), .clause = LS_CLAUSE_RECORDED };

      thread->quiet_since = self->now;
      if (thread->n_ready == 0)
        g_array_append_val (self->records, idle);
    }
  g_array_append_val (self->records, record);
}

/* Threads by the times of what happens next */

static gboolean
comes_before (const LsReplay *self,
              guint           a,
              guint           b)
{
  return self->times[a] != self->times[b] ? self->times[a] < self->times[b] : a < b;
}

/* Puts the first thread of the heap where it belongs. */
static void
sift_down (LsReplay *self,
           guint     i)
{
  const guint thread = self->order[i];

  for (guint child = 2 * i + 1; child < self->n_threads; child = 2 * i + 1)
    {
      if (child + 1 < self->n_threads && comes_before (self, self->order[child + 1], self->order[child]))
        child++;
      if (!comes_before (self, self->order[child], thread))
        break;
      self->order[i] = self->order[child];
      i = child;
    }
  self->order[i] = thread;
}

static void
report_agents (LsReplay *self)
{
  const guint32 shown = self->shown_agent;

  if (self->n_threads < 2)
    return;
  /* Records of agents are of no agent. */
  for (guint i = 0; i < self->n_threads; i++)
    {
      LsReplayThread *thread = &self->threads[i];
      g_autofree char *title = ls_recording_dup_thread_title (self->recording, thread->thread);

      self->shown_agent = thread->agent;
      ls_replay_emit (self, thread, .kind = LS_RECORD_AGENT_CREATED, .subject = thread->agent,
                      .text = ls_probe_intern (self->probe, title), .clause = LS_CLAUSE_RECORDED);
      ls_replay_emit (self, thread, .kind = LS_RECORD_AGENT_STATE, .subject = thread->agent, .level = LS_AGENT_STATE_IDLE,
                      .clause = LS_CLAUSE_RECORDED);
    }
  self->shown_agent = shown;
}

static void
replay_begin (LsReplay *self)
{
  self->has_begun = TRUE;
  report_agents (self);
  for (guint i = 0; i < self->n_threads; i++)
    {
      ls_replay_thread_begin (self, &self->threads[i]);
      self->times[i] = ls_replay_thread_get_next (&self->threads[i]);
    }
  for (guint i = self->n_threads / 2; i-- > 0;)
    sift_down (self, i);
}

/* Makes more records. Returns FALSE where there are none. */
static gboolean
replay_advance (LsReplay *self)
{
  LsReplayThread *thread;
  guint first;

  g_array_set_size (self->records, 0);
  self->n_written = 0;
  if (self->n_threads == 0)
    return FALSE;
  first = self->order[0];
  thread = &self->threads[first];
  while (self->times[first] != LS_REPLAY_NEVER)
    {
      ls_replay_thread_act (self, thread);
      self->times[first] = ls_replay_thread_get_next (thread);
      sift_down (self, 0);
      if (self->records->len > 0)
        return TRUE;
      first = self->order[0];
      thread = &self->threads[first];
    }
  return FALSE;
}

/**
 * ls_replay_new: (skip)
 * @recording: a recording
 * @threads: (array length=n_threads): numbers of threads of the recording, each once: the agents of the trace, the first one first
 * @n_threads: how many; those after the first 4095 are left out
 * @probe: where the records go; it must outlive the replay
 *
 * Prepares a replay. It reads the events of these threads once, to know what becomes of what is posted.
 *
 * Returns: (transfer full): a replay
 */
LsReplay *
ls_replay_new (LsRecording *recording,
               const guint *threads,
               guint        n_threads,
               LsProbe     *probe)
{
  LsReplay *self;

  g_return_val_if_fail (LS_IS_RECORDING (recording), NULL);
  g_return_val_if_fail (threads != NULL || n_threads == 0, NULL);
  g_return_val_if_fail (probe != NULL, NULL);

  n_threads = MIN (n_threads, MAX_AGENTS);
  self = g_new0 (LsReplay, 1);
  self->recording = g_object_ref (recording);
  self->probe = probe;
  self->preset = ls_preset_lookup (get_preset (recording));
  self->plans = ls_replay_plans_make (recording, threads, n_threads);
  self->n_threads = n_threads;
  self->threads = g_new0 (LsReplayThread, n_threads);
  self->order = g_new0 (guint, n_threads);
  self->times = g_new0 (guint64, n_threads);
  self->records = g_array_new (FALSE, FALSE, sizeof (LsRecord));
  self->shown_agent = 1;
  self->n_texts = ls_recording_get_n_texts (recording);
  self->texts = g_new0 (guint32, self->n_texts);
  self->places = g_new0 (guint32, self->n_texts);
  ls_id_map_init (&self->signals, sizeof (LsReplaySignal));
  for (guint i = 0; i < n_threads; i++)
    {
      LsReplayThread *thread = &self->threads[i];

      thread->agent = i + 1;
      thread->thread = threads[i];
      thread->plan = &self->plans[i];
      thread->microtask_end = thread->work_end = LS_REPLAY_NEVER;
      thread->groups = g_new0 (guint32, thread->plan->groups->len);
      ls_replay_units_init (&thread->units, recording, threads[i]);
      ls_id_map_init (&thread->tasks, sizeof (LsReplayTask));
      ls_id_map_init (&thread->runs, sizeof (guint32));
      ls_replay_heap_init (&thread->delays);
      ls_replay_keys_init (&thread->signals);
      self->order[i] = i;
      self->n_events += thread->units.n_events;
    }
  return self;
}

/**
 * ls_replay_free: (skip)
 * @self: (transfer full): a replay
 *
 * Frees a replay, done or not.
 */
void
ls_replay_free (LsReplay *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_threads; i++)
    {
      LsReplayThread *thread = &self->threads[i];

      ls_id_map_clear (&thread->tasks);
      ls_id_map_clear (&thread->runs);
      ls_replay_heap_clear (&thread->delays);
      ls_replay_keys_clear (&thread->signals);
      ls_replay_forget_lines (thread);
      g_free (thread->groups);
    }
  ls_replay_plans_free (self->plans, self->n_threads);
  ls_id_map_clear (&self->signals);
  g_array_unref (self->records);
  g_free (self->threads);
  g_free (self->order);
  g_free (self->times);
  g_free (self->texts);
  g_free (self->places);
  g_object_unref (self->recording);
  g_free (self);
}

/* Writes how the agents and their loops are made. */
static void
write_beginning (LsReplay *self)
{
  replay_begin (self);
  for (; self->n_written < self->records->len; self->n_written++)
    ls_probe_emit (self->probe, &g_array_index (self->records, LsRecord, self->n_written));
  ls_probe_publish (self->probe);
}

/**
 * ls_replay_step: (skip)
 * @self: a replay
 *
 * Writes the records of the next step, and those that belong to it after its end; then publishes. The first call writes how the
 * loops begin, before any step. It is less than a step where a thread does nothing for long but post.
 *
 * Returns: %FALSE if nothing was left to write
 */
gboolean
ls_replay_step (LsReplay *self)
{
  gboolean has_ended = FALSE, has_written = FALSE;
  guint n_records = 0;

  g_return_val_if_fail (self != NULL, FALSE);

  if (!self->has_begun)
    {
      write_beginning (self);
      return TRUE;
    }
  for (;;)
    {
      if (self->n_written == self->records->len && (n_records >= MAX_RECORDS_IN_STEP || !replay_advance (self)))
        break;
      for (; self->n_written < self->records->len; self->n_written++, n_records++)
        {
          const LsRecord *record = &g_array_index (self->records, LsRecord, self->n_written);

          if (has_ended && (ls_record_begins_anew (record) || ls_record_ends_step (record)))
            {
              ls_probe_publish (self->probe);
              return TRUE;
            }
          ls_probe_emit (self->probe, record);
          self->time = record->time;
          has_written = TRUE;
          has_ended |= ls_record_ends_step (record);
        }
    }
  ls_probe_publish (self->probe);
  return has_written;
}

/**
 * ls_replay_get_time: (skip)
 * @self: a replay
 *
 * Tells when the last written record was, in µs.
 *
 * Returns: the time in µs of the last record that was written
 */
guint64
ls_replay_get_time (LsReplay *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->time;
}

/**
 * ls_replay_get_next_time: (skip)
 * @self: a replay
 *
 * Tells when the next record is, in µs.
 *
 * Returns: the time in µs of the next record, or a time before it where that is not known yet; at the end that of the last one
 */
guint64
ls_replay_get_next_time (LsReplay *self)
{
  g_return_val_if_fail (self != NULL, 0);

  if (self->n_written < self->records->len)
    return g_array_index (self->records, LsRecord, self->n_written).time;
  if (!self->has_begun || self->n_threads == 0 || self->times[self->order[0]] == LS_REPLAY_NEVER)
    return self->time;
  return MAX (self->time, self->times[self->order[0]] / 1000);
}

/**
 * ls_replay_get_done: (skip)
 * @self: a replay
 *
 * Tells how much of the recording has been gone through, 0 to 1.
 *
 * Returns: how much of the recording has been gone through, 0 to 1
 */
double
ls_replay_get_done (LsReplay *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_events > 0 ? (double) self->n_done / self->n_events : 1;
}
