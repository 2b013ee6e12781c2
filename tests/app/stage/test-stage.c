/* test-stage.c: the stage and what explains it, over traces without an engine
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-stage-util.h"

#include "ls-inspector.h"
#include "ls-lane.h"
#include "ls-queue-box.h"
#include "ls-signal-tree.h"
#include "ls-stage.h"
#include "ls-task-chip.h"
#include "ls-task-popover.h"
#include "ls-text-block.h"
#include "ls-text.h"
#include "ls-why-card.h"

static void
test_stage_lanes (void)
{
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_gallery ());
  GtkWindow *window = test_stage_new_window (player, 720, NULL);
  GtkWidget *root = GTK_WIDGET (window);
  GtkWidget *chip;

  g_assert_cmpuint (test_ui_count (root, LS_TYPE_LANE), ==, 6);
  chip = test_ui_find (root, LS_TYPE_TASK_CHIP, "Task 57, decode, continuation, user-blocking, next");
  g_assert_nonnull (chip);
  g_assert_true (gtk_widget_has_css_class (chip, "next"));
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (chip), GTK_ACCESSIBLE_ROLE_BUTTON);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (chip), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Task 57, decode, continuation, user-blocking, next");
  g_assert_nonnull (test_ui_find (root, LS_TYPE_TEXT_BLOCK, "4 tasks"));
  test_ui_save_picture (root, "stage");

  ls_player_to_start (player);
  test_ui_settle (root);
  g_assert_null (test_ui_find (root, LS_TYPE_TASK_CHIP, "Task 57, decode, continuation, user-blocking, next"));

  gtk_window_destroy (window);
}

/* The number on a chip is the task's, whatever its enqueue order is. It follows the word task in what is said of the chip. */
static void
test_stage_numbers (void)
{
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_gallery ());
  GtkWindow *window = test_stage_new_window (player, 720, NULL);
  LsState *state = ls_player_get_state (player);
  guint n_ordered = 0, n_without = 0;

  for (guint32 task = 1; task <= ls_state_get_n_tasks (state); task++)
    {
      const LsTaskState *data = ls_state_get_task (state, task);
      g_autofree char *description = data != NULL ? ls_text_describe_task (state, task) : NULL;
      g_autofree char *beginning = g_strdup_printf ("Task %u,", task);
      GtkWidget *chip = data != NULL ? test_ui_find (GTK_WIDGET (window), LS_TYPE_TASK_CHIP, description) : NULL;
      GtkWidget *label = chip != NULL ? test_ui_find (chip, GTK_TYPE_LABEL, "number") : NULL;
      g_autofree char *number = g_strdup_printf ("%u", task);

      if (label == NULL)
        continue;
      g_assert_true (g_str_has_prefix (description, beginning));
      g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (label)), ==, number);
      g_assert_true (gtk_widget_get_visible (label) == (data->name != 0));
      n_ordered += data->enqueue_order != 0 && data->enqueue_order != task;
      n_without += data->enqueue_order == 0;
    }
  g_assert_cmpuint (n_ordered, >, 3);
  g_assert_cmpuint (n_without, >, 0);
  gtk_window_destroy (window);
}

static void
test_stage_bounded (void)
{
  guint n_chips[2];

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LsPlayer) player = test_player_new (test_trace_new_queued (i == 0 ? 50 : 10000));
      GtkWindow *window = test_stage_new_window (player, 1200, NULL);
      GtkWidget *more;

      /* Lanes are filled when they know how wide they are. */
      test_ui_wait_for (test_ui_count (GTK_WIDGET (window), LS_TYPE_TASK_CHIP) > 1);
      test_ui_settle (GTK_WIDGET (window));
      n_chips[i] = test_ui_count (GTK_WIDGET (window), LS_TYPE_TASK_CHIP);
      more = test_ui_find (GTK_WIDGET (window), GTK_TYPE_MENU_BUTTON, "more");
      g_assert_nonnull (more);
      g_assert_true (gtk_widget_get_visible (more));
      gtk_window_destroy (window);
    }

  g_assert_cmpuint (n_chips[0], >, 0);
  /* A longer number leaves less room. */
  g_assert_cmpuint (n_chips[1], <=, n_chips[0]);
  g_assert_cmpuint (n_chips[0], <, 40);
}

static guint
count_whole_boxes (GtkWidget *lane)
{
  GtkWidget *box = gtk_widget_get_first_child (test_ui_find (lane, GTK_TYPE_BOX, "boxes"));
  guint n_boxes = 0;

  for (; box != NULL; box = gtk_widget_get_next_sibling (box))
    {
      graphene_rect_t bounds;

      /* Those that no queue needs now are hidden. */
      if (!gtk_widget_get_visible (box))
        continue;
      g_assert_true (gtk_widget_compute_bounds (box, lane, &bounds));
      g_assert_cmpfloat (bounds.origin.x + bounds.size.width, <=, gtk_widget_get_width (lane) + 0.5);
      n_boxes++;
    }
  return n_boxes;
}

