/* test-journal-keeper.c: when the journal of a session is written, and when it goes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "ls-journal-keeper.h"
#include "ls-session-recording.h"

/* The test's timeout ends a wait in vain. */
#define wait_for(expression)                      \
  G_STMT_START                                    \
  {                                               \
    while (!(expression))                         \
      g_main_context_iteration (NULL, TRUE);      \
  }                                               \
  G_STMT_END

typedef struct
{
  char            *folder;
  LsJournals      *journals;
  LsDebugger      *debugger;
  LsSession       *session;
  LsSessionFile   *file;
  LsJournalKeeper *keeper;
  char            *text;      /* that the session does not have yet, or NULL */
} Fixture;

static GPtrArray *
texts_cb (gpointer user_data)
{
  Fixture *self = user_data;
  GPtrArray *texts;

  if (self->text == NULL)
    return NULL;
  texts = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (texts, g_strdup (self->text));
  return texts;
}

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  g_autofree char *journals = NULL;

  self->folder = g_dir_make_tmp ("loopscope-XXXXXX", NULL);
  journals = g_build_filename (self->folder, "journals", NULL);
  self->journals = ls_journals_new (journals);
  self->debugger = ls_debugger_new ();
  self->session = ls_session_new ();
  self->file = ls_session_file_new (self->debugger);
  self->keeper = ls_journal_keeper_new (self->journals, self->file, texts_cb, self);
  g_assert_true (ls_session_file_take (self->file, self->session, NULL, NULL, NULL));
  wait_for (!ls_journal_keeper_is_waiting (self->keeper));
}

static void
remove_all (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_all (child);
    }
  g_remove (path);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  ls_journal_keeper_close (self->keeper);
  g_object_unref (self->keeper);
  g_object_unref (self->file);
  g_object_unref (self->session);
  g_object_run_dispose (G_OBJECT (self->debugger));
  g_object_unref (self->debugger);
  ls_journals_close (self->journals);
  g_object_unref (self->journals);
  remove_all (self->folder);
  g_free (self->folder);
  g_free (self->text);
}

static gboolean
is_written (Fixture *self)
{
  LsJournal *journal = ls_journal_keeper_get_journal (self->keeper);

  return !ls_journal_keeper_is_waiting (self->keeper) && journal != NULL && ls_journal_exists (journal);
}

static void
saved_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(gboolean *) user_data = ls_session_file_save_finish (LS_SESSION_FILE (object), result, NULL);
}

/* What is changed is kept until it is saved. */
static void
test_journal_keeper_save (Fixture       *self,
                          gconstpointer  data)
{
  g_autoptr (GFile) file = g_file_new_build_filename (self->folder, "a.loopscope", NULL);
  gboolean is_saved = FALSE;

  g_assert_null (ls_journal_keeper_get_journal (self->keeper));
  ls_session_set_title (self->session, "one");
  wait_for (is_written (self));
  ls_session_file_save_async (self->file, file, saved_cb, &is_saved);
  wait_for (is_saved);
  wait_for (!ls_journal_keeper_is_waiting (self->keeper));
  g_assert_false (ls_journal_exists (ls_journal_keeper_get_journal (self->keeper)));
}

/* A journal could not bring back what was recorded. */
static void
test_journal_keeper_recorded (Fixture       *self,
                              gconstpointer  data)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsSession) session = ls_session_new_for_trace (trace, NULL, NULL);

  g_assert_true (ls_session_file_take (self->file, session, NULL, NULL, NULL));
  wait_for (!ls_journal_keeper_is_waiting (self->keeper));
  g_assert_true (ls_debugger_set_marks (self->debugger, 1, "here", NULL, "mark"));
  g_assert_true (ls_debugger_get_modified (self->debugger));
  wait_for (!ls_journal_keeper_is_waiting (self->keeper));
  g_assert_false (is_written (self));
}

/* So is what is typed, although the session does not have it yet. */
static void
test_journal_keeper_type (Fixture       *self,
                          gconstpointer  data)
{
  self->text = g_strdup ("typed ();\n");
  ls_journal_keeper_set_edited (self->keeper, TRUE);
  wait_for (is_written (self));
  g_clear_pointer (&self->text, g_free);
  ls_journal_keeper_set_edited (self->keeper, FALSE);
  wait_for (!ls_journal_keeper_is_waiting (self->keeper));
  g_assert_false (ls_journal_exists (ls_journal_keeper_get_journal (self->keeper)));
}

static LsSession *
keep_cb (LsSession *shown,
         LsSession *base,
         gpointer   user_data)
{
  return g_object_ref (shown);
}

/* A tab that has nothing yet has no work of a learner either. */
static void
test_journal_keeper_empty (void)
{
  g_autoptr (LsDebugger) debugger = ls_debugger_new ();

  ls_debugger_set_keep (debugger, keep_cb, NULL);
  g_assert_null (ls_debugger_get_session (debugger));
  g_assert_false (ls_debugger_has_learners_work (debugger));
}

/* The next start finds what is left for it, with its place, and nothing else. */
static void
test_journal_keeper_keep (Fixture       *self,
                          gconstpointer  data)
{
  gboolean keeps = GPOINTER_TO_INT (data);
  g_autofree char *path = g_build_filename (self->folder, "journals", NULL);
  g_autoptr (LsJournals) next = ls_journals_new (path);
  g_autoptr (GPtrArray) entries = NULL;

  ls_journal_keeper_set_place (self->keeper, "window", 3);
  g_assert_cmpint (ls_journal_keeper_get_place (self->keeper), ==, 3);
  ls_session_set_title (self->session, "one");
  g_assert_true (ls_journal_keeper_keep (self->keeper));
  g_assert_true (ls_journal_keeper_is_kept (self->keeper));
  if (!keeps)
    ls_journal_keeper_let_go (self->keeper);
  ls_journal_keeper_close (self->keeper);
  ls_journals_close (self->journals);

  ls_journals_claim (next);
  entries = ls_journals_list (next);
  g_assert_cmpuint (entries->len, ==, keeps);
  if (keeps)
    {
      LsJournalEntry *entry = g_ptr_array_index (entries, 0);

      g_assert_cmpstr (entry->title, ==, "one");
      g_assert_cmpstr (entry->window, ==, "window");
      g_assert_cmpint (entry->tab, ==, 3);
    }
  ls_journals_close (next);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/journal-keeper/save", Fixture, NULL, set_up, test_journal_keeper_save, tear_down);
  g_test_add_func ("/journal-keeper/empty", test_journal_keeper_empty);
  g_test_add ("/journal-keeper/type", Fixture, NULL, set_up, test_journal_keeper_type, tear_down);
  g_test_add ("/journal-keeper/recorded", Fixture, NULL, set_up, test_journal_keeper_recorded, tear_down);
  g_test_add ("/journal-keeper/keep", Fixture, GINT_TO_POINTER (TRUE), set_up, test_journal_keeper_keep, tear_down);
  g_test_add ("/journal-keeper/let-go", Fixture, GINT_TO_POINTER (FALSE), set_up, test_journal_keeper_keep, tear_down);

  return g_test_run ();
}
