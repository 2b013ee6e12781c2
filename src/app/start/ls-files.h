/* ls-files.h: lists lessons, examples and recent sessions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-course-private.h"
#include "ls-examples.h"

G_BEGIN_DECLS

/** LsFilesEntry: a session or a course to offer. @group and @summary are for examples, @id for lessons, @minutes for lessons and
 * courses; the number orders lessons and examples. */
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
  LsCourse       *course;      /* (nullable) */
  char           *error;       /* (nullable): why the file cannot be read; all but @file, @title and this is missing then */
} LsFilesEntry;

/** LsFilesLessons: what there is to learn, in the order in which it is shown. */
typedef struct
{
  GPtrArray *courses;   /* (element-type LsFilesEntry): that come with the program */
  GPtrArray *lessons;   /* likewise */
  GPtrArray *own;       /* the user's courses, then lessons, then files that are neither */
} LsFilesLessons;

void       ls_files_find_lessons  (LsFilesLessons     *lessons);
void       ls_files_clear_lessons (LsFilesLessons     *lessons);
char      *ls_files_get_own_folder (void);
GPtrArray *ls_files_list_lessons  (void);
GPtrArray *ls_files_list_examples (void);
GPtrArray *ls_files_list_recent   (guint               max);
void       ls_files_add_recent    (GFile              *file);
gboolean   ls_files_match         (const char *const  *texts,
                                   guint               n_texts,
                                   char              **words);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LsFilesLessons, ls_files_clear_lessons)

G_END_DECLS
