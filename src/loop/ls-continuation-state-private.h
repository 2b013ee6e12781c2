/* ls-continuation-state-private.h: what a task passes on to the jobs that continue it, §2.3 and §4.1.2
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-record.h"

G_BEGIN_DECLS

typedef struct _LsContinuationState LsContinuationState;

/**
 * LsContinuationStateClass:
 * @free_value: frees a value
 * @describe: writes the value's abort source, priority source and priority to a record
 *
 * The functions by which the loop handles the values that schedulers keep in a continuation state.
 */
typedef struct
{
  void (*free_value) (gpointer  value);
  void (*describe)   (gpointer  value,
                      LsRecord *record);
} LsContinuationStateClass;

/**
 * LsContinuationState:
 *
 * The specification's continuation state: a map from schedulers to scheduling states. A state never changes. To add an entry, a
 * scheduler puts a new map in front of the old one. So the clones of §4.1.4 and §4.1.5 are references.
 */
struct _LsContinuationState
{
  guint                           ref_count;
  guint32                         name;     /* text: the name of the task that it began with, for its continuations */
  gconstpointer                   key;
  gpointer                        value;
  const LsContinuationStateClass *klass;
  LsContinuationState            *rest;     /* (nullable) (owned) */
  char                           *label;    /* (nullable) (owned): the text of @name, a GRefString, also without records */
};

LsContinuationState *ls_continuation_state_new      (gconstpointer                   key,
                                                     gpointer                        value,
                                                     const LsContinuationStateClass *klass,
                                                     guint32                         name,
                                                     LsContinuationState            *rest);
void                 ls_continuation_state_free     (LsContinuationState            *self);
gpointer             ls_continuation_state_get      (LsContinuationState            *self,
                                                     gconstpointer                   key);
void                 ls_continuation_state_describe (LsContinuationState            *self,
                                                     LsRecord                       *record);

static inline LsContinuationState *
ls_continuation_state_ref (LsContinuationState *self)
{
  if (self != NULL)
    self->ref_count++;
  return self;
}

static inline void
ls_continuation_state_unref (LsContinuationState *self)
{
  if (self != NULL && --self->ref_count == 0)
    ls_continuation_state_free (self);
}

G_END_DECLS
