/* ls-chrome-number.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <math.h>
#include <string.h>

#include "ls-chrome-number-private.h"

/* No number of a file has more characters. */
#define MAX_NUMBER 64

/* Times are below this: ±292 years in ns. */
#define MAX_TIME 9.2e18

static gboolean
parse_hex (const char *text,
           gsize       length,
           guint64    *integer)
{
  guint64 value = 0;

  if (length < 3 || length > 18 || text[0] != '0' || (text[1] | 0x20) != 'x')
    return FALSE;

  for (gsize i = 2; i < length; i++)
    {
      int digit = g_ascii_xdigit_value (text[i]);

      if (digit < 0)
        return FALSE;
      value = value << 4 | (guint) digit;
    }

  *integer = value;
  return TRUE;
}

/* Reads a whole text as a number, decimal or "0x…". @integer is the number without its fraction, as two's complement where it is
 * negative. Returns FALSE if the text is no finite number; both are 0 then. */
gboolean
ls_chrome_parse_number (const char *text,
                        gsize       length,
                        double     *number,
                        guint64    *integer)
{
  char copy[MAX_NUMBER + 1];
  guint64 value = 0;
  gsize i = 0;
  char *end;

  *number = 0;
  *integer = 0;

  if (parse_hex (text, length, integer))
    {
      *number = *integer;
      return TRUE;
    }

  /* The usual case: 19 digits fit. */
  for (; i < length && i < 19 && g_ascii_isdigit (text[i]); i++)
    value = value * 10 + (guint) (text[i] - '0');
  if (i == length && i > 0)
    {
      *number = value;
      *integer = value;
      return TRUE;
    }

  if (length == 0 || length > MAX_NUMBER || !(g_ascii_isdigit (*text) || *text == '-'))
    return FALSE;

  memcpy (copy, text, length);
  copy[length] = '\0';
  *number = g_ascii_strtod (copy, &end);
  if (end != copy + length || !isfinite (*number))
    {
      *number = 0;
      return FALSE;
    }

  if (strpbrk (copy, ".eE") == NULL)
    *integer = *copy == '-' ? (guint64) g_ascii_strtoll (copy, NULL, 10) : g_ascii_strtoull (copy, NULL, 10);
  else if (fabs (*number) < MAX_TIME)
    *integer = (guint64) (gint64) *number;
  return TRUE;
}

/* Reads a time of µs, with or without a fraction, as ns. The digits count as they are written: nothing is rounded but what is below
 * 1 ns. Returns FALSE if it is no number or far beyond any time. */
gboolean
ls_chrome_parse_time (const char *text,
                      gsize       length,
                      gint64     *time)
{
  gboolean is_negative = length > 0 && *text == '-';
  gsize i = is_negative ? 1 : 0;
  gsize begin = i;
  guint64 value = 0, integer;
  double number;

  for (; i < length && i - begin < 15 && g_ascii_isdigit (text[i]); i++)
    value = value * 10 + (guint) (text[i] - '0');
  if (i > begin && (i == length || text[i] == '.'))
    {
      value *= 1000;
      if (i < length)
        i++;
      for (guint scale = 100; i < length && g_ascii_isdigit (text[i]); i++, scale /= 10)
        value += (guint) (text[i] - '0') * scale;
      if (i == length)
        {
          *time = is_negative ? -(gint64) value : (gint64) value;
          return TRUE;
        }
    }

  if (!ls_chrome_parse_number (text, length, &number, &integer) || fabs (number) * 1000 >= MAX_TIME)
    return FALSE;

  *time = (gint64) (number * 1000);
  return TRUE;
}

/* Goes on with a hash of 64 bits. */
guint64
ls_chrome_hash (guint64     hash,
                const char *bytes,
                gsize       length)
{
  hash ^= length;
  for (gsize i = 0; i < length; i += 8)
    {
      guint64 word = 0;

      memcpy (&word, bytes + i, MIN (8, length - i));
      hash = (hash ^ word) * G_GUINT64_CONSTANT (0x9fb21c651e98df25);
      hash ^= hash >> 29;
    }

  return hash ^ (hash >> 32);
}

/* Makes a number fit into 32 bits. */
guint32
ls_chrome_saturate (double number)
{
  return number > 0 ? (guint32) MIN (number + 0.5, (double) G_MAXUINT32) : 0;
}
