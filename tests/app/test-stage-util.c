/* test-stage-util.c: stages, for tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-stage-util.h"

#include "ls-task-chip.h"

/* Longer than moves may follow each other for chips to fly. */
#define REST 120

/* A window with nothing but a stage over what @player shows. */
GtkWindow *
test_stage_new_window (LsPlayer  *player,
                       int        width,
                       LsStage  **stage)
{
  GtkWidget *widget = g_object_new (LS_TYPE_STAGE, NULL);

  ls_stage_set_player (LS_STAGE (widget), player);
  if (stage != NULL)
    *stage = LS_STAGE (widget);
  return test_ui_new_window (widget, width, 560);
}

/* The chip of @task, but not its picture that flies. */
GtkWidget *
test_stage_find_chip (GtkWidget *widget,
                      guint32    task)
{
  GtkWidget *found = NULL;

  if (LS_IS_TASK_CHIP (widget) && ls_task_chip_get_task (LS_TASK_CHIP (widget)) == task &&
      !gtk_widget_has_css_class (widget, "flying"))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = test_stage_find_chip (child, task);
  return found;
}

/* The pointer comes over @chip. */
void
test_stage_hover (LsStage   *stage,
                  GtkWidget *chip)
{
  GtkEventController *motion = test_ui_find_controller (GTK_WIDGET (stage), GTK_TYPE_EVENT_CONTROLLER_MOTION);
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (chip, GTK_WIDGET (stage), &bounds));
  g_signal_emit_by_name (motion, "motion", (double) bounds.origin.x + 4, (double) bounds.origin.y + 4);
}

/* Waits until chips would fly again. */
void
test_stage_rest (void)
{
  gint64 start = g_get_monotonic_time ();

  test_ui_wait_for (g_get_monotonic_time () - start > REST * 1000);
}

void
test_stage_set_animations (gboolean enabled)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", enabled, NULL);
}

/* Nothing is left unseen once no chip flies. */
void
test_stage_assert_all_seen (GtkWidget *widget)
{
  if (LS_IS_TASK_CHIP (widget))
    g_assert_cmpfloat (gtk_widget_get_opacity (widget), ==, 1);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    test_stage_assert_all_seen (child);
}
