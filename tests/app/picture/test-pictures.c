/* test-pictures.c: what the window looks like, to be looked at
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

/* The step at which the most lanes have tasks, while something runs. */
static guint32
find_busiest_step (LsPlayer *player)
{
  LsTrace *trace = ls_player_get_trace (player);
  g_autoptr (LsState) state = ls_state_new (trace);
  guint32 best = 1;
  guint best_score = 0;

  for (guint32 step = 1; step <= ls_trace_get_n_steps (trace); step++)
    {
      guint lanes = 0;
      guint score;

      ls_state_seek (state, ls_trace_find_step (trace, step));
      for (guint32 queue = 1; queue <= ls_state_get_n_queues (state); queue++)
        {
          const LsQueueState *data = ls_state_get_queue (state, queue);

          if (data->tasks.length > 0)
            lanes |= 1u << data->effective_priority;
        }
      score = 4 * (lanes >> 5 & 1) + 2 * (lanes >> 1 & 1) + (lanes >> 2 & 3) + (lanes >> 4 & 1) +
              2 * (ls_state_get_running_task (state) != 0);
      if (score > best_score)
        {
          best = step;
          best_score = score;
        }
    }

  return best;
}

static void
take_pictures (AdwColorScheme  scheme,
               const char     *scheme_name)
{
  static const int sizes[][2] = { { 1360, 860 }, { 800, 600 } };

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), scheme);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      LsWindow *window = test_window_new (TEST_EXAMPLE, sizes[i][0], sizes[i][1]);
      LsPlayer *player = test_window_get_player (window);
      g_autofree char *name = g_strdup_printf ("window-%s-%dx%d", scheme_name, sizes[i][0], sizes[i][1]);

      test_window_activate (window, "win.to-end", NULL);
      test_window_go_to (window, find_busiest_step (player));
      test_ui_settle (GTK_WIDGET (window));
      g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, sizes[i][0]);
      test_ui_save_picture (GTK_WIDGET (window), name);
      test_window_close (window);
    }
}

static void
test_pictures_light (void)
{
  take_pictures (ADW_COLOR_SCHEME_FORCE_LIGHT, "light");
}

static void
test_pictures_dark (void)
{
  take_pictures (ADW_COLOR_SCHEME_FORCE_DARK, "dark");
}

static void
test_pictures_rtl (void)
{
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  take_pictures (ADW_COLOR_SCHEME_FORCE_LIGHT, "rtl");
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

/* The start, and another page below. */
static void
test_pictures_pages (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);

  test_ui_save_picture (GTK_WIDGET (window), "window-welcome");
  test_window_close (window);

  window = test_window_new (TEST_EXAMPLE, 1360, 860);
  test_window_activate (window, "win.to-end", NULL);
  test_window_go_to (window, 20);
  test_window_activate (window, "win.search", NULL);
  for (guint i = 0; i < 5; i++)
    test_ui_settle (GTK_WIDGET (window));
  test_ui_save_picture (GTK_WIDGET (window), "window-events");
  test_window_close (window);
}

#ifdef LS_HAVE_SCRIPT

/* A program at a breakpoint, and with an edit. */
static void
test_pictures_program (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  LsDebugger *debugger = ls_window_get_debugger (window);

  test_window_activate (window, "win.new-program", "s", "gallery");
  test_window_activate (window, "win.to-end", NULL);
  ls_breakpoints_add (ls_debugger_get_breakpoints (debugger), "gallery.js", 9, 9);
  test_window_activate (window, "win.to-breakpoint-back", NULL);
  test_window_activate (window, "win.to-breakpoint-back", NULL);
  test_ui_settle (GTK_WIDGET (window));
  test_ui_save_picture (GTK_WIDGET (window), "window-program");
  test_window_close (window);
}

#endif

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/pictures/light", test_pictures_light);
  g_test_add_func ("/pictures/dark", test_pictures_dark);
  g_test_add_func ("/pictures/right-to-left", test_pictures_rtl);
  g_test_add_func ("/pictures/pages", test_pictures_pages);

#ifdef LS_HAVE_SCRIPT
  g_test_add_func ("/pictures/program", test_pictures_program);
#endif

  return g_test_run ();
}
