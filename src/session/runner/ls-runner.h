/* ls-runner.h: runs a session: engine, program and actions, into a trace
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-program-runtime.h"
#include "ls-session.h"
#include "ls-state.h"

G_BEGIN_DECLS

/**
 * LsRunnerState:
 * @LS_RUNNER_READY: nothing has run yet
 * @LS_RUNNER_RUNNING: something has run, and more can
 * @LS_RUNNER_FINISHED: nothing is left to run
 * @LS_RUNNER_BUDGET_EXCEEDED: a budget stopped the run; see [method@Runner.get_message]
 * @LS_RUNNER_CANCELLED: the run was cancelled inside a callback and cannot go on
 * @LS_RUNNER_FAILED: the program could not be run; of a [class@EngineThread] only, since [ctor@Runner.new] fails then
 *
 * How far a run is.
 */
typedef enum
{
  LS_RUNNER_READY,
  LS_RUNNER_RUNNING,
  LS_RUNNER_FINISHED,
  LS_RUNNER_BUDGET_EXCEEDED,
  LS_RUNNER_CANCELLED,
  LS_RUNNER_FAILED
} LsRunnerState;

/**
 * LsRunnerOutput:
 * @LS_RUNNER_OUTPUT_LOG: a line that the program printed
 * @LS_RUNNER_OUTPUT_INFO: likewise, of level “info”
 * @LS_RUNNER_OUTPUT_WARN: likewise, of level “warn”
 * @LS_RUNNER_OUTPUT_ERROR: likewise, of level “error”
 * @LS_RUNNER_OUTPUT_DEBUG: likewise, of level “debug”
 * @LS_RUNNER_OUTPUT_EXCEPTION: an exception of a step that nothing caught: what was thrown
 * @LS_RUNNER_OUTPUT_REJECTION: a rejection that no step handled: its reason
 * @LS_RUNNER_OUTPUT_UNCAUGHT: an exception or rejection of a script: a whole message with its place, such as
 *   "main.js:3:7: Uncaught Error: boom"
 * @LS_RUNNER_OUTPUT_PAUSE: no output for some time, so that what there is can be shown; has no text
 *
 * What a line of output is. The first five are the levels that records of %LS_RECORD_LOG have.
 */
typedef enum
{
  LS_RUNNER_OUTPUT_LOG,
  LS_RUNNER_OUTPUT_INFO,
  LS_RUNNER_OUTPUT_WARN,
  LS_RUNNER_OUTPUT_ERROR,
  LS_RUNNER_OUTPUT_DEBUG,
  LS_RUNNER_OUTPUT_EXCEPTION,
  LS_RUNNER_OUTPUT_REJECTION,
  LS_RUNNER_OUTPUT_UNCAUGHT,
  LS_RUNNER_OUTPUT_PAUSE
} LsRunnerOutput;

typedef struct _LsRunner LsRunner;

/**
 * LsRunnerOutputFunc:
 * @runner: the runner
 * @kind: what it is
 * @text: (nullable): what is to be shown
 * @user_data: what was set with it
 *
 * Called with what the program prints and what it does not catch, in order, on the run's thread. Must not use the runner.
 */
typedef void (*LsRunnerOutputFunc) (LsRunner       *runner,
                                    LsRunnerOutput  kind,
                                    const char     *text,
                                    gpointer        user_data);

typedef struct _LsRunnerOptions LsRunnerOptions;

/**
 * LsRunnerOptions:
 * @preset: (nullable): a preset instead of the session's
 * @edition: with @sets_edition, an edition instead of the session's
 * @experiments: with @sets_experiments, experiments instead of the session's
 * @clock: with @sets_clock, a clock instead of the session's
 * @step_budget: a budget instead of the session's, or 0
 * @record_budget: likewise
 * @time_budget: likewise, in µs
 * @kept_records: how many records to keep instead of what the session says, or 0
 * @task: the number of a task that is scheduled with @task_priority instead of what it is posted with; 0 for none
 * @task_priority: the priority of @task
 * @without_trace: do not record; [method@Runner.get_trace] then has no records, and there are no expectations to check
 * @main_can_block: `Atomics.wait()` may suspend the main agent, of a run with several agents; in browsers it may not
 * @is_real: run for real: on the monotonic clock, and each agent on a thread of its own. The threads go in whatever order they go,
 *   which the trace tells; another run may go in another order
 * @followed_turns: (nullable) (element-type guint64): for each action of the session the task in whose turn it is to be done: the
 *   @turn of an [struct@ActionOutcome] in another run. 0: the moment of the action holds as it is. An action that follows a task
 *   is done even if it is off. Outcomes say whose turn it was only if this is not %NULL
 * @program_options: (nullable): what is asked of a program in JavaScript
 * @output: (nullable): is told of the output as it comes
 * @output_data: goes to @output
 * @memory_budget: a budget of memory instead of the session's, in MB, or 0
 * @sets_edition: whether @edition counts
 * @sets_experiments: whether @experiments count
 * @sets_clock: whether @clock counts
 *
 * How to run a session. What is zeroed is not given. The structure may grow into its padding, which is to be zeroed.
 */
