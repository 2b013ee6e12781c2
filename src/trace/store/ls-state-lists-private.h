/* ls-state-lists-private.h: what a whole state consists of, in the order in which it is shown
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-state.h"

G_BEGIN_DECLS

GArray *ls_state_list_queues     (LsState *state);
GArray *ls_state_list_dependents (LsState *state);

/* An element of ls_state_list_dependents(). */
typedef struct
{
  guint32 source;
  guint32 dependent;
} LsDependency;

guint   ls_dependencies_find     (const GArray *dependencies,
                                  guint32       source);

G_END_DECLS
