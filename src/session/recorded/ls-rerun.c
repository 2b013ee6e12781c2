/* ls-rerun.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-rerun.h"

#include <glib/gi18n-lib.h>

#include "ls-conversion-private.h"
#include "ls-plain-type-private.h"
#include "ls-rerun-order-private.h"
#include "ls-runner.h"
#include "ls-task-thread-private.h"

LS_DEFINE_PLAIN_TYPE (LsRerunOrder, ls_rerun_order)

G_DEFINE_BOXED_TYPE (LsRerun, ls_rerun, ls_rerun_copy, ls_rerun_free)

/* What a trace tells of the units. */
typedef struct
{
  LsRecordedThread *thread;
  GHashTable       *units;       /* pointer to the first step → index + 1 */
  GHashTable       *pieces;      /* likewise of the rest after a yield that options ask for */
  guint             n_started;   /* units, without such rests */
  GArray           *order;       /* guint32: units as they ran */
  GArray           *queued;      /* guint64 for each task: when it could run */
  GArray           *texts;       /* guint32 for each text of the trace: the unit that begins there + 1; G_MAXUINT32: unknown */
  GArray           *errors;      /* guint64: differences between waits */
  guint32          *places;      /* of each unit among those that ran */
  LsRerun          *result;
} Reading;

/**
 * ls_rerun_copy:
 * @self: a result
 *
 * Makes a copy.
 *
 * Returns: (transfer full): a copy
 */
LsRerun *
ls_rerun_copy (const LsRerun *self)
{
  LsRerun *copy = g_new (LsRerun, 1);

  *copy = *self;
  copy->pinned = g_strdupv (self->pinned);
  copy->outside = g_strdupv (self->outside);
  copy->inferred = g_strdupv (self->inferred);
  copy->stopped = g_strdup (self->stopped);
  return copy;
}

/**
 * ls_rerun_free:
 * @self: (transfer full): a result
 *
 * Frees it.
 */
void
ls_rerun_free (LsRerun *self)
{
  g_strfreev (self->pinned);
  g_strfreev (self->outside);
  g_strfreev (self->inferred);
  g_free (self->stopped);
  g_free (self);
}

static guint64 *
peek_queued (Reading *self,
             guint32  task)
{
  if (task >= self->queued->len)
    g_array_set_size (self->queued, task + 1);
  return &g_array_index (self->queued, guint64, task);
}

/* Returns the unit that begins with the statement at a place, or LS_RECORDED_NONE. */
static guint32
find_unit (Reading *self,
           LsTrace *trace,
           guint32  text)
{
  guint32 *known;

  while (text >= self->texts->len)
    {
      const guint32 unknown = G_MAXUINT32;

      g_array_append_val (self->texts, unknown);
    }
  known = &g_array_index (self->texts, guint32, text);
  if (*known == G_MAXUINT32)
    {
      const char *place = ls_trace_get_text (trace, text);

      *known = GPOINTER_TO_UINT (g_hash_table_lookup (self->units, place));
      if (*known == 0)
        *known = GPOINTER_TO_UINT (g_hash_table_lookup (self->pieces, place));
      if (*known != 0 && !g_hash_table_contains (self->units, place))
        *known |= LS_RERUN_PIECE;
    }
  return *known - 1;
}

static void
note_start (Reading *self,
            guint32  index,
            guint64  start,
            guint64  queued)
{
  const LsRecordedUnit *unit = ls_recorded_unit (self->thread, index);
  const LsRecordedItem *item;
  guint64 measured, predicted, error;

  if (self->places[index] != LS_RECORDED_NONE)
    return;
  self->places[index] = self->order->len;
  self->n_started++;
  g_array_append_val (self->order, index);
  if (!ls_recorded_unit_is_scheduled (unit) || unit->item == LS_RECORDED_NONE)
    return;
  item = ls_recorded_item (self->thread, unit->item);
  measured = unit->begin - MIN (item->ready, unit->begin);
  predicted = start - MIN (queued, start);
  error = MAX (measured, predicted) - MIN (measured, predicted);
  self->result->measured_wait += measured;
  self->result->predicted_wait += predicted;
  g_array_append_val (self->errors, error);
}

