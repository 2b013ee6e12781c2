/* ls-explain-held.c: what is next where the program or page is held before it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explain-private.h"

#include <glib/gi18n-lib.h>

#include "ls-selection-private.h"
#include "ls-state-private.h"
#include "ls-trace-names-private.h"

static gboolean
is_program (LsState *state)
{
  return ls_state_is_of_glib (state) || ls_state_is_of_node (state);
}

/* Whether what is held is next for no other reason: the model does not choose it, or does not know. A source that GLib is going to
 * dispatch has been chosen, and the rule can say why, unless it says otherwise. */
static gboolean
is_held_only (LsState *state)
{
  const guint32 next = ls_state_get_next_task (state), expected = ls_state_get_expected_task (state);

  if (ls_state_get_next_basis (state) != LS_NEXT_HELD || expected == next)
    return FALSE;
  return expected != 0 || !ls_state_is_of_glib (state) ||
         ls_state_get_task (ls_state_get_ahead (state), next)->status == LS_TASK_STATUS_DELAYED;
}

/* Says that the task is held. That is the answer where there is no other reason, and then comes what the model has in its place. */
void
ls_explanation_add_held (LsExplanation *self,
                         LsState       *state)
{
  const guint32 next = ls_state_get_next_task (state), expected = ls_state_get_expected_task (state);
  g_autofree char *name = NULL, *other = NULL;

  if (!is_held_only (state))
    {
      ls_explanation_add (self, g_strdup (is_program (state) ? _("The program is held before it.") : _("The page is held before it.")));
      return;
    }
  if (expected != 0)
    ls_explanation_name_two (ls_state_get_ahead (state), next, expected, &name, &other);
  else
    name = ls_names_say_task (ls_state_get_ahead (state), next);
  /* Translators: a task */
  ls_explanation_begin (self, g_strdup_printf (is_program (state) ? _("%s is next: the program is held before it.")
                                                                  /* Translators: a task */
                                                                  : _("%s is next: the page is held before it."), name));
  ls_explanation_set_clause (self, LS_CLAUSE_NONE, 0, 0);
  if (expected != 0)
    ls_explanation_add (self, g_strdup_printf (ls_state_is_of_glib (state)
                                                 /* Translators: a source of GLib */
                                                 ? _("By GLib's rule, %s would be dispatched next.")
                                                 /* Translators: a task */
                                                 : _("The model of the browser expected %s."), other));
}

/* Returns (transfer full) that a task waits for the one before which the program or page is held, though the model has it first, or
 * does not know; NULL where the model can say why. */
char *
ls_explanation_say_held_back (LsState *state,
                              guint32  task)
{
  const guint32 next = ls_state_get_next_task (state);
  g_autofree char *name = NULL, *winner = NULL;

  if (!is_held_only (state) || task == next)
    return NULL;
  ls_explanation_name_two (ls_state_get_ahead (state), next, task, &winner, &name);
  if (ls_state_get_expected_task (state) == task && ls_state_is_of_glib (state))
    /* Translators: a source of GLib, the one before which the program is held */
    return g_strdup_printf (_("%s waits for %s, before which the program is held. By GLib's rule, it would be dispatched first."), name,
                            winner);
  if (ls_state_get_expected_task (state) == task)
    /* Translators: a task, the one before which the page is held */
    return g_strdup_printf (_("%s waits for %s, before which the page is held. The model of the browser expected it first."), name, winner);
  /* Translators: a task, the one before which the page or the program is held */
  return g_strdup_printf (is_program (state) ? _("%s waits for %s, before which the program is held.")
                                             /* Translators: a task, the one before which the page is held */
                                             : _("%s waits for %s, before which the page is held."), name, winner);
}

/* Says how many tasks the choice leaves out. */
void
ls_explanation_add_deferred (LsExplanation *self,
                             LsState       *ahead)
{
  const guint n_tasks = ls_selection_count_deferred (ls_state_get_world (ahead));

  if (n_tasks > 0)
    ls_explanation_add (self,
                        /* Translators: the input is a click, or a key press */
                        g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                                      "%u task is held back until the frame after the input is drawn.",
                                                      "%u tasks are held back until the frame after the input is drawn.", n_tasks),
                                         n_tasks));
}
