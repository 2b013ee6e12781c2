/* ls-recorded-place.c: where in the scripts of a recorded page a task is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-recorded-place.h"

#include "ls-place.h"
#include "ls-record-walk-private.h"
#include "ls-recording-places-private.h"
#include "ls-trace-file.h"

/* A task that has not started is looked for in this many records. */
#define MAX_RECORDS 262144

/* What has been read of a trace to find out when a task starts: views ask for the same task at each position of a run. */
typedef struct
{
  guint32 task;
  gsize   first, end;   /* it does not start in these records */
  guint64 start;        /* LS_TIME_NEVER as long as it is not known */
} Search;

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

/* Returns the last search in a trace. */
static Search *
get_search (LsTrace *trace)
{
  Search *search = g_object_get_data (G_OBJECT (trace), "ls-recorded-place");

  if (search == NULL)
    {
      search = g_new0 (Search, 1);
      g_object_set_data_full (G_OBJECT (trace), "ls-recorded-place", search, g_free);
    }
  return search;
}

/* Returns when a task starts: it may be still to come. */
static guint64
find_start (LsState           *state,
            const LsTaskState *task)
{
  LsTrace *trace = ls_state_get_trace (state);
  const gsize position = ls_state_get_position (state);
  LsRecordWalk walk = { .trace = trace, .end = MIN (ls_trace_get_length (trace), position + MAX_RECORDS) };
  const LsRecord *record;
  Search *search;

  if (task->started_at != LS_TIME_NEVER || task->status == LS_TASK_STATUS_REMOVED)
    return task->started_at;
  search = get_search (trace);
  if (search->task != task->id || (search->start == LS_TIME_NEVER && (position < search->first || position > search->end)))
    *search = (Search) { task->id, position, position, LS_TIME_NEVER };
  if (search->start != LS_TIME_NEVER)
    return search->start;
  walk.position = search->end;
  while ((record = ls_record_walk_next (&walk)) != NULL)
    if (record->kind == LS_RECORD_TASK_STARTED && record->subject == task->id)
      {
        search->start = record->time;
        break;
      }
  search->end = MAX (search->end, walk.position);
  return search->start;
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
  LsTaskPlace place;
  guint64 time;

  if (data != NULL && data->is_continuation && ls_state_find_place (state, task, &place))
    return check_place (place.place);
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
  LsTaskPlace place;

  if (data != NULL && !data->is_continuation && ls_state_find_place (state, task, &place))
    return check_place (place.place);
  if (recording == NULL || data->is_continuation || data->posted_at == LS_TIME_NEVER)
    return NULL;
  return check_place (ls_recording_find_post (recording, thread, data->posted_at));
}
