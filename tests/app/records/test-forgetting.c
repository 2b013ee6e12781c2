/* test-forgetting.c: a run that is many times as long as what is kept of it, in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include <glib/gstdio.h>

#include "ls-events-table.h"
#include "ls-explain.h"
#include "ls-record-list-model.h"
#include "ls-statistics.h"
#include "ls-text-block.h"
#include "ls-timeline-chart.h"
#include "ls-timeline.h"
#include "ls-what-if-pane.h"

#define N_KEPT 10000
/* That many, once there are a quarter more, and what is written between two looks. */
#define MAX_KEPT (4 * N_KEPT)

/* Sixty and three tasks run over and over; one waits all the time; signals come, change and go. */
static const char program[] =
  "{ \"format\": \"loopscope-session\", \"version\": 1, \"title\": \"long\","
  "  \"settings\": { \"budget\": { \"steps\": %u, \"records\": 100000000, \"keepRecords\": 10000 } },"
  "  \"program\": { \"kind\": \"steps\", \"main\": ["
  "    { \"op\": \"controller\", \"name\": \"main\" },"
  "    { \"op\": \"postTask\", \"body\": \"never\", \"priority\": \"background\" },"
  "    { \"op\": \"repeat\", \"times\": 60, \"body\": [ { \"op\": \"postTask\", \"body\": \"again\", \"signal\": \"main\" } ] },"
  "    { \"op\": \"repeat\", \"times\": 3, \"body\": [ { \"op\": \"postTask\", \"body\": \"aborted\" } ] } ],"
  "  \"bodies\": { \"never\": [ { \"op\": \"log\", \"text\": \"at last\" } ],"
  "    \"again\": [ { \"op\": \"work\", \"ms\": 1 }, { \"op\": \"postTask\", \"body\": \"again\", \"signal\": \"main\" } ],"
  "    \"aborted\": [ { \"op\": \"log\", \"text\": \"turn\" }, { \"op\": \"controller\", \"name\": \"c\" },"
  "      { \"op\": \"postTask\", \"body\": \"never\", \"signal\": \"c\" },"
  "      { \"op\": \"setPriority\", \"controller\": \"c\", \"priority\": \"user-blocking\" },"
  "      { \"op\": \"abort\", \"controller\": \"c\" }, { \"op\": \"postTask\", \"body\": \"aborted\" } ] } } }";

static LsWindow *
open_long (guint n_steps)
{
  g_autofree char *name = g_strdup_printf ("forgetting-%d" LS_SESSION_SUFFIX, (int) getpid ());
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), name, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LsSession) session = NULL;
  g_autoptr (GError) error = NULL;
  LsWindow *window;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  text = g_strdup_printf (program, n_steps);
#pragma GCC diagnostic pop
  g_assert_true (g_file_set_contents (path, text, -1, &error));
  window = test_window_new (NULL, 1360, 860);
  session = ls_session_new_from_file (file, NULL, &error);
  g_assert_no_error (error);
  ls_debugger_open_session (ls_window_get_debugger (window), session, file, &error);
  g_assert_no_error (error);
  g_unlink (path);
  test_window_wait (window);
  return window;
}

static void
show (LsWindow   *window,
      const char *name)
{
  test_window_activate (window, "win.show-view", "s", name);
}

