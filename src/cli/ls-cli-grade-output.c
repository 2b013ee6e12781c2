/* ls-cli-grade-output.c: what loopscope-cli grade prints
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>
#include <wchar.h>

#include "ls-character-private.h"
#include "ls-cli-grade.h"
#include "ls-json-private.h"

#define ANSWER_WIDTH 60   /* characters of an answer in a table; other forms have all of it */
#define NAME_WIDTH 40

/* Tables */

/* Rows of cells, all with as many. The first one is the head. */
typedef struct
{
  GPtrArray *cells;       /* (element-type utf8) */
  guint      n_columns;
} Table;

static void
table_init (Table *self,
            guint  n_columns)
{
  self->cells = g_ptr_array_new_with_free_func (g_free);
  self->n_columns = n_columns;
}

/* Takes @text. */
static void
table_add (Table *self,
           char  *text)
{
  g_ptr_array_add (self->cells, text);
}

static guint
get_column_width (Table *self,
                  guint  column)
{
  guint width = 0;

  for (guint i = column; i < self->cells->len; i += self->n_columns)
    width = MAX (width, ls_character_count_columns (g_ptr_array_index (self->cells, i)));
  return width;
}

/* Prints the table, and clears it. */
static void
table_print (Table *self)
{
  g_autofree guint *widths = g_new (guint, self->n_columns);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint column = 0; column < self->n_columns; column++)
    widths[column] = get_column_width (self, column);
  for (guint i = 0; i < self->cells->len; i++)
    {
      const char *cell = g_ptr_array_index (self->cells, i);
      const guint column = i % self->n_columns;

      g_string_append (text, column == 0 ? "  " : "");
      g_string_append (text, cell);
      for (guint j = ls_character_count_columns (cell); column + 1 < self->n_columns && j < widths[column] + 2; j++)
        g_string_append_c (text, ' ');
      if (column + 1 == self->n_columns)
        {
          while (g_str_has_suffix (text->str, " "))
            g_string_truncate (text, text->len - 1);
          g_string_append_c (text, '\n');
        }
    }
  ls_cli_write_lines (text->str);
  g_ptr_array_unref (self->cells);
}

/* Text */

/* Returns (transfer full) what has come of a question, in words. */
static char *
say_grade (const LsCliMark *mark)
{
  const gboolean is_to_do = ls_sheet_kind_is_to_do (mark->exercise->kind);

  switch (mark->grade)
    {
    case LS_CLI_GRADE_FIRST_TRY:
      return g_strdup (is_to_do ? C_("grade", "done") : C_("grade", "right at the first try"));
    case LS_CLI_GRADE_LATER:
      /* Translators: the number of an attempt */
      return g_strdup_printf (C_("grade", "right at try %u"), mark->n_tries);
    case LS_CLI_GRADE_WRONG:
      return g_strdup (C_("grade", "wrong"));
    case LS_CLI_GRADE_SOLUTION:
      return g_strdup (C_("grade", "solution shown"));
    case LS_CLI_GRADE_OPEN:
      return g_strdup (C_("grade", "open"));
    default:
      g_return_val_if_reached (g_strdup (""));
    }
}

static const char *
say_checked (LsCliChecked checked)
{
  switch (checked)
    {
    case LS_CLI_CHECKED_CORRECTED:
      return C_("grade", "corrected");
    case LS_CLI_CHECKED_RECORDED:
      return C_("grade", "as recorded");
    case LS_CLI_CHECKED_CHANGED:
      return C_("grade", "lesson changed");
    case LS_CLI_CHECKED:
      return C_("grade", "yes");
    default:
      g_return_val_if_reached ("");
    }
}

static void
add_head (Table      *table,
          const char *head)
{
  g_auto (GStrv) words = g_strsplit (head, "|", -1);

  for (guint i = 0; i < table->n_columns; i++)
    table_add (table, g_strdup (words[i] != NULL ? words[i] : ""));
}

