/* test-stage-chips.c: what chips on the stage do by themselves: fly, and tell what they are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-stage-util.h"
#include "test-window-util.h"

#include "ls-stage-private.h"
#include "ls-task-chip.h"

/* Moves to @position when the last move is a while ago. Returns how many chips fly. */
static guint
move_to (LsStage  *stage,
         LsPlayer *player,
         gsize     position)
{
  test_ui_settle (GTK_WIDGET (stage));
  test_stage_rest ();
  ls_player_seek (player, position);
  return ls_stage_get_n_flights (stage);
}

static void
test_chips_fly (void)
{
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_gallery ());
  LsStage *stage;
  GtkWindow *window = test_stage_new_window (player, 900, &stage);
  gsize change = test_player_find_record (player, LS_RECORD_QUEUE_PRIORITY);

  test_stage_set_animations (TRUE);
  move_to (stage, player, change);
  test_ui_wait_for (ls_stage_get_n_flights (stage) == 0);

  /* decode 1 and those after it follow their signal from background to user-blocking. */
  g_assert_cmpuint (move_to (stage, player, change + 1), >=, 2);
  g_assert_cmpfloat (gtk_widget_get_opacity (test_stage_find_chip (GTK_WIDGET (stage), 8)), ==, 0);
  test_ui_save_picture (GTK_WIDGET (window), "stage-flying");
  test_ui_wait_for (ls_stage_get_n_flights (stage) == 0);
  test_stage_assert_all_seen (GTK_WIDGET (stage));

  /* The one that is selected flies to Running. */
  move_to (stage, player, test_player_find_record (player, LS_RECORD_MICROTASK_QUEUED));
  g_assert_cmpuint (ls_stage_get_n_flights (stage), >=, 1);
  g_assert_cmpfloat (gtk_widget_get_opacity (test_stage_find_chip (stage->running, 8)), ==, 0);
  test_ui_wait_for (ls_stage_get_n_flights (stage) == 0);
  gtk_window_destroy (window);
  test_stage_set_animations (FALSE);
}

/* Whatever comes in between, nothing stays in the air and nothing stays unseen. */
static void
test_chips_interrupted (void)
{
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_gallery ());
  LsStage *stage;
  GtkWindow *window = test_stage_new_window (player, 900, &stage);
  gsize change = test_player_find_record (player, LS_RECORD_QUEUE_PRIORITY);

  test_stage_set_animations (TRUE);
  move_to (stage, player, change);
  g_assert_cmpuint (move_to (stage, player, change + 1), >=, 2);
  ls_player_seek (player, change);
  g_assert_cmpuint (ls_stage_get_n_flights (stage), ==, 0);
  test_stage_assert_all_seen (GTK_WIDGET (stage));
  test_ui_settle (GTK_WIDGET (window));

  g_assert_cmpuint (move_to (stage, player, change + 1), >=, 2);
  ls_player_set_trace (player, NULL, NULL, NULL);
  test_ui_wait_for (test_stage_find_chip (stage->user_blocking, 8) == NULL);
  g_assert_cmpuint (ls_stage_get_n_flights (stage), ==, 0);
  gtk_window_destroy (window);
  test_stage_set_animations (FALSE);
}

static void
test_chips_still (void)
{
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_gallery ());
  LsStage *stage;
  GtkWindow *window = test_stage_new_window (player, 900, &stage);
  gsize change = test_player_find_record (player, LS_RECORD_QUEUE_PRIORITY);
  gsize position;
  guint32 step;
  LsRecord record;

  /* The user wants none. */
  move_to (stage, player, change);
  g_assert_cmpuint (move_to (stage, player, change + 1), ==, 0);
  test_stage_assert_all_seen (GTK_WIDGET (stage));

  /* A long way: a task that was queued runs, but many steps later. */
  test_stage_set_animations (TRUE);
  move_to (stage, player, test_player_find_record (player, LS_RECORD_TASK_SELECTED));
  test_ui_wait_for (ls_stage_get_n_flights (stage) == 0);
  step = ls_player_get_step (player);
  for (position = 0; position < change; position++)
    {
      ls_trace_get_record (ls_player_get_trace (player), position, &record);
      if (record.kind == LS_RECORD_TASK_SELECTED && record.subject == 2)
        break;
    }
  g_assert_nonnull (test_stage_find_chip (stage->background, 2));
  g_assert_cmpuint (move_to (stage, player, position + 1), ==, 0);
  g_assert_nonnull (test_stage_find_chip (stage->running, 2));
  g_assert_cmpuint (ls_player_get_step (player), >, step + 2);

  /* Full speed. */
  move_to (stage, player, change);
  test_ui_wait_for (ls_stage_get_n_flights (stage) == 0);
  ls_player_set_speed (player, LS_SPEED_MAXIMUM);
  ls_player_set_running (player, TRUE);
  g_assert_cmpuint (move_to (stage, player, change + 1), ==, 0);
  ls_player_set_running (player, FALSE);
  gtk_window_destroy (window);
  test_stage_set_animations (FALSE);
}

