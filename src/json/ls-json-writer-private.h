/* ls-json-writer-private.h: writes JSON straight into a string
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* How many bytes a session may have, and how deep containers may be nested. */
#define LS_JSON_MAX_SIZE (G_GUINT64_CONSTANT (64) * 1024 * 1024)
#define LS_JSON_MAX_DEPTH 256

/*< private >
 * LsJsonWriter:
 * @string: what has been written
 * @is_file: whether this is the text of a file that people edit: objects have a space inside their braces, and characters are
 *   written as they are wherever JSON allows it. Else it is output, which terminals show: all that steers one is escaped
 * @depth: how many containers are open
 * @line: where in @string the last line begins
 *
 * The one writer of JSON. Members come out in the order in which they are written; times as milliseconds with as many decimals as
 * needed. A name is %NULL inside an array. Containers are written in one line, or with a line for each element. */
typedef struct
{
  GString  *string;
  gboolean  is_file;
  guint     depth;
  gsize     line;
  guint8    containers[LS_JSON_MAX_DEPTH + 2];
} LsJsonWriter;

void  ls_json_writer_init   (LsJsonWriter *self);
char *ls_json_writer_finish (LsJsonWriter *self);
void  ls_json_begin         (LsJsonWriter *self,
                             const char   *name,
                             char          bracket,
                             gboolean      multiline);
void  ls_json_end           (LsJsonWriter *self,
                             char          bracket);
void  ls_json_int           (LsJsonWriter *self,
                             const char   *name,
                             gint64        value);
void  ls_json_id            (LsJsonWriter *self,
                             const char   *name,
                             guint32       id);
void  ls_json_bool          (LsJsonWriter *self,
                             const char   *name,
                             gboolean      value);
void  ls_json_time          (LsJsonWriter *self,
                             const char   *name,
                             guint64       microseconds);
void  ls_json_string        (LsJsonWriter *self,
                             const char   *name,
                             const char   *value);
void  ls_json_raw           (LsJsonWriter *self,
                             const char   *name,
                             const char   *json);

char *ls_json_format         (JsonNode    *node,
                              gsize       *length);
char *ls_json_format_compact (JsonNode    *node);

G_END_DECLS
