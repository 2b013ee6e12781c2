/* ls-lint-row.h: a row for one lint
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-lint.h"

G_BEGIN_DECLS

#define LS_TYPE_LINT_ROW (ls_lint_row_get_type ())
G_DECLARE_FINAL_TYPE (LsLintRow, ls_lint_row, LS, LINT_ROW, GtkBox)

GtkWidget *ls_lint_row_new      (void);
void       ls_lint_row_set_lint (LsLintRow    *self,
                                 const LsLint *lint,
                                 LsTrace      *trace,
                                 guint         index,
                                 gboolean      is_hidden,
                                 gboolean      is_kept);

G_END_DECLS
