/* ls-lesson-page.c: a page of a lesson, and the answers to its question
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lesson-private.h"

#include "ls-plain-type-private.h"

static void
clear_answer (LsLessonAnswer *self)
{
  g_clear_pointer (&self->holds, ls_expectation_unref);
  g_free (self->text);
  g_free (self->because);
}

LS_DEFINE_COUNTED_TYPE (LsLessonAnswer, ls_lesson_answer, clear_answer)

void
ls_lesson_answer_unref (LsLessonAnswer *self)
{
  ls_lesson_answer_release (self);
}

static void
clear_page (LsLessonPage *self)
{
  g_clear_pointer (&self->answers, g_ptr_array_unref);
  g_clear_pointer (&self->until, ls_expectation_unref);
  g_clear_pointer (&self->expectations, g_ptr_array_unref);
  g_clear_pointer (&self->solved_expectations, g_ptr_array_unref);
  g_clear_pointer (&self->actions, json_node_unref);
  g_clear_pointer (&self->solution, json_node_unref);
  g_clear_pointer (&self->goals, g_ptr_array_unref);
  g_clear_pointer (&self->schedule, g_array_unref);
  g_clear_pointer (&self->solved_schedule, g_array_unref);
  g_strfreev (self->hints);
  g_strfreev (self->rows);
  g_strfreev (self->presets);
  g_free (self->because);
  g_free (self->exercise);
  g_free (self->source);
  g_free (self->solved_source);
  g_strfreev (self->text);
  g_free (self->title);
  g_free (self->question);
  g_free (self->task);
  g_free (self->hint);
  g_free (self->pointer);
}

LS_DEFINE_COUNTED_TYPE (LsLessonPage, ls_lesson_page, clear_page)

void
ls_lesson_page_unref (LsLessonPage *self)
{
  ls_lesson_page_release (self);
}

LS_DEFINE_PLAIN_TYPE (LsLessonMoment, ls_lesson_moment)
