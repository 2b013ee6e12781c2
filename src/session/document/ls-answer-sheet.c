/* ls-answer-sheet.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-answer-sheet-private.h"

#include <string.h>

#define MARK_LENGTH 16   /* hexadecimal digits of a hash: nobody is to be kept from making two alike */

static const char *const kinds[] = {
  [LS_SHEET_CHOICE] = "choice", [LS_SHEET_ORDER] = "order", [LS_SHEET_BARS] = "bars", [LS_SHEET_PICK] = "pick",
  [LS_SHEET_PRESETS] = "presets", [LS_SHEET_TASK] = "task", [LS_SHEET_EXERCISE] = "exercise", [LS_SHEET_GOLF] = "golf",
};

/* Returns the word for what a page asks for. */
const char *
ls_sheet_kind_to_string (guint kind)
{
  return kinds[kind];
}

/* Returns whether it is something to be done, and not a question. */
gboolean
ls_sheet_kind_is_to_do (LsSheetKind kind)
{
  return kind >= LS_SHEET_TASK;
}

static void
attempt_free (gpointer data)
{
  LsSheetAttempt *self = data;

  g_free (self->answer);
  g_free (self);
}

static void
exercise_free (gpointer data)
{
  LsSheetExercise *self = data;

  g_free (self->title);
  g_free (self->asked);
  g_ptr_array_unref (self->attempts);
  g_free (self);
}

/* Returns (transfer full) an exercise without attempts. */
LsSheetExercise *
ls_sheet_exercise_new (void)
{
  LsSheetExercise *self = g_new0 (LsSheetExercise, 1);

  self->solution_after = LS_SHEET_NONE;
  self->attempts = g_ptr_array_new_with_free_func (attempt_free);
  return self;
}

/* Returns (transfer full) a sheet without exercises. */
LsAnswerSheet *
ls_answer_sheet_new_empty (void)
{
  LsAnswerSheet *self = g_new0 (LsAnswerSheet, 1);

  self->exercises = g_ptr_array_new_with_free_func (exercise_free);
  return self;
}

void
ls_answer_sheet_free (LsAnswerSheet *self)
{
  g_free (self->learner);
  g_free (self->learner_id);
  g_free (self->id);
  g_free (self->title);
  g_ptr_array_unref (self->exercises);
  g_free (self);
}

static void
add_text (GChecksum  *checksum,
          const char *text)
{
  /* With its zero, so that it ends where it ends. */
  g_checksum_update (checksum, (const guchar *) text, strlen (text) + 1);
}

static void
add_texts (GChecksum *checksum,
           char     **texts)
{
  for (guint i = 0; texts[i] != NULL; i++)
    add_text (checksum, texts[i]);
}

/* Returns (transfer full) a mark of what a page asks for. Which answer is right, why, and the hints are not in it: they can be put
 * right without a new question. */
char *
ls_sheet_mark (const LsLessonPage *page,
               LsSheetKind         kind)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  add_text (checksum, kinds[kind]);
  if (kind == LS_SHEET_TASK)
    add_text (checksum, page->task);
  else if (ls_sheet_kind_is_to_do (kind))
    add_text (checksum, page->exercise);
  else
    {
      add_text (checksum, page->question);
      for (guint i = 0; i < page->answers->len; i++)
        add_text (checksum, ((LsLessonAnswer *) g_ptr_array_index (page->answers, i))->text);
      add_texts (checksum, page->rows);
      add_texts (checksum, page->presets);
    }
  return g_strndup (g_checksum_get_string (checksum), MARK_LENGTH);
}

static void
add_exercise (LsAnswerSheet      *self,
              guint               number,
              const LsLessonPage *page,
              LsSheetKind         kind)
{
  LsSheetExercise *exercise = ls_sheet_exercise_new ();

  exercise->page = number;
  exercise->kind = kind;
  exercise->title = g_strdup (page->title);
  exercise->asked = ls_sheet_mark (page, kind);
  g_ptr_array_add (self->exercises, exercise);
}

static LsSheetKind
get_question_kind (const LsLessonPage *page)
{
  if (page->answers->len > 0)
    return LS_SHEET_CHOICE;
  if (page->picks_next)
    return LS_SHEET_PICK;
  if (page->presets[0] != NULL)
    return LS_SHEET_PRESETS;
  return page->rows_are_bars ? LS_SHEET_BARS : LS_SHEET_ORDER;
}

