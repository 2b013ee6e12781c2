/* ls-pick-key-private.h: which task is next at a moment of a run, and why the others are not
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-state.h"

G_BEGIN_DECLS

/* How many of the tasks that wait have a reason. */
#define LS_PICK_MAX_REASONS 8

/* A task that waits at the moment. */
typedef struct
{
  guint32  task;
  char    *name;     /* in quotation marks */
  char    *reason;   /* a sentence: why it is next, or what it waits for; NULL for all but the first */
} LsPickCandidate;

typedef struct _LsPickKey LsPickKey;

LsPickKey             *ls_pick_key_new             (LsTrace   *trace,
                                                    gsize      position);
void                   ls_pick_key_free            (LsPickKey *self);
guint32                ls_pick_key_get_next        (LsPickKey *self);
LsState               *ls_pick_key_get_end         (LsPickKey *self);
char                  *ls_pick_key_dup_next_name   (LsPickKey *self);
guint                  ls_pick_key_get_n_waiting   (LsPickKey *self);
const LsPickCandidate *ls_pick_key_get_waiting     (LsPickKey *self,
                                                    guint      index);
char                  *ls_pick_key_find_fault      (LsPickKey *self);
char                  *ls_pick_key_find_mistake    (LsPickKey *self,
                                                    guint32    task);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPickKey, ls_pick_key_free)

G_END_DECLS
