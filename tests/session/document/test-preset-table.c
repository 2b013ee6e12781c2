/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "ls-preset-table.h"
#include "ls-undo.h"
#include "session-util.h"

static guint
find_row (const char *name)
{
  g_autoptr (LsSettings) settings = ls_settings_new ();
  LsPresetRow row;

  for (guint i = 0; ls_settings_get_preset_row (settings, i, &row); i++)
    if (g_str_equal (row.name, name))
      return i;
  g_assert_not_reached ();
}

/* Every rank that a run works with is in the table, and is the one that the run has. */
static void
test_as_run (gconstpointer data)
{
  g_autoptr (LsSession) session = session_new ("", "", "\"settings\":{\"presetOverride\":{\"queues\":{\"input\":9},"
                                               "\"effectivePriorities\":[1,2,3,4,5,6]}}");
  g_autoptr (LsSettings) settings = ls_settings_copy (ls_session_get_settings (session));
  guint n_seen = 0;

  g_free (settings->preset);
  settings->preset = g_strdup (data);
  for (guint overridden = 0; overridden < 2; overridden++)
    {
      g_autoptr (LsRunner) runner = NULL;
      g_autoptr (LsState) state = NULL;
      LsPresetRow row;

      if (!overridden)
        g_assert_true (ls_settings_has_overrides (settings));
      else
        ls_settings_reset_ranks (settings);
      ls_session_set_settings (session, settings);
      runner = runner_new (session);
      state = ls_state_new (ls_runner_get_trace (runner));
      ls_state_seek (state, G_MAXSIZE);
      for (guint i = 0; i < ls_settings_get_n_preset_rows (); i++)
        {
          const char *name;

          g_assert_true (ls_settings_get_preset_row (settings, i, &row));
          name = ls_state_get_rank_name (state, row.rank);
          if (row.is_queue)
            g_assert_cmpuint (row.rank, ==, ls_state_get_rank (state, row.queue_type));
          else
            g_assert_cmpuint (row.rank, ==, ls_state_get_effective_priority_rank (state, row.effective_priority));
          if (name != NULL)
            g_assert_cmpstr (row.rank_name, ==, name);
          g_assert_cmpint (row.is_overridden, ==,
                           !overridden && (!row.is_queue || row.queue_type == LS_QUEUE_TYPE_INPUT));
          g_assert_nonnull (row.explanation);
          g_assert_true (row.is_queue == (row.queue_type != LS_QUEUE_TYPE_WEB_SCHEDULING));
          if (!row.is_queue)
            g_assert_cmpint (ls_effective_priority (row.priority, row.is_continuation), ==, row.effective_priority);
          n_seen++;
        }
    }
  /* Six effective priorities and every queue but that of schedulers. */
  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    n_seen -= 2 * ls_queue_type_is_valid (i);
  g_assert_cmpuint (n_seen, ==, 2 * (LS_N_EFFECTIVE_PRIORITIES - 1));
}

static void
test_change (void)
{
  g_autoptr (LsSession) session = session_new ("", "", "");
  g_autoptr (LsUndo) undo = ls_undo_new (session);
  guint input = find_row ("input"), background = find_row ("background");
  g_autofree char *before = ls_session_to_data (session, NULL);
  g_autofree char *after = NULL;
  const LsSettings *settings;
  LsPresetRow row;

  ls_undo_push (undo, "Change a rank", LS_SESSION_PART_SETTINGS);
  g_assert_true (ls_session_set_preset_rank (session, input, 3));
  settings = ls_session_get_settings (session);
  ls_settings_get_preset_row (settings, input, &row);
  g_assert_cmpuint (row.rank, ==, 3);
  g_assert_cmpuint (row.preset_rank, ==, 1);
  g_assert_true (row.is_overridden);
  g_assert_cmpstr (row.rank_name, ==, "VeryHigh");

  /* Effective priorities are given together. */
  g_assert_true (ls_session_set_preset_rank (session, background, 2));
  settings = ls_session_get_settings (session);
  g_assert_cmpuint (settings->effective_ranks[0], ==, 2);
  g_assert_cmpuint (settings->effective_ranks[5], ==, 4);
  ls_settings_get_preset_row (settings, background, &row);
  g_assert_cmpuint (row.rank, ==, 2);
  g_assert_true (ls_session_set_preset_rank (session, background, LS_SETTINGS_RANK_OF_PRESET));
  settings = ls_session_get_settings (session);
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    g_assert_cmpuint (settings->effective_ranks[i], ==, LS_SETTINGS_RANK_OF_PRESET);

  g_assert_false (ls_session_set_preset_rank (session, input, LS_PRESET_TABLE_MAX_RANK + 1));
  g_assert_false (ls_session_set_preset_rank (session, ls_settings_get_n_preset_rows (), 1));
  g_assert_false (ls_settings_get_preset_row (settings, ls_settings_get_n_preset_rows (), &row));

  g_assert_true (ls_undo_undo (undo));
  g_assert_false (ls_settings_has_overrides (ls_session_get_settings (session)));
  g_assert_true (ls_undo_redo (undo));
  g_assert_cmpuint (ls_session_get_settings (session)->queue_ranks[LS_QUEUE_TYPE_INPUT], ==, 3);
  ls_session_reset_preset_ranks (session);
  after = ls_session_to_data (session, NULL);
  g_assert_null (strstr (after, "presetOverride"));
  g_assert_null (strstr (before, "presetOverride"));
}

static void
test_sorted (void)
{
  g_autoptr (LsSettings) settings = ls_settings_new ();
  guint n_rows, last = 0, n_same = 0;
  g_autofree guint *sorted = NULL;

  g_assert_true (ls_settings_set_preset_rank (settings, find_row ("idle"), 0));
  sorted = ls_settings_sort_preset_rows (settings, &n_rows);
  g_assert_cmpuint (n_rows, ==, ls_settings_get_n_preset_rows ());
  for (guint i = 0; i < n_rows; i++)
    {
      LsPresetRow row;

      g_assert_true (ls_settings_get_preset_row (settings, sorted[i], &row));
      g_assert_cmpuint (row.rank, >=, last);
      /* Rows of one rank stay in the order of the table. */
      if (i > 0 && row.rank == last)
        {
          g_assert_cmpuint (sorted[i], >, sorted[i - 1]);
          n_same++;
        }
      last = row.rank;
    }
  g_assert_cmpuint (n_same, >, 2);
  g_assert_cmpuint (sorted[1], ==, find_row ("idle"));
  g_assert_cmpstr (ls_settings_get_preset_title (settings), ==, "Chromium");
  g_assert_nonnull (ls_settings_get_preset_description (settings));
  g_assert_cmpstr (ls_settings_get_rank_name (settings, 5), ==, "High");
  g_assert_null (ls_settings_get_rank_name (settings, 255));
}

int
main (int   argc,
      char *argv[])
{
  const char *const *presets = ls_settings_list_presets ();

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; presets[i] != NULL; i++)
    {
      g_autofree char *path = g_strconcat ("/preset-table/as-run/", presets[i], NULL);

      g_test_add_data_func (path, presets[i], test_as_run);
    }
  g_test_add_func ("/preset-table/change", test_change);
  g_test_add_func ("/preset-table/sorted", test_sorted);

  return g_test_run ();
}