static GtkWidget *
find_text (GtkWidget  *root,
           const char *text)
{
  if (GTK_IS_LABEL (root) && gtk_widget_get_visible (root) && strstr (gtk_label_get_text (GTK_LABEL (root)), text) != NULL)
    return root;
  if (LS_IS_TEXT_BLOCK (root) && gtk_widget_get_visible (root))
    {
      g_autofree char *label = NULL;

      g_object_get (root, "label", &label, NULL);
      if (strstr (label, text) != NULL)
        return root;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_text (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static LsRecordListModel *
get_list (GtkWidget *table)
{
  GtkSelectionModel *selection = ls_events_table_get_rows (LS_EVENTS_TABLE (table));

  return LS_RECORD_LIST_MODEL (gtk_multi_selection_get_model (GTK_MULTI_SELECTION (selection)));
}

static LsTimelineModel *
get_model (LsWindow *window)
{
  return ls_timeline_scene_get_model (ls_timeline_get_scene (LS_TIMELINE (test_window_get_child (window, "timeline"))));
}

/* No structure has more than what can be in the records that are kept. */
static void
assert_bounded (LsWindow *window)
{
  LsTimelineModel *model = get_model (window);
  LsTrace *trace = ls_player_get_trace (test_window_get_player (window));
  guint n_spans = 0, n_marks = 0;

  g_assert_cmpuint (ls_trace_get_length (trace) - ls_trace_get_start (trace), <=, 20 * MAX_KEPT);
  for (guint i = 0; i < ls_timeline_model_get_n_tracks (model); i++)
    {
      const LsTrack *track = ls_timeline_model_get_track (model, i);

      n_spans += ls_span_list_get_n (track->spans) - ls_span_list_get_first (track->spans);
      n_marks += track->marks->len;
    }
  g_assert_cmpuint (n_spans, <=, ls_player_get_length (test_window_get_player (window)) - ls_player_get_start (test_window_get_player (window)) + 100);
  g_assert_cmpuint (n_marks, <=, ls_player_get_length (test_window_get_player (window)) - ls_player_get_start (test_window_get_player (window)));
  g_assert_cmpuint (ls_timeline_model_get_n_tracks (model), <=, LS_N_TRACKS + 4096);
  g_assert_cmpuint (ls_timeline_model_count_tasks (model), <=,
                    ls_timeline_model_get_n_read (model) - ls_timeline_model_get_start (model) + 1000);
}

/* What the timeline has is what one has that reads only what is left. */
static void
assert_same_timeline (LsWindow *window)
{
  LsTimelineModel *model = get_model (window);
  g_autoptr (LsTimelineModel) fresh = ls_timeline_model_new ();
  LsTrace *trace = ls_player_get_trace (test_window_get_player (window));
  gsize start = ls_trace_get_start (trace);
  guint n_compared = 0;

  ls_timeline_model_set_trace (fresh, trace);
  while (ls_timeline_model_read (fresh, G_MAXSIZE, G_MAXSIZE))
    ;
  g_assert_cmpuint (ls_timeline_model_get_start (model), ==, start);
  g_assert_cmpuint (ls_timeline_model_get_start (fresh), ==, start);
  g_assert_cmpuint (ls_timeline_model_get_end (model), ==, ls_timeline_model_get_end (fresh));
  for (guint kind = 0; kind < LS_N_TRACKS; kind++)
    {
      const LsTrack *track = ls_timeline_model_get_track (model, kind);
      const LsTrack *other = ls_timeline_model_get_track (fresh, kind);
      guint n = ls_span_list_get_n (track->spans), other_n = ls_span_list_get_n (other->spans);

      g_assert_cmpuint (track->marks->len, ==, other->marks->len);
      for (; n > ls_span_list_get_first (track->spans) && other_n > 0; n--, other_n--)
        {
          const LsSpan *span = ls_span_list_get (track->spans, n - 1);
          const LsSpan *other_span = ls_span_list_get (other->spans, other_n - 1);
          g_autofree char *name = NULL;
          g_autofree char *other_name = NULL;

          if (span->record < start)
            break;
          g_assert_cmpuint (span->start, ==, other_span->start);
          g_assert_cmpuint (span->end, ==, other_span->end);
          g_assert_cmpuint (span->record, ==, other_span->record);
          g_assert_cmpuint (span->subject, ==, other_span->subject);
          name = ls_timeline_model_format_task (model, span->subject);
          other_name = ls_timeline_model_format_task (fresh, other_span->subject);
          g_assert_cmpstr (name, ==, other_name);
          n_compared++;
        }
    }
  g_assert_cmpuint (n_compared, >, 100);

  /* Signals are the same ones, with the same priorities. */
  for (guint i = LS_N_TRACKS; i < ls_timeline_model_get_n_tracks (fresh); i++)
    {
      const LsTrack *other = ls_timeline_model_get_track (fresh, i);
      guint number = ls_timeline_model_find_signal (model, other->signal);
      const LsTrack *track;
      const LsSpan *span, *other_span;

      g_assert_cmpuint (number, !=, 0);
      track = ls_timeline_model_get_track (model, number);
      g_assert_cmpuint (track->name, ==, other->name);
      if (ls_span_list_is_empty (track->spans) || ls_span_list_is_empty (other->spans))
        continue;
      span = ls_span_list_get (track->spans, ls_span_list_get_n (track->spans) - 1);
      other_span = ls_span_list_get (other->spans, ls_span_list_get_n (other->spans) - 1);
      g_assert_cmpint (ls_timeline_model_get_priority (model, track, span), ==,
                       ls_timeline_model_get_priority (fresh, other, other_span));
    }
  g_assert_cmpuint (ls_timeline_model_get_n_tracks (fresh), >, LS_N_TRACKS);
}

/* The rows are the records that are left, in order. */
static void
assert_same_rows (LsWindow                 *window,
                  const LsRecordFilterSpec *spec)
{
  LsRecordListModel *list = get_list (test_window_get_child (window, "events"));
  LsTrace *trace = ls_player_get_trace (test_window_get_player (window));
  g_autoptr (LsRecordFilter) filter = ls_record_filter_new (trace, spec);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (list));

  while (ls_record_filter_advance (filter, G_MAXSIZE, NULL))
    ;
  g_assert_cmpuint (n, ==, ls_record_filter_get_n_matches (filter));
  g_assert_cmpuint (n, >, 0);
  for (guint i = 0; i < n; i += 1 + n / 500)
    {
      g_autoptr (LsRecordItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);
      gsize position;

      g_assert_true (ls_record_filter_get_match (filter, i, &position));
      g_assert_cmpuint (ls_record_item_get_position (item), ==, position);
      g_assert_cmpuint (ls_record_item_get_record (item)->kind, !=, LS_RECORD_NONE);
    }
}

static void
run_at_full_speed (LsWindow *window)
{
  ls_player_set_speed (test_window_get_player (window), LS_SPEED_MAXIMUM);
  ls_player_set_running (test_window_get_player (window), TRUE);
}

/* Every pane open in turn while it runs, with filters. */
static void
test_forgetting_run (void)
{
  static const char *const views[] = { "timeline", "events", "log", "lints", "statistics", "breakpoints", "what-if",
                                       "explore" };
  LsWindow *window = open_long (g_test_slow () ? 1200000 : 60000);
  LsPlayer *player = test_window_get_player (window);
  GtkWidget *search = test_ui_find (test_window_get_child (window, "events"), GTK_TYPE_SEARCH_ENTRY, NULL);
  LsRecordFilterSpec spec = LS_RECORD_FILTER_SPEC_INIT;
  LsRecordListModel *list = get_list (test_window_get_child (window, "events"));
  GtkWidget *chart = test_ui_find (test_window_get_child (window, "timeline"), LS_TYPE_TIMELINE_CHART, NULL);
  g_autoptr (LsExplanation) explanation = NULL;
  g_autofree char *to_start = NULL;
  guint i = 0, n_views = 0;

  ls_debugger_set_marks (ls_window_get_debugger (window), 3, "early", "a note", "write");
  g_assert_null (find_text (test_window_get_child (window, "timeline"), "no longer kept"));
  run_at_full_speed (window);
  while (ls_player_get_running (player))
    {
      g_main_context_iteration (NULL, TRUE);
      if (i++ % 20 != 0)
        continue;
      show (window, views[n_views++ % G_N_ELEMENTS (views)]);
      if (n_views == 9)
        gtk_editable_set_text (GTK_EDITABLE (search), "turn");
      /* Into what is gone, and on. */
      if (n_views % 10 == 5)
        {
          ls_timeline_chart_seek_soon (LS_TIMELINE_CHART (chart), 0);
          ls_player_select (player, LS_SELECTION_TASK, n_views);
        }
      if (n_views % 10 == 6)
        ls_player_set_running (player, TRUE);
      assert_bounded (window);
    }
  test_window_wait (window);
  ls_player_to_end (player);
  test_window_wait (window);
  show (window, "events");
  test_ui_wait_for (ls_player_get_start (player) == ls_trace_get_start (ls_player_get_trace (player)));
  test_ui_wait_for (ls_timeline_model_get_n_read (get_model (window)) == ls_trace_get_length (ls_player_get_trace (player)));
  g_assert_cmpuint (ls_player_get_start (player), >, 10 * N_KEPT);
  assert_bounded (window);
  assert_same_timeline (window);

  /* With the filter, and without. */
  gtk_editable_set_text (GTK_EDITABLE (search), "turn");
  test_ui_wait_for (ls_record_list_model_get_filter (list) != NULL && ls_record_list_model_is_complete (list));
  spec.text = "turn";
  assert_same_rows (window, &spec);
  gtk_editable_set_text (GTK_EDITABLE (search), "");
  test_ui_wait_for (ls_record_list_model_get_filter (list) == NULL);
  spec.text = NULL;
  assert_same_rows (window, &spec);

  /* It is said, wherever it matters. */
  g_assert_nonnull (find_text (test_window_get_child (window, "events"), "are no longer kept"));
  g_assert_nonnull (find_text (test_window_get_child (window, "timeline"), "are no longer kept"));
  g_assert_nonnull (find_text (test_window_get_child (window, "timeline"), "2 bookmarks and notes there"));
  to_start = gtk_widget_get_tooltip_text (test_ui_find (test_window_get_part (window, "transport"), GTK_TYPE_BUTTON, NULL)) != NULL
               ? g_strdup (gtk_widget_get_tooltip_text (test_ui_find (test_window_get_part (window, "transport"), GTK_TYPE_BUTTON, NULL))) : NULL;
  g_assert_nonnull (strstr (to_start, "First Kept Position"));
  g_assert_nonnull (strstr (adw_window_title_get_subtitle (ADW_WINDOW_TITLE (test_window_get_part (window, "title"))), " · kept from "));
  explanation = ls_explain_before (ls_player_get_trace (player), 5, 6);
  g_assert_nonnull (strstr (explanation->title, "no longer kept"));
  g_clear_pointer (&explanation, ls_explanation_free);
  explanation = ls_explain_then (ls_player_get_trace (player), 6);
  g_assert_nonnull (strstr (explanation->title, "no longer kept"));
  show (window, "what-if");
  ls_what_if_pane_run (LS_WHAT_IF_PANE (test_window_get_child (window, "what_if")));
  g_assert_nonnull (find_text (test_window_get_child (window, "what_if"), "no longer kept"));
  show (window, "statistics");
  test_ui_wait_for (find_text (test_window_get_child (window, "statistics"), "dropped records") != NULL);

  /* The start is the first position that is left, from wherever it is asked for. */
  ls_player_to_start (player);
  g_assert_cmpuint (ls_player_get_position (player), ==, ls_player_get_start (player));
  g_assert_false (gtk_widget_is_sensitive (test_ui_find (test_window_get_part (window, "transport"), GTK_TYPE_BUTTON, NULL)));
  ls_player_step_back (player);
  g_assert_cmpuint (ls_player_get_position (player), ==, ls_player_get_start (player));
  ls_player_step_to (player, 3);
  g_assert_cmpuint (ls_player_get_position (player), ==, ls_player_get_start (player));
  ls_player_step (player);
  g_assert_cmpuint (ls_player_get_position (player), >, ls_player_get_start (player));
  g_assert_true (gtk_widget_is_sensitive (test_ui_find (test_window_get_part (window, "transport"), GTK_TYPE_BUTTON, NULL)));
  test_window_close (window);
}

/* What is selected and where it is scrolled to stay, and nobody is moved. */
static void
test_forgetting_selection (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsProbe *probe = ls_trace_get_probe (trace);
  g_autoptr (LsPlayer) player = ls_player_new ();
  GtkWidget *table = g_object_new (LS_TYPE_EVENTS_TABLE, NULL);
  LsRecordListModel *list = get_list (table);
  GtkSelectionModel *selection;
  GtkWindow *window;
  gsize position;

  for (guint i = 0; i < 40000; i++)
    ls_probe_emit (probe, &(LsRecord) { .kind = LS_RECORD_WORK, .time = i });
  ls_probe_publish (probe);
  ls_player_set_trace (player, trace, NULL, NULL);
  ls_player_seek (player, 30001);
  ls_events_table_set_player (LS_EVENTS_TABLE (table), player);
  window = test_ui_new_window (table, 800, 400);
  test_ui_settle (GTK_WIDGET (window));
  selection = gtk_column_view_get_model (GTK_COLUMN_VIEW (test_ui_find (table, GTK_TYPE_COLUMN_VIEW, NULL)));
  g_assert_true (gtk_selection_model_is_selected (selection, 30000));

  g_assert_true (ls_trace_forget (trace, 15000));
  ls_player_set_running (player, FALSE);
  ls_player_tick (player, 1);
  position = ls_trace_get_start (trace);
  g_assert_cmpuint (ls_player_get_start (player), ==, position);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 40000 - position);
  g_assert_true (gtk_selection_model_is_selected (selection, 30000 - position));
  g_assert_cmpuint (ls_player_get_position (player), ==, 30001);
  test_ui_settle (GTK_WIDGET (window));

  /* The position falls out as well: the first one that is left is shown. */
  for (guint i = 0; i < 40000; i++)
    ls_probe_emit (probe, &(LsRecord) { .kind = LS_RECORD_WORK, .time = 40000 + i });
  ls_probe_publish (probe);
  g_assert_true (ls_trace_forget (trace, 15000));
  ls_player_tick (player, 2);
  g_assert_cmpuint (ls_player_get_position (player), ==, ls_trace_get_start (trace));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 80000 - ls_trace_get_start (trace));
  gtk_window_destroy (window);
}