static gboolean
read_trace (Reading       *self,
            LsTrace       *trace,
            GCancellable  *cancellable,
            GError       **error)
{
  const gsize length = ls_trace_get_length (trace);
  guint64 start = 0;
  guint32 task = 0;

  for (gsize position = ls_trace_get_start (trace); position < length; position++)
    {
      LsRecord record;
      guint32 unit;

      if (position % 65536 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      ls_trace_get_record (trace, position, &record);
      if (record.kind == LS_RECORD_TASK_QUEUED || record.kind == LS_RECORD_TASK_INCOMING || record.kind == LS_RECORD_TASK_DUE)
        *peek_queued (self, record.subject) = record.time;
      else if (record.kind == LS_RECORD_TASK_SELECTED)
        {
          task = record.subject;
          start = record.time;
        }
      else if (record.kind == LS_RECORD_STATEMENT)
        {
          unit = find_unit (self, trace, record.text);
          if (unit == LS_RECORDED_NONE)
            continue;
          if (unit & LS_RERUN_PIECE)
            g_array_append_val (self->order, unit);
          else
            note_start (self, unit, start, *peek_queued (self, task));
        }
    }

  return TRUE;
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  const guint64 one = *(const guint64 *) a;
  const guint64 two = *(const guint64 *) b;

  return one < two ? -1 : one > two;
}

static void
sum_up_errors (Reading *self)
{
  const guint n = self->errors->len;

  g_array_sort (self->errors, compare_numbers);
  self->result->n_waits = n;
  if (n == 0)
    return;
  self->result->median_wait_error = g_array_index (self->errors, guint64, n / 2);
  self->result->high_wait_error = g_array_index (self->errors, guint64, MIN (n - 1, n * 19 / 20));
}

/* Returns whether a unit runs when the model lets it: what is pinned cannot be in the wrong place but for those that are not. */
static gboolean
is_free (LsRecordedThread *thread,
         guint32           index)
{
  const guint32 item = ls_recorded_unit (thread, index)->item;

  return item != LS_RECORDED_NONE && ls_recorded_item (thread, item)->poster != LS_RECORDED_NONE;
}

static void
compare_free (Reading *self)
{
  LsRerunOrder *order = &self->result->movable;

  for (guint32 i = 0; i < self->thread->units->len; i++)
    {
      if (is_free (self->thread, i))
        order->n_compared++;
      if (i == 0 || !(is_free (self->thread, i) || is_free (self->thread, i - 1)))
        continue;
      order->n_adjacent++;
      if (self->places[i - 1] != LS_RECORDED_NONE && self->places[i] != LS_RECORDED_NONE && self->places[i - 1] < self->places[i])
        order->n_adjacent_kept++;
    }
}

/* Compares the run with the recording itself. */
static void
compare_with_itself (Reading *self)
{
  g_autoptr (GArray) tasks = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < self->thread->units->len; i++)
    if (ls_recorded_unit_is_scheduled (ls_recorded_unit (self->thread, i)))
      g_array_append_val (tasks, self->places[i]);
  ls_rerun_order_compare (&self->result->all, self->places, self->thread->units->len);
  ls_rerun_order_compare (&self->result->tasks, (const guint32 *) (gpointer) tasks->data, tasks->len);
  compare_free (self);
  self->result->all_before = self->result->all;
  self->result->tasks_before = self->result->tasks;
}

