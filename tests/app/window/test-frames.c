/* test-frames.c: what frames of a run have to do is not done again and again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <time.h>

#include "test-frames.h"

#include "ls-events-table.h"
#include "ls-queue-box.h"
#include "ls-record-list-model.h"
#include "ls-stage.h"
#include "ls-task-chip.h"
#include "ls-task-popover.h"
#include "ls-window-private.h"

LsPlayer *
test_frames_new_player (LsTrace *trace)
{
  LsPlayer *player = ls_player_new ();

  ls_player_set_trace (player, trace, NULL, NULL);
  while (ls_player_tick (player, 0))
    ;
  g_object_unref (trace);
  return player;
}

/* Adds all widgets of a type below @root. They are kept alive, so that no other one gets the place in memory of one of them.
 * Returns how many of them were not there yet. */
static guint
collect (GtkWidget  *root,
         GType       type,
         GHashTable *widgets)
{
  guint n_new = 0;

  if (G_TYPE_CHECK_INSTANCE_TYPE (root, type))
    n_new += g_hash_table_add (widgets, g_object_ref (root));
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    n_new += collect (child, type, widgets);
  return n_new;
}

static GHashTable *
new_collection (void)
{
  return g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
}

static guint
count_seen (GtkWidget *root,
            GType      type)
{
  guint n_seen = G_TYPE_CHECK_INSTANCE_TYPE (root, type) && gtk_widget_get_mapped (root);

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    n_seen += count_seen (child, type);
  return n_seen;
}

/* Queues come and go with the position: their boxes and chips are made once, and those that no queue needs are not seen. */
static void
test_frames_boxes (void)
{
  g_autoptr (LsPlayer) player = test_frames_new_player (test_trace_new_gallery ());
  g_autoptr (GHashTable) boxes = new_collection ();
  g_autoptr (GHashTable) chips = new_collection ();
  GtkWidget *stage = g_object_new (LS_TYPE_STAGE, NULL);
  gsize position = test_player_find_record (player, LS_RECORD_QUEUE_PRIORITY);
  GtkWindow *window;
  guint n_seen;

  ls_stage_set_player (LS_STAGE (stage), player);
  window = test_ui_new_window (stage, 900, 560);
  ls_player_seek (player, position);
  test_ui_wait_for (count_seen (stage, LS_TYPE_QUEUE_BOX) > 0);
  test_ui_settle (GTK_WIDGET (window));
  collect (stage, LS_TYPE_QUEUE_BOX, boxes);
  collect (stage, LS_TYPE_TASK_CHIP, chips);
  n_seen = count_seen (stage, LS_TYPE_QUEUE_BOX);

  for (guint i = 0; i < 3; i++)
    {
      ls_player_seek (player, 1);
      test_ui_settle (GTK_WIDGET (window));
      g_assert_cmpuint (count_seen (stage, LS_TYPE_QUEUE_BOX), <, n_seen);
      g_assert_cmpuint (collect (stage, LS_TYPE_QUEUE_BOX, boxes), ==, 0);
      ls_player_seek (player, position);
      test_ui_settle (GTK_WIDGET (window));
      g_assert_cmpuint (count_seen (stage, LS_TYPE_QUEUE_BOX), ==, n_seen);
      g_assert_cmpuint (collect (stage, LS_TYPE_QUEUE_BOX, boxes), ==, 0);
    }
  /* A popover is made where somebody wants it. */
  g_assert_null (test_ui_find (stage, LS_TYPE_TASK_POPOVER, NULL));
  gtk_window_destroy (window);
}