static char *
name_lesson (LsCliPaper *paper)
{
  const guint number = (paper->blank != NULL ? paper->blank : paper->sheet)->number;
  g_autofree char *title = ls_json_display (ls_cli_paper_get_title (paper), 0);

  /* Translators: a lesson's number and title */
  return number > 0 ? g_strdup_printf (_("%u. %s"), number, title) : g_steal_pointer (&title);
}

static char *
name_learner (LsCliPaper *paper)
{
  return ls_json_display (paper->learner, NAME_WIDTH);
}

static char *
say_score (LsCliPaper *paper)
{
  /* Translators: how many were right at the first try, and how many there are */
  return g_strdup_printf (_("%u of %u"), paper->n_right, paper->marks->len);
}

static void
print_paper (LsCliPaper *paper)
{
  g_autofree char *learner = name_learner (paper), *lesson = name_lesson (paper), *score = say_score (paper), *line = NULL;
  Table table;

  line = g_strdup_printf ("%s · %s · %s (%s)\n", learner, lesson, score, paper->file);
  ls_cli_write_lines (line);
  if (paper->marks->len == 0)
    return;
  table_init (&table, 7);
  /* Translators: the head of a table: keep the bars between its columns */
  add_head (&table, _("page|kind|result|tries|hints|checked|first answer"));
  for (guint i = 0; i < paper->marks->len; i++)
    {
      const LsCliMark *mark = &g_array_index (paper->marks, LsCliMark, i);
      const char *answer = ls_cli_mark_get_answer (mark, FALSE);

      table_add (&table, g_strdup_printf ("%u", mark->exercise->page));
      table_add (&table, g_strdup (ls_sheet_kind_to_string (mark->exercise->kind)));
      table_add (&table, say_grade (mark));
      table_add (&table, g_strdup_printf ("%u", mark->attempts->len));
      table_add (&table, g_strdup_printf ("%u", mark->n_hints));
      table_add (&table, g_strdup (mark->grade != LS_CLI_GRADE_OPEN ? say_checked (mark->checked) : ""));
      table_add (&table, answer != NULL ? ls_json_display (answer, ANSWER_WIDTH) : g_strdup (""));
    }
  table_print (&table);
  ls_cli_write ("\n", 1);
}

static void
print_scores (GPtrArray *papers)
{
  Table table;

  table_init (&table, 4);
  /* Translators: the head of a table: keep the bars between its columns */
  add_head (&table, _("learner|lesson|score|started again"));
  for (guint i = 0; i < papers->len; i++)
    {
      LsCliPaper *paper = g_ptr_array_index (papers, i);

      table_add (&table, name_learner (paper));
      table_add (&table, name_lesson (paper));
      table_add (&table, say_score (paper));
      table_add (&table, g_strdup_printf ("%u", paper->sheet->n_begun_again));
    }
  table_print (&table);
}

static void
print_questions (GPtrArray *papers)
{
  g_autoptr (GPtrArray) questions = ls_cli_questions_gather (papers);
  Table table;

  if (questions->len == 0)
    return;
  ls_cli_write ("\n", 1);
  table_init (&table, 6);
  /* Translators: the head of a table: keep the bars between its columns. The last one has wrong answers that were given first */
  add_head (&table, _("lesson|page|title|right at the first try|answered|most common mistake"));
  for (guint i = 0; i < questions->len; i++)
    {
      const LsCliQuestion *question = g_ptr_array_index (questions, i);
      guint n_times;
      const char *wrong = ls_cli_question_find_wrong (question, &n_times);
      g_autofree char *shown = wrong != NULL ? ls_json_display (wrong, ANSWER_WIDTH) : NULL;

      table_add (&table, name_lesson (question->paper));
      table_add (&table, g_strdup_printf ("%u", question->exercise->page));
      table_add (&table, ls_json_display (question->exercise->title, ANSWER_WIDTH));
      table_add (&table, g_strdup_printf (_("%u of %u"), question->n_right, question->n_learners));
      table_add (&table, g_strdup_printf ("%u", question->n_answered));
      table_add (&table, shown != NULL ? g_strdup_printf ("%u × %s", n_times, shown) : g_strdup (""));
    }
  table_print (&table);
}

