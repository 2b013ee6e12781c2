/* ls-load-watch-private.h: how far reading a session has come, and whether it is still wanted
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-session-progress.h"

G_BEGIN_DECLS

/*< private >
 * LsLoadWatch:
 * @cancellable: (nullable): ends the reading
 * @progress: (nullable): tells how far the reading has come
 * @user_data: for @progress
 * @from: which share of the whole was done before the part that goes on now, from 0 to 1
 * @to: which share is done after it
 * @parts: (nullable): the [struct@SessionWatch] of a caller that wants the beginning of what is large
 * @n_objects: how many JSON objects there are, once that is known
 *
 * Whoever waits for a session to be read. It goes with one reading, on the thread that reads. */
typedef struct
{
  GCancellable          *cancellable;
  LsSessionProgressFunc  progress;
  gpointer               user_data;
  gconstpointer          parts;
  double                 from;
  double                 to;
  guint                  n_objects;
} LsLoadWatch;

void     ls_load_watch_enter (LsLoadWatch  *self,
                              double        from,
                              double        to);
gboolean ls_load_watch_tell  (LsLoadWatch  *self,
                              double        fraction,
                              GError      **error);

G_END_DECLS
