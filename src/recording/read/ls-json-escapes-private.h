/* ls-json-escapes-private.h: texts of JSON that have escapes
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

gsize ls_json_unescape (const char *text,
                        gsize       length,
                        char       *unescaped);

G_END_DECLS
