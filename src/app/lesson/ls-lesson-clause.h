/* ls-lesson-clause.h: where the answer to a question is specified
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-clause.h"

G_BEGIN_DECLS

void ls_lesson_clause_show (GtkWidget *label,
                            LsClause   clause,
                            guint      step);

G_END_DECLS