/* A table that nobody sees makes no rows for those that fall out. */
static void
test_forgetting_unseen (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsProbe *probe = ls_trace_get_probe (trace);
  g_autoptr (LsPlayer) player = ls_player_new ();
  GtkWidget *table = g_object_new (LS_TYPE_EVENTS_TABLE, NULL);
  GtkColumnView *view = GTK_COLUMN_VIEW (test_ui_find (table, GTK_TYPE_COLUMN_VIEW, NULL));
  GtkWidget *stack = gtk_stack_new ();
  GtkWindow *window;

  for (guint i = 0; i < 40000; i++)
    ls_probe_emit (probe, &(LsRecord) { .kind = LS_RECORD_WORK, .time = i });
  ls_probe_publish (probe);
  ls_player_set_trace (player, trace, NULL, NULL);
  ls_events_table_set_player (LS_EVENTS_TABLE (table), player);
  gtk_stack_add_named (GTK_STACK (stack), gtk_label_new ("other"), "other");
  gtk_stack_add_named (GTK_STACK (stack), table, "table");
  window = test_ui_new_window (stack, 800, 400);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_null (gtk_column_view_get_model (view));
  g_assert_true (ls_trace_forget (trace, 15000));
  ls_player_tick (player, 1);
  g_assert_null (gtk_column_view_get_model (view));

  gtk_stack_set_visible_child_name (GTK_STACK (stack), "table");
  test_ui_settle (GTK_WIDGET (window));
  g_assert_nonnull (gtk_column_view_get_model (view));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_list (table))), ==, 40000 - ls_trace_get_start (trace));
  gtk_window_destroy (window);
}