struct _LsRunnerOptions
{
  const char *preset;
  LsEdition   edition;
  LsExperiments experiments;
  LsClockKind clock;
  guint64     step_budget;
  guint64     record_budget;
  guint64     time_budget;
  guint64     kept_records;
  guint32     task;
  LsTaskPriority task_priority;
  gboolean    without_trace;
  gboolean    main_can_block;
  gboolean    is_real;
  GArray     *followed_turns;
  const LsProgramOptions *program_options;
  LsRunnerOutputFunc output;
  gpointer    output_data;
  gboolean    sets_edition;
  gboolean    sets_experiments;
  gboolean    sets_clock;
  guint64     memory_budget;

  /*< private >*/
  gpointer    padding[5];
};

#define LS_TYPE_RUNNER_OPTIONS (ls_runner_options_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_runner_options_get_type (void);

/**
 * LS_RUNNER_OPTIONS_INIT: (skip)
 *
 * No option is given, as in zeroed memory.
 */
#define LS_RUNNER_OPTIONS_INIT { NULL }

#define LS_TYPE_RUNNER (ls_runner_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsRunner, ls_runner, LS, RUNNER, GObject)

/* A runner belongs to the thread that made it; its trace may be read from any thread. */

LS_AVAILABLE_IN_1_0
LsRunner          *ls_runner_new                   (LsSession             *session,
                                                    const LsRunnerOptions *options,
                                                    GError               **error);
LS_AVAILABLE_IN_1_0
gboolean           ls_runner_step                  (LsRunner              *self,
                                                    GCancellable          *cancellable);
LS_AVAILABLE_IN_1_0
gboolean           ls_runner_run_to_step           (LsRunner              *self,
                                                    guint32                step,
                                                    GCancellable          *cancellable);
LS_AVAILABLE_IN_1_0
gboolean           ls_runner_run_to_next           (LsRunner              *self,
                                                    LsState               *state,
                                                    GCancellable          *cancellable);
LS_AVAILABLE_IN_1_0
gboolean           ls_runner_run_to_time           (LsRunner              *self,
                                                    guint64                time,
                                                    GCancellable          *cancellable);
LS_AVAILABLE_IN_1_0
gboolean           ls_runner_run_to_end            (LsRunner              *self,
                                                    GCancellable          *cancellable);
LS_AVAILABLE_IN_1_0
gboolean           ls_runner_run_for               (LsRunner              *self,
                                                    guint64                duration,
                                                    GCancellable          *cancellable);
LS_AVAILABLE_IN_1_0
LsSession         *ls_runner_get_session           (LsRunner              *self);
LS_AVAILABLE_IN_1_0
LsTrace           *ls_runner_get_trace             (LsRunner              *self);
LS_AVAILABLE_IN_1_0
LsRunnerState      ls_runner_get_state             (LsRunner              *self);
LS_AVAILABLE_IN_1_0
const char        *ls_runner_get_message           (LsRunner              *self);
LS_AVAILABLE_IN_1_0
const char        *ls_runner_get_script_error      (LsRunner              *self);
LS_AVAILABLE_IN_1_0
gboolean           ls_runner_is_suspended          (LsRunner              *self);
LS_AVAILABLE_IN_1_0
const char        *ls_runner_get_breakpoint_error  (LsRunner              *self,
                                                    guint                  index);
LS_AVAILABLE_IN_1_0
guint32            ls_runner_get_n_steps           (LsRunner              *self);
LS_AVAILABLE_IN_1_0
gsize              ls_runner_find_step             (LsRunner              *self,
                                                   guint32                step);
LS_AVAILABLE_IN_1_0
guint64            ls_runner_get_time              (LsRunner              *self);
LS_AVAILABLE_IN_1_0
guint              ls_runner_get_n_log_lines       (LsRunner              *self);
LS_AVAILABLE_IN_1_0
const char        *ls_runner_get_log_line          (LsRunner              *self,
                                                    guint                  index);
LS_AVAILABLE_IN_1_0
GPtrArray         *ls_runner_get_unapplied_actions (LsRunner              *self);
LS_AVAILABLE_IN_1_0
void               ls_runner_get_action_outcome    (LsRunner              *self,
                                                    guint                  index,
                                                    LsActionOutcome       *outcome);
LS_AVAILABLE_IN_1_0
char              *ls_runner_dup_schedule_problem  (LsRunner              *self);

G_END_DECLS
