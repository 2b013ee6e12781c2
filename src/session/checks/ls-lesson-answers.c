/* ls-lesson-answers.c: finds answers of lessons that can be seen before they are given
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lesson-check-private.h"

#include "ls-expectation-private.h"
#include "ls-json-private.h"
#include "ls-lesson-private.h"
#include "ls-pick-key-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const LsLessonAnswer *
find_right (const LsLessonPage *page)
{
  for (guint i = 0; i < page->answers->len; i++)
    {
      const LsLessonAnswer *answer = g_ptr_array_index (page->answers, i);

      if (answer->is_right)
        return answer;
    }
  return NULL;
}

/* Returns (transfer full) a text as it is compared: without the marks of code and emphasis, and without capitals. */
static char *
make_plain (const char *text)
{
  g_autoptr (GString) plain = g_string_new (NULL);

  for (; *text != '\0'; text++)
    if (*text != '`' && *text != '*')
      g_string_append_c (plain, *text);
  return g_utf8_casefold (plain->str, -1);
}

static gboolean
is_of_word (const char *text)
{
  return g_unichar_isalnum (g_utf8_get_char (text)) || *text == '-' || *text == '_';
}

/* Returns whether @text has @part as whole words. */
static gboolean
has_words (const char *text,
           const char *part)
{
  g_autofree char *plain = make_plain (text);
  g_autofree char *words = make_plain (part);

  for (const char *place = plain; *words != '\0' && (place = strstr (place, words)) != NULL; place = g_utf8_next_char (place))
    {
      const char *before = g_utf8_find_prev_char (plain, place);

      if ((before == NULL || !is_of_word (before)) && !is_of_word (place + strlen (words)))
        return TRUE;
    }
  return FALSE;
}

/* Returns whether a page says the text of an answer outside its choices. */
static gboolean
says (const LsLessonPage   *page,
      const LsLessonAnswer *answer)
{
  if (has_words (page->title, answer->text) || has_words (page->question, answer->text))
    return TRUE;
  if ((page->task != NULL && has_words (page->task, answer->text)) || (page->hint != NULL && has_words (page->hint, answer->text)))
    return TRUE;
  for (guint i = 0; page->text[i] != NULL; i++)
    if (has_words (page->text[i], answer->text))
      return TRUE;
  return FALSE;
}

/* Returns whether a page says the right answer, and none of the wrong ones. One that names them all tells nothing. */
static gboolean
says_only_right (const LsLessonPage   *page,
                 const LsLessonAnswer *right)
{
  for (guint i = 0; i < page->answers->len; i++)
    {
      const LsLessonAnswer *answer = g_ptr_array_index (page->answers, i);

      if (answer != right && says (page, answer))
        return FALSE;
    }
  return says (page, right);
}

/* Returns whether an answer is the name of a priority, or of something in the run: texts cannot do without names. */
static gboolean
is_name (LsTrace    *trace,
         const char *answer)
{
  g_autofree char *plain = make_plain (answer);

  for (LsTaskPriority priority = LS_TASK_PRIORITY_BACKGROUND; priority <= LS_TASK_PRIORITY_USER_BLOCKING; priority++)
    if (g_str_equal (ls_task_priority_to_string (priority), plain))
      return TRUE;
  for (guint32 text = 1; text <= ls_trace_get_n_texts (trace); text++)
    {
      g_autofree char *name = make_plain (ls_trace_get_text (trace, text));

      if (g_str_equal (name, plain))
        return TRUE;
    }
  return FALSE;
}

/* Returns whether what an answer says comes true at a moment of the run, and is not about the whole of it or its end. */
static gboolean
has_moment (LsExpectation *holds)
{
  return ls_expectation_kind_can_be_watched (holds->kind) && holds->kind != LS_EXPECTATION_MEMORY &&
         (holds->kind != LS_EXPECTATION_HOLDERS || holds->least > 0);
}

