/* ls-foresight-private.h: which task is next at a position, and the state in which it is selected
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-selection-private.h"
#include "ls-state.h"

G_BEGIN_DECLS

/* Up to so many delays that are over, each task is moved to its queue to find the next one. */
#define LS_FORESIGHT_FEW 256

/* What is foreseen at a position. */
typedef struct
{
  guint32     task;       /* 0 where nothing follows */
  guint32     queue;      /* scheduler task queue, or 0 */
  guint32     expected;   /* where @task is held: what the model has in its place, 0 where nobody knows */
  LsNextBasis basis;
  gsize       position;   /* of the record that selects the task, G_MAXSIZE where there is none yet */
} LsForesight;

/* What a state remembers of its search for the next selection. */
typedef struct
{
  guint32  agent;         /* whose selection, 0 for that of any */
  gsize    from, to;      /* no record from @from up to @to is one */
  guint32  agent_at_end;  /* whose record the one at @to is, unless that begins with another agent */
  gboolean found;         /* the record at @to is one */
} LsSelectionSearch;

/* What a state knows of what follows its position. */
typedef struct
{
  gboolean          is_known;     /* @foresight is that of the position */
  gsize             length;       /* of the trace, when it was found */
  LsForesight       foresight;
  LsSelectionSearch search;
  LsState          *reached;      /* (nullable): the state at what follows, as far as it is recorded */
  LsState          *foreseen;     /* (nullable): @reached, and what the engine will do from there to the next selection, as far as
                                   * that tells what is next and why */
  LsState          *whole;        /* (nullable): the same with all that it will do */
  guint32           held;         /* before it, what is watched is held in @foreseen, 0 for none */
  guint             held_serial;  /* of the trace, when that was found */
  gsize             foreseen_at;  /* the position of @reached when @foreseen was made */
} LsFuture;

gboolean           ls_selection_search_run  (LsSelectionSearch *self,
                                             LsTrace           *trace,
                                             gsize              from,
                                             guint32            current_agent,
                                             guint32            agent);
gboolean           ls_world_foresee         (LsWorld           *self,
                                             guint              few);
gboolean           ls_world_is_between_turns (const LsWorld    *self);

void               ls_future_clear          (LsFuture          *self);

const LsForesight *ls_state_get_foresight   (LsState           *self);
LsState           *ls_state_get_choice      (LsState           *self);

LsState           *ls_state_new_copy        (LsState           *other);
LsWorld           *ls_state_edit_world      (LsState           *self);
LsFuture          *ls_state_get_future      (LsState           *self);

G_END_DECLS
