/* ls-names-private.h: values that have names
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean ls_find_name (const char *const *names,
                       gsize              n_names,
                       const char        *name,
                       guint             *index);

G_END_DECLS
