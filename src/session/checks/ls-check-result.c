/* ls-check-result.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-check.h"

G_DEFINE_BOXED_TYPE (LsCheckResult, ls_check_result, ls_check_result_copy, ls_check_result_free)

/**
 * ls_check_result_copy:
 * @self: a result
 *
 * Makes a copy.
 *
 * Returns: (transfer full): a copy
 */
LsCheckResult *
ls_check_result_copy (const LsCheckResult *self)
{
  LsCheckResult *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_new0 (LsCheckResult, 1);
  copy->title = g_strdup (self->title);
  copy->passed = self->passed;
  copy->message = g_strdup (self->message);
  copy->script = g_strdup (self->script);
  copy->line = self->line;
  copy->measured = g_strdup (self->measured);
  return copy;
}

/**
 * ls_check_result_free:
 * @self: (transfer full): a result
 *
 * Frees it.
 */
void
ls_check_result_free (LsCheckResult *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->title);
  g_free (self->message);
  g_free (self->script);
  g_free (self->measured);
  g_free (self);
}