/* Prints all papers, the score of each learner, and how all have done with each question. */
void
ls_cli_grades_write_text (GPtrArray *papers)
{
  if (papers->len == 0)
    return;
  for (guint i = 0; i < papers->len; i++)
    print_paper (g_ptr_array_index (papers, i));
  print_scores (papers);
  print_questions (papers);
}

/* CSV */

/* Whether a spreadsheet might take a text for a formula. */
static gboolean
may_be_formula (const char *text)
{
  gunichar c;

  while (g_unichar_isspace (g_utf8_get_char (text)))
    text = g_utf8_next_char (text);
  c = g_utf8_get_char (text);
  /* Wide characters are read as the narrow ones by some. */
  return c != 0 && c < 0x10000 && wcschr (L"=+-@\uff1d\uff0b\uff0d\uff20", (wchar_t) c) != NULL;
}

/* Appends a field of RFC 4180 that is a text: in quotation marks where it must be, with quotation marks doubled, and on one line.
 * What might be a formula has an apostrophe before it, which makes it a text. */
static void
append_text (GString    *line,
             const char *text)
{
  g_autofree char *safe = ls_cli_escape (text != NULL ? text : "", -1);
  g_autoptr (GString) field = g_string_new (may_be_formula (safe) ? "'" : "");

  g_string_append (field, safe);
  if (line->len > 0)
    g_string_append_c (line, ',');
  if (strpbrk (field->str, ",\"'") != NULL)
    {
      g_string_replace (field, "\"", "\"\"", 0);
      g_string_append_printf (line, "\"%s\"", field->str);
    }
  else
    g_string_append (line, field->str);
}

static void
append_number (GString *line,
               guint64  number)
{
  g_string_append_printf (line, ",%" G_GUINT64_FORMAT, number);
}

static char *
format_time (gint64 time)
{
  g_autoptr (GDateTime) moment = time > 0 ? g_date_time_new_from_unix_utc (time) : NULL;

  return moment != NULL ? g_date_time_format_iso8601 (moment) : g_strdup ("");
}

static void
write_csv_mark (LsCliPaper      *paper,
                const LsCliMark *mark)
{
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *saved = format_time (paper->sheet->saved);

  append_text (line, paper->learner);
  append_text (line, paper->file);
  append_text (line, paper->sheet->id);
  append_text (line, ls_cli_paper_get_title (paper));
  append_number (line, mark->exercise->page);
  append_text (line, mark->exercise->title);
  append_text (line, ls_sheet_kind_to_string (mark->exercise->kind));
  append_text (line, ls_cli_grade_to_string (mark->grade));
  append_number (line, mark->grade == LS_CLI_GRADE_FIRST_TRY);
  append_number (line, mark->attempts->len);
  append_number (line, mark->n_hints);
  append_number (line, mark->has_solution);
  append_text (line, ls_cli_mark_get_answer (mark, FALSE));
  append_text (line, ls_cli_mark_get_answer (mark, TRUE));
  append_text (line, ls_cli_checked_to_string (mark->checked));
  append_text (line, saved);
  append_number (line, paper->sheet->n_begun_again);
  append_number (line, paper->n_right);
  append_number (line, paper->marks->len);
  g_string_append (line, "\r\n");
  ls_cli_write (line->str, line->len);
}

/* Writes a line for each thing that each learner was asked. */
void
ls_cli_grades_write_csv (GPtrArray *papers)
{
  ls_cli_write ("learner,file,lesson,lessonTitle,page,pageTitle,kind,result,firstTry,attempts,hints,solution,firstAnswer,lastAnswer,"
                "checked,savedAt,startedAgain,score,outOf\r\n", -1);
  for (guint i = 0; i < papers->len; i++)
    {
      LsCliPaper *paper = g_ptr_array_index (papers, i);

      for (guint j = 0; j < paper->marks->len; j++)
        write_csv_mark (paper, &g_array_index (paper->marks, LsCliMark, j));
    }
}

/* JSON */

