/* ls-explain.h: why this task is next, and what the others wait for
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-candidate.h"
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
  LS_EXPLANATION_WAITS_PRIORITY,     /* a queue of higher effective priority, or a higher rank, has runnable tasks, or
                                        a rule of the preset gives another rank a turn */
  LS_EXPLANATION_WAITS_ORDER,        /* tasks of the same queue or the same priority come first: older ones, or one that
                                        a rule of the preset lets go first */
  LS_EXPLANATION_WAITS_DELAY,        /* its delay has not ended */
  LS_EXPLANATION_WAITS_INCOMING,     /* in an incoming queue that has not been taken over yet */
  LS_EXPLANATION_WAITS_TURN,         /* the running turn (its callback or its microtasks) must end first */
  LS_EXPLANATION_RUNNING,
  LS_EXPLANATION_FINISHED,
  LS_EXPLANATION_REMOVED,
  LS_EXPLANATION_UNKNOWN_TASK,
  LS_EXPLANATION_BEFORE_POSTED,      /* the task ran before the other one was posted */
  LS_EXPLANATION_BEFORE_QUEUED,      /* … while the other one was delayed or on the way to its queue */
  LS_EXPLANATION_BEFORE_PRIORITY,    /* … because its queue had a better rank or a higher effective priority */
  LS_EXPLANATION_BEFORE_ORDER,       /* … because it was older */
  LS_EXPLANATION_BEFORE_RULE,        /* … because a rule of the preset gave it a turn */
  LS_EXPLANATION_BEFORE_REMOVED,     /* … but the other one had been taken away, so there was nothing to choose */
  LS_EXPLANATION_NEITHER_RAN,        /* neither of two tasks has run */
  LS_EXPLANATION_NEXT_SO_FAR         /* the task is next as things stand, but what runs first may change that */
} LsExplanationKind;

#define LS_TYPE_EXPLANATION (ls_explanation_get_type ())

/**
 * LsExplanation:
 *
 * An answer, as text and as data.
 */
typedef struct
{
  LsExplanationKind kind;
  guint32           task;           /* 0 for "nothing runnable"; of two tasks the one that ran first */
  guint32           other;          /* of two tasks the other one, else 0 */
  gsize             position;       /* where it holds: candidates are those of this position */
  guint32           blocker;        /* task that comes before it, the running task, or 0 */
  guint32           queue;          /* scheduler task queue of @task or 0 */
  guint32           n_candidates;   /* runnable queues */
  guint32           n_before;       /* how many queued tasks come before it as things stand */
  gint8             effective_priority; /* -1 where it has none */
  guint8            rank;
  LsClause          clause;
  guint8            first_step, last_step;
  char             *title;          /* "Next: “decode ↻”" */
  char             *sentence;       /* the first of @text: the answer, with what decided */
  char             *text;           /* whole sentences */
  char             *reference;      /* "§2.4.3 select the next …, steps 5–6" */
} LsExplanation;

LS_AVAILABLE_IN_1_0
GType          ls_explanation_get_type          (void);
LS_AVAILABLE_IN_1_0
LsExplanation *ls_explain_next                  (LsState             *state);
LS_AVAILABLE_IN_1_0
LsExplanation *ls_explain_held                  (LsState             *state,
                                                 guint32              task);
LS_AVAILABLE_IN_1_0
LsExplanation *ls_explain_task                  (LsState             *state,
                                                 guint32              task);
LS_AVAILABLE_IN_1_0
LsExplanation *ls_explain_before                (LsTrace             *trace,
                                                 guint32              task,
                                                 guint32              other);
LS_AVAILABLE_IN_1_0
LsExplanation *ls_explain_then                  (LsTrace             *trace,
                                                 guint32              task);
LS_AVAILABLE_IN_1_0
gsize          ls_explain_find_selection        (LsTrace             *trace,
                                                 guint32              task);
LS_AVAILABLE_IN_1_0
LsCandidate   *ls_explain_candidates            (LsState             *state,
                                                 guint               *n_candidates);
LS_AVAILABLE_IN_1_0
char          *ls_explain_candidate             (LsState             *state,
                                                 const LsCandidate   *candidates,
                                                 guint                n_candidates,
                                                 guint                index);
LS_AVAILABLE_IN_1_0
LsExplanation *ls_explanation_copy              (const LsExplanation *self);
LS_AVAILABLE_IN_1_0
void           ls_explanation_free              (LsExplanation       *self);
LS_AVAILABLE_IN_1_0
gboolean       ls_explanation_has_candidates    (const LsExplanation *self);
LS_AVAILABLE_IN_1_0
char          *ls_explanation_to_json           (const LsExplanation *self);
LS_AVAILABLE_IN_1_0
char          *ls_explanation_to_text           (const LsExplanation *self,
                                                 LsState             *state);
LS_AVAILABLE_IN_1_0
const char    *ls_explanation_kind_to_string    (LsExplanationKind    kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsExplanation, ls_explanation_free)

G_END_DECLS
