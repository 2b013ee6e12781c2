/* ls-body.c: a list of steps
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-step-private.h"

G_DEFINE_BOXED_TYPE (LsBody, ls_body, ls_body_ref, ls_body_unref)

/**
 * ls_body_ref:
 * @self: a body
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self with one reference more
 */
LsBody *
ls_body_ref (LsBody *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * ls_body_unref:
 * @self: (transfer full): a body
 *
 * Gives a reference back.
 */
void
ls_body_unref (LsBody *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_ptr_array_unref (self->steps);
  g_free (self->name);
  g_free (self->pointer);
  g_free (self);
}

/**
 * ls_body_get_id:
 * @self: a body
 *
 * Gets the number of the body in its program.
 *
 * Returns: its number in the program, which records of statements have as their subject; 0 for one of an action
 */
guint32
ls_body_get_id (LsBody *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->id;
}

/**
 * ls_body_get_name:
 * @self: a body
 *
 * Gets the name under which other steps call the body.
 *
 * Returns: (transfer none) (nullable): its name; %NULL if it is written in a step
 */
const char *
ls_body_get_name (LsBody *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->name;
}

/**
 * ls_body_get_pointer:
 * @self: a body
 *
 * Gets the JSON pointer to it in its session.
 *
 * Returns: (transfer none): the JSON pointer to it in its session
 */
const char *
ls_body_get_pointer (LsBody *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->pointer;
}

/**
 * ls_body_is_async:
 * @self: a body
 *
 * Tells whether it awaits or yields somewhere, and so returns a promise when it is called.
 *
 * Returns: whether it awaits or yields somewhere, and so returns a promise when it is called
 */
gboolean
ls_body_is_async (LsBody *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->is_async;
}

/**
 * ls_body_get_n_steps:
 * @self: a body
 *
 * Counts the steps.
 *
 * Returns: how many steps it has
 */
guint
ls_body_get_n_steps (LsBody *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->steps->len;
}

/**
 * ls_body_get_step:
 * @self: a body
 * @index: less than [method@Body.get_n_steps]
 *
 * Gets one of the steps.
 *
 * Returns: (transfer none) (nullable): a step
 */
LsStep *
ls_body_get_step (LsBody *self,
                  guint   index)
{
  g_return_val_if_fail (self != NULL, NULL);

  return index < self->steps->len ? g_ptr_array_index (self->steps, index) : NULL;
}
