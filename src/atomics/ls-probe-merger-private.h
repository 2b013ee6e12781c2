/* ls-probe-merger-private.h: one trace for several threads
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-probe.h"

G_BEGIN_DECLS

typedef struct _LsProbeMerger LsProbeMerger;
typedef struct _LsMergedProbe LsMergedProbe;

LsProbeMerger *ls_probe_merger_new     (LsProbe       *target);
void           ls_probe_merger_free    (LsProbeMerger *self);
LsProbe       *ls_probe_merger_add     (LsProbeMerger *self,
                                        guint32        agent);
guint64        ls_probe_merger_count   (LsProbeMerger *self);
void           ls_probe_merger_close   (LsProbeMerger *self);
void           ls_merged_probe_enter   (LsProbe       *probe);
void           ls_merged_probe_leave   (LsProbe       *probe);

G_END_DECLS
