/* ls-break-pattern.c: patterns for names, and values of elements
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-break-rule.h"

#include <errno.h>
#include <string.h>

/**
 * ls_break_value_is_valid:
 * @value: a text
 *
 * Tells whether a text can be the value of an element of shared memory.
 *
 * Returns: whether @value is a whole number as `value` of [struct@BreakRule] has it: digits, perhaps with a minus before, as short
 *   as it can be, and such that an element of shared memory can be it: from -2⁶³, in a BigInt64Array, to 2⁶⁴ - 1, in a
 *   BigUint64Array
 */
gboolean
ls_break_value_is_valid (const char *value)
{
  const char *digits;
  gsize length;

  g_return_val_if_fail (value != NULL, FALSE);

  digits = value + (*value == '-');
  length = strspn (digits, "0123456789");
  if (length == 0 || digits[length] != '\0')
    return FALSE;
  if (*digits == '0')
    return length == 1 && digits == value;
  errno = 0;
  if (digits == value)
    g_ascii_strtoull (value, NULL, 10);
  else
    g_ascii_strtoll (value, NULL, 10);
  return errno == 0;
}

static const char *
skip_one (const char *pattern,
          const char *name)
{
  if (*pattern == '\\' && pattern[1] != '\0')
    pattern++;
  else if (*pattern == '?')
    return pattern + 1;
  return *pattern == *name ? pattern + 1 : NULL;
}

/**
 * ls_break_pattern_escape:
 * @name: a name in UTF-8
 *
 * Makes a pattern that matches one name only.
 *
 * Returns: (transfer full): a pattern that matches only @name
 */
char *
ls_break_pattern_escape (const char *name)
{
  GString *text;

  g_return_val_if_fail (name != NULL, NULL);

  text = g_string_new (NULL);
  for (const char *p = name; *p != '\0'; p++)
    {
      if (strchr ("*?\\", *p) != NULL)
        g_string_append_c (text, '\\');
      g_string_append_c (text, *p);
    }
  return g_string_free (text, FALSE);
}

/**
 * ls_break_pattern_match:
 * @pattern: a pattern as in [struct@BreakRule]
 * @name: a name in UTF-8
 *
 * Takes time in proportion to the product of both lengths at most, whatever the pattern.
 *
 * Returns: whether @pattern is one for the whole of @name
 */
gboolean
ls_break_pattern_match (const char *pattern,
                        const char *name)
{
  const char *star = NULL;
  const char *tried = NULL;

  g_return_val_if_fail (pattern != NULL && name != NULL, FALSE);

  while (*name != '\0')
    {
      const char *next;

      if (*pattern == '*')
        {
          star = ++pattern;
          tried = name;
        }
      else if (*pattern != '\0' && (next = skip_one (pattern, name)) != NULL)
        {
          name = *pattern == '?' ? g_utf8_next_char (name) : name + 1;
          pattern = next;
        }
      else if (star != NULL)
        {
          pattern = star;
          name = tried = g_utf8_next_char (tried);
        }
      else
        return FALSE;
    }
  while (*pattern == '*')
    pattern++;

  return *pattern == '\0';
}
