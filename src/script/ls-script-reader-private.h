/* ls-script-reader-private.h: acorn and the code on top of it, in a virtual machine of their own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-script-transformer-private.h"

G_BEGIN_DECLS

typedef enum
{
  LS_SCRIPT_REQUEST_LOAD,
  LS_SCRIPT_REQUEST_TRANSFORM,
  LS_SCRIPT_REQUEST_TRANSFORM_FOR_PROGRAM,
  LS_SCRIPT_REQUEST_REFINE,
  LS_SCRIPT_REQUEST_CHECK
} LsScriptRequestKind;

/* A request to the transformer. The thread that waits for it may leave before it is done. */
struct _LsScriptRequest
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
};

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

LsScriptRequest *ls_script_request_new                  (LsScriptRequestKind  kind);
void             ls_script_request_unref                (LsScriptRequest     *self);

gboolean         ls_script_reader_load                  (LsScriptReader      *self);
void             ls_script_reader_transform             (LsScriptReader      *self,
                                                         LsScriptRequest     *request);
void             ls_script_reader_transform_for_program (LsScriptReader      *self,
                                                         LsScriptRequest     *request);
void             ls_script_check_run                    (LsScriptReader      *reader,
                                                         LsScriptRequest     *request);
void             ls_script_transformer_submit           (LsScriptRequest     *request);
void             ls_script_reader_refine                (LsScriptReader      *self,
                                                         LsScriptRequest     *request);
gboolean         ls_script_reader_read_usual            (LsScriptReader      *self);

G_END_DECLS