static gboolean
compare_with_other (Reading       *self,
                    LsRecording   *other,
                    guint          other_thread,
                    GCancellable  *cancellable,
                    GError       **error)
{
  g_autoptr (LsRecordedThread) thread = ls_recorded_thread_new (other, other_thread, cancellable, error);
  g_autofree guint32 *recorded = NULL;
  const guint32 *order = (const guint32 *) (gpointer) self->order->data;

  if (thread == NULL)
    return FALSE;
  recorded = g_new (guint32, self->thread->units->len + 1);
  for (guint i = 0; i < self->thread->units->len; i++)
    recorded[i] = i;
  ls_rerun_order_match (&self->result->all, self->thread, order, self->order->len, thread, FALSE);
  ls_rerun_order_match (&self->result->tasks, self->thread, order, self->order->len, thread, TRUE);
  ls_rerun_order_match (&self->result->all_before, self->thread, recorded, self->thread->units->len, thread, FALSE);
  ls_rerun_order_match (&self->result->tasks_before, self->thread, recorded, self->thread->units->len, thread, TRUE);
  return TRUE;
}

static void
name_units (Reading *self)
{
  g_autoptr (GHashTable) pinned = ls_recorded_count_names_new ();
  g_autoptr (GHashTable) outside = ls_recorded_count_names_new ();
  g_autoptr (GHashTable) inferred = ls_recorded_count_names_new ();

  for (guint32 i = 0; i < self->thread->units->len; i++)
    {
      if (ls_recorded_unit (self->thread, i)->item == LS_RECORDED_NONE)
        ls_recorded_count_name (pinned, ls_recorded_get_name (self->thread, i));
      else if (!is_free (self->thread, i))
        ls_recorded_count_name (outside, ls_recorded_get_name (self->thread, i));
    }
  for (guint i = 0; i < self->thread->changed->len; i++)
    {
      const guint32 runner = ls_recorded_item (self->thread, g_array_index (self->thread->changed, guint32, i))->runner;

      ls_recorded_count_name (inferred, runner != LS_RECORDED_NONE ? ls_recorded_get_name (self->thread, runner) : _("never ran"));
    }
  self->result->pinned = ls_recorded_count_names_end (pinned);
  self->result->outside = ls_recorded_count_names_end (outside);
  self->result->inferred = ls_recorded_count_names_end (inferred);
}

static void
count (Reading            *self,
       const LsConversion *conversion)
{
  LsRerun *result = self->result;

  name_units (self);
  result->has_other_loop = ls_recording_get_format (self->thread->recording) == LS_RECORDING_FORMAT_NODE;
  result->n_units = self->thread->units->len;
  for (guint i = 0; i < self->thread->units->len; i++)
    if (ls_recorded_unit_is_scheduled (ls_recorded_unit (self->thread, i)))
      result->n_scheduler_tasks++;
  result->n_missing = result->n_units - self->n_started;
  result->n_pinned = conversion->n_pinned;
  result->n_outside = conversion->n_outside;
  result->n_inferred = self->thread->n_changes;
  for (guint i = 0; i < self->thread->controllers->len; i++)
    if (!ls_recorded_controller (self->thread, i)->is_inferred)
      result->n_signals++;
}

/* Runs the session and looks at what it did. */
static gboolean
run (Reading       *self,
     LsConversion  *conversion,
     GCancellable  *cancellable,
     GError       **error)
{
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (LsRunner) runner = ls_runner_new (conversion->session, &options, error);

  if (runner == NULL)
    return FALSE;
  ls_runner_run_to_end (runner, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (ls_runner_get_state (runner) != LS_RUNNER_FINISHED)
    self->result->stopped = g_strdup (ls_runner_get_message (runner) != NULL ? ls_runner_get_message (runner)
                                                                            : _("The run did not reach its end"));
  return read_trace (self, ls_runner_get_trace (runner), cancellable, error);
}

static LsRerun *
rerun (LsRecording                *recording,
       guint                       thread,
       const LsConversionOptions  *options,
       LsRecording                *other,
       guint                       other_thread,
       GCancellable               *cancellable,
       GError                    **error)
{
  g_autoptr (LsConversion) conversion = ls_conversion_new (recording, thread, options, cancellable, error);
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) queued = g_array_new (FALSE, TRUE, sizeof (guint64));
  g_autoptr (GArray) texts = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) errors = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autofree guint32 *places = NULL;
  g_autoptr (LsRerun) result = NULL;
  Reading reading;

  if (conversion == NULL)
    return NULL;
  result = g_new0 (LsRerun, 1);
  places = g_new (guint32, conversion->thread->units->len);
  for (guint i = 0; i < conversion->thread->units->len; i++)
    places[i] = LS_RECORDED_NONE;
  reading = (Reading) { .thread = conversion->thread, .units = conversion->units, .pieces = conversion->pieces,
                        .order = order, .queued = queued, .texts = texts, .errors = errors, .places = places, .result = result };

  if (!run (&reading, conversion, cancellable, error))
    return NULL;
  count (&reading, conversion);
  sum_up_errors (&reading);
  if (other == NULL)
    compare_with_itself (&reading);
  else if (!compare_with_other (&reading, other, other_thread, cancellable, error))
    return NULL;
  return g_steal_pointer (&result);
}

