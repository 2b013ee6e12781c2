/* ls-window-lesson.c: the panes that a page of a lesson needs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

#include "ls-lesson.h"

/* The panes that a lesson can do without, and the places in each. */
static const struct
{
  const char     *action;
  LsLessonPlaces  places;
} panes[LS_WINDOW_N_LESSON_PANES] = {
  { "show-inspector", LS_LESSON_PLACE_SIGNALS | LS_LESSON_PLACE_WHY | LS_LESSON_PLACE_INSPECTOR },
  { "show-events", LS_LESSON_PLACE_TIMELINE | LS_LESSON_PLACE_EVENTS | LS_LESSON_PLACE_LOG },
};

/* Whether a pane is shown, or is to be once the window is no longer narrow. */
static gboolean
is_wanted (LsWindow *self,
           guint     pane)
{
  return pane == 0 && self->narrow ? self->had_inspector : ls_window_get_shown (self, panes[pane].action);
}

/* In a narrow window the inspector would lie over the stage. */
static void
want (LsWindow *self,
      guint     pane,
      gboolean  shown)
{
  if (pane == 0 && self->narrow)
    self->had_inspector = shown;
  else
    ls_window_set_shown (self, panes[pane].action, shown);
}

/* Shows the panes that the displayed page of a lesson looks at, and hides the others, except those that the user has shown or
 * hidden since the lesson began. Without a lesson those are shown that were shown before. */
void
ls_window_update_lesson (LsWindow *self)
{
  LsLessonPlaces places = self->view != NULL ? ls_session_view_get_places (self->view) : 0;
  gboolean had_lesson = self->has_lesson;

  if (self->view == NULL)
    return;
  self->has_lesson = ls_session_view_has_lesson (self->view);
  for (guint i = 0; i < LS_WINDOW_N_LESSON_PANES; i++)
    {
      LsWindowPane *pane = &self->lesson_panes[i];

      if (self->has_lesson && !had_lesson)
        {
          pane->before = is_wanted (self, i);
          pane->is_chosen = FALSE;
        }
      if (self->has_lesson && !pane->is_chosen)
        want (self, i, (places & panes[i].places) != 0);
      else if (!self->has_lesson && had_lesson)
        want (self, i, pane->before);
    }
}

/* Notes that the user has shown or hidden a pane: no page of the lesson changes that. */
void
ls_window_note_choice (LsWindow   *self,
                       const char *action)
{
  for (guint i = 0; i < LS_WINDOW_N_LESSON_PANES; i++)
    if (g_str_equal (panes[i].action, action))
      self->lesson_panes[i].is_chosen = TRUE;
}

/* Returns whether the next window begins with a pane: what a lesson shows is not what the user has chosen. */
gboolean
ls_window_get_shown_without_lesson (LsWindow   *self,
                                    const char *action)
{
  for (guint i = 0; i < LS_WINDOW_N_LESSON_PANES; i++)
    if (self->has_lesson && g_str_equal (panes[i].action, action))
      return self->lesson_panes[i].before;
  return ls_window_get_shown (self, action);
}

/* Hides what the displayed page does not look at, also if the user has chosen to see it. */
void
ls_window_begin_presented_panes (LsWindow *self)
{
  self->presented_lesson = self->has_lesson;
  self->presented_program = self->narrow ? self->had_program : ls_window_get_shown (self, "show-program");
  for (guint i = 0; i < LS_WINDOW_N_LESSON_PANES; i++)
    {
      self->lesson_panes[i].was_chosen = self->lesson_panes[i].is_chosen;
      self->lesson_panes[i].was_shown = is_wanted (self, i);
      self->lesson_panes[i].is_chosen = FALSE;
    }
  ls_window_update_lesson (self);
}

/* Brings back what was shown before. A lesson that has come or gone meanwhile has seen to that. */
void
ls_window_end_presented_panes (LsWindow *self)
{
  for (guint i = 0; i < LS_WINDOW_N_LESSON_PANES && self->has_lesson == self->presented_lesson; i++)
    {
      self->lesson_panes[i].is_chosen = self->lesson_panes[i].was_chosen;
      if (!self->has_lesson || self->lesson_panes[i].is_chosen)
        want (self, i, self->lesson_panes[i].was_shown);
    }
  ls_window_update_lesson (self);
  if (self->narrow)
    self->had_program = self->presented_program;
  else
    ls_window_set_shown (self, "show-program", self->presented_program);
}