/* A chip that was tried and has no room is kept for the next time. */
static void
test_frames_chips (void)
{
  g_autoptr (LsPlayer) player = test_frames_new_player (test_trace_new_gallery ());
  g_autoptr (GHashTable) chips = new_collection ();
  GtkWidget *box = g_object_ref_sink (g_object_new (LS_TYPE_QUEUE_BOX, NULL));

  for (guint i = 0; i < 3; i++)
    {
      guint n_new;

      ls_queue_box_set_queue (LS_QUEUE_BOX (box), player, 4);
      for (guint n_chips = 1; n_chips <= 5; n_chips++)
        ls_queue_box_measure (LS_QUEUE_BOX (box), n_chips);
      ls_queue_box_set_n_chips (LS_QUEUE_BOX (box), 4);
      n_new = collect (box, LS_TYPE_TASK_CHIP, chips);
      g_assert_cmpuint (n_new, ==, i == 0 ? g_hash_table_size (chips) : 0);
      ls_queue_box_clear (LS_QUEUE_BOX (box));
      g_assert_false (gtk_widget_get_visible (box));
      g_assert_cmpuint (ls_queue_box_get_queue (LS_QUEUE_BOX (box)), ==, 0);
      for (GtkWidget *chip = gtk_widget_get_first_child (test_ui_find (box, GTK_TYPE_BOX, "chips")); chip != NULL;
           chip = gtk_widget_get_next_sibling (chip))
        g_assert_cmpuint (ls_task_chip_get_task (LS_TASK_CHIP (chip)), ==, 0);
      ls_queue_box_set_queue (LS_QUEUE_BOX (box), player, 4);
      ls_queue_box_set_n_chips (LS_QUEUE_BOX (box), 4);
      g_assert_true (gtk_widget_get_visible (box));
      collect (box, LS_TYPE_TASK_CHIP, chips);
    }
  g_object_unref (box);
}

/* The buttons of the header bar have the labels that they had. */
static void
test_frames_header (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  g_autoptr (GHashTable) labels = new_collection ();

  test_ui_settle (GTK_WIDGET (window));
  collect (test_window_get_part (window, "speed"), GTK_TYPE_LABEL, labels);
  collect (test_window_get_part (window, "clock"), GTK_TYPE_LABEL, labels);
  g_assert_cmpuint (g_hash_table_size (labels), >=, 2);
  for (guint i = 0; i < 5; i++)
    {
      test_window_activate (window, "win.step", NULL);
      test_window_wait (window);
      g_assert_cmpuint (collect (test_window_get_part (window, "speed"), GTK_TYPE_LABEL, labels) + collect (test_window_get_part (window, "clock"), GTK_TYPE_LABEL, labels),
                        ==, 0);
    }
  test_window_close (window);
}

typedef struct
{
  LsTrace   *trace;
  LsPlayer  *player;
  GtkWidget *table;
  GtkWidget *stack;
  GtkWindow *window;
  guint64    frame;
} Scene;

static void
emit (Scene *scene,
      guint  n_records)
{
  LsProbe *probe = ls_trace_get_probe (scene->trace);

  for (guint i = 0; i < n_records; i++)
    ls_probe_emit (probe, &(LsRecord) { .kind = LS_RECORD_WORK, .time = i });
  ls_probe_publish (probe);
}

static gboolean
more_cb (guint32  step,
         gpointer user_data)
{
  return TRUE;
}

static void
scene_init (Scene   *scene,
            gboolean shown)
{
  scene->trace = ls_trace_new ();
  scene->player = ls_player_new ();
  scene->table = g_object_new (LS_TYPE_EVENTS_TABLE, NULL);
  scene->stack = gtk_stack_new ();
  scene->frame = 0;
  emit (scene, 40000);
  ls_player_set_trace (scene->player, scene->trace, more_cb, NULL);
  ls_events_table_set_player (LS_EVENTS_TABLE (scene->table), scene->player);
  gtk_stack_add_named (GTK_STACK (scene->stack), gtk_label_new ("other"), "other");
  gtk_stack_add_named (GTK_STACK (scene->stack), scene->table, "table");
  gtk_stack_set_visible_child_name (GTK_STACK (scene->stack), shown ? "table" : "other");
  scene->window = test_ui_new_window (scene->stack, 800, 400);
  test_ui_settle (GTK_WIDGET (scene->window));
}

static void
scene_clear (Scene *scene)
{
  gtk_window_destroy (scene->window);
  g_object_unref (scene->player);
  g_object_unref (scene->trace);
}

static guint
count_cells (Scene *scene)
{
  return test_ui_count (scene->table, GTK_TYPE_INSCRIPTION);
}

/* The rows that take the places of those that fall out have their widgets. */
static void
test_frames_forgetting (void)
{
  g_autoptr (GHashTable) cells = new_collection ();
  Scene scene;
  guint n_cells;

  scene_init (&scene, TRUE);
  ls_player_seek (scene.player, 2);
  test_ui_settle (GTK_WIDGET (scene.window));
  n_cells = count_cells (&scene);
  g_assert_cmpuint (n_cells, >, 100);
  collect (scene.table, GTK_TYPE_INSCRIPTION, cells);

  g_assert_true (ls_trace_forget (scene.trace, 6000));
  ls_player_tick (scene.player, 1);
  test_ui_settle (GTK_WIDGET (scene.window));
  g_assert_cmpuint (ls_player_get_start (scene.player), >, 1000);
  g_assert_cmpuint (collect (scene.table, GTK_TYPE_INSCRIPTION, cells), <, n_cells / 2);
  g_assert_cmpuint (count_cells (&scene), >=, n_cells / 2);
  scene_clear (&scene);
}

