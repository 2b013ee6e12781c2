/* ls-lesson-notes.c: each answer that the learner has given in lessons
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-notes.h"

#include "ls-lessons.h"

#define KEY "lesson-notes"
#define NOTES "a(ybysxubs)"
#define MAX_LESSONS 500   /* whose notes are kept; nobody reads more */
#define MAX_NOTES 500     /* of a lesson: the first ones count */

/* Returns (transfer full): what is noted of a lesson. @n_begun_again: (out) */
static GVariant *
load (GSettings  *settings,
      const char *id,
      guint32    *n_begun_again)
{
  g_autoptr (GVariant) all = g_settings_get_value (settings, KEY);
  GVariant *notes;

  if (g_variant_lookup (all, id, "(u@" NOTES ")", n_begun_again, &notes))
    return notes;
  *n_begun_again = 0;
  return g_variant_ref_sink (g_variant_new_array (G_VARIANT_TYPE ("(ybysxubs)"), NULL, 0));
}

/* Takes a floating reference to @notes. */
static void
store (GSettings  *settings,
       const char *id,
       guint32     n_begun_again,
       GVariant   *notes)
{
  g_autoptr (GVariant) all = g_settings_get_value (settings, KEY);
  const gsize n_lessons = g_variant_n_children (all);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{s(u" NOTES ")}"));
  for (gsize i = n_lessons >= MAX_LESSONS ? n_lessons - MAX_LESSONS + 1 : 0; i < n_lessons; i++)
    {
      g_autoptr (GVariant) lesson = g_variant_get_child_value (all, i);
      g_autoptr (GVariant) other = g_variant_get_child_value (lesson, 0);

      if (!g_str_equal (g_variant_get_string (other, NULL), id))
        g_variant_builder_add_value (&builder, lesson);
    }
  g_variant_builder_add (&builder, "{s(u@" NOTES ")}", id, n_begun_again, notes);
  g_settings_set_value (settings, KEY, g_variant_builder_end (&builder));
}

/* Returns (transfer full) the beginning of a text, as long as it may be on a sheet. */
static char *
shorten (const char *text)
{
  return g_utf8_substring (text, 0, MIN (g_utf8_strlen (text, -1), LS_SHEET_MAX_ANSWER));
}

/**
 * ls_lesson_notes_add:
 * @settings: the application's settings
 * @lesson: a lesson
 * @note: what the learner has done in it
 *
 * Notes it, with the time.
 */
void
ls_lesson_notes_add (GSettings          *settings,
                     LsLesson           *lesson,
                     const LsLessonNote *note)
{
  g_autoptr (LsAnswerSheet) sheet = ls_answer_sheet_new (lesson, NULL);
  const LsSheetExercise *exercise = ls_answer_sheet_find (sheet, note->page + 1, note->is_to_do);
  guint32 n_begun_again;
  g_autoptr (GVariant) notes = load (settings, ls_lesson_get_id (lesson), &n_begun_again);
  g_autofree char *text = shorten (note->text != NULL ? note->text : "");
  GVariantBuilder builder;

  if (exercise == NULL || g_variant_n_children (notes) >= MAX_NOTES)
    return;
  g_variant_builder_init (&builder, G_VARIANT_TYPE (NOTES));
  for (gsize i = 0; i < g_variant_n_children (notes); i++)
    {
      g_autoptr (GVariant) other = g_variant_get_child_value (notes, i);

      g_variant_builder_add_value (&builder, other);
    }
  g_variant_builder_add (&builder, "(ybysxubs)", note->page, note->is_to_do, note->kind, exercise->asked,
                         g_get_real_time () / G_USEC_PER_SEC, note->choice != LS_SHEET_NONE ? note->choice + 1 : 0,
                         note->is_right, text);
  store (settings, ls_lesson_get_id (lesson), n_begun_again, g_variant_builder_end (&builder));
}

/**
 * ls_lesson_notes_begin_again:
 * @settings: the application's settings
 * @lesson: a lesson
 *
 * Forgets what the learner has done in a lesson, but not that there was something.
 */
void
ls_lesson_notes_begin_again (GSettings *settings,
                             LsLesson  *lesson)
{
  guint32 n_begun_again;
  g_autoptr (GVariant) notes = load (settings, ls_lesson_get_id (lesson), &n_begun_again);

  if (g_variant_n_children (notes) > 0)
    store (settings, ls_lesson_get_id (lesson), n_begun_again + 1,
           g_variant_new_array (G_VARIANT_TYPE ("(ybysxubs)"), NULL, 0));
}

static void
add_attempt (LsSheetExercise    *exercise,
             const LsLessonPage *page,
             gint64              time,
             guint               choice,
             gboolean            is_right,
             char               *text)
{
  g_autofree char *chosen = NULL;
  LsSheetAttempt attempt = {
    .time = time,
    .answer = text,
    .choice = LS_SHEET_NONE,
    .is_right = is_right,
    .n_hints = exercise->n_hints,
  };

  if (exercise->kind == LS_SHEET_CHOICE && choice >= 1 && choice <= page->answers->len)
    {
      attempt.choice = choice;
      attempt.answer = chosen = shorten (((LsLessonAnswer *) g_ptr_array_index (page->answers, choice - 1))->text);
    }
  ls_sheet_exercise_add (exercise, &attempt);
}

/**
 * ls_lesson_notes_get:
 * @settings: the application's settings
 * @lesson: a lesson
 * @title: (nullable): its title
 *
 * Gathers what the learner has done in a lesson. What was done on pages that ask for something else now is left out.
 *
 * Returns: (transfer full): all of it, without the learner's name
 */
LsAnswerSheet *
ls_lesson_notes_get (GSettings  *settings,
                     LsLesson   *lesson,
                     const char *title)
{
  LsAnswerSheet *sheet = ls_answer_sheet_new (lesson, title);
  g_autoptr (GVariant) notes = load (settings, sheet->id, &sheet->n_begun_again);
  GVariantIter iter;
  guint8 page, kind;
  gboolean is_to_do, is_right;
  const char *mark;
  gint64 time;
  guint32 choice;
  char *text;

  g_free (sheet->learner_id);
  sheet->learner_id = ls_lessons_dup_learner (settings);
  sheet->saved = g_get_real_time () / G_USEC_PER_SEC;
  g_variant_iter_init (&iter, notes);
  while (g_variant_iter_next (&iter, "(yby&sxub&s)", &page, &is_to_do, &kind, &mark, &time, &choice, &is_right, &text))
    {
      LsSheetExercise *exercise = ls_answer_sheet_find (sheet, page + 1, is_to_do);

      if (exercise == NULL || !g_str_equal (exercise->asked, mark))
        continue;
      if (kind == LS_LESSON_NOTE_HINT)
        exercise->n_hints++;
      else if (kind == LS_LESSON_NOTE_SOLUTION)
        exercise->solution_after = MIN (exercise->solution_after, exercise->attempts->len);
      else
        add_attempt (exercise, ls_lesson_get_page (lesson, page), time, choice, is_right, text);
    }
  return sheet;
}
