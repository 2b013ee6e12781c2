/* ls-wait-causes-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-wait-causes.h"

G_BEGIN_DECLS

struct _LsWaitCauses
{
  gatomicrefcount ref_count;

  LsState        *end;                              /* after the wait: what things are called */
  guint32         task;
  LsWaitStatus    status;
  guint64         from, until;                      /* µs */
  guint64         changed_at;                       /* µs: when its priority changed last … */
  LsTaskPriority  changed_to;                       /* … or none */
  gboolean        is_inferred;                      /* when the task was queued */
  gboolean        is_recorded;
  gboolean        is_of_source;                     /* of a GLib program */
  gboolean        knows_host;                       /* the trace has the main context that runs the task's loop */
  guint64         totals[LS_N_WAIT_CAUSE_KINDS];    /* µs */
  guint32         n_tasks[LS_N_WAIT_CAUSE_KINDS];
  GArray         *causes;                           /* LsWaitCause, by kind with the greatest total, then by duration */
};

char *ls_wait_causes_say_dispatched (const LsWaitCauses *self);
char *ls_wait_causes_say_origin     (const LsWaitCauses *self);
char *ls_wait_causes_say_of_source  (const LsWaitCauses *self,
                                     LsWaitCauseKind     kind,
                                     const char         *duration);

G_END_DECLS
