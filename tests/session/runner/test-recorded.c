/* test-recorded.c: sessions that show what was recorded, and their runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <unistd.h>

#include "ls-recording-builder-private.h"
#include "ls-session-evaluate.h"
#include "ls-session-explore.h"
#include "ls-session-recording.h"
#include "ls-trace-file.h"
#include "ls-undo.h"
#include "ls-what-if.h"
#include "session-util.h"

#define MS G_GINT64_CONSTANT (1000000)

#define STEPS \
  "{\"op\":\"controller\",\"name\":\"c\",\"priority\":\"background\"}," \
  "{\"op\":\"postTask\",\"name\":\"one\",\"signal\":\"c\",\"body\":[{\"op\":\"work\",\"ms\":1},{\"op\":\"log\",\"text\":\"1\"}]}," \
  "{\"op\":\"postTask\",\"name\":\"two\",\"body\":[{\"op\":\"work\",\"ms\":2},{\"op\":\"log\",\"text\":\"2\"}]}," \
  "{\"op\":\"timer\",\"ms\":50,\"body\":[{\"op\":\"log\",\"text\":\"3\"}]}"

static LsRunner *
run_steps (void)
{
  g_autoptr (LsSession) session = session_new (STEPS, "", "");
  LsRunner *runner = runner_new (session);

  g_assert_true (ls_runner_run_to_end (runner, NULL));
  return runner;
}

static LsSession *
session_of_trace (void)
{
  g_autoptr (LsRunner) runner = run_steps ();

  return ls_session_new_for_trace (ls_runner_get_trace (runner), NULL, NULL);
}

static void
assert_same (LsRunner *one,
             LsRunner *other)
{
  g_autofree char *hash = ls_trace_hash (ls_runner_get_trace (one));
  g_autofree char *other_hash = ls_trace_hash (ls_runner_get_trace (other));

  g_assert_cmpstr (hash, ==, other_hash);
}

/* Whatever way the run is gone through, the trace is the one that was recorded. */
static void
test_trace (void)
{
  g_autoptr (LsRunner) original = run_steps ();
  g_autofree char *text = session_text (STEPS, "", "\"title\":\"kept\",\"bookmarks\":[{\"step\":2,\"title\":\"two\"}],"
                                        "\"actions\":[{\"at\":{\"turn\":2},\"do\":{\"op\":\"log\",\"text\":\"x\"}}]");
  g_autoptr (LsSession) session = ls_session_new_for_trace (ls_runner_get_trace (original), text, "It ends early");
  g_autoptr (LsSession) copy = ls_session_copy (session);
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autoptr (LsRunner) stepped = runner_new (copy);
  g_autoptr (LsRunner) timed = runner_new (session);
  guint32 n_steps = ls_runner_get_n_steps (original);

  g_assert_cmpstr (ls_session_get_title (session), ==, "kept");
  g_assert_cmpstr (ls_session_get_recorded_problem (session), ==, "It ends early");
  g_assert_cmpstr (ls_session_get_bookmark (session, 0)->text, ==, "two");
  g_assert_cmpuint (ls_session_get_n_actions (session), ==, 0);
  g_assert_cmpuint (ls_body_get_n_steps (ls_program_get_main (ls_session_get_program (session))), ==, 4);
  g_assert_true (ls_session_is_recorded (copy));
  g_assert_true (ls_session_get_recorded_trace (copy) == ls_runner_get_trace (original));
  g_assert_null (ls_session_get_recording (copy));
  g_assert_cmpint (ls_runner_get_state (runner), ==, LS_RUNNER_READY);
  g_assert_cmpuint (ls_runner_find_step (runner, 0), ==, ls_runner_find_step (original, 0));

  g_assert_true (ls_runner_run_to_end (runner, NULL));
  g_assert_cmpint (ls_runner_get_state (runner), ==, LS_RUNNER_FINISHED);
  g_assert_null (ls_runner_get_message (runner));
  assert_same (original, runner);

  for (guint32 step = 1; step <= n_steps; step++)
    {
      g_autoptr (LsState) state = ls_state_new (ls_runner_get_trace (stepped));

      g_assert_true (ls_runner_run_to_step (stepped, step, NULL));
      g_assert_cmpuint (ls_runner_get_n_steps (stepped), ==, step);
      g_assert_cmpuint (ls_runner_find_step (stepped, step), ==, ls_runner_find_step (original, step));
      ls_state_seek (state, ls_runner_find_step (stepped, step));
      g_assert_true (ls_runner_run_to_next (stepped, state, NULL) == (step < n_steps));
      if (ls_runner_get_n_steps (stepped) > step)
        step = ls_runner_get_n_steps (stepped);
    }
  g_assert_false (ls_runner_run_to_step (stepped, n_steps + 1, NULL));
  assert_same (original, stepped);

  /* The timer comes at 50 ms. */
  g_assert_true (ls_runner_run_to_time (timed, 49999, NULL));
  g_assert_cmpuint (ls_runner_get_n_steps (timed), <, n_steps);
  g_assert_cmpuint (ls_runner_get_time (timed), <, 50000);
  ls_runner_run_to_time (timed, 50000, NULL);
  g_assert_cmpuint (ls_runner_get_n_steps (timed), ==, n_steps);
}

