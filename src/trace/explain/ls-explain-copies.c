/* ls-explain-copies.c: what explains waits and choices, in copies
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-departures.h"
#include "ls-wait-causes.h"

/* In C, what is returned belongs to where it comes from. Other languages keep what they get for longer, so they get copies. */

static gpointer
departure_copy (gpointer self)
{
  return g_memdup2 (self, sizeof (LsDeparture));
}

static gpointer
wait_cause_copy (gpointer self)
{
  return g_memdup2 (self, sizeof (LsWaitCause));
}

G_DEFINE_BOXED_TYPE (LsDeparture, ls_departure, departure_copy, g_free)
G_DEFINE_BOXED_TYPE (LsWaitCause, ls_wait_cause, wait_cause_copy, g_free)

/**
 * ls_departures_dup: (rename-to ls_departures_get)
 * @self: departures
 * @index: less than ls_departures_get_n_kept()
 *
 * As [method@Departures.get], for languages that keep what they get.
 *
 * Returns: (transfer full) (nullable): a departure, in the order of the trace
 */
LsDeparture *
ls_departures_dup (LsDepartures *self,
                   guint         index)
{
  return g_memdup2 (ls_departures_get (self, index), sizeof (LsDeparture));
}

/**
 * ls_wait_causes_dup: (rename-to ls_wait_causes_get)
 * @self: causes of a wait
 * @index: less than ls_wait_causes_get_n()
 *
 * As [method@WaitCauses.get], for languages that keep what they get.
 *
 * Returns: (transfer full) (nullable): a group of tasks
 */
LsWaitCause *
ls_wait_causes_dup (const LsWaitCauses *self,
                    guint               index)
{
  return g_memdup2 (ls_wait_causes_get (self, index), sizeof (LsWaitCause));
}
