/* ls-character-private.h: characters that control their line or its direction, and how wide they are
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* TRUE for characters that end a line or control a terminal (C0, C1, LINE SEPARATOR, PARAGRAPH SEPARATOR). */
static inline gboolean
ls_character_is_control (gunichar c)
{
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029;
}

/* TRUE for characters that change the direction of the text after them, up to the end of the paragraph: embeddings, overrides,
 * isolates. */
static inline gboolean
ls_character_is_bidi_control (gunichar c)
{
  return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

/* TRUE for characters that a foreign text must not bring into a line of ours: they would change what stands around it. */
static inline gboolean
ls_character_is_unsafe (gunichar c)
{
  return ls_character_is_control (c) || ls_character_is_bidi_control (c);
}

/* Returns how many columns of a terminal a text takes. */
static inline guint
ls_character_count_columns (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      const gunichar c = g_utf8_get_char (text);

      n += g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
    }
  return n;
}

G_END_DECLS
