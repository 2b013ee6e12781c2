/* ls-recording-pages-private.h: memory for a lot of something
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

gpointer ls_recording_pages_resize (gpointer pages,
                                    gsize    n_old_bytes,
                                    gsize    n_bytes);
void     ls_recording_pages_free   (gpointer pages,
                                    gsize    n_bytes);

G_END_DECLS
