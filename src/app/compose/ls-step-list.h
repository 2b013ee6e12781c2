/* ls-step-list.h: the steps of a body in a column
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-step-field.h"

G_BEGIN_DECLS

#define LS_TYPE_STEP_LIST (ls_step_list_get_type ())
G_DECLARE_FINAL_TYPE (LsStepList, ls_step_list, LS, STEP_LIST, GtkBox)

#define LS_TYPE_STEP_ROW (ls_step_row_get_type ())
G_DECLARE_FINAL_TYPE (LsStepRow, ls_step_row, LS, STEP_ROW, GtkBox)

void         ls_step_list_set_steps   (LsStepList   *self,
                                       LsStepsModel *model,
                                       JsonArray    *steps,
                                       const char   *title);
JsonArray   *ls_step_list_get_steps   (LsStepList   *self);
LsStepRow   *ls_step_list_get_row     (LsStepList   *self,
                                       guint         index);
GtkWidget   *ls_step_list_get_add     (LsStepList   *self);

GtkWidget   *ls_step_row_new          (LsStepsModel *model,
                                       JsonArray    *steps,
                                       guint         index);
LsStepField *ls_step_row_get_field    (LsStepRow    *self,
                                       const char   *member);
LsStepList  *ls_step_row_get_body     (LsStepRow    *self,
                                       const char   *member);

G_END_DECLS
