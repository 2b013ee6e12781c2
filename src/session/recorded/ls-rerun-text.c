/* ls-rerun-text.c: what a run of a recording allows to say, in words
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "ls-recorded-units-private.h"
#include "ls-rerun.h"

#define LEAST_SHARE_FOR_WAITS 0.98
#define GOOD_WAIT_ERROR 5000   /* µs */
#define LEAST_WAITS 20         /* of which 19 are looked at */
#define N_SHOWN 5              /* names */

/**
 * ls_rerun_get_conclusions:
 * @self: the result of a run in which nothing is different
 *
 * Tells what the recording allows to conclude.
 *
 * Returns: what the recording allows to conclude
 */
LsRerunConclusions
ls_rerun_get_conclusions (const LsRerun *self)
{
  double share;

  g_return_val_if_fail (self != NULL, LS_RERUN_CONCLUSIONS_NONE);

  share = MIN (ls_rerun_order_get_adjacent (&self->tasks), ls_rerun_order_get_adjacent (&self->movable));
  share = MIN (share, ls_rerun_order_get_adjacent (&self->all));
  if (share < LS_RERUN_LEAST_SHARE || self->stopped != NULL || self->has_other_loop ||
      self->movable.n_adjacent < LS_RERUN_LEAST_PAIRS)
    return LS_RERUN_CONCLUSIONS_NONE;
  if (share < LEAST_SHARE_FOR_WAITS || self->high_wait_error > GOOD_WAIT_ERROR || self->n_waits < LEAST_WAITS)
    return LS_RERUN_CONCLUSIONS_ORDER;
  return LS_RERUN_CONCLUSIONS_WAITS;
}

/* Of fewer than two tasks there is no order to tell of, and no share of it: @alone has only their number. */
static void
append_order (GString            *out,
              const char         *format,
              const char         *alone,
              const LsRerunOrder *order)
{
  g_autofree char *adjacent = g_strdup_printf ("%.1f", 100 * ls_rerun_order_get_adjacent (order));
  g_autofree char *all = g_strdup_printf ("%.1f", 100 * ls_rerun_order_get_all (order));

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  if (order->n_adjacent > 0)
    g_string_append_printf (out, format, order->n_compared, adjacent, all);
  else
    g_string_append_printf (out, alone, order->n_compared);
#pragma GCC diagnostic pop
  g_string_append_c (out, '\n');
}

/* Adds a line with names, unless there are none. @format has a place for them. */
static void
append_names (GString     *out,
              const char  *format,
              char       **names)
{
  g_autoptr (GPtrArray) array = g_ptr_array_new ();
  g_autofree char *text = NULL;

  for (; names != NULL && *names != NULL; names++)
    g_ptr_array_add (array, *names);
  if (array->len == 0)
    return;
  text = ls_recorded_list_names (array, N_SHOWN);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_string_append_printf (out, format, text);
#pragma GCC diagnostic pop
  g_string_append_c (out, '\n');
}

/* Adds why a recording allows to conclude less than another one would. */
static void
append_reasons (GString       *out,
                const LsRerun *self)
{
  if (self->has_other_loop)
    g_string_append_printf (out, "%s ", _("Node.js has a loop of its own, which no preset describes."));
  /* Tasks that nobody known posted come when they ran. */
  if (self->movable.n_compared == 0)
    g_string_append_printf (out, "%s ", _("The recording does not say who posted any of the tasks: all run at their recorded "
                                          "times, and a change has no effect."));
  else if (self->movable.n_adjacent < LS_RERUN_LEAST_PAIRS)
    {
      g_string_append_printf (out, g_dngettext (GETTEXT_PACKAGE, "Only %u task was posted by another one: too few to judge the model.",
                                                "Only %u tasks were posted by others: too few to judge the model.",
                                                self->movable.n_compared), self->movable.n_compared);
      g_string_append_c (out, ' ');
    }
  if (self->n_scheduler_tasks == 0)
    g_string_append_printf (out, "%s ", _("No task has a priority, so nothing shows how well the model chooses between priorities."));
  else if (self->n_waits < LEAST_WAITS)
    {
      g_string_append_printf (out, g_dngettext (GETTEXT_PACKAGE, "Only %u wait of a scheduler task is known.",
                                                "Only %u waits of scheduler tasks are known.", self->n_waits), self->n_waits);
      g_string_append_c (out, ' ');
    }
}

