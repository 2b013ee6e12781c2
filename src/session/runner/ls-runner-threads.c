/* ls-runner-threads.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-runner-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "ls-agent-private.h"
#include "ls-event-loop-private.h"
#include "ls-session-private.h"

/* A run for real: each agent has a thread, and the clock is the monotonic one. The thread that made the runner runs nothing of the
 * program. It waits until nothing is left to do, passes on what is printed, and is the only one that ends the run: the others
 * ask it to (ls_runner_ask_to_stop()). */

#define WAIT_SLICE 10000    /* µs between looks at the cancellable and at what is printed */
#define MAX_LINES 4096      /* that wait to be passed on; who prints more waits for that */

typedef struct
{
  LsRunnerOutput  kind;
  char           *text;
} Line;

struct _LsThreadedRun
{
  LsRunner        *runner;
  LsAgentThreads  *threads;
  guint64          n_statements;    /* atomic: of all agents */
  guint64          n_text_bytes;    /* atomic */
  gboolean         is_stopping;     /* atomic */
  guint64          ended_at;        /* µs */
  gboolean         is_killed;

  pthread_mutex_t  mutex;           /* of what follows; no GMutex: the thread sanitizer knows this one */
  pthread_cond_t   drained;
  GQueue           lines;           /* Line */
  char            *stop_message;
  gboolean         has_begun;
};

static void
line_free (gpointer data)
{
  Line *line = data;

  g_free (line->text);
  g_free (line);
}

/* On the agents' threads */

/* A line for who is told of the output. */
void
ls_runner_show_from_thread (LsRunner       *self,
                            LsRunnerOutput  kind,
                            const char     *text)
{
  LsThreadedRun *run = self->threaded;
  Line *line;

  if (kind == LS_RUNNER_OUTPUT_PAUSE)
    return;
  line = g_new (Line, 1);
  *line = (Line) { kind, g_strdup (text) };
  pthread_mutex_lock (&run->mutex);
  while (run->lines.length >= MAX_LINES && !__atomic_load_n (&run->is_stopping, __ATOMIC_ACQUIRE))
    pthread_cond_wait (&run->drained, &run->mutex);
  g_queue_push_tail (&run->lines, line);
  pthread_mutex_unlock (&run->mutex);
}

/* The run is to end, for a reason that is a sentence. */
void
ls_runner_ask_to_stop (LsRunner   *self,
                       const char *message)
{
  LsThreadedRun *run = self->threaded;

  pthread_mutex_lock (&run->mutex);
  if (run->stop_message == NULL)
    run->stop_message = g_strdup (message);
  __atomic_store_n (&run->is_stopping, TRUE, __ATOMIC_RELEASE);
  pthread_cond_broadcast (&run->drained);
  pthread_mutex_unlock (&run->mutex);
  ls_agent_threads_interrupt (run->threads);
}

/* Holds what all agents have done against the budgets. */
static gboolean
check_budgets (LsRunner *self)
{
  LsThreadedRun *run = self->threaded;
  g_autofree char *message = NULL;

  if (__atomic_load_n (&run->is_stopping, __ATOMIC_ACQUIRE))
    return FALSE;
  message = ls_runner_find_exceeded (self,
                                     __atomic_load_n (&self->n_steps, __ATOMIC_RELAXED) +
                                         __atomic_load_n (&run->n_statements, __ATOMIC_RELAXED),
                                     ls_agent_threads_get_time (run->threads), ls_agent_threads_count_records (run->threads),
                                     __atomic_load_n (&run->n_text_bytes, __ATOMIC_RELAXED));
  if (message != NULL)
    ls_runner_ask_to_stop (self, message);
  return message == NULL;
}

/* What the interpreter has done since it was last asked. */
static void
count (LsThreadedRun *run,
       LsInterpreter *interpreter)
{
  __atomic_add_fetch (&run->n_statements, interpreter->n_statements - interpreter->n_counted, __ATOMIC_RELAXED);
  __atomic_add_fetch (&run->n_text_bytes, interpreter->n_text_bytes - interpreter->n_text_counted, __ATOMIC_RELAXED);
  interpreter->n_counted = interpreter->n_statements;
  interpreter->n_text_counted = interpreter->n_text_bytes;
}