/**
 * ls_rerun_new: (constructor)
 * @recording: a recording
 * @threads: (array length=n_threads): the threads that are looked at; the first one runs
 * @n_threads: how many, at least 1
 * @options: (nullable): what is to be different. Only without differences the result says how far the recording can be trusted
 * @cancellable: (nullable): cancels it
 * @error: return location for an error of %LS_SESSION_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Makes a session of a recording, runs it and compares the order in which tasks ran, and how long they waited, with the recording.
 * It can be called from any thread, and takes as long as the run does.
 *
 * Returns: (transfer full): the result, or %NULL with @error set: see ls_recording_to_session()
 */
LsRerun *
ls_rerun_new (LsRecording                *recording,
              const guint                *threads,
              guint                       n_threads,
              const LsConversionOptions  *options,
              GCancellable               *cancellable,
              GError                    **error)
{
  g_return_val_if_fail (LS_IS_RECORDING (recording), NULL);
  g_return_val_if_fail (threads != NULL && n_threads > 0, NULL);
  g_return_val_if_fail (threads[0] < ls_recording_get_n_threads (recording), NULL);

  return rerun (recording, threads[0], options, NULL, 0, cancellable, error);
}

/**
 * ls_rerun_new_against: (constructor)
 * @recording: a recording
 * @threads: (array length=n_threads): the threads that are looked at; the first one runs
 * @n_threads: how many, at least 1
 * @options: (nullable): what is to be different
 * @other: a recording of what is different
 * @other_thread: its thread
 * @cancellable: (nullable): cancels it
 * @error: return location for an error of %LS_SESSION_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Checks what a session foresees against another recording of the same program, in which what @options say was done. Tasks of the
 * same kind and name are matched in their order.
 *
 * Returns: (transfer full): the result, or %NULL with @error set
 */
LsRerun *
ls_rerun_new_against (LsRecording                *recording,
                      const guint                *threads,
                      guint                       n_threads,
                      const LsConversionOptions  *options,
                      LsRecording                *other,
                      guint                       other_thread,
                      GCancellable               *cancellable,
                      GError                    **error)
{
  g_return_val_if_fail (LS_IS_RECORDING (recording), NULL);
  g_return_val_if_fail (threads != NULL && n_threads > 0, NULL);
  g_return_val_if_fail (threads[0] < ls_recording_get_n_threads (recording), NULL);
  g_return_val_if_fail (LS_IS_RECORDING (other), NULL);
  g_return_val_if_fail (other_thread < ls_recording_get_n_threads (other), NULL);

  return rerun (recording, threads[0], options, other, other_thread, cancellable, error);
}

/* What a thread needs. */
typedef struct
{
  guint               thread;
  LsConversionOptions options;
  GStrv               priorities, without, yields;
  char               *preset;
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_strfreev (self->priorities);
  g_strfreev (self->without);
  g_strfreev (self->yields);
  g_free (self->preset);
  g_free (self);
}