/**
 * ls_rerun_describe_conclusions:
 * @self: the result of a run in which nothing is different
 *
 * Says what the recording allows to conclude.
 *
 * Returns: (transfer full): what the recording allows to conclude, and why no more than that: some sentences in the language of the
 *   locale
 */
char *
ls_rerun_describe_conclusions (const LsRerun *self)
{
  GString *out = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, g_string_free (out, FALSE));

  append_reasons (out, self);
  switch (ls_rerun_get_conclusions (self))
    {
    case LS_RERUN_CONCLUSIONS_NONE:
      g_string_append (out, _("The recording does not say enough: do not trust what follows from a change."));
      break;
    case LS_RERUN_CONCLUSIONS_ORDER:
      g_string_append (out, _("You can trust the order of tasks after a change, but not how long they wait."));
      break;
    default:
      g_string_append (out, _("You can trust the order of tasks after a change, and roughly how long they wait."));
      break;
    }
  return g_string_free (out, FALSE);
}

/**
 * ls_rerun_describe_agreement:
 * @self: the result of a run in which nothing is different
 *
 * Says how well the model agrees with the recording, what is not up to it and what is inferred.
 *
 * Returns: (transfer full): some lines in the language of the locale
 */
char *
ls_rerun_describe_agreement (const LsRerun *self)
{
  GString *out = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, g_string_free (out, FALSE));

  /* Translators: a number of tasks and two percentages, such as “99.5” */
  append_order (out, _("Scheduler tasks: %u; %s %% of neighbours and %s %% of all pairs run in the recorded order."),
                _("Scheduler tasks: %u; there is no order to compare."), &self->tasks);
  append_order (out, _("Tasks of all kinds: %u; %s %% of neighbours and %s %% of all pairs run in the recorded order."),
                _("Tasks of all kinds: %u; there is no order to compare."), &self->all);
  if (self->n_scheduler_tasks > 0)
    {
      g_string_append_printf (out, _("Waits of scheduler tasks: %.3f ms recorded, %.3f ms predicted; half of them differ by %.3f ms "
                                     "at most, 19 of 20 by %.3f ms."),
                              self->measured_wait / 1000., self->predicted_wait / 1000., self->median_wait_error / 1000.,
                              self->high_wait_error / 1000.);
      g_string_append_c (out, '\n');
    }
  g_string_append_printf (out, _("Tasks at their recorded times: %u of %u; without a known poster: %u; inferred changes of "
                                 "priority: %u."),
                          self->n_pinned, self->n_units, self->n_outside, self->n_inferred);
  g_string_append_c (out, '\n');
  /* Translators: names of tasks */
  append_names (out, _("At their recorded times: %s."), self->pinned);
  append_names (out, _("Without a known poster: %s."), self->outside);
  append_names (out, _("With an inferred change of priority: %s."), self->inferred);
  if (self->n_missing > 0)
    {
      g_string_append_printf (out, _("Tasks of the recording that do not run: %u."), self->n_missing);
      g_string_append_c (out, '\n');
    }
  if (self->stopped != NULL)
    g_string_append_printf (out, "%s\n", self->stopped);

  return g_string_free (out, FALSE);
}

/**
 * ls_rerun_describe:
 * @self: the result of a run in which nothing is different
 *
 * Says how well the model agrees with the recording, and what that allows to conclude.
 *
 * Returns: (transfer full): some lines in the language of the locale
 */
char *
ls_rerun_describe (const LsRerun *self)
{
  g_autofree char *agreement = NULL;
  g_autofree char *conclusions = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  agreement = ls_rerun_describe_agreement (self);
  conclusions = ls_rerun_describe_conclusions (self);
  return g_strdup_printf ("%s%s\n", agreement, conclusions);
}
