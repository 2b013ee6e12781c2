/* ls-recorded-place.c: where in the scripts of a recorded page a task is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-recorded-place.h"

#include "ls-place.h"
#include "ls-recording-places-private.h"
#include "ls-trace-file.h"

/* A task that has not started is looked for in this many records. */
#define MAX_RECORDS 262144

/* Returns (nullable) the recording, and the thread of it that an agent is. */
static LsRecording *
find_thread (LsState *state,
             guint32  agent,
             guint   *thread)
{
  const guint *threads;
  guint n_threads;
  LsRecording *recording = ls_trace_get_recording (ls_state_get_trace (state), &threads, &n_threads);

  if (recording == NULL || agent == 0 || agent > n_threads)
    return NULL;
  *thread = threads[agent - 1];
  return recording;
}

/* Returns when a task starts: it may be still to come. */
static guint64
find_start (LsState           *state,
            const LsTaskState *task)
{
  LsTrace *trace = ls_state_get_trace (state);
  const gsize first = ls_state_get_position (state);
  const gsize last = MIN (ls_trace_get_length (trace), first + MAX_RECORDS);

  if (task->started_at != LS_TIME_NEVER || task->status == LS_TASK_STATUS_REMOVED)
    return task->started_at;
  for (gsize i = first; i < last; i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_TASK_STARTED && record.subject == task->id)
        return record.time;
    }
  return LS_TIME_NEVER;
}

static const char *
check_place (const char *text)
{
  LsPlace place;

  return ls_place_parse (&place, text) ? text : NULL;
}

/**
 * ls_recorded_place_of_code:
 * @state: a state
 * @task: a task
 *
 * Finds the function that a recorded task runs; of a continuation the place of its yield, after which it goes on.
 *
 * Returns: (transfer none) (nullable): "url:line:column" or "url:line"; %NULL if nothing recorded says where it is, as for all
 *   tasks of runs
 */
const char *
ls_recorded_place_of_code (LsState *state,
                           guint32  task)
{
  const LsTaskState *data = task != 0 ? ls_state_get_task (state, task) : NULL;
  guint thread;
  LsRecording *recording = data != NULL ? find_thread (state, data->agent, &thread) : NULL;
  guint64 time;

  if (recording == NULL || data->name == 0)
    return NULL;
  if (data->is_continuation && data->posted_at != LS_TIME_NEVER)
    return check_place (ls_recording_find_post (recording, thread, data->posted_at));
  time = find_start (state, data);
  if (time == LS_TIME_NEVER)
    return NULL;
  return check_place (ls_recording_find_function (recording, thread, time,
                                                  ls_trace_get_text (ls_state_get_trace (state), data->name)));
}

/**
 * ls_recorded_place_of_post:
 * @state: a state
 * @task: a task
 *
 * Finds the call that posted a recorded task.
 *
 * Returns: (transfer none) (nullable): "url:line:column" or "url:line"; %NULL if nothing recorded says where it is, and for
 *   continuations, whose yield is the place of their code
 */
const char *
ls_recorded_place_of_post (LsState *state,
                           guint32  task)
{
  const LsTaskState *data = task != 0 ? ls_state_get_task (state, task) : NULL;
  guint thread;
  LsRecording *recording = data != NULL ? find_thread (state, data->agent, &thread) : NULL;

  if (recording == NULL || data->is_continuation || data->posted_at == LS_TIME_NEVER)
    return NULL;
  return check_place (ls_recording_find_post (recording, thread, data->posted_at));
}