/* Whoever runs asks now and then. */
gboolean
ls_runner_may_thread_go_on (LsRunner *self)
{
  LsThreadedRun *run = self->threaded;
  LsAgent *agent = ls_agent_get_current ();
  LsInterpreter *interpreter;

  if (agent == NULL || ls_agent_is_terminated (agent))
    return FALSE;
  interpreter = agent == self->agent ? self->interpreter : ls_agent_program_find (self->agents, agent);
  if (interpreter != NULL)
    count (run, interpreter);
  ls_probe_publish (agent->probe);
  if (self->settings->kept_records > 0 && agent->probe != NULL)
    {
      ls_agent_enter_trace (agent);
      ls_trace_forget (self->trace, self->settings->kept_records);
      ls_agent_leave_trace (agent);
    }
  return check_budgets (self);
}

/* An agent has done a step. */
void
ls_runner_note_thread_step (LsRunner *self)
{
  if ((__atomic_add_fetch (&self->n_steps, 1, __ATOMIC_RELAXED) & 63) == 0)
    ls_runner_may_thread_go_on (self);
}

/* Whether it is to do no more. */
gboolean
ls_runner_is_thread_over (LsRunner *self)
{
  LsAgent *agent = ls_agent_get_current ();

  return __atomic_load_n (&self->threaded->is_stopping, __ATOMIC_ACQUIRE) || (agent != NULL && ls_agent_is_terminated (agent));
}

/* Adds a worker. Returns: (transfer none) (nullable): NULL where there is no room for it */
LsAgent *
ls_runner_add_thread (LsRunner       *self,
                      const char     *name,
                      LsAgentFlags    flags,
                      LsAgentFunc     func,
                      gpointer        user_data,
                      GDestroyNotify  destroy)
{
  LsAgent *agent = ls_agent_threads_add_agent (self->threaded->threads, name, flags, func, user_data, destroy);

  return agent != NULL && ls_agent_thread_start (agent) ? agent : NULL;
}

static void
main_start (LsAgent  *agent,
            gpointer  user_data)
{
  LsRunner *self = user_data;
  LsThreadedRun *run = self->threaded;

  ls_runner_start_main (agent, self);
  pthread_mutex_lock (&run->mutex);
  run->has_begun = TRUE;
  pthread_mutex_unlock (&run->mutex);
  ls_agent_threads_interrupt (run->threads);
}

/* What a runtime is given: each realm on its own thread */

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
host_log (LsProgramHost *host,
          const char    *level,
          const char    *text)
{
  LsRunner *self = host->user_data;
  LsProbe *probe = ls_event_loop_get_probe (host->loop);
  const LsRunnerOutput kind = ls_runner_output_of_level (level);

  __atomic_add_fetch (&self->threaded->n_text_bytes, strlen (text) + 1, __ATOMIC_RELAXED);
  if (self->output == NULL || probe != NULL)
    ls_agent_program_log (self->agents, text);
  emit (host, &(LsRecord) { .kind = LS_RECORD_LOG, .level = kind, .object = ls_probe_intern (probe, host->place),
                            .clause = LS_CLAUSE_SESSION }, text);
  ls_runner_show (self, kind, text);
}

static void
host_report (LsProgramHost *host,
             gboolean       is_rejection,
             guint32        promise,
             const char    *text)
{
  LsRunner *self = host->user_data;

  __atomic_add_fetch (&self->threaded->n_text_bytes, strlen (text) + 1, __ATOMIC_RELAXED);
  emit (host, &(LsRecord) { .kind = is_rejection ? LS_RECORD_PROMISE_UNHANDLED : LS_RECORD_EXCEPTION,
                            .subject = is_rejection ? promise : 0, .level = 1, .clause = LS_CLAUSE_HTML_REPORT_EXCEPTION }, text);
  ls_runner_show (self, LS_RUNNER_OUTPUT_UNCAUGHT, text);
}

static guint32
host_statement (LsProgramHost *host,
                guint32        n)
{
  LsRunner *self = host->user_data;

  if (self->next_action >= self->actions->len || ls_runner_is_thread_over (self))
    return G_MAXUINT32;
  ls_runner_apply_actions (self, n, NULL);
  return ls_runner_next_statement (self, n);
}

