/* ls-files.h: the sessions that are offered: examples and recent ones
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** LsFilesEntry: a session that is offered. */
typedef struct
{
  GFile *file;
  char  *title;
  char  *description;
} LsFilesEntry;

GPtrArray *ls_files_list_examples (void);
GPtrArray *ls_files_list_recent   (guint  max);
void       ls_files_add_recent    (GFile *file);

G_END_DECLS
