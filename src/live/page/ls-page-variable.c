/* ls-page-variable.c: the variable that gets the value of a call
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-places-private.h"

#include <string.h>

#define MAX_NAME 64
/* What is between the braces of a pattern. */
#define MAX_PATTERN 100

static gboolean
is_of_name (gunichar c)
{
  return g_unichar_isalnum (c) || c == '_' || c == '$';
}

/* Returns how long the line terminator is that begins here, 0 for none. */
static guint
measure_end (const char *at)
{
  if (*at == '\r')
    return at[1] == '\n' ? 2 : 1;
  if (*at == '\n')
    return 1;
  return strncmp (at, "\xe2\x80\xa8", 3) == 0 || strncmp (at, "\xe2\x80\xa9", 3) == 0 ? 3 : 0;
}

/* Returns (nullable) a place in a text. @line, @column: from 0, the latter in units of UTF-16 */
static const char *
find_place (const char *text,
            guint       line,
            guint       column)
{
  const char *at = text;

  while (line > 0 && *at != '\0')
    {
      const guint length = measure_end (at);

      line -= length > 0;
      at += MAX (length, 1);
    }
  while (column > 0 && *at != '\0' && measure_end (at) == 0)
    {
      column -= g_utf8_get_char (at) > 0xffff && column > 1 ? 2 : 1;
      at = g_utf8_next_char (at);
    }
  return line == 0 && column == 0 ? at : NULL;
}

/* These go backwards from @at, and not before @text. */

static gunichar
peek_before (const char *text,
             const char *at)
{
  return at > text ? g_utf8_get_char (g_utf8_prev_char (at)) : 0;
}

static const char *
skip_space (const char *text,
            const char *at)
{
  while (g_unichar_isspace (peek_before (text, at)))
    at = g_utf8_prev_char (at);
  return at;
}

static const char *
skip_name (const char *text,
           const char *at)
{
  while (is_of_name (peek_before (text, at)))
    at = g_utf8_prev_char (at);
  return at;
}

static gboolean
follows (const char *text,
         const char *at,
         const char *word)
{
  const gsize length = strlen (word);

  return (gsize) (at - text) >= length && memcmp (at - length, word, length) == 0 &&
         !is_of_name (peek_before (text, at - length));
}

/* Skips what a function is called of, as in `globalThis.TaskSignal.any`, and `new`. */
static const char *
skip_callee (const char *text,
             const char *at)
{
  const char *before;

  while (at > text && at[-1] == '.')
    {
      at--;
      if (at > text && at[-1] == '?')
        at--;
      at = skip_name (text, at);
    }
  before = skip_space (text, at);
  return follows (text, before, "new") ? skip_space (text, before - 3) : before;
}

static char *
dup_name (const char *from,
          const char *to)
{
  if (from == to || g_ascii_isdigit (*from) || g_utf8_strlen (from, to - from) > MAX_NAME)
    return NULL;
  return g_strndup (from, to - from);
}

/* The only name of a pattern such as `{ signal }` or `{ signal: mine }`, which ends at @at. */
static char *
find_in_pattern (const char *text,
                 const char *at)
{
  const char *end = skip_space (text, at - 1), *from = skip_name (text, end), *before = skip_space (text, from);

  if (before > text && before[-1] == ':')
    before = skip_space (text, skip_name (text, skip_space (text, before - 1)));
  return before > text && before[-1] == '{' && at - before < MAX_PATTERN ? dup_name (from, end) : NULL;
}

/* @at: where `=` begins */
static char *
find_target (const char *text,
             const char *at)
{
  /* Comparisons, arrow functions and assignments that compute have no name to give; `??=` and its like have. */
  if (at > text && strchr ("=!<>+-*/%^", at[-1]) != NULL)
    return NULL;
  if (at > text && strchr ("?|&", at[-1]) != NULL)
    {
      if (at - text < 2 || at[-2] != at[-1])
        return NULL;
      at -= 2;
    }
  at = skip_space (text, at);
  if (at > text && at[-1] == '}')
    return find_in_pattern (text, at);
  return dup_name (skip_name (text, at), at);
}

/* The key of an object literal. @at: where its colon is */
static char *
find_key (const char *text,
          const char *at)
{
  const char *end = skip_space (text, at), *from, *before;

  if (end > text && strchr ("'\"", end[-1]) != NULL)
    {
      const char quote = *--end;

      from = end;
      while (from > text && from[-1] != quote && from[-1] != '\n')
        from--;
      before = skip_space (text, from > text ? from - 1 : from);
    }
  else
    {
      from = skip_name (text, end);
      before = skip_space (text, from);
    }
  if (before == text || strchr ("{,", before[-1]) == NULL || follows (text, end, "default"))
    return NULL;
  return dup_name (from, end);
}

/**
 * ls_page_find_variable:
 * @text: a script
 * @line: of a call, from 0
 * @column: of the call, or of what is called, from 0
 *
 * Reads the text before the call, which is no more than a guess at the grammar: a name that is found is in the text there.
 *
 * Returns: (transfer full) (nullable): the name of the variable, property or parameter that gets the value of the call
 */
char *
ls_page_find_variable (const char *text,
                       guint       line,
                       guint       column)
{
  const char *at = find_place (text, line, column);

  if (at == NULL)
    return NULL;
  at = skip_callee (text, at);
  if (at > text && at[-1] == '=')
    return find_target (text, at - 1);
  if (at > text && at[-1] == ':')
    return find_key (text, at - 1);
  return NULL;
}
