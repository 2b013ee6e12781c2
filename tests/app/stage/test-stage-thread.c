/* test-stage-thread.c: the stage of the main thread: queues by rank, the way of a timer, starvation, the preset's table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include "ls-preset-pane.h"
#include "ls-preset-table.h"
#include "ls-stage-private.h"
#include "ls-task-chip.h"
#include "ls-thread-cell.h"
#include "ls-thread-row.h"
#include "ls-thread-stage.h"
#include "ls-timer-path.h"

#define SESSION(main) "{\"format\": \"loopscope-session\", \"version\": 1, \"program\": {\"kind\": \"steps\", \"main\": [" main "]}}"

static LsStage *
open_thread (LsWindow *window)
{
  LsStage *stage = LS_STAGE (test_ui_find (GTK_WIDGET (window), LS_TYPE_STAGE, NULL));

  gtk_stack_set_visible_child_name (GTK_STACK (stage->pages), "thread");
  test_ui_settle (GTK_WIDGET (window));
  return stage;
}

static GtkWidget *
find_row (LsStage    *stage,
          const char *name)
{
  GtkWidget *label = test_ui_find (stage->thread, GTK_TYPE_LABEL, name);

  g_assert_nonnull (label);
  return gtk_widget_get_ancestor (label, LS_TYPE_THREAD_ROW);
}

static const char *
get_label (GtkWidget  *widget,
           const char *id)
{
  return gtk_label_get_label (GTK_LABEL (test_ui_find (widget, GTK_TYPE_LABEL, id)));
}

static void
next_record (LsWindow *window,
             LsStage  *stage)
{
  gtk_widget_activate_action (GTK_WIDGET (stage), "stage.next-record", NULL);
  test_window_wait (window);
}

/* Every queue type once, and the six effective priorities, what is served first before the others. */
static void
test_thread_rows (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsStage *stage = open_thread (window);
  GtkWidget *rows = test_ui_find (stage->thread, GTK_TYPE_BOX, "rows");
  int rank = 0;
  guint n_types = 0, n_rows = 0;

  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    n_types += ls_queue_type_is_valid (i) ? 1 : 0;
  for (GtkWidget *row = gtk_widget_get_first_child (rows); row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      const char *number = get_label (row, "rank");

      n_rows++;
      g_assert_cmpuint (test_ui_count (row, LS_TYPE_THREAD_CELL), ==, LS_N_WORK_QUEUES);
      if (row == gtk_widget_get_last_child (rows))
        {
          g_assert_cmpstr (number, ==, "–");
          continue;
        }
      g_assert_cmpint (atoi (number), >=, rank);
      rank = atoi (number);
    }
  g_assert_cmpuint (n_rows, ==, n_types + LS_N_EFFECTIVE_PRIORITIES);
  g_assert_cmpstr (get_label (find_row (stage, "user-blocking ↻"), "rank_name"), ==, "HighContinuation");
  g_assert_cmpstr (get_label (find_row (stage, "control"), "rank"), ==, "0");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (find_row (stage, "v8")), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "v8, rank 7, 0 tasks");
  test_ui_save_picture (GTK_WIDGET (window), "thread");
  test_window_close (window);
}

/* The titles of the columns stay above the rows while these scroll, and move sideways with them. */
static void
test_thread_titles (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 800, 600);
  LsStage *stage = open_thread (window);
  GtkWidget *scroller = GTK_WIDGET (gtk_widget_get_template_child (stage->thread, LS_TYPE_THREAD_STAGE, "scroller"));
  GtkWidget *title = gtk_widget_get_first_child (test_ui_find (stage->thread, GTK_TYPE_BOX, "work_queues"));
  GtkAdjustment *vertical = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  GtkWidget *cell = gtk_widget_get_ancestor (test_ui_find (stage->thread, LS_TYPE_TASK_CHIP, NULL), LS_TYPE_THREAD_CELL);
  double x, y, title_y, cell_x, cell_y;

  for (GtkWidget *before = cell; (before = gtk_widget_get_prev_sibling (before)) != NULL && LS_IS_THREAD_CELL (before);)
    title = gtk_widget_get_next_sibling (title);
  g_assert_cmpfloat (gtk_adjustment_get_upper (vertical), >, gtk_adjustment_get_page_size (vertical));
  g_assert_true (gtk_widget_translate_coordinates (title, stage->thread, 0, 0, &x, &title_y));
  g_assert_true (gtk_widget_translate_coordinates (cell, stage->thread, 0, 0, &cell_x, &cell_y));
  g_assert_cmpfloat_with_epsilon (x, cell_x, 1);
  gtk_adjustment_set_value (vertical, gtk_adjustment_get_upper (vertical));
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (gtk_widget_translate_coordinates (title, stage->thread, 0, 0, &x, &y));
  g_assert_cmpfloat (y, ==, title_y);
  g_assert_true (gtk_widget_translate_coordinates (cell, stage->thread, 0, 0, &x, &y));
  g_assert_cmpfloat (y, <, cell_y);
  g_assert_true (gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scroller)) ==
                 gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (gtk_widget_get_template_child (stage->thread,
                                                                                                       LS_TYPE_THREAD_STAGE, "titles"))));
  test_window_close (window);
}

