/* test-opening-recording.c: recordings in the debugger: read on a thread, shown whole, without a program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <gio/gio.h>

#include "ls-session-file.h"
#include "ls-session-recording.h"
#include "remove-tree.h"
#include "test-debugger-util.h"

typedef struct
{
  LsDebugger    *debugger;
  LsSessionFile *file;
  LsOpening     *opening;   /* that is done */
  guint          n_opened;
} Fixture;

static char *
get_sample (const char *name)
{
  return g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "tests", "recording", "samples", name, NULL);
}

static void
opened_cb (LsSessionFile *file,
           LsOpening     *opening,
           Fixture       *self)
{
  g_set_object (&self->opening, opening);
  self->n_opened++;
}

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->debugger = ls_debugger_new ();
  self->file = ls_session_file_new (self->debugger);
  g_signal_connect (self->file, "opened", G_CALLBACK (opened_cb), self);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_clear_object (&self->opening);
  g_clear_object (&self->file);
  g_clear_object (&self->debugger);
}

/* Opens a file, and shows what is in it to its end. */
static void
open_path (Fixture    *self,
           const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LsSession) session = NULL;
  g_autoptr (GError) error = NULL;

  ls_session_file_open (self->file, ls_opening_new_for_file (file, FALSE));
  test_wait_for (self->n_opened > 0);
  session = ls_opening_finish (self->opening, &error);
  g_assert_no_error (error);
  ls_session_file_take (self->file, session, ls_opening_get_file (self->opening), ls_opening_get_etag (self->opening), &error);
  g_assert_no_error (error);
  test_wait_for (ls_debugger_is_over (self->debugger));
}

static void
open_sample (Fixture    *self,
             const char *name)
{
  g_autofree char *path = get_sample (name);

  open_path (self, path);
}

/* How many records of the recording there are to be looked at. */
static gsize
get_length (Fixture *self)
{
  return ls_trace_get_length (ls_player_get_trace (ls_debugger_get_player (self->debugger)));
}

/* The whole recording is there without anybody going through it, and nothing asks to be saved. */
static void
test_open (Fixture       *self,
           gconstpointer  data)
{
  LsPlayer *player = ls_debugger_get_player (self->debugger);
  guint64 steps, time, records, kept_records;

  ls_debugger_set_budgets (self->debugger, 10, 1000, 100, 10000);
  open_sample (self, "shop-devtools.json.gz");
  g_assert_true (ls_debugger_is_recorded (self->debugger));
  g_assert_false (ls_debugger_is_empty (self->debugger));
  g_assert_false (ls_debugger_is_javascript (self->debugger));
  g_assert_nonnull (ls_debugger_get_recording (self->debugger));
  g_assert_cmpuint (get_length (self), >, 5000);
  ls_debugger_get_budgets (self->debugger, &steps, &time, &records, &kept_records);
  g_assert_cmpuint (kept_records, ==, 0);
  g_assert_cmpuint (ls_player_get_start (player), ==, 0);

  ls_player_to_end (player);
  test_wait_for (ls_player_get_position (player) == get_length (self));
  g_assert_false (ls_debugger_get_modified (self->debugger));
  g_assert_false (ls_session_file_fits (self->file));
  g_assert_nonnull (ls_debugger_get_file (self->debugger));
}

static void
assert_refused (GError **error)
{
  g_assert_error (*error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN);
  g_assert_nonnull (strstr ((*error)->message, "no program"));
  g_clear_error (error);
}

static void
evaluated_cb (GObject      *object,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  gboolean threw;

  g_assert_null (ls_debugger_evaluate_finish (LS_DEBUGGER (object), result, &threw, &error));
  g_assert_nonnull (strstr (error->message, "cannot run again"));
  *(gboolean *) user_data = TRUE;
}

static void
saved_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (ls_session_file_save_finish (LS_SESSION_FILE (object), result, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE);
  *(gboolean *) user_data = TRUE;
}

