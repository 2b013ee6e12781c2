/* test-others.c: what the loop could take beside the scheduler's tasks is in view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-stage-util.h"
#include "test-window-util.h"

#include <string.h>

#include "ls-others-line.h"
#include "ls-stage.h"
#include "ls-task-chip.h"

static GtkWidget *
find_next_chip (GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget))
    return NULL;
  if (LS_IS_TASK_CHIP (widget) && gtk_widget_has_css_class (widget, "next"))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_next_chip (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Whatever is next has a chip on the first page of the stage, and the outline. */
static void
test_next_in_view (void)
{
  static const char *const examples[] = { "photo-gallery.loopscope", "starved-timer.loopscope", "compositor-frames.loopscope",
                                          "idle-and-background.loopscope", "delayed-tasks.loopscope",
                                          "timer-nesting-clamp.loopscope" };
  guint n_others = 0;

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      LsWindow *window = test_window_new (examples[i], 1360, 860);
      LsPlayer *player = test_window_get_player (window);
      GtkWidget *stage = test_window_get_child (window, "stage");
      guint32 n_steps;

      test_window_activate (window, "win.to-end", NULL);
      n_steps = ls_player_get_step (player);
      for (guint32 step = 1; step <= n_steps; step++)
        {
          guint32 next;
          GtkWidget *chip;

          test_window_go_to (window, step);
          next = ls_state_get_next_task (ls_player_get_state (player));
          test_ui_settle (stage);
          chip = find_next_chip (stage);
          if (next == 0)
            {
              g_assert_null (chip);
              continue;
            }
          /* What the rest of the turn has yet to post has no chip. */
          if (ls_state_get_task (ls_player_get_state (player), next) == NULL)
            {
              g_assert_null (chip);
              continue;
            }
          g_assert_nonnull (chip);
          g_assert_cmpuint (ls_task_chip_get_task (LS_TASK_CHIP (chip)), ==, next);
          n_others += gtk_widget_get_ancestor (chip, LS_TYPE_OTHERS_LINE) != NULL;
        }
      test_window_close (window);
    }
  g_assert_cmpuint (n_others, >, 5);
}

static char *
get_text (GtkWidget *line)
{
  GString *text = g_string_new (NULL);

  for (GtkWidget *child = gtk_widget_get_first_child (gtk_widget_get_first_child (line)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_visible (child))
      {
        g_string_append (text, text->len > 0 ? " " : "");
        if (LS_IS_TASK_CHIP (child))
          g_string_append_printf (text, "[%s, %s]",
                                  gtk_label_get_label (GTK_LABEL (test_ui_find (child, GTK_TYPE_LABEL, "name"))),
                                  gtk_label_get_label (GTK_LABEL (test_ui_find (child, GTK_TYPE_LABEL, "note"))));
        else
          g_string_append (text, gtk_label_get_label (GTK_LABEL (child)));
      }
  return g_string_free (text, FALSE);
}

/* A timer that became due while a task ran is late, and says so; it waits for its time before that. */
static void
test_late (void)
{
  LsWindow *window = test_window_new_session (
    "{\"format\": \"loopscope-session\", \"version\": 1, \"program\": {\"kind\": \"steps\", \"main\": ["
    "{\"op\": \"timer\", \"name\": \"poll\", \"ms\": 5, \"body\": []},"
    "{\"op\": \"postTask\", \"name\": \"later\", \"delay\": 20, \"body\": []},"
    "{\"op\": \"postTask\", \"name\": \"long\", \"body\": [{\"op\": \"work\", \"ms\": 7}]}]}}", 1360, 860);
  LsPlayer *player = test_window_get_player (window);
  GtkWidget *line = test_ui_find (test_window_get_child (window, "stage"), LS_TYPE_OTHERS_LINE, NULL);
  GtkWidget *title;
  GtkWidget *delayed = test_ui_find (test_window_get_child (window, "stage"), GTK_TYPE_BOX, "delayed");
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gboolean is_late = FALSE;
  guint n_delayed = 0;

  title = test_ui_find (line, GTK_TYPE_LABEL, "Other queues, most urgent first:");
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (title), "the lowest rank goes first"));
  before = get_text (line);
  g_assert_cmpstr (before, ==, "Other queues, most urgent first: Input none · Rendering none · Timers none · Idle none");
  test_window_activate (window, "win.to-end", NULL);
  for (gsize position = 1; position < ls_trace_get_length (ls_player_get_trace (player)) && !is_late; position++)
    {
      ls_player_seek (player, position);
      is_late = ls_state_get_time (ls_player_get_state (player)) == 7000;
      n_delayed = MAX (n_delayed, test_ui_count (delayed, LS_TYPE_TASK_CHIP));
    }
  g_assert_cmpuint (n_delayed, ==, 2);
  g_assert_true (is_late);
  after = get_text (line);
  g_assert_nonnull (strstr (after, "Timers [poll, due, 2 ms late]"));
  g_assert_null (strstr (after, "0 ms"));
  g_assert_nonnull (test_ui_find (delayed, GTK_TYPE_LABEL, "in 13 ms"));
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/others/next-in-view", test_next_in_view);
  g_test_add_func ("/others/late", test_late);

  return g_test_run ();
}
