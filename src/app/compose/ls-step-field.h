/* ls-step-field.h: one member of a step
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-step-private.h"
#include "ls-steps-model.h"

G_BEGIN_DECLS

#define LS_TYPE_STEP_FIELD (ls_step_field_get_type ())
G_DECLARE_FINAL_TYPE (LsStepField, ls_step_field, LS, STEP_FIELD, GtkBox)

GtkWidget  *ls_step_field_new         (LsStepsModel       *model,
                                       JsonObject         *step,
                                       const LsMemberSpec *spec);
const char *ls_step_field_get_member  (LsStepField        *self);
void        ls_step_field_show_error  (LsStepField        *self,
                                       const char         *message);
const char *ls_step_field_get_error   (LsStepField        *self);
gboolean    ls_step_field_get_pending (LsStepField        *self);
const char *ls_step_field_get_title   (guint               member);

G_END_DECLS
