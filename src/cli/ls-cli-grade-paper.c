/* ls-cli-grade-paper.c: the answers of a learner, checked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-cli-grade.h"
#include "ls-lesson-translate-private.h"

/* Returns the word for what has come of a question. */
const char *
ls_cli_grade_to_string (LsCliGrade grade)
{
  static const char *const words[] = { "first-try", "later", "wrong", "solution", "open" };

  return words[grade];
}

/* Returns the word for who says which answers are right. */
const char *
ls_cli_checked_to_string (LsCliChecked checked)
{
  static const char *const words[] = { "lesson", "corrected", "recorded", "changed" };

  return words[checked];
}

/* Returns (nullable) what the learner has done about @asked: on its page, or else the same question wherever it was then. @used:
 * what has been counted */
static LsSheetExercise *
find_answered (LsAnswerSheet         *sheet,
               const LsSheetExercise *asked,
               GHashTable            *used)
{
  LsSheetExercise *there = ls_answer_sheet_find (sheet, asked->page, ls_sheet_kind_is_to_do (asked->kind));

  if (there != NULL && g_str_equal (there->asked, asked->asked))
    return there;
  for (guint i = 0; i < sheet->exercises->len; i++)
    {
      LsSheetExercise *exercise = g_ptr_array_index (sheet->exercises, i);

      if (g_str_equal (exercise->asked, asked->asked) && !g_hash_table_contains (used, exercise))
        return exercise;
    }
  return there;
}

/* Has the lesson say whether an answer is right. Returns whether the file says so too. */
static gboolean
check_choice (LsSheetAttempt     *attempt,
              const LsLessonPage *page)
{
  const gboolean was_right = attempt->is_right;
  const LsLessonAnswer *answer = attempt->choice != LS_SHEET_NONE && attempt->choice <= page->answers->len
                                   ? g_ptr_array_index (page->answers, attempt->choice - 1) : NULL;

  attempt->is_right = answer != NULL && answer->is_right;
  if (answer != NULL)
    {
      g_free (attempt->answer);
      attempt->answer = g_strdup (answer->text);
    }
  return !attempt->is_right == !was_right;
}

static LsCliChecked
check_attempts (GPtrArray             *attempts,
                const LsSheetExercise *asked,
                const LsLessonPage    *page)
{
  LsCliChecked checked = LS_CLI_CHECKED;

  if (asked->kind != LS_SHEET_CHOICE)
    return attempts->len > 0 ? LS_CLI_CHECKED_RECORDED : LS_CLI_CHECKED;
  for (guint i = 0; i < attempts->len; i++)
    if (!check_choice (g_ptr_array_index (attempts, i), page))
      checked = LS_CLI_CHECKED_CORRECTED;
  return checked;
}

static void
grade (LsCliMark *mark,
       guint      solution_after)
{
  guint right = 0;

  while (right < mark->attempts->len && !((LsSheetAttempt *) g_ptr_array_index (mark->attempts, right))->is_right)
    right++;
  mark->n_tries = MIN (right + 1, mark->attempts->len);
  mark->has_solution = solution_after != LS_SHEET_NONE;
  if (right < mark->attempts->len && right < solution_after)
    mark->grade = right == 0 ? LS_CLI_GRADE_FIRST_TRY : LS_CLI_GRADE_LATER;
  else if (mark->has_solution)
    mark->grade = LS_CLI_GRADE_SOLUTION;
  else
    mark->grade = mark->attempts->len > 0 ? LS_CLI_GRADE_WRONG : LS_CLI_GRADE_OPEN;
}

/* @exercise: (nullable): what the learner has done */
static void
add_mark (LsCliPaper            *self,
          const LsSheetExercise *asked,
          const LsSheetExercise *exercise,
          LsCliChecked           checked)
{
  LsCliMark mark = {
    .exercise = asked,
    .attempts = exercise != NULL ? exercise->attempts : asked->attempts,
    .n_hints = exercise != NULL ? exercise->n_hints : 0,
    .checked = checked,
  };

  grade (&mark, exercise != NULL ? exercise->solution_after : LS_SHEET_NONE);
  self->n_right += mark.grade == LS_CLI_GRADE_FIRST_TRY;
  g_array_append_val (self->marks, mark);
}

/* Marks what the lesson asks for. What else is in the file counts for nothing. */
static void
mark_by_lesson (LsCliPaper *self,
                LsLesson   *lesson)
{
  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->blank->exercises->len; i++)
    {
      const LsSheetExercise *asked = g_ptr_array_index (self->blank->exercises, i);
      LsSheetExercise *exercise = find_answered (self->sheet, asked, used);
      LsCliChecked checked = LS_CLI_CHECKED;

      /* An answer counts once. */
      if (exercise != NULL && !g_hash_table_add (used, exercise))
        exercise = NULL;
      if (exercise != NULL && !g_str_equal (exercise->asked, asked->asked))
        checked = LS_CLI_CHECKED_CHANGED;
      else if (exercise != NULL)
        checked = check_attempts (exercise->attempts, asked, ls_lesson_get_page (lesson, asked->page - 1));
      add_mark (self, asked, exercise, checked);
    }
  for (guint i = 0; i < self->sheet->exercises->len; i++)
    {
      const LsSheetExercise *exercise = g_ptr_array_index (self->sheet->exercises, i);

      if (!g_hash_table_contains (used, exercise))
        /* Translators: a file, the number of a page, and the title of a lesson */
        ls_cli_message (_("%s: left out what it has of page %u: “%s” asks nothing there"), self->file, exercise->page,
                        ls_cli_paper_get_title (self));
    }
}

