/* fuzz-checkpoints.c: gives what goes on with explorations and restores sessions what nobody saved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * See fuzz-run.c and fuzz-libfuzzer.c.
 */

#include "config.h"

#include <glib/gstdio.h>
#include <stdlib.h>

#include "fuzz-run.h"

#include "ls-journal.h"
#include "ls-journals-private.h"
#include "ls-session-explore.h"

#define SOURCE_ROOT "SOURCE-ROOT"

/* Explorations go on for so many calls, each of one run. */
#define N_CALLS 12

static const struct
{
  LsExploreMode mode;
  gboolean bounds_preemptions;
  guint piece, n_pieces;
} ways[] = {
  { LS_EXPLORE_EXHAUSTIVE, FALSE },
  { LS_EXPLORE_SCHEDULES, FALSE },
  { LS_EXPLORE_FULL, TRUE },
  { LS_EXPLORE_RANDOM, FALSE },
  { LS_EXPLORE_EXHAUSTIVE, FALSE, 1, 2 },
  { LS_EXPLORE_EXHAUSTIVE, TRUE, 1, 1 },
};

static LsExplorer *
make_explorer (guint way)
{
  static LsSession *session;
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  LsExplorer *explorer;

  if (session == NULL)
    {
      g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", "sessions",
                                                "atomics-lost-wake-up.loopscope", NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);

      session = ls_session_new_from_file (file, NULL, &error);
      g_assert_no_error (error);
    }
  options.mode = ways[way].mode;
  options.bounds_preemptions = ways[way].bounds_preemptions;
  options.max_preemptions = 2;
  options.piece = ways[way].piece;
  options.n_pieces = ways[way].n_pieces;
  options.n_runs = N_CALLS;
  options.max_steps = 200;
  /* Each call comes to it after a run. */
  options.max_states = 1;
  explorer = ls_session_explorer_new (session, &options, &error);
  g_assert_no_error (error);
  return explorer;
}

/* What was saved is the same exploration. */
static void
check_saved (LsExplorer *explorer,
             guint       way)
{
  g_autoptr (LsExplorer) other = make_explorer (way);
  g_autoptr (GBytes) checkpoint = ls_explorer_save (explorer);
  g_autoptr (GBytes) again = NULL;
  g_autoptr (GError) error = NULL;

  ls_explorer_load (other, checkpoint, &error);
  g_assert_no_error (error);
  again = ls_explorer_save (other);
  g_assert_true (g_bytes_equal (again, checkpoint));
}

static void
check_findings (LsExplorer *explorer)
{
  g_autoptr (GPtrArray) findings = ls_session_explorer_dup_findings (explorer);
  g_autofree char *n_schedules = ls_explorer_format_n_schedules (explorer);

  g_assert_cmpuint (findings->len, ==, ls_explorer_get_n_findings (explorer));
  for (guint i = 0; i < findings->len; i++)
    {
      const LsFoundSchedule *found = g_ptr_array_index (findings, i);

      g_assert_true (g_utf8_validate (found->message, -1, NULL));
      for (guint j = 0; j < found->lines->len; j++)
        g_assert_true (g_utf8_validate (g_ptr_array_index (found->lines, j), -1, NULL));
    }
}

/* A piece is added to what has none, and said to lack others. */
static void
check_piece (GBytes *checkpoint)
{
  g_autoptr (LsExplorer) whole = NULL;
  LsExploreOptions options;
  g_autoptr (GError) error = NULL;
  guint way = 0;

  if (!ls_explorer_peek_options (checkpoint, &options, NULL) || options.n_pieces == 0)
    return;
  while (way < G_N_ELEMENTS (ways) &&
         (ways[way].mode != options.mode || ways[way].bounds_preemptions != options.bounds_preemptions || ways[way].n_pieces > 0))
    way++;
  whole = make_explorer (way < G_N_ELEMENTS (ways) ? way : 0);
  if (ls_explorer_add_piece (whole, checkpoint, NULL) && options.n_pieces > 1)
    {
      g_assert_false (ls_explorer_join_pieces (whole, &error));
      g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_CHECKPOINT);
    }
}

/* What can be loaded can be gone on with, and saved at each stop. */
static int
read_exploration (const guint8 *bytes,
                  size_t        n_bytes)
{
  g_autoptr (GBytes) checkpoint = g_bytes_new (bytes, n_bytes);

  check_piece (checkpoint);
  for (guint way = 0; way < G_N_ELEMENTS (ways); way++)
    {
      g_autoptr (LsExplorer) explorer = make_explorer (way);
      g_autoptr (GError) error = NULL;

      if (!ls_explorer_load (explorer, checkpoint, &error))
        {
          g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_CHECKPOINT);
          g_assert_cmpint (ls_explorer_get_status (explorer), ==, LS_EXPLORE_READY);
          continue;
        }
      g_assert_no_error (error);
      check_saved (explorer, way);
      for (guint i = 0; i < N_CALLS && ls_explorer_run (explorer, NULL) != LS_EXPLORE_COMPLETE; i++)
        check_saved (explorer, way);
      check_saved (explorer, way);
      check_findings (explorer);
    }
  return 0;
}

/* Journals lie in a folder that stays empty between two inputs. */
static char *folder;

static void
remove_folder (void)
{
  g_rmdir (folder);
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR))
        {
          remove_tree (child);
          g_rmdir (child);
        }
      else
        {
          g_unlink (child);
        }
    }
}

