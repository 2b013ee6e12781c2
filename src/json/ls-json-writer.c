/* ls-json-writer.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-json-writer-private.h"

#include "ls-character-private.h"

#define NEVER G_MAXUINT64
#define LINE_WIDTH 100

/* What is known of a container that is open. */
enum
{
  HAS_ELEMENTS = 1 << 0,
  IS_MULTILINE = 1 << 1
};

/* Begins output. A caller who writes a file sets @is_file afterwards. */
void
ls_json_writer_init (LsJsonWriter *self)
{
  *self = (LsJsonWriter) { .string = g_string_new (NULL) };
}

/* Returns what was written. */
char *
ls_json_writer_finish (LsJsonWriter *self)
{
  g_assert (self->depth == 0);

  return g_string_free (g_steal_pointer (&self->string), FALSE);
}

static void
new_line (LsJsonWriter *self)
{
  g_string_append_c (self->string, '\n');
  self->line = self->string->len;
  for (guint i = 0; i < self->depth; i++)
    g_string_append (self->string, "  ");
}

/* Appends a byte of a text in a file. No byte of a longer character is one that needs an escape. */
static void
append_file_byte (GString *string,
                  char     c)
{
  switch (c)
    {
    case '\n': g_string_append (string, "\\n"); break;
    case '\t': g_string_append (string, "\\t"); break;
    case '\r': g_string_append (string, "\\r"); break;
    case '\b': g_string_append (string, "\\b"); break;
    case '\f': g_string_append (string, "\\f"); break;
    default:
      if ((guchar) c < 0x20)
        g_string_append_printf (string, "\\u%04x", c);
      else
        g_string_append_c (string, c);
    }
}

static void
append_quoted (LsJsonWriter *self,
               const char   *value)
{
  GString *string = self->string;
  const char *next;

  g_string_append_c (string, '"');
  for (const char *p = value; *p != '\0'; p = next)
    {
      gunichar c = self->is_file ? (guchar) *p : g_utf8_get_char (p);

      next = self->is_file ? p + 1 : g_utf8_next_char (p);
      if (c == '"' || c == '\\')
        {
          g_string_append_c (string, '\\');
          g_string_append_c (string, *p);
        }
      else if (self->is_file)
        append_file_byte (string, *p);
      else if (ls_character_is_unsafe (c))
        g_string_append_printf (string, "\\u%04x", c);
      else
        g_string_append_len (string, p, next - p);
    }
  g_string_append_c (string, '"');
}

/* Writes what comes before an element of the container. */
static void
begin_element (LsJsonWriter *self,
               const char   *name)
{
  guint8 *container = &self->containers[self->depth];

  if (self->depth > 0)
    {
      if (*container & HAS_ELEMENTS)
        g_string_append (self->string, *container & IS_MULTILINE ? "," : ", ");
      else if (self->is_file && name != NULL && !(*container & IS_MULTILINE))
        g_string_append_c (self->string, ' ');
      if (*container & IS_MULTILINE)
        new_line (self);
      *container |= HAS_ELEMENTS;
    }
  if (name != NULL)
    {
      append_quoted (self, name);
      g_string_append (self->string, ": ");
    }
}

static void
open_container (LsJsonWriter *self,
                char          bracket,
                gboolean      multiline)
{
  g_assert (self->depth + 1 < G_N_ELEMENTS (self->containers));

  g_string_append_c (self->string, bracket);
  self->containers[++self->depth] = multiline ? IS_MULTILINE : 0;
}

/* Begins an object ('{') or an array ('['). */
void
ls_json_begin (LsJsonWriter *self,
               const char   *name,
               char          bracket,
               gboolean      multiline)
{
  begin_element (self, name);
  open_container (self, bracket, multiline);
}

/* Ends the object ('}') or array (']') begun last. */
void
ls_json_end (LsJsonWriter *self,
             char          bracket)
{
  guint8 container = self->containers[self->depth--];

  if (container & IS_MULTILINE && (container & HAS_ELEMENTS || self->is_file))
    new_line (self);
  else if (self->is_file && container == HAS_ELEMENTS && bracket == '}')
    g_string_append_c (self->string, ' ');
  g_string_append_c (self->string, bracket);
}

void
ls_json_int (LsJsonWriter *self,
             const char   *name,
             gint64        value)
{
  begin_element (self, name);
  g_string_append_printf (self->string, "%" G_GINT64_FORMAT, value);
}

/* Writes the number of a thing; null for 0, which is none. */
void
ls_json_id (LsJsonWriter *self,
            const char   *name,
            guint32       id)
{
  if (id == 0)
    ls_json_raw (self, name, "null");
  else
    ls_json_int (self, name, id);
}

void
ls_json_bool (LsJsonWriter *self,
              const char   *name,
              gboolean      value)
{
  ls_json_raw (self, name, value ? "true" : "false");
}