/* Installed, delayed incoming, due, delayed work, selected, fired, one record after the other. */
static void
test_thread_timer (void)
{
  LsWindow *window = test_window_new ("starved-timer.loopscope", 1360, 860);
  LsStage *stage = open_thread (window);
  LsPlayer *player = test_window_get_player (window);
  LsTimerPath *path = LS_TIMER_PATH (test_ui_find (stage->thread, LS_TYPE_TIMER_PATH, NULL));
  GtkWidget *row;
  gsize start;
  int reached = -1;

  ls_player_to_start (player);
  g_assert_cmpuint (ls_timer_path_get_timer (path), ==, 0);
  for (guint i = 0; i < 500 && reached < LS_TIMER_STAGE_FIRED; i++)
    {
      next_record (window, stage);
      if (ls_timer_path_get_timer (path) == 0)
        continue;
      g_assert_cmpuint (ls_timer_path_get_timer (path), ==, 1);
      if ((int) ls_timer_path_get_stage (path) == reached)
        continue;
      g_assert_cmpint (ls_timer_path_get_stage (path), ==, reached + 1);
      reached++;
      row = find_row (stage, "frame-throttleable");
      if (reached == LS_TIMER_STAGE_DELAYED_INCOMING)
        g_assert_nonnull (test_ui_find (test_ui_find (row, LS_TYPE_THREAD_CELL, "delayed_incoming"), LS_TYPE_TASK_CHIP,
                                        NULL));
      else if (reached == LS_TIMER_STAGE_DUE)
        g_assert_nonnull (test_ui_find (test_ui_find (row, LS_TYPE_THREAD_CELL, "delayed_work"), LS_TYPE_TASK_CHIP,
                                        NULL));
      else if (reached == LS_TIMER_STAGE_SELECTED)
        g_assert_cmpuint (test_ui_count (row, LS_TYPE_TASK_CHIP), ==, 0);
    }
  g_assert_cmpint (reached, ==, LS_TIMER_STAGE_FIRED);
  g_assert_nonnull (test_ui_find (GTK_WIDGET (path), GTK_TYPE_LABEL, "Timer “timeout”"));

  /* And back, as far as there is something to see. */
  start = ls_player_get_position (player);
  gtk_widget_activate_action (GTK_WIDGET (stage), "stage.previous-record", NULL);
  g_assert_cmpuint (ls_player_get_position (player), <, start);
  next_record (window, stage);
  g_assert_cmpuint (ls_player_get_position (player), ==, start);
  ls_player_to_start (player);
  gtk_widget_activate_action (GTK_WIDGET (stage), "stage.previous-record", NULL);
  g_assert_cmpuint (ls_player_get_position (player), ==, 0);

  /* What is not recorded yet is recorded. */
  ls_player_to_end (player);
  test_window_wait (window);
  next_record (window, stage);
  g_assert_true (ls_player_is_at_end (player));
  test_window_close (window);
}

