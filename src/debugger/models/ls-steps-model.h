/* ls-steps-model.h: an array of steps while the user edits it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

#include "ls-step.h"

G_BEGIN_DECLS

#define LS_TYPE_STEPS_MODEL (ls_steps_model_get_type ())
G_DECLARE_FINAL_TYPE (LsStepsModel, ls_steps_model, LS, STEPS_MODEL, GObject)

LsStepsModel      *ls_steps_model_new         (const char *const *bodies,
                                               const char *const *signal_names);
const char *const *ls_steps_model_get_bodies  (LsStepsModel  *self);
const char *const *ls_steps_model_get_signals (LsStepsModel  *self);
JsonArray         *ls_steps_model_get_steps   (LsStepsModel  *self);
guint              ls_steps_model_count       (LsStepsModel  *self);
gboolean           ls_steps_model_set_json    (LsStepsModel  *self,
                                               const char    *json,
                                               GError       **error);
char              *ls_steps_model_to_json     (LsStepsModel  *self,
                                               gboolean       pretty);
void               ls_steps_model_set_member  (LsStepsModel  *self,
                                               JsonObject    *step,
                                               const char    *member,
                                               JsonNode      *value);
void               ls_steps_model_set_body    (LsStepsModel  *self,
                                               JsonObject    *step,
                                               const char    *member,
                                               JsonNode      *value);
void               ls_steps_model_set_op      (LsStepsModel  *self,
                                               JsonArray     *steps,
                                               guint          index,
                                               LsStepOp       op);
void               ls_steps_model_insert      (LsStepsModel  *self,
                                               JsonArray     *steps,
                                               guint          index,
                                               LsStepOp       op);
void               ls_steps_model_remove      (LsStepsModel  *self,
                                               JsonArray     *steps,
                                               guint          index);
void               ls_steps_model_move        (LsStepsModel  *self,
                                               JsonArray     *steps,
                                               guint          index,
                                               guint          place);
gboolean           ls_steps_model_get_can_undo (LsStepsModel *self);
gboolean           ls_steps_model_get_can_redo (LsStepsModel *self);
void               ls_steps_model_undo        (LsStepsModel  *self);
void               ls_steps_model_redo        (LsStepsModel  *self);
void               ls_steps_model_forget_changes (LsStepsModel *self);
void               ls_steps_model_tell_checked (LsStepsModel *self);

G_END_DECLS