static void
test_limits (void)
{
  g_autoptr (LsSession) session = session_of_trace ();
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (LsRunner) runner = NULL;
  g_autoptr (LsRunner) other = NULL;

  options.step_budget = 2;
  runner = ls_runner_new (session, &options, NULL);
  g_assert_false (ls_runner_run_to_end (runner, NULL));
  g_assert_cmpint (ls_runner_get_state (runner), ==, LS_RUNNER_BUDGET_EXCEEDED);
  g_assert_nonnull (strstr (ls_runner_get_message (runner), "budget of 2"));
  g_assert_cmpuint (count_records (ls_runner_get_trace (runner), LS_RECORD_LIMIT, NULL), ==, 1);

  /* The trace that is shown stays as it was. */
  g_assert_cmpuint (count_records (ls_session_get_recorded_trace (session), LS_RECORD_LIMIT, NULL), ==, 0);

  g_cancellable_cancel (cancelled);
  other = runner_new (session);
  g_assert_false (ls_runner_step (other, cancelled));
  g_assert_cmpuint (ls_runner_get_n_steps (other), ==, 0);
  g_assert_true (ls_runner_step (other, NULL));
}

static void
assert_refused (GError *error)
{
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN);
  g_assert_nonnull (strstr (error->message, "no program"));
}

static void
evaluated_cb (GObject      *object,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (ls_session_evaluate_finish (LS_SESSION (object), result, NULL, &error));
  assert_refused (error);
  *(gboolean *) user_data = TRUE;
}

