/* ls-probe.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-probe.h"

G_DEFINE_BOXED_TYPE (LsProbe, ls_probe, ls_probe_ref, ls_probe_unref)

/**
 * ls_probe_ref:
 * @probe: a probe
 *
 * Keeps the owner of the probe alive, if it has one. Any thread may call it.
 *
 * Returns: (transfer full): @probe
 */
LsProbe *
ls_probe_ref (LsProbe *probe)
{
  g_return_val_if_fail (probe != NULL, NULL);

  if (probe->owner != NULL)
    g_object_ref (probe->owner);
  return probe;
}

/**
 * ls_probe_unref:
 * @probe: (transfer full): a probe
 *
 * Lets go of the owner of the probe.
 */
void
ls_probe_unref (LsProbe *probe)
{
  g_return_if_fail (probe != NULL);

  if (probe->owner != NULL)
    g_object_unref (probe->owner);
}
