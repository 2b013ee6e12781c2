/* ls-explain-private.h: what the files of the explanations share
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-explain.h"
#include "ls-selection-private.h"

G_BEGIN_DECLS

/* How an explanation speaks of a choice. */
typedef enum
{
  LS_EXPLANATION_PRESENT,
  LS_EXPLANATION_SO_FAR,
  LS_EXPLANATION_PAST,
  LS_EXPLANATION_TOLD,      /* of a run that is told: who reads it may be at a moment before the choice, or after it */
  LS_EXPLANATION_WAITING    /* of the task that has to wait */
} LsExplanationTense;

/* What decides between two tasks. */
typedef enum
{
  LS_REASON_PRIORITY,        /* of two tasks of schedulers */
  LS_REASON_CONTINUATION,    /* both have the same priority, and the winner is a continuation */
  LS_REASON_RANK,
  LS_REASON_SAME_PRIORITY,   /* age, among tasks of schedulers */
  LS_REASON_SAME_QUEUE,      /* age, in a queue of the loop */
  LS_REASON_SAME_RANK,       /* age, among other queues of one rank */
  LS_REASON_BEST_QUEUE,      /* the schedulers offer their best queue, and the loser is in another one */
  LS_REASON_FAIR_TURN,
  LS_REASON_STARVATION_GUARD,
  LS_REASON_ATTACHED,        /* of two sources of GLib with one priority, the first one that was attached */
  LS_REASON_ITERATION,       /* the other source became ready after the iteration had begun */
  LS_REASON_READINESS,       /* it may have */
  LS_REASON_DEFERRED,        /* the loser waits for the frame after a discrete input event */
  LS_REASON_UNKNOWN          /* the trace chose otherwise than its preset says */
} LsReason;

LsReason       ls_explanation_find_reason          (const LsWorld      *world,
                                                    const LsNextTask   *winner,
                                                    const LsNextTask   *loser);
LsExplanation *ls_explanation_new                  (LsExplanationKind   kind,
                                                    guint32             task);
void           ls_explanation_set_clause           (LsExplanation      *self,
                                                    LsClause            clause,
                                                    guint               first_step,
                                                    guint               last_step);
void           ls_explanation_settle_clause        (LsExplanation      *self,
                                                    LsState            *state);
void           ls_explanation_set_selection_clause (LsExplanation      *self,
                                                    gboolean            scheduler,
                                                    guint               flags);
void           ls_explanation_say                  (GString            *text,
                                                    const char         *format,
                                                    ...) G_GNUC_PRINTF (2, 3);
void           ls_explanation_begin                (LsExplanation      *self,
                                                    char               *sentence);
void           ls_explanation_add                  (LsExplanation      *self,
                                                    char               *sentence);
void           ls_explanation_put_first            (LsExplanation      *self,
                                                    char               *sentence);
void           ls_explanation_set_described        (LsExplanation      *self,
                                                    LsState            *state,
                                                    const LsNextTask   *described);
char          *ls_explanation_say_reason           (LsState            *state,
                                                    LsExplanationTense  tense,
                                                    const LsNextTask   *winner,
                                                    const LsNextTask   *loser,
                                                    const char         *name,
                                                    const char         *other);
char          *ls_explanation_say_untold           (LsExplanationTense  tense,
                                                    const char         *name);
char          *ls_explanation_say_choice           (LsState            *state,
                                                    LsExplanationTense  tense,
                                                    const LsNextTask   *winner);
guint32        ls_explanation_find_runner_up       (LsState            *state,
                                                    const LsNextTask   *winner);
void           ls_explanation_name_two             (LsState            *state,
                                                    guint32             task,
                                                    guint32             other,
                                                    char              **name,
                                                    char              **other_name);
gboolean       ls_explanation_describe_next        (LsState            *state,
                                                    LsNextTask         *next);
LsExplanation *ls_explanation_new_next             (LsState            *state,
                                                    LsExplanationTense  tense);
LsExplanation *ls_explanation_new_task             (LsState            *state,
                                                    guint32             task,
                                                    LsExplanationTense  tense);
char          *ls_source_rule_say                  (LsExplanationTense  tense,
                                                    LsReason            reason,
                                                    const char         *name,
                                                    const char         *other);
char          *ls_source_rule_say_only             (LsExplanationTense  tense,
                                                    const char         *name);
void           ls_explanation_add_held             (LsExplanation      *self,
                                                    LsState            *state);
char          *ls_explanation_say_held_back        (LsState            *state,
                                                    guint32             task);
void           ls_explanation_add_change           (LsExplanation      *self,
                                                    LsState            *state);
void           ls_explanation_add_raise            (LsExplanation      *self,
                                                    LsState            *state);
void           ls_explanation_add_deferred         (LsExplanation      *self,
                                                    LsState            *ahead);
void           ls_explanation_add_agent            (LsExplanation      *self,
                                                    LsState            *state);
void           ls_explanation_add_doubt            (LsExplanation      *self,
                                                    LsState            *state);

G_END_DECLS