/* Nothing stays alive, even if something flies when the window goes. */
static void
test_chips_lifetime (void)
{
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_gallery ());
  LsStage *stage;
  GtkWindow *window = test_stage_new_window (player, 900, &stage);
  GtkWidget *chip, *flights = stage->flights;
  gsize change = test_player_find_record (player, LS_RECORD_QUEUE_PRIORITY);

  test_stage_set_animations (TRUE);
  move_to (stage, player, change);
  g_assert_cmpuint (move_to (stage, player, change + 1), >=, 2);
  chip = test_stage_find_chip (GTK_WIDGET (stage), 8);
  gtk_widget_grab_focus (chip);
  g_assert_true (test_ui_press (chip, GDK_KEY_Menu, 0));
  g_object_add_weak_pointer (G_OBJECT (stage), (gpointer *) &stage);
  g_object_add_weak_pointer (G_OBJECT (flights), (gpointer *) &flights);
  g_object_add_weak_pointer (G_OBJECT (chip), (gpointer *) &chip);
  gtk_window_destroy (window);
  test_ui_wait_for (stage == NULL);
  g_assert_null (flights);
  g_assert_null (chip);
  test_stage_set_animations (FALSE);
}

static void
test_chips_card (void)
{
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_gallery ());
  LsStage *stage;
  GtkWindow *window = test_stage_new_window (player, 900, &stage);
  GtkWidget *chip = test_stage_find_chip (GTK_WIDGET (stage), 51);
  graphene_rect_t card, bounds;

  test_stage_hover (stage, chip);
  g_assert_false (gtk_widget_get_visible (stage->card));
  test_ui_wait_for (gtk_widget_get_visible (stage->card));
  test_ui_settle (GTK_WIDGET (window));
  g_assert_nonnull (test_ui_find (stage->card, GTK_TYPE_LABEL, "layout"));
  g_assert_nonnull (test_ui_find (stage->card, GTK_TYPE_LABEL, "Task 51, queued"));
  g_assert_nonnull (test_ui_find (stage->card, GTK_TYPE_LABEL, "user-visible, effective 2"));
  g_assert_nonnull (test_ui_find (stage->card, GTK_TYPE_LABEL, "fixed priority"));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (chip), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "layout, Task 51, queued, Priority: user-visible, effective 2, Queue: fixed priority, "
                                       "Waiting since: 27 ms, for 4 ms, Enqueue order: 47, Aborted by: none");
  /* Not over its chip, and within the stage. */
  g_assert_true (gtk_widget_compute_bounds (stage->card, GTK_WIDGET (stage), &card));
  g_assert_true (gtk_widget_compute_bounds (chip, GTK_WIDGET (stage), &bounds));
  g_assert_false (graphene_rect_intersection (&card, &bounds, NULL));
  g_assert_cmpfloat (card.origin.x + card.size.width, <=, gtk_widget_get_width (GTK_WIDGET (stage)));
  g_assert_cmpfloat (card.origin.y + card.size.height, <=, gtk_widget_get_height (GTK_WIDGET (stage)));
  test_ui_save_picture (GTK_WIDGET (window), "stage-card");

  /* Escape closes the card first; the next one comes at once. */
  g_assert_true (test_ui_press (GTK_WIDGET (stage), GDK_KEY_Escape, 0));
  g_assert_false (gtk_widget_get_visible (stage->card));
  g_assert_false (test_ui_press (GTK_WIDGET (stage), GDK_KEY_Escape, 0));
  test_stage_hover (stage, test_stage_find_chip (GTK_WIDGET (stage), 8));
  test_ui_wait_for (gtk_widget_get_visible (stage->card));
  test_stage_hover (stage, chip);
  g_assert_nonnull (test_ui_find (stage->card, GTK_TYPE_LABEL, "Task 51, queued"));

  /* The card goes with its task, even if the chip stays for another one. */
  ls_player_seek (player, test_player_find_record (player, LS_RECORD_TASK_FINISHED));
  g_assert_cmpuint (ls_task_chip_get_task (LS_TASK_CHIP (chip)), ==, 4);
  g_assert_true (gtk_widget_get_mapped (chip));
  g_assert_false (gtk_widget_get_visible (stage->card));
  gtk_window_destroy (window);
}

