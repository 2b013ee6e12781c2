/* fuzz-lines.h: changes whole lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "fuzz-mutate.h"

static GPtrArray *
fuzz_list_lines (const GByteArray *input)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_byte_array_unref);
  gsize start = 0;

  for (gsize i = 0; i <= input->len; i++)
    if (i == input->len || input->data[i] == '\n')
      {
        GByteArray *line = g_byte_array_new ();

        if (i > start)
          g_byte_array_append (line, input->data + start, (guint) (i - start));
        if (i < input->len || line->len > 0)
          g_ptr_array_add (lines, line);
        else
          g_byte_array_unref (line);
        start = i + 1;
      }
  return lines;
}

/* A line is a word, or what is before its “=” and a word. */
static GByteArray *
fuzz_make_line (FuzzRandom         *self,
                const GByteArray   *line,
                const char * const *words)
{
  const char *word = words[fuzz_below (self, g_strv_length ((char **) words))];
  const guint8 *end = line->len > 0 ? memchr (line->data, '=', line->len) : NULL;
  GByteArray *made = g_byte_array_new ();

  if (end != NULL && fuzz_below (self, 4) != 0)
    g_byte_array_append (made, line->data, (guint) (end + 1 - line->data));
  g_byte_array_append (made, (const guint8 *) word, (guint) strlen (word));
  return made;
}

/* Changes a line. The first one stays in most cases. Returns FALSE if there is none */
static gboolean
fuzz_mutate_lines (FuzzRandom         *self,
                   GByteArray         *input,
                   const GByteArray   *other,
                   const char * const *words)
{
  g_autoptr (GPtrArray) lines = fuzz_list_lines (input);
  g_autoptr (GPtrArray) others = fuzz_list_lines (other);
  const guint first = fuzz_below (self, 8) == 0 ? 0 : 1;
  guint at;

  if (lines->len <= first)
    return FALSE;
  at = first + (guint) fuzz_below (self, lines->len - first);
  switch (fuzz_below (self, 5))
    {
    case 0:
      g_ptr_array_remove_index (lines, at);
      break;
    case 1:
      if (others->len > 0)
        g_ptr_array_insert (lines, (int) at, g_byte_array_ref (others->pdata[fuzz_below (self, others->len)]));
      break;
    case 2:
      {
        g_autoptr (GByteArray) line = g_byte_array_ref (lines->pdata[at]);

        g_ptr_array_remove_index (lines, at);
        g_ptr_array_insert (lines, (int) (first + fuzz_below (self, lines->len + 1 - first)), g_steal_pointer (&line));
        break;
      }
    case 3:
      g_ptr_array_insert (lines, (int) at, fuzz_make_line (self, lines->pdata[at], words));
      break;
    default:
      {
        GByteArray *line = fuzz_make_line (self, lines->pdata[at], words);

        g_ptr_array_remove_index (lines, at);
        g_ptr_array_insert (lines, (int) at, line);
        break;
      }
    }
  g_byte_array_set_size (input, 0);
  for (guint i = 0; i < lines->len; i++)
    {
      const GByteArray *line = lines->pdata[i];

      fuzz_insert (input, input->len, line->data, line->len);
      fuzz_insert (input, input->len, (const guint8 *) "\n", 1);
    }
  return TRUE;
}