/* Also where they are for rows that nobody sees: a list that gets other rows does not always notice where it is. */
static void
test_frames_forgetting_elsewhere (void)
{
  g_autoptr (GHashTable) cells = new_collection ();
  GtkAdjustment *vertical;
  GtkWidget *list;
  Scene scene;
  guint n_cells;

  scene_init (&scene, TRUE);
  ls_player_seek (scene.player, 2);
  test_ui_settle (GTK_WIDGET (scene.window));
  n_cells = count_cells (&scene);
  collect (scene.table, GTK_TYPE_INSCRIPTION, cells);
  list = test_ui_find (test_ui_find (scene.table, GTK_TYPE_COLUMN_VIEW, NULL), GTK_TYPE_LIST_VIEW, NULL);
  vertical = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list));
  g_assert_cmpuint (g_signal_handlers_block_matched (vertical, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, list), >, 0);
  gtk_adjustment_set_value (vertical, gtk_adjustment_get_upper (vertical));
  g_signal_handlers_unblock_matched (vertical, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, list);

  g_assert_true (ls_trace_forget (scene.trace, 6000));
  ls_player_tick (scene.player, 1);
  g_assert_cmpuint (collect (scene.table, GTK_TYPE_INSCRIPTION, cells), <, n_cells / 2);
  scene_clear (&scene);
}

/* Where a run lets go of all rows that there were, those that come next have their widgets. */
static void
test_frames_renewing (void)
{
  g_autoptr (GHashTable) cells = new_collection ();
  g_autoptr (LsRecordItem) item = NULL;
  g_autoptr (LsRecordItem) same = NULL;
  g_autofree char *number = NULL;
  GtkSelectionModel *rows;
  GHashTableIter iter;
  gpointer cell;
  gboolean has_first = FALSE;
  Scene scene;
  guint n_cells;
  gsize start;

  scene_init (&scene, TRUE);
  rows = ls_events_table_get_rows (LS_EVENTS_TABLE (scene.table));
  ls_player_set_speed (scene.player, LS_SPEED_MAXIMUM);
  ls_player_set_running (scene.player, TRUE);
  test_ui_settle (GTK_WIDGET (scene.window));
  gtk_selection_model_select_item (rows, 3, TRUE);
  ls_player_set_running (scene.player, TRUE);
  n_cells = count_cells (&scene);
  g_assert_cmpuint (n_cells, >, 100);
  collect (scene.table, GTK_TYPE_INSCRIPTION, cells);

  emit (&scene, 200000);
  g_assert_true (ls_trace_forget (scene.trace, 100000));
  start = ls_trace_get_start (scene.trace);
  g_assert_cmpuint (start, >, 40000);
  ls_player_tick (scene.player, 1);
  g_assert_true (ls_player_get_running (scene.player));
  g_assert_cmpuint (ls_player_get_start (scene.player), ==, start);
  g_assert_cmpuint (collect (scene.table, GTK_TYPE_INSCRIPTION, cells), ==, 0);
  g_assert_cmpuint (count_cells (&scene), ==, n_cells);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows)), >=, 40000);
  g_assert_false (gtk_selection_model_is_selected (rows, 3));

  item = g_list_model_get_item (G_LIST_MODEL (rows), 0);
  same = g_list_model_get_item (G_LIST_MODEL (rows), 0);
  g_assert_true (item == same);
  g_assert_cmpuint (ls_record_item_get_position (item), ==, start);
  number = g_strdup_printf ("%" G_GSIZE_FORMAT, start + 1);
  g_hash_table_iter_init (&iter, cells);
  while (g_hash_table_iter_next (&iter, &cell, NULL))
    has_first = has_first || g_strcmp0 (gtk_inscription_get_text (GTK_INSCRIPTION (cell)), number) == 0;
  g_assert_true (has_first);

  while (ls_player_get_length (scene.player) < ls_trace_get_length (scene.trace))
    ls_player_tick (scene.player, 2);
  test_ui_wait_for (g_list_model_get_n_items (G_LIST_MODEL (rows)) == ls_player_get_length (scene.player) - start);
  test_ui_settle (GTK_WIDGET (scene.window));
  g_assert_cmpuint (collect (scene.table, GTK_TYPE_INSCRIPTION, cells), <, n_cells / 2);
  scene_clear (&scene);
}

