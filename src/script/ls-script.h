/* ls-script.h: programs in JavaScript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef void LsScriptLastResort (const char *message);

void ls_script_register        (void);
void ls_script_set_last_resort (LsScriptLastResort *func);
void ls_script_read_system_at  (const char         *root);
void ls_script_shorten_limits  (guint               divisor);

G_END_DECLS