/* No box is cut off: what has no room is counted. */
static void
test_stage_many_queues (void)
{
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_queues (2000));
  GtkWindow *window = test_stage_new_window (player, 720, NULL);
  GtkWidget *root = GTK_WIDGET (window);
  GtkWidget *box, *lane, *more;
  g_autofree char *text = NULL;

  test_ui_wait_for (test_ui_count (root, LS_TYPE_QUEUE_BOX) > 1);
  test_ui_settle (root);
  box = test_ui_find (root, LS_TYPE_QUEUE_BOX, NULL);
  lane = gtk_widget_get_ancestor (box, LS_TYPE_LANE);
  more = test_ui_find (lane, GTK_TYPE_LABEL, "more");
  text = g_strdup_printf ("+%u queues", 2000 - count_whole_boxes (lane));
  g_assert_true (gtk_widget_get_visible (more));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (more)), ==, text);
  test_ui_save_picture (root, "stage-many-queues");
  gtk_window_destroy (window);
}

static void
test_stage_long_names (void)
{
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_queued (3));
  GtkWindow *window = test_stage_new_window (player, 400, NULL);
  GtkWidget *chip = test_ui_find (GTK_WIDGET (window), LS_TYPE_TASK_CHIP, NULL);
  GtkWidget *name = test_ui_find (chip, GTK_TYPE_LABEL, "name");

  g_assert_true (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (name))));
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, 420);
  gtk_window_destroy (window);
}

static void
test_stage_search (void)
{
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_gallery ());
  GtkWindow *window = test_stage_new_window (player, 720, NULL);
  GtkWidget *popover = g_object_new (LS_TYPE_TASK_POPOVER, NULL);
  GtkWidget *search = test_ui_find (popover, GTK_TYPE_SEARCH_ENTRY, NULL);

  ls_task_popover_set_queue (LS_TASK_POPOVER (popover), player, 1);
  g_assert_cmpuint (ls_task_popover_get_n_shown (LS_TASK_POPOVER (popover)), ==, 2);
  gtk_editable_set_text (GTK_EDITABLE (search), "DECODE 3");
  test_ui_wait_for (ls_task_popover_get_n_shown (LS_TASK_POPOVER (popover)) == 1);
  g_object_ref_sink (popover);
  g_object_unref (popover);
  gtk_window_destroy (window);
}

static void
test_stage_select (void)
{
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_gallery ());
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *stage = g_object_new (LS_TYPE_STAGE, "vexpand", TRUE, NULL);
  GtkWidget *why = g_object_new (LS_TYPE_WHY_CARD, NULL);
  GtkWidget *inspector = g_object_new (LS_TYPE_INSPECTOR, NULL);
  GtkWidget *tree = g_object_new (LS_TYPE_SIGNAL_TREE, NULL);
  GtkWidget *chip;
  GtkWindow *window;
  guint32 id;

  ls_stage_set_player (LS_STAGE (stage), player);
  ls_why_card_set_player (LS_WHY_CARD (why), player);
  ls_inspector_set_player (LS_INSPECTOR (inspector), player);
  ls_signal_tree_set_player (LS_SIGNAL_TREE (tree), player);
  gtk_box_append (GTK_BOX (box), stage);
  gtk_box_append (GTK_BOX (box), tree);
  gtk_box_append (GTK_BOX (box), why);
  gtk_box_append (GTK_BOX (box), inspector);
  window = test_ui_new_window (box, 720, 860);

  g_assert_nonnull (test_ui_find (inspector, GTK_TYPE_LABEL, "Task 57"));
  g_assert_nonnull (test_ui_find (tree, GTK_TYPE_LABEL, "any(c1, timeout)"));
  g_assert_nonnull (test_ui_find (tree, GTK_TYPE_LABEL, "aborted: AbortError: upload cancelled"));

  chip = test_ui_find (GTK_WIDGET (window), LS_TYPE_TASK_CHIP, "Task 51, layout, user-visible");
  g_assert_nonnull (chip);
  g_signal_emit_by_name (chip, "clicked");
  g_assert_cmpint (ls_player_get_selection (player, &id), ==, LS_SELECTION_TASK);
  g_assert_cmpuint (id, ==, 51);
  g_assert_nonnull (test_ui_find (inspector, GTK_TYPE_LABEL, "Task 51"));
  g_assert_true (gtk_widget_has_css_class (chip, "selected"));
  test_ui_save_picture (GTK_WIDGET (window), "stage-selected");
  gtk_window_destroy (window);
}

int
main (int   argc,
      char *argv[])
{
  test_ui_init (&argc, &argv);

  g_test_add_func ("/stage/lanes", test_stage_lanes);
  g_test_add_func ("/stage/numbers", test_stage_numbers);
  g_test_add_func ("/stage/bounded", test_stage_bounded);
  g_test_add_func ("/stage/many-queues", test_stage_many_queues);
  g_test_add_func ("/stage/long-names", test_stage_long_names);
  g_test_add_func ("/stage/search", test_stage_search);
  g_test_add_func ("/stage/select", test_stage_select);

  return g_test_run ();
}