static void
host_count (LsProgramHost *host,
            guint64        n_statements)
{
  LsRunner *self = host->user_data;

  __atomic_add_fetch (&self->threaded->n_statements, n_statements, __ATOMIC_RELAXED);
}

static gboolean
host_may_go_on (LsProgramHost *host)
{
  return ls_runner_may_thread_go_on (host->user_data);
}

/* The main realm's host, from which those of workers are made, does without what is the runner's thread's. */
void
ls_runner_adapt_host (LsRunner      *self,
                      LsProgramHost *host)
{
  host->log = host_log;
  host->report = host_report;
  host->statement = host_statement;
  host->count = host_count;
  host->may_go_on = host_may_go_on;
}

/* What is to hold always is looked at where something has changed. The agent has the trace to itself. */
static void
on_change (LsAgent  *agent,
           gpointer  user_data)
{
  LsRunner *self = user_data;

  ls_runner_watch_expectations (self, agent);
}

static LsEventLoop *
make_loop (LsAgent  *agent,
           LsProbe  *probe,
           gpointer  user_data)
{
  LsRunner *self = user_data;

  return ls_event_loop_new_with_preset (LS_CLOCK_MONOTONIC, &self->preset, self->settings->edition, probe);
}

/* On the runner's thread */

/* Makes the main agent and its loop. */
void
ls_runner_create_threads (LsRunner *self)
{
  LsThreadedRun *run = g_new0 (LsThreadedRun, 1);

  self->threaded = run;
  run->runner = self;
  pthread_mutex_init (&run->mutex, NULL);
  pthread_cond_init (&run->drained, NULL);
  run->threads = ls_agent_threads_new (self->without_trace ? NULL : ls_trace_get_probe (self->trace), LS_AGENT_PROGRAM_MAX_AGENTS,
                                       LS_SESSION_MAX_AGENT_NUMBER, make_loop, self);
  ls_agent_threads_set_change_func (run->threads, on_change, self);
  self->agent = ls_agent_threads_add_agent (run->threads, "main", self->main_can_block ? LS_AGENT_CAN_BLOCK : LS_AGENT_NONE,
                                            main_start, self, NULL);
  self->loop = g_object_ref (ls_agent_get_loop (self->agent));
}

/* Passes on what was printed. */
static void
drain (LsRunner *self)
{
  LsThreadedRun *run = self->threaded;
  GQueue lines = G_QUEUE_INIT;
  Line *line;

  pthread_mutex_lock (&run->mutex);
  lines = run->lines;
  g_queue_init (&run->lines);
  pthread_cond_broadcast (&run->drained);
  pthread_mutex_unlock (&run->mutex);
  while ((line = g_queue_pop_head (&lines)) != NULL)
    {
      ls_runner_show (self, line->kind, line->text);
      line_free (line);
    }
}

static gboolean
has_begun (LsThreadedRun *run)
{
  gboolean has_begun;

  pthread_mutex_lock (&run->mutex);
  has_begun = run->has_begun;
  pthread_mutex_unlock (&run->mutex);
  return has_begun;
}

/* The interpreter has been made: the program begins. */
gboolean
ls_runner_start_threads (LsRunner  *self,
                         GError   **error)
{
  LsThreadedRun *run = self->threaded;

  ls_runner_set_up_main (self, run->threads);
  if (!ls_agent_thread_start (self->agent))
    {
      g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN, _("there is no room for a thread"));
      return FALSE;
    }
  while (!has_begun (run))
    {
      ls_agent_threads_wait (run->threads, g_get_monotonic_time () + WAIT_SLICE);
      drain (self);
      if (self->cancellable != NULL && g_cancellable_is_cancelled (self->cancellable))
        ls_runner_ask_to_stop (self, _("The run was cancelled"));
    }
  if (self->start_error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->start_error));
  return FALSE;
}

