/* ls-chrome-number-private.h: numbers as trace files have them
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean ls_chrome_parse_number (const char *text,
                                 gsize       length,
                                 double     *number,
                                 guint64    *integer);
gboolean ls_chrome_parse_time   (const char *text,
                                 gsize       length,
                                 gint64     *time);
guint64  ls_chrome_hash         (guint64     hash,
                                 const char *bytes,
                                 gsize       length);
guint32  ls_chrome_saturate     (double      number);

G_END_DECLS
