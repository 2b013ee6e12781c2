/* ls-program-script-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-program-script.h"

G_BEGIN_DECLS

#define LS_SCRIPT_MAX_SIZE (16 * 1024 * 1024)   /* bytes of a script */
#define LS_SCRIPT_MAX_NUMBER 1000               /* scripts of a program */

struct _LsScript
{
  gatomicrefcount  ref_count;
  char            *name;
  char            *text;
  char            *file;      /* relative to the session's, or NULL if the text is in the session */
  gboolean         has_bom;   /* in its file */
};

LsScript *ls_script_new           (const char    *name,
                                   const char    *text,
                                   const char    *file,
                                   gboolean       has_bom);
gboolean  ls_script_path_is_name  (const char    *path);
gboolean  ls_script_file_is_valid (const char    *file);
char     *ls_script_load          (GFile         *file,
                                   gboolean      *has_bom,
                                   GCancellable  *cancellable,
                                   GError       **error);
char     *ls_script_text_of_bytes (const char    *data,
                                   gsize          length,
                                   gboolean      *has_bom,
                                   GError       **error);

G_END_DECLS
