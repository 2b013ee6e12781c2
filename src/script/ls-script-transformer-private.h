/* ls-script-transformer-private.h: acorn and the code on top of it, on a thread of their own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-script-jsc-private.h"

G_BEGIN_DECLS

/**
 * LsScriptTransformed:
 * @code: (nullable): the code to run; %NULL with an error
 * @message: (nullable): the error
 * @line: the line of the error, in the source
 * @column: the column of the error, in the source
 * @map: gint32 pairs: offset in the code, offset in the source
 * @statements: gint32 triples: line, column, function
 * @texts: gint32 quadruples: beginning and end in the code, beginning and end in the source
 * @n_functions: the number of functions in the source
 * @refused: (nullable): the errors in the conditions of the breakpoints in the options, then those in the probes
 *
 * The result of the transformation of a script.
 */
typedef struct
{
  JSStringRef code;
  char       *message;
  guint       line;
  guint       column;
  GArray     *map;
  GArray     *statements;
  GArray     *texts;
  guint       n_functions;
  GPtrArray  *refused;
} LsScriptTransformed;

/* A request to the transformer. */
typedef struct _LsScriptRequest LsScriptRequest;

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
void                 ls_script_transformer_leave (LsScriptRequest  *request);
LsScriptTransformed *ls_script_transformer_run   (JSStringRef       source,
                                                  const char       *options,
                                                  guint             n_breakpoints,
                                                  LsScriptMayGoOn   may_go_on,
                                                  gpointer          data);
void                 ls_script_transformed_move_to_body (LsScriptTransformed *self,
                                                  const char       *source);
void                 ls_script_transformed_free  (LsScriptTransformed *self);
JSStringRef          ls_script_transformer_run_for_program (JSStringRef      source,
                                                            JSStringRef      options,
                                                            LsScriptMayGoOn  may_go_on,
                                                            gpointer         data);
gboolean             ls_script_transformer_refine (const char      *url,
                                                   const char      *source,
                                                   gboolean         is_reference,
                                                   guint           *line,
                                                   guint           *column);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsScriptTransformed, ls_script_transformed_free)

G_END_DECLS