/* Ends all agents; nothing of the program runs any more. */
void
ls_runner_kill_threads (LsRunner *self)
{
  LsThreadedRun *run = self->threaded;

  if (run == NULL || run->is_killed)
    return;
  run->is_killed = TRUE;
  pthread_mutex_lock (&run->mutex);
  __atomic_store_n (&run->is_stopping, TRUE, __ATOMIC_RELEASE);
  pthread_cond_broadcast (&run->drained);
  pthread_mutex_unlock (&run->mutex);
  ls_agent_threads_kill (run->threads);
  if (run->ended_at == 0)
    run->ended_at = ls_agent_threads_get_time (run->threads);
  drain (self);
}

void
ls_runner_free_threads (LsRunner *self)
{
  LsThreadedRun *run = g_steal_pointer (&self->threaded);

  if (run == NULL)
    return;
  g_queue_clear_full (&run->lines, line_free);
  ls_agent_threads_free (run->threads);
  pthread_mutex_destroy (&run->mutex);
  pthread_cond_destroy (&run->drained);
  g_free (run->stop_message);
  g_free (run);
}

guint64
ls_runner_get_threads_time (LsRunner *self)
{
  LsThreadedRun *run = self->threaded;

  return run->ended_at != 0 ? run->ended_at : ls_agent_threads_get_time (run->threads);
}

/* See ls_agent_threads_get_next_time(). */
guint64
ls_runner_get_threads_next_time (LsRunner *self)
{
  return ls_agent_threads_get_next_time (self->threaded->threads);
}

/* Whether no agent's thread writes to the trace any more. */
gboolean
ls_runner_are_threads_over (LsRunner *self)
{
  return self->threaded->is_killed;
}

/* Nobody can go on: says who waits where. */
static char *
describe_deadlock (LsRunner *self)
{
  g_autoptr (GString) places = g_string_new (NULL);
  LsAgent *agent;

  for (guint i = 0; (agent = ls_agent_threads_get_agent (self->threaded->threads, i)) != NULL; i++)
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
  return g_strdup_printf (_("Deadlock: nobody is left to wake who waits: %s"), places->str);
}

static void
finish (LsRunner        *self,
        LsThreadsStatus  status)
{
  self->threaded->ended_at = ls_agent_threads_get_time (self->threaded->threads);
  drain (self);
  if (status == LS_THREADS_DEADLOCK)
    {
      g_free (self->message);
      self->message = describe_deadlock (self);
    }
  ls_runner_end (self, LS_RUNNER_FINISHED);
}

/* Returns: (transfer full) (nullable) */
static char *
take_stop_message (LsThreadedRun *run)
{
  char *message;

  pthread_mutex_lock (&run->mutex);
  message = g_steal_pointer (&run->stop_message);
  pthread_mutex_unlock (&run->mutex);
  return message;
}

static gboolean
is_cancelled (LsRunner *self)
{
  return self->cancellable != NULL && g_cancellable_is_cancelled (self->cancellable);
}

/* Lets the agents run until the monotonic clock comes to @until, or they do not any more. FALSE if the run is over. */
gboolean
ls_runner_run_threads (LsRunner *self,
                       gint64    until)
{
  LsThreadedRun *run = self->threaded;
  gint64 now = g_get_monotonic_time ();

  do
    {
      g_autofree char *exceeded = NULL;
      g_autofree char *message = NULL;
      LsThreadsStatus status;
      guint64 next;

      status = ls_agent_threads_wait (run->threads, is_cancelled (self) ? now : MIN (until, now + WAIT_SLICE));
      next = ls_agent_threads_get_next_time (run->threads);
      drain (self);
      ls_runner_show (self, LS_RUNNER_OUTPUT_PAUSE, NULL);
      if (status == LS_THREADS_RUNNING && is_cancelled (self))
        {
          ls_runner_kill_threads (self);
          g_free (self->message);
          self->message = g_strdup (_("The run was cancelled"));
          ls_runner_end (self, LS_RUNNER_CANCELLED);
          return FALSE;
        }
      /* Nobody needs to wait for what is out of reach. */
      if (next != LS_TIME_NEVER && next >= self->settings->time_budget)
        exceeded = ls_runner_find_exceeded (self, 0, next, 0, 0);
      if (exceeded != NULL)
        ls_runner_ask_to_stop (self, exceeded);
      else
        check_budgets (self);
      message = take_stop_message (run);
      if (message != NULL)
        {
          ls_runner_stop (self, message);
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
