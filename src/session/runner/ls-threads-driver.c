/* ls-threads-driver.c: a run for real, with a thread for each agent
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-runner-driver-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-agent-private.h"
#include "ls-event-loop-private.h"
#include "ls-runner-private.h"
#include "ls-session-private.h"

/* Each agent has a thread, and the clock is the monotonic one. The thread that made the runner runs nothing of the program. It
 * waits until nothing is left to do, passes on what the agents print, and is the only one that ends the run: agents ask it to, with
 * threads_stop_program(). */

#define WAIT_SLICE 10000    /* µs between looks at the cancellable and at what is printed */
#define MAX_LINES 4096      /* that wait to be passed on; an agent that prints more waits until they are */

typedef struct
{
  LsRunnerOutput  kind;
  char           *text;
} Line;

typedef struct
{
  LsRunnerDriver   parent;
  LsAgentThreads  *threads;
  LsRunnerOutputFunc output;        /* (nullable): of the runner's options */
  gpointer         output_data;
  guint64          n_statements;    /* atomic: of all agents */
  guint64          n_text_bytes;    /* atomic */
  gboolean         has_begun;       /* atomic: the main agent has posted what the program begins with */
  gboolean         is_stopping;     /* atomic */
  guint64          ended_at;        /* µs */
  gboolean         is_killed;

  pthread_mutex_t  mutex;           /* of what follows; no GMutex: the thread sanitizer knows this one */
  pthread_cond_t   drained;
  GQueue           lines;           /* Line */
  char            *stop_message;
} LsThreadsDriver;

static void
line_free (gpointer data)
{
  Line *line = data;

  g_free (line->text);
  g_free (line);
}

/* On the threads of agents */

/* Takes the place of the runner's output function: what agents print waits for the thread of the runner. */
static void
queue_output (LsRunner       *runner,
              LsRunnerOutput  kind,
              const char     *text,
              gpointer        user_data)
{
  LsThreadsDriver *self = user_data;
  Line *line;

  if (ls_agent_get_current () == NULL)
    {
      self->output (runner, kind, text, self->output_data);
      return;
    }
  if (kind == LS_RUNNER_OUTPUT_PAUSE)
    return;
  line = g_new (Line, 1);
  *line = (Line) { kind, g_strdup (text) };
  pthread_mutex_lock (&self->mutex);
  while (self->lines.length >= MAX_LINES && !__atomic_load_n (&self->is_stopping, __ATOMIC_ACQUIRE))
    pthread_cond_wait (&self->drained, &self->mutex);
  g_queue_push_tail (&self->lines, line);
  pthread_mutex_unlock (&self->mutex);
}

/* Asks the thread of the runner to end the run. @message: (nullable): why; the first one counts */
static void
threads_stop_program (LsRunnerDriver *driver,
                      const char     *message)
{
  LsThreadsDriver *self = (LsThreadsDriver *) driver;

  pthread_mutex_lock (&self->mutex);
  if (self->stop_message == NULL)
    self->stop_message = g_strdup (message);
  __atomic_store_n (&self->is_stopping, TRUE, __ATOMIC_RELEASE);
  pthread_cond_broadcast (&self->drained);
  pthread_mutex_unlock (&self->mutex);
  ls_agent_threads_interrupt (self->threads);
}

/* Holds what all agents have done against the budgets. */
static gboolean
check_budgets (LsThreadsDriver *self)
{
  LsRunner *runner = self->parent.runner;
  g_autofree char *message = NULL;

  if (__atomic_load_n (&self->is_stopping, __ATOMIC_ACQUIRE))
    return FALSE;
  message = ls_runner_find_exceeded (runner,
                                     __atomic_load_n (&runner->n_steps, __ATOMIC_RELAXED) +
                                         __atomic_load_n (&self->n_statements, __ATOMIC_RELAXED),
                                     ls_agent_threads_get_time (self->threads),
                                     self->threads->merger != NULL ? ls_probe_merger_count (self->threads->merger) : 0,
                                     __atomic_load_n (&self->n_text_bytes, __ATOMIC_RELAXED));
  if (message != NULL)
    threads_stop_program (&self->parent, message);
  return message == NULL;
}

