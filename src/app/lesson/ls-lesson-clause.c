/* ls-lesson-clause.c: where the answer to a question is specified
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-clause.h"

#include <glib/gi18n.h>

#include "ls-widget.h"

static gboolean
is_of_specification (const char *number)
{
  return g_str_has_prefix (number, "HTML") || g_str_has_prefix (number, "DOM") || g_str_has_prefix (number, "ECMAScript");
}

/**
 * ls_lesson_clause_show:
 * @label: a label
 * @clause: a clause of a specification, LS_CLAUSE_NONE for none
 * @step: a step of its algorithm, 0 for none
 *
 * Shows a clause to those who do not know of what its number is: a sentence names the specification. Hides the label without one.
 */
void
ls_lesson_clause_show (GtkWidget *label,
                       LsClause   clause,
                       guint      step)
{
  const char *number = ls_clause_get_number (clause);
  const gboolean is_section = g_str_has_prefix (number, "§");
  g_autofree char *where = is_section ? g_strdup_printf ("Prioritized Task Scheduling %s", number) : g_strdup (number);
  g_autofree char *text = NULL;

  ls_widget_show_clause (label, clause, step);
  if (!is_section && !is_of_specification (number))
    return;
  if (step > 0)
    /* Translators: a specification, the name of an algorithm in it, and one of its steps */
    text = g_strdup_printf (_("Specified in %s: “%s”, step %u"), where, ls_clause_get_title (clause), step);
  else
    /* Translators: a specification, and the name of an algorithm in it */
    text = g_strdup_printf (_("Specified in %s: “%s”"), where, ls_clause_get_title (clause));
  ls_widget_show_text (label, text);
}
