/* test-recording.c: recordings of other tools in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "test-timeline-util.h"

#include "ls-choices-view.h"
#include "ls-choices.h"
#include "ls-comparison-view.h"
#include "ls-interactions-view.h"
#include "ls-reading-bar.h"
#include "ls-recording-pane.h"
#include "ls-rerun-pane.h"
#include "ls-session-view-private.h"
#include "ls-task-chip.h"
#include "ls-timeline-chart.h"
#include "ls-trace-file.h"
#include "ls-wait-list.h"

static GFile *
get_sample (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "tests", "recording", "samples", name, NULL);

  return g_file_new_for_path (path);
}

/* A window that shows a sample, all of which has been replayed, before the first task of the scheduler. */
static LsWindow *
open_sample (const char *name)
{
  g_autoptr (GFile) file = get_sample (name);
  LsWindow *window = test_window_new (NULL, 1300, 850);

  test_window_open (window, file);
  g_assert_true (ls_window_has_session (window));
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  test_ui_wait_for (!ls_debugger_get_working (ls_window_get_debugger (window)));
  return window;
}

static gboolean
is_enabled (LsWindow   *window,
            const char *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (window), action);
}

static GtkWidget *
get_named (GtkWidget  *widget,
           GType       type,
           const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (widget, type, name));
}

static void
test_open (void)
{
  LsWindow *window = open_sample ("real-page.json.gz");
  LsPlayer *player = test_window_get_player (window);
  GtkWidget *pane = test_window_get_child (window, "recording");
  LsState *state = ls_player_get_state (player);
  guint32 next = ls_state_get_next_task (state);

  /* The pane takes the place of the program. */
  g_assert_true (gtk_widget_get_mapped (pane));
  g_assert_false (gtk_widget_get_mapped (test_window_get_child (window, "program")));
  g_assert_true (test_ui_shows (pane, "real-page.json.gz"));
  g_assert_true (test_ui_shows (pane, "http://127.0.0.1:36245/"));
  g_assert_true (test_ui_shows (pane, "Chrome trace events (JSON)"));
  g_assert_true (test_ui_shows (pane, "Copy Recording Helper"));
  g_assert_true (test_ui_shows (pane, "Loopscope infers when priorities changed"));

  /* What is next is a task of the scheduler, in its queue. */
  g_assert_cmpuint (next, !=, 0);
  g_assert_true (ls_state_get_task (state, next)->is_scheduler_task);
  g_assert_false (ls_session_view_get_modified (ls_window_get_view (window)));

  /* Time travel. */
  test_window_activate (window, "win.step", NULL);
  test_window_wait (window);
  g_assert_cmpuint (ls_state_get_task (ls_player_get_state (player), next)->turn, !=, 0);
  test_window_activate (window, "win.step-back", NULL);
  test_window_wait (window);
  g_assert_cmpuint (ls_state_get_next_task (ls_player_get_state (player)), ==, next);
  test_window_close (window);
}

static void
test_off (void)
{
  static const char *const off[] = { "post-task", "add-signal", "yield", "set-priority", "abort", "let-agent-go", "run-again",
                                     "run-for-real", "evaluate", "step-statement", "step-over", "step-out", "explore", "preset",
                                     "edition", "clock", "toggle-breakpoint" };
  static const char *const on[] = { "step", "step-back", "to-end", "run", "search", "bookmark", "note", "new-breakpoint",
                                    "what-if", "save-trace", "export-picture", "copy-recording-helper", "save" };
  LsWindow *window = open_sample ("real-page.json.gz");
  g_autoptr (GFile) example = test_window_get_example (TEST_EXAMPLE);
  GtkWidget *post = test_window_get_part (window, "post_task");
  GtkWidget *preset = test_window_get_part (window, "preset");

  for (guint i = 0; i < G_N_ELEMENTS (off); i++)
    if (is_enabled (window, off[i]))
      g_error ("%s is enabled", off[i]);
  for (guint i = 0; i < G_N_ELEMENTS (on); i++)
    if (!is_enabled (window, on[i]))
      g_error ("%s is disabled", on[i]);
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (post), "Recording"));
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (gtk_widget_get_first_child (preset)), "Recorded"));
  g_assert_false (gtk_widget_get_sensitive (preset));

  /* A session can do all that again. */
  test_window_open (window, example);
  test_ui_wait_for (ls_window_get_n_views (window) == 2);
  test_ui_wait_for (is_enabled (window, "post-task"));
  g_assert_true (is_enabled (window, "preset"));
  g_assert_true (gtk_widget_get_sensitive (preset));
  g_assert_null (strstr (gtk_widget_get_tooltip_text (post), "Recording"));
  g_assert_false (gtk_widget_get_visible (test_window_get_child (window, "recording")));
  test_window_close (window);
}

