/* ls-program.h: a session's step program
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-step.h"

G_BEGIN_DECLS

/**
 * LsProgram:
 *
 * The main script and the named bodies of a session. Programs do not change; they may be used from any thread.
 */
typedef struct _LsProgram LsProgram;

#define LS_TYPE_PROGRAM (ls_program_get_type ())

GType      ls_program_get_type     (void);
LsProgram *ls_program_ref          (LsProgram  *self);
void       ls_program_unref        (LsProgram  *self);
LsBody    *ls_program_get_main     (LsProgram  *self);
guint      ls_program_get_n_bodies (LsProgram  *self);
LsBody    *ls_program_get_body     (LsProgram  *self,
                                    guint       index);
LsBody    *ls_program_find_body    (LsProgram  *self,
                                    const char *name);
LsStep    *ls_program_find_step    (LsProgram  *self,
                                    const char *pointer);
char     **ls_program_list_names   (LsProgram  *self,
                                    LsStepOp    op);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsProgram, ls_program_unref)

G_END_DECLS
