/* ls-preset-table.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-preset-table.h"

#include <glib/gi18n-lib.h>

#include "ls-plain-type-private.h"
#include "ls-preset.h"
#include "ls-settings-private.h"

LS_DEFINE_PLAIN_TYPE (LsPresetRow, ls_preset_row)

/* Callers who show the texts of rows translate them. */

typedef struct
{
  gint8       effective_priority;   /* -1 for a queue of the loop */
  guint8      queue_type;
  const char *name;                 /* NULL: the queue's own */
  const char *explanation;
} RowSpec;

#define PRIORITY(number, name, explanation) { number, LS_QUEUE_TYPE_WEB_SCHEDULING, name, explanation }
#define QUEUE(type, explanation) { -1, LS_QUEUE_TYPE_##type, NULL, explanation }

static const RowSpec rows[] = {
  PRIORITY (5, N_("user-blocking continuations"), N_("The rest of a user-blocking task after yield()")),
  PRIORITY (4, N_("user-blocking"), N_("postTask() tasks that the user waits for and that block the page")),
  PRIORITY (3, N_("user-visible continuations"), N_("The rest of a user-visible task after yield()")),
  PRIORITY (2, N_("user-visible"), N_("postTask() tasks with visible results; the default priority")),
  PRIORITY (1, N_("background continuations"), N_("The rest of a background task after yield()")),
  PRIORITY (0, N_("background"), N_("postTask() tasks that can wait")),
  QUEUE (CONTROL, N_("The scheduler's own work, such as enabling and disabling queues")),
  QUEUE (DEFAULT, N_("Tasks without a queue of their own, such as the main script")),
  QUEUE (FRAME_LOADING, N_("Loading the resources of a page")),
  QUEUE (COMPOSITOR, N_("Producing frames: style, layout and paint")),
  QUEUE (IDLE, N_("Callbacks of requestIdleCallback()")),
  QUEUE (TEST, N_("Tasks of the browser's own tests")),
  QUEUE (FRAME_LOADING_CONTROL, N_("Controlling page loads: committing a navigation")),
  QUEUE (FRAME_THROTTLEABLE, N_("Timers of setTimeout() and setInterval(), and other work that is throttled in the background")),
  QUEUE (FRAME_DEFERRABLE, N_("Work deferred while the user interacts with the page")),
  QUEUE (FRAME_PAUSABLE, N_("Work that stops while the page is paused, such as messages and storage")),
  QUEUE (FRAME_UNPAUSABLE, N_("Work that never stops, even while the page is paused")),
  QUEUE (V8, N_("The JavaScript engine's own tasks, such as garbage collection")),
  QUEUE (INPUT, N_("Clicks, key presses and other user input")),
  QUEUE (DETACHED, N_("Remaining work of detached frames")),
  QUEUE (OTHER, N_("Everything else")),
  QUEUE (NON_WAKING, N_("Delayed work that does not wake the loop")),
  QUEUE (IPC_TRACKING_FOR_CACHED_PAGES, N_("Tracking messages to pages in the back/forward cache")),
};

/**
 * ls_settings_get_n_preset_rows:
 *
 * Counts the rows of a preset's table.
 *
 * Returns: how many rows the table of any preset has
 */
guint
ls_settings_get_n_preset_rows (void)
{
  return G_N_ELEMENTS (rows);
}

static const LsPreset *
get_preset (const LsSettings *self)
{
  const LsPreset *preset = ls_preset_lookup (self->preset);

  return preset != NULL ? preset : ls_preset_lookup (NULL);
}

/**
 * ls_settings_get_rank_name:
 * @self: settings
 * @rank: a rank
 *
 * Gets what the preset calls a rank.
 *
 * Returns: (transfer none) (nullable): what the settings' preset calls @rank, %NULL if it does not use it
 */
const char *
ls_settings_get_rank_name (const LsSettings *self,
                           guint             rank)
{
  g_return_val_if_fail (self != NULL, NULL);

  return rank < LS_PRESET_MAX_RANKS ? get_preset (self)->rank_names[rank] : NULL;
}

/**
 * ls_settings_get_preset_title:
 * @self: settings
 *
 * Gets what people call the preset.
 *
 * Returns: (transfer none): what the settings' preset is called, in the language of the locale
 */
