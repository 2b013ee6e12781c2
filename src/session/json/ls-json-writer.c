/* ls-json-writer.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-json-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "ls-character-private.h"

/* JSON trees to text. What fits on a line stays on one: a step program then reads as one, and a change of one step is a
 * change of one line. Numbers are as short as they can be without becoming others. */

#define LINE_WIDTH 100
#define POINTER_WIDTH 300   /* of pointers in messages, in characters */
#define QUOTE_WIDTH 40

static void
append_string (GString    *out,
               const char *string)
{
  g_string_append_c (out, '"');
  for (const char *p = string; *p != '\0'; p++)
    switch (*p)
      {
      case '"':  g_string_append (out, "\\\""); break;
      case '\\': g_string_append (out, "\\\\"); break;
      case '\n': g_string_append (out, "\\n"); break;
      case '\t': g_string_append (out, "\\t"); break;
      case '\r': g_string_append (out, "\\r"); break;
      case '\b': g_string_append (out, "\\b"); break;
      case '\f': g_string_append (out, "\\f"); break;
      default:
        if ((guchar) *p < 0x20)
          g_string_append_printf (out, "\\u%04x", *p);
        else
          g_string_append_c (out, *p);
      }
  g_string_append_c (out, '"');
}

static void
append_double (GString *out,
               double   number)
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
  g_string_append (out, buffer);
}

static void
append_scalar (GString  *out,
               JsonNode *node)
{
  if (JSON_NODE_HOLDS_NULL (node))
    g_string_append (out, "null");
  else if (json_node_get_value_type (node) == G_TYPE_STRING)
    append_string (out, json_node_get_string (node));
  else if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    g_string_append (out, json_node_get_boolean (node) ? "true" : "false");
  else if (json_node_get_value_type (node) == G_TYPE_INT64)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, json_node_get_int (node));
  else
    append_double (out, json_node_get_double (node));
}

/* On one line, or FALSE as soon as that takes more than @limit bytes. */
static gboolean
append_compact (GString  *out,
                JsonNode *node,
                gsize     limit)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;
      gboolean first = TRUE;

      if (json_object_get_size (json_node_get_object (node)) == 0)
        {
          g_string_append (out, "{}");
          return out->len <= limit;
        }

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &name, &member))
        {
          g_string_append (out, first ? "{ " : ", ");
          append_string (out, name);
          g_string_append (out, ": ");
          if (!append_compact (out, member, limit))
            return FALSE;
          first = FALSE;
        }
      g_string_append (out, " }");
    }
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);

      g_string_append_c (out, '[');
      for (guint i = 0; i < json_array_get_length (array); i++)
        {
          if (i > 0)
            g_string_append (out, ", ");
          if (!append_compact (out, json_array_get_element (array, i), limit))
            return FALSE;
        }
      g_string_append_c (out, ']');
    }
  else
    append_scalar (out, node);

  return out->len <= limit;
}

static void
append_indent (GString *out,
               guint    depth)
{
  g_string_append_printf (out, "\n%*s", (int) depth * 2, "");
}

static void
append_pretty (GString  *out,
               JsonNode *node,
               guint     depth,
               gsize     column)
{
  gsize mark = out->len;

  /* Nobody could read it: see ls_json_format(). */
  if (out->len > LS_JSON_MAX_SIZE)
    return;

  if (!JSON_NODE_HOLDS_OBJECT (node) && !JSON_NODE_HOLDS_ARRAY (node))
    {
      append_scalar (out, node);
      return;
    }

  if (depth > 0 && append_compact (out, node, mark + LINE_WIDTH - MIN (column, LINE_WIDTH)))
    return;
  g_string_truncate (out, mark);

  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;
      gboolean first = TRUE;

      g_string_append_c (out, '{');
      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &name, &member))
        {
          gsize line;

          if (!first)
            g_string_append_c (out, ',');
          append_indent (out, depth + 1);
          line = out->len;
          append_string (out, name);
          g_string_append (out, ": ");
          append_pretty (out, member, depth + 1, (depth + 1) * 2 + (out->len - line));
          first = FALSE;
        }
      append_indent (out, depth);
      g_string_append_c (out, '}');
    }
  else
    {
      JsonArray *array = json_node_get_array (node);

      g_string_append_c (out, '[');
      for (guint i = 0; i < json_array_get_length (array); i++)
        {
          if (i > 0)
            g_string_append_c (out, ',');
          append_indent (out, depth + 1);
          append_pretty (out, json_array_get_element (array, i), depth + 1, (depth + 1) * 2);
        }
      append_indent (out, depth);
      g_string_append_c (out, ']');
    }
}

/*< private >
 * ls_json_format:
 * @node: a tree
 * @length: (out) (optional): the text's length in bytes
 *
 * Returns: (transfer full): the tree as text, with a line's end at its end. Where lines and indents make it larger than
 * ls_json_parse() takes, it is on one line */
char *
ls_json_format (JsonNode *node,
                gsize    *length)
{
  GString *out = g_string_new (NULL);

  append_pretty (out, node, 0, 0);
  if (out->len >= LS_JSON_MAX_SIZE)
    {
      g_string_truncate (out, 0);
      append_compact (out, node, G_MAXSIZE);
    }
  g_string_append_c (out, '\n');
  if (length != NULL)
    *length = out->len;

  return g_string_free (out, FALSE);
}