/* Finds the row of a list of loops that is not marked as shown. */
static GtkListBoxRow *
find_other_row (GtkWidget *list,
                guint      shown)
{
  for (int i = 0;; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), i);

      if (row == NULL || GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "thread")) != shown)
        return row;
    }
}

static void
test_switch (void)
{
  LsWindow *window = open_sample ("real-page.json.gz");
  LsDebugger *debugger = ls_window_get_debugger (window);
  LsRecording *recording = ls_debugger_get_recording (debugger);
  GtkWidget *pane = test_window_get_child (window, "recording");
  GtkWidget *list = get_named (pane, LS_TYPE_RECORDING_PANE, "loops");
  guint n_threads;
  const guint *threads;
  guint wanted;
  GtkListBoxRow *row;

  ls_player_get_recording (test_window_get_player (window), &threads, &n_threads);
  row = find_other_row (list, threads[0]);
  g_assert_nonnull (row);
  wanted = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "thread"));
  g_signal_emit_by_name (list, "row-activated", row);
  test_ui_wait_for (!ls_debugger_get_working (debugger) && !ls_player_is_pending (test_window_get_player (window)));
  ls_player_get_recording (test_window_get_player (window), &threads, &n_threads);
  g_assert_cmpuint (threads[0], ==, wanted);
  /* Nothing has been read again, and the file stays. */
  g_assert_true (ls_debugger_get_recording (debugger) == recording);
  g_assert_nonnull (ls_debugger_get_file (debugger));
  g_assert_true (test_ui_shows (pane, "real-page.json.gz"));
  test_window_close (window);
}

static guint
count_spans (LsTimelineModel *model,
             guint            track)
{
  return ls_span_list_get_n (ls_timeline_model_get_track (model, track)->spans);
}

