/* ls-prose.c: texts that a person has written
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-prose-private.h"

#include <string.h>

/* Returns the tag of a text that is stressed: slanted, but letters of Chinese, Japanese and Korean have no slanted form, and are
 * bold. */
static const char *
get_emphasis (const char *text)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    if (g_unichar_iswide (g_utf8_get_char (text)))
      return "b";
  return "i";
}

/* Turns “`” around code and “*” around emphasis into the markup of Pango. A sign without its partner stays as it is. Returns
 * (transfer full): what Pango may refuse where @text has control characters */
char *
ls_prose_to_markup (const char *text)
{
  GString *markup = g_string_new (NULL);

  while (*text != '\0')
    {
      gsize plain = strcspn (text, "`*");
      g_autofree char *before = g_markup_escape_text (text, plain);
      const char *end;

      g_string_append (markup, before);
      text += plain;
      if (*text == '\0')
        break;
      end = strchr (text + 1, *text);
      if (end != NULL && end > text + 1)
        {
          g_autofree char *inside = g_markup_escape_text (text + 1, end - text - 1);
          const char *tag = *text == '`' ? "tt" : get_emphasis (inside);

          g_string_append_printf (markup, "<%s>%s</%s>", tag, inside, tag);
          text = end + 1;
        }
      else
        g_string_append_c (markup, *text++);
    }
  return g_string_free (markup, FALSE);
}
