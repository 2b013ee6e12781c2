/* ls-lint-row.h: a row for one lint
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-lint.h"

G_BEGIN_DECLS

/** LsLintItem: the index of a lint in its linter. */
#define LS_TYPE_LINT_ITEM (ls_lint_item_get_type ())
G_DECLARE_FINAL_TYPE (LsLintItem, ls_lint_item, LS, LINT_ITEM, GObject)

LsLintItem *ls_lint_item_new       (guint       index);
guint       ls_lint_item_get_index (LsLintItem *self);

#define LS_TYPE_LINT_ROW (ls_lint_row_get_type ())
G_DECLARE_FINAL_TYPE (LsLintRow, ls_lint_row, LS, LINT_ROW, GtkWidget)

GtkWidget  *ls_lint_row_new        (void);
void        ls_lint_row_set_lint   (LsLintRow    *self,
                                    const LsLint *lint,
                                    LsTrace      *trace,
                                    guint         index,
                                    gboolean      is_hidden,
                                    gboolean      is_kept);

G_END_DECLS