static gboolean
has_row (LsTimelineScene *scene,
         guint            track)
{
  guint n_rows;
  const LsTimelineRow *rows = ls_timeline_scene_get_rows (scene, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    if (rows[i].track == track)
      return TRUE;
  return FALSE;
}

/* Whether a chip in @root has the mark of a choice that the preset would not have made. */
static gboolean
is_chip_marked (GtkWidget *root)
{
  if (LS_IS_TASK_CHIP (root))
    return gtk_widget_get_mapped (root) && gtk_widget_get_visible (get_named (root, LS_TYPE_TASK_CHIP, "departure"));
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (is_chip_marked (child))
      return TRUE;
  return FALSE;
}

/* The task in the timeline says the same, and no other one does. */
static void
check_timeline_mark (LsWindow *window)
{
  LsTimelineScene *scene = ls_timeline_get_scene (LS_TIMELINE (test_window_get_child (window, "timeline")));
  LsTimelineModel *model = ls_timeline_scene_get_model (scene);
  guint n_marked = 0;

  for (guint32 task = 1; task < 700; task++)
    {
      const LsTimelineTask *data = ls_timeline_model_get_task (model, task);
      LsTimelineHit hit = { .mark = G_MAXUINT32 };
      g_autofree char *text = NULL;

      if (data == NULL || (hit.span = ls_timeline_model_get_task_span (model, task)) == NULL)
        continue;
      hit.track = ls_timeline_model_find_agent (model, data->agent)->first_track + data->track;
      text = ls_timeline_describe_hit (scene, &hit);
      if (strstr (text, "the preset would have chosen") == NULL)
        continue;
      n_marked++;
      g_assert_nonnull (ls_choices_find_task (ls_choices_of (test_window_get_player (window)), task));
    }
  g_assert_cmpuint (n_marked, ==, 2);
}

static void
test_panes (void)
{
  LsWindow *window = open_sample ("shop-devtools.json.gz");
  LsTimelineScene *scene = ls_timeline_get_scene (LS_TIMELINE (test_window_get_child (window, "timeline")));
  LsTimelineModel *model = ls_timeline_scene_get_model (scene);
  LsPlayer *player = test_window_get_player (window);
  GtkWidget *interactions, *choices, *list;
  GtkWidget *waits = test_window_get_child (window, "waits");
  gsize before;

  test_ui_wait_for (has_row (scene, LS_TRACK_INPUT));
  for (guint track = LS_TRACK_INPUT; track <= LS_TRACK_BROWSER; track++)
    {
      g_assert_cmpuint (count_spans (model, track), >, 0);
      g_assert_true (has_row (scene, track));
    }
  g_assert_cmpuint (count_spans (model, LS_TRACK_LONG_TASKS), ==, 2);
  g_assert_cmpuint (ls_timeline_model_get_track (model, LS_TRACK_TIMINGS)->marks->len, >, 0);

  /* The interactions. */
  test_window_activate (window, "win.show-view", "s", "statistics");
  interactions = get_named (test_window_get_child (window, "statistics"), G_OBJECT_TYPE (test_window_get_child (window, "statistics")),
                            "interactions");
  g_assert_true (test_ui_shows (interactions, "INP"));
  list = get_named (interactions, LS_TYPE_INTERACTIONS_VIEW, "list");
  before = ls_player_get_position (player);
  g_signal_emit_by_name (list, "activate", 0u);
  test_ui_wait_for (ls_player_get_position (player) != before);

  /* Choices that the preset would not have made. */
  test_window_activate (window, "win.show-view", "s", "lints");
  choices = get_named (test_window_get_child (window, "lints"), G_OBJECT_TYPE (test_window_get_child (window, "lints")), "choices");
  test_ui_wait_for (gtk_widget_get_visible (choices));
  g_assert_true (test_ui_shows (choices, "differ"));
  test_ui_wait_for (test_ui_shows (choices, "2 of 274 differ from the preset, 118 unknown"));
  gtk_expander_set_expanded (GTK_EXPANDER (get_named (choices, LS_TYPE_CHOICES_VIEW, "expander")), TRUE);
  g_assert_true (test_ui_shows (choices, "The recording does not say enough about what waited."));
  g_assert_true (test_ui_shows (choices, "Browsers raise frames that have waited long, or that follow input."));
  g_assert_true (test_ui_shows (choices, "154"));
  g_assert_true (test_ui_shows (test_window_get_child (window, "lints"), "Cost: "));
  list = get_named (choices, LS_TYPE_CHOICES_VIEW, "list");
  before = ls_player_get_position (player);
  test_ui_wait_for (g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)))) > 0);
  g_signal_emit_by_name (list, "activate", 0u);
  test_ui_wait_for (ls_player_get_position (player) != before);

  /* The stage and the card beside it tell of the choice where it is made; so does the task in the timeline. */
  test_ui_wait_for (test_ui_shows (test_window_get_child (window, "why"), "the preset would have chosen “renderList ↻”. Likely reason: Browsers"));
  test_ui_wait_for (is_chip_marked (test_window_get_child (window, "stage")));
  check_timeline_mark (window);

  /* What the selected task waited for: it is the one that ran there. */
  test_ui_wait_for (gtk_widget_get_visible (waits) || ls_state_get_next_task (ls_player_get_state (player)) != 0);
  for (guint32 task = 1; !gtk_widget_get_visible (waits) && task < 400; task++)
    {
      const LsTaskState *data = ls_state_get_task (ls_player_get_state (player), task);

      if (data == NULL || !data->is_scheduler_task || data->turn == 0 || data->started_at == data->queued_at)
        continue;
      ls_player_select (player, LS_SELECTION_TASK, task);
      test_ui_wait_for (gtk_widget_get_visible (waits));
    }
  g_assert_true (test_ui_shows (waits, " waited "));
  g_assert_nonnull (gtk_widget_get_first_child (get_named (waits, LS_TYPE_WAIT_LIST, "list")));
  test_window_close (window);
}