/* The timer's chip flies from one work queue to the next, and to Running. */
static void
test_thread_fly (void)
{
  LsWindow *window = test_window_new ("starved-timer.loopscope", 1360, 860);
  LsStage *stage = open_thread (window);
  LsPlayer *player = test_window_get_player (window);
  LsTrace *trace;
  guint n_flown = 0;
  gsize length;

  ls_player_to_end (player);
  test_window_wait (window);
  trace = ls_player_get_trace (player);
  length = ls_trace_get_length (trace);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  for (gsize i = 0; i < length; i++)
    {
      gint64 start;
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.subject != 2 || (record.kind != LS_RECORD_TASK_DUE && record.kind != LS_RECORD_TASK_SELECTED))
        continue;
      ls_player_seek (player, i);
      test_ui_settle (GTK_WIDGET (window));
      start = g_get_monotonic_time ();
      test_ui_wait_for (g_get_monotonic_time () - start > 120000 && ls_stage_get_n_flights (stage) == 0);
      ls_player_seek (player, i + 1);
      g_assert_cmpuint (ls_stage_get_n_flights (stage), ==, 1);
      n_flown++;
    }
  g_assert_cmpuint (n_flown, ==, 2);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  test_window_close (window);
}

/* The next timer of an interval is not what is shown while the last one runs. */
static void
test_thread_interval (void)
{
  LsTrace *trace = ls_trace_new ();
  LsProbe *probe = ls_trace_get_probe (trace);
  g_autoptr (LsPlayer) player = ls_player_new ();
  GtkWidget *path = g_object_ref_sink (g_object_new (LS_TYPE_TIMER_PATH, NULL));
  const LsRecord records[] = {
    { .kind = LS_RECORD_TIMER_INSTALLED, .subject = 1, .object = 1, .value = 4, .level = 1,
      .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE, .flags = LS_RECORD_FLAG_REPEATING },
    { .kind = LS_RECORD_TASK_DELAYED, .subject = 1, .object = 1, .value = 4000,
      .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE, .flags = LS_RECORD_FLAG_TIMER },
    { .kind = LS_RECORD_TASK_DUE, .subject = 1, .value = 1, .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE, .time = 4000 },
    { .kind = LS_RECORD_TASK_SELECTED, .subject = 1, .value = 1, .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE,
      .time = 4000 },
    { .kind = LS_RECORD_TASK_STARTED, .subject = 1, .time = 4000 },
    { .kind = LS_RECORD_TASK_DELAYED, .subject = 2, .object = 1, .value = 4000,
      .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE, .flags = LS_RECORD_FLAG_TIMER, .time = 4000 },
    { .kind = LS_RECORD_TURN_ENDED, .value = 1, .time = 4000 },
  };
  const LsTimerStage stages[] = {
    LS_TIMER_STAGE_INSTALLED, LS_TIMER_STAGE_DELAYED_INCOMING, LS_TIMER_STAGE_DUE, LS_TIMER_STAGE_SELECTED,
    LS_TIMER_STAGE_SELECTED, LS_TIMER_STAGE_FIRED, LS_TIMER_STAGE_DELAYED_INCOMING
  };

  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    ls_probe_emit (probe, &records[i]);
  ls_probe_publish (probe);
  ls_player_set_trace (player, trace, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    {
      ls_player_seek (player, i + 1);
      ls_timer_path_update (LS_TIMER_PATH (path), player);
      g_assert_cmpuint (ls_timer_path_get_timer (LS_TIMER_PATH (path)), ==, 1);
      g_assert_cmpint (ls_timer_path_get_stage (LS_TIMER_PATH (path)), ==, stages[i]);
    }
  g_object_unref (trace);
  g_object_unref (path);
}

static void
test_thread_clamp (void)
{
  LsWindow *window = test_window_new ("timer-nesting-clamp.loopscope", 1360, 860);
  LsStage *stage = open_thread (window);
  GtkWidget *row, *found = NULL;

  for (guint i = 0; i < 200 && found == NULL; i++)
    {
      next_record (window, stage);
      row = find_row (stage, "frame-throttleable");
      found = test_ui_find (row, GTK_TYPE_LABEL, "due 4 ms · nesting level 7 · clamped to 4 ms");
    }
  g_assert_nonnull (found);
  g_assert_true (gtk_widget_get_visible (found));
  test_ui_save_picture (GTK_WIDGET (window), "thread-clamp");
  test_window_close (window);
}

/* How long, and because of whom. */
static void
test_thread_starved (void)
{
  LsWindow *window = test_window_new ("starved-timer.loopscope", 1360, 860);
  LsStage *stage = open_thread (window);
  GtkWidget *row, *note = NULL;
  gboolean has_waited = FALSE;

  for (guint i = 0; i < 400; i++)
    {
      next_record (window, stage);
      row = find_row (stage, "frame-throttleable");
      note = test_ui_find (row, GTK_TYPE_LABEL, "wait");
      has_waited = has_waited || g_str_has_prefix (gtk_label_get_label (GTK_LABEL (note)), "Has waited 20 ms: ");
      if (gtk_widget_get_visible (note) && gtk_widget_has_css_class (note, "starved"))
        break;
    }
  g_assert_true (has_waited);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (note)), ==,
                   "Starved for 50 ms: 5 turns went to others, most to user-blocking ↻ (4)");
  test_ui_save_picture (GTK_WIDGET (window), "thread-starved");
  test_window_close (window);
}

