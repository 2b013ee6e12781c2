/* ls-comparison-view.h: the orders of two runs side by side
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-comparison.h"

G_BEGIN_DECLS

#define LS_TYPE_COMPARISON_VIEW (ls_comparison_view_get_type ())
G_DECLARE_FINAL_TYPE (LsComparisonView, ls_comparison_view, LS, COMPARISON_VIEW, GtkBox)

void          ls_comparison_view_set_comparison (LsComparisonView *self,
                                                 LsComparison     *comparison,
                                                 const char       *title);
LsComparison *ls_comparison_view_get_comparison (LsComparisonView *self);
char         *ls_comparison_view_dup_text       (LsComparisonView *self);
gboolean      ls_comparison_view_next           (LsComparisonView *self);

G_END_DECLS
