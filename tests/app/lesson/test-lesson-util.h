/* test-lesson-util.h: what tests of lessons in a window share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "test-window-util.h"

#include "ls-lesson-help.h"
#include "ls-lesson-notes.h"
#include "ls-lesson-results.h"
#include "ls-lesson-verdict.h"
#include "ls-lesson-view.h"
#include "ls-stage.h"

static inline LsLessonView *
get_lesson (LsWindow *window)
{
  return LS_LESSON_VIEW (test_window_get_child (window, "lesson"));
}

static inline GtkWidget *
get_part (LsWindow   *window,
          const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (test_window_get_child (window, "lesson"), LS_TYPE_LESSON_VIEW, name));
}

/* Returns a part of what asks the question of a page: of "pick", "presets" and the like. */
static inline GtkWidget *
get_asked (LsWindow   *window,
           const char *kind,
           const char *name)
{
  GtkWidget *asks = get_part (window, kind);

  return GTK_WIDGET (gtk_widget_get_template_child (asks, G_OBJECT_TYPE (asks), name));
}

/* Presses a button of it. */
static inline void
press_asked (LsWindow   *window,
             const char *kind,
             const char *name)
{
  g_signal_emit_by_name (get_asked (window, kind, name), "clicked");
}

/* A part of what is said of the answer to @asked, which is LsLessonOrder, LsLessonBars or the like. */
static inline GtkWidget *
get_verdict_part (GtkWidget  *asked,
                  const char *name)
{
  GObject *verdict = gtk_widget_get_template_child (asked, G_OBJECT_TYPE (asked), "verdict");

  return GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (verdict), LS_TYPE_LESSON_VERDICT, name));
}

/* Waits until an answer is judged, and the window has gone to where it shows. */
static inline void
wait_for_judgement (LsWindow   *window,
                    const char *kind)
{
  test_ui_wait_for (gtk_widget_get_mapped (get_verdict_part (get_part (window, kind), "feedback_box")));
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
}

/* A part of what helps with @asked, which is LsLessonTask, LsLessonExercise or the like. */
static inline GtkWidget *
get_help_part (GtkWidget  *asked,
               const char *name)
{
  GObject *help = gtk_widget_get_template_child (asked, G_OBJECT_TYPE (asked), "help");

  return GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (help), LS_TYPE_LESSON_HELP, name));
}

/* What has come of what the displayed page asks: some of LsLessonResult. */
static inline guint
get_page_result (LsWindow *window)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);

  return ls_lesson_results_get (settings, ls_lesson_get_id (ls_lesson_view_get_lesson (get_lesson (window))),
                                ls_lesson_view_get_page (get_lesson (window)));
}

/* Checks what would be saved of a page: each attempt with “right” or “wrong”, the number of hints, after how many attempts the solution was
 * shown, and how often the lesson was started again, such as “low:wrong 1 - 0”. */
static inline void
assert_noted (LsWindow   *window,
              gboolean    is_to_do,
              const char *expected)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  g_autoptr (LsAnswerSheet) sheet = ls_lesson_notes_get (settings, ls_session_get_lesson (test_window_get_session (window)), NULL);
  LsSheetExercise *exercise = ls_answer_sheet_find (sheet, ls_lesson_view_get_page (get_lesson (window)) + 1, is_to_do);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < exercise->attempts->len; i++)
    {
      const LsSheetAttempt *attempt = g_ptr_array_index (exercise->attempts, i);

      g_string_append_printf (text, "%s:%s ", attempt->answer, attempt->is_right ? "right" : "wrong");
    }
  g_string_append_printf (text, "%u ", exercise->n_hints);
  if (exercise->solution_after != LS_SHEET_NONE)
    g_string_append_printf (text, "%u", exercise->solution_after);
  else
    g_string_append_c (text, '-');
  g_string_append_printf (text, " %u", sheet->n_begun_again);
  g_assert_cmpstr (text->str, ==, expected);
}

/* A window at a page of the lesson of a session. */
static inline LsWindow *
lesson_session_window (const char *session,
                       int         width,
                       int         height,
                       guint       page)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  LsWindow *window;

  g_settings_reset (settings, "lessons");
  g_settings_reset (settings, "lesson-results");
  g_settings_reset (settings, "lesson-notes");
  window = test_window_new_session (session, width, height);
  test_ui_wait_for (ls_lesson_view_get_lesson (get_lesson (window)) != NULL);
  ls_session_set_modified (test_window_get_session (window), FALSE);
  ls_lesson_view_turn_to (get_lesson (window), page);
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  return window;
}

static inline void
act (LsWindow   *window,
     const char *name)
{
  gtk_widget_activate_action (test_window_get_child (window, "lesson"), name, NULL);
}

/* A window at a page of one of the lessons. */
static inline LsWindow *
lesson_file_window (const char *name,
                    int         width,
                    int         height,
                    guint       page)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", "lessons", name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);
  LsWindow *window;

  g_settings_reset (settings, "lessons");
  window = test_window_new (NULL, width, height);
  test_window_activate (window, "win.open-example", "s", uri);
  test_ui_wait_for (ls_lesson_view_get_lesson (get_lesson (window)) != NULL);
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  ls_lesson_view_turn_to (get_lesson (window), page);
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  test_ui_settle (GTK_WIDGET (window));
  return window;
}

/* Each row of the stage is seen whole, or not at all. */
static inline void
assert_no_row_cut (LsWindow *window)
{
  GtkWidget *scroller = GTK_WIDGET (gtk_widget_get_template_child (test_window_get_child (window, "stage"), LS_TYPE_STAGE, "scroller"));
  GtkWidget *rows = gtk_viewport_get_child (GTK_VIEWPORT (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (scroller))));
  const int height = gtk_widget_get_height (scroller);

  for (GtkWidget *row = gtk_widget_get_first_child (rows); row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      graphene_rect_t bounds;

      if (!gtk_widget_get_visible (row))
        continue;
      g_assert_true (gtk_widget_compute_bounds (row, scroller, &bounds));
      g_test_message ("%s: %.0f to %.0f of %d", G_OBJECT_TYPE_NAME (row), bounds.origin.y, bounds.origin.y + bounds.size.height, height);
      g_assert_true (bounds.origin.y >= height - 1 || bounds.origin.y + bounds.size.height <= height + 1);
    }
}
