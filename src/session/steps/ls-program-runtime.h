/* ls-program-runtime.h: what runs programs that are not steps
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-abort-controller.h"
#include "ls-agent-cluster.h"
#include "ls-atomics.h"
#include "ls-program.h"
#include "ls-promise.h"
#include "ls-scheduler.h"
#include "ls-stamp.h"

G_BEGIN_DECLS

/**
 * LsBreakpoint:
 * @script: the name of a script
 * @line: a line of it, from 1
 * @condition: (nullable): an expression; the breakpoint holds where it is true
 *
 * A place of interest in a program: plain data.
 */
typedef struct
{
  const char *script;
  guint       line;
  const char *condition;
} LsBreakpoint;

#define LS_TYPE_BREAKPOINT (ls_breakpoint_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_breakpoint_get_type (void);

/**
 * LsProgramProbe:
 * @stamp: when to evaluate, a moment at a statement
 * @script: the name of the script that the statement is in
 * @line: its line, from 1
 * @column: its column, from 1
 * @expression: what to evaluate there, with the names that are known there
 *
 * An expression that is to be evaluated at a moment of a run: plain data.
 */
typedef struct
{
  LsStamp     stamp;
  const char *script;
  guint       line;
  guint       column;
  const char *expression;
} LsProgramProbe;

#define LS_TYPE_PROGRAM_PROBE (ls_program_probe_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_program_probe_get_type (void);

typedef struct _LsProgramOptions LsProgramOptions;

/**
 * LsProgramOptions:
 * @breakpoints: (array length=n_breakpoints): conditions that the program is to look at
 * @n_breakpoints: how many
 * @probes: (array length=n_probes): what is to be evaluated
 * @n_probes: how many
 *
 * What is asked of a run beyond running: plain data.
 */
struct _LsProgramOptions
{
  const LsBreakpoint   *breakpoints;
  guint                 n_breakpoints;
  const LsProgramProbe *probes;
  guint                 n_probes;
};

#define LS_TYPE_PROGRAM_OPTIONS (ls_program_options_get_type ())

LS_AVAILABLE_IN_1_0
GType             ls_program_options_get_type (void);
LS_AVAILABLE_IN_1_0
LsProgramOptions *ls_program_options_copy     (const LsProgramOptions *self);
LS_AVAILABLE_IN_1_0
void              ls_program_options_free     (LsProgramOptions       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsProgramOptions, ls_program_options_free)

/**
 * LsProgramCode:
 * @name: what it is called; messages and breakpoints name places in it so
 * @source: the body of an async function
 *
 * What a task does that a step posts: plain data.
 */
typedef struct
{
  const char *name;
  const char *source;
} LsProgramCode;

#define LS_TYPE_PROGRAM_CODE (ls_program_code_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_program_code_get_type (void);

typedef struct _LsProgramHost LsProgramHost;

/**
 * LsProgramHost: (skip)
 * @loop: the loop that the program runs on
 * @scheduler: the loop's scheduler
 * @program: the program; it has no scripts where only tasks of its steps are the runtime's
 * @codes: (array length=n_codes): what tasks of steps do
 * @n_codes: how many
 * @options: (nullable): what is asked of the run
 * @counts_statements: the runtime counts statements even where there is no trace: the run has a budget of them, or actions,
 *   which find controllers by their names
 * @log: tells that the program prints a line. @level: "log", "info", "warn", "error" or "debug"
 * @report: records an exception that nothing caught, or with @is_rejection a rejection that nothing handled. @promise: the
 *   promise's number in the trace, or 0. @text: "main.js:3:7: Uncaught Error: boom", the place first if it is known
 * @name_controller: tells the name of a controller, by which the user's actions find it and its signal from now on
 * @name_signal: likewise of a signal that has no controller
 * @statement: tells that statement @n of the running callback (from 1) is about to do something, and does the actions of
 *   that moment. Returns the next number for which the runtime calls it in a callback, %G_MAXUINT32 for none. The runtime calls it
 *   for 1 in each callback, before the first statement
 * @count: tells that so many statements have run since the last call
 * @may_go_on: the runtime asks at least each 10 ms of running; on %FALSE it stops at once, and nothing of the program runs any more
 * @probed: tells the result of a probe. @index: its place among the options'. @threw: whether @text is what was thrown
 * @refuse_breakpoint: tells that the condition of a breakpoint cannot be read, so that it never holds, or that it has thrown.
 *   @index: the breakpoint's place among the options'. @text: what is wrong with it. On any agent's thread
 * @refuse_script: tells that one of several scripts cannot be read; the others run, and the error is reported in its turn.
 *   @text: what is wrong, with the place. Only from within @create
 * @agent: (nullable): the agent whose realm this is, of a cluster or, in a run for real, on a thread beside others. All functions
 *   of the runtime but @check, and all functions here, are called on its thread then. %NULL: the run has no other agent
 * @agent_data: (nullable): for the realm of a worker: what @spawn was given; %NULL for that of the main agent
 * @spawn: makes a worker with a realm of its own: an agent that can block, on a thread of its own, with a loop, a scheduler and a
 *   host. The runtime's create, start and free are called there. @agent_data: goes to @destroy when the agent is gone.
 *   Returns (nullable) (transfer none) the agent: %NULL where there are too many, there is no cluster, or the calling agent has
 *   been terminated
 * @is_explored: an explorer runs the agents: they tell it what they learn other than by operations
 * @name_memory: (nullable): the program has a name for a block of shared memory, or for an array of it. @array: the block, the
 *   type of the elements and where they begin. Those of a run without a trace are told of where @counts_statements is set
 * @place: (nullable): where in its text the program prints, "main.js:3"; the runtime sets it for the time of
 *   @log
 * @seed: which random numbers the program gets with the virtual clock, 0 for the usual ones
 * @max_memory: by how many bytes the process may grow while the program runs, with all its workers; the runtime may lower it
 * @memory_before: what the process took before, in bytes; 0 until the runtime of the main realm knows
 * @memory_is_scarce: the runtime has lowered @max_memory, as no more was free
 * @user_data: the host's own
 *
 * What a runner gives to a runtime, which uses it on the thread of the run, or of the agent.
 */
