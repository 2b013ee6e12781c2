/* ls-file-writer-private.h: replaces a file by what a function writes
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-load-watch-private.h"

G_BEGIN_DECLS

/* Writes everything into a stream, and leaves the stream open. */
typedef gboolean (*LsFileWriteFunc) (gconstpointer   data,
                                     GOutputStream  *stream,
                                     LsLoadWatch    *watch,
                                     GError        **error);

gboolean ls_file_write         (GFile            *file,
                                LsFileWriteFunc   write,
                                gconstpointer     data,
                                LsLoadWatch      *watch,
                                GError          **error);
gboolean ls_file_write_gzipped (GOutputStream    *stream,
                                LsFileWriteFunc   write,
                                gconstpointer     data,
                                LsLoadWatch      *watch,
                                GError          **error);

G_END_DECLS