/* Adds what the interpreter has done since this was last called. */
static void
count (LsThreadsDriver *self,
       LsInterpreter   *interpreter)
{
  __atomic_add_fetch (&self->n_statements, interpreter->n_statements - interpreter->n_counted, __ATOMIC_RELAXED);
  __atomic_add_fetch (&self->n_text_bytes, interpreter->n_text_bytes - interpreter->n_text_counted, __ATOMIC_RELAXED);
  interpreter->n_counted = interpreter->n_statements;
  interpreter->n_text_counted = interpreter->n_text_bytes;
}

/* Each agent asks now and then whether it may go on. */
static gboolean
may_go_on (LsThreadsDriver *self)
{
  LsRunner *runner = self->parent.runner;
  LsAgent *agent = ls_agent_get_current ();
  LsInterpreter *interpreter;

  if (agent == NULL || ls_agent_is_terminated (agent))
    return FALSE;
  interpreter = agent == runner->agent ? runner->interpreter : ls_agent_program_find (runner->agents, agent);
  if (interpreter != NULL)
    count (self, interpreter);
  ls_probe_publish (agent->probe);
  if (runner->settings->kept_records > 0 && agent->probe != NULL)
    {
      ls_agent_enter_trace (agent);
      ls_trace_forget (runner->trace, runner->settings->kept_records);
      ls_agent_leave_trace (agent);
    }
  return check_budgets (self);
}

static void
threads_note_step (LsRunnerDriver *driver)
{
  if ((__atomic_add_fetch (&driver->runner->n_steps, 1, __ATOMIC_RELAXED) & 63) == 0)
    may_go_on ((LsThreadsDriver *) driver);
}

static gboolean
threads_is_running (LsRunnerDriver *driver)
{
  LsThreadsDriver *self = (LsThreadsDriver *) driver;
  LsAgent *agent = ls_agent_get_current ();

  return !__atomic_load_n (&self->is_stopping, __ATOMIC_ACQUIRE) && (agent == NULL || !ls_agent_is_terminated (agent));
}

static LsAgent *
threads_add_worker (LsRunnerDriver *driver,
                    const char     *name,
                    LsAgentFlags    flags,
                    LsAgentFunc     func,
                    gpointer        user_data,
                    GDestroyNotify  destroy)
{
  LsThreadsDriver *self = (LsThreadsDriver *) driver;
  LsAgent *agent = ls_agent_threads_add_agent (self->threads, name, flags, func, user_data, destroy);

  return agent != NULL && ls_agent_thread_start (agent) ? agent : NULL;
}

static void
main_start (LsAgent  *agent,
            gpointer  user_data)
{
  LsThreadsDriver *self = user_data;

  ls_runner_start_main (agent, self->parent.runner);
  __atomic_store_n (&self->has_begun, TRUE, __ATOMIC_RELEASE);
  ls_agent_threads_interrupt (self->threads);
}

/* What interpreters call */

/* The user's actions are the main agent's. */
static LsPromise *
interpreter_statement (LsActivation *activation,
                       gpointer      user_data)
{
  LsRunner *runner = user_data;

  return activation->interpreter == runner->interpreter ? ls_runner_note_statement (runner, activation) : NULL;
}

static gboolean
interpreter_may_go_on (gpointer user_data)
{
  LsRunner *runner = user_data;

  return may_go_on ((LsThreadsDriver *) runner->driver);
}

static void
threads_adapt_host (LsRunnerDriver    *driver,
                    LsInterpreterHost *host)
{
  host->statement = interpreter_statement;
  host->may_go_on = interpreter_may_go_on;
}

/* What a runtime calls, with a realm on each thread */

static void
emit (LsProgramHost  *host,
      const LsRecord *record,
      const char     *text)
{
  LsProbe *probe = ls_event_loop_get_probe (host->loop);
  LsRecord whole = *record;

  if (probe == NULL)
    return;
  whole.time = ls_event_loop_get_time (host->loop);
  whole.text = ls_probe_intern (probe, text);
  whole.priority = LS_TASK_PRIORITY_NONE;
  ls_probe_emit (probe, &whole);
}

