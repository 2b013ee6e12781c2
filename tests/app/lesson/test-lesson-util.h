/* test-lesson-util.h: what tests of lessons in a window share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "test-window-util.h"

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
