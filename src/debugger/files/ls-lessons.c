/* ls-lessons.c: how far the user has come in lessons
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lessons.h"

#include "ls-lesson-shuffle-private.h"

#define KEY "lessons"
#define SEED_KEY "lesson-seed"
#define LEARNER_LENGTH 16   /* digits */
#define MAX_LESSONS 500   /* whose progress is remembered; nobody reads more */

static gboolean
look_up (GSettings  *settings,
         const char *id,
         guint32    *page,
         gboolean   *is_finished)
{
  g_autoptr (GVariant) all = g_settings_get_value (settings, KEY);

  return g_variant_lookup (all, id, "(ub)", page, is_finished);
}

/**
 * ls_lessons_set_progress:
 * @settings: the application's settings
 * @id: a lesson's id
 * @page: the page that is read
 * @is_finished: whether it has been read to its end; one that was stays so
 *
 * Remembers how far a lesson has been read.
 */
void
ls_lessons_set_progress (GSettings  *settings,
                         const char *id,
                         guint       page,
                         gboolean    is_finished)
{
  g_autoptr (GVariant) all = g_settings_get_value (settings, KEY);
  GVariantBuilder builder;
  gsize n_lessons = g_variant_n_children (all);

  is_finished = is_finished || ls_lessons_get_finished (settings, id);
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{s(ub)}"));
  for (gsize i = n_lessons >= MAX_LESSONS ? n_lessons - MAX_LESSONS + 1 : 0; i < n_lessons; i++)
    {
      const char *other;
      guint32 other_page;
      gboolean other_finished;

      g_variant_get_child (all, i, "{&s(ub)}", &other, &other_page, &other_finished);
      if (!g_str_equal (other, id))
        g_variant_builder_add (&builder, "{s(ub)}", other, other_page, other_finished);
    }
  g_variant_builder_add (&builder, "{s(ub)}", id, page, is_finished);
  g_settings_set_value (settings, KEY, g_variant_builder_end (&builder));
}

/**
 * ls_lessons_get_page:
 * @settings: the application's settings
 * @id: a lesson's id
 *
 * Returns: the page at which it was left, 0 for the first one
 */
guint
ls_lessons_get_page (GSettings  *settings,
                     const char *id)
{
  guint32 page = 0;
  gboolean is_finished;

  return look_up (settings, id, &page, &is_finished) ? page : 0;
}

/**
 * ls_lessons_get_finished:
 * @settings: the application's settings
 * @id: a lesson's id
 *
 * Returns: whether it has been read to its end
 */
gboolean
ls_lessons_get_finished (GSettings  *settings,
                         const char *id)
{
  guint32 page;
  gboolean is_finished = FALSE;

  return look_up (settings, id, &page, &is_finished) && is_finished;
}

/* Returns the number of this learner, and draws it before the first question. */
static guint32
get_seed (GSettings *settings)
{
  guint32 seed = g_settings_get_uint (settings, SEED_KEY);

  if (seed == 0)
    {
      seed = MAX (g_random_int (), 1);
      g_settings_set_uint (settings, SEED_KEY, seed);
    }
  return seed;
}

/**
 * ls_lessons_shuffle:
 * @settings: the application's settings
 * @id: a lesson's id
 * @page: one of its pages
 * @n_answers: how many answers its question has
 *
 * Draws the order in which a learner sees the answers to a question. It is always the same one for this learner.
 *
 * Returns: (transfer full) (element-type guint): the index of each answer, in that order
 */
GArray *
ls_lessons_shuffle (GSettings  *settings,
                    const char *id,
                    guint       page,
                    guint       n_answers)
{
  return ls_lesson_shuffle (get_seed (settings), id, page, n_answers);
}

/**
 * ls_lessons_dup_learner:
 * @settings: the application's settings
 *
 * Returns: (transfer full): what tells this learner from others, in all lessons; it does not say who that is
 */
char *
ls_lessons_dup_learner (GSettings *settings)
{
  g_autofree char *text = g_strdup_printf ("learner %u", get_seed (settings));
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);

  return g_strndup (hash, LEARNER_LENGTH);
}
