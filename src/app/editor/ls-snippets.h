/* ls-snippets.h: short programs to start from
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

guint       ls_snippets_get_n     (void);
const char *ls_snippets_get_id    (guint       i);
char       *ls_snippets_load      (const char *id);
GMenuModel *ls_snippets_make_menu (void);

G_END_DECLS
