/* ls-lesson-golf.c: what is said of a goal that is to be reached with few actions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-golf.h"

#include <glib/gi18n.h>

/**
 * ls_lesson_golf_describe:
 * @par: in how many actions the lesson reaches the goal
 * @n_actions: how many the learner has used so far
 * @is_fair: whether the learner has changed nothing else
 *
 * Returns: (transfer full): the score in words
 */
char *
ls_lesson_golf_describe (guint    par,
                         guint    n_actions,
                         gboolean is_fair)
{
  /* Translators: in how many actions a goal can be reached, as in golf */
  g_autofree char *first = g_strdup_printf (_("Par %u"), par);
  g_autofree char *second = NULL;

  if (is_fair)
    second = g_strdup_printf (ngettext ("%u action used", "%u actions used", n_actions), n_actions);
  else
    second = g_strdup (_("only actions count here: bring back the program and the settings"));
  /* Translators: “Par 3”, and “2 actions used” */
  return g_strdup_printf (_("%s · %s"), first, second);
}

/**
 * ls_lesson_golf_judge:
 * @par: in how many actions the lesson reaches the goal
 * @n_actions: in how many the learner has reached it
 *
 * Returns: (transfer full): how good that is
 */
char *
ls_lesson_golf_judge (guint par,
                      guint n_actions)
{
  if (n_actions < par)
    return g_strdup_printf (ngettext ("Done with %u action. That is under par: the lesson needs more.",
                                      "Done with %u actions. That is under par: the lesson needs more.", n_actions), n_actions);
  if (n_actions == par)
    return g_strdup_printf (ngettext ("Done with %u action. That is par.", "Done with %u actions. That is par.", n_actions), n_actions);
  return g_strdup_printf (ngettext ("Done with %u action. Fewer are enough: take some back, and try again.",
                                    "Done with %u actions. Fewer are enough: take some back, and try again.", n_actions), n_actions);
}
