/* ls-conversion-report-private.h: notes what became of the changes that somebody asks for
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-conversion-private.h"

G_BEGIN_DECLS

/* Why a part of a task cannot yield. */
typedef enum
{
  LS_UNCUT_RENDERING,          /* the frame's own */
  LS_UNCUT_LAYOUT_IN_SCRIPT,   /* one call that the program waits for */
  LS_UNCUT_BROWSER,            /* loading, compilation, garbage collection, what the recording does not tell of */
  LS_N_UNCUT
} LsUncutReason;

struct _LsConversionReport
{
  char      **warnings;
  guint       n_cut;                /* tasks that yield because the options say so */
  guint64     n_yields;
  GHashTable *uncut[LS_N_UNCUT];    /* name → guint64: µs, the longest part of tasks of that name */
};

LsConversionReport *ls_conversion_report_new       (LsRecordedThread          *thread,
                                                    const LsConversionOptions *options);
void                ls_conversion_report_add_uncut (LsConversionReport        *self,
                                                    const char                *name,
                                                    guint64                    duration,
                                                    LsUncutReason              reason);

G_END_DECLS
