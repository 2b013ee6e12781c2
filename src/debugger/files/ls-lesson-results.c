/* ls-lesson-results.c: what has come of the questions and tasks of lessons
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-results.h"

#include <glib/gi18n.h>
#include <string.h>

#define KEY "lesson-results"
#define MAX_LESSONS 500   /* whose results are remembered; nobody reads more */
#define ASKED (LS_LESSON_RESULT_ASKS | LS_LESSON_RESULT_WANTS)

/* Returns (transfer full): guint8: a byte for each page; empty for a lesson that was never opened */
static GByteArray *
load (GSettings  *settings,
      const char *id)
{
  g_autoptr (GVariant) all = g_settings_get_value (settings, KEY);
  g_autoptr (GVariant) known = g_variant_lookup_value (all, id, G_VARIANT_TYPE_BYTESTRING);
  GByteArray *results = g_byte_array_new ();
  gsize length;
  const guint8 *bytes;

  if (known == NULL)
    return results;
  bytes = g_variant_get_fixed_array (known, &length, 1);
  return g_byte_array_append (results, bytes, length);
}

static void
store (GSettings  *settings,
       const char *id,
       GByteArray *results)
{
  g_autoptr (GVariant) all = g_settings_get_value (settings, KEY);
  const gsize n_lessons = g_variant_n_children (all);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{say}"));
  for (gsize i = n_lessons >= MAX_LESSONS ? n_lessons - MAX_LESSONS + 1 : 0; i < n_lessons; i++)
    {
      g_autoptr (GVariant) lesson = g_variant_get_child_value (all, i);
      g_autoptr (GVariant) other = g_variant_get_child_value (lesson, 0);

      if (!g_str_equal (g_variant_get_string (other, NULL), id))
        g_variant_builder_add_value (&builder, lesson);
    }
  if (results != NULL)
    g_variant_builder_add (&builder, "{s@ay}", id,
                           g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, results->data, results->len, 1));
  g_settings_set_value (settings, KEY, g_variant_builder_end (&builder));
}

/**
 * ls_lesson_results_begin:
 * @settings: the application's settings
 * @id: a lesson's id
 * @asked: (array length=n_pages): what each page asks for
 * @n_pages: how many pages it has
 *
 * A lesson is opened. Results that are known of it stay, page by page, unless a page asks for something else now.
 */
void
ls_lesson_results_begin (GSettings    *settings,
                         const char   *id,
                         const guint8 *asked,
                         gsize         n_pages)
{
  g_autoptr (GByteArray) known = load (settings, id);
  g_autoptr (GByteArray) results = g_byte_array_new ();

  g_byte_array_append (results, asked, n_pages);
  for (guint i = 0; i < results->len && i < known->len; i++)
    if ((known->data[i] & ASKED) == asked[i])
      results->data[i] = known->data[i];
  if (results->len != known->len || memcmp (results->data, known->data, results->len) != 0)
    store (settings, id, results);
}

/**
 * ls_lesson_results_forget:
 * @settings: the application's settings
 * @id: a lesson's id
 *
 * Forgets the results of a lesson.
 */
void
ls_lesson_results_forget (GSettings  *settings,
                          const char *id)
{
  store (settings, id, NULL);
}

/**
 * ls_lesson_results_note:
 * @settings: the application's settings
 * @id: the id of a lesson that was opened
 * @page: one of its pages
 * @result: what has come of it
 *
 * Notes a result. That a question was answered rightly counts at the first try only.
 */
void
ls_lesson_results_note (GSettings      *settings,
                        const char     *id,
                        guint           page,
                        LsLessonResult  result)
{
  g_autoptr (GByteArray) results = load (settings, id);

  if (page >= results->len || (results->data[page] & result) == (guint) result ||
      ((result & LS_LESSON_RESULT_ANSWERED) != 0 && (results->data[page] & LS_LESSON_RESULT_ANSWERED) != 0))
    return;
  results->data[page] |= result;
  store (settings, id, results);
}

/**
 * ls_lesson_results_get:
 * @settings: the application's settings
 * @id: a lesson's id
 * @page: one of its pages
 *
 * Returns: what the page asks for and what has come of it, 0 if nothing is known
 */
guint8
ls_lesson_results_get (GSettings  *settings,
                       const char *id,
                       guint       page)
{
  g_autoptr (GByteArray) results = load (settings, id);

  return page < results->len ? results->data[page] : 0;
}

/**
 * ls_lesson_results_get_score:
 * @settings: the application's settings
 * @id: a lesson's id
 * @score: (out): how the learner has done in it; all 0 for one that was never opened
 *
 * Adds the results of a lesson up.
 */
void
ls_lesson_results_get_score (GSettings     *settings,
                             const char    *id,
                             LsLessonScore *score)
{
  g_autoptr (GByteArray) results = load (settings, id);

  *score = (LsLessonScore) { .first_open = G_MAXUINT };
  for (guint i = 0; i < results->len; i++)
    {
      const guint8 result = results->data[i];
      const gboolean asks = (result & LS_LESSON_RESULT_ASKS) != 0;
      const gboolean wants = (result & LS_LESSON_RESULT_WANTS) != 0;
      const gboolean was_answered = asks && (result & LS_LESSON_RESULT_ANSWERED) != 0;
      const gboolean was_done = wants && (result & LS_LESSON_RESULT_DONE) != 0;

      score->n_questions += asks;
      score->n_answered += was_answered;
      score->n_right += was_answered && (result & LS_LESSON_RESULT_RIGHT) != 0;
      score->n_tasks += wants;
      score->n_done += was_done;
      if ((asks != was_answered || wants != was_done) && score->first_open == G_MAXUINT)
        score->first_open = i;
    }
}

static void
take (GStrvBuilder *builder,
      char         *part)
{
  g_strv_builder_add (builder, part);
  g_free (part);
}

/**
 * ls_lesson_score_say:
 * @score: how a learner has done in a lesson
 *
 * Returns: (transfer full) (nullable): that in words, such as “5 of 6 questions right at the first try · 1 of 2 exercises done”;
 *   %NULL if it asks for nothing
 */
char *
ls_lesson_score_say (const LsLessonScore *score)
{
  const guint n_open = score->n_questions - score->n_answered + score->n_tasks - score->n_done;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) parts = NULL;

  if (score->n_questions + score->n_tasks == 0)
    return NULL;
  if (score->n_questions > 0)
    /* Translators: how many questions were answered rightly, and how many there are */
    take (builder, g_strdup_printf (ngettext ("%u of %u question right at the first try", "%u of %u questions right at the first try",
                                              score->n_questions), score->n_right, score->n_questions));
  if (score->n_tasks > 0)
    /* Translators: how many exercises of a lesson are done, and how many there are */
    take (builder, g_strdup_printf (ngettext ("%u of %u exercise done", "%u of %u exercises done", score->n_tasks),
                                    score->n_done, score->n_tasks));
  if (n_open > 0)
    /* Translators: how many questions and tasks of a lesson are to be done yet */
    take (builder, g_strdup_printf (ngettext ("%u open", "%u open", n_open), n_open));
  parts = g_strv_builder_end (builder);
  return g_strjoinv (" · ", parts);
}
