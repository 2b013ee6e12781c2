/* test-lifetime-stage.c: that nothing outlives a window whose stage shows the card or the menu of a task
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-lifetime.h"

#include "ls-stage-private.h"
#include "ls-task-chip.h"

/* Chips are used again: some are not shown. */
static GtkWidget *
find_chip (GtkWidget *root)
{
  if (LS_IS_TASK_CHIP (root) && gtk_widget_get_mapped (root))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_chip (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The pointer rests on a chip. */
static void
hover (LsStage   *stage,
       GtkWidget *chip)
{
  test_stage_hover (stage, chip);
  g_assert_cmpuint (stage->card_delay, !=, 0);
}

/* Closed while the card of a chip is about to come, is there, or has made room for the chip's menu. */
static void
test_lifetime_chip (void)
{
  static const char *const whats[] = { "card to come", "card", "chip's menu" };

  for (guint i = 0; i < G_N_ELEMENTS (whats); i++)
    {
      LsWindow *window = test_lifetime_open_window ();
      LsStage *stage = LS_STAGE (test_window_get_child (window, "stage"));
      GtkWidget *chip = find_chip (GTK_WIDGET (stage));

      g_assert_nonnull (chip);
      g_assert_true (gtk_widget_grab_focus (chip));
      hover (stage, chip);
      /* The pointer that there is may come into the window. */
      while (i > 0 && !gtk_widget_get_visible (stage->card))
        {
          if (stage->card_delay == 0)
            hover (stage, chip);
          test_ui_wait_for (gtk_widget_get_visible (stage->card) || stage->card_delay == 0);
        }
      if (i == 2)
        {
          g_assert_true (test_ui_press (GTK_WIDGET (stage), GDK_KEY_Menu, 0));
          test_ui_wait_for (gtk_widget_get_mapped (stage->menu));
        }
      test_lifetime_close_window (window, whats[i]);
    }
}

void
test_lifetime_add_stage (void)
{
  g_test_add_func ("/lifetime/chip", test_lifetime_chip);
}
