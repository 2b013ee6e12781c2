/* ls-syntax-check.h: checks JavaScript while the user types
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-source-check.h"

G_BEGIN_DECLS

#define LS_TYPE_SYNTAX_CHECK (ls_syntax_check_get_type ())
G_DECLARE_FINAL_TYPE (LsSyntaxCheck, ls_syntax_check, LS, SYNTAX_CHECK, GObject)

LsSyntaxCheck       *ls_syntax_check_new         (GtkTextBuffer *buffer,
                                                  gboolean       is_body);
void                 ls_syntax_check_set_name    (LsSyntaxCheck *self,
                                                  const char    *name);
gboolean             ls_syntax_check_get_pending (LsSyntaxCheck *self);
const LsSourceCheck *ls_syntax_check_get_result  (LsSyntaxCheck *self);
void                 ls_syntax_check_hurry       (LsSyntaxCheck *self);

G_END_DECLS
