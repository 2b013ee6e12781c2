/* ls-name-matcher.c: finds tasks and signals by name and number
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-name-matcher.h"

#include <string.h>

/**
 * LsNameMatcher:
 *
 * Tells whether a name contains the text that a user has typed, or a number begins with it. A trace has few names for many things,
 * so the matcher reads each name only once.
 */
struct _LsNameMatcher
{
  char       *needle;      /* the text, case folded */
  gboolean    has_digit;   /* the text begins with a digit */
  GHashTable *names;       /* number of a text → 1 if it matches, 2 if not */
};

LsNameMatcher *
ls_name_matcher_new (void)
{
  LsNameMatcher *self = g_new0 (LsNameMatcher, 1);

  self->needle = g_strdup ("");
  self->names = g_hash_table_new (NULL, NULL);
  return self;
}

void
ls_name_matcher_free (LsNameMatcher *self)
{
  g_hash_table_unref (self->names);
  g_free (self->needle);
  g_free (self);
}

/**
 * ls_name_matcher_set_text:
 * @self: a matcher
 * @text: the text to look for
 *
 * Begins to look for another text, or in another trace.
 */
void
ls_name_matcher_set_text (LsNameMatcher *self,
                          const char    *text)
{
  g_free (self->needle);
  self->needle = g_utf8_casefold (text, -1);
  g_strstrip (self->needle);
  self->has_digit = g_ascii_isdigit (*self->needle);
  g_hash_table_remove_all (self->names);
}

/**
 * ls_name_matcher_is_empty:
 * @self: a matcher
 *
 * Returns: whether the text is empty, so that everything matches
 */
gboolean
ls_name_matcher_is_empty (LsNameMatcher *self)
{
  return *self->needle == '\0';
}

/**
 * ls_name_matcher_matches:
 * @self: a matcher
 * @trace: the trace that has the names
 * @id: the number of a task or a signal
 * @name: the number of its name, 0 for none
 *
 * Returns: whether the name or the number matches
 */
gboolean
ls_name_matcher_matches (LsNameMatcher *self,
                         LsTrace       *trace,
                         guint32        id,
                         guint32        name)
{
  guint known;

  if (*self->needle == '\0')
    return TRUE;
  if (self->has_digit)
    {
      char number[16];

      g_snprintf (number, sizeof number, "%u", id);
      if (g_str_has_prefix (number, self->needle))
        return TRUE;
    }
  if (name == 0)
    return FALSE;
  known = GPOINTER_TO_UINT (g_hash_table_lookup (self->names, GUINT_TO_POINTER (name)));
  if (known == 0)
    {
      const char *text = ls_trace_get_text (trace, name);
      g_autofree char *folded = text != NULL ? g_utf8_casefold (text, -1) : NULL;

      known = folded != NULL && strstr (folded, self->needle) != NULL ? 1 : 2;
      g_hash_table_insert (self->names, GUINT_TO_POINTER (name), GUINT_TO_POINTER (known));
    }
  return known == 1;
}
