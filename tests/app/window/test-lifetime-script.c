/* test-lifetime-script.c: that nothing outlives a window with a program in JavaScript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-lifetime.h"

#include "ls-find-bar.h"

#ifdef LS_HAVE_SCRIPT

#define PROGRAM                                     \
  "async function work (name) {\n"                  \
  "  console.log (name);\n"                         \
  "  await scheduler.yield ();\n"                   \
  "  console.log (name, 'again');\n"                \
  "}\n"                                             \
  "scheduler.postTask (() => work ('a'));\n"        \
  "scheduler.postTask (() => work ('b'));\n"

static void
go_to_line (LsWindow *window,
            guint     line)
{
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_line (test_window_get_text (window), &iter, line - 1);
  gtk_text_buffer_place_cursor (test_window_get_text (window), &iter);
}

static void
show_program (LsWindow *window)
{
}

static void
edit_program (LsWindow *window)
{
  GtkTextBuffer *text = test_window_get_text (window);
  GtkTextIter iter;

  for (guint i = 0; i < 20; i++)
    {
      gtk_text_buffer_get_start_iter (text, &iter);
      gtk_text_buffer_insert (text, &iter, "let a = `x${1}`; // text\n", -1);
    }
  gtk_text_buffer_undo (text);
  test_ui_settle (GTK_WIDGET (window));
}

/* What is typed is still to be read. */
static void
edit_and_go (LsWindow *window)
{
  gtk_text_buffer_insert_at_cursor (test_window_get_text (window), "(", -1);
}

/* What is selected can be pasted elsewhere, and is kept for that. */
static void
select_text (LsWindow *window)
{
  GtkTextBuffer *text = test_window_get_text (window);
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (text, &start, &end);
  gtk_text_buffer_select_range (text, &start, &end);
  test_ui_settle (GTK_WIDGET (window));
}

static void
break_program (LsWindow *window)
{
  go_to_line (window, 2);
  test_window_activate (window, "win.toggle-breakpoint", NULL);
  test_window_activate (window, "win.to-breakpoint", NULL);
  test_ui_settle (GTK_WIDGET (window));
}

static void
ask_for_condition (LsWindow *window)
{
  go_to_line (window, 4);
  test_window_activate (window, "win.edit-breakpoint", NULL);
  test_ui_settle (GTK_WIDGET (window));
}

static void
find_in_program (LsWindow *window)
{
  GtkWidget *bar;
  GtkWidget *entry;

  test_window_activate (window, "win.find", NULL);
  bar = test_ui_find (GTK_WIDGET (window), LS_TYPE_FIND_BAR, NULL);
  g_assert_nonnull (bar);
  entry = test_ui_find (bar, GTK_TYPE_SEARCH_ENTRY, NULL);
  g_assert_nonnull (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), "work");
  test_ui_settle (GTK_WIDGET (window));
}

static void
change_scheme (LsWindow *window)
{
  AdwStyleManager *styles = adw_style_manager_get_default ();

  adw_style_manager_set_color_scheme (styles, ADW_COLOR_SCHEME_FORCE_DARK);
  test_ui_settle (GTK_WIDGET (window));
  adw_style_manager_set_color_scheme (styles, ADW_COLOR_SCHEME_DEFAULT);
  test_ui_settle (GTK_WIDGET (window));
}

static void
open_another (LsWindow *window)
{
  g_assert_true (ls_debugger_open_text (ls_window_get_debugger (window), "other.js", "console.log (1);\n", NULL));
  test_window_wait (window);
  test_ui_settle (GTK_WIDGET (window));
}

/* Closed with a program in JavaScript, whatever was done with its text. */
static void
test_lifetime_script (void)
{
  static const struct
  {
    const char  *what;
    void       (*acts[4]) (LsWindow *window);
    gboolean     selects;   /* GTK 4.8 keeps a buffer of which something was selected for ever */
  } cases[] = {
    { "shown", { show_program } },
    { "edited", { edit_program, break_program, change_scheme, open_another } },
    { "asked for a condition, edited just before", { ask_for_condition, edit_and_go } },
    { "searched", { select_text, find_in_program }, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LsWindow *window = test_window_new_program (PROGRAM, 1360, 860);

      if (!cases[i].selects)
        test_lifetime_watch_object (test_window_get_text (window));
      for (guint j = 0; j < G_N_ELEMENTS (cases[i].acts) && cases[i].acts[j] != NULL; j++)
        cases[i].acts[j] (window);
      test_lifetime_watch_window (window);
      ls_session_view_discard (ls_window_get_view (window));
      test_lifetime_close_window (window, cases[i].what);
    }
}

void
test_lifetime_add_script (void)
{
  g_test_add_func ("/lifetime/script", test_lifetime_script);
}

#endif
