/* ls-json-text.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-json-private.h"

#include <glib/gi18n-lib.h>

#include "ls-character-private.h"

/* What messages say of values, names and places. */

#define POINTER_WIDTH 300   /* of pointers in messages, in characters */
#define QUOTE_WIDTH 40

/* Returns what @node (nullable) is, for "found …". */
char *
ls_json_describe (JsonNode *node)
{
  if (node == NULL)
    return g_strdup (C_("found", "nothing"));
  if (JSON_NODE_HOLDS_OBJECT (node))
    return g_strdup (C_("found", "an object"));
  if (JSON_NODE_HOLDS_ARRAY (node))
    return g_strdup (C_("found", "an array"));

  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    return ls_json_quote (json_node_get_string (node));

  return ls_json_format_compact (node);
}

/* Takes @pointer one level down, to @member (RFC 6901). */
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

/* Returns any bytes as they can stand on one line of a message: characters that end lines, steer terminals or turn the text after
 * them are written as `\n` or `\u001b`, bytes that are not UTF-8 as `\xff`. @width: after how many characters to cut off; 0 for never */
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

/* Returns the beginning of any bytes in quotation marks, for "found …". */
char *
ls_json_quote (const char *text)
{
  g_autofree char *shown = ls_json_display (text, QUOTE_WIDTH);

  /* Translators: the quotation marks of your language around any text, such as a name from a file */
  return g_strdup_printf (_("“%s”"), shown);
}

/* Returns the beginning of @pointer, as it can stand in a message: the whole may be too long for a line. */
char *
ls_json_display_pointer (const char *pointer)
{
  return *pointer != '\0' ? ls_json_display (pointer, POINTER_WIDTH) : g_strdup ("/");
}
