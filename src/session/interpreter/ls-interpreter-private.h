/* ls-interpreter-private.h: runs step programs on an engine
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-abort-controller.h"
#include "ls-agent.h"
#include "ls-atomics.h"
#include "ls-hash-private.h"
#include "ls-program-private.h"
#include "ls-promise.h"
#include "ls-scheduler.h"
#include "ls-task-controller.h"

G_BEGIN_DECLS

typedef struct _LsInterpreter LsInterpreter;
typedef struct _LsActivation LsActivation;

/*< private >
 * LsInterpreterHost:
 * @statement: called at each statement's begin; returns (transfer full) (nullable) a promise that the body awaits before
 *   it goes on
 * @may_go_on: called now and then; %FALSE stops the program where it is
 * @log: (nullable): called for each line that is printed
 * @post_javascript: posts a task that is JavaScript. @result: (nullable): is resolved with what it returns
 * @report: (nullable): called for exceptions and rejections that a worker does not catch
 *
 * What an interpreter calls: its runner, or an explorer. */
typedef struct
{
  LsPromise *(*statement) (LsActivation *activation,
                           gpointer      user_data);
  gboolean   (*may_go_on) (gpointer      user_data);
  void       (*log)       (const char   *text,
                           gpointer      user_data);
  void       (*post_javascript) (LsStep *step,
                           const LsPostTaskOptions *options,
                           LsPromise    *result,
                           gpointer      user_data);
  LsReportFunc report;
  gpointer     user_data;
} LsInterpreterHost;

/* How many bytes of text a run may make: log lines, values and messages stay until it ends. */
#define LS_INTERPRETER_MAX_TEXT (128 * 1024 * 1024)

/* What a name stands for. */
typedef struct
{
  LsNamedKind        kind;
  LsAbortController *controller;
  LsAbortSignal     *signal;       /* a signal's or a listener's */
  LsPromise         *promise;
  LsScheduler       *scheduler;
  LsValue            value;
  LsSharedMemory    *memory;
  LsTypedArray       array;        /* of memory */
  gpointer           lock;         /* an LsFairLock if @is_fair, else an LsAsyncLock */
  gboolean           is_fair;
  LsAgent           *agent;        /* (unowned): a worker; its cluster keeps it */
  const char        *event;        /* of a listener */
  guint32            id;           /* of a timer, an idle callback or a listener; 0 for a handler */
} LsNamed;

struct _LsInterpreter
{
  LsEventLoop             *loop;
  LsScheduler             *scheduler;
  LsProgram               *program;
  LsProbe                 *probe;
  const LsInterpreterHost *host;
  GHashTable              *names;        /* text → LsNamed */
  GHashTable              *body_ids;     /* bodies of actions → number */
  GPtrArray               *log;          /* stays empty where there is no trace and the host has a log function */
  LsActivation            *activations;  /* those that are alive */
  guint64                  n_statements;
  guint64                  statement_limit;   /* at which the host is asked whether to go on */
  guint64                  check_at;          /* at which to ask the host next */
  guint64                  n_text_bytes;      /* of all texts that were made */
  guint32                  statement;    /* statements in this callback */
  guint32                  callback_turn;
  guint32                  callback_microtask;
  guint                    depth;
  gboolean                 stopped;

  LsBody                  *main;         /* the body that it begins with */
  LsActivation            *running;      /* the innermost one */
  guint32                  n_activations;

  /* Where there are several agents */
  struct _LsAgentProgram  *agents;       /* what their interpreters share */
  void                   (*share_line) (struct _LsAgentProgram *agents,
                                        const char             *text);   /* keeps a line that is printed; NULL for one agent */
  LsAgent                 *agent;
  LsBody                  *on_message;
  LsAgentMark              mark;         /* where it began */
  guint64                  n_counted;    /* statements of an agent on a thread that its driver has added up */
  guint64                  n_text_counted;
  LsHash                   effects;      /* for an explorer: of all that the agent has done to its loop */
};

/* What a frame runs. */
typedef enum
{
  LS_FRAME_BODY,
  LS_FRAME_CALL,
  LS_FRAME_REPEAT,
  LS_FRAME_BLOCK,       /* of an if */
  LS_FRAME_TRY,
  LS_FRAME_CATCH,
  LS_FRAME_FINALLY
} LsFrameKind;

typedef enum
{
  LS_PENDING_NORMAL,
  LS_PENDING_THROW,
  LS_PENDING_RETURN,
  LS_PENDING_BREAK
} LsPending;