/* What needs a program says that there is none, and leaves everything as it is. */
static void
test_refused (Fixture       *self,
              gconstpointer  data)
{
  g_autoptr (LsStep) step = ls_step_new_set_priority ("c", LS_TASK_PRIORITY_BACKGROUND);
  g_autoptr (LsSession) wanted = ls_session_new ();
  const guint32 agents[] = { 1 };
  gboolean is_evaluated = FALSE, is_saved = FALSE;
  GError *error = NULL;
  LsTrace *trace;

  open_sample (self, "real-page.json.gz");
  trace = ls_player_get_trace (ls_debugger_get_player (self->debugger));

  g_assert_false (ls_debugger_can_change (self->debugger, &error));
  assert_refused (&error);
  g_assert_false (ls_debugger_act (self->debugger, step, "act", &error));
  assert_refused (&error);
  g_assert_false (ls_debugger_change_settings (self->debugger, ls_session_get_settings (wanted), "settings", &error));
  assert_refused (&error);
  g_assert_false (ls_debugger_take_run (self->debugger, wanted, "run", &error));
  assert_refused (&error);
  g_assert_false (ls_debugger_let_agent_go (self->debugger, 1, "agent", &error));
  assert_refused (&error);
  g_assert_false (ls_debugger_take_schedule (self->debugger, agents, 1, "schedule", &error));
  assert_refused (&error);
  g_assert_false (ls_debugger_run_for_real (self->debugger, &error));
  assert_refused (&error);
  g_assert_null (ls_debugger_get_undo_label (self->debugger));
  g_assert_true (ls_player_get_trace (ls_debugger_get_player (self->debugger)) == trace);

  g_assert_false (ls_debugger_can_evaluate (self->debugger));
  ls_debugger_evaluate_async (self->debugger, "1", NULL, evaluated_cb, &is_evaluated);
  ls_session_file_save_async (self->file, ls_debugger_get_file (self->debugger), saved_cb, &is_saved);
  test_wait_for (is_evaluated && is_saved);
}

/* Marks and breakpoints are the user's own, and are undone. */
static void
test_marks (Fixture       *self,
            gconstpointer  data)
{
  LsSession *session;

  open_sample (self, "real-page.json.gz");
  session = ls_debugger_get_session (self->debugger);
  g_assert_true (ls_debugger_set_marks (self->debugger, 3, "here", "a note", "mark"));
  g_assert_cmpuint (ls_session_get_n_bookmarks (session), ==, 1);
  g_assert_true (ls_debugger_undo (self->debugger));
  g_assert_cmpuint (ls_session_get_n_bookmarks (session), ==, 0);
  g_assert_true (ls_debugger_redo (self->debugger));
  g_assert_cmpstr (ls_session_get_note (session, 0)->text, ==, "a note");
  g_assert_true (ls_debugger_get_modified (self->debugger));

  /* Shown again from its beginning, it goes as it went. */
  g_assert_true (ls_debugger_run_again (self->debugger, NULL));
  test_wait_for (ls_debugger_is_over (self->debugger));
  g_assert_cmpuint (ls_session_get_note (session, 0)->step, ==, 3);
}

/* A breakpoint stops at what was recorded. */
static void
test_breakpoint (Fixture       *self,
                 gconstpointer  data)
{
  LsPlayer *player = ls_debugger_get_player (self->debugger);
  g_autoptr (LsBreakRule) rule = ls_break_rule_new_from_json ("{\"on\":\"priority\",\"priority\":\"background\"}", NULL);
  g_autoptr (GError) error = NULL;
  const LsTaskState *task;

  open_sample (self, "whatif-background.json.gz");
  g_assert_true (ls_debugger_add_breakpoint (self->debugger, rule, "break", &error));
  g_assert_no_error (error);
  ls_player_step_by (player, LS_STEPPING_BREAKPOINT, FALSE);
  test_wait_for (!ls_player_is_pending (player) && ls_player_get_position (player) > 0);
  g_assert_cmpuint (ls_player_get_position (player), <, get_length (self));
  task = ls_state_get_task (ls_player_get_state (player), ls_state_get_running_task (ls_player_get_state (player)));
  g_assert_nonnull (task);
  g_assert_cmpint (task->priority, ==, LS_TASK_PRIORITY_BACKGROUND);
}

