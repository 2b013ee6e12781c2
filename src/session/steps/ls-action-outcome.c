/* ls-action-outcome.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-action-outcome.h"

#include <glib/gi18n-lib.h>

#include "ls-names-private.h"
#include "ls-plain-type-private.h"

LS_DEFINE_PLAIN_TYPE (LsActionOutcome, ls_action_outcome)

/* As files have them. */
static const char *const names[LS_N_ACTION_RESULTS] = {
  [LS_ACTION_PENDING] = "pending",
  [LS_ACTION_DONE] = "done",
  [LS_ACTION_OFF] = "off",
  [LS_ACTION_NO_MOMENT] = "no-moment",
  [LS_ACTION_NOTHING_YIELDS] = "nothing-yields",
  [LS_ACTION_NO_TASK] = "no-task",
  [LS_ACTION_NO_NAME] = "no-name",
};

/**
 * ls_action_result_to_string: (skip)
 * @self: a result
 *
 * Gets the name of a result.
 *
 * Returns: (nullable): its name in files, %NULL if it is none
 */
const char *
ls_action_result_to_string (LsActionResult self)
{
  return (guint) self < LS_N_ACTION_RESULTS ? names[self] : NULL;
}

/**
 * ls_action_result_from_string: (skip)
 * @string: a name
 * @result: (out): the result
 *
 * Looks up a name, as ls_action_result_to_string() has it.
 *
 * Returns: whether there is such a result; @result is set only then
 */
gboolean
ls_action_result_from_string (const char     *string,
                              LsActionResult *result)
{
  guint found;

  if (!ls_find_name (names, G_N_ELEMENTS (names), string, &found))
    return FALSE;
  *result = (LsActionResult) found;
  return TRUE;
}

/**
 * ls_action_result_to_words: (skip)
 * @self: a result
 *
 * Says a result for people.
 *
 * Returns: a sentence without a full stop, in the language of the locale
 */
const char *
ls_action_result_to_words (LsActionResult self)
{
  switch (self)
    {
    case LS_ACTION_PENDING:
      return _("The run has not reached it yet");
    case LS_ACTION_DONE:
      return _("Done");
    case LS_ACTION_OFF:
      return _("Switched off");
    case LS_ACTION_NO_MOMENT:
      return _("This run never reaches its position");
    case LS_ACTION_NOTHING_YIELDS:
      return _("No callback runs at its position, so nothing can yield");
    case LS_ACTION_NO_TASK:
      return _("The task it belongs to does not run");
    case LS_ACTION_NO_NAME:
      return _("What it refers to does not exist at its position");
    default:
      g_return_val_if_reached ("");
    }
}

/**
 * ls_action_result_is_problem: (skip)
 * @self: a result
 *
 * Tells whether a result is a problem.
 *
 * Returns: whether the action should have been done, and was not
 */
gboolean
ls_action_result_is_problem (LsActionResult self)
{
  return self > LS_ACTION_OFF && self < LS_N_ACTION_RESULTS;
}