const char *
ls_settings_get_preset_title (const LsSettings *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return _(get_preset (self)->title);
}

/**
 * ls_experiment_get_title:
 * @experiment: one experiment
 *
 * Gets what people call an experiment.
 *
 * Returns: (transfer none): what it is called, in the language of the locale
 */
const char *
ls_experiment_get_title (LsExperiments experiment)
{
  switch (experiment)
    {
    case LS_EXPERIMENT_WAIT:
      return "scheduler.wait()";
    case LS_EXPERIMENT_RENDER:
      return "scheduler.render()";
    case LS_EXPERIMENT_CURRENT_TASK_SIGNAL:
      return "scheduler.currentTaskSignal";
    case LS_EXPERIMENT_PRIORITY_INHERITANCE:
      return _("Priority inheritance");
    case LS_EXPERIMENT_NONE:
    default:
      return "";
    }
}

/**
 * ls_settings_get_preset_description:
 * @self: settings
 *
 * Describes the preset.
 *
 * Returns: (transfer none): what the settings' preset models, and where that comes from, in the language of the
 *   locale
 */
const char *
ls_settings_get_preset_description (const LsSettings *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return _(get_preset (self)->description);
}

/**
 * ls_settings_get_preset_row:
 * @self: settings
 * @index: less than [func@Settings.get_n_preset_rows]
 * @row: (out caller-allocates): the row
 *
 * Returns a row of the table that the loop uses: the preset's, with the ranks that the settings replace. Scheduler tasks come
 * first, the highest effective priority before the others, then the queues of the loop by their numbers. The numbers of rows
 * are the same for all presets.
 *
 * Returns: %FALSE if there is no such row
 */
gboolean
ls_settings_get_preset_row (const LsSettings *self,
                            guint             index,
                            LsPresetRow      *row)
{
  const LsPreset *preset;
  const RowSpec *spec;
  guint8 given;

  g_return_val_if_fail (self != NULL && row != NULL, FALSE);

  *row = (LsPresetRow) { .effective_priority = -1, .priority = LS_TASK_PRIORITY_NONE };
  if (index >= G_N_ELEMENTS (rows))
    return FALSE;

  spec = &rows[index];
  preset = get_preset (self);
  row->is_queue = spec->effective_priority < 0;
  row->queue_type = spec->queue_type;
  row->effective_priority = spec->effective_priority;
  if (row->is_queue)
    {
      given = self->queue_ranks[spec->queue_type];
      row->preset_rank = preset->queue_ranks[spec->queue_type];
      row->name = ls_queue_type_to_string (spec->queue_type);
    }
  else
    {
      given = self->effective_ranks[spec->effective_priority];
      row->preset_rank = preset->effective_priority_ranks[spec->effective_priority];
      row->priority = ls_task_priority_from_effective (spec->effective_priority);
      row->is_continuation = spec->effective_priority % 2 == 1;
      row->name = spec->name;
    }
  row->is_overridden = given != LS_SETTINGS_RANK_OF_PRESET;
  row->rank = row->is_overridden ? given : row->preset_rank;
  row->rank_name = ls_settings_get_rank_name (self, row->rank);
  row->explanation = spec->explanation;
  return TRUE;
}

static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  LsPresetRow row_a, row_b;

  ls_settings_get_preset_row (user_data, *(const guint *) a, &row_a);
  ls_settings_get_preset_row (user_data, *(const guint *) b, &row_b);
  return (int) row_a.rank - (int) row_b.rank;
}

/**
 * ls_settings_sort_preset_rows:
 * @self: settings
 * @n_rows: (out): how many there are
 *
 * Sorts the rows of the preset's table as they are served.
 *
 * Returns: (transfer full) (array length=n_rows): the numbers of all rows, in the order in which they are served
 */
guint *
ls_settings_sort_preset_rows (const LsSettings *self,
                              guint            *n_rows)
{
  guint *sorted;

  g_return_val_if_fail (self != NULL && n_rows != NULL, NULL);

  sorted = g_new (guint, G_N_ELEMENTS (rows));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    sorted[i] = i;
  /* The order of rows of one rank stays. */
  g_qsort_with_data (sorted, G_N_ELEMENTS (rows), sizeof *sorted, compare_rows, (gpointer) self);
  *n_rows = G_N_ELEMENTS (rows);
  return sorted;
}

