/* ls-script-reads.c: checks if a program may read shared memory without an operation
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* An explorer has to know everything that an agent learns. JavaScriptCore cannot report reads of elements of a typed array. So
 * an agent that may make such reads counts as knowing all memory that other agents know, after each change. Then hardly any two
 * schedules lead to the same state. Most programs on Atomics never make such reads, and their text shows it: it has no a[i] and
 * nothing else that gets a property by a computed name. This code looks at the text without parsing it as JavaScript. In doubt
 * it says that the program may read.
 *
 * reads.js reports calls of methods and constructors that read, and code that the program makes while it runs. */

#include "ls-script-realm-private.h"

#include <string.h>

static gboolean
is_word_char (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '$' || ((guchar) c & 0x80) != 0;
}

static gboolean
is_space (char c)
{
  return g_ascii_isspace (c);
}

/* Returns whether the text before @end ends with @word, which must not be part of a longer name. */
static gboolean
follows_word (const char *text,
              const char *end,
              const char *word)
{
  const gsize length = strlen (word);
  const char *before;

  if ((gsize) (end - text) < length || strncmp (end - length, word, length) != 0)
    return FALSE;
  before = end - length;
  return before == text || (!is_word_char (before[-1]) && before[-1] != '.' && before[-1] != '#');
}

/* Returns whether the text before @end is "for (const name of" or similar. */
static gboolean
follows_of (const char *text,
            const char *end)
{
  const char *p;

  if (!follows_word (text, end, "of") || end - text < 4 || (end[-3] != ' ' && end[-3] != '\t'))
    return FALSE;
  for (p = end - 3; p > text && (p[-1] == ' ' || p[-1] == '\t'); p--)
    ;
  while (p > text && is_word_char (p[-1]))
    p--;
  if (p == text || p[-1] != ' ')
    return FALSE;
  p--;
  return follows_word (text, p, "const") || follows_word (text, p, "let") || follows_word (text, p, "var");
}

/* Returns whether the line of @end may end with a comment, if there is a line break between @end and @bracket. */
static gboolean
follows_comment (const char *text,
                 const char *end,
                 const char *bracket)
{
  const char *start = end;

  if (memchr (end, '\n', bracket - end) == NULL && memchr (end, '\r', bracket - end) == NULL)
    return FALSE;
  while (start > text && start[-1] != '\n')
    start--;
  for (; start + 1 < end; start++)
    if ((start[0] == '/' && start[1] == '/') || (start[0] == '-' && start[1] == '-'))
      return TRUE;
  return FALSE;
}

/* Returns whether @bracket begins an array, and not the name of a property. In doubt it does not. */
static gboolean
begins_array (const char *text,
              const char *bracket)
{
  const char *p = bracket;
  gboolean may_be_key;
  guint depth = 0;

  while (p > text && is_space (p[-1]))
    p--;
  if (p == text || follows_comment (text, p, bracket))
    return FALSE;
  if (strchr ("(,=:;[&|+!>", p[-1]) == NULL && !follows_word (text, p, "return") && !follows_of (text, p))
    return FALSE;
  may_be_key = p[-1] == ',';
  for (p = bracket; *p != '\0'; p++)
    {
      if (may_be_key && strchr ("'\"`/", *p) != NULL)
        return FALSE;
      depth += *p == '[';
      depth -= *p == ']';
      if (depth == 0)
        break;
    }
  if (*p == '\0')
    return FALSE;
  do
    p++;
  while (is_space (*p));
  /* { a, [name]: b }, or a comment that hides this form. */
  return !may_be_key || strchr (":/(", *p) == NULL;
}

/* Returns whether @text has @word as a whole word. */
static gboolean
has_word (const char *text,
          const char *word)
{
  const gsize length = strlen (word);

  for (const char *at = strstr (text, word); at != NULL; at = strstr (at + 1, word))
    if ((at == text || !is_word_char (at[-1])) && !is_word_char (at[length]))
      return TRUE;
  return FALSE;
}

/* Returns whether a script may read shared memory without Atomics and without the functions that reads.js reports. */
gboolean
ls_script_may_read_plainly (const char *text)
{
  static const char *const words[] = {
    "Array", "JSON", "Object", "Proxy", "Reflect", "addEventListener", "apply", "bind", "call", "constructor", "onerror",
    "prototype", "with",
  };
  static GRegex *numbered;

  if (g_once_init_enter (&numbered))
    g_once_init_leave (&numbered, g_regex_new ("(?:[0-9][\\w.]*|['\"])\\s*(?:/[/*]|:)|(?:^|[^(\\[ \\t])[ \\t]*\\.\\.\\.",
                                               G_REGEX_OPTIMIZE | G_REGEX_RAW, 0, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (has_word (text, words[i]))
      return TRUE;
  for (const char *p = strchr (text, '['); p != NULL; p = strchr (p + 1, '['))
    if (!begins_array (text, p))
      return TRUE;
  /* Letters that are written as escapes; { 0: first } = array, { ...array }. */
  return strstr (text, "\\u") != NULL || strstr (text, "\\x") != NULL || g_regex_match (numbered, text, 0, NULL);
}