/* What the session says comes first; else what the user wants; else there is a cap all the same. */
static void
test_forgetting_preference (void)
{
  LsWindow *window = open_long (1000);
  guint64 steps, time, records, kept;

  ls_debugger_set_budgets (ls_window_get_debugger (window), 0, 0, 0, 70000);
  ls_debugger_get_budgets (ls_window_get_debugger (window), &steps, &time, &records, &kept);
  g_assert_cmpuint (kept, ==, 10000);
  test_window_close (window);

  window = test_window_new (TEST_EXAMPLE, 1360, 860);
  ls_debugger_get_budgets (ls_window_get_debugger (window), &steps, &time, &records, &kept);
  g_assert_cmpuint (kept, ==, LS_DEBUGGER_DEFAULT_KEPT_RECORDS);
  ls_debugger_set_budgets (ls_window_get_debugger (window), 0, 0, 0, 70000);
  ls_debugger_get_budgets (ls_window_get_debugger (window), &steps, &time, &records, &kept);
  g_assert_cmpuint (kept, ==, 70000);
  ls_debugger_set_budgets (ls_window_get_debugger (window), 0, 0, 0, 5);
  ls_debugger_get_budgets (ls_window_get_debugger (window), &steps, &time, &records, &kept);
  g_assert_cmpuint (kept, ==, LS_SETTINGS_LEAST_KEPT_RECORDS);
  /* It is not written into the session. */
  g_assert_cmpuint (ls_session_get_settings (ls_debugger_get_session (ls_window_get_debugger (window)))->kept_records, ==, 0);
  test_window_close (window);
}

