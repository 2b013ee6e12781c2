/* ls-rerun-order-private.h: counts pairs that two orders have alike
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-recorded-units-private.h"
#include "ls-rerun.h"

G_BEGIN_DECLS

/* Marks what comes after a yield that options put into a unit. */
#define LS_RERUN_PIECE (G_GUINT64_CONSTANT (1) << 31)

void ls_rerun_order_compare (LsRerunOrder     *order,
                             const guint32    *places,
                             guint             n_places);
void ls_rerun_order_match   (LsRerunOrder     *order,
                             LsRecordedThread *thread,
                             const guint32    *units,
                             guint             n_units,
                             LsRecordedThread *other,
                             gboolean          only_tasks);

/* Whether a unit is a scheduler task or a continuation. */
static inline gboolean
ls_recorded_unit_is_scheduled (const LsRecordedUnit *unit)
{
  return unit->kind == LS_UNIT_TASK || unit->kind == LS_UNIT_CONTINUATION;
}

G_END_DECLS