/* Writes a time in milliseconds; null for one that never comes. */
void
ls_json_time (LsJsonWriter *self,
              const char   *name,
              guint64       microseconds)
{
  guint rest = microseconds % 1000;

  if (microseconds == NEVER)
    {
      ls_json_raw (self, name, "null");
      return;
    }

  begin_element (self, name);
  g_string_append_printf (self->string, "%" G_GUINT64_FORMAT, microseconds / 1000);
  if (rest == 0)
    return;
  g_string_append_printf (self->string, ".%03u", rest);
  while (self->string->str[self->string->len - 1] == '0')
    g_string_truncate (self->string, self->string->len - 1);
}

/* Writes a string; null for NULL. */
void
ls_json_string (LsJsonWriter *self,
                const char   *name,
                const char   *value)
{
  if (value == NULL)
    {
      ls_json_raw (self, name, "null");
      return;
    }
  begin_element (self, name);
  append_quoted (self, value);
}

/* Writes a value that is JSON already. */
void
ls_json_raw (LsJsonWriter *self,
             const char   *name,
             const char   *json)
{
  begin_element (self, name);
  g_string_append (self->string, json);
}

/* Writes as few digits as make the same number when they are read. */
static void
write_double (LsJsonWriter *self,
              const char   *name,
              double        number)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  for (int precision = 15; precision <= 17; precision++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", precision);
      g_ascii_formatd (buffer, sizeof buffer, format, number);
      if (g_ascii_strtod (buffer, NULL) == number)
        break;
    }
  ls_json_raw (self, name, buffer);
}

static void
write_scalar (LsJsonWriter *self,
              const char   *name,
              JsonNode     *node)
{
  if (JSON_NODE_HOLDS_NULL (node))
    ls_json_raw (self, name, "null");
  else if (json_node_get_value_type (node) == G_TYPE_STRING)
    ls_json_string (self, name, json_node_get_string (node));
  else if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    ls_json_bool (self, name, json_node_get_boolean (node));
  else if (json_node_get_value_type (node) == G_TYPE_INT64)
    ls_json_int (self, name, json_node_get_int (node));
  else
    write_double (self, name, json_node_get_double (node));
}

static gboolean write_node (LsJsonWriter *self,
                            const char   *name,
                            JsonNode     *node,
                            gsize         limit,
                            gboolean      multiline);

/* Writes the elements of a container and ends it. Returns FALSE as soon as the text is longer than @limit. */
static gboolean
write_elements (LsJsonWriter *self,
                JsonNode     *node,
                gsize         limit,
                gboolean      multiline)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  if (JSON_NODE_HOLDS_ARRAY (node))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
      {
        if (!write_node (self, NULL, json_array_get_element (json_node_get_array (node), i), limit, multiline))
          return FALSE;
      }
  else
    {
      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &name, &member))
        if (!write_node (self, name, member, limit, multiline))
          return FALSE;
    }
  ls_json_end (self, JSON_NODE_HOLDS_ARRAY (node) ? ']' : '}');
  return self->string->len <= limit;
}

/* Writes a tree. What fits on a line stays on one: a step program then reads as one, and a change of one step is a change of one
 * line. Returns FALSE as soon as the text is longer than @limit. */
static gboolean
write_node (LsJsonWriter *self,
            const char   *name,
            JsonNode     *node,
            gsize         limit,
            gboolean      multiline)
{
  char bracket = JSON_NODE_HOLDS_ARRAY (node) ? '[' : '{';
  guint depth = self->depth;
  gsize mark;

  if (!JSON_NODE_HOLDS_OBJECT (node) && !JSON_NODE_HOLDS_ARRAY (node))
    {
      write_scalar (self, name, node);
      return self->string->len <= limit;
    }

  begin_element (self, name);
  mark = self->string->len;
  if (depth > 0 || !multiline)
    {
      gsize end = multiline ? MAX (self->line + LINE_WIDTH, mark) : limit;

      open_container (self, bracket, FALSE);
      if (write_elements (self, node, end, FALSE))
        return TRUE;
      if (!multiline)
        return FALSE;
      g_string_truncate (self->string, mark);
      self->depth = depth;
    }
  open_container (self, bracket, TRUE);
  return write_elements (self, node, limit, TRUE);
}

static char *
format (JsonNode *node,
        gsize     limit,
        gboolean  multiline,
        gsize    *length)
{
  LsJsonWriter self;
  gboolean fits;

  ls_json_writer_init (&self);
  self.is_file = TRUE;
  fits = write_node (&self, NULL, node, limit, multiline);
  if (length != NULL)
    *length = self.string->len;
  return g_string_free (self.string, !fits);
}

/* Returns a tree as text, with a line's end at its end. Where lines and indents make it larger than ls_json_parse() takes, it is on
 * one line. @length: (out) (optional): in bytes */
char *
ls_json_format (JsonNode *node,
                gsize    *length)
{
  gsize size;
  char *text = format (node, LS_JSON_MAX_SIZE - 1, TRUE, &size);

  if (text == NULL)
    text = format (node, G_MAXSIZE, FALSE, &size);
  text = g_realloc (text, size + 2);
  text[size] = '\n';
  text[size + 1] = '\0';
  if (length != NULL)
    *length = size + 1;

  return text;
}

/* Returns a tree as one line of text without a line's end. */
char *
ls_json_format_compact (JsonNode *node)
{
  return format (node, G_MAXSIZE, FALSE, NULL);
}