static void
rerun_in_thread (GTask        *task,
                 gpointer      source,
                 gpointer      task_data,
                 GCancellable *cancellable)
{
  Request *request = task_data;
  g_autoptr (GMainContext) own = g_main_context_new ();
  GError *error = NULL;
  LsRerun *result;

  g_main_context_push_thread_default (own);
  result = rerun (LS_RECORDING (source), request->thread, &request->options, NULL, 0, cancellable, &error);
  if (result != NULL)
    g_task_return_pointer (task, result, (GDestroyNotify) ls_rerun_free);
  else
    g_task_return_error (task, error);
  g_main_context_pop_thread_default (own);
}

/**
 * ls_rerun_run_async:
 * @recording: a recording
 * @threads: (array length=n_threads): the threads that are looked at; the first one runs
 * @n_threads: how many, at least 1
 * @options: (nullable): what is to be different; a copy is taken
 * @cancellable: (nullable): cancels it
 * @callback: (scope async): called when it is done
 * @user_data: goes to @callback
 *
 * Does what ls_rerun_new() does on another thread.
 */
void
ls_rerun_run_async (LsRecording                *recording,
                    const guint                *threads,
                    guint                       n_threads,
                    const LsConversionOptions  *options,
                    GCancellable               *cancellable,
                    GAsyncReadyCallback         callback,
                    gpointer                    user_data)
{
  static const LsConversionOptions defaults = LS_CONVERSION_OPTIONS_INIT;
  g_autoptr (GTask) task = NULL;
  Request *request;

  g_return_if_fail (LS_IS_RECORDING (recording));
  g_return_if_fail (threads != NULL && n_threads > 0);
  g_return_if_fail (threads[0] < ls_recording_get_n_threads (recording));

  request = g_new0 (Request, 1);
  request->thread = threads[0];
  request->options = options != NULL ? *options : defaults;
  request->priorities = g_strdupv ((char **) request->options.priorities);
  request->without = g_strdupv ((char **) request->options.without);
  request->yields = g_strdupv ((char **) request->options.yields);
  request->preset = g_strdup (request->options.preset);
  request->options.priorities = (const char *const *) request->priorities;
  request->options.without = (const char *const *) request->without;
  request->options.yields = (const char *const *) request->yields;
  request->options.preset = request->preset;

  task = g_task_new (recording, cancellable, callback, user_data);
  g_task_set_source_tag (task, ls_rerun_run_async);
  g_task_set_task_data (task, request, request_free);
  ls_task_run_in_thread (task, rerun_in_thread);
}

/**
 * ls_rerun_run_finish:
 * @result: the result
 * @error: return location for an error
 *
 * Finishes what ls_rerun_run_async() has begun.
 *
 * Returns: (transfer full): what ls_rerun_new() returns
 */
LsRerun *
ls_rerun_run_finish (GAsyncResult  *result,
                     GError       **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, ls_rerun_run_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * ls_rerun_order_get_adjacent:
 * @order: how far two orders agree
 *
 * Tells how much of the order of neighbours the run again has kept.
 *
 * Returns: which share of the pairs that follow each other is kept, from 0 to 1; 1 if there are none
 */
double
ls_rerun_order_get_adjacent (const LsRerunOrder *order)
{
  g_return_val_if_fail (order != NULL, 0);

  return order->n_adjacent > 0 ? (double) order->n_adjacent_kept / order->n_adjacent : 1;
}

/**
 * ls_rerun_order_get_all:
 * @order: how far two orders agree
 *
 * Tells how much of the order of all pairs the run again has kept.
 *
 * Returns: which share of all pairs is kept, from 0 to 1; 1 if there are none
 */
double
ls_rerun_order_get_all (const LsRerunOrder *order)
{
  g_return_val_if_fail (order != NULL, 0);

  return order->n_pairs > 0 ? (double) order->n_pairs_kept / order->n_pairs : 1;
}
