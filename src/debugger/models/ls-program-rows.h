/* ls-program-rows.h: a program made of steps, as a list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-id-list-model.h"
#include "ls-session.h"

G_BEGIN_DECLS

#define LS_TYPE_PROGRAM_ROWS (ls_program_rows_get_type ())
G_DECLARE_FINAL_TYPE (LsProgramRows, ls_program_rows, LS, PROGRAM_ROWS, GObject)

LsProgramRows *ls_program_rows_new         (void);
void           ls_program_rows_set_session (LsProgramRows *self,
                                            LsSession     *session);
char          *ls_program_rows_describe    (LsProgramRows *self,
                                            LsIdItem      *item,
                                            guint         *depth,
                                            guint         *number);
gboolean       ls_program_rows_find        (LsProgramRows *self,
                                            const char    *pointer,
                                            guint         *place);
gboolean       ls_program_rows_is_filling  (LsProgramRows *self);

G_END_DECLS
