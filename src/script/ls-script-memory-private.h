/* ls-script-memory-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

gsize   ls_script_get_memory      (void);
gsize   ls_script_get_addresses   (void);
guint64 ls_script_get_free_memory (const char *root);

G_END_DECLS
