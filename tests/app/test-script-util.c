/* test-script-util.c: the program in JavaScript that a window shows, for tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-script-util.h"


LsProgramPane *
test_script_get_pane (LsWindow *window)
{
  return LS_PROGRAM_PANE (test_window_get_child (window, "program"));
}

LsScriptBuffer *
test_script_get_buffer (LsWindow *window)
{
  return ls_script_view_get_buffer (ls_program_pane_get_view (test_script_get_pane (window)));
}

guint
test_script_get_line (LsWindow *window)
{
  gboolean done = FALSE;
  guint line = ls_script_buffer_get_current_line (test_script_get_buffer (window), &done);

  return done ? 0 : line;
}

void
test_script_type_at (LsWindow   *window,
                     guint       line,
                     const char *text)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (test_script_get_buffer (window));
  GtkTextIter iter;

  ls_script_buffer_get_iter (test_script_get_buffer (window), &iter, line, 1);
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_insert (buffer, &iter, text, -1);
  gtk_text_buffer_end_user_action (buffer);
}

void
test_script_set_cursor (LsWindow *window,
                        guint     line)
{
  GtkTextIter iter;

  ls_script_buffer_get_iter (test_script_get_buffer (window), &iter, line, 1);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (test_script_get_buffer (window)), &iter);
}

guint
test_script_to_breakpoint (LsWindow *window)
{
  test_window_activate (window, "win.to-breakpoint", NULL);
  return ls_player_is_at_end (test_window_get_player (window)) ? 0 : test_script_get_line (window);
}

/* What @expression is at the position, as the list of watches says. */
char *
test_script_evaluate (LsWindow   *window,
                      const char *expression)
{
  GtkWidget *entry = test_ui_find (test_ui_find (test_window_get_child (window, "program"), g_type_from_name ("LsWatchList"), NULL),
                                   GTK_TYPE_ENTRY, NULL);
  GtkWidget *result = test_ui_find (test_window_get_child (window, "program"), GTK_TYPE_LABEL, "result");

  gtk_editable_set_text (GTK_EDITABLE (entry), expression);
  g_signal_emit_by_name (entry, "activate");
  test_ui_wait_for (g_strcmp0 (gtk_label_get_text (GTK_LABEL (result)), "…") != 0);
  return g_strdup (gtk_label_get_text (GTK_LABEL (result)));
}
