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

GType          ls_program_get_type      (void);
LsProgram     *ls_program_ref           (LsProgram     *self);
void           ls_program_unref         (LsProgram     *self);
LsProgramKind  ls_program_get_kind      (LsProgram     *self);
guint          ls_program_get_n_scripts (LsProgram     *self);
LsScript      *ls_program_get_script    (LsProgram     *self,
                                         guint          index);
LsScript      *ls_program_find_script   (LsProgram     *self,
                                         const char    *name);
char          *ls_program_resolve_module (LsProgram    *self,
                                         const char    *referrer,
                                         const char    *specifier,
                                         GError       **error);
LsScript      *ls_program_load_module   (LsProgram     *self,
                                         const char    *name,
                                         GError       **error);
guint          ls_program_get_n_modules (LsProgram     *self);
LsScript      *ls_program_get_module    (LsProgram     *self,
                                         guint          index);
gboolean       ls_program_parse_place   (LsProgram     *self,
                                         const char    *text,
                                         LsScript     **script,
                                         guint         *line,
                                         guint         *column,
                                         const char   **rest);
LsBody        *ls_program_get_main      (LsProgram     *self);
guint          ls_program_get_n_bodies  (LsProgram     *self);
LsBody        *ls_program_get_body      (LsProgram     *self,
                                         guint          index);
LsBody        *ls_program_find_body     (LsProgram     *self,
                                         const char    *name);
LsStep        *ls_program_find_step     (LsProgram     *self,
                                         const char    *pointer);
char         **ls_program_list_names    (LsProgram     *self,
                                         LsStepOp       op);
const char    *ls_program_kind_to_string   (LsProgramKind  kind);
gboolean       ls_program_kind_from_string (const char    *string,
                                            LsProgramKind *kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsProgram, ls_program_unref)

G_END_DECLS
