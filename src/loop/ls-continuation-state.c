/* ls-continuation-state.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-continuation-state-private.h"

/* Takes over @value and the reference to @rest. */
LsContinuationState *
ls_continuation_state_new (gconstpointer                   key,
                           gpointer                        value,
                           const LsContinuationStateClass *klass,
                           guint32                         name,
                           LsContinuationState            *rest)
{
  LsContinuationState *self = g_new (LsContinuationState, 1);

  *self = (LsContinuationState) { 1, name, key, value, klass, rest, NULL };
  return self;
}

void
ls_continuation_state_free (LsContinuationState *self)
{
  ls_continuation_state_unref (self->rest);
  self->klass->free_value (self->value);
  g_clear_pointer (&self->label, g_ref_string_release);
  g_free (self);
}

/* §4.1.2 get the continuation state value */
gpointer
ls_continuation_state_get (LsContinuationState *self,
                           gconstpointer        key)
{
  for (; self != NULL; self = self->rest)
    if (self->key == key)
      return self->value;

  return NULL;
}

void
ls_continuation_state_describe (LsContinuationState *self,
                                LsRecord            *record)
{
  record->priority = LS_TASK_PRIORITY_NONE;
  if (self != NULL)
    self->klass->describe (self->value, record);
}
