/* ls-lesson-view-keyed.c: the questions of a page that the run itself can answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-view-private.h"

#include "ls-lesson-bars.h"
#include "ls-lesson-order.h"
#include "ls-lesson-pick.h"
#include "ls-lesson-presets.h"
#include "ls-lesson-reveal.h"
#include "ls-lessons.h"
#include "ls-text.h"

/* Draws the curtain, and goes to where the run of the page shows the answer; for a pick, to the moment of the page. A run that the
 * user has changed stays where it is. */
static void
reveal (LsLessonView *self,
        guint64       position,
        guint         task,
        gboolean      is_moment)
{
  ls_lesson_view_update_curtain (self);
  if (ls_lesson_view_is_changed (self))
    return;
  self->explained = task;
  self->reveals = TRUE;
  if (is_moment)
    ls_lesson_go_to (self->player, &ls_lesson_get_page (self->lesson, self->page)->at);
  else if (position > 0)
    ls_lesson_reveal_position (self->player, position);
  ls_lesson_view_follow_reveal (self);
}

static void
on_ordered (LsLessonView *self,
            guint64       position,
            guint         task,
            guint         outcome,
            GtkWidget    *asked)
{
  g_autofree char *text = asked == self->bars ? ls_lesson_view_describe_bars (self) : ls_lesson_view_describe_order (self);

  ls_lesson_view_note_answer (self, outcome, LS_LESSON_NO_ANSWER, text);
  ls_lesson_answers_take_order (ls_lesson_view_get_answer (self),
                                asked == self->bars ? ls_lesson_bars_get (LS_LESSON_BARS (asked))
                                                    : ls_lesson_order_get (LS_LESSON_ORDER (asked)));
  ls_lesson_view_focus_on (self, asked);
  reveal (self, position, task, FALSE);
}

static void
on_picked (LsLessonView *self,
           guint         task,
           guint         next,
           guint         outcome)
{
  g_autofree char *text = ls_text_format_task (ls_player_get_state (self->player), task);

  ls_lesson_view_note_answer (self, outcome, LS_LESSON_NO_ANSWER, text);
  ls_lesson_view_get_answer (self)->answer = task;
  ls_lesson_view_focus_on (self, self->pick);
  reveal (self, 0, next, TRUE);
}

static void
on_told (LsLessonView *self,
         guint64       position,
         guint         task,
         guint         outcome)
{
  g_autofree char *text = ls_lesson_view_describe_presets (self);

  ls_lesson_view_note_answer (self, outcome, LS_LESSON_NO_ANSWER, text);
  ls_lesson_answers_take_order (ls_lesson_view_get_answer (self), ls_lesson_presets_get (LS_LESSON_PRESETS (self->presets)));
  ls_lesson_view_focus_on (self, self->presets);
  reveal (self, position, task, FALSE);
}

/* The question is open again: nothing tells the answer until there is another one. A run that the user has changed stays where it
 * is. */
static void
on_again (LsLessonView *self)
{
  LsPageAnswer *answer = ls_lesson_view_get_answer (self);

  answer->answer = LS_LESSON_NO_ANSWER;
  g_clear_pointer (&answer->order, g_array_unref);
  self->reveals = FALSE;
  ls_lesson_view_update_curtain (self);
  if (!ls_lesson_view_is_changed (self))
    ls_lesson_view_show_moment (self);
}

/* Shows what is to be ordered, or placed in time: neither stands as the author has listed it. */
static void
show_rows (LsLessonView       *self,
           const LsLessonPage *page,
           LsSession          *run)
{
  const guint n_rows = g_strv_length (page->rows);
  g_autoptr (GArray) order = ls_lessons_shuffle (self->settings, ls_lesson_get_id (self->lesson), self->page, n_rows);
  const LsPageAnswer *answer = ls_lesson_view_get_answer (self);

  ls_lesson_bars_show (LS_LESSON_BARS (self->bars), page, run, order, answer->order, answer->n_hints);
  /* Nothing is said never to come yet. */
  g_array_append_val (order, n_rows);
  ls_lesson_order_show (LS_LESSON_ORDER (self->order), page, run, answer->order != NULL ? answer->order : order,
                        answer->order != NULL);
}

/* Asks the question of @page, if the run can answer it; NULL shows nothing. */
void
ls_lesson_view_show_keyed (LsLessonView       *self,
                           const LsLessonPage *page)
{
  LsSession *run = page != NULL ? ls_lesson_runs_get (self->runs, self->page, FALSE) : NULL;
  g_autoptr (GArray) order = NULL;
  const LsPageAnswer *answer;

  if (page == NULL)
    {
      ls_lesson_order_show (LS_LESSON_ORDER (self->order), NULL, NULL, NULL, FALSE);
      ls_lesson_bars_show (LS_LESSON_BARS (self->bars), NULL, NULL, NULL, NULL, 0);
      ls_lesson_pick_show (LS_LESSON_PICK (self->pick), NULL, NULL, LS_LESSON_NO_ANSWER, 0);
      ls_lesson_presets_show (LS_LESSON_PRESETS (self->presets), NULL, NULL, NULL, NULL, 0);
      return;
    }
  answer = ls_lesson_view_get_answer (self);
  order = ls_lessons_shuffle (self->settings, ls_lesson_get_id (self->lesson), self->page, g_strv_length (page->presets));
  show_rows (self, page, run);
  ls_lesson_pick_show (LS_LESSON_PICK (self->pick), page, run, answer->answer, answer->n_hints);
  ls_lesson_presets_show (LS_LESSON_PRESETS (self->presets), page, run, order, answer->order, answer->n_hints);
}

/* Finds the parts of the template. */
void
ls_lesson_view_bind_keyed (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, order);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, bars);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, pick);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, presets);
  gtk_widget_class_bind_template_callback (widget_class, on_again);
  gtk_widget_class_bind_template_callback (widget_class, on_ordered);
  gtk_widget_class_bind_template_callback (widget_class, on_picked);
  gtk_widget_class_bind_template_callback (widget_class, on_told);
}
