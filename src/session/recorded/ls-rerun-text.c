/* ls-rerun-text.c: what a run of a recording allows to say, in words
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "ls-rerun.h"

#define LEAST_SHARE_FOR_WAITS 0.98
#define GOOD_WAIT_ERROR 5000   /* µs */

/**
 * ls_rerun_get_conclusions:
 * @self: the result of a run in which nothing is different
 *
 * Returns: what the recording allows to conclude
 */
LsRerunConclusions
ls_rerun_get_conclusions (const LsRerun *self)
{
  double share;

  g_return_val_if_fail (self != NULL, LS_RERUN_CONCLUSIONS_NONE);

  share = MIN (ls_rerun_order_get_adjacent (&self->tasks), ls_rerun_order_get_adjacent (&self->all));
  /* Where all comes at its time, a change can change nothing. Tasks that nobody known posted come when they ran. */
  if (share < LS_RERUN_LEAST_SHARE || self->stopped != NULL || (guint64) self->n_pinned + self->n_outside >= self->n_units)
    return LS_RERUN_CONCLUSIONS_NONE;
  if (share < LEAST_SHARE_FOR_WAITS || self->high_wait_error > GOOD_WAIT_ERROR)
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
  if (self->n_missing > 0)
    {
      g_string_append_printf (out, _("Tasks of the recording that do not run: %u."), self->n_missing);
      g_string_append_c (out, '\n');
    }
  if (self->stopped != NULL)
    g_string_append_printf (out, "%s\n", self->stopped);
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
  g_string_append_c (out, '\n');
  return g_string_free (out, FALSE);
}
