/* ls-summary-view.h: what became of the tasks of a run, in lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-task-summary.h"

G_BEGIN_DECLS

#define LS_TYPE_SUMMARY_VIEW (ls_summary_view_get_type ())
G_DECLARE_FINAL_TYPE (LsSummaryView, ls_summary_view, LS, SUMMARY_VIEW, GtkBox)

void ls_summary_view_show (LsSummaryView *self,
                           LsTaskSummary *summary);

G_END_DECLS
