/* ls-files-private.h: how entries are made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-files.h"
#include "ls-session.h"

G_BEGIN_DECLS

/* A lesson has some ten kilobytes. The list is made while the window waits for it. */
#define LS_FILES_MAX_BYTES (1 << 20)

LsFilesEntry *ls_files_entry_new    (GFile         *file,
                                     LsSession     *session);
void          ls_files_entry_free   (gpointer       data);
int           ls_files_compare      (gconstpointer  a,
                                     gconstpointer  b);
gboolean      ls_files_is_read_soon (const char    *path);

G_END_DECLS
