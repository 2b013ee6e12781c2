/* ls-json-private.h: JSON trees: from text, out of each other, and what messages say of them
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "ls-json-writer-private.h"
#include "ls-load-watch-private.h"
#include "ls-session-error.h"

G_BEGIN_DECLS

#define LS_JSON_MAX_VALUES 2000000
#define LS_JSON_MAX_NAME 500   /* characters of a name that a program gives */
#define LS_JSON_MAX_POINTERS (G_GUINT64_CONSTANT (128) * 1024 * 1024)   /* bytes of pointers that steps keep */

/* ls-json-parser.c */
JsonNode   *ls_json_parse           (const char   *name,
                                     const char   *data,
                                     gsize         length,
                                     LsLoadWatch  *watch,
                                     GError      **error);

JsonNode   *ls_json_parse_large     (const char   *name,
                                     const char   *data,
                                     gsize         length,
                                     gsize         max_length,
                                     LsLoadWatch  *watch,
                                     GError      **error);

/* ls-json-tree.c */
JsonNode   *ls_json_take_array      (JsonArray    *array);
JsonNode   *ls_json_take_object     (JsonObject   *object);
JsonArray  *ls_json_peek_array      (JsonObject   *object,
                                     const char   *member);
JsonObject *ls_json_peek_object     (JsonObject   *object,
                                     const char   *member);
gboolean    ls_json_peek_boolean    (JsonObject   *object,
                                     const char   *member,
                                     gboolean      missing);
void        ls_json_add_members     (JsonObject   *object,
                                     JsonObject   *from);
JsonObject *ls_json_copy_object     (JsonObject   *from);
void        ls_json_add_elements    (JsonArray    *array,
                                     JsonArray    *from,
                                     guint         first,
                                     guint         end);
void        ls_json_remove_member   (JsonObject   *object,
                                     const char   *member);
void        ls_json_set_part        (JsonObject   *object,
                                     const char   *member,
                                     JsonObject   *part);
void        ls_json_set_text        (JsonObject   *object,
                                     const char   *member,
                                     const char   *text);
JsonNode   *ls_json_with_member     (JsonNode     *node,
                                     const char   *member,
                                     JsonNode     *value);
JsonNode   *ls_json_replace         (JsonNode     *root,
                                     const char   *pointer,
                                     JsonNode     *value,
                                     GError      **error);
JsonNode   *ls_json_copy            (JsonNode     *node);
gboolean    ls_json_check_limits    (const char   *name,
                                     JsonNode     *root,
                                     GError      **error);

/* ls-json-text.c */
char       *ls_json_describe        (JsonNode     *node);
char       *ls_json_quote           (const char   *text);
char       *ls_json_display         (const char   *text,
                                     guint         width);
char       *ls_json_display_pointer (const char   *pointer);
void        ls_json_append_pointer  (GString      *pointer,
                                     const char   *member);

/*< private >
 * LsJsonReader:
 * @name: what the text is called in messages
 * @pointer: where in it the reader is
 * @watch: (nullable): is told how far the reader is
 * @n_objects: how many objects the reader has looked at
 * @n_kept: bytes of the pointers that ls_json_reader_dup_pointer() returned
 * @names: (nullable): by object, the names of the members that were asked for; %NULL where nobody wants to know
 * @error: (nullable): the first thing that is wrong
 *
 * Walks a JSON tree and remembers where it is. It reports only the first thing that is wrong. */
typedef struct
{
  const char *name;
  GString    *pointer;
  LsLoadWatch *watch;
  guint       n_objects;
  guint64     n_kept;
  GHashTable *names;
  GError     *error;
} LsJsonReader;

typedef void (*LsJsonReadElement) (LsJsonReader *self,
                                   JsonNode     *node,
                                   gpointer      data);

void        ls_json_reader_init        (LsJsonReader    *self,
                                        const char      *name,
                                        LsLoadWatch     *watch);
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
void        ls_json_reader_each        (LsJsonReader    *self,
                                        JsonNode        *node,
                                        const char      *expected,
                                        LsJsonReadElement read,
                                        gpointer         data);
const char *ls_json_reader_string      (LsJsonReader    *self,
                                        JsonNode        *node,
                                        const char      *expected);
char      **ls_json_reader_strings     (LsJsonReader    *self,
                                        JsonNode        *node,
                                        const char      *expected,
                                        const char      *each);
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
void        ls_json_reader_check_format (LsJsonReader   *self,
                                         JsonObject     *object,
                                         const char     *name,
                                         guint           version);
guint64     ls_microseconds_of_ms      (double           ms);

G_END_DECLS
