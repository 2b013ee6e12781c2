/* ls-exception.h: exceptions, the reasons of aborts and rejections
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib-object.h>

#include "ls-version.h"

G_BEGIN_DECLS

typedef struct _LsException LsException;

#define LS_TYPE_EXCEPTION (ls_exception_get_type ())

LS_AVAILABLE_IN_1_0
GType        ls_exception_get_type    (void) G_GNUC_CONST;
LS_AVAILABLE_IN_1_0
LsException *ls_exception_new         (const char        *name,
                                       const char        *message);
LS_AVAILABLE_IN_1_0
LsException *ls_exception_new_printf  (const char        *name,
                                       const char        *format,
                                       ...) G_GNUC_PRINTF (2, 3);
LS_AVAILABLE_IN_1_0
LsException *ls_exception_ref         (LsException       *self);
LS_AVAILABLE_IN_1_0
void         ls_exception_unref       (LsException       *self);
LS_AVAILABLE_IN_1_0
const char  *ls_exception_get_name    (const LsException *self);
LS_AVAILABLE_IN_1_0
const char  *ls_exception_get_message (const LsException *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsException, ls_exception_unref)

G_END_DECLS
