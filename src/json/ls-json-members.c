/* ls-json-members.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-json-members-private.h"

#include <glib/gi18n-lib.h>

#define FIELD(self, member, type) ((type *) G_STRUCT_MEMBER_P (self, (member)->offset))
#define PEEK(self, member, type) (*(const type *) G_STRUCT_MEMBER_P (self, (member)->offset))

static void
read_text (LsJsonReader       *reader,
           JsonNode           *node,
           const LsJsonMember *member,
           char              **text)
{
  const char *expected = member->expected != NULL ? member->expected : NC_("expected", "text");
  const char *found = ls_json_reader_string (reader, node, expected);

  if (found == NULL)
    return;
  if ((member->among != NULL && !g_strv_contains (member->among, found)) ||
      (member->is_filled && member->is_required && *found == '\0'))
    ls_json_reader_unexpected (reader, node, expected);
  else if (member->type == LS_JSON_PROSE && *found == '\0')
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found no text, expected some"));
  else if (member->type == LS_JSON_PROSE && g_utf8_strlen (found, -1) > (glong) member->maximum)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_LIMIT, _("found %ld characters, expected at most %d"),
                         g_utf8_strlen (found, -1), (int) member->maximum);
  g_free (*text);
  *text = member->is_filled && *found == '\0' ? NULL : g_strdup (found);
}

static void
read_integer (LsJsonReader       *reader,
              JsonNode           *node,
              const LsJsonMember *member,
              gint64             *integer)
{
  if (node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_INT64)
    *integer = json_node_get_int (node);
  else
    ls_json_reader_unexpected (reader, node, member->expected);
}

static guint64
read_time (LsJsonReader       *reader,
           JsonNode           *node,
           const LsJsonMember *member)
{
  double ms = ls_json_reader_number (reader, node, member->expected);

  if (member->minimum > 0 && !(ms > 0))
    ls_json_reader_unexpected (reader, node, member->expected);
  return MAX (ls_microseconds_of_ms (ms), member->minimum);
}

static void
read_word (LsJsonReader       *reader,
           JsonNode           *node,
           const LsJsonMember *member,
           guint              *value)
{
  const char *text = ls_json_reader_string (reader, node, member->expected);

  if (text != NULL && !member->from_string (text, value))
    ls_json_reader_unexpected (reader, node, member->expected);
}

typedef struct
{
  const LsJsonMember *member;
  GPtrArray          *list;
} List;

static void
add_element (LsJsonReader *reader,
             JsonNode     *node,
             gpointer      data)
{
  const List *list = data;
  gpointer element = list->member->read_element (reader, node);

  if (element != NULL)
    g_ptr_array_add (list->list, element);
}

static void
read_list (LsJsonReader       *reader,
           JsonNode           *node,
           const LsJsonMember *member,
           GPtrArray          *elements)
{
  List list = { member, elements };
  guint length = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_array_get_length (json_node_get_array (node)) : 0;

  if (member->words != NULL && node != NULL && JSON_NODE_HOLDS_ARRAY (node) &&
      (length < member->minimum || length > member->maximum))
    ls_json_reader_fail (reader, length > member->maximum ? LS_SESSION_ERROR_LIMIT : LS_SESSION_ERROR_INVALID,
                         /* Translators: how many of them there are, one of the words whose context is “list”, at least, at most */
                         _("found %u %s, expected %u to %u"), length, g_dpgettext2 (GETTEXT_PACKAGE, "list", member->words),
                         (guint) member->minimum, (guint) member->maximum);
  ls_json_reader_each (reader, node, member->expected != NULL ? member->expected : NC_("expected", "an array"), add_element, &list);
}

/* Reads @node (nullable), which is the value of a member, into @self. */
void
ls_json_read_value (LsJsonReader       *reader,
                    JsonNode           *node,
                    const LsJsonMember *member,
                    gpointer            self)
{
  guint64 maximum = member->maximum != 0 ? member->maximum : G_MAXUINT32;

  switch (member->type)
    {
    case LS_JSON_TEXT:
    case LS_JSON_PROSE:
      read_text (reader, node, member, FIELD (self, member, char *));
      break;
    case LS_JSON_FLAG:
      *FIELD (self, member, gboolean) = ls_json_reader_boolean (reader, node, NC_("expected", "true or false"));
      break;
    case LS_JSON_COUNT:
      *FIELD (self, member, guint32) = ls_json_reader_integer (reader, node, member->minimum, maximum, member->expected);
      break;
    case LS_JSON_COUNT64:
      *FIELD (self, member, guint64) = ls_json_reader_integer (reader, node, member->minimum, maximum, member->expected);
      break;
    case LS_JSON_INTEGER:
      read_integer (reader, node, member, FIELD (self, member, gint64));
      break;
    case LS_JSON_TIME:
      *FIELD (self, member, guint64) = read_time (reader, node, member);
      break;
    case LS_JSON_WORD:
      read_word (reader, node, member, FIELD (self, member, guint));
      break;
    case LS_JSON_OBJECT:
      ls_json_read_object (reader, node, member->expected, member->members, self);
      break;
    case LS_JSON_LIST:
      read_list (reader, node, member, *FIELD (self, member, GPtrArray *));
      break;
    case LS_JSON_VALUE:
      member->read (reader, node, FIELD (self, member, char));
      break;
    default:
      g_return_if_reached ();
    }
}

