/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ls-application.h"
#include "test-util.h"

static void
on_activate_quit (GApplication *application,
                  gboolean     *seen)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  g_assert_true (ADW_IS_APPLICATION_WINDOW (window));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window)));

  *seen = TRUE;
  gtk_window_destroy (window);
}

static void
test_application_activate (void)
{
  g_autoptr (LsApplication) application = ls_application_new ();
  gboolean seen = FALSE;

  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE);
  g_signal_connect_after (application, "activate", G_CALLBACK (on_activate_quit), &seen);

  g_assert_cmpint (g_application_run (G_APPLICATION (application), 0, NULL), ==, 0);
  g_assert_true (seen);
}

int
main (int   argc,
      char *argv[])
{
  test_ignore_first_quarks ();
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/application/activate", test_application_activate);

  return g_test_run ();
}
