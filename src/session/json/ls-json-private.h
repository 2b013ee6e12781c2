/* ls-json-private.h: text to JSON trees and back
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "ls-load-watch-private.h"
#include "ls-session-error.h"

G_BEGIN_DECLS

#define LS_JSON_MAX_SIZE (G_GUINT64_CONSTANT (64) * 1024 * 1024)
#define LS_JSON_MAX_DEPTH 256
#define LS_JSON_MAX_VALUES 2000000
#define LS_JSON_MAX_NAME 500   /* characters of a name that a program gives */
#define LS_JSON_MAX_POINTERS (G_GUINT64_CONSTANT (128) * 1024 * 1024)   /* bytes of those that are kept */

JsonNode *ls_json_parse           (const char  *name,
                                   const char  *data,
                                   gsize        length,
                                   GError     **error);
JsonNode *ls_json_parse_watched   (const char  *name,
                                   const char  *data,
                                   gsize        length,
                                   LsLoadWatch *watch,
                                   GError     **error);
gboolean  ls_json_check_limits    (const char  *name,
                                   JsonNode    *root,
                                   GError     **error);
char     *ls_json_format          (JsonNode    *node,
                                   gsize       *length);
char     *ls_json_format_compact  (JsonNode    *node);
JsonNode *ls_json_copy            (JsonNode    *node);
char     *ls_json_describe        (JsonNode    *node);
char     *ls_json_quote           (const char  *text);
char     *ls_json_display         (const char  *text,
                                   guint        width);
char     *ls_json_display_pointer (const char  *pointer);
void      ls_json_append_pointer  (GString     *pointer,
                                   const char  *member);
void      ls_json_set_text        (JsonObject  *object,
                                   const char  *member,
                                   const char  *text);

/*< private >
 * LsJsonReader:
 * @name: what the text is called in messages
 * @pointer: where in it the reader is
 * @watch: (nullable): who waits for the end
 * @n_objects: how many objects were looked at
 * @n_kept: bytes of the pointers that ls_json_reader_dup_pointer() returned
 * @error: (nullable): the first thing that was wrong
 *
 * Walks a JSON tree and remembers where it is. Once something was wrong nothing more is reported. */
typedef struct
{
  const char *name;
  GString    *pointer;
  LsLoadWatch *watch;
  guint       n_objects;
  guint64     n_kept;
  GError     *error;
} LsJsonReader;

void        ls_json_reader_init        (LsJsonReader    *self,
                                        const char      *name);
gboolean    ls_json_reader_finish      (LsJsonReader    *self,
                                        GError         **error);
gsize       ls_json_reader_enter       (LsJsonReader    *self,
                                        const char      *member);
gsize       ls_json_reader_enter_index (LsJsonReader    *self,
                                        guint            index);
void        ls_json_reader_leave       (LsJsonReader    *self,
                                        gsize            mark);
void        ls_json_reader_check_name  (LsJsonReader    *self,
                                        const char      *name);
char       *ls_json_reader_dup_pointer (LsJsonReader    *self);
void        ls_json_reader_fail        (LsJsonReader    *self,
                                        LsSessionError   code,
                                        const char      *format,
                                        ...) G_GNUC_PRINTF (3, 4);
const char *ls_json_expected           (const char      *expected);
void        ls_json_reader_unexpected  (LsJsonReader    *self,
                                        JsonNode        *found,
                                        const char      *expected);
JsonObject *ls_json_reader_object      (LsJsonReader    *self,
                                        JsonNode        *node,
                                        const char      *expected);
JsonArray  *ls_json_reader_array       (LsJsonReader    *self,
                                        JsonNode        *node,
                                        const char      *expected);
const char *ls_json_reader_string      (LsJsonReader    *self,
                                        JsonNode        *node,
                                        const char      *expected);
gboolean    ls_json_reader_boolean     (LsJsonReader    *self,
                                        JsonNode        *node,
                                        const char      *expected);
double      ls_json_reader_number      (LsJsonReader    *self,
                                        JsonNode        *node,
                                        const char      *expected);
guint64     ls_json_reader_integer     (LsJsonReader    *self,
                                        JsonNode        *node,
                                        guint64          minimum,
                                        guint64          maximum,
                                        const char      *expected);

G_END_DECLS