/* Names of files may be any bytes. */
static char *
name_learner (const char    *file,
              LsAnswerSheet *sheet)
{
  g_autofree char *name = g_path_get_basename (file);

  return *sheet->learner != '\0' ? g_strdup (sheet->learner) : g_utf8_make_valid (name, -1);
}

/* What marks the questions is the same in each language, their titles are not. */
static void
translate_titles (LsAnswerSheet *blank,
                  LsLesson      *lesson)
{
  for (guint i = 0; i < blank->exercises->len; i++)
    {
      LsSheetExercise *exercise = g_ptr_array_index (blank->exercises, i);

      g_free (exercise->title);
      exercise->title = g_strdup (ls_lesson_get_page (lesson, exercise->page - 1)->title);
    }
}

/* Checks what a learner has answered. @file: the name of the file, as it can be printed; @sheet: (transfer full) */
LsCliPaper *
ls_cli_paper_new (const char    *file,
                  LsAnswerSheet *sheet,
                  LsCliLessons  *lessons)
{
  LsCliPaper *self = g_new0 (LsCliPaper, 1);
  LsSession *session = ls_cli_lessons_find (lessons, sheet->id);

  self->file = g_strdup (file);
  self->learner = name_learner (file, sheet);
  self->sheet = sheet;
  self->marks = g_array_new (FALSE, FALSE, sizeof (LsCliMark));
  if (session != NULL)
    {
      /* Teachers read it in their own language, whatever that of the learner is. */
      g_autoptr (LsLesson) lesson = ls_session_translate_lesson (session);

      self->blank = ls_answer_sheet_new (ls_session_get_lesson (session), ls_session_translate_title (session));
      translate_titles (self->blank, lesson);
      mark_by_lesson (self, lesson);
      return self;
    }
  for (guint i = 0; i < sheet->exercises->len; i++)
    add_mark (self, g_ptr_array_index (sheet->exercises, i), g_ptr_array_index (sheet->exercises, i), LS_CLI_CHECKED_RECORDED);
  return self;
}

void
ls_cli_paper_free (LsCliPaper *self)
{
  g_free (self->file);
  g_free (self->learner);
  ls_answer_sheet_free (self->sheet);
  g_clear_pointer (&self->blank, ls_answer_sheet_free);
  g_array_unref (self->marks);
  g_free (self);
}

/* Returns the title of the lesson: its own, if it is known. */
const char *
ls_cli_paper_get_title (LsCliPaper *self)
{
  const char *title = self->blank != NULL ? self->blank->title : self->sheet->title;

  return *title != '\0' ? title : self->sheet->id;
}

/* Returns (transfer full) (nullable) what is the same for all files of a learner about a lesson; NULL where nobody can know. */
char *
ls_cli_paper_dup_key (LsCliPaper *self)
{
  if (*self->sheet->learner == '\0' && *self->sheet->learner_id == '\0')
    return NULL;
  return g_strjoin ("\n", self->sheet->id, self->sheet->learner_id, self->sheet->learner, NULL);
}

/* Returns (transfer full) (nullable) what was answered when; NULL where that may well be the same for two learners. */
char *
ls_cli_paper_dup_answers (LsCliPaper *self)
{
  g_autoptr (GString) text = g_string_new (self->sheet->id);
  guint n_times = 0;

  for (guint i = 0; i < self->sheet->exercises->len; i++)
    {
      const LsSheetExercise *exercise = g_ptr_array_index (self->sheet->exercises, i);

      for (guint j = 0; j < exercise->attempts->len; j++)
        {
          const LsSheetAttempt *attempt = g_ptr_array_index (exercise->attempts, j);

          n_times += attempt->time > 0;
          g_string_append_printf (text, "\n%u %" G_GINT64_FORMAT " %s", exercise->page, attempt->time, attempt->answer);
        }
    }
  return n_times >= 2 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* Orders papers by lesson, then by learner. */
int
ls_cli_paper_compare (gconstpointer a,
                      gconstpointer b)
{
  LsCliPaper *one = *(LsCliPaper *const *) a, *other = *(LsCliPaper *const *) b;
  const guint number = (one->blank != NULL ? one->blank : one->sheet)->number - 1;
  const guint other_number = (other->blank != NULL ? other->blank : other->sheet)->number - 1;
  int order = (number > other_number) - (number < other_number);

  if (order == 0)
    order = strcmp (one->sheet->id, other->sheet->id);
  if (order == 0)
    order = g_utf8_collate (one->learner, other->learner);
  return order != 0 ? order : strcmp (one->file, other->file);
}

/* Returns (nullable) the answer that the learner has given first, or last. */
const char *
ls_cli_mark_get_answer (const LsCliMark *self,
                        gboolean         is_last)
{
  const LsSheetAttempt *attempt;

  if (self->attempts->len == 0)
    return NULL;
  attempt = g_ptr_array_index (self->attempts, is_last ? self->attempts->len - 1 : 0);
  return attempt->answer;
}
