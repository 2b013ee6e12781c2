/* test-page-dialog.c: which page is to be watched, and where
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include "ls-page-dialog.h"
#include "ls-page-watch.h"

static void
take_page (LsPageDialog  *dialog,
           const char    *address,
           const char    *browser,
           guint          flags,
           char         **taken)
{
  *taken = g_strdup_printf ("%s|%s|%u", address, browser, flags);
}

/* The browser is one of those that are installed. */
static void
test_browsers (void)
{
  g_autofree char *path = g_strdup (g_getenv ("PATH"));
  GtkWidget *dialog = ls_page_dialog_new ();
  AdwComboRow *row = ADW_COMBO_ROW (gtk_widget_get_template_child (dialog, LS_TYPE_PAGE_DIALOG, "browser"));
  const guint n = ls_page_watch_can_launch (LS_PAGE_WATCH_NONE) + ls_page_watch_can_launch (LS_PAGE_WATCH_FIREFOX);
  g_autofree char *taken = NULL;

  test_ui_new_window (dialog, 500, 600);
  g_assert_cmpuint (g_list_model_get_n_items (adw_combo_row_get_model (row)), ==, n);
  g_signal_connect (dialog, "watch", G_CALLBACK (take_page), &taken);
  gtk_editable_set_text (GTK_EDITABLE (gtk_widget_get_template_child (dialog, LS_TYPE_PAGE_DIALOG, "address")), "about:blank");
  adw_combo_row_set_selected (row, n - 1);
  g_signal_emit_by_name (test_ui_find (dialog, GTK_TYPE_BUTTON, "_Watch"), "clicked");
  g_assert_cmpstr (taken, ==, ls_page_watch_can_launch (LS_PAGE_WATCH_FIREFOX) ? "about:blank||8" : "about:blank||0");
  g_setenv ("PATH", "/nowhere", TRUE);
  dialog = ls_page_dialog_new ();
  test_ui_new_window (dialog, 500, 600);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (gtk_widget_get_template_child (dialog, LS_TYPE_PAGE_DIALOG, "browser"))));
  g_setenv ("PATH", path, TRUE);
}

/* @typed is completed to @expected. */
static void
check_dialog (const char *typed,
              gboolean    is_joined,
              const char *port,
              const char *expected)
{
  GtkWidget *dialog = ls_page_dialog_new ();
  GtkWidget *error = GTK_WIDGET (gtk_widget_get_template_child (dialog, LS_TYPE_PAGE_DIALOG, "error"));
  GtkWidget *port_error = GTK_WIDGET (gtk_widget_get_template_child (dialog, LS_TYPE_PAGE_DIALOG, "port_error"));
  g_autofree char *taken = NULL;

  test_ui_new_window (dialog, 500, 600);
  g_signal_connect (dialog, "watch", G_CALLBACK (take_page), &taken);
  gtk_editable_set_text (GTK_EDITABLE (gtk_widget_get_template_child (dialog, LS_TYPE_PAGE_DIALOG, "address")), typed);
  gtk_editable_set_text (GTK_EDITABLE (gtk_widget_get_template_child (dialog, LS_TYPE_PAGE_DIALOG, "port")), port);
  gtk_switch_set_active (GTK_SWITCH (gtk_widget_get_template_child (dialog, LS_TYPE_PAGE_DIALOG, "is_joined")), is_joined);
  gtk_switch_set_active (GTK_SWITCH (gtk_widget_get_template_child (dialog, LS_TYPE_PAGE_DIALOG, "is_hidden")), TRUE);
  g_signal_emit_by_name (test_ui_find (dialog, GTK_TYPE_BUTTON, "_Watch"), "clicked");
  g_assert_cmpstr (taken, ==, expected);
  g_assert_true (gtk_widget_get_visible (is_joined ? port_error : error) == (expected == NULL));
  g_assert_false (gtk_widget_get_visible (is_joined ? error : port_error));
}

/* A place where no browser can be is refused as it is typed, and the dialog stays. */
static void
test_port (void)
{
  static const struct
  {
    const char *port, *problem;
  } cases[] = {
    { "99999999", "is not the address of a browser" }, { "example.com:9222", "is not on this machine" }, { "x", "is not the address" },
    { "", "Expected the port" }, { "localhost:9222", NULL },
  };
  GtkWidget *dialog = ls_page_dialog_new ();
  GtkWidget *port = GTK_WIDGET (gtk_widget_get_template_child (dialog, LS_TYPE_PAGE_DIALOG, "port"));
  GtkWidget *port_error = GTK_WIDGET (gtk_widget_get_template_child (dialog, LS_TYPE_PAGE_DIALOG, "port_error"));
  GtkWidget *is_joined = GTK_WIDGET (gtk_widget_get_template_child (dialog, LS_TYPE_PAGE_DIALOG, "is_joined"));
  g_autofree char *taken = NULL;

  test_ui_new_window (dialog, 500, 600);
  g_signal_connect (dialog, "watch", G_CALLBACK (take_page), &taken);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].port);
      gtk_switch_set_active (GTK_SWITCH (is_joined), FALSE);
      gtk_editable_set_text (GTK_EDITABLE (port), cases[i].port);
      g_assert_false (gtk_widget_has_css_class (port, "error"));
      gtk_switch_set_active (GTK_SWITCH (is_joined), TRUE);
      gtk_editable_set_text (GTK_EDITABLE (port), "");
      gtk_editable_set_text (GTK_EDITABLE (port), cases[i].port);
      g_assert_true (gtk_widget_has_css_class (port, "error") == (cases[i].problem != NULL));
      g_assert_true (gtk_widget_get_visible (port_error) == (cases[i].problem != NULL));
      g_signal_emit_by_name (test_ui_find (dialog, GTK_TYPE_BUTTON, "_Watch"), "clicked");
      g_assert_true ((taken == NULL) == (cases[i].problem != NULL));
      if (cases[i].problem == NULL)
        continue;
      g_assert_nonnull (strstr (gtk_label_get_label (GTK_LABEL (port_error)), cases[i].problem));
      gtk_test_accessible_assert_state (port, GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE);
    }
}

static void
test_dialog (void)
{
  check_dialog ("", FALSE, "9222", NULL);
  check_dialog ("   ", FALSE, "9222", NULL);
  check_dialog ("example.com/a?b", FALSE, "9222", "https://example.com/a?b||1");
  check_dialog (" http://example.com ", FALSE, "", "http://example.com||1");
  check_dialog ("localhost:8000", FALSE, "9222", "http://localhost:8000||1");
  check_dialog ("127.0.0.1", FALSE, "9222", "http://127.0.0.1||1");
  check_dialog ("localhostess.example", FALSE, "9222", "https://localhostess.example||1");
  check_dialog ("javascript:1+1", FALSE, "9222", "javascript:1+1||1");
  check_dialog ("example.com:8080", FALSE, "9222", "https://example.com:8080||1");
  check_dialog ("/tmp/a b.html", FALSE, "9222", "file:///tmp/a%20b.html||1");
  check_dialog ("about:blank", FALSE, "9222", "about:blank||1");
  check_dialog ("", TRUE, " 9222 ", "|9222|0");
  check_dialog ("example.com", TRUE, "9222", "https://example.com|9222|0");
  check_dialog ("", TRUE, " ", NULL);
}

int
main (int    argc,
      char **argv)
{
  test_window_init (&argc, &argv);
  g_test_add_func ("/page-dialog/dialog", test_dialog);
  g_test_add_func ("/page-dialog/port", test_port);
  g_test_add_func ("/page-dialog/browsers", test_browsers);
  return g_test_run ();
}