static void
on_frame (guint *n_frames)
{
  (*n_frames)++;
}

/* In a run a table gets its widgets in several frames, and has none when it changes while nobody sees it. */
static void
test_frames_rows (void)
{
  GdkFrameClock *clock;
  Scene scene;
  guint n_frames = 0, n_before = 0, n_most = 0;

  scene_init (&scene, FALSE);
  ls_player_set_speed (scene.player, 0.0001);
  ls_player_set_running (scene.player, TRUE);
  ls_player_tick (scene.player, 1);
  g_assert_true (ls_player_get_running (scene.player));
  g_assert_cmpuint (count_cells (&scene), ==, 0);

  clock = gtk_widget_get_frame_clock (GTK_WIDGET (scene.window));
  g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (on_frame), &n_frames);
  gtk_stack_set_visible_child_name (GTK_STACK (scene.stack), "table");
  while (n_before < 500)
    {
      guint n_now, begun = n_frames;

      test_ui_wait_for (n_frames > begun);
      n_now = count_cells (&scene);
      n_most = MAX (n_most, n_now - MIN (n_now, n_before));
      n_before = n_now;
    }
  g_assert_cmpuint (n_most, <, 500);
  test_ui_wait_for (g_list_model_get_n_items (G_LIST_MODEL (ls_events_table_get_rows (LS_EVENTS_TABLE (scene.table)))) ==
                    ls_player_get_length (scene.player));
  g_signal_handlers_disconnect_by_data (clock, &n_frames);

  gtk_stack_set_visible_child_name (GTK_STACK (scene.stack), "other");
  g_assert_cmpuint (count_cells (&scene), >, 500);
  emit (&scene, 10);
  ls_player_tick (scene.player, 2);
  g_assert_cmpuint (count_cells (&scene), ==, 0);
  scene_clear (&scene);
}

static guint
get_shown_position (Scene *scene)
{
  g_autoptr (GtkBitset) rows = gtk_selection_model_get_selection (ls_events_table_get_rows (LS_EVENTS_TABLE (scene->table)));

  g_assert_cmpuint (gtk_bitset_get_size (rows), ==, 1);
  return gtk_bitset_get_minimum (rows) + 1;
}

/* Nobody reads a table that is another one in each frame: at full speed most frames leave it as it is, and the last one comes. */
static void
test_frames_full_speed (void)
{
  Scene scene;

  scene_init (&scene, TRUE);
  ls_player_seek (scene.player, 100);
  g_assert_cmpuint (get_shown_position (&scene), ==, 100);
  ls_player_seek (scene.player, 200);
  g_assert_cmpuint (get_shown_position (&scene), ==, 200);

  ls_player_set_speed (scene.player, LS_SPEED_MAXIMUM);
  ls_player_set_running (scene.player, TRUE);
  ls_player_seek (scene.player, 10000);
  g_assert_cmpuint (get_shown_position (&scene), ==, 10000);
  ls_player_seek (scene.player, 20000);
  ls_player_seek (scene.player, 30000);
  g_assert_cmpuint (get_shown_position (&scene), ==, 10000);
  test_ui_wait_for (get_shown_position (&scene) == 30000);

  ls_player_seek (scene.player, 20000);
  ls_player_set_running (scene.player, FALSE);
  ls_player_seek (scene.player, 5000);
  g_assert_cmpuint (get_shown_position (&scene), ==, 5000);
  test_ui_settle (GTK_WIDGET (scene.window));
  g_assert_cmpuint (get_shown_position (&scene), ==, 5000);
  scene_clear (&scene);
}

guint
test_frames_count_rows (GtkWidget *list)
{
  guint n_rows = 0;

  while (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), n_rows) != NULL)
    n_rows++;
  return n_rows;
}