/* What was recorded cannot go another way. */
static void
test_refused (void)
{
  g_autoptr (LsSession) session = session_of_trace ();
  const LsStamp stamp = { .turn = 1 };
  const LsWhatIfChange change = LS_WHAT_IF_CHANGE_INIT;
  g_autoptr (LsStep) step = ls_step_new_set_priority ("c", LS_TASK_PRIORITY_BACKGROUND);
  g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/a.loopscope");
  gboolean is_evaluated = FALSE;
  GError *error = NULL;
  guint index;

  for (guint i = 0; i < 5; i++)
    {
      LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;

      if (i == 0)
        options.preset = "spec";
      else if (i == 1)
        options.sets_edition = TRUE;
      else if (i == 2)
        options.sets_experiments = TRUE;
      else if (i == 3)
        options.is_real = TRUE;
      else
        options.task = 1;
      g_assert_null (ls_runner_new (session, &options, &error));
      assert_refused (error);
      g_clear_error (&error);
    }

  g_assert_false (ls_session_add_action (session, &stamp, step, &index, &error));
  assert_refused (error);
  g_clear_error (&error);
  g_assert_false (ls_session_replace (session, "/program/main", "[{\"op\":\"log\",\"text\":\"x\"}]", &error));
  assert_refused (error);
  g_clear_error (&error);
  g_assert_null (ls_session_new_what_if (session, NULL, &change, &error));
  assert_refused (error);
  g_clear_error (&error);
  g_assert_false (ls_session_can_explore (session, &error));
  assert_refused (error);
  g_clear_error (&error);

  g_assert_false (ls_session_save (session, file, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE);
  g_clear_error (&error);

  ls_session_evaluate_async (session, NULL, &stamp, "a.js", 1, 1, "1", NULL, evaluated_cb, &is_evaluated);
  while (!is_evaluated)
    g_main_context_iteration (NULL, TRUE);
}

/* What the user writes to it is undone like anywhere; it is all that could be lost. */
static void
test_marks (void)
{
  g_autoptr (LsSession) session = session_of_trace ();
  g_autoptr (LsUndo) undo = ls_undo_new (session);
  g_autoptr (GPtrArray) rules = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_break_rule_free);

  g_ptr_array_add (rules, break_rule_new ("{\"on\":\"task-start\"}"));
  ls_undo_push (undo, "mark", LS_SESSION_PART_MARKS);
  ls_session_set_bookmark (session, 2, "here");
  ls_session_set_note (session, 1, "begins");
  g_assert_cmpuint (ls_session_get_n_bookmarks (session), ==, 1);
  g_assert_cmpuint (ls_session_get_n_notes (session), ==, 1);
  g_assert_true (ls_session_get_modified (session));
  g_assert_true (ls_undo_undo (undo));
  g_assert_false (ls_session_get_modified (session));
  g_assert_cmpuint (ls_session_get_n_bookmarks (session), ==, 0);
  g_assert_true (ls_undo_redo (undo));
  g_assert_cmpstr (ls_session_get_bookmark (session, 0)->text, ==, "here");
  g_assert_true (ls_session_is_recorded (session));
  ls_session_set_modified (session, FALSE);
  ls_session_set_breakpoints (session, rules, NULL);
  g_assert_false (ls_session_get_modified (session));
}

/* Recordings */

typedef struct
{
  LsRecordingBuilder *builder;
  guint32             thread;
} Maker;

static void
add (Maker                *maker,
     LsRecordingEventKind  kind,
     double                time,
     double                duration,
     guint64               id,
     LsTaskPriority        priority,
     const char           *text)
{
  const LsRecordingEvent event = {
    .time = (guint64) (time * MS),
    .duration = (guint64) (duration * MS),
    .id = id,
    .text = text != NULL ? ls_recording_builder_intern (maker->builder, text, -1) : 0,
    .thread = maker->thread,
    .kind = kind,
    .priority = priority,
    .queue = LS_RECORDING_UNKNOWN,
  };

  ls_recording_builder_add (maker->builder, &event);
}

/* A page that posts three tasks of 10 ms in its first task, and another one with a single task. */
static LsRecording *
make_recording (void)
{
  g_autoptr (LsRecordingBuilder) builder = ls_recording_builder_new (LS_RECORDING_FORMAT_CHROME);
  Maker maker = { builder, ls_recording_builder_get_thread (builder, 10, 1) };

  ls_recording_builder_set_thread_kind (builder, maker.thread, LS_RECORDING_THREAD_MAIN);
  ls_recording_builder_set_thread_page (builder, maker.thread, "Shop", "https://shop.example/");
  add (&maker, LS_RECORDING_EVENT_TASK, 1, 9, 0, LS_TASK_PRIORITY_NONE, NULL);
  for (guint i = 1; i <= 3; i++)
    add (&maker, LS_RECORDING_EVENT_POST, 1 + i, 0, i, LS_TASK_PRIORITY_USER_VISIBLE, "begin");
  for (guint i = 1; i <= 3; i++)
    {
      add (&maker, LS_RECORDING_EVENT_TASK, 10. * i, 10, 0, LS_TASK_PRIORITY_NONE, NULL);
      add (&maker, LS_RECORDING_EVENT_RUN, 10. * i + 1, 8, i, LS_TASK_PRIORITY_USER_VISIBLE, NULL);
    }
  add (&maker, LS_RECORDING_EVENT_ANNOTATION, 25, 0, 0, LS_TASK_PRIORITY_NONE, "look here");

  maker.thread = ls_recording_builder_get_thread (builder, 20, 1);
  ls_recording_builder_set_thread_kind (builder, maker.thread, LS_RECORDING_THREAD_MAIN);
  ls_recording_builder_set_thread_page (builder, maker.thread, "Frame", "https://frame.example/");
  add (&maker, LS_RECORDING_EVENT_TASK, 5, 1, 0, LS_TASK_PRIORITY_NONE, NULL);
  add (&maker, LS_RECORDING_EVENT_POST, 5.5, 0, 1, LS_TASK_PRIORITY_BACKGROUND, NULL);
  add (&maker, LS_RECORDING_EVENT_TASK, 7, 2, 0, LS_TASK_PRIORITY_NONE, NULL);
  add (&maker, LS_RECORDING_EVENT_RUN, 7.5, 1, 1, LS_TASK_PRIORITY_BACKGROUND, NULL);
  return ls_recording_builder_end (builder);
}