typedef struct
{
  LsFrameKind  kind;
  LsBody      *body;
  guint        next;        /* index of the next step */
  guint        level;       /* how many calls within the activation it is in */
  guint64      remaining;   /* REPEAT: rounds after this one; G_MAXUINT64 in a loop */
  LsStep      *step;        /* TRY, CATCH, FINALLY: the step */
  LsPending    pending;     /* FINALLY: what goes on afterwards */
  LsValue      value;
} LsFrame;

/* One call of a body. Its frames are its whole state, so that it can stop at an await and go on later. */
struct _LsActivation
{
  guint          ref_count;
  guint32        serial;
  guint          level;       /* how many others were running when it began */
  LsInterpreter *interpreter;
  GArray        *frames;      /* LsFrame */
  LsValue        value;       /* ${value} */
  LsValue        error;       /* ${error} */
  LsPromise     *result;      /* once it is asynchronous */
  gboolean       is_action;
  gboolean       keep_value;  /* over the await that it is in */
  LsActivation  *previous;
  LsActivation  *next;
};

/* How a step ended. */
typedef enum
{
  LS_OUTCOME_NORMAL,
  LS_OUTCOME_THROW,      /* the value is what was thrown */
  LS_OUTCOME_RETURN,     /* the value is what is returned */
  LS_OUTCOME_BREAK,      /* out of the innermost loop */
  LS_OUTCOME_AWAIT,      /* the value is a promise */
  LS_OUTCOME_STOP        /* the program is over */
} LsOutcome;

LsInterpreter *ls_interpreter_new          (LsEventLoop             *loop,
                                            LsProgram               *program,
                                            const LsInterpreterHost *host);
void           ls_interpreter_free         (LsInterpreter           *self);
void           ls_interpreter_start        (LsInterpreter           *self,
                                            const char              *name);
void           ls_interpreter_perform      (LsInterpreter           *self,
                                            LsBody                  *body,
                                            LsActivation            *within,
                                            LsPromise              **await);
void           ls_interpreter_log          (LsInterpreter           *self,
                                            const char              *text);
gboolean       ls_interpreter_may_go_on    (LsInterpreter           *self);
gboolean       ls_interpreter_work         (LsInterpreter           *self,
                                            guint64                  duration);
void           ls_interpreter_count        (LsInterpreter           *self,
                                            guint64                  n_statements);
LsBody        *ls_interpreter_find_body    (LsInterpreter           *self,
                                            LsStep                  *step,
                                            LsStepMember             member);

/* ls-activation.c */
LsCompletion   ls_interpreter_call         (LsInterpreter           *self,
                                            LsBody                  *body,
                                            gboolean                 force_async,
                                            const LsValue           *argument,
                                            LsValue                 *result);
LsActivation  *ls_activation_new           (LsInterpreter           *interpreter,
                                            LsBody                  *body);
LsActivation  *ls_activation_ref           (LsActivation            *self);
void           ls_activation_unref         (gpointer                 data);
void           ls_activation_drop_contents (LsActivation            *self);
LsOutcome      ls_activation_go            (LsActivation            *self,
                                            LsValue                 *value);
LsFrame       *ls_activation_push          (LsActivation            *self,
                                            LsFrameKind              kind,
                                            LsBody                  *body);

/* ls-interpreter-state.c: for the explorer */
void           ls_interpreter_report_state (LsInterpreter           *self,
                                            LsActivation            *activation);
void           ls_interpreter_note_step    (LsInterpreter           *self,
                                            LsActivation            *activation,
                                            LsStep                  *step);
void           ls_interpreter_note_number  (LsInterpreter           *self,
                                            guint64                  number);
void           ls_interpreter_note_call    (LsInterpreter           *self,
                                            LsActivation            *activation,
                                            const LsValue           *argument);
void           ls_interpreter_note_end     (LsInterpreter           *self,
                                            LsActivation            *activation,
                                            LsOutcome                outcome,
                                            const LsValue           *value);

/* ls-program-scope.c: names */
LsNamed       *ls_program_scope_set        (LsInterpreter           *self,
                                            const char              *name,
                                            LsNamedKind              kind);
LsNamed       *ls_program_scope_find       (LsInterpreter           *self,
                                            const char              *name,
                                            LsNamedKind              kinds,
                                            LsValue                 *exception);
LsAbortSignal *ls_program_scope_find_signal (LsInterpreter          *self,
                                            const char              *name,
                                            LsValue                 *exception);