/* A queue that has its turns waits only since the last of them, and the turns of other agents are none of its loop. */
static void
test_thread_served (void)
{
  LsWindow *window = test_window_new_session (SESSION (
    "{\"op\": \"timer\", \"ms\": 1, \"body\": []}, {\"op\": \"repeat\", \"times\": 20, \"body\": [{\"op\": \"postTask\","
    "\"priority\": \"user-blocking\", \"body\": [{\"op\": \"work\", \"ms\": 10}, {\"op\": \"yield\"}, {\"op\": \"work\", \"ms\": 5}]}]}"),
    1360, 860);
  LsStage *stage = open_thread (window);

  for (guint step = 2; step < 40; step++)
    {
      const char *note;

      test_window_go_to (window, step);
      note = get_label (find_row (stage, "user-blocking"), "wait");
      g_assert_false (g_str_has_prefix (note, "Starved"));
    }
  g_assert_true (g_str_has_prefix (get_label (find_row (stage, "frame-throttleable"), "wait"), "Starved for "));
  test_window_close (window);

  window = test_window_new_session (SESSION (
    "{\"op\": \"onMessage\", \"body\": []}, {\"op\": \"timer\", \"ms\": 500, \"name\": \"ours\", \"body\": []}, {\"op\": \"worker\","
    "\"name\": \"w\", \"body\": [{\"op\": \"postMessage\", \"to\": \"main\"}, {\"op\": \"timer\", \"ms\": 9, \"name\": \"theirs\", \"body\": []},"
    "{\"op\": \"repeat\", \"times\": 20, \"body\": [{\"op\": \"postTask\", \"body\": [{\"op\": \"work\", \"ms\": 10}]}]}]}"), 1360, 860);
  stage = open_thread (window);
  ls_player_show_agent (test_window_get_player (window), 1);
  for (guint step = 2; step < 22; step++)
    {
      test_window_go_to (window, step);
      if (ls_state_get_current_agent (ls_player_get_state (test_window_get_player (window))) == 1)
        continue;
      g_assert_cmpstr (get_label (find_row (stage, "other"), "wait"), ==, "");
      g_assert_nonnull (test_ui_find (stage->thread, GTK_TYPE_LABEL, "Timer “ours”"));
    }
  test_window_close (window);
}

/* However high a row is, its columns are where those of the others are. */
static void
test_thread_columns (void)
{
  LsWindow *window = test_window_new_session (SESSION (
    "{\"op\": \"repeat\", \"times\": 4, \"body\": [{\"op\": \"timer\", \"ms\": 60, \"name\": \"timer\", \"body\": []}]},"
    "{\"op\": \"work\", \"ms\": 0.25}, {\"op\": \"timer\", \"ms\": 0, \"body\": []}"), 1360, 860);
  LsStage *stage = open_thread (window);
  GtkWidget *rows = test_ui_find (stage->thread, GTK_TYPE_BOX, "rows");
  float name_x = -1, cell_x = -1;

  test_window_go_to (window, 1);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpint (gtk_widget_get_height (find_row (stage, "frame-throttleable")), >, 100);
  for (GtkWidget *row = gtk_widget_get_first_child (rows); row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      graphene_rect_t name, cell;

      /* Queues without tasks are hidden in a low window. */
      if (!gtk_widget_get_visible (row))
        continue;
      g_assert_true (gtk_widget_compute_bounds (test_ui_find (row, GTK_TYPE_BOX, "name_box"), rows, &name));
      g_assert_true (gtk_widget_compute_bounds (test_ui_find (row, LS_TYPE_THREAD_CELL, "delayed_incoming"), rows, &cell));
      name_x = name_x < 0 ? name.origin.x : name_x;
      cell_x = cell_x < 0 ? cell.origin.x : cell_x;
      g_assert_cmpfloat (name.origin.x, ==, name_x);
      g_assert_cmpfloat (cell.origin.x, ==, cell_x);
    }
  test_window_close (window);
}

