/* ls-files.h: lists lessons, examples and recent sessions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-examples.h"

G_BEGIN_DECLS

/** LsFilesEntry: a session to offer. @group and @summary are for examples, @id and @minutes for lessons; the number orders both. */
typedef struct
{
  GFile          *file;
  char           *title;
  char           *file_title;  /* as the file has it, where the title is in another language; else NULL */
  char           *description;
  char           *id;
  guint           number;      /* 0: none, it comes last */
  guint           minutes;
  LsExampleGroup  group;
  const char     *summary;     /* (unowned) (nullable): one sentence */
} LsFilesEntry;

GPtrArray *ls_files_list_lessons  (void);
GPtrArray *ls_files_list_examples (void);
GPtrArray *ls_files_list_recent   (guint               max);
void       ls_files_add_recent    (GFile              *file);
gboolean   ls_files_match         (const char *const  *texts,
                                   guint               n_texts,
                                   char              **words);

G_END_DECLS
