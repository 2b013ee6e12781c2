/* ls-script-reads.c: whether a program may read shared memory without an operation
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * An explorer has to know all that an agent learns. Reading an element of a typed array is nothing that anybody could be told
 * of, so an agent that may do so is taken to have learned whatever is in memory that other agents know, whenever that has
 * changed. Then hardly any two schedules lead to the same state. Most programs on Atomics never do it, and that can be seen in
 * their text: there is no a[i] in them, and nothing else that gets a property whose name was computed. This looks at the text
 * without reading it as JavaScript; in doubt it says yes.
 *
 * Methods and constructors that read are told of when they are called (reads.js), and so is code that is made while the program
 * runs.
 */

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

/* Whether what ends before @end, white space aside, is a word, and nothing of a name's before it. */
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

/* for (const name of [ */
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

/* Whether a line's comment may end on the line before @end, which is what comes before white space. */
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

/* Whether the bracket at @bracket begins an array, and not the name of a property. What is in doubt does not. */
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
  /* { a, [name]: b }, or a comment that hides it. */
  return !may_be_key || strchr (":/(", *p) == NULL;
}

/* Whether a name stands in it that gives properties by computed names, or code another look. */
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

/* Whether a script may look at what is in shared memory other than by Atomics, and by what reads.js tells of. */
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
  /* Letters that are written otherwise; { 0: first } = array, { ...array }. */
  return strstr (text, "\\u") != NULL || strstr (text, "\\x") != NULL || g_regex_match (numbered, text, 0, NULL);
}
