/* ls-line-map.c: lines of a text that is edited, and of an older one that runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-line-map.h"

#include <string.h>

#define SEPARATOR "\342\200\250"   /* U+2028 */

void
ls_line_map_clear (LsLineMap *self)
{
  g_clear_pointer (&self->separators, g_array_unref);
}

/**
 * ls_line_map_set_ran:
 * @self: a map
 * @n_lines: how many lines it has
 *
 * Sets that the text as it is now is the one that runs.
 */
void
ls_line_map_set_ran (LsLineMap *self,
                     guint      n_lines)
{
  self->n_lines = n_lines;
  self->n_run_lines = n_lines;
  self->n_same_above = n_lines;
  self->n_same_below = n_lines;
}

/**
 * ls_line_map_set_text:
 * @self: a map
 * @text: the text that runs
 *
 * Looks for lines that the run and a text view end in different places.
 */
void
ls_line_map_set_text (LsLineMap  *self,
                      const char *text)
{
  const char *place = strstr (text, SEPARATOR);
  const char *from = text;
  guint line = 1;

  g_clear_pointer (&self->separators, g_array_unref);
  if (place == NULL)
    return;
  self->separators = g_array_new (FALSE, FALSE, sizeof (guint));
  for (; place != NULL; place = strstr (place + 1, SEPARATOR))
    {
      for (; from < place; from++)
        if (*from == '\n' || (*from == '\r' && from[1] != '\n') || g_str_has_prefix (from, "\342\200\251"))
          line++;
      g_array_append_val (self->separators, line);
    }
}

/**
 * ls_line_map_edit:
 * @self: a map
 * @n_above: lines at the top that an edit leaves as they are
 * @n_below: lines at the bottom that it leaves
 *
 * Notes an edit. The caller sets ->n_lines afterwards.
 */
void
ls_line_map_edit (LsLineMap *self,
                  guint      n_above,
                  guint      n_below)
{
  self->n_same_above = MIN (self->n_same_above, n_above);
  self->n_same_below = MIN (self->n_same_below, n_below);
}

/* Counts a line of the text that runs as the run does, instead of as a text view does. */
static guint
add_separators (LsLineMap *self,
                guint      line)
{
  guint n = 0;

  while (self->separators != NULL && n < self->separators->len && g_array_index (self->separators, guint, n) < line)
    n++;
  return line + n;
}

static guint
remove_separators (LsLineMap *self,
                   guint      line)
{
  guint n = 0;

  while (self->separators != NULL && n < self->separators->len && g_array_index (self->separators, guint, n) + n < line)
    n++;
  return line - n;
}

/**
 * ls_line_map_from_run:
 * @self: a map
 * @line: a line of the text that runs, from 1
 *
 * Returns: the same line in the text as it is now, 0 if it was edited
 */
guint
ls_line_map_from_run (LsLineMap *self,
                      guint      line)
{
  line = remove_separators (self, line);
  if (line == 0 || line > self->n_run_lines)
    return 0;
  if (line <= self->n_same_above)
    return line;
  if (line > self->n_run_lines - MIN (self->n_same_below, self->n_run_lines))
    return line + self->n_lines - self->n_run_lines;
  return 0;
}

/**
 * ls_line_map_to_run:
 * @self: a map
 * @line: a line of the text as it is now, from 1
 *
 * Returns: the same line in the text that runs, 0 if it was edited
 */
guint
ls_line_map_to_run (LsLineMap *self,
                    guint      line)
{
  if (line == 0 || line > self->n_lines)
    return 0;
  if (line <= self->n_same_above)
    return add_separators (self, line);
  if (line > self->n_lines - MIN (self->n_same_below, self->n_lines))
    return add_separators (self, line + self->n_run_lines - self->n_lines);
  return 0;
}
