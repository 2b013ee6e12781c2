/* ls-program.h: a session's program
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-program-script.h"
#include "ls-step.h"

G_BEGIN_DECLS

/**
 * LsProgramKind:
 * @LS_PROGRAM_STEPS: steps: a main script and named bodies
 * @LS_PROGRAM_JAVASCRIPT: scripts in JavaScript, run one after the other in one realm
 *
 * What a program is written in.
 */
typedef enum
{
  LS_PROGRAM_STEPS,
  LS_PROGRAM_JAVASCRIPT
} LsProgramKind;

/**
 * LsProgram:
 *
 * What a session runs: the main script and the named bodies of a step program, or scripts in JavaScript; that one has an
 * empty main script and no bodies. Programs do not change; they may be used from any thread.
 */
typedef struct _LsProgram LsProgram;

#define LS_TYPE_PROGRAM (ls_program_get_type ())

LS_AVAILABLE_IN_1_0
GType          ls_program_get_type      (void);
LS_AVAILABLE_IN_1_0
LsProgram     *ls_program_ref           (LsProgram     *self);
LS_AVAILABLE_IN_1_0
void           ls_program_unref         (LsProgram     *self);
LS_AVAILABLE_IN_1_0
LsProgramKind  ls_program_get_kind      (LsProgram     *self);
LS_AVAILABLE_IN_1_0
guint          ls_program_get_n_scripts (LsProgram     *self);
LS_AVAILABLE_IN_1_0
LsScript      *ls_program_get_script    (LsProgram     *self,
                                         guint          index);
LS_AVAILABLE_IN_1_0
LsScript      *ls_program_find_script   (LsProgram     *self,
                                         const char    *name);
LS_AVAILABLE_IN_1_0
char          *ls_program_resolve_module (LsProgram    *self,
                                         const char    *referrer,
                                         const char    *specifier,
                                         GError       **error);
LS_AVAILABLE_IN_1_0
LsScript      *ls_program_load_module   (LsProgram     *self,
                                         const char    *name,
                                         GError       **error);
LS_AVAILABLE_IN_1_0
guint          ls_program_get_n_modules (LsProgram     *self);
LS_AVAILABLE_IN_1_0
LsScript      *ls_program_get_module    (LsProgram     *self,
                                         guint          index);
LS_AVAILABLE_IN_1_0
gboolean       ls_program_parse_place   (LsProgram     *self,
                                         const char    *text,
                                         LsScript     **script,
                                         guint         *line,
                                         guint         *column,
                                         const char   **rest);
LS_AVAILABLE_IN_1_0
LsBody        *ls_program_get_main      (LsProgram     *self);
LS_AVAILABLE_IN_1_0
guint          ls_program_get_n_bodies  (LsProgram     *self);
LS_AVAILABLE_IN_1_0
LsBody        *ls_program_get_body      (LsProgram     *self,
                                         guint          index);
LS_AVAILABLE_IN_1_0
LsBody        *ls_program_find_body     (LsProgram     *self,
                                         const char    *name);
LS_AVAILABLE_IN_1_0
LsStep        *ls_program_find_step     (LsProgram     *self,
                                         const char    *pointer);
LS_AVAILABLE_IN_1_0
char         **ls_program_list_names    (LsProgram     *self,
                                         LsStepOp       op);
LS_AVAILABLE_IN_1_0
const char    *ls_program_kind_to_string   (LsProgramKind  kind);
LS_AVAILABLE_IN_1_0
gboolean       ls_program_kind_from_string (const char    *string,
                                            LsProgramKind *kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsProgram, ls_program_unref)

G_END_DECLS