static void
count_text (LsRunner   *runner,
            const char *text)
{
  LsThreadsDriver *self = (LsThreadsDriver *) runner->driver;

  __atomic_add_fetch (&self->n_text_bytes, strlen (text) + 1, __ATOMIC_RELAXED);
}

static void
host_log (LsProgramHost *host,
          const char    *level,
          const char    *text)
{
  LsRunner *runner = host->user_data;
  LsProbe *probe = ls_event_loop_get_probe (host->loop);
  const LsRunnerOutput kind = ls_runner_output_of_level (level);

  count_text (runner, text);
  if (runner->output == NULL || probe != NULL)
    ls_agent_program_log (runner->agents, text);
  emit (host, &(LsRecord) { .kind = LS_RECORD_LOG, .level = kind, .object = ls_probe_intern (probe, host->place),
                            .clause = LS_CLAUSE_SESSION }, text);
  ls_runner_show (runner, kind, text);
}

static void
host_count (LsProgramHost *host,
            guint64        n_statements)
{
  LsRunner *runner = host->user_data;
  LsThreadsDriver *self = (LsThreadsDriver *) runner->driver;

  __atomic_add_fetch (&self->n_statements, n_statements, __ATOMIC_RELAXED);
}

static void
host_report (LsProgramHost *host,
             gboolean       is_rejection,
             guint32        promise,
             const char    *text)
{
  LsRunner *runner = host->user_data;

  count_text (runner, text);
  host_count (host, LS_RUNNER_REPORT_STATEMENTS);
  emit (host, &(LsRecord) { .kind = is_rejection ? LS_RECORD_PROMISE_UNHANDLED : LS_RECORD_EXCEPTION,
                            .subject = is_rejection ? promise : 0, .level = 1, .clause = LS_CLAUSE_HTML_REPORT_EXCEPTION }, text);
  ls_runner_show (runner, LS_RUNNER_OUTPUT_UNCAUGHT, text);
}

static gboolean
host_may_go_on (LsProgramHost *host)
{
  return interpreter_may_go_on (host->user_data);
}

/* Adapts the main realm's host, from which those of workers are made: it leaves alone what belongs to the thread of the runner. */
static void
threads_adapt_program_host (LsRunnerDriver *driver,
                            LsProgramHost  *host)
{
  host->log = host_log;
  host->report = host_report;
  host->count = host_count;
  host->may_go_on = host_may_go_on;
}

/* Looks at what is to hold always, where @agent has changed something. The agent has the trace to itself. */
static void
on_change (LsAgent  *agent,
           gpointer  user_data)
{
  ls_runner_watch_expectations (user_data, agent);
}

static LsEventLoop *
make_loop (LsAgent  *agent,
           LsProbe  *probe,
           gpointer  user_data)
{
  LsRunner *runner = user_data;
  LsEventLoop *loop = ls_event_loop_new_with_preset (LS_CLOCK_MONOTONIC, &runner->preset, runner->settings->edition, probe);

  loop->is_run_by_hand = TRUE;
  loop->may_be_neglected = FALSE;
  return loop;
}

/* On the runner's thread */

/* Passes on what agents have printed. */
static void
drain (LsThreadsDriver *self)
{
  GQueue lines = G_QUEUE_INIT;
  Line *line;

  pthread_mutex_lock (&self->mutex);
  lines = self->lines;
  g_queue_init (&self->lines);
  pthread_cond_broadcast (&self->drained);
  pthread_mutex_unlock (&self->mutex);
  while ((line = g_queue_pop_head (&lines)) != NULL)
    {
      ls_runner_show (self->parent.runner, line->kind, line->text);
      line_free (line);
    }
}

static gboolean
is_cancelled (LsRunner *runner)
{
  return runner->cancellable != NULL && g_cancellable_is_cancelled (runner->cancellable);
}