static void
test_what_if (void)
{
  LsWindow *window = open_sample ("whatif-plain.json.gz");
  GtkWidget *pane = test_window_get_child (window, "rerun");
  GtkWidget *name = get_named (pane, LS_TYPE_RERUN_PANE, "name");
  LsComparisonView *comparison = LS_COMPARISON_VIEW (get_named (pane, LS_TYPE_RERUN_PANE, "comparison"));

  g_assert_true (test_ui_shows (test_window_get_child (window, "recording"), "HeadlessChrome 156"));
  test_window_activate (window, "win.what-if", NULL);
  test_ui_wait_for (gtk_widget_get_mapped (pane));
  g_assert_false (gtk_widget_get_mapped (test_window_get_child (window, "what_if")));
  gtk_editable_set_text (GTK_EDITABLE (name), "");
  ls_rerun_pane_run (LS_RERUN_PANE (pane));
  g_assert_true (test_ui_shows (pane, "Which tasks?"));

  gtk_editable_set_text (GTK_EDITABLE (name), "decode*");
  ls_rerun_pane_run (LS_RERUN_PANE (pane));
  test_ui_wait_for (ls_comparison_view_get_comparison (comparison) != NULL);
  g_assert_true (test_ui_shows (pane, "You can trust the order"));
  g_assert_true (test_ui_shows (pane, "“decode*” with priority background"));

  /* The changed program is a session as any other. */
  gtk_widget_activate_action (GTK_WIDGET (comparison), "what-if.open", NULL);
  test_ui_wait_for (ls_window_get_n_views (window) == 2);
  g_assert_false (ls_debugger_is_recorded (ls_window_get_debugger (window)));
  g_assert_true (is_enabled (window, "post-task"));
  test_window_close (window);
}

static void
test_save_trace (void)
{
  LsWindow *window = open_sample ("whatif-plain.json.gz");
  LsSessionView *view = ls_window_get_view (window);
  LsTrace *trace = test_window_get_player (window) != NULL ? ls_player_get_trace (test_window_get_player (window)) : NULL;
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "loopscope-test.trace.json.gz", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LsTrace) loaded = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *session = NULL;
  g_autofree char *problem = NULL;

  ls_session_view_write_trace (view, "trace", file);
  test_ui_wait_for (view->writing == NULL);
  loaded = ls_trace_load (file, &session, &problem, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (problem);
  g_assert_cmpuint (ls_trace_get_length (loaded), ==, ls_trace_get_length (trace));

  /* It opens like the recording, with all that this has. */
  test_window_open (window, file);
  test_ui_wait_for (ls_window_get_n_views (window) == 2);
  test_ui_wait_for (ls_debugger_is_recorded (ls_window_get_debugger (window)));
  g_assert_nonnull (ls_debugger_get_recording (ls_window_get_debugger (window)));
  g_assert_false (test_ui_shows (test_window_get_child (window, "recording"), "This is the trace of a run"));
  g_assert_true (test_ui_shows (test_window_get_child (window, "recording"), "Copy Recording Helper"));
  g_assert_false (is_enabled (window, "post-task"));

  for (guint i = 0; i < 3; i++)
    {
      static const char *const formats[] = { "chrome", "perfetto", "sysprof" };
      g_autoptr (GFileInfo) info = NULL;

      ls_session_view_write_trace (view, formats[i], file);
      test_ui_wait_for (view->writing == NULL);
      info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (g_file_info_get_size (info), >, 1000);
    }
  g_unlink (path);

  /* A place where nothing can be written is told. */
  g_clear_object (&file);
  file = g_file_new_for_path ("/proc/no/trace.json.gz");
  ls_session_view_write_trace (view, "trace", file);
  test_ui_wait_for (view->writing == NULL);
  g_assert_true (test_ui_shows (test_window_get_child (window, "toasts"), "trace.json.gz"));
  test_window_close (window);
}

/* A file that is no recording after all is told as any other file. */
static void
test_broken (void)
{
  LsWindow *window = test_window_new (NULL, 1000, 700);
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "loopscope-test.json.gz", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_assert_true (g_file_set_contents (path, "\037\213\010\000 nothing of the kind", -1, NULL));
  test_window_open (window, file);
  g_assert_false (ls_window_has_session (window));
  g_assert_true (test_ui_shows (test_window_get_child (window, "welcome"), "loopscope-test.json.gz"));
  g_unlink (path);
  test_window_close (window);
}

