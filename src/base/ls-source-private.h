/* ls-source-private.h: what is done with sources of GLib everywhere
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Destroys a source, if there is one, and forgets it. */
static inline void
ls_clear_source (GSource **source)
{
  if (*source != NULL)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

G_END_DECLS
