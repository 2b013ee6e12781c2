/* ls-cli-grade-questions.c: how all learners have done with each question
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "ls-cli-grade.h"

static void
question_free (gpointer data)
{
  LsCliQuestion *self = data;

  g_hash_table_unref (self->wrong);
  g_free (self);
}

/* Returns (transfer none) the question of a mark, which is new at first. */
static LsCliQuestion *
find (GPtrArray       *questions,
      GHashTable      *known,
      LsCliPaper      *paper,
      const LsCliMark *mark)
{
  g_autofree char *key = g_strdup_printf ("%u %u %s", mark->exercise->page, mark->exercise->kind, paper->sheet->id);
  LsCliQuestion *question = g_hash_table_lookup (known, key);

  if (question != NULL)
    return question;
  question = g_new0 (LsCliQuestion, 1);
  question->paper = paper;
  question->exercise = mark->exercise;
  question->wrong = g_hash_table_new (g_str_hash, g_str_equal);
  g_ptr_array_add (questions, question);
  g_hash_table_insert (known, g_steal_pointer (&key), question);
  return question;
}

static void
add (LsCliQuestion   *self,
     const LsCliMark *mark)
{
  const LsSheetAttempt *first = mark->attempts->len > 0 ? g_ptr_array_index (mark->attempts, 0) : NULL;

  self->n_learners++;
  self->n_answered += mark->grade != LS_CLI_GRADE_OPEN;
  self->n_right += mark->grade == LS_CLI_GRADE_FIRST_TRY;
  if (first != NULL && !first->is_right && *first->answer != '\0')
    g_hash_table_insert (self->wrong, first->answer,
                         GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (self->wrong, first->answer)) + 1));
}

/* Returns (transfer full) (element-type LsCliQuestion) each question of the lessons, in the order of the papers. They must stay
 * there as long. */
GPtrArray *
ls_cli_questions_gather (GPtrArray *papers)
{
  GPtrArray *questions = g_ptr_array_new_with_free_func (question_free);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < papers->len; i++)
    {
      LsCliPaper *paper = g_ptr_array_index (papers, i);

      for (guint j = 0; j < paper->marks->len; j++)
        {
          const LsCliMark *mark = &g_array_index (paper->marks, LsCliMark, j);

          add (find (questions, known, paper, mark), mark);
        }
    }
  return questions;
}

/* Returns (nullable) the wrong answer with which most learners have begun. @n_times: (out): how many */
const char *
ls_cli_question_find_wrong (const LsCliQuestion *self,
                            guint               *n_times)
{
  const char *most = NULL;
  GHashTableIter iter;
  gpointer answer, times;

  *n_times = 0;
  g_hash_table_iter_init (&iter, self->wrong);
  while (g_hash_table_iter_next (&iter, &answer, &times))
    if (GPOINTER_TO_UINT (times) > *n_times || (GPOINTER_TO_UINT (times) == *n_times && strcmp (answer, most) < 0))
      {
        most = answer;
        *n_times = GPOINTER_TO_UINT (times);
      }
  return most;
}
