/* ls-bars-key-private.h: when tasks run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-trace.h"

G_BEGIN_DECLS

/* Where the bar of a task has not been placed. */
#define LS_BARS_NOWHERE G_MAXUINT64

/* The turn of a task in a run. */
typedef struct
{
  char    *name;
  guint    n_turns;    /* that tasks of this name have; what follows is of the first one */
  guint32  task;       /* 0 for none */
  guint32  agent;
  guint64  start;      /* µs */
  guint64  length;     /* µs */
  gsize    position;   /* after which it has begun */
} LsBar;

typedef struct _LsBarsKey LsBarsKey;

LsBarsKey   *ls_bars_key_new          (const char *const *names,
                                       LsTrace           *trace,
                                       gsize              position);
void         ls_bars_key_free         (LsBarsKey         *self);
guint        ls_bars_key_get_n_bars   (LsBarsKey         *self);
const LsBar *ls_bars_key_get_bar      (LsBarsKey         *self,
                                       guint              bar);
guint64      ls_bars_key_get_span     (LsBarsKey         *self,
                                       guint64           *begin,
                                       guint64           *end);
char        *ls_bars_key_find_fault   (LsBarsKey         *self,
                                       guint64            tolerance);
gboolean     ls_bars_key_is_right     (LsBarsKey         *self,
                                       guint              bar,
                                       guint64            start,
                                       guint64            tolerance);
char        *ls_bars_key_find_mistake (LsBarsKey         *self,
                                       GArray            *given,
                                       guint64            tolerance,
                                       guint             *wrong);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsBarsKey, ls_bars_key_free)

G_END_DECLS
