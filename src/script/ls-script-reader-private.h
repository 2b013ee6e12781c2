/* ls-script-reader-private.h: acorn and the code on top of it, in a virtual machine of their own
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
 * @comments: gint32 pairs: beginning and end in the source of each comment of one line, if the options ask for them
 * @texts: gint32 quadruples: beginning and end in the code, beginning and end in the source
 * @n_functions: the number of functions in the source
 * @requests: (array zero-terminated=1): the specifiers of the modules that the source imports, as far as they stand in it
 * @is_module: whether the source is a module
 * @plain: (nullable): the source without types, if it is in TypeScript
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
  GArray     *comments;
  GArray     *texts;
  guint       n_functions;
  GPtrArray  *refused;
  char      **requests;
  gboolean    is_module;
  JSStringRef plain;
} LsScriptTransformed;

typedef enum
{
  LS_SCRIPT_REQUEST_LOAD,
  LS_SCRIPT_REQUEST_TRANSFORM,
  LS_SCRIPT_REQUEST_TRANSFORM_FOR_PROGRAM,
  LS_SCRIPT_REQUEST_REFINE,
  LS_SCRIPT_REQUEST_CHECK
} LsScriptRequestKind;

/* A request to the transformer. The thread that waits for it may leave before it is done. */
typedef struct
{
  gatomicrefcount      ref_count;
  LsScriptRequestKind  kind;
  JSStringRef          source;
  JSStringRef          options;     /* for LS_SCRIPT_REQUEST_REFINE: the URL */
  gboolean             is_reference;
  guint                line, column;
  guint                n_breakpoints;
  LsScriptTransformed *transformed;
  JSStringRef          text;
  char                *body;        /* for LS_SCRIPT_REQUEST_CHECK: the task's code in @source, or NULL if @source is a script */
  GTask               *task;        /* for LS_SCRIPT_REQUEST_CHECK */
  gboolean             is_done;
} LsScriptRequest;

/* The state of the transformer's thread. No other thread uses it. */
typedef struct
{
  JSContextGroupRef  group;
  JSGlobalContextRef context;
  JSValueRef         shared;
  JSObjectRef        for_c;
  JSObjectRef        for_programs;
  JSObjectRef        refine;        /* (nullable): set by the first request for it */
  guint              n_read;        /* number of pieces of usual code read */
} LsScriptReader;

void             ls_script_transformed_free             (LsScriptTransformed *self);
LsScriptRequest *ls_script_request_new                  (LsScriptRequestKind  kind);
void             ls_script_request_unref                (LsScriptRequest     *self);

gboolean         ls_script_reader_load                  (LsScriptReader      *self);
void             ls_script_reader_transform             (LsScriptReader      *self,
                                                         LsScriptRequest     *request);
void             ls_script_reader_transform_for_program (LsScriptReader      *self,
                                                         LsScriptRequest     *request);
void             ls_script_reader_refine                (LsScriptReader      *self,
                                                         LsScriptRequest     *request);
gboolean         ls_script_reader_read_usual            (LsScriptReader      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsScriptTransformed, ls_script_transformed_free)

G_END_DECLS
