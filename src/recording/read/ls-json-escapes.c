/* ls-json-escapes.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-json-escapes-private.h"

/* Reads the four digits after "\u". Returns FALSE if they are not such digits. */
static gboolean
read_digits (const char *text,
             gsize       length,
             gunichar   *unit)
{
  *unit = 0;
  if (length < 4)
    return FALSE;

  for (guint i = 0; i < 4; i++)
    {
      if (!g_ascii_isxdigit (text[i]))
        return FALSE;
      *unit = *unit << 4 | (gunichar) g_ascii_xdigit_value (text[i]);
    }
  return TRUE;
}

/* Reads what stands after "\u": one unit, or two that make a character together. Half a pair is no character.
 *
 * Returns: how many bytes of @text belong to it, 0 if it is no escape */
static gsize
read_character (const char *text,
                gsize       length,
                gunichar   *character)
{
  gunichar second;

  if (!read_digits (text, length, character))
    return 0;
  if (*character >= 0xd800 && *character < 0xdc00 && length >= 10 && text[4] == '\\' && text[5] == 'u' &&
      read_digits (text + 6, length - 6, &second) && second >= 0xdc00 && second < 0xe000)
    {
      *character = 0x10000 + ((*character - 0xd800) << 10) + (second - 0xdc00);
      return 10;
    }
  if (*character >= 0xd800 && *character < 0xe000)
    *character = 0xfffd;
  return 4;
}

/* Writes a text of JSON without its escapes. What is no escape stays as it is.
 *
 * @text: the text as it is written, without its quotes
 * @unescaped: (out): gets at most @length bytes; may be @text
 *
 * Returns: how many bytes @unescaped has got */
gsize
ls_json_unescape (const char *text,
                  gsize       length,
                  char       *unescaped)
{
  static const char letters[] = "\"\\/bfnrt";
  static const char meanings[] = "\"\\/\b\f\n\r\t";
  gsize n = 0;

  for (gsize i = 0; i < length;)
    {
      const char *letter;
      gunichar character;
      gsize n_read;

      if (text[i] != '\\' || i + 1 == length)
        {
          unescaped[n++] = text[i++];
          continue;
        }
      letter = text[i + 1] != '\0' ? strchr (letters, text[i + 1]) : NULL;
      if (letter != NULL)
        {
          unescaped[n++] = meanings[letter - letters];
          i += 2;
        }
      else if (text[i + 1] == 'u' && (n_read = read_character (text + i + 2, length - i - 2, &character)) > 0)
        {
          i += 2 + n_read;
          n += (gsize) g_unichar_to_utf8 (character, unescaped + n);
        }
      else
        unescaped[n++] = text[i++];
    }
  return n;
}
