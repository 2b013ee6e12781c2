/* ls-cli-checked-file.h: what “check” reads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-session.h"

G_BEGIN_DECLS

/* A file that the command line names, or a lesson of a course. */
typedef struct
{
  char      *argument;
  char      *name;
  LsSession *session;      /* NULL if it could not be loaded */
  GPtrArray *expectations; /* LsExpectation: of the comments of a script */
  GError    *error;        /* why it could not be loaded, or updated */
  GError    *run_error;    /* why it could not be run */
} LsCliCheckedFile;

guint      ls_cli_checked_file_count_tests (LsCliCheckedFile *self);
GPtrArray *ls_cli_checked_files_load       (char            **arguments);

G_END_DECLS
