/* ls-engine-run.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-engine-run-private.h"

#include "ls-runner-private.h"
#include "ls-source-private.h"

#include <errno.h>
#include <pthread.h>
#ifdef __linux__
#include <sys/resource.h>
#endif

#define PROGRESS_INTERVAL 16   /* ms */
#define BATCH_TIME 4000        /* µs between looks at what the owner asks for */
#define MAX_JOIN 200000        /* µs for a thread to end */
#define MAX_INTERRUPT 350      /* ms until a run that was interrupted is given up */
#define NICENESS 10            /* how far behind other threads the run's thread stands, as nice(1) counts */

/* What the two threads share. */
struct _LsEngineRun
{
  gatomicrefcount   ref_count;
  pthread_mutex_t   mutex;        /* no GMutex: the thread sanitizer knows this one */
  pthread_cond_t    cond;
  GThread          *thread;
  GCancellable     *cancellable;
  gboolean          has_fd;       /* the cancellable's, opened before the threads run, since opening it races with cancelling */
  GMainContext     *context;
  LsSession        *session;
  LsRunnerOptions   options;
  char             *preset;
  LsProgramOptions *program_options;
  LsTrace          *trace;

  /* On the owner's thread alone */
  LsEngineRunFunc   func;         /* NULL after ls_engine_run_stop() */
  gpointer          user_data;
  GSource          *give_up;      /* after an interrupt */

  /* Under the mutex */
  guint32           target;
  gboolean          paused;
  gboolean          stop;
  gboolean          interrupted;
  gboolean          waits;        /* for a target */
  gboolean          is_over;      /* the thread has nothing left to do */
  pthread_cond_t    over;
  GSource          *source;       /* calls @func on the owner's thread, NULL if there is no news */
  guint32           n_steps;
  LsRunnerState     state;
  char             *message;
  GPtrArray        *unapplied;    /* LsAction */
  char             *problem;      /* with the schedule */
  guint             n_outcomes;   /* of the runner, as last taken */
  GArray           *outcomes;     /* LsActionOutcome, until the owner takes it */
  GPtrArray        *refused;      /* until the owner takes it */
  gboolean          ended;
};

static LsEngineRun *
run_ref (LsEngineRun *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
run_unref (gpointer data)
{
  LsEngineRun *self = data;

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  if (self->has_fd)
    g_cancellable_release_fd (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->context, g_main_context_unref);
  g_clear_object (&self->session);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->unapplied, g_ptr_array_unref);
  g_clear_pointer (&self->outcomes, g_array_unref);
  g_clear_pointer (&self->options.followed_turns, g_array_unref);
  g_clear_pointer (&self->refused, g_ptr_array_unref);
  g_clear_pointer (&self->program_options, ls_program_options_free);
  g_free (self->preset);
  g_free (self->message);
  g_free (self->problem);
  pthread_mutex_destroy (&self->mutex);
  pthread_cond_destroy (&self->cond);
  pthread_cond_destroy (&self->over);
  g_free (self);
}

/* Runs on the owner's thread. */
static gboolean
deliver (gpointer data)
{
  LsEngineRun *self = data;

  pthread_mutex_lock (&self->mutex);
  g_clear_pointer (&self->source, g_source_unref);
  pthread_mutex_unlock (&self->mutex);

  if (self->func != NULL)
    self->func (self, self->user_data);
  return G_SOURCE_REMOVE;
}

/* Called under the mutex. */
static void
notify_owner (LsEngineRun *self)
{
  if (self->source != NULL || self->stop)
    return;

  self->source = g_timeout_source_new (self->ended ? 0 : PROGRESS_INTERVAL);
  g_source_set_callback (self->source, deliver, run_ref (self), run_unref);
  g_source_attach (self->source, self->context);
}

/* Called under the mutex, on the run's thread. */
static void
list_refused (LsEngineRun *self,
              LsRunner    *runner)
{
  const guint n = self->program_options != NULL ? self->program_options->n_breakpoints : 0;

  if (!g_atomic_int_exchange (&runner->has_refused, FALSE))
    return;
  g_clear_pointer (&self->refused, g_ptr_array_unref);
  self->refused = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (self->refused, g_strdup (ls_runner_get_breakpoint_error (runner, i)));
  notify_owner (self);
}

/* Called under the mutex, on the run's thread. */
static void
take_outcomes (LsEngineRun *self,
               LsRunner    *runner)
{
  if (runner->n_outcomes == self->n_outcomes)
    return;
  self->n_outcomes = runner->n_outcomes;
  g_clear_pointer (&self->outcomes, g_array_unref);
  self->outcomes = g_array_copy (runner->outcomes);
}

