/* ls-rerun-task-private.h: runs a recording twice, as it was and with a change, on a thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-conversion.h"
#include "ls-rerun.h"
#include "ls-trace.h"

G_BEGIN_DECLS

/* The question, and the answer. */
typedef struct
{
  LsRecording *recording;
  GArray      *threads;       /* (element-type guint) */
  GStrv        priorities;    /* see LsConversionOptions; NULL for none */
  GStrv        without;
  GStrv        yields;
  char        *preset;
  guint64      yield_every;   /* µs */
  guint64      longer_than;
  double       work_scale;
  gboolean     is_check;      /* nothing is asked but how well the unchanged model agrees */

  LsRerun     *rerun;         /* how well the unchanged model agrees with the recording */
  LsTrace     *before;        /* the run without the change */
  LsTrace     *after;
  LsSession   *session;       /* the changed program */
  LsConversionReport *report; /* what became of the change */
  char        *problem;       /* why the changed run did not come to its end, or NULL */
} LsRerunTask;

LsRerunTask *ls_rerun_task_new   (LsRecording          *recording,
                                  const guint          *threads,
                                  guint                 n_threads);
void         ls_rerun_task_free  (LsRerunTask          *self);
void         ls_rerun_task_start (LsRerunTask          *self,
                                  GObject              *source,
                                  GCancellable         *cancellable,
                                  GAsyncReadyCallback   callback);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsRerunTask, ls_rerun_task_free)

G_END_DECLS
