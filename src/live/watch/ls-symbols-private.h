/* ls-symbols-private.h: what the functions of a program that runs are called
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _LsSymbols LsSymbols;

LsSymbols  *ls_symbols_new  (guint      pid,
                             int        maps);
void        ls_symbols_free (LsSymbols *self);
const char *ls_symbols_find (LsSymbols *self,
                             guint64    address);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsSymbols, ls_symbols_free)

G_END_DECLS