static gboolean
threads_start (LsRunnerDriver  *driver,
               GError         **error)
{
  LsThreadsDriver *self = (LsThreadsDriver *) driver;
  LsRunner *runner = driver->runner;

  if (runner->output != NULL)
    {
      self->output = runner->output;
      self->output_data = runner->output_data;
      runner->output = queue_output;
      runner->output_data = self;
    }
  ls_runner_set_up_main (runner, NULL, self->threads);
  if (!ls_agent_thread_start (runner->agent))
    {
      g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN, _("a thread could not be created"));
      return FALSE;
    }
  while (!__atomic_load_n (&self->has_begun, __ATOMIC_ACQUIRE))
    {
      ls_agent_threads_wait (self->threads, g_get_monotonic_time () + WAIT_SLICE);
      drain (self);
      if (is_cancelled (runner))
        threads_stop_program (driver, _("The run was cancelled"));
    }
  if (runner->start_error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&runner->start_error));
  return FALSE;
}

/* Ends all agents; nothing of the program runs any more. */
static void
threads_kill (LsRunnerDriver *driver)
{
  LsThreadsDriver *self = (LsThreadsDriver *) driver;

  if (self->is_killed)
    return;
  self->is_killed = TRUE;
  threads_stop_program (driver, NULL);
  ls_agent_threads_kill (self->threads);
  if (self->ended_at == 0)
    self->ended_at = ls_agent_threads_get_time (self->threads);
  drain (self);
}

static void
threads_free (LsRunnerDriver *driver)
{
  LsThreadsDriver *self = (LsThreadsDriver *) driver;

  if (self->output != NULL)
    {
      driver->runner->output = self->output;
      driver->runner->output_data = self->output_data;
    }
  g_queue_clear_full (&self->lines, line_free);
  ls_agent_threads_free (self->threads);
  pthread_mutex_destroy (&self->mutex);
  pthread_cond_destroy (&self->drained);
  g_free (self->stop_message);
  g_free (self);
}

/* Agents report by their own clocks. */
static guint64
threads_get_time (LsRunnerDriver *driver)
{
  LsThreadsDriver *self = (LsThreadsDriver *) driver;

  if (ls_agent_get_current () != NULL)
    return ls_event_loop_get_time (driver->runner->loop);
  return self->ended_at != 0 ? self->ended_at : ls_agent_threads_get_time (self->threads);
}

static gboolean
threads_is_idle_until (LsRunnerDriver *driver,
                       guint64         time)
{
  const guint64 next = ls_agent_threads_get_next_time (((LsThreadsDriver *) driver)->threads);

  return next > time && next != LS_TIME_NEVER;
}

/* Once no agent's thread writes to the trace any more, the thread of the runner does. */
static LsProbe *
threads_get_probe (LsRunnerDriver *driver)
{
  LsThreadsDriver *self = (LsThreadsDriver *) driver;
  LsProbe *probe = ls_event_loop_get_probe (driver->runner->loop);

  return probe != NULL && self->is_killed ? ls_trace_get_probe (driver->runner->trace) : probe;
}

/* Says which agents wait where when nobody can go on. */
static char *
describe_deadlock (LsThreadsDriver *self)
{
  g_autoptr (GString) places = g_string_new (NULL);
  LsAgent *agent;

  for (guint i = 0; (agent = ls_agent_threads_get_agent (self->threads, i)) != NULL; i++)
    {
      const LsOperation *operation = &agent->pending;
      g_autofree char *memory = NULL;

      if (ls_agent_get_state (agent) != LS_AGENT_STATE_WAITING)
        continue;
      if (places->len > 0)
        g_string_append (places, ", ");
      memory = g_strdup (ls_shared_memory_get_name (operation->memory));
      if (memory == NULL)
        memory = g_strdup_printf (_("memory %u"), ls_shared_memory_get_id (operation->memory));
      g_string_append_printf (places, _("“%s” at %s[%zu]"), ls_agent_get_name (agent), memory,
                              operation->byte_index / ls_element_type_get_size (operation->type));
    }
  return g_strdup_printf (_("Deadlock: these agents wait, and none is left to wake them: %s"), places->str);
}