static void
test_recording (void)
{
  g_autoptr (LsRecording) recording = make_recording ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_for_recording (recording, NULL, 0, &error);
  g_autoptr (LsSession) other = NULL;
  g_autoptr (LsRunner) runner = NULL;
  g_autoptr (LsRunner) stepped = NULL;
  guint n_threads, n_loops;
  guint32 n_steps;
  const guint *loops = ls_recording_list_loops (recording, &n_loops);

  g_assert_no_error (error);
  g_assert_nonnull (strstr (ls_session_get_title (session), "Shop"));
  g_assert_true (ls_session_get_recording (session) == recording);
  g_assert_cmpuint (ls_session_get_recording_threads (session, &n_threads)[0], ==, loops[0]);
  g_assert_cmpuint (n_threads, ==, 1);
  g_assert_false (ls_session_get_modified (session));

  runner = runner_new (session);
  g_assert_true (ls_runner_run_to_end (runner, NULL));
  g_assert_cmpint (ls_runner_get_state (runner), ==, LS_RUNNER_FINISHED);
  g_assert_cmpuint (ls_runner_get_n_steps (runner), >=, 4);
  g_assert_cmpuint (ls_runner_get_time (runner), >=, 38000);

  stepped = runner_new (session);
  for (guint32 step = 1; step <= ls_runner_get_n_steps (runner); step++)
    g_assert_true (ls_runner_run_to_step (stepped, step, NULL));
  ls_runner_run_to_end (stepped, NULL);
  assert_same (runner, stepped);

  g_assert_cmpuint (n_loops, ==, 2);
  other = ls_session_new_for_recording (recording, &loops[1], 1, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (ls_session_get_title (other), "Frame"));
  g_clear_object (&runner);
  runner = runner_new (other);
  /* Its tasks begin 4 and 6 ms after the first event of the recording. */
  g_assert_true (ls_runner_run_to_time (runner, 3999, NULL));
  g_assert_cmpuint (ls_runner_get_n_steps (runner), ==, 0);
  g_assert_true (ls_runner_run_to_time (runner, 5999, NULL));
  n_steps = ls_runner_get_n_steps (runner);
  g_assert_cmpuint (n_steps, >, 0);
  g_assert_cmpuint (ls_runner_get_time (runner), <, 6000);
  g_assert_true (ls_runner_run_to_end (runner, NULL));
  g_assert_cmpuint (ls_runner_get_n_steps (runner), >, n_steps);
  g_assert_cmpuint (ls_runner_get_time (runner), <, 20000);
}

