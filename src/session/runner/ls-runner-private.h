/* ls-runner-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-agent-program-private.h"
#include "ls-interpreter-private.h"
#include "ls-runner-driver-private.h"
#include "ls-runner.h"
#include "ls-turn-tracker-private.h"

G_BEGIN_DECLS

/* How many statements the report of an exception or rejection of a runtime's program counts as: it takes as long as these, and
 * whoever reads it takes longer. */
#define LS_RUNNER_REPORT_STATEMENTS 10

struct _LsRunner
{
  GObject                 parent_instance;

  LsSession              *session;
  LsTrace                *trace;
  LsRunnerDriver         *driver;
  LsEventLoop            *loop;         /* of the main agent */
  LsInterpreter          *interpreter;
  LsInterpreterHost       host;
  LsSettings             *settings;
  GPtrArray              *actions;      /* those with a moment of their own, in the order of their stamps */
  guint                   next_action;  /* the first of them that is not done yet */
  GPtrArray              *followers;    /* those that follow tasks, in the order of the file */
  guint                   n_following;  /* how many of them are not done yet */
  gboolean                follows;      /* outcomes say by what tasks are known */
  LsTurnTracker           tracker;      /* without a trace while it is not in use */
  gsize                   n_tracked;    /* records that it has read */
  guint32                 tracked_turn; /* whose task it knows */
  GArray                 *outcomes;     /* LsActionOutcome, as the session has the actions */
  guint                   n_outcomes;   /* how often they have changed */
  GPtrArray              *unapplied;    /* LsAction: those whose moment never came */
  GCancellable           *cancellable;  /* of the call that is under way */
  gint64                  deadline;     /* of an exploration, on the monotonic clock, when the run is cancelled; 0 for none */
  LsRunnerState           state;
  char                   *message;
  guint32                 n_steps;
  gsize                   start;        /* position in the trace at which the first step begins */

  /* Where there are several agents */
  LsAgent                *agent;        /* (unowned) (nullable): the main one */
  LsAgentProgram         *agents;
  GError                 *start_error;  /* of the program, until the function that makes the runner returns it */
  GPtrArray              *broken;       /* for each expectation of the session how it did not hold at some moment; NULL: all held */
  LsPreset                preset;
  gboolean                without_trace;
  gboolean                main_can_block;
  guint                   n_realms;     /* (atomic): workers that the runtime has made */
  gboolean                is_explored;  /* an explorer steps the cluster of its driver */

  LsRunnerOutputFunc      output;       /* or NULL */
  gpointer                output_data;

  /* Where the program is not of steps */
  const LsProgramRuntime *runtime;
  gpointer                program_run;
  LsProgramHost           program_host;
  LsProgramOptions       *program_options;
  GArray                 *codes;        /* LsProgramCode: what tasks of steps do in JavaScript */
  GHashTable             *code_places;  /* LsStep → place in @codes, counted from 1 */
  gboolean                in_batch;     /* whole turns run, and steps are counted afterwards */
  guint32                 n_free_steps; /* steps that no budget counts */
  guint64                 watched;         /* how far the run was when last looked at */
  gint64                  watched_since;   /* µs: since when it has not come further; 0 for unknown */
  gboolean                was_probed;      /* the expression that the run is for has its value, in @probed */
  gboolean                probe_threw;
  char                   *probed;
  char                   *script_error;    /* of the first script that cannot be read; the others run */
  char                  **refused;         /* (atomic) what is wrong with each breakpoint of the options, NULL for nothing */
  int                     has_refused;     /* (atomic) @refused has changed since it was taken */
};

gboolean   ls_runner_options_check     (LsSession              *session,
                                        const LsRunnerOptions  *options,
                                        GError                **error);
LsTrace   *ls_runner_make_trace        (LsSession              *session);
LsRunner  *ls_runner_new_with_trace    (LsSession              *session,
                                        const LsRunnerOptions  *options,
                                        LsTrace                *trace,
                                        GCancellable           *cancellable,
                                        GError                **error);
LsRunner  *ls_runner_new_explored      (LsSession              *session,
                                        LsTrace                *trace,
                                        GError                **error);
LsPromise *ls_runner_note_statement    (LsRunner               *self,
                                        LsActivation           *activation);
void       ls_runner_take_message      (LsRunner               *self,
                                        char                   *message);
void       ls_runner_emit              (LsRunner               *self,
                                        const LsRecord         *record,
                                        const char             *text);

/* ls-runner-run.c */
gboolean   ls_runner_try_steps         (LsRunner               *self,
                                        guint32                 target,
                                        guint64                 duration,
                                        GCancellable           *cancellable);
gboolean   ls_runner_begin_step        (LsRunner               *self);

/* ls-runner-actions.c */
void       ls_runner_add_actions       (LsRunner               *self,
                                        GArray                 *turns);
void       ls_runner_free_actions      (LsRunner               *self);
gboolean   ls_runner_has_actions       (LsRunner               *self);
LsPromise *ls_runner_apply_actions     (LsRunner               *self,
                                        guint32                 statement,
                                        LsActivation           *within);
gboolean   ls_runner_has_due_action    (LsRunner               *self);
guint32    ls_runner_next_statement    (LsRunner               *self,
                                        guint32                 n);
void       ls_runner_drop_actions      (LsRunner               *self);

/* ls-runner-javascript.c */
gboolean   ls_runner_add_codes         (LsRunner               *self,
                                        GError                **error);
void       ls_runner_post_javascript   (LsStep                 *step,
                                        const LsPostTaskOptions *options,
                                        LsPromise              *result,
                                        gpointer                runner);

/* ls-runner-budget.c */
void       ls_runner_end               (LsRunner               *self,
                                        LsRunnerState           state);
void       ls_runner_stop              (LsRunner               *self,
                                        const char             *message);
char      *ls_runner_find_exceeded     (LsRunner               *self,
                                        guint64                 n_steps,
                                        guint64                 time,
                                        guint64                 n_records,
                                        guint64                 n_text_bytes);
gboolean   ls_runner_check_budgets     (LsRunner               *self);
gboolean   ls_runner_check_next_wake_up (LsRunner              *self);
gboolean   ls_runner_may_go_on         (gpointer                runner);

/* ls-runner-program.c */
gboolean   ls_runner_is_running        (LsRunner               *self);
gboolean   ls_runner_needs_runtime     (LsRunner               *self);
gboolean   ls_runner_create_program    (LsRunner               *self,
                                        GError                **error);
void       ls_runner_free_program      (LsRunner               *self);
LsRunnerOutput ls_runner_output_of_level (const char           *level);
void       ls_runner_check_program     (LsRunner               *self);
void       ls_runner_log               (const char             *text,
                                        gpointer                runner);
void       ls_runner_show              (LsRunner               *self,
                                        LsRunnerOutput          kind,
                                        const char             *text);

/* ls-runner-agents.c */
void       ls_runner_start_main        (LsAgent                *agent,
                                        gpointer                user_data);
void       ls_runner_set_up_main       (LsRunner               *self,
                                        LsAgentCluster         *cluster,
                                        LsAgentThreads         *threads);
char      *ls_runner_check_agents      (LsRunner               *self,
                                        LsExpectation          *expectation);
void       ls_runner_watch_expectations (LsRunner              *self,
                                        LsAgent                *agent);
guint64    ls_runner_get_n_statements  (LsRunner               *self);
guint64    ls_runner_get_n_text_bytes  (LsRunner               *self);
LsAgent   *ls_runner_spawn             (LsProgramHost          *host,
                                        const char             *name,
                                        gpointer                agent_data,
                                        GDestroyNotify          destroy);

G_END_DECLS
