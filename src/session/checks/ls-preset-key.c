/* ls-preset-key.c: what a program prints with each of several presets, and where they part
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-preset-key-private.h"

#include <glib/gi18n-lib.h>

#include "ls-explain.h"
#include "ls-preset.h"
#include "ls-state.h"
#include "ls-trace-names-private.h"

/* A task that has started. */
typedef struct
{
  guint32 task;
  guint64 time;
  gsize   position;   /* after its first record */
} Start;

typedef struct
{
  const LsPreset *preset;
  LsTrace        *trace;
  GPtrArray      *lines;    /* utf8, ends with NULL */
  GArray         *starts;   /* Start, as they come */
} Run;

/* The runs of a program, of which a lesson shows the logs. The author of the lesson writes no key: this is it. */
struct _LsPresetKey
{
  GPtrArray *runs;   /* Run */
};

static void
run_free (gpointer data)
{
  Run *self = data;

  g_ptr_array_unref (self->lines);
  g_array_unref (self->starts);
  g_object_unref (self->trace);
  g_free (self);
}

static Run *
get_run (LsPresetKey *self,
         guint        index)
{
  return g_ptr_array_index (self->runs, index);
}

static guint
count_lines (const Run *run)
{
  return run->lines->len - 1;
}

static void
read_record (Run            *self,
             const LsRecord *record,
             gsize           position)
{
  const Start start = { record->subject, record->time, position };

  if (record->kind == LS_RECORD_LOG)
    g_ptr_array_add (self->lines, g_strdup (ls_trace_get_text (self->trace, record->text)));
  else if (record->kind == LS_RECORD_TASK_STARTED)
    g_array_append_val (self->starts, start);
}

static Run *
run_new (const char *preset,
         LsTrace    *trace)
{
  Run *self = g_new0 (Run, 1);
  const gsize length = ls_trace_get_length (trace);
  gsize n_records = 0;

  self->preset = ls_preset_lookup (preset);
  self->trace = g_object_ref (trace);
  self->lines = g_ptr_array_new_with_free_func (g_free);
  self->starts = g_array_new (FALSE, FALSE, sizeof (Start));
  for (gsize position = ls_trace_get_start (trace); position < length; position += n_records)
    {
      const LsRecord *records = ls_trace_peek_records (trace, position, &n_records);

      if (n_records == 0)
        break;
      for (gsize i = 0; i < n_records; i++)
        read_record (self, &records[i], position + i + 1);
    }
  g_ptr_array_add (self->lines, NULL);
  return self;
}

/* Runs @session to its end with each of @presets. Returns (transfer full) (nullable): NULL with @error set if it cannot be run, if
 * it does not end, or if that was cancelled */
LsPresetKey *
ls_preset_key_new (LsSession              *session,
                   const char *const      *presets,
                   const LsRunnerOptions  *options,
                   GCancellable           *cancellable,
                   GError                **error)
{
  g_autoptr (LsPresetKey) self = g_new0 (LsPresetKey, 1);
  LsRunnerOptions with_preset = { 0 };

  if (options != NULL)
    with_preset = *options;
  self->runs = g_ptr_array_new_with_free_func (run_free);
  for (guint i = 0; presets[i] != NULL; i++)
    {
      g_autoptr (LsRunner) runner = NULL;

      with_preset.preset = presets[i];
      runner = ls_runner_new (session, &with_preset, error);
      if (runner == NULL)
        return NULL;
      ls_runner_run_to_end (runner, cancellable);
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      /* Such runs are long, and where they were stopped says nothing. */
      if (ls_runner_get_state (runner) != LS_RUNNER_FINISHED)
        {
          /* Translators: the name of a preset, such as “Chromium” */
          g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_LIMIT, _("the program does not come to its end with %s"),
                       _(ls_preset_lookup (presets[i])->title));
          return NULL;
        }
      g_ptr_array_add (self->runs, run_new (presets[i], ls_runner_get_trace (runner)));
    }
  return g_steal_pointer (&self);
}

void
ls_preset_key_free (LsPresetKey *self)
{
  g_ptr_array_unref (self->runs);
  g_free (self);
}

/* Returns (array zero-terminated=1) what the program prints with a preset. */
const char *const *
ls_preset_key_get_lines (LsPresetKey *self,
                         guint        preset)
{
  return (const char *const *) get_run (self, preset)->lines->pdata;
}