/* Other threads are shown without reading the file again. */
static void
test_threads (Fixture       *self,
              gconstpointer  data)
{
  g_autoptr (LsRecording) recording = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree guint *first = NULL;
  LsSession *session;
  const guint *loops, *shown;
  guint n_loops, n_shown, n_first;
  gsize length;

  open_sample (self, "real-page.json.gz");
  session = ls_debugger_get_session (self->debugger);
  g_set_object (&recording, ls_debugger_get_recording (self->debugger));
  loops = ls_recording_list_loops (recording, &n_loops);
  g_assert_cmpuint (n_loops, >, 1);
  shown = ls_session_get_recording_threads (session, &n_shown);
  g_assert_cmpuint (shown[0], ==, loops[0]);
  length = get_length (self);

  first = g_memdup2 (shown, n_shown * sizeof *shown);
  n_first = n_shown;
  g_assert_true (ls_debugger_set_marks (self->debugger, 3, "here", NULL, "mark"));

  g_assert_true (ls_debugger_show_threads (self->debugger, &loops[1], 1, &error));
  g_assert_no_error (error);
  test_wait_for (ls_debugger_is_over (self->debugger));
  g_assert_true (ls_debugger_get_recording (self->debugger) == recording);
  shown = ls_session_get_recording_threads (ls_debugger_get_session (self->debugger), &n_shown);
  g_assert_cmpuint (n_shown, ==, 1);
  g_assert_cmpuint (shown[0], ==, loops[1]);
  g_assert_nonnull (ls_debugger_get_file (self->debugger));
  g_assert_cmpuint (get_length (self), !=, length);
  g_assert_cmpuint (ls_session_get_n_bookmarks (ls_debugger_get_session (self->debugger)), ==, 0);

  /* What was marked there is there when these threads are shown again. */
  g_assert_true (ls_debugger_show_threads (self->debugger, first, n_first, &error));
  test_wait_for (ls_debugger_is_over (self->debugger));
  g_assert_true (ls_debugger_get_session (self->debugger) == session);
  g_assert_cmpuint (ls_session_get_n_bookmarks (session), ==, 1);
  g_assert_true (ls_debugger_get_modified (self->debugger));
}

/* The content decides, whatever the file is called. */
static void
test_name (Fixture       *self,
           gconstpointer  data)
{
  g_autofree char *folder = g_dir_make_tmp ("loopscope-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "recording.txt", NULL);
  g_autofree char *sample = get_sample ("before-task-ids.json");
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (sample, &text, &length, NULL));
  g_assert_true (g_file_set_contents (path, text, length, NULL));
  open_path (self, path);
  g_assert_true (ls_debugger_is_recorded (self->debugger));
  test_remove_tree (folder);
}

static void
test_cancel (Fixture       *self,
             gconstpointer  data)
{
  g_autofree char *path = get_sample ("shop-devtools.json.gz");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LsOpening) opening = ls_opening_new_for_file (file, FALSE);

  ls_session_file_open (self->file, g_object_ref (opening));
  ls_session_file_cancel (self->file);
  /* The thread gives the opening up, and wakes nobody when it does. */
  while (g_atomic_int_get (&G_OBJECT (opening)->ref_count) > 1)
    if (!g_main_context_iteration (NULL, FALSE))
      g_thread_yield ();
  g_assert_cmpuint (self->n_opened, ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) g_test_add ("/opening-recording/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("open", test_open);
  ADD ("refused", test_refused);
  ADD ("marks", test_marks);
  ADD ("breakpoint", test_breakpoint);
  ADD ("threads", test_threads);
  ADD ("name", test_name);
  ADD ("cancel", test_cancel);

  return g_test_run ();
}