/* Writes the input where a program would have left it, with the folder of the sources for where the session's file lies. */
static char *
leave_journal (const guint8 *bytes,
               size_t        n_bytes)
{
  char *path = g_build_filename (folder, "1.left", NULL);
  g_autoptr (GString) text = g_string_new_len ((const char *) bytes, n_bytes);
  g_autoptr (GError) error = NULL;

  g_string_replace (text, SOURCE_ROOT, g_getenv ("LS_TEST_SOURCE_ROOT"), 0);
  g_file_set_contents_full (path, text->str, text->len, G_FILE_SET_CONTENTS_NONE, 0600, &error);
  g_assert_no_error (error);
  return path;
}

static void
check_put_aside (LsJournals *journals)
{
  g_autoptr (GPtrArray) damaged = ls_journals_list_damaged (journals);

  g_assert_cmpuint (damaged->len, ==, 1);
  g_assert_true (g_file_test (g_ptr_array_index (damaged, 0), G_FILE_TEST_IS_REGULAR));
}

/* A program writes a journal, and ends; the next one reads it. */
static LsJournalContent *
write_and_read (LsJournalContent *content,
                const char       *title)
{
  g_autoptr (LsJournals) old = ls_journals_new (folder);
  g_autoptr (LsJournals) next = ls_journals_new (folder);
  g_autoptr (LsJournal) journal = ls_journal_new (old);
  char window[] = "a window";
  LsJournalPlace place = { .window = window, .tab = 1, .seen = 2, .action = content->action };
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  LsJournalContent *again;
  const LsJournalEntry *entry;

  ls_journal_write (journal, content->session, title, NULL, content->file, content->etag, content->step, &place);
  g_assert_true (ls_journal_finish (journal));
  while (!ls_journal_exists (journal))
    g_main_context_iteration (NULL, TRUE);
  ls_journals_close (old);

  ls_journals_claim (next);
  entries = ls_journals_list (next);
  g_assert_cmpuint (entries->len, ==, 1);
  entry = g_ptr_array_index (entries, 0);
  g_assert_cmpstr (entry->title, ==, title);
  path = ls_journals_begin_reading (next, entry->id, &error);
  g_assert_no_error (error);
  again = ls_journals_read_path (next, path, &error);
  g_assert_no_error (error);
  ls_journals_end_reading (next, entry->id);
  ls_journals_close (next);
  return again;
}

static void
check_same (LsJournalContent *content,
            LsJournalContent *again)
{
  LsProgram *program = ls_session_get_program (content->session), *program_again = ls_session_get_program (again->session);
  g_autofree char *text = ls_session_to_data (content->session, NULL);
  g_autofree char *text_again = ls_session_to_data (again->session, NULL);

  g_assert_cmpstr (text, ==, text_again);
  g_assert_cmpuint (ls_program_get_n_scripts (program), ==, ls_program_get_n_scripts (program_again));
  for (guint i = 0; i < ls_program_get_n_scripts (program); i++)
    g_assert_cmpstr (ls_script_get_text (ls_program_get_script (program, i)), ==,
                     ls_script_get_text (ls_program_get_script (program_again, i)));
  g_assert_cmpuint (content->step, ==, again->step);
  g_assert_cmpint (content->action, ==, again->action);
  g_assert_cmpstr (content->etag, ==, again->etag);
  g_assert_true (content->file == NULL ? again->file == NULL : g_file_equal (content->file, again->file));
}

/* What a journal says can be written into another one, which then says the same. */
static int
read_journal (const guint8 *bytes,
              size_t        n_bytes)
{
  g_autoptr (LsJournals) journals = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  LsJournalEntry *entry;

  if (folder == NULL)
    {
      folder = g_dir_make_tmp ("fuzz-journals-XXXXXX", NULL);
      atexit (remove_folder);
    }
  journals = ls_journals_new (folder);
  path = leave_journal (bytes, n_bytes);
  entry = ls_journals_read_entry (journals, folder, "1.left");
  if (entry != NULL)
    {
      g_autoptr (LsJournalContent) content = ls_journals_read_path (journals, path, &error);

      g_assert_true ((content == NULL) == (error != NULL));
      if (content != NULL)
        {
          g_autoptr (LsJournalContent) again = write_and_read (content, entry->title);

          check_same (content, again);
        }
      else
        {
          check_put_aside (journals);
        }
      ls_journal_entry_free (entry);
    }
  else
    {
      check_put_aside (journals);
    }
  remove_tree (folder);
  return 0;
}

static const char * const exploration_words[] = {
  "loopscope-explorer-2", "\x01", "\x02", "\xff\xff\xff\xff", "\x80", "\x7f", "a", "\xff", NULL
};

static const char * const journal_words[] = {
  "{", "}", "[", "]", ",", ":", "\"", "\\", "\\\"", "null", "\"scripts\":[", "\"file\":\"js-gallery.js\"", "\\\"file\\\":\\\"js-gallery.js\\\"",
  "\\\"source\\\":", "\"session\":\"", "\"step\":-1", "\"action\":0", "\"uri\":\"file:///\"", "\"uri\":\"\"", "\"etag\":\"\"", "SOURCE-ROOT",
  "loopscope-journal-1", "\\u0000", "\\ud800", "\xff", NULL
};

const char *const fuzz_name = "checkpoints";

const FuzzTarget fuzz_targets[] = {
  { "exploration", { "exploration-exhaustive.bin", "exploration-schedules.bin", "exploration-full.bin", "exploration-random.bin",
                     "exploration-complete.bin", "exploration-piece.bin" }, exploration_words, FALSE, read_exploration },
  { "journal", { "journal-steps.json", "journal-scripts.json", "journal-alone.json" }, journal_words, FALSE, read_journal, FUZZ_JSON },
};

const gsize fuzz_n_targets = G_N_ELEMENTS (fuzz_targets);
