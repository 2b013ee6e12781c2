/* ls-mark.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-mark.h"

G_DEFINE_BOXED_TYPE (LsMark, ls_mark, ls_mark_copy, ls_mark_free)

/**
 * ls_mark_new:
 * @step: a step of a run
 * @text: a title or a text
 *
 * Makes a bookmark or a note at a step.
 *
 * Returns: (transfer full): a bookmark or a note
 */
LsMark *
ls_mark_new (guint32     step,
             const char *text)
{
  LsMark *self = g_new0 (LsMark, 1);

  self->step = step;
  self->text = g_strdup (text);
  return self;
}

/**
 * ls_mark_copy:
 * @self: a bookmark or a note
 *
 * Makes a copy.
 *
 * Returns: (transfer full): a copy
 */
LsMark *
ls_mark_copy (const LsMark *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return ls_mark_new (self->step, self->text);
}

/**
 * ls_mark_free:
 * @self: (transfer full): a bookmark or a note
 *
 * Frees it.
 */
void
ls_mark_free (LsMark *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->text);
  g_free (self);
}
