/* ls-exception.h: exceptions, the reasons of aborts and rejections
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

typedef struct _LsException LsException;

#define LS_TYPE_EXCEPTION (ls_exception_get_type ())

GType        ls_exception_get_type    (void) G_GNUC_CONST;
LsException *ls_exception_new         (const char        *name,
                                       const char        *message);
LsException *ls_exception_new_printf  (const char        *name,
                                       const char        *format,
                                       ...) G_GNUC_PRINTF (2, 3);
LsException *ls_exception_ref         (LsException       *self);
void         ls_exception_unref       (LsException       *self);
const char  *ls_exception_get_name    (const LsException *self);
const char  *ls_exception_get_message (const LsException *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsException, ls_exception_unref)

G_END_DECLS