GHashTable    *ls_program_scope_copy_shared (LsInterpreter          *self);
char          *ls_program_scope_expand     (LsActivation            *activation,
                                            const char              *text,
                                            LsValue                 *exception);
void           ls_named_free               (LsNamed                 *self);

/* A step that runs. */
typedef struct
{
  LsStep        *step;
  LsInterpreter *interpreter;
  LsActivation  *activation;
  LsValue       *value;       /* what it throws, returns or awaits */
} LsStepRun;

/* A body with what it needs to be called back. */
typedef struct
{
  LsInterpreter *interpreter;
  LsBody        *body;
  LsBody        *rejected;    /* then() only */
} LsCallbackData;

/* ls-step-runner.c */
LsOutcome       ls_step_run            (LsStep                  *self,
                                        LsActivation            *activation,
                                        LsValue                 *value);
gboolean        ls_step_is_pure        (LsStep                  *self);
LsCallbackData *ls_callback_data_new   (const LsStepRun         *run,
                                        LsBody                  *body);
LsCompletion    ls_step_call_back      (const LsValue           *argument,
                                        LsValue                 *result,
                                        gpointer                 user_data);
char           *ls_step_expand         (const LsStepRun         *run,
                                        LsStepMember             member,
                                        LsValue                 *value);
gboolean        ls_step_get_scalar     (const LsStepRun         *run,
                                        LsStepMember             member,
                                        LsValue                 *value);
LsBody         *ls_step_find_body      (const LsStepRun         *run,
                                        LsStepMember             member);
LsNamed        *ls_step_find           (const LsStepRun         *run,
                                        LsStepMember             member,
                                        LsNamedKind              kinds);
LsAbortSignal  *ls_step_find_signal    (const LsStepRun         *run,
                                        LsStepMember             member);
LsPromise      *ls_step_find_promise   (const LsStepRun         *run);
void            ls_step_name_promise   (const LsStepRun         *run,
                                        LsPromise               *promise);

/* ls-step-control.c */
LsOutcome       ls_step_run_repeat (const LsStepRun *run);
LsOutcome       ls_step_run_if (const LsStepRun *run);
LsOutcome       ls_step_run_loop (const LsStepRun *run);
LsOutcome       ls_step_run_break (const LsStepRun *run);
LsOutcome       ls_step_run_await (const LsStepRun *run);
LsOutcome       ls_step_run_then (const LsStepRun *run);
LsOutcome       ls_step_run_throw (const LsStepRun *run);
LsOutcome       ls_step_run_return (const LsStepRun *run);
LsOutcome       ls_step_run_try (const LsStepRun *run);
LsOutcome       ls_step_run_call (const LsStepRun *run);
LsOutcome       ls_step_run_async (const LsStepRun *run);

/* ls-step-signals.c */
LsOutcome       ls_step_run_controller (const LsStepRun *run);
LsOutcome       ls_step_run_abort_controller (const LsStepRun *run);
LsOutcome       ls_step_run_any (const LsStepRun *run);
LsOutcome       ls_step_run_timeout_signal (const LsStepRun *run);
LsOutcome       ls_step_run_aborted_signal (const LsStepRun *run);
LsOutcome       ls_step_run_set_priority (const LsStepRun *run);
LsOutcome       ls_step_run_abort (const LsStepRun *run);
LsOutcome       ls_step_run_throw_if_aborted (const LsStepRun *run);
LsOutcome       ls_step_run_on (const LsStepRun *run);
LsOutcome       ls_step_run_off (const LsStepRun *run);

/* ls-step-agents.c */
LsOutcome       ls_step_run_memory (const LsStepRun *run);
LsOutcome       ls_step_run_at_place (const LsStepRun *run);
LsOutcome       ls_step_run_locking (const LsStepRun *run);
LsOutcome       ls_step_run_let (const LsStepRun *run);
LsOutcome       ls_step_run_pause (const LsStepRun *run);
LsOutcome       ls_step_fail           (const LsStepRun         *run,
                                        GError                  *error);
LsOutcome       ls_step_throw          (const LsStepRun         *run,
                                        const char              *name,
                                        const char              *message);

/* ls-step-workers.c */
LsOutcome       ls_step_run_worker (const LsStepRun *run);
LsOutcome       ls_step_run_terminate (const LsStepRun *run);
LsOutcome       ls_step_run_post_message (const LsStepRun *run);
LsOutcome       ls_step_run_on_message (const LsStepRun *run);

G_END_DECLS
