/* ls-json-members-private.h: structs as JSON objects, by tables of their members
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-json-private.h"

G_BEGIN_DECLS

/*< private >
 * LsJsonType:
 * @LS_JSON_TEXT: a char *; %NULL and "" are the same
 * @LS_JSON_PROSE: a char * that is not empty and has @maximum characters at most
 * @LS_JSON_FLAG: a gboolean
 * @LS_JSON_COUNT: a guint32 from @minimum to @maximum, which is %G_MAXUINT32 where the table says 0
 * @LS_JSON_COUNT64: likewise, in a guint64
 * @LS_JSON_INTEGER: a gint64, any
 * @LS_JSON_TIME: a guint64 in µs, in JSON a number of milliseconds of @minimum µs at least
 * @LS_JSON_WORD: an enumeration, with @from_string and @to_string
 * @LS_JSON_OBJECT: an object with @members of the same struct
 * @LS_JSON_LIST: a GPtrArray, to which is added what @read_element returns but %NULL
 * @LS_JSON_VALUE: what @read and @write say, which get where it is in the struct
 *
 * What a member of an object is in a struct. */
typedef enum
{
  LS_JSON_TEXT,
  LS_JSON_PROSE,
  LS_JSON_FLAG,
  LS_JSON_COUNT,
  LS_JSON_COUNT64,
  LS_JSON_INTEGER,
  LS_JSON_TIME,
  LS_JSON_WORD,
  LS_JSON_OBJECT,
  LS_JSON_LIST,
  LS_JSON_VALUE
} LsJsonType;

typedef struct _LsJsonMember LsJsonMember;

/*< private >
 * LsJsonMember:
 * @name: its name
 * @type: what it is
 * @is_required: whether each object has it
 * @is_filled: whether "" is not allowed where the member is required
 * @is_dropped: whether an object that has it loses it where the value is @otherwise
 * @offset: where in the struct it is
 * @minimum: the least value, or the shortest length of a list
 * @maximum: the greatest value, or the greatest length
 * @otherwise: the value that need not be written
 * @expected: what has to be there, as for ls_json_expected(); %NULL where the type says it
 * @among: (nullable): the texts that it can be; the first is what need not be written
 * @words: what the elements of a list are called in messages, marked with the context "list"; %NULL for no bounds
 *
 * A row of a table, which ends with a row without a name. */
struct _LsJsonMember
{
  const char         *name;
  LsJsonType          type;
  gboolean            is_required;
  gboolean            is_filled;
  gboolean            is_dropped;
  gsize               offset;
  guint64             minimum;
  guint64             maximum;
  guint64             otherwise;
  const char         *expected;
  const char *const  *among;
  const char         *words;
  gboolean          (*from_string)  (const char *string,
                                     guint      *value);
  const char       *(*to_string)    (guint       value);
  const LsJsonMember *members;
  gpointer          (*read_element) (LsJsonReader *reader,
                                     JsonNode     *node);
  void              (*read)         (LsJsonReader *reader,
                                     JsonNode     *node,
                                     gpointer      data);
  void              (*write)        (JsonObject    *object,
                                     const char    *name,
                                     gconstpointer  data);
};

void     ls_json_read_value    (LsJsonReader       *reader,
                                JsonNode           *node,
                                const LsJsonMember *member,
                                gpointer            self);
void     ls_json_read_member   (LsJsonReader       *reader,
                                JsonObject         *object,
                                const LsJsonMember *member,
                                gpointer            self);
void     ls_json_read_members  (LsJsonReader       *reader,
                                JsonObject         *object,
                                const LsJsonMember *members,
                                gpointer            self);
gboolean ls_json_read_object   (LsJsonReader       *reader,
                                JsonNode           *node,
                                const char         *expected,
                                const LsJsonMember *members,
                                gpointer            self);
void     ls_json_write_member  (JsonObject         *object,
                                const LsJsonMember *member,
                                gconstpointer       self);
void     ls_json_write_members (JsonObject         *object,
                                const LsJsonMember *members,
                                gconstpointer       self);

G_END_DECLS
