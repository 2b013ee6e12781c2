/* ls-program-script.h: a script of a session whose program is JavaScript
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib-object.h>

#include "ls-version.h"

G_BEGIN_DECLS

/**
 * LsScript:
 *
 * A script: its name and its text. Scripts do not change; they may be used from any thread.
 */
typedef struct _LsScript LsScript;

#define LS_TYPE_SCRIPT (ls_script_get_type ())

LS_AVAILABLE_IN_1_0
GType       ls_script_get_type (void);
LS_AVAILABLE_IN_1_0
LsScript   *ls_script_ref      (LsScript *self);
LS_AVAILABLE_IN_1_0
void        ls_script_unref    (LsScript *self);
LS_AVAILABLE_IN_1_0
const char *ls_script_get_name (LsScript *self);
LS_AVAILABLE_IN_1_0
const char *ls_script_get_text (LsScript *self);
LS_AVAILABLE_IN_1_0
const char *ls_script_get_file (LsScript *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsScript, ls_script_unref)

G_END_DECLS