/* A file that is large enough to come in parts if these are small: a sample, unpacked. */
static GFile *
make_large (void)
{
  g_autoptr (GFile) sample = get_sample ("shop-devtools.json.gz");
  g_autoptr (GConverter) converter = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  g_autoptr (GInputStream) packed = G_INPUT_STREAM (g_file_read (sample, NULL, NULL));
  g_autoptr (GInputStream) stream = g_converter_input_stream_new (packed, converter);
  g_autoptr (GFileIOStream) io = NULL;
  GFile *file = g_file_new_tmp ("loopscope-large-XXXXXX.json", &io, NULL);

  g_assert_nonnull (file);
  g_assert_cmpint (g_output_stream_splice (g_io_stream_get_output_stream (G_IO_STREAM (io)), stream, 0, NULL, NULL), >, 0);
  g_io_stream_close (G_IO_STREAM (io), NULL, NULL);
  return file;
}

typedef struct
{
  LsWindow  *window;
  LsOpening *opening;
  guint      n_parts;
  gboolean   stops;
} PartTest;

static gboolean
shows_part (LsWindow *window)
{
  LsRecording *recording = ls_debugger_get_recording (ls_window_get_debugger (window));

  return recording != NULL && ls_recording_is_part (recording);
}

static gboolean
tells_of_reading (LsWindow *window)
{
  GtkWidget *bar = test_window_get_child (window, "reading_bar");

  return gtk_revealer_get_reveal_child (GTK_REVEALER (get_named (bar, LS_TYPE_READING_BAR, "revealer")));
}

/* While the rest is read, what is here can be looked at, and nothing is changed or saved that would be of the part. */
static void
part_cb (LsSessionFile *file,
         LsOpening     *opening,
         PartTest      *test)
{
  test->n_parts++;
  g_assert_true (shows_part (test->window));
  g_assert_true (tells_of_reading (test->window));
  g_assert_true (gtk_widget_get_visible (test_window_get_child (test->window, "recording")));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (test_window_get_child (test->window, "stack"))), ==, "session");
  g_assert_true (is_enabled (test->window, "step"));
  g_assert_true (is_enabled (test->window, "stop-reading"));
  g_assert_false (is_enabled (test->window, "save-trace"));
  g_assert_false (is_enabled (test->window, "export-trace"));
  g_assert_false (is_enabled (test->window, "bookmark"));
  g_assert_false (is_enabled (test->window, "note"));
  g_assert_true (test_ui_shows (test_window_get_child (test->window, "recording"), "only the beginning"));
  if (test->stops)
    test_window_activate (test->window, "win.stop-reading", NULL);
}

static void
opened_cb (LsSessionFile *file,
           LsOpening     *opening,
           PartTest      *test)
{
  g_set_object (&test->opening, opening);
}

static void
begin_part_test (PartTest *test,
                 GFile    *file)
{
  LsSessionView *view = ls_window_get_view (test->window);
  LsOpening *opening = ls_opening_new_for_file (file, FALSE);

  g_signal_connect (ls_session_view_get_file (view), "part", G_CALLBACK (part_cb), test);
  g_signal_connect (ls_session_view_get_file (view), "opened", G_CALLBACK (opened_cb), test);
  ls_opening_set_part_bytes (opening, 800000);
  ls_session_view_begin_opening (view, opening);
  test_ui_wait_for (test->opening != NULL);
  g_assert_cmpuint (test->n_parts, ==, 1);
}

