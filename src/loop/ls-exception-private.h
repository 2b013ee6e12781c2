/* ls-exception-private.h: exceptions that stand for an error of GLib
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-exception.h"

G_BEGIN_DECLS

LsException  *ls_exception_new_with_error (const char        *name,
                                           const GError      *error);
const GError *ls_exception_get_error      (const LsException *self);

G_END_DECLS