static void
finish (LsThreadsDriver *self,
        LsThreadsStatus  status)
{
  LsRunner *runner = self->parent.runner;

  self->ended_at = ls_agent_threads_get_time (self->threads);
  drain (self);
  if (status == LS_THREADS_DEADLOCK)
    ls_runner_take_message (runner, describe_deadlock (self));
  ls_runner_end (runner, LS_RUNNER_FINISHED);
}

/* Returns: (transfer full) (nullable) */
static char *
take_stop_message (LsThreadsDriver *self)
{
  char *message;

  pthread_mutex_lock (&self->mutex);
  message = g_steal_pointer (&self->stop_message);
  pthread_mutex_unlock (&self->mutex);
  return message;
}

/* Lets the agents run for WAIT_SLICE, or until nothing is left to do. */
static gboolean
threads_step (LsRunnerDriver *driver,
              gboolean        wait)
{
  LsThreadsDriver *self = (LsThreadsDriver *) driver;
  LsRunner *runner = driver->runner;
  gint64 now = g_get_monotonic_time ();
  const gint64 until = now + WAIT_SLICE;

  runner->state = LS_RUNNER_RUNNING;
  do
    {
      g_autofree char *exceeded = NULL;
      g_autofree char *message = NULL;
      LsThreadsStatus status;
      guint64 next;

      status = ls_agent_threads_wait (self->threads, is_cancelled (runner) ? now : until);
      next = ls_agent_threads_get_next_time (self->threads);
      drain (self);
      ls_runner_show (runner, LS_RUNNER_OUTPUT_PAUSE, NULL);
      if (status == LS_THREADS_RUNNING && is_cancelled (runner))
        {
          threads_kill (driver);
          ls_runner_take_message (runner, g_strdup (_("The run was cancelled")));
          ls_runner_end (runner, LS_RUNNER_CANCELLED);
          return FALSE;
        }
      /* Nobody needs to wait for what is out of reach. */
      if (next != LS_TIME_NEVER && next >= runner->settings->time_budget)
        exceeded = ls_runner_find_exceeded (runner, 0, next, 0, 0);
      if (exceeded != NULL)
        threads_stop_program (driver, exceeded);
      else
        check_budgets (self);
      message = take_stop_message (self);
      if (message != NULL)
        {
          ls_runner_stop (runner, message);
          return FALSE;
        }
      if (status != LS_THREADS_RUNNING)
        {
          finish (self, status);
          return FALSE;
        }
      now = g_get_monotonic_time ();
    }
  while (now < until);
  return TRUE;
}

static const LsRunnerDriverClass threads_driver_class = {
  .start = threads_start,
  .step = threads_step,
  .halt = threads_kill,
  .stop = threads_kill,
  .free = threads_free,
  .get_time = threads_get_time,
  .is_idle_until = threads_is_idle_until,
  .get_probe = threads_get_probe,
  .adapt_host = threads_adapt_host,
  .adapt_program_host = threads_adapt_program_host,
  .is_running = threads_is_running,
  .note_step = threads_note_step,
  .stop_program = threads_stop_program,
  .add_worker = threads_add_worker,
};

LsRunnerDriver *
ls_threads_driver_new (LsRunner *runner)
{
  LsThreadsDriver *self = g_new0 (LsThreadsDriver, 1);

  self->parent = (LsRunnerDriver) { &threads_driver_class, runner };
  pthread_mutex_init (&self->mutex, NULL);
  pthread_cond_init (&self->drained, NULL);
  self->threads = ls_agent_threads_new (runner->without_trace ? NULL : ls_trace_get_probe (runner->trace),
                                        LS_AGENT_PROGRAM_MAX_AGENTS, LS_SESSION_MAX_AGENT_NUMBER, make_loop, runner);
  self->threads->change_func = on_change;
  self->threads->change_data = runner;
  runner->agent = ls_agent_threads_add_agent (self->threads, "main", runner->main_can_block ? LS_AGENT_CAN_BLOCK : LS_AGENT_NONE,
                                              main_start, self, NULL);
  runner->loop = g_object_ref (ls_agent_get_loop (runner->agent));
  return &self->parent;
}
