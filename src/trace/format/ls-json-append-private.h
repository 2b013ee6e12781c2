/* ls-json-append-private.h: writes JSON straight into a string, for output that can be large
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define LS_JSON_MAX_DEPTH 16

/* Members come out in the order in which they are written; times as milliseconds with as many decimals as needed.
 * A name is NULL inside an array. Containers are written in one line, or with a line for each element. */
typedef struct
{
  GString  *string;
  guint     depth;
  gboolean  has_elements[LS_JSON_MAX_DEPTH];
  gboolean  multiline[LS_JSON_MAX_DEPTH];
} LsJson;

void  ls_json_init   (LsJson     *self);
char *ls_json_finish (LsJson     *self);
void  ls_json_begin  (LsJson     *self,
                      const char *name,
                      char        bracket,
                      gboolean    multiline);
void  ls_json_end    (LsJson     *self,
                      char        bracket);
void  ls_json_int    (LsJson     *self,
                      const char *name,
                      gint64      value);
void  ls_json_id     (LsJson     *self,
                      const char *name,
                      guint32     id);
void  ls_json_bool   (LsJson     *self,
                      const char *name,
                      gboolean    value);
void  ls_json_time   (LsJson     *self,
                      const char *name,
                      guint64     microseconds);
void  ls_json_string (LsJson     *self,
                      const char *name,
                      const char *value);

G_END_DECLS
