/* test-german.c: the window in German
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <string.h>

#include "test-window-util.h"

#include "ls-clause.h"
#include "ls-lint.h"
#include "ls-window-private.h"

static void
show_view (LsWindow   *window,
           const char *name)
{
  test_window_activate (window, "win.show-view", "s", name);
  test_ui_settle (GTK_WIDGET (window));
}

/* Templates, code and the library each have their texts from the catalogue. */
static void
test_german_window (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1600, 1000);
  static const char *const labels[] = { "Signale", "Programm", "Controller", "Zeitleiste", "Ereignisse", "Läuft" };
  static const char *const views[] = { "timeline", "events", "log", "what-if", "lints", "statistics", "breakpoints" };
  g_autofree char *count = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    if (test_ui_find (GTK_WIDGET (window), GTK_TYPE_LABEL, labels[i]) == NULL)
      g_error ("nothing says “%s”", labels[i]);
  g_assert_null (test_ui_find (GTK_WIDGET (window), GTK_TYPE_LABEL, "Signals"));

  count = g_strdup_printf (ngettext ("%u task", "%u tasks", 1), 1);
  g_assert_cmpstr (count, ==, "1 Aufgabe");
  g_assert_cmpstr (ls_lint_kind_get_title (LS_LINT_LONG_TASK), ==, "Lange Aufgabe");
  g_assert_nonnull (strstr (ls_clause_get_text (LS_CLAUSE_EVENT_LOOP), "Umlauf"));
  /* Names in files and records are the same everywhere. */
  g_assert_cmpstr (ls_lint_kind_to_string (LS_LINT_LONG_TASK), ==, "long-task");

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autofree char *picture = g_strconcat ("german-", views[i], NULL);

      show_view (window, views[i]);
      test_ui_save_picture (GTK_WIDGET (window), picture);
    }
  test_window_close (window);
}

/* Long words need no more room than there is. */
static void
test_german_small (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 800, 600);
  int minimum = 0;

  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 800);
  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_VERTICAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 600);
  show_view (window, "events");
  test_ui_save_picture (GTK_WIDGET (window), "german-small");
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  /* Without a locale there would be nothing to test: better to fail than to say that all is well. */
  if (setlocale (LC_ALL, "") == NULL || !g_str_has_prefix (setlocale (LC_MESSAGES, NULL), "de_DE"))
    g_error ("the locale de_DE.UTF-8 is not there: see with-locale");
  bindtextdomain (GETTEXT_PACKAGE, g_getenv ("LS_TEST_LOCALEDIR"));
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  test_window_init (&argc, &argv);

  g_test_add_func ("/german/window", test_german_window);
  g_test_add_func ("/german/small", test_german_small);

  return g_test_run ();
}
