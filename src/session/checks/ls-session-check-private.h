/* ls-session-check-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-session-check.h"

G_BEGIN_DECLS

/* The turns of the main agent. */
typedef struct
{
  gsize   position;    /* of the record that begins the longest one */
  guint32 longest_task;   /* whose turn that is, 0 without any turn */
  guint64 longest;        /* µs that it took */
  guint64 began_at;       /* µs */
  guint64 ended_at;
  guint64 n_frames;
  guint64 n_missed;       /* refreshes of the display that came while a frame was late */
  guint64 n_worst;        /* so many of them during the wait and the turn of the frame with most of them */
  guint64 worst_due_at;   /* µs */
  guint64 worst_done_at;
} LsCheckTurns;

/* Expectations read only the trace of a run. There may be as many of them as tasks, so one pass gathers what all of them look
 * up. */

typedef struct
{
  LsRunner   *runner;
  LsTrace    *trace;
  GArray     *names;       /* guint32 text by task */
  GArray     *results;     /* guint32 promise by task */
  GArray     *states;      /* LsCheckOutcome by promise */
  GHashTable *started;     /* name → GArray of guint: the ranks among all starts, from 1, of tasks of this name */
  guint       n_started;
  GHashTable *tasks;       /* name → the first task with a result */
  GHashTable *lines;       /* (nullable) line of the log → GArray of the numbers of such lines */
  LsState    *state;       /* (nullable) */
  gsize       position;    /* of expectations that name no moment */
  guint       n_unhandled;
  GPtrArray  *uncaught;    /* (nullable): const char *: exceptions and rejections that nothing caught */
  LsCheckTurns *turns;     /* (nullable) */
  guint       place;       /* which of its lines an expectation has failed at */
  char       *measured;    /* (nullable): what the run came to, of an expectation that is a bound */
} LsCheckFacts;

/* How a promise has ended. */
typedef struct
{
  guint16 kind;   /* LsRecordKind, 0 while pending */
  guint32 text;
} LsCheckOutcome;

GPtrArray  *ls_runner_check_all  (LsRunner       *runner,
                                  GPtrArray      *expectations,
                                  gsize           position);
void        ls_check_facts_init  (LsCheckFacts   *facts,
                                  LsRunner       *runner,
                                  gsize           position);
void        ls_check_facts_clear (LsCheckFacts   *facts);
char      **ls_check_find_order  (LsExpectation  *self,
                                  LsCheckFacts   *facts);
const char *ls_check_find_result (LsExpectation  *self,
                                  LsCheckFacts   *facts,
                                  const char    **value);

/* ls-session-check-turns.c */
gboolean    ls_check_measure     (LsExpectation  *self,
                                  LsCheckFacts   *facts,
                                  guint64        *value);
char       *ls_check_bounds      (LsExpectation  *self,
                                  LsCheckFacts   *facts);

/* ls-session-check-log.c: each returns (transfer full) (nullable) what was found instead of what is expected. */
char       *ls_check_log          (LsExpectation *self,
                                   LsCheckFacts  *facts);
char       *ls_check_log_contains (LsExpectation *self,
                                   LsCheckFacts  *facts);
char       *ls_check_uncaught     (LsExpectation *self,
                                   LsCheckFacts  *facts);
char       *ls_check_never        (LsExpectation *self,
                                   LsCheckFacts  *facts);

G_END_DECLS
