/* test-english.c: tells English from German
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "test-english.h"

#include <string.h>

/* Words that German and names do not have. */
static const char *const words[] = {
  "and", "are", "be", "because", "before", "break", "by", "did", "does", "for", "from", "has", "have", "is", "it", "its",
  "no", "not", "nothing", "of", "on", "only", "or", "priority", "queue", "queues", "rank", "step", "steps", "task", "tasks",
  "than", "that", "the", "there", "this", "to", "turn", "turns", "when", "which", "with",
};

/* What specifications call their algorithms begins with where it is. */
static const char *const references[] = { "§", "HTML", "DOM ", "ECMAScript ", "Long Tasks API" };

/* Whether a text is English. Names do not count: what is in quotation marks as German has them, functions, and reasons of the
 * examples. */
gboolean
test_is_english (const char *text)
{
  static GRegex *names, *separators;
  g_autofree char *rest = NULL;
  g_auto (GStrv) found = NULL;

  if (names == NULL)
    {
      names = g_regex_new ("„[^“]*“|\\w+\\.\\w+\\(\\)|user-\\w+|no longer wanted|not needed", G_REGEX_OPTIMIZE, 0, NULL);
      separators = g_regex_new ("[^[:alpha:]_-]+", G_REGEX_OPTIMIZE, 0, NULL);
    }
  for (guint i = 0; i < G_N_ELEMENTS (references); i++)
    if (g_str_has_prefix (text, references[i]))
      return FALSE;
  rest = g_regex_replace_literal (names, text, -1, 0, " ", 0, NULL);
  found = g_regex_split (separators, rest, 0);
  for (guint i = 0; found[i] != NULL; i++)
    {
      g_autofree char *word = g_utf8_strdown (found[i], -1);

      for (guint j = 0; j < G_N_ELEMENTS (words); j++)
        if (g_str_equal (word, words[j]))
          return TRUE;
    }
  return FALSE;
}

/* Whether a text has letters of with-catalogue's, since the catalogue does not translate it, or not all of it. */
gboolean
test_is_filled (const char *text)
{
  static const char *const letters[] = { "à", "è", "ì", "ò", "ù", "ý", "À", "È", "Ì", "Ò", "Ù", "Ý" };

  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    if (strstr (text, letters[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* That a text reads so in German, if the catalogue has it. */
void
test_assert_german (const char *text,
                    const char *expected)
{
  if (test_is_filled (text))
    g_test_message ("not translated: %s", text);
  else
    g_assert_cmpstr (text, ==, expected);
}