static void
write_json_mark (LsJsonWriter    *json,
                 const LsCliMark *mark)
{
  ls_json_begin (json, NULL, '{', TRUE);
  ls_json_int (json, "page", mark->exercise->page);
  ls_json_string (json, "title", mark->exercise->title);
  ls_json_string (json, "kind", ls_sheet_kind_to_string (mark->exercise->kind));
  ls_json_string (json, "result", ls_cli_grade_to_string (mark->grade));
  ls_json_int (json, "hints", mark->n_hints);
  ls_json_bool (json, "solution", mark->has_solution);
  ls_json_string (json, "checked", ls_cli_checked_to_string (mark->checked));
  ls_json_begin (json, "attempts", '[', mark->attempts->len > 0);
  for (guint i = 0; i < mark->attempts->len; i++)
    ls_sheet_attempt_write (g_ptr_array_index (mark->attempts, i), json);
  ls_json_end (json, ']');
  ls_json_end (json, '}');
}

static void
write_json_paper (LsJsonWriter *json,
                  LsCliPaper   *paper)
{
  const guint number = (paper->blank != NULL ? paper->blank : paper->sheet)->number;
  g_autofree char *saved = format_time (paper->sheet->saved), *file = g_utf8_make_valid (paper->file, -1);

  ls_json_begin (json, NULL, '{', TRUE);
  ls_json_string (json, "file", file);
  ls_json_string (json, "learner", paper->sheet->learner);
  ls_json_string (json, "lesson", paper->sheet->id);
  if (number > 0)
    ls_json_int (json, "number", number);
  ls_json_string (json, "title", ls_cli_paper_get_title (paper));
  if (*saved != '\0')
    ls_json_string (json, "savedAt", saved);
  ls_json_int (json, "startedAgain", paper->sheet->n_begun_again);
  ls_json_int (json, "score", paper->n_right);
  ls_json_int (json, "outOf", paper->marks->len);
  ls_json_begin (json, "exercises", '[', TRUE);
  for (guint i = 0; i < paper->marks->len; i++)
    write_json_mark (json, &g_array_index (paper->marks, LsCliMark, i));
  ls_json_end (json, ']');
  ls_json_end (json, '}');
}

static void
write_json_question (LsJsonWriter        *json,
                     const LsCliQuestion *question)
{
  guint n_times;
  const char *wrong = ls_cli_question_find_wrong (question, &n_times);

  ls_json_begin (json, NULL, '{', FALSE);
  ls_json_string (json, "lesson", question->paper->sheet->id);
  ls_json_int (json, "page", question->exercise->page);
  ls_json_string (json, "title", question->exercise->title);
  ls_json_string (json, "kind", ls_sheet_kind_to_string (question->exercise->kind));
  ls_json_int (json, "learners", question->n_learners);
  ls_json_int (json, "answered", question->n_answered);
  ls_json_int (json, "firstTry", question->n_right);
  if (wrong != NULL)
    {
      ls_json_string (json, "mistake", wrong);
      ls_json_int (json, "mistakes", n_times);
    }
  ls_json_end (json, '}');
}

/* Writes one object. @failed: (element-type utf8): the files that could not be graded */
void
ls_cli_grades_write_json (GPtrArray *papers,
                          GPtrArray *failed)
{
  g_autoptr (GPtrArray) questions = ls_cli_questions_gather (papers);
  g_autofree char *text = NULL;
  LsJsonWriter json;

  ls_json_writer_init (&json);
  ls_json_begin (&json, NULL, '{', TRUE);
  ls_json_begin (&json, "learners", '[', TRUE);
  for (guint i = 0; i < papers->len; i++)
    write_json_paper (&json, g_ptr_array_index (papers, i));
  ls_json_end (&json, ']');
  ls_json_begin (&json, "questions", '[', TRUE);
  for (guint i = 0; i < questions->len; i++)
    write_json_question (&json, g_ptr_array_index (questions, i));
  ls_json_end (&json, ']');
  ls_json_begin (&json, "failed", '[', FALSE);
  for (guint i = 0; i < failed->len; i++)
    ls_json_string (&json, NULL, g_ptr_array_index (failed, i));
  ls_json_end (&json, ']');
  ls_json_end (&json, '}');
  text = ls_json_writer_finish (&json);
  ls_cli_write_text (text);
}