/**
 * ls_settings_has_overrides:
 * @self: settings
 *
 * Tells whether the settings replace any rank of the preset.
 *
 * Returns: whether they replace any rank of the preset
 */
gboolean
ls_settings_has_overrides (const LsSettings *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    if (self->queue_ranks[i] != LS_SETTINGS_RANK_OF_PRESET)
      return TRUE;
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    if (self->effective_ranks[i] != LS_SETTINGS_RANK_OF_PRESET)
      return TRUE;
  return FALSE;
}

static void
set_effective_rank (LsSettings *self,
                    guint       effective_priority,
                    guint       rank)
{
  const LsPreset *preset = get_preset (self);
  guint8 ranks[LS_N_EFFECTIVE_PRIORITIES];
  gboolean same = TRUE;

  /* A file has all six ranks or none. */
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    {
      ranks[i] = self->effective_ranks[i] != LS_SETTINGS_RANK_OF_PRESET
                   ? self->effective_ranks[i] : MIN (preset->effective_priority_ranks[i], LS_PRESET_TABLE_MAX_RANK);
      if (i == effective_priority)
        ranks[i] = rank != LS_SETTINGS_RANK_OF_PRESET
                     ? rank : MIN (preset->effective_priority_ranks[i], LS_PRESET_TABLE_MAX_RANK);
      same = same && ranks[i] == preset->effective_priority_ranks[i];
    }
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    self->effective_ranks[i] = same ? LS_SETTINGS_RANK_OF_PRESET : ranks[i];
}

/**
 * ls_settings_set_preset_rank:
 * @self: settings
 * @index: the number of a row
 * @rank: its rank, at most %LS_PRESET_TABLE_MAX_RANK, or %LS_SETTINGS_RANK_OF_PRESET for the preset's
 *
 * Gives a row of the table a rank. The ranks of effective priorities are given together: with the first of them the others
 * are given the preset's, and once all six are the preset's, none is given.
 *
 * Returns: %FALSE if there is no such row or rank
 */
gboolean
ls_settings_set_preset_rank (LsSettings *self,
                             guint       index,
                             guint       rank)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (index >= G_N_ELEMENTS (rows) || (rank > LS_PRESET_TABLE_MAX_RANK && rank != LS_SETTINGS_RANK_OF_PRESET))
    return FALSE;

  if (rows[index].effective_priority >= 0)
    set_effective_rank (self, rows[index].effective_priority, rank);
  else
    self->queue_ranks[rows[index].queue_type] = rank;
  return TRUE;
}

/**
 * ls_settings_reset_ranks:
 * @self: settings
 *
 * Gives all rows the preset's own ranks.
 */
void
ls_settings_reset_ranks (LsSettings *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    self->queue_ranks[i] = LS_SETTINGS_RANK_OF_PRESET;
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    self->effective_ranks[i] = LS_SETTINGS_RANK_OF_PRESET;
}

/**
 * ls_session_set_preset_rank:
 * @self: a session
 * @index: the number of a row of its preset's table
 * @rank: as for [method@Settings.set_preset_rank]
 *
 * Gives a row of the table a rank in the session. For undo, call [method@Undo.push] with
 * %LS_SESSION_PART_SETTINGS before it.
 *
 * Returns: %FALSE if there is no such row or rank
 */
gboolean
ls_session_set_preset_rank (LsSession *self,
                            guint      index,
                            guint      rank)
{
  g_autoptr (LsSettings) settings = NULL;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);

  settings = ls_settings_copy (ls_session_get_settings (self));
  if (!ls_settings_set_preset_rank (settings, index, rank))
    return FALSE;
  ls_session_set_settings (self, settings);
  return TRUE;
}

/**
 * ls_session_reset_preset_ranks:
 * @self: a session
 *
 * Gives all rows the preset's own ranks in the session.
 */
void
ls_session_reset_preset_ranks (LsSession *self)
{
  g_autoptr (LsSettings) settings = NULL;

  g_return_if_fail (LS_IS_SESSION (self));

  settings = ls_settings_copy (ls_session_get_settings (self));
  ls_settings_reset_ranks (settings);
  ls_session_set_settings (self, settings);
}
