/* ls-session-check-log.c: what expectations say of the log and of errors
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-check-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-expectation-private.h"

/* Comments expect lines as a terminal shows them: each line of a text by itself, without blanks at its end. */
static GPtrArray *
list_lines (LsExpectation *self,
            LsRunner      *runner)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < ls_runner_get_n_log_lines (runner); i++)
    if (self->places != NULL)
      ls_expectation_split_line (ls_runner_get_log_line (runner, i), lines);
    else
      g_ptr_array_add (lines, g_strdup (ls_runner_get_log_line (runner, i)));

  return lines;
}

char *
ls_check_log (LsExpectation *self,
              LsCheckFacts  *facts)
{
  g_autoptr (GPtrArray) lines = list_lines (self, facts->runner);
  guint n = g_strv_length (self->lines);

  for (guint i = 0; i < MAX (n, lines->len); i++)
    {
      const char *found = i < lines->len ? g_ptr_array_index (lines, i) : NULL;

      facts->place = i;
      if (i >= n)
        return g_strdup_printf (_("line %u: found “%s”, expected the end of the log"), i + 1, found);
      if (found == NULL)
        return g_strdup_printf (_("line %u: found the end of the log, expected “%s”"), i + 1, self->lines[i]);
      if (!g_str_equal (found, self->lines[i]))
        return g_strdup_printf (_("line %u: found “%s”, expected “%s”"), i + 1, found, self->lines[i]);
    }

  return NULL;
}

/* Each of the errors has the words that are expected of it; the place of an error may be among them, and the rest may not. */
char *
ls_check_uncaught (LsExpectation *self,
                   LsCheckFacts  *facts)
{
  guint n = g_strv_length (self->lines);

  for (guint i = 0; i < MAX (n, facts->uncaught->len); i++)
    {
      const char *found = i < facts->uncaught->len ? g_ptr_array_index (facts->uncaught, i) : NULL;

      facts->place = i;
      if (i >= n)
        return g_strdup_printf (_("nothing caught “%s”"), found);
      if (found == NULL)
        return g_strdup_printf (_("no error has “%s” in it"), self->lines[i]);
      if (strstr (found, self->lines[i]) == NULL)
        return g_strdup_printf (_("error %u: found “%s”, expected “%s” in it"), i + 1, found, self->lines[i]);
    }

  return NULL;
}

static void
gather_lines (LsCheckFacts *facts)
{
  if (facts->lines != NULL)
    return;

  facts->lines = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_array_unref);
  for (guint i = 0; i < ls_runner_get_n_log_lines (facts->runner); i++)
    {
      const char *line = ls_runner_get_log_line (facts->runner, i);
      GArray *numbers = g_hash_table_lookup (facts->lines, line);

      if (numbers == NULL)
        {
          numbers = g_array_new (FALSE, FALSE, sizeof (guint));
          g_hash_table_insert (facts->lines, (gpointer) line, numbers);
        }
      g_array_append_val (numbers, i);
    }
}

/* Returns: the number of the first line @line at @from or after it */
static gboolean
find_line (LsCheckFacts *facts,
           const char   *line,
           guint         from,
           guint        *number)
{
  GArray *numbers = g_hash_table_lookup (facts->lines, line);
  guint low = 0, high = numbers != NULL ? numbers->len : 0;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (numbers, guint, middle) < from)
        low = middle + 1;
      else
        high = middle;
    }

  if (numbers == NULL || low == numbers->len)
    return FALSE;
  *number = g_array_index (numbers, guint, low);
  return TRUE;
}

char *
ls_check_log_contains (LsExpectation *self,
                       LsCheckFacts  *facts)
{
  g_autoptr (GPtrArray) lines = self->places != NULL ? list_lines (self, facts->runner) : NULL;
  guint from = 0;

  if (lines == NULL)
    gather_lines (facts);
  for (guint i = 0; self->lines[i] != NULL; i++)
    {
      guint number = from;

      facts->place = i;
      while (lines != NULL && number < lines->len && !g_str_equal (g_ptr_array_index (lines, number), self->lines[i]))
        number++;
      if (lines != NULL ? number >= lines->len : !find_line (facts, self->lines[i], from, &number))
        return i == 0 ? g_strdup_printf (_("found no line “%s”"), self->lines[i])
                      : g_strdup_printf (_("found no line “%s” after “%s”"), self->lines[i], self->lines[i - 1]);
      from = number + 1;
    }

  return NULL;
}

char *
ls_check_never (LsExpectation *self,
                LsCheckFacts  *facts)
{
  g_autoptr (GPtrArray) lines = list_lines (self, facts->runner);
  g_autoptr (GHashTable) unwanted = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; self->lines[i] != NULL; i++)
    g_hash_table_insert (unwanted, self->lines[i], GUINT_TO_POINTER (i));
  for (guint i = 0; i < lines->len; i++)
    {
      const char *line = g_ptr_array_index (lines, i);
      gpointer place;

      if (!g_hash_table_lookup_extended (unwanted, line, NULL, &place))
        continue;
      facts->place = GPOINTER_TO_UINT (place);
      return g_strdup_printf (_("line %u of the log is “%s”"), i + 1, line);
    }

  return NULL;
}
