/* test-stage-lanes.c: what of many tasks and queues a lane shows, and where the others are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-stage-util.h"
#include "test-window-util.h"

#include "ls-lane.h"
#include "ls-queue-box.h"
#include "ls-task-chip.h"
#include "ls-task-popover.h"

/* 100,000 rows: made as they are seen, searched without holding up a frame. */
static void
test_lanes_long_list (void)
{
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_queues (100000));
  GtkWidget *popover = g_object_ref_sink (g_object_new (LS_TYPE_TASK_POPOVER, NULL));
  GtkWidget *search = test_ui_find (popover, GTK_TYPE_SEARCH_ENTRY, NULL);
  gint64 start = g_get_monotonic_time ();

  ls_task_popover_set_lane (LS_TASK_POPOVER (popover), player, 2);
  g_test_message ("100,000 queues listed in %.1f ms", (g_get_monotonic_time () - start) / 1000.0);
  g_assert_cmpuint (ls_task_popover_get_n_shown (LS_TASK_POPOVER (popover)), ==, 100000);
  gtk_editable_set_text (GTK_EDITABLE (search), "no such queue");
  test_ui_wait_for (test_ui_find (popover, GTK_TYPE_LABEL, "0 of 100000 queues") != NULL);
  gtk_editable_set_text (GTK_EDITABLE (search), "SOME SIGNAL");
  test_ui_wait_for (ls_task_popover_get_n_shown (LS_TASK_POPOVER (popover)) == 100000);
  g_object_add_weak_pointer (G_OBJECT (popover), (gpointer *) &popover);
  g_object_unref (popover);
  g_assert_null (popover);
}

/* The oldest and the newest, and how many are between them. */
static void
test_lanes_gap (void)
{
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_queues (1));
  g_autoptr (LsPlayer) gallery = test_player_new (test_trace_new_gallery ());
  GtkWidget *box = g_object_ref_sink (g_object_new (LS_TYPE_QUEUE_BOX, NULL));

  ls_queue_box_set_queue (LS_QUEUE_BOX (box), gallery, 4);
  ls_queue_box_set_n_chips (LS_QUEUE_BOX (box), 3);
  g_assert_nonnull (test_stage_find_chip (box, 11));
  g_assert_nonnull (test_stage_find_chip (box, 10));
  g_assert_nonnull (test_ui_find (box, GTK_TYPE_LABEL, "+35"));
  g_assert_cmpuint (ls_task_chip_get_task (LS_TASK_CHIP (test_ui_find (box, LS_TYPE_TASK_CHIP, "newest"))), ==, 47);
  g_assert_true (gtk_widget_get_visible (test_ui_find (box, LS_TYPE_TASK_CHIP, "newest")));
  ls_queue_box_set_queue (LS_QUEUE_BOX (box), player, 1);
  ls_queue_box_set_n_chips (LS_QUEUE_BOX (box), 3);
  g_assert_false (gtk_widget_get_visible (test_ui_find (box, LS_TYPE_TASK_CHIP, "newest")));
  g_object_unref (box);
}

/* What a queue box says of its width is what it has then, also where it has shown another queue before. Digits may have
 * different widths. */
static void
test_lanes_measure (void)
{
  g_autoptr (LsPlayer) gallery = test_player_new (test_trace_new_gallery ());
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_queues (1));
  GtkWidget *box = g_object_new (LS_TYPE_QUEUE_BOX, NULL);
  GtkWindow *window = test_ui_new_window (box, 800, 100);

  for (guint i = 0; i < 2; i++)
    for (guint n_chips = 1; n_chips <= 6; n_chips++)
      {
        int expected = 0, natural;

        ls_queue_box_set_queue (LS_QUEUE_BOX (box), gallery, 4);
        for (guint n = 1; n <= n_chips; n++)
          expected = ls_queue_box_measure (LS_QUEUE_BOX (box), n);
        ls_queue_box_set_n_chips (LS_QUEUE_BOX (box), n_chips);
        gtk_widget_measure (box, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
        g_assert_cmpint (ABS (natural - expected), <=, 2);

        ls_queue_box_set_queue (LS_QUEUE_BOX (box), player, 1);
        expected = ls_queue_box_measure (LS_QUEUE_BOX (box), 1);
        ls_queue_box_set_n_chips (LS_QUEUE_BOX (box), 1);
        gtk_widget_measure (box, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
        g_assert_cmpint (ABS (natural - expected), <=, 2);
      }
  gtk_window_destroy (window);
}

static void
test_lanes_more_queues (void)
{
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_queues (2000));
  LsStage *stage;
  GtkWindow *window = test_stage_new_window (player, 900, &stage);
  GtkWidget *more;
  GtkPopover *popover;

  test_ui_wait_for (test_ui_count (GTK_WIDGET (window), LS_TYPE_QUEUE_BOX) > 1);
  more = test_ui_find (gtk_widget_get_ancestor (test_ui_find (GTK_WIDGET (stage), LS_TYPE_QUEUE_BOX, NULL),
                                                LS_TYPE_LANE), GTK_TYPE_MENU_BUTTON, "more_button");
  /* It is made when it is wanted, once. */
  g_assert_null (gtk_menu_button_get_popover (GTK_MENU_BUTTON (more)));
  g_assert_true (gtk_widget_get_sensitive (gtk_widget_get_first_child (more)));
  gtk_menu_button_popup (GTK_MENU_BUTTON (more));
  popover = gtk_menu_button_get_popover (GTK_MENU_BUTTON (more));
  g_assert_cmpuint (ls_task_popover_get_n_shown (LS_TASK_POPOVER (popover)), ==, 2000);
  gtk_popover_popdown (popover);
  gtk_menu_button_popup (GTK_MENU_BUTTON (more));
  g_assert_true (gtk_menu_button_get_popover (GTK_MENU_BUTTON (more)) == popover);
  gtk_popover_popdown (popover);
  gtk_window_destroy (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/stage/lanes/long-list", test_lanes_long_list);
  g_test_add_func ("/stage/lanes/gap", test_lanes_gap);
  g_test_add_func ("/stage/lanes/measure", test_lanes_measure);
  g_test_add_func ("/stage/lanes/more-queues", test_lanes_more_queues);

  return g_test_run ();
}
