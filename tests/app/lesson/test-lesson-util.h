/* test-lesson-util.h: what tests of lessons in a window share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "test-window-util.h"

#include "ls-lesson-verdict.h"
#include "ls-lesson-view.h"

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

/* A part of what is said of the answer to @asked, which is LsLessonOrder, LsLessonBars or the like. */
static inline GtkWidget *
get_verdict_part (GtkWidget  *asked,
                  const char *name)
{
  GObject *verdict = gtk_widget_get_template_child (asked, G_OBJECT_TYPE (asked), "verdict");

  return GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (verdict), LS_TYPE_LESSON_VERDICT, name));
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
  window = test_window_new_session (session, width, height);
  test_ui_wait_for (ls_lesson_view_get_lesson (get_lesson (window)) != NULL);
  ls_session_set_modified (test_window_get_session (window), FALSE);
  ls_lesson_view_turn_to (get_lesson (window), page);
  return window;
}

static inline void
act (LsWindow   *window,
     const char *name)
{
  gtk_widget_activate_action (test_window_get_child (window, "lesson"), name, NULL);
}