struct _LsProgramHost
{
  LsEventLoop            *loop;
  LsScheduler            *scheduler;
  LsProgram              *program;
  const LsProgramCode    *codes;
  guint                   n_codes;
  const LsProgramOptions *options;
  gboolean                counts_statements;
  void     (*log)             (LsProgramHost     *host,
                               const char        *level,
                               const char        *text);
  void     (*report)          (LsProgramHost     *host,
                               gboolean           is_rejection,
                               guint32            promise,
                               const char        *text);
  void     (*name_controller) (LsProgramHost     *host,
                               const char        *name,
                               LsAbortController *controller);
  void     (*name_signal)     (LsProgramHost     *host,
                               const char        *name,
                               LsAbortSignal     *signal);
  guint32  (*statement)       (LsProgramHost     *host,
                               guint32            n);
  void     (*count)           (LsProgramHost     *host,
                               guint64            n_statements);
  gboolean (*may_go_on)       (LsProgramHost     *host);
  void     (*probed)          (LsProgramHost     *host,
                               guint              index,
                               gboolean           threw,
                               const char        *text);
  void     (*refuse_breakpoint) (LsProgramHost   *host,
                               guint              index,
                               const char        *text);
  void     (*refuse_script)   (LsProgramHost     *host,
                               const char        *text);
  LsAgent                *agent;
  gpointer                agent_data;
  LsAgent *(*spawn)          (LsProgramHost     *host,
                               const char        *name,
                               gpointer           agent_data,
                               GDestroyNotify     destroy);
  gboolean                is_explored;
  void     (*name_memory)    (LsProgramHost      *host,
                               const char         *name,
                               const LsTypedArray *array);
  const char             *place;
  guint32                 seed;
  guint64                 max_memory;
  guint64                 memory_before;
  gboolean                memory_is_scarce;
  gpointer                user_data;
};

#define LS_TYPE_PROGRAM_HOST (ls_program_host_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_program_host_get_type (void);

/**
 * LsProgramRuntime: (skip)
 * @kind: the kind of programs that it runs, as [func@ProgramKind.to_string] has it
 * @create: makes a run of the host's program, which does not run yet. Fails with a message "file:line:column: …" where a
 *   script cannot be run
 * @start: posts the tasks of the scripts
 * @free: ends the run. The loop has been shut down before, and holds nothing of the run any more
 * @enter: (nullable): calls @func within the runtime, which is entered once for many turns in a row where entering it takes time
 * @get_stop_message: (nullable): returns why the runtime itself has ended the program, %NULL where it has not. The runner asks
 *   after each step
 * @post: (nullable): posts a task to the program's own scheduler, as the program itself would. @code: the place of what it does
 *   among the host's codes. @result: (nullable): gets the result of the task
 * @yield: (nullable): yields at a statement as `scheduler.yield()` there would, with the scheduling state of the running code; nobody
 *   awaits the promise. @signal, @priority: (nullable): "inherit", or the option's value, for the edition that has such options
 * @check: (nullable): reads a text on another thread, the script of that name or, for %NULL, the body of an async function, and
 *   returns an [struct@SourceCheck] through @task, which it takes over. May be called on any thread
 * @needs_agents: (nullable): returns whether a program makes workers, so that its run needs an [class@AgentCluster], which goes on
 *   in virtual time, a turn of a loop at a time; or, for real, a thread for each agent
 * @watches_itself: whether the runtime ends a program that does not come to an end; else the runner does so after five seconds
 *   without a step or statement
 *
 * Runs programs of a kind. Several threads may have runs at once, each of which stays on its thread.
 */
typedef struct
{
  const char *kind;
  gpointer (*create)           (LsProgramHost *host,
                                GError       **error);
  void     (*start)            (gpointer       run);
  void     (*free)             (gpointer       run);
  void     (*enter)            (gpointer       run,
                                void         (*func) (gpointer data),
                                gpointer       data);
  char    *(*get_stop_message) (gpointer       run);
  void     (*post)             (gpointer       run,
                                guint          code,
                                const LsPostTaskOptions *options,
                                LsPromise     *result);
  void     (*yield)            (gpointer       run,
                                const char    *signal,
                                const char    *priority);
  void     (*check)            (const char    *source,
                                const char    *script,
                                GTask         *task);
  gboolean (*needs_agents)     (LsProgram     *program);
  gboolean watches_itself;
} LsProgramRuntime;

#define LS_TYPE_PROGRAM_RUNTIME (ls_program_runtime_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_program_runtime_get_type (void);

#ifndef __GI_SCANNER__
LS_AVAILABLE_IN_1_0
void                    ls_program_runtime_register (const LsProgramRuntime *runtime);
LS_AVAILABLE_IN_1_0
const LsProgramRuntime *ls_program_runtime_lookup   (const char             *kind);
#endif

G_END_DECLS