static void
test_thread_raised (void)
{
  LsWindow *window = test_window_new ("compositor-frames.loopscope", 1360, 860);
  LsStage *stage = open_thread (window);
  LsPlayer *player = test_window_get_player (window);
  LsTrace *trace;
  LsRecord record = { 0 };
  gsize position = 0;
  GtkWidget *row, *note;

  ls_player_to_end (player);
  test_window_wait (window);
  trace = ls_player_get_trace (player);
  while (position < ls_trace_get_length (trace) && record.kind != LS_RECORD_QUEUE_STARVED)
    ls_trace_get_record (trace, position++, &record);
  ls_player_seek (player, position);
  row = find_row (stage, "compositor");
  note = test_ui_find (row, GTK_TYPE_LABEL, "wait");
  g_assert_true (gtk_widget_has_css_class (row, "boosted"));
  g_assert_true (gtk_widget_get_visible (note));
  g_assert_nonnull (strstr (gtk_label_get_label (GTK_LABEL (note)), "Raised to VeryHigh after waiting 100 ms"));
  g_assert_cmpstr (get_label (row, "rank"), ==, "3");
  test_window_close (window);
}

static GtkDropDown *
find_rank (LsStage    *stage,
           const char *name)
{
  GtkWidget *label = test_ui_find (stage->preset_pane, GTK_TYPE_LABEL, name);

  return GTK_DROP_DOWN (test_ui_find (gtk_widget_get_ancestor (label, GTK_TYPE_LIST_BOX_ROW), GTK_TYPE_DROP_DOWN, NULL));
}

static guint8
get_rank (LsWindow    *window,
          LsQueueType  type)
{
  return ls_session_get_settings (test_window_get_session (window))->queue_ranks[type];
}

static void
test_thread_preset (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsStage *stage = open_thread (window);
  GtkWidget *rank, *reset = test_ui_find (stage->preset_pane, GTK_TYPE_BUTTON, "reset");

  g_assert_true (gtk_widget_get_visible (stage->preset));
  g_assert_cmpstr (gtk_menu_button_get_label (GTK_MENU_BUTTON (stage->preset)), ==, "Ranks and Rules");
  gtk_menu_button_popup (GTK_MENU_BUTTON (stage->preset));
  test_ui_settle (GTK_WIDGET (window));
  g_assert_nonnull (test_ui_find (stage->preset_pane, GTK_TYPE_LABEL, "Chromium"));
  g_assert_nonnull (strstr (get_label (stage->preset_pane, "rules"), "After 3 delayed tasks in a row"));
  g_assert_cmpuint (gtk_drop_down_get_selected (find_rank (stage, "input")), ==, 1);
  g_assert_false (gtk_widget_get_sensitive (reset));

  rank = GTK_WIDGET (find_rank (stage, "input"));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (rank), 9);
  test_window_wait (window);
  g_assert_cmpuint (get_rank (window, LS_QUEUE_TYPE_INPUT), ==, 9);
  g_assert_nonnull (test_ui_find (stage->preset_pane, GTK_TYPE_LABEL, "input (was 1)"));
  g_assert_true (gtk_widget_get_sensitive (reset));
  test_ui_wait_for (g_strcmp0 (get_label (find_row (stage, "input"), "rank"), "9") == 0);
  g_assert_cmpstr (gtk_menu_button_get_label (GTK_MENU_BUTTON (stage->preset)), ==, "Ranks and Rules, changed");

  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (get_rank (window, LS_QUEUE_TYPE_INPUT), ==, LS_SETTINGS_RANK_OF_PRESET);
  g_assert_cmpuint (gtk_drop_down_get_selected (find_rank (stage, "input")), ==, 1);
  test_window_activate (window, "win.redo", NULL);
  g_assert_cmpuint (get_rank (window, LS_QUEUE_TYPE_INPUT), ==, 9);
  g_signal_emit_by_name (reset, "clicked");
  test_window_wait (window);
  g_assert_cmpuint (get_rank (window, LS_QUEUE_TYPE_INPUT), ==, LS_SETTINGS_RANK_OF_PRESET);

  /* The popover follows the menu. */
  g_assert_false (gtk_widget_get_visible (test_ui_find (stage->preset_pane, GTK_TYPE_LABEL, "experiments")));
  test_window_activate (window, "win.experiment-wait", NULL);
  test_window_activate (window, "win.experiment-priorityInheritance", NULL);
  g_assert_true (gtk_widget_get_visible (test_ui_find (stage->preset_pane, GTK_TYPE_LABEL, "experiments")));
  g_assert_cmpstr (get_label (stage->preset_pane, "experiments"), ==,
                   "Experiment: scheduler.wait()\nExperiment: Priority inheritance");
  gtk_menu_button_popdown (GTK_MENU_BUTTON (stage->preset));
  test_window_close (window);
}