/* Returns with how many lines two logs begin that are the same. */
static guint
count_same (const Run *run,
            const Run *other)
{
  guint n_same = 0;

  while (n_same < MIN (count_lines (run), count_lines (other)) &&
         g_str_equal (g_ptr_array_index (run->lines, n_same), g_ptr_array_index (other->lines, n_same)))
    n_same++;
  return n_same;
}

/* Returns with how many lines all logs begin that are the same. */
guint
ls_preset_key_count_common (LsPresetKey *self)
{
  guint n_common = G_MAXUINT;

  for (guint i = 1; i < self->runs->len; i++)
    n_common = MIN (n_common, count_same (get_run (self, 0), get_run (self, i)));
  return n_common;
}

/* Returns (transfer full) (nullable) why nobody can tell the presets by what the program prints. */
char *
ls_preset_key_find_fault (LsPresetKey *self)
{
  for (guint i = 0; i < self->runs->len; i++)
    for (guint j = 0; j < i; j++)
      {
        const Run *run = get_run (self, j), *other = get_run (self, i);

        if (count_lines (run) == count_lines (other) && count_same (run, other) == count_lines (run))
          /* Translators: the names of two presets, such as “Chromium” */
          return g_strdup_printf (_("the runs do not differ: %s and %s print the same"), _(run->preset->title), _(other->preset->title));
      }
  return NULL;
}

/* Returns the first task that both runs have not started alike: G_MAXUINT for none. */
static guint
find_parting (const Run *run,
              const Run *other)
{
  for (guint i = 0; i < MIN (run->starts->len, other->starts->len); i++)
    {
      const Start *start = &g_array_index (run->starts, Start, i), *second = &g_array_index (other->starts, Start, i);

      if (start->task != second->task || start->time != second->time)
        return i;
    }
  return G_MAXUINT;
}

/* Returns (nullable) (transfer full) why @task ran before @other in a run. */
static char *
explain_run (const Run *run,
             guint32    task,
             guint32    other)
{
  g_autoptr (LsExplanation) explanation = ls_explain_before (run->trace, task, other);

  if (explanation->task != task || explanation->kind == LS_EXPLANATION_UNKNOWN_TASK)
    return NULL;
  /* Translators: the name of a preset, such as “Chromium”, and a sentence that says why one task ran before another one there */
  return g_strdup_printf (_("%s: %s"), _(run->preset->title), explanation->sentence);
}

/* Says when the same task runs. */
static char *
compare_times (const Run   *run,
               const Run   *other,
               const Start *start,
               const Start *second)
{
  g_autoptr (LsState) state = ls_state_new (run->trace);
  g_autofree char *time = ls_names_say_duration (start->time), *second_time = ls_names_say_duration (second->time);
  g_autofree char *name = NULL;

  ls_state_seek (state, G_MAXSIZE);
  name = ls_names_say_task (state, start->task);
  /* Translators: a task, a time, the name of a preset such as “Chromium”, another time and another preset */
  return g_strdup_printf (_("%s begins at %s in %s, and at %s in %s."), name, time, _(run->preset->title), second_time,
                          _(other->preset->title));
}

/* Returns (transfer full) (nullable) why two presets do not print the same: what each of them chose where they part. */
char *
ls_preset_key_explain (LsPresetKey *self,
                       guint        preset,
                       guint        other)
{
  const Run *run = get_run (self, preset), *second = get_run (self, other);
  const guint parting = find_parting (run, second);
  const Start *start, *other_start;
  g_autofree char *reason = NULL, *other_reason = NULL;

  if (parting == G_MAXUINT)
    return NULL;
  start = &g_array_index (run->starts, Start, parting);
  other_start = &g_array_index (second->starts, Start, parting);
  if (start->task == other_start->task)
    return compare_times (run, second, start, other_start);
  reason = explain_run (run, start->task, other_start->task);
  other_reason = explain_run (second, other_start->task, start->task);
  if (reason != NULL && other_reason != NULL)
    return g_strdup_printf ("%s\n%s", reason, other_reason);
  return reason != NULL ? g_steal_pointer (&reason) : g_steal_pointer (&other_reason);
}

/* Returns where a preset starts the first task that another one does not start then, 0 for nowhere. @task: (out): that task,
 * or 0 */
gsize
ls_preset_key_find_parting (LsPresetKey *self,
                            guint        preset,
                            guint        other,
                            guint32     *task)
{
  const Run *run = get_run (self, preset);
  const guint parting = find_parting (run, get_run (self, other));
  const Start *start = parting != G_MAXUINT ? &g_array_index (run->starts, Start, parting) : NULL;

  *task = start != NULL ? start->task : 0;
  return start != NULL ? start->position : 0;
}
