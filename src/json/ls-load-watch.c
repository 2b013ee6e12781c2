/* ls-load-watch.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-load-watch-private.h"

/* Says which part of the whole follows. @self: (nullable): NULL where nobody watches */
void
ls_load_watch_enter (LsLoadWatch *self,
                     double       from,
                     double       to)
{
  if (self == NULL)
    return;

  self->from = from;
  self->to = to;
}

/* Tells the watcher that @fraction of the part is done. Returns FALSE with @error set if the reading has been cancelled. */
gboolean
ls_load_watch_tell (LsLoadWatch  *self,
                    double        fraction,
                    GError      **error)
{
  if (self == NULL)
    return TRUE;
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  if (self->progress != NULL)
    self->progress (self->from + (self->to - self->from) * CLAMP (fraction, 0, 1), self->user_data);

  return TRUE;
}