static void
test_thread_keys (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 800, 600);
  LsStage *stage = LS_STAGE (test_ui_find (GTK_WIDGET (window), LS_TYPE_STAGE, NULL));
  LsPlayer *player = test_window_get_player (window);
  gsize position = ls_player_get_position (player);

  g_assert_false (gtk_widget_get_mapped (stage->thread));
  g_assert_true (test_ui_press (GTK_WIDGET (stage), GDK_KEY_F4, 0));
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (gtk_widget_get_mapped (stage->thread));
  g_assert_true (test_ui_press (GTK_WIDGET (stage), GDK_KEY_period, 0));
  test_window_wait (window);
  g_assert_cmpuint (ls_player_get_position (player), >, position);
  g_assert_true (test_ui_press (GTK_WIDGET (stage), GDK_KEY_comma, 0));
  g_assert_cmpuint (ls_player_get_position (player), <=, position);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, 800);
  test_ui_save_picture (GTK_WIDGET (window), "thread-narrow");
  test_window_close (window);
}

static void
test_thread_lifetime (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsStage *stage = open_thread (window);
  GtkWidget *thread = stage->thread, *pane = stage->preset_pane, *row = find_row (stage, "input");

  gtk_menu_button_popup (GTK_MENU_BUTTON (stage->preset));
  test_ui_settle (GTK_WIDGET (window));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (stage->preset));
  test_ui_settle (GTK_WIDGET (window));
  g_object_add_weak_pointer (G_OBJECT (stage), (gpointer *) &stage);
  g_object_add_weak_pointer (G_OBJECT (thread), (gpointer *) &thread);
  g_object_add_weak_pointer (G_OBJECT (pane), (gpointer *) &pane);
  g_object_add_weak_pointer (G_OBJECT (row), (gpointer *) &row);
  test_window_close (window);
  test_ui_wait_for (stage == NULL);
  g_assert_null (thread);
  test_ui_wait_for (pane == NULL);
  g_assert_null (row);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/stage/thread/rows", test_thread_rows);
  g_test_add_func ("/stage/thread/titles", test_thread_titles);
  g_test_add_func ("/stage/thread/timer", test_thread_timer);
  g_test_add_func ("/stage/thread/fly", test_thread_fly);
  g_test_add_func ("/stage/thread/interval", test_thread_interval);
  g_test_add_func ("/stage/thread/clamp", test_thread_clamp);
  g_test_add_func ("/stage/thread/starved", test_thread_starved);
  g_test_add_func ("/stage/thread/served", test_thread_served);
  g_test_add_func ("/stage/thread/columns", test_thread_columns);
  g_test_add_func ("/stage/thread/raised", test_thread_raised);
  g_test_add_func ("/stage/thread/preset", test_thread_preset);
  g_test_add_func ("/stage/thread/keys", test_thread_keys);
  g_test_add_func ("/stage/thread/lifetime", test_thread_lifetime);

  return g_test_run ();
}
