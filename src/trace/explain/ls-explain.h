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
 * @LS_EXPLANATION_NOTHING_RUNNABLE: there is no next task; the loop waits, or is done
 * @LS_EXPLANATION_NEXT: the task is next
 * @LS_EXPLANATION_WAITS_PRIORITY: a queue of higher effective priority, or a higher rank, has runnable tasks, or a rule of the
 *   preset gives another rank a turn
 * @LS_EXPLANATION_WAITS_ORDER: tasks of the same queue or the same priority come first: older ones, or one that a rule of the
 *   preset lets go first
 * @LS_EXPLANATION_WAITS_DELAY: its delay has not ended
 * @LS_EXPLANATION_WAITS_INCOMING: in an incoming queue that has not been taken over yet
 * @LS_EXPLANATION_WAITS_TURN: the running turn (its callback or its microtasks) must end first
 * @LS_EXPLANATION_RUNNING: the task runs
 * @LS_EXPLANATION_FINISHED: the task has run
 * @LS_EXPLANATION_REMOVED: the task was removed before it ran
 * @LS_EXPLANATION_UNKNOWN_TASK: no task of that number is known
 * @LS_EXPLANATION_BEFORE_POSTED: the task ran before the other one was posted
 * @LS_EXPLANATION_BEFORE_QUEUED: the task ran while the other one was delayed or on the way to its queue
 * @LS_EXPLANATION_BEFORE_PRIORITY: the task ran first because its queue had a better rank or a higher effective priority
 * @LS_EXPLANATION_BEFORE_ORDER: the task ran first because it was older
 * @LS_EXPLANATION_BEFORE_RULE: the task ran first because a rule of the preset gave it a turn
 * @LS_EXPLANATION_BEFORE_REMOVED: the task ran, and the other one had been taken away: there was nothing to choose
 * @LS_EXPLANATION_NEITHER_RAN: neither of two tasks has run
 * @LS_EXPLANATION_NEXT_SO_FAR: the task is next as things stand, but what runs first may change that
 *
 * What an explanation says of its task.
 */
typedef enum
{
  LS_EXPLANATION_NOTHING_RUNNABLE,
  LS_EXPLANATION_NEXT,
  LS_EXPLANATION_WAITS_PRIORITY,
  LS_EXPLANATION_WAITS_ORDER,
  LS_EXPLANATION_WAITS_DELAY,
  LS_EXPLANATION_WAITS_INCOMING,
  LS_EXPLANATION_WAITS_TURN,
  LS_EXPLANATION_RUNNING,
  LS_EXPLANATION_FINISHED,
  LS_EXPLANATION_REMOVED,
  LS_EXPLANATION_UNKNOWN_TASK,
  LS_EXPLANATION_BEFORE_POSTED,
  LS_EXPLANATION_BEFORE_QUEUED,
  LS_EXPLANATION_BEFORE_PRIORITY,
  LS_EXPLANATION_BEFORE_ORDER,
  LS_EXPLANATION_BEFORE_RULE,
  LS_EXPLANATION_BEFORE_REMOVED,
  LS_EXPLANATION_NEITHER_RAN,
  LS_EXPLANATION_NEXT_SO_FAR
} LsExplanationKind;

#define LS_TYPE_EXPLANATION (ls_explanation_get_type ())

/**
 * LsExplanation:
 * @kind: what it says
 * @task: 0 for "nothing runnable"; of two tasks the one that ran first
 * @other: of two tasks the other one, else 0
 * @position: where it holds: candidates are those of this position
 * @blocker: the task that comes before it, the running task, or 0
 * @queue: the scheduler task queue of @task, or 0
 * @n_candidates: how many queues were runnable
 * @n_before: how many queued tasks come before it as things stand
 * @effective_priority: 0 to 5, higher is served first; -1 where @task has none
 * @rank: the rank of @task in the preset's table; 0 is served first
 * @clause: the clause that decided
 * @first_step: the first step of the clause that decided, or 0
 * @last_step: the last one, or 0
 * @title: such as "Next: “decode ↻”"
 * @sentence: the first of @text: the answer, with what decided
 * @text: whole sentences
 * @reference: such as "§2.4.3 select the next …, steps 5–6"
 *
 * An answer, as text and as data.
 */
typedef struct
{
  LsExplanationKind kind;
  guint32           task;
  guint32           other;
  gsize             position;
  guint32           blocker;
  guint32           queue;
  guint32           n_candidates;
  guint32           n_before;
  gint8             effective_priority;
  guint8            rank;
  LsClause          clause;
  guint8            first_step, last_step;
  char             *title;
  char             *sentence;
  char             *text;
  char             *reference;
} LsExplanation;

LS_AVAILABLE_IN_1_0
GType          ls_explanation_get_type          (void);
LS_AVAILABLE_IN_1_0
LsExplanation *ls_explain_next                  (LsState             *state);
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