/* What somebody wrote in DevTools is a bookmark at the step that runs then. */
static void
test_annotations (void)
{
  g_autoptr (LsRecording) recording = make_recording ();
  g_autoptr (LsSession) session = ls_session_new_for_recording (recording, NULL, 0, NULL);
  g_autoptr (LsRunner) runner = runner_new (session);
  const LsMark *mark;
  LsRecord record;

  g_assert_cmpuint (ls_session_get_n_bookmarks (session), ==, 1);
  mark = ls_session_get_bookmark (session, 0);
  g_assert_cmpstr (mark->text, ==, "look here");
  ls_runner_run_to_end (runner, NULL);
  ls_trace_get_record (ls_runner_get_trace (runner), ls_runner_find_step (runner, mark->step) - 1, &record);
  g_assert_cmpuint (record.time, >=, 24000);
  g_assert_cmpuint (record.time, <=, 30000);
}

/* A trace that was saved is known by its content; one that is cut shows what is left. */
static void
test_file (void)
{
  g_autoptr (LsRunner) original = run_steps ();
  g_autofree char *text = session_text (STEPS, "", "\"title\":\"kept\"");
  g_autofree char *folder = g_dir_make_tmp ("loopscope-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "run.loopscope", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LsSession) session = NULL;
  g_autoptr (LsRunner) runner = NULL;
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_assert_true (ls_trace_save (ls_runner_get_trace (original), file, text, NULL, NULL, NULL, &error));
  session = ls_session_new_from_path (path, &error);
  g_assert_no_error (error);
  g_assert_true (ls_session_is_recorded (session));
  g_assert_cmpstr (ls_session_get_title (session), ==, "kept");
  g_assert_true (g_file_equal (ls_session_get_file (session), file));
  g_assert_null (ls_session_get_recorded_problem (session));
  runner = runner_new (session);
  g_assert_true (ls_runner_run_to_end (runner, NULL));
  assert_same (original, runner);

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (path, bytes, length * 3 / 4, NULL));
  g_clear_object (&session);
  session = ls_session_new_from_path (path, &error);
  g_assert_no_error (error);
  g_assert_nonnull (ls_session_get_recorded_problem (session));
  g_clear_object (&runner);
  runner = runner_new (session);
  g_assert_true (ls_runner_run_to_end (runner, NULL));
  g_assert_cmpuint (ls_trace_get_length (ls_runner_get_trace (runner)), <=, ls_trace_get_length (ls_runner_get_trace (original)));

  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* A session is one, whatever members it has that others' files have as well. */
static void
test_sessions (void)
{
  static const char *const members[] = { "\"metadata\":{}", "\"meta\":1", "\"threads\":[]", "\"traceEvents\":[]" };

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      g_autofree char *text = session_text (STEPS, "", members[i]);
      g_autofree char *moved = g_strdup_printf ("\n%s", text);
      g_autofree char *path = NULL;
      g_autoptr (LsSession) session = NULL;
      g_autoptr (GError) error = NULL;
      int fd = g_file_open_tmp ("loopscope-test-XXXXXX", &path, &error);

      g_assert_no_error (error);
      close (fd);
      g_assert_true (g_file_set_contents (path, moved, -1, NULL));
      session = ls_session_new_from_path (path, &error);
      g_assert_no_error (error);
      g_assert_false (ls_session_is_recorded (session));
      g_assert_cmpint (g_unlink (path), ==, 0);
    }
}

static void
test_empty (void)
{
  g_autoptr (LsRecordingBuilder) builder = ls_recording_builder_new (LS_RECORDING_FORMAT_CHROME);
  g_autoptr (LsRecording) recording = ls_recording_builder_end (builder);
  g_autoptr (GError) error = NULL;

  g_assert_null (ls_session_new_for_recording (recording, NULL, 0, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/recorded/trace", test_trace);
  g_test_add_func ("/recorded/limits", test_limits);
  g_test_add_func ("/recorded/refused", test_refused);
  g_test_add_func ("/recorded/marks", test_marks);
  g_test_add_func ("/recorded/recording", test_recording);
  g_test_add_func ("/recorded/annotations", test_annotations);
  g_test_add_func ("/recorded/file", test_file);
  g_test_add_func ("/recorded/sessions", test_sessions);
  g_test_add_func ("/recorded/empty", test_empty);

  return g_test_run ();
}