/* What other breakpoints show stays when one is changed, and what their rows do is done with them. */
static void
test_frames_breakpoints (void)
{
  static const char *const tasks[] = { "one", "two", "three", "four" };
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsSession *session = test_window_get_session (window);
  g_autoptr (GHashTable) rows = new_collection ();
  GtkWidget *pane = test_window_get_child (window, "breakpoints");
  GtkWidget *list = test_ui_find (pane, GTK_TYPE_LIST_BOX, "list");
  GtkWidget *child;

  for (guint i = 0; i < G_N_ELEMENTS (tasks); i++)
    {
      g_autoptr (LsBreakRule) rule = ls_break_rule_new (LS_BREAK_TASK_START);

      rule->task = g_strdup (tasks[i]);
      g_assert_true (ls_debugger_add_breakpoint (ls_window_get_debugger (window), rule, "add", NULL));
    }
  test_window_activate (window, "win.show-view", "s", "breakpoints");
  test_ui_wait_for (test_frames_count_rows (list) == 4);
  collect (list, GTK_TYPE_LIST_BOX_ROW, rows);

  child = gtk_widget_get_first_child (
      gtk_list_box_row_get_child (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 1)));
  g_assert_true (gtk_widget_activate_action (pane, "breakpoints.toggle", "u", 1));
  test_ui_wait_for (!gtk_check_button_get_active (GTK_CHECK_BUTTON (child)));
  g_assert_cmpuint (collect (list, GTK_TYPE_LIST_BOX_ROW, rows), ==, 0);
  g_assert_cmpuint (test_frames_count_rows (list), ==, 4);
  g_assert_true (gtk_widget_activate_action (pane, "breakpoints.remove", "u", 0));
  test_ui_wait_for (test_frames_count_rows (list) == 3);
  g_assert_cmpuint (collect (list, GTK_TYPE_LIST_BOX_ROW, rows), ==, 0);

  /* The last one has another number now. */
  child = gtk_widget_get_last_child (
      gtk_list_box_row_get_child (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 2)));
  g_signal_emit_by_name (child, "clicked");
  test_ui_wait_for (test_frames_count_rows (list) == 2);
  g_assert_cmpuint (ls_session_get_n_breakpoints (session), ==, 2);
  g_assert_cmpstr (ls_session_get_breakpoint (session, 0)->task, ==, "two");
  g_assert_cmpstr (ls_session_get_breakpoint (session, 1)->task, ==, "three");
  child = gtk_widget_get_first_child (
      gtk_list_box_row_get_child (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 1)));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (child), FALSE);
  g_assert_false (ls_session_get_breakpoint (session, 1)->enabled);
  test_window_activate (window, "win.undo", NULL);
  test_window_activate (window, "win.undo", NULL);
  test_ui_wait_for (test_frames_count_rows (list) == 3);
  test_window_close (window);
}

static gint64
get_work (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* Where a frame took so long that the next one begins at once, that one shows nothing new all the same. */
static void
test_frames_rest (void)
{
  gboolean has_rested = FALSE;
  Scene scene;

  scene_init (&scene, FALSE);
  ls_player_set_speed (scene.player, LS_SPEED_MAXIMUM);
  ls_player_set_running (scene.player, TRUE);
  /* Something else may want the processor for longer than it rests. */
  for (guint i = 0; i < 20 && !has_rested; i++)
    {
      gint64 begun;
      gsize length;

      emit (&scene, 1000);
      do
        ls_player_tick (scene.player, ++scene.frame);
      while (ls_player_get_length (scene.player) < ls_trace_get_length (scene.trace));
      g_assert_true (ls_player_get_running (scene.player));
      begun = get_work ();
      while (get_work () - begun < 100000)
        ;
      length = ls_player_get_length (scene.player);
      emit (&scene, 1000);
      ls_player_tick (scene.player, ++scene.frame);
      has_rested = ls_player_get_length (scene.player) == length;
    }
  g_assert_true (has_rested);
  scene_clear (&scene);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/frames/boxes", test_frames_boxes);
  g_test_add_func ("/frames/chips", test_frames_chips);
  g_test_add_func ("/frames/header", test_frames_header);
  g_test_add_func ("/frames/forgetting", test_frames_forgetting);
  g_test_add_func ("/frames/forgetting-elsewhere", test_frames_forgetting_elsewhere);
  g_test_add_func ("/frames/renewing", test_frames_renewing);
  g_test_add_func ("/frames/rows", test_frames_rows);
  g_test_add_func ("/frames/full-speed", test_frames_full_speed);
  g_test_add_func ("/frames/breakpoints", test_frames_breakpoints);
  test_frames_add_text ();
  g_test_add_func ("/frames/rest", test_frames_rest);

  return g_test_run ();
}