static void
on_freed (gpointer data)
{
  GThread **thread = data;

  g_atomic_pointer_set (thread, g_thread_self ());
}

/* The window does not wait until a large trace is freed; a small one is gone at once. */
static void
test_forgetting_freed (void)
{
  g_autoptr (LsPlayer) player = ls_player_new ();

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LsTrace) trace = test_trace_new_queued (i == 0 ? 10 : 200000);
      GThread *thread = NULL;

      g_object_set_data_full (G_OBJECT (trace), "test", &thread, on_freed);
      ls_player_set_trace (player, trace, NULL, NULL);
      g_clear_object (&trace);
      ls_player_set_trace (player, NULL, NULL, NULL);
      if (i == 0)
        g_assert_true (thread == g_thread_self ());
      test_ui_wait_for (g_atomic_pointer_get (&thread) != NULL);
      if (i == 1)
        g_assert_true (thread != g_thread_self ());
    }
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/forgetting/run", test_forgetting_run);
  g_test_add_func ("/forgetting/selection", test_forgetting_selection);
  g_test_add_func ("/forgetting/unseen", test_forgetting_unseen);
  g_test_add_func ("/forgetting/preference", test_forgetting_preference);
  g_test_add_func ("/forgetting/freed", test_forgetting_freed);

  return g_test_run ();
}
