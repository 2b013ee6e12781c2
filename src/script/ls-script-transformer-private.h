/* ls-script-transformer-private.h: acorn and the code on top of it, on a thread of their own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-script-reader-private.h"

G_BEGIN_DECLS

/**
 * LsScriptMayGoOn:
 * @data: the data of the caller
 *
 * The type of functions that the transformer calls while a thread waits for it.
 *
 * Returns: %FALSE to stop waiting
 */
typedef gboolean (*LsScriptMayGoOn) (gpointer data);

void                 ls_script_transformer_start (void);
gboolean             ls_script_transformer_load  (GError          **error);
LsScriptRequest     *ls_script_transformer_begin (JSStringRef       source,
                                                  const char       *options,
                                                  guint             n_breakpoints);
LsScriptTransformed *ls_script_transformer_finish (LsScriptRequest *request,
                                                  LsScriptMayGoOn   may_go_on,
                                                  gpointer          data);
void                 ls_script_transformer_submit (LsScriptRequest *request);
void                 ls_script_check_run         (LsScriptReader   *reader,
                                                  LsScriptRequest  *request);
LsScriptTransformed *ls_script_transformer_run   (JSStringRef       source,
                                                  const char       *options,
                                                  guint             n_breakpoints,
                                                  LsScriptMayGoOn   may_go_on,
                                                  gpointer          data);
void                 ls_script_transformed_move_to_body (LsScriptTransformed *self,
                                                  const char       *source);
JSStringRef          ls_script_transformer_run_for_program (JSStringRef      source,
                                                            JSStringRef      options,
                                                            LsScriptMayGoOn  may_go_on,
                                                            gpointer         data);
gboolean             ls_script_transformer_refine (const char      *url,
                                                   const char      *source,
                                                   gboolean         is_reference,
                                                   guint           *line,
                                                   guint           *column);

G_END_DECLS
