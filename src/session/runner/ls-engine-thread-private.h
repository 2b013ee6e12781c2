/* ls-engine-thread-private.h: what the files of the engine thread share
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-engine-thread.h"

#include "ls-engine-run-private.h"

G_BEGIN_DECLS

struct _LsEngineThread
{
  GObject        parent_instance;

  LsEngineRun   *run;
  LsTrace       *trace;
  guint32        ahead;
  guint32        furthest;     /* the furthest step that was asked for */
  gboolean       paused;
  guint32        n_steps;      /* as of the last signal */
  gboolean       running;
  LsRunnerState  state;
  char          *message;
  GPtrArray     *unapplied;    /* LsAction */
  GArray        *outcomes;     /* LsActionOutcome; NULL as long as nothing has become of any action */
  char          *problem;      /* with the schedule, or NULL */
  GPtrArray     *refused;      /* for each breakpoint of the options what is wrong with it; NULL: nothing with any */
};

G_END_DECLS
