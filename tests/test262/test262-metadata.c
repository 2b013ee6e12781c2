/* test262-metadata.c: the front matter of a test of ECMAScript's test suite (INTERPRETING.md of test262)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "test262-metadata.h"

#include <string.h>

#define BEGIN "/*---"
#define END "---*/"

/* YAML as the suite writes it: keys begin lines, and what belongs to one is on its line or on those behind it that begin with
 * no letter.
 *
 * Returns: (transfer full): the words of what @key has, without the brackets, commas, dashes and quotes of lists */
static char **
read_words (const char *block,
            const char *key)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_auto (GStrv) lines = g_strsplit_set (block, "\r\n", -1);
  gboolean is_inside = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *line = lines[i];
      g_auto (GStrv) parts = NULL;

      if (g_ascii_isalpha (line[0]))
        {
          is_inside = g_str_has_prefix (line, key) && line[strlen (key)] == ':';
          if (is_inside)
            line += strlen (key) + 1;
        }
      if (!is_inside)
        continue;
      parts = g_strsplit_set (line, " \t[]{},'\"", -1);
      for (guint j = 0; parts[j] != NULL && parts[j][0] != '#'; j++)
        if (parts[j][0] != '\0' && !g_str_equal (parts[j], "-"))
          g_strv_builder_add (words, parts[j]);
    }

  return g_strv_builder_end (words);
}

/**
 * test262_metadata_read:
 * @self: gets what it says; zeros before
 * @text: a test, or the files of the harness and a test behind each other
 *
 * Reads the last front matter in @text. Where there is none nothing is said.
 */
void
test262_metadata_read (Test262Metadata *self,
                       const char      *text)
{
  const char *begin = g_strrstr (text, BEGIN);
  const char *end = begin != NULL ? strstr (begin, END) : NULL;
  g_autofree char *block = end != NULL ? g_strndup (begin + strlen (BEGIN), end - begin - strlen (BEGIN)) : g_strdup ("");
  g_auto (GStrv) negative = read_words (block, "negative");

  self->includes = read_words (block, "includes");
  self->flags = read_words (block, "flags");
  for (guint i = 0; negative[i] != NULL && self->negative_type == NULL; i++)
    if (g_str_equal (negative[i], "type:"))
      self->negative_type = g_strdup (negative[i + 1]);
}

gboolean
test262_metadata_has_flag (const Test262Metadata *self,
                           const char            *flag)
{
  return self->flags != NULL && g_strv_contains ((const char *const *) self->flags, flag);
}

void
test262_metadata_clear (Test262Metadata *self)
{
  g_clear_pointer (&self->includes, g_strfreev);
  g_clear_pointer (&self->flags, g_strfreev);
  g_clear_pointer (&self->negative_type, g_free);
}
