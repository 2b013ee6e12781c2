/* test-program-view.c: what a step has run is marked in the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-script-util.h"

#include <gtksourceview/gtksource.h>

#include "ls-program-view.h"

#define STEPS                                                                                     \
  "{ \"format\": \"loopscope-session\", \"version\": 1, \"program\": { \"kind\": \"steps\","      \
  "  \"main\": [{ \"op\": \"postTask\", \"body\": \"busy\" },"                                    \
  "             { \"op\": \"timer\", \"ms\": 0, \"name\": \"empty\", \"body\": [] }],"            \
  "  \"bodies\": { \"busy\": [{ \"op\": \"log\", \"text\": \"one\" },"                            \
  "                           { \"op\": \"log\", \"text\": \"two\" }] } } }"

static GtkWidget *
find_row (GtkWidget  *widget,
          const char *class)
{
  if (gtk_widget_has_css_class (widget, class))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_row (child, class);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Returns the text of the marked row, with “done” before it if its step is over; "" if there is no such row. */
static char *
get_marked (LsWindow *window)
{
  GtkWidget *view = test_ui_find (test_window_get_child (window, "program"), LS_TYPE_PROGRAM_VIEW, NULL);
  GtkWidget *row = find_row (view, "current");
  const char *text = row != NULL ? gtk_label_get_label (GTK_LABEL (gtk_widget_get_last_child (row))) : "";

  return g_strdup_printf ("%s%s", row != NULL && gtk_widget_has_css_class (row, "done") ? "done " : "", text);
}

static void
assert_marked (LsWindow   *window,
               const char *action,
               const char *expected,
               const char *description)
{
  GtkWidget *view = test_ui_find (test_window_get_child (window, "program"), LS_TYPE_PROGRAM_VIEW, NULL);
  GtkWidget *list = test_ui_find (view, GTK_TYPE_LIST_VIEW, NULL);
  g_autofree char *marked = NULL;

  test_window_activate (window, action, NULL);
  test_ui_settle (GTK_WIDGET (window));
  marked = get_marked (window);
  g_assert_cmpstr (marked, ==, expected);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description);
}

static void
test_program_view_steps (void)
{
  LsWindow *window = test_window_new_session (STEPS, 1360, 860);

  assert_marked (window, "win.to-start", "", "");
  assert_marked (window, "win.step", "done timer “empty” 0 ms", "The last step that ran: timer “empty” 0 ms.");
  assert_marked (window, "win.step-statement", "log “one”", "The program is at the step: log “one”.");
  assert_marked (window, "win.step", "done log “two”", "The last step that ran: log “two”.");
  /* The timer's body is empty. */
  assert_marked (window, "win.step", "", "");
  assert_marked (window, "win.step-back", "done log “two”", "The last step that ran: log “two”.");
  test_window_close (window);
}

/* Returns the lines whose background is marked. */
static char *
get_marked_lines (LsWindow *window)
{
  GtkSourceBuffer *buffer = GTK_SOURCE_BUFFER (test_script_get_buffer (window));
  GString *lines = g_string_new (NULL);

  for (int line = 0; line < gtk_text_buffer_get_line_count (GTK_TEXT_BUFFER (buffer)); line++)
    {
      GSList *marks = gtk_source_buffer_get_source_marks_at_line (buffer, line, NULL);

      if (marks != NULL)
        g_string_append_printf (lines, "%d ", line + 1);
      g_slist_free (marks);
    }
  return g_string_free (lines, FALSE);
}

static void
test_program_view_javascript (void)
{
  /* The program itself, the first task, whose last statement is in a function that it calls, and the second task */
  static const char *const expected[] = { "10 ", "4 ", "10 " };
  LsWindow *window = test_window_new_program (TEST_SCRIPT, 1360, 860);

  test_window_activate (window, "win.to-start", NULL);
  {
    g_autofree char *lines = get_marked_lines (window);

    g_assert_cmpstr (lines, ==, "");
  }
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *lines = NULL;

      test_window_activate (window, "win.step", NULL);
      lines = get_marked_lines (window);
      g_assert_cmpstr (lines, ==, expected[i]);
      g_assert_cmpuint (test_script_get_line (window), ==, 0);
    }
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/program-view/steps", test_program_view_steps);
  g_test_add_func ("/program-view/javascript", test_program_view_javascript);

  return g_test_run ();
}