/* Returns (nullable) where the answer to the question of a page can be seen. @position: where the page begins in the run */
static const char *
find_place (const LsLessonPage *page,
            LsRunner           *runner,
            gsize               position)
{
  const LsLessonAnswer *right = find_right (page);
  LsExpectation *holds = right != NULL ? right->holds : NULL;
  const gboolean is_next = page->picks_next || (holds != NULL && holds->kind == LS_EXPECTATION_NEXT);

  if (right == NULL && !is_next)
    return page->hides & LS_LESSON_HIDES_FUTURE ? NULL : _("the page shows what comes later: “hide” has no “future”");
  if (right != NULL && !is_name (ls_runner_get_trace (runner), right->text) && says_only_right (page, right))
    return _("the texts of the page name it, and no other answer");
  if (is_next && !(page->hides & LS_LESSON_HIDES_NEXT))
    return _("the page shows which task is next: “hide” has no “next”");
  if (is_next && !(page->hides & LS_LESSON_HIDES_WHY))
    return _("the page shows why a task is next: “hide” has no “why”");
  if (holds != NULL && !(page->hides & LS_LESSON_HIDES_FUTURE))
    return _("the page shows what comes later: “hide” has no “future”");
  if (holds != NULL && !is_next && has_moment (holds) &&
      ls_lesson_check_holds_at (holds, runner, position))
    return _("it is true already where the page begins");
  return NULL;
}

/* Returns (transfer full) the right answer, or what is asked for. */
static char *
say_answer (const LsLessonPage *page,
            LsRunner           *runner,
            gsize               position)
{
  g_autoptr (LsPickKey) key = NULL;

  if (page->rows[0] != NULL || page->presets[0] != NULL)
    return g_strjoinv (", ", page->rows[0] != NULL ? page->rows : page->presets);
  if (!page->picks_next)
    return g_strdup (find_right (page)->text);
  key = ls_pick_key_new (ls_runner_get_trace (runner), position);
  return ls_pick_key_dup_next_name (key);
}

/* Adds a sentence if the answer to the question of a page can be seen. A page that cannot be run has a problem of its own. */
static void
look_at_page (LsSession             *session,
              guint                  index,
              const LsRunnerOptions *options,
              GCancellable          *cancellable,
              GPtrArray             *found)
{
  const LsLessonPage *page = ls_lesson_get_page (ls_session_get_lesson (session), index);
  g_autoptr (LsSession) copy = ls_session_new_for_page (session, index, FALSE, NULL);
  g_autoptr (LsRunner) runner = NULL;
  g_autofree char *problem = NULL, *answer = NULL, *text = NULL;
  const char *place = NULL;
  gsize position = 0;

  if (copy != NULL)
    runner = ls_lesson_check_run (copy, options, &page->at, FALSE, cancellable, &position, &problem);
  if (runner != NULL && problem == NULL)
    place = find_place (page, runner, position);
  if (place == NULL)
    return;
  text = say_answer (page, runner, position);
  answer = ls_json_quote (text);
  /* Translators: the number of a page of a lesson, its title, the right answer to its question, where that can be seen */
  g_ptr_array_add (found, g_strdup_printf (_("Page %u, %s: the answer %s can be seen before it is given: %s"), index + 1,
                                           page->title, answer, place));
}

/**
 * ls_session_find_visible_answers:
 * @session: a session with a lesson
 * @options: (nullable): how to run it
 * @cancellable: (nullable): to give up
 *
 * Finds answers to questions of a lesson that can be seen before they are given: since the page does not hide them, since its texts
 * name the right one and no other, or since what the right one says has happened where the page begins. The author may want it so.
 *
 * Returns: (transfer full) (element-type utf8): a sentence for each, with the page
 */
GPtrArray *
ls_session_find_visible_answers (LsSession             *session,
                                 const LsRunnerOptions *options,
                                 GCancellable          *cancellable)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  LsLesson *lesson;

  g_return_val_if_fail (LS_IS_SESSION (session), NULL);
  g_return_val_if_fail (ls_session_get_lesson (session) != NULL, NULL);
  g_return_val_if_fail (options == NULL || !options->without_trace, NULL);

  lesson = ls_session_get_lesson (session);
  for (guint i = 0; i < ls_lesson_get_n_pages (lesson) && !g_cancellable_is_cancelled (cancellable); i++)
    if (ls_lesson_get_page (lesson, i)->question != NULL)
      look_at_page (session, i, options, cancellable, found);
  return g_steal_pointer (&found);
}