/*< private >
 * ls_json_format_compact:
 * @node: a tree
 *
 * Returns: (transfer full): the tree as one line of text without a line's end */
char *
ls_json_format_compact (JsonNode *node)
{
  GString *out = g_string_new (NULL);

  append_compact (out, node, G_MAXSIZE);
  return g_string_free (out, FALSE);
}

/*< private >
 * ls_json_copy:
 * @node: a tree
 *
 * Returns: (transfer full): a copy that shares nothing with @node; json_node_copy() shares what is below the top */
JsonNode *
ls_json_copy (JsonNode *node)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObject *copy = json_object_new ();
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &name, &member))
        json_object_set_member (copy, name, ls_json_copy (member));
      node = json_node_alloc ();
      json_node_init (node, JSON_NODE_OBJECT);
      json_node_take_object (node, copy);
      return node;
    }

  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);
      JsonArray *copy = json_array_sized_new (json_array_get_length (array));

      for (guint i = 0; i < json_array_get_length (array); i++)
        json_array_add_element (copy, ls_json_copy (json_array_get_element (array, i)));
      node = json_node_alloc ();
      json_node_init (node, JSON_NODE_ARRAY);
      json_node_take_array (node, copy);
      return node;
    }

  return json_node_copy (node);
}

/*< private >
 * ls_json_describe:
 * @node: (nullable): a value
 *
 * Returns: (transfer full): what it is, for "found …" */
char *
ls_json_describe (JsonNode *node)
{
  g_autoptr (GString) text = NULL;

  if (node == NULL)
    return g_strdup (C_("found", "nothing"));
  if (JSON_NODE_HOLDS_OBJECT (node))
    return g_strdup (C_("found", "an object"));
  if (JSON_NODE_HOLDS_ARRAY (node))
    return g_strdup (C_("found", "an array"));

  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    return ls_json_quote (json_node_get_string (node));

  text = g_string_new (NULL);
  append_scalar (text, node);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/*< private >
 * ls_json_append_pointer:
 * @pointer: a JSON pointer
 * @member: a member's name
 *
 * Goes one level down (RFC 6901). */
void
ls_json_append_pointer (GString    *pointer,
                        const char *member)
{
  g_string_append_c (pointer, '/');
  for (; *member != '\0'; member++)
    if (*member == '~')
      g_string_append (pointer, "~0");
    else if (*member == '/')
      g_string_append (pointer, "~1");
    else
      g_string_append_c (pointer, *member);
}

/*< private >
 * ls_json_display:
 * @text: any bytes
 * @width: after how many characters to cut it off; 0 for never
 *
 * Returns: (transfer full): @text as it can stand in a message: on one line, characters that would
 * end it, steer a terminal or turn what follows as `\n` or `\u001b`, bytes
 * that are no UTF-8 as `\xff` */
char *
ls_json_display (const char *text,
                 guint       width)
{
  GString *out = g_string_new (NULL);
  guint n = 0;

  while (*text != '\0')
    {
      gunichar c = g_utf8_get_char_validated (text, -1);
      gboolean valid = c != (gunichar) -1 && c != (gunichar) -2;

      if (width > 0 && n++ == width)
        {
          g_string_append (out, "…");
          break;
        }
      if (!valid)
        g_string_append_printf (out, "\\x%02x", (guchar) *text);
      else if (c == '\n')
        g_string_append (out, "\\n");
      else if (c == '\r')
        g_string_append (out, "\\r");
      else if (c == '\t')
        g_string_append (out, "\\t");
      else if (ls_character_is_unsafe (c))
        g_string_append_printf (out, "\\u%04x", c);
      else
        g_string_append_unichar (out, c);
      text = valid ? g_utf8_next_char (text) : text + 1;
    }

  return g_string_free (out, FALSE);
}

/*< private >
 * ls_json_set_text:
 * @object: an object
 * @member: the name of a member that need not be there
 * @text: (nullable): what it is to be
 *
 * Sets a member, unless there is nothing to be said. */
void
ls_json_set_text (JsonObject *object,
                  const char *member,
                  const char *text)
{
  if (text != NULL && *text != '\0')
    json_object_set_string_member (object, member, text);
}

/*< private >
 * ls_json_quote:
 * @text: any bytes
 *
 * Returns: (transfer full): the beginning of @text in quotation marks, for "found …" */
char *
ls_json_quote (const char *text)
{
  g_autofree char *shown = ls_json_display (text, QUOTE_WIDTH);

  /* Translators: the quotation marks of your language around any text, such as a name from a file */
  return g_strdup_printf (_("“%s”"), shown);
}

/*< private >
 * ls_json_display_pointer:
 * @pointer: a JSON pointer
 *
 * Returns: (transfer full): the beginning of @pointer as it can stand in a message; where nesting is too deep, the whole
 * is too long for a line */
char *
ls_json_display_pointer (const char *pointer)
{
  return *pointer != '\0' ? ls_json_display (pointer, POINTER_WIDTH) : g_strdup ("/");
}