/* Remembers that the reader knows of a member of @object, where somebody wants to know. */
static void
note_name (LsJsonReader *reader,
           JsonObject   *object,
           const char   *name)
{
  GPtrArray *names;

  if (reader->names == NULL)
    return;
  names = g_hash_table_lookup (reader->names, object);
  if (names == NULL)
    {
      names = g_ptr_array_new ();
      g_hash_table_insert (reader->names, object, names);
    }
  if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_ptr_array_add (names, (gpointer) name);
}

/* Reads a member of @object into @self; one that is not there and need not be leaves @self as it is. */
void
ls_json_read_member (LsJsonReader       *reader,
                     JsonObject         *object,
                     const LsJsonMember *member,
                     gpointer            self)
{
  JsonNode *node = json_object_get_member (object, member->name);
  gsize mark;

  note_name (reader, object, member->name);
  if (node == NULL && !member->is_required)
    return;
  mark = ls_json_reader_enter (reader, member->name);
  ls_json_read_value (reader, node, member, self);
  ls_json_reader_leave (reader, mark);
}

/* Reads members of @object into @self, in the order of the table. */
void
ls_json_read_members (LsJsonReader       *reader,
                      JsonObject         *object,
                      const LsJsonMember *members,
                      gpointer            self)
{
  for (; members->name != NULL; members++)
    ls_json_read_member (reader, object, members, self);
}

/* Reads an object into @self. Returns FALSE after an error. */
gboolean
ls_json_read_object (LsJsonReader       *reader,
                     JsonNode           *node,
                     const char         *expected,
                     const LsJsonMember *members,
                     gpointer            self)
{
  JsonObject *object = ls_json_reader_object (reader, node, expected);

  if (object != NULL)
    ls_json_read_members (reader, object, members, self);
  return reader->error == NULL;
}

/* Returns the text of a member, "" for none. */
static const char *
peek_text (const LsJsonMember *member,
           gconstpointer       self)
{
  const char *text = PEEK (self, member, char *);

  return text != NULL ? text : "";
}

/* Returns whether the value of a member need not be written. */
static gboolean
is_otherwise (const LsJsonMember *member,
              gconstpointer       self)
{
  switch ((guint) member->type)
    {
    case LS_JSON_TEXT:
      return g_str_equal (peek_text (member, self), member->among != NULL ? member->among[0] : "");
    case LS_JSON_FLAG:
      return !PEEK (self, member, gboolean) == !member->otherwise;
    case LS_JSON_COUNT:
    case LS_JSON_WORD:
      return PEEK (self, member, guint32) == member->otherwise;
    case LS_JSON_COUNT64:
    case LS_JSON_TIME:
      return PEEK (self, member, guint64) == member->otherwise;
    default:
      g_return_val_if_reached (FALSE);
    }
}

static void
write_value (JsonObject         *object,
             const LsJsonMember *member,
             gconstpointer       self)
{
  guint64 time;

  switch ((guint) member->type)
    {
    case LS_JSON_TEXT:
      json_object_set_string_member (object, member->name, peek_text (member, self));
      break;
    case LS_JSON_FLAG:
      json_object_set_boolean_member (object, member->name, PEEK (self, member, gboolean));
      break;
    case LS_JSON_COUNT:
      json_object_set_int_member (object, member->name, PEEK (self, member, guint32));
      break;
    case LS_JSON_COUNT64:
      json_object_set_int_member (object, member->name, PEEK (self, member, guint64));
      break;
    case LS_JSON_TIME:
      time = PEEK (self, member, guint64);
      if (time % 1000 == 0)
        json_object_set_int_member (object, member->name, time / 1000);
      else
        json_object_set_double_member (object, member->name, time / 1000.0);
      break;
    case LS_JSON_WORD:
      json_object_set_string_member (object, member->name, member->to_string (PEEK (self, member, guint)));
      break;
    default:
      g_return_if_reached ();
    }
}

/* Writes an object over the one that @object has, whose other members stay. */
static void
write_object (JsonObject         *object,
              const LsJsonMember *member,
              gconstpointer       self)
{
  JsonObject *part = ls_json_copy_object (ls_json_peek_object (object, member->name));

  ls_json_write_members (part, member->members, self);
  ls_json_set_part (object, member->name, part);
}

/* Sets a member of @object to what @self has. A value that need not be written is, where the member is there already. */
void
ls_json_write_member (JsonObject         *object,
                      const LsJsonMember *member,
                      gconstpointer       self)
{
  if (member->type == LS_JSON_VALUE)
    member->write (object, member->name, FIELD (self, member, char));
  else if (member->type == LS_JSON_OBJECT)
    write_object (object, member, self);
  else if (member->is_required || !is_otherwise (member, self))
    write_value (object, member, self);
  else if (member->is_dropped)
    ls_json_remove_member (object, member->name);
  else if (json_object_has_member (object, member->name))
    write_value (object, member, self);
}

/* Sets members of @object to what @self has, in the order of the table. */
void
ls_json_write_members (JsonObject         *object,
                       const LsJsonMember *members,
                       gconstpointer       self)
{
  for (; members->name != NULL; members++)
    ls_json_write_member (object, members, self);
}