/* Called under the mutex. Does nothing if the owner, who interrupted the run, has given it up before. */
static void
end (LsEngineRun   *self,
     LsRunnerState  state,
     const char    *message,
     GPtrArray     *unapplied)
{
  if (self->stop || self->ended)
    return;

  self->ended = TRUE;
  /* A program that is interrupted while it is read fails for that reason. */
  self->state = self->interrupted && (state <= LS_RUNNER_RUNNING || state == LS_RUNNER_FAILED) ? LS_RUNNER_CANCELLED
                                                                                               : state;
  self->message = g_strdup (message);
  self->unapplied = unapplied != NULL ? g_ptr_array_ref (unapplied)
                                      : g_ptr_array_new_with_free_func ((GDestroyNotify) ls_action_unref);
  notify_owner (self);
}

/* Called under the mutex, on the run's thread. */
static void
run_to_end (LsEngineRun *self,
            LsRunner    *runner)
{
  if (!self->ended)
    list_refused (self, runner);
  while (!self->stop && !self->interrupted && ls_runner_get_state (runner) <= LS_RUNNER_RUNNING)
    {
      guint32 target = self->target;

      /* A run for real cannot wait for the owner. */
      if (!self->options.is_real && (self->paused || ls_runner_get_n_steps (runner) >= target))
        {
          self->waits = TRUE;
          notify_owner (self);
          pthread_cond_wait (&self->cond, &self->mutex);
          self->waits = FALSE;
          continue;
        }

      pthread_mutex_unlock (&self->mutex);
      ls_runner_try_steps (runner, target, BATCH_TIME, self->cancellable);
      pthread_mutex_lock (&self->mutex);
      self->n_steps = ls_runner_get_n_steps (runner);
      if (self->ended)
        {
          /* The owner has given the run up, and it has come to its end after all: the owner hears of what the trace got. */
          notify_owner (self);
          return;
        }
      self->state = ls_runner_get_state (runner);
      list_refused (self, runner);
      take_outcomes (self, runner);
      notify_owner (self);
    }
  if (!self->ended)
    take_outcomes (self, runner);
  if (!self->ended)
    self->problem = ls_runner_dup_schedule_problem (runner);
  end (self, ls_runner_get_state (runner), ls_runner_get_message (runner), ls_runner_get_unapplied_actions (runner));
}

/* Lets the thread that shows the run go first where the processor is busy, or frames would come late. Threads that a script engine
 * starts from this one inherit that. Linux sets niceness for each thread, other systems for all of a process. */
static void
set_niceness (void)
{
#ifdef __linux__
  int niceness;

  errno = 0;
  niceness = getpriority (PRIO_PROCESS, 0);
  if (errno == 0)
    setpriority (PRIO_PROCESS, 0, MIN (niceness + NICENESS, 19));
#endif
}

static gpointer
run_thread (gpointer data)
{
  LsEngineRun *self = data;
  g_autoptr (GMainContext) own = g_main_context_new ();
  g_autoptr (LsRunner) runner = NULL;
  g_autoptr (GError) error = NULL;

  set_niceness ();
  g_main_context_push_thread_default (own);
  runner = ls_runner_new_with_trace (self->session, &self->options, self->trace, self->cancellable, &error);

  pthread_mutex_lock (&self->mutex);
  if (runner != NULL)
    run_to_end (self, runner);
  else
    end (self, LS_RUNNER_FAILED, error->message, NULL);
  pthread_mutex_unlock (&self->mutex);

  g_clear_object (&runner);
  g_main_context_pop_thread_default (own);
  pthread_mutex_lock (&self->mutex);
  self->is_over = TRUE;
  pthread_cond_signal (&self->over);
  pthread_mutex_unlock (&self->mutex);
  run_unref (self);
  return NULL;
}

/* Waits for the thread, but not long: it may be in what cannot be interrupted, such as a regular expression of a script. It ends by
 * itself then, later, and reports nothing. */
static void
join (LsEngineRun *self)
{
  gint64 end = g_get_real_time () + MAX_JOIN;
  struct timespec until = { .tv_sec = end / G_USEC_PER_SEC, .tv_nsec = end % G_USEC_PER_SEC * 1000 };
  gboolean is_over;

  pthread_mutex_lock (&self->mutex);
  while (!self->is_over && pthread_cond_timedwait (&self->over, &self->mutex, &until) == 0)
    ;
  is_over = self->is_over;
  pthread_mutex_unlock (&self->mutex);
  /* The owner may free the data of its output function as soon as this returns. */
  if (is_over || self->options.output != NULL)
    g_thread_join (self->thread);
  else
    g_thread_unref (self->thread);
}