static void
test_chips_card_focus (void)
{
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_gallery ());
  LsStage *stage;
  GtkWindow *window = test_stage_new_window (player, 900, &stage);

  gtk_window_set_focus_visible (window, TRUE);
  gtk_widget_grab_focus (test_stage_find_chip (GTK_WIDGET (stage), 51));
  test_ui_wait_for (gtk_widget_get_visible (stage->card));
  g_assert_nonnull (test_ui_find (stage->card, GTK_TYPE_LABEL, "Task 51, queued"));
  gtk_window_destroy (window);
}

static gboolean
promise_more (guint32  step,
              gpointer user_data)
{
  return TRUE;
}

/* While a run that starts anew is on its way back, what was there stays. */
static void
test_chips_restart (void)
{
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_gallery ());
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsStage *stage;
  GtkWindow *window = test_stage_new_window (player, 900, &stage);

  ls_player_set_trace (player, trace, promise_more, NULL);
  ls_player_step_to (player, 5);
  g_assert_true (ls_player_is_pending (player));
  test_stage_rest ();
  /* Not even if there is room for more. */
  gtk_window_set_default_size (window, 1000, 600);
  test_ui_wait_for (gtk_widget_get_width (GTK_WIDGET (stage)) == 1000);
  test_stage_rest ();
  test_ui_settle (GTK_WIDGET (window));
  g_assert_nonnull (test_stage_find_chip (stage->user_visible, 51));

  /* If it does not come back, the start is what there is. */
  ls_player_seek (player, 0);
  test_ui_wait_for (test_stage_find_chip (stage->user_visible, 51) == NULL);
  gtk_window_destroy (window);
}

/* A run with animations, in one go: nothing stays behind. */
static void
test_chips_run (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsStage *stage = LS_STAGE (test_ui_find (GTK_WIDGET (window), LS_TYPE_STAGE, NULL));
  LsPlayer *player = test_window_get_player (window);

  test_stage_set_animations (TRUE);
  ls_player_set_speed (player, 0.05);
  ls_player_set_running (player, TRUE);
  test_ui_wait_for (!ls_player_get_running (player) || ls_player_get_step (player) > 40);
  ls_player_set_running (player, FALSE);
  test_ui_wait_for (ls_stage_get_n_flights (stage) == 0);
  test_stage_assert_all_seen (GTK_WIDGET (stage));
  test_window_close (window);
  test_stage_set_animations (FALSE);
}

/* From right to left cards begin where their chips end. */
static void
test_chips_right_to_left (void)
{
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_gallery ());
  graphene_rect_t card, bounds;
  GtkWindow *window;
  LsStage *stage;
  GtkWidget *chip;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  window = test_stage_new_window (player, 900, &stage);
  chip = test_stage_find_chip (GTK_WIDGET (stage), 51);
  test_stage_hover (stage, chip);
  test_ui_wait_for (gtk_widget_get_visible (stage->card));
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (gtk_widget_compute_bounds (stage->card, GTK_WIDGET (stage), &card));
  g_assert_true (gtk_widget_compute_bounds (chip, GTK_WIDGET (stage), &bounds));
  g_assert_cmpfloat_with_epsilon (card.origin.x + card.size.width, bounds.origin.x + bounds.size.width, 4);
  test_ui_save_picture (GTK_WIDGET (window), "stage-card-rtl");
  gtk_stack_set_visible_child_name (GTK_STACK (stage->pages), "thread");
  test_ui_save_picture (GTK_WIDGET (window), "thread-rtl");
  gtk_window_destroy (window);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/stage/chips/fly", test_chips_fly);
  g_test_add_func ("/stage/chips/interrupted", test_chips_interrupted);
  g_test_add_func ("/stage/chips/still", test_chips_still);
  g_test_add_func ("/stage/chips/lifetime", test_chips_lifetime);
  g_test_add_func ("/stage/chips/card", test_chips_card);
  g_test_add_func ("/stage/chips/card-focus", test_chips_card_focus);
  g_test_add_func ("/stage/chips/restart", test_chips_restart);
  g_test_add_func ("/stage/chips/run", test_chips_run);
  g_test_add_func ("/stage/chips/right-to-left", test_chips_right_to_left);

  return g_test_run ();
}
