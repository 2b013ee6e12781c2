/* test-window.c: the window over real sessions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-util.h"

#include "ls-application.h"
#include "ls-window.h"

static LsApplication *application;

static GFile *
example (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", "sessions", name, NULL);

  return g_file_new_for_path (path);
}

static LsWindow *
new_window (const char *name)
{
  LsWindow *window = ls_window_new (GTK_APPLICATION (application));

  gtk_window_present (GTK_WINDOW (window));
  test_ui_settle (GTK_WIDGET (window));
  if (name != NULL)
    {
      g_autoptr (GFile) file = example (name);

      ls_window_open (window, file);
      g_assert_true (ls_window_has_session (window));
      test_ui_wait_for (ls_player_get_step (ls_debugger_get_player (ls_window_get_debugger (window))) == 1);
    }
  return window;
}

static void
test_window_pictures (void)
{
  static const int sizes[][2] = { { 1360, 860 }, { 800, 600 } };
  const char *scheme = adw_style_manager_get_dark (adw_style_manager_get_default ()) ? "dark" : "light";

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      LsWindow *window = new_window ("photo-gallery.loopscope");
      LsPlayer *player = ls_debugger_get_player (ls_window_get_debugger (window));
      g_autofree char *name = g_strdup_printf ("window-%s-%dx%d", scheme, sizes[i][0], sizes[i][1]);

      gtk_window_set_default_size (GTK_WINDOW (window), sizes[i][0], sizes[i][1]);
      ls_player_step_to (player, 16);
      test_ui_wait_for (!ls_player_is_pending (player));
      test_ui_settle (GTK_WIDGET (window));
      test_ui_wait_for (gtk_widget_get_width (GTK_WIDGET (window)) != 0);
      g_test_message ("width %d", gtk_widget_get_width (GTK_WIDGET (window)));
      test_ui_settle (GTK_WIDGET (window));
      test_ui_save_picture (GTK_WIDGET (window), name);
      gtk_window_destroy (GTK_WINDOW (window));
    }
}

int
main (int   argc,
      char *argv[])
{
  test_ui_init (&argc, &argv);
  application = ls_application_new ();
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));

  g_test_add_func ("/window/pictures", test_window_pictures);

  return g_test_run ();
}
