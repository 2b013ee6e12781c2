/* ls-explain.h: why this task is next, and what the others wait for
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-state.h"

G_BEGIN_DECLS

/**
 * LsExplanationKind:
 *
 * What an explanation says of its task.
 */
typedef enum
{
  LS_EXPLANATION_NOTHING_RUNNABLE,   /* there is no next task; the loop waits, or is done */
  LS_EXPLANATION_NEXT,               /* the task is next */
  LS_EXPLANATION_WAITS_PRIORITY,     /* a queue of higher effective priority, or a higher rank, has runnable tasks */
  LS_EXPLANATION_WAITS_ORDER,        /* older tasks of the same queue or the same priority come first */
  LS_EXPLANATION_WAITS_DELAY,        /* its delay has not ended */
  LS_EXPLANATION_WAITS_INCOMING,     /* in an incoming queue that has not been taken over yet */
  LS_EXPLANATION_WAITS_TURN,         /* the running turn (its callback or its microtasks) must end first */
  LS_EXPLANATION_RUNNING,
  LS_EXPLANATION_FINISHED,
  LS_EXPLANATION_REMOVED,
  LS_EXPLANATION_UNKNOWN_TASK
} LsExplanationKind;

/** LsExplanation: an answer, as text and as data. */
typedef struct
{
  LsExplanationKind kind;
  guint32           task;           /* 0 for "nothing runnable" */
  guint32           blocker;        /* task that comes before it, the running task, or 0 */
  guint32           queue;          /* scheduler task queue of @task or 0 */
  guint32           n_candidates;   /* runnable queues */
  guint32           n_before;       /* how many queued tasks come before it as things stand */
  gint8             effective_priority; /* -1 where it has none */
  guint8            rank;
  LsClause          clause;
  guint8            first_step, last_step;
  char             *title;          /* "Why is “decode ↻” next?" */
  char             *text;           /* whole sentences */
  char             *reference;      /* "§2.4.3 select the next …, steps 5–6" */
} LsExplanation;

LsExplanation *ls_explain_next     (LsState       *state);
LsExplanation *ls_explain_task     (LsState       *state,
                                    guint32        task);
void           ls_explanation_free (LsExplanation *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsExplanation, ls_explanation_free)

G_END_DECLS
