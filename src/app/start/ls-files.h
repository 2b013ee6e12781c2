/* ls-files.h: lists lessons, examples and recent sessions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** LsFilesEntry: a session to offer. The last three members describe its lesson, if it has one; the example to begin with
 * has the number 1. */
typedef struct
{
  GFile *file;
  char  *title;
  char  *description;
  char  *id;
  guint  number;
  guint  minutes;
} LsFilesEntry;

GPtrArray *ls_files_list_lessons  (void);
GPtrArray *ls_files_list_examples (void);
GPtrArray *ls_files_list_recent   (guint  max);
void       ls_files_add_recent    (GFile *file);

G_END_DECLS