/* Returns (transfer full) a sheet on which nothing has been answered. */
LsAnswerSheet *
ls_answer_sheet_new (LsLesson   *lesson,
                     const char *title)
{
  LsAnswerSheet *self = ls_answer_sheet_new_empty ();

  self->learner = g_strdup ("");
  self->learner_id = g_strdup ("");
  self->id = g_strdup (ls_lesson_get_id (lesson));
  self->number = ls_lesson_get_number (lesson);
  self->title = g_strdup (title != NULL ? title : "");
  for (guint i = 0; i < ls_lesson_get_n_pages (lesson); i++)
    {
      const LsLessonPage *page = ls_lesson_get_page (lesson, i);

      if (page->question != NULL)
        add_exercise (self, i + 1, page, get_question_kind (page));
      if (page->task != NULL)
        add_exercise (self, i + 1, page, LS_SHEET_TASK);
      else if (page->exercise != NULL)
        add_exercise (self, i + 1, page, page->par > 0 ? LS_SHEET_GOLF : LS_SHEET_EXERCISE);
    }
  return self;
}

/* Returns (transfer none) (nullable) what the page (from 1) asks, or asks to be done. */
LsSheetExercise *
ls_answer_sheet_find (LsAnswerSheet *self,
                      guint          page,
                      gboolean       is_to_do)
{
  for (guint i = 0; i < self->exercises->len; i++)
    {
      LsSheetExercise *exercise = g_ptr_array_index (self->exercises, i);

      if (exercise->page == page && ls_sheet_kind_is_to_do (exercise->kind) == !!is_to_do)
        return exercise;
    }
  return NULL;
}

/* Adds a copy of an attempt, unless there are too many. */
void
ls_sheet_exercise_add (LsSheetExercise      *self,
                       const LsSheetAttempt *attempt)
{
  LsSheetAttempt *copy;

  if (self->attempts->len >= LS_SHEET_MAX_ATTEMPTS)
    return;
  copy = g_memdup2 (attempt, sizeof *attempt);
  copy->answer = g_strdup (attempt->answer);
  g_ptr_array_add (self->attempts, copy);
}

static void
write_time (LsJsonWriter *json,
            const char   *name,
            gint64        time)
{
  g_autoptr (GDateTime) moment = g_date_time_new_from_unix_utc (time);
  g_autofree char *text = moment != NULL ? g_date_time_format_iso8601 (moment) : NULL;

  if (time > 0 && text != NULL)
    ls_json_string (json, name, text);
}

/* Writes an attempt, as an element of an array. */
void
ls_sheet_attempt_write (const LsSheetAttempt *attempt,
                        LsJsonWriter         *json)
{
  ls_json_begin (json, NULL, '{', FALSE);
  write_time (json, "at", attempt->time);
  ls_json_string (json, "answer", attempt->answer);
  if (attempt->choice != LS_SHEET_NONE)
    ls_json_int (json, "choice", attempt->choice);
  ls_json_bool (json, "right", attempt->is_right);
  ls_json_int (json, "hints", attempt->n_hints);
  ls_json_end (json, '}');
}

static void
write_exercise (LsJsonWriter          *json,
                const LsSheetExercise *exercise)
{
  ls_json_begin (json, NULL, '{', TRUE);
  ls_json_int (json, "page", exercise->page);
  ls_json_string (json, "title", exercise->title);
  ls_json_string (json, "kind", kinds[exercise->kind]);
  ls_json_string (json, "asked", exercise->asked);
  ls_json_int (json, "hints", exercise->n_hints);
  if (exercise->solution_after != LS_SHEET_NONE)
    ls_json_int (json, "solutionAfter", exercise->solution_after);
  ls_json_begin (json, "attempts", '[', exercise->attempts->len > 0);
  for (guint i = 0; i < exercise->attempts->len; i++)
    ls_sheet_attempt_write (g_ptr_array_index (exercise->attempts, i), json);
  ls_json_end (json, ']');
  ls_json_end (json, '}');
}

/* Returns (transfer full) the text of the file. */
char *
ls_answer_sheet_to_json (LsAnswerSheet *self)
{
  LsJsonWriter json;

  ls_json_writer_init (&json);
  json.is_file = TRUE;
  ls_json_begin (&json, NULL, '{', TRUE);
  ls_json_string (&json, "format", LS_SHEET_FORMAT);
  ls_json_int (&json, "version", LS_SHEET_VERSION);
  ls_json_begin (&json, "learner", '{', FALSE);
  ls_json_string (&json, "name", self->learner);
  ls_json_string (&json, "id", self->learner_id);
  ls_json_end (&json, '}');
  ls_json_begin (&json, "lesson", '{', FALSE);
  ls_json_string (&json, "id", self->id);
  if (self->number > 0)
    ls_json_int (&json, "number", self->number);
  ls_json_string (&json, "title", self->title);
  ls_json_end (&json, '}');
  write_time (&json, "savedAt", self->saved);
  ls_json_int (&json, "begunAgain", self->n_begun_again);
  ls_json_begin (&json, "exercises", '[', TRUE);
  for (guint i = 0; i < self->exercises->len; i++)
    write_exercise (&json, g_ptr_array_index (self->exercises, i));
  ls_json_end (&json, ']');
  ls_json_end (&json, '}');
  return ls_json_writer_finish (&json);
}