/* What can be looked at meanwhile; then the whole takes its place, at the same moment of the same thread. */
static void
test_part (void)
{
  PartTest test = { .window = test_window_new (NULL, 1300, 850) };
  g_autoptr (GFile) large = make_large ();
  LsSessionView *view = ls_window_get_view (test.window);
  LsSessionFile *file = ls_session_view_get_file (view);
  LsPlayer *player = test_window_get_player (test.window);
  LsRecording *recording;
  gint64 moment;
  gsize n_events;
  guint n_blocked;

  /* The view hears only later that all of it is there. */
  n_blocked = g_signal_handlers_block_matched (file, G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_DATA, g_signal_lookup ("opened", LS_TYPE_SESSION_FILE),
                                               0, NULL, NULL, view);
  g_assert_cmpuint (n_blocked, >, 0);
  begin_part_test (&test, large);
  test_ui_wait_for (!ls_player_is_pending (player));
  for (guint i = 0; i < 5; i++)
    {
      test_window_activate (test.window, "win.step", NULL);
      test_window_wait (test.window);
    }
  g_assert_true (shows_part (test.window));
  test_ui_save_picture (GTK_WIDGET (test.window), "recording-part");
  recording = ls_debugger_get_recording (ls_window_get_debugger (test.window));
  n_events = ls_recording_get_n_events (recording);
  moment = ls_recording_get_beginning (recording) / 1000 + (gint64) ls_state_get_time (ls_player_get_state (player));

  g_signal_handlers_unblock_matched (file, G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_DATA, g_signal_lookup ("opened", LS_TYPE_SESSION_FILE), 0, NULL,
                                     NULL, view);
  g_signal_handlers_disconnect_by_data (file, &test);
  g_signal_emit_by_name (file, "opened", test.opening);
  test_ui_wait_for (!ls_player_is_pending (player));
  recording = ls_debugger_get_recording (ls_window_get_debugger (test.window));
  g_assert_false (ls_recording_is_part (recording));
  g_assert_false (tells_of_reading (test.window));
  g_assert_cmpuint (ls_recording_get_n_events (recording), >, n_events);
  g_assert_cmpint (ls_recording_get_beginning (recording) / 1000 + (gint64) ls_state_get_time (ls_player_get_state (player)), ==, moment);
  g_assert_true (is_enabled (test.window, "save-trace"));
  g_assert_true (is_enabled (test.window, "bookmark"));
  g_assert_false (is_enabled (test.window, "stop-reading"));
  g_clear_object (&test.opening);
  g_file_delete (large, NULL, NULL);
  test_window_close (test.window);
}

/* Whoever stops the reading keeps what has been read by then, and is told that it is not all. */
static void
test_part_stop (void)
{
  PartTest test = { .window = test_window_new (NULL, 1300, 850), .stops = TRUE };
  g_autoptr (GFile) large = make_large ();
  LsRecording *recording;

  begin_part_test (&test, large);
  test_ui_wait_for (!shows_part (test.window));
  g_assert_true (ls_window_has_session (test.window));
  recording = ls_debugger_get_recording (ls_window_get_debugger (test.window));
  g_assert_nonnull (recording);
  g_assert_false (tells_of_reading (test.window));
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (test.window)));
  g_assert_true (is_enabled (test.window, "save-trace"));
  g_signal_handlers_disconnect_by_data (ls_session_view_get_file (ls_window_get_view (test.window)), &test);
  g_clear_object (&test.opening);
  g_file_delete (large, NULL, NULL);
  test_window_close (test.window);
}

static void
test_helper (void)
{
  LsWindow *window = test_window_new (NULL, 1000, 700);
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (window));
  GValue value = G_VALUE_INIT;

  test_window_activate (window, "win.copy-recording-helper", NULL);
  g_value_init (&value, G_TYPE_STRING);
  g_assert_true (gdk_content_provider_get_value (gdk_clipboard_get_content (clipboard), &value, NULL));
  g_assert_nonnull (strstr (g_value_get_string (&value), "loopscope.controller"));
  g_value_unset (&value);
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/recording/open", test_open);
  g_test_add_func ("/recording/off", test_off);
  g_test_add_func ("/recording/switch", test_switch);
  g_test_add_func ("/recording/panes", test_panes);
  g_test_add_func ("/recording/what-if", test_what_if);
  g_test_add_func ("/recording/save-trace", test_save_trace);
  g_test_add_func ("/recording/broken", test_broken);
  g_test_add_func ("/recording/part", test_part);
  g_test_add_func ("/recording/part-stop", test_part_stop);
  g_test_add_func ("/recording/helper", test_helper);

  return g_test_run ();
}