/* Runs @session until @target steps are done. @func is called at most once each 16 ms. */
LsEngineRun *
ls_engine_run_start (LsSession             *session,
                     const LsRunnerOptions *options,
                     LsTrace               *trace,
                     guint32                target,
                     gboolean               paused,
                     LsEngineRunFunc        func,
                     gpointer               user_data)
{
  static const LsRunnerOptions defaults = LS_RUNNER_OPTIONS_INIT;
  LsEngineRun *self = g_new0 (LsEngineRun, 1);
  GPollFD fd;

  g_atomic_ref_count_init (&self->ref_count);
  pthread_mutex_init (&self->mutex, NULL);
  pthread_cond_init (&self->cond, NULL);
  pthread_cond_init (&self->over, NULL);
  self->cancellable = g_cancellable_new ();
  self->has_fd = g_cancellable_make_pollfd (self->cancellable, &fd);
  self->context = g_main_context_ref_thread_default ();
  self->session = ls_session_copy (session);
  self->options = options != NULL ? *options : defaults;
  self->preset = g_strdup (self->options.preset);
  self->options.preset = self->preset;
  if (self->options.program_options != NULL)
    self->program_options = ls_program_options_copy (self->options.program_options);
  self->options.program_options = self->program_options;
  if (self->options.followed_turns != NULL)
    g_array_ref (self->options.followed_turns);
  self->trace = g_object_ref (trace);
  self->func = func;
  self->user_data = user_data;
  self->target = target;
  self->paused = paused;
  self->thread = g_thread_new ("ls-engine", run_thread, run_ref (self));

  return self;
}

/* Ends the run, also inside an endless body, and reports nothing any more. Takes the caller's reference. */
void
ls_engine_run_stop (LsEngineRun *self)
{
  GSource *source;

  self->func = NULL;
  ls_clear_source (&self->give_up);
  pthread_mutex_lock (&self->mutex);
  self->stop = TRUE;
  source = g_steal_pointer (&self->source);
  pthread_cond_signal (&self->cond);
  pthread_mutex_unlock (&self->mutex);

  g_cancellable_cancel (self->cancellable);
  ls_clear_source (&source);
  join (self);
  run_unref (self);
}

static gboolean
give_up_cb (gpointer data)
{
  LsEngineRun *self = data;

  g_clear_pointer (&self->give_up, g_source_unref);
  pthread_mutex_lock (&self->mutex);
  end (self, LS_RUNNER_CANCELLED, NULL, NULL);
  pthread_mutex_unlock (&self->mutex);
  return G_SOURCE_REMOVE;
}

/* Ends the run, which reports its end as any other. If it cannot be interrupted it is reported as ended after MAX_INTERRUPT ms. */
void
ls_engine_run_interrupt (LsEngineRun *self)
{
  pthread_mutex_lock (&self->mutex);
  self->interrupted = TRUE;
  pthread_cond_signal (&self->cond);
  pthread_mutex_unlock (&self->mutex);
  g_cancellable_cancel (self->cancellable);

  if (self->give_up != NULL)
    return;
  self->give_up = g_timeout_source_new (MAX_INTERRUPT);
  g_source_set_callback (self->give_up, give_up_cb, run_ref (self), run_unref);
  g_source_attach (self->give_up, self->context);
}

/* Runs until @target steps are done, and not now where it is @paused. */
void
ls_engine_run_ask (LsEngineRun *self,
                   guint32      target,
                   gboolean     paused)
{
  pthread_mutex_lock (&self->mutex);
  self->target = target;
  self->paused = paused;
  pthread_cond_signal (&self->cond);
  pthread_mutex_unlock (&self->mutex);
}

/* Returns whether the run takes steps, or waits for the clock. @n_steps: (out) (optional): how many it has taken */
gboolean
ls_engine_run_look (LsEngineRun *self,
                    guint32     *n_steps)
{
  gboolean working;

  pthread_mutex_lock (&self->mutex);
  working = !self->ended && !(self->waits && (self->paused || self->n_steps >= self->target));
  if (n_steps != NULL)
    *n_steps = self->n_steps;
  pthread_mutex_unlock (&self->mutex);
  return working;
}

void
ls_engine_run_report (LsEngineRun       *self,
                      LsEngineRunReport *report)
{
  pthread_mutex_lock (&self->mutex);
  *report = (LsEngineRunReport) {
    .n_steps = self->n_steps,
    .state = self->state,
    .ended = self->ended,
    .outcomes = g_steal_pointer (&self->outcomes),
    .refused = g_steal_pointer (&self->refused),
  };
  if (self->ended)
    {
      report->message = g_steal_pointer (&self->message);
      report->unapplied = g_steal_pointer (&self->unapplied);
      report->problem = g_steal_pointer (&self->problem);
    }
  pthread_mutex_unlock (&self->mutex);
  if (report->ended)
    ls_clear_source (&self->give_up);
}

LsSession *
ls_engine_run_get_session (LsEngineRun *self)
{
  return self->session;
}
