/* ls-engine-thread.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-engine-thread.h"

#include "ls-runner-private.h"

#include <pthread.h>

#define PROGRESS_INTERVAL 16   /* ms */
#define BATCH_TIME 4000        /* µs between looks at what is asked for */
#define MAX_JOIN 200000        /* µs for a thread to end */

/**
 * LsEngineThread:
 *
 * Runs sessions on a thread of its own, as far as a view needs and somewhat ahead. Nothing that a program does can block
 * the view; the view reads the trace while it grows. Use #LsRunner where blocking is fine.
 */
struct _LsEngineThread
{
  GObject        parent_instance;

  GMainContext  *context;
  struct _Run   *run;
  LsTrace       *trace;
  guint32        ahead;
  guint32        furthest;     /* the furthest step that was asked for */
  gboolean       paused;
  guint32        n_steps;      /* as of the last signal */
  gboolean       running;
  LsRunnerState  state;
  char          *message;
  GPtrArray     *unapplied;    /* LsAction */
  GPtrArray     *refused;      /* for each breakpoint of the options what is wrong with it; NULL: nothing with any */
};

/* What the two threads share, for one run. */
typedef struct _Run
{
  gatomicrefcount  ref_count;
  pthread_mutex_t  mutex;         /* pthread's own: tools that look for races know them */
  pthread_cond_t   cond;
  GThread         *thread;
  GCancellable    *cancellable;
  gboolean         has_fd;        /* of the cancellable, kept so that it is not made on either thread as they run */
  GMainContext    *context;
  LsSession       *session;
  LsRunnerOptions  options;
  char            *preset;
  LsProgramOptions *program_options;
  LsTrace         *trace;

  /* Under the mutex */
  LsEngineThread  *owner;      /* NULL once nobody wants to know; looked at on the owner's thread only */
  guint32          target;
  gboolean         paused;
  gboolean         stop;
  gboolean         is_over;   /* the thread has nothing left to do */
  pthread_cond_t   over;
  GSource         *source;     /* what will tell the owner */
  guint32          n_steps;
  LsRunnerState    state;
  char            *message;
  GPtrArray       *unapplied;
  GPtrArray       *refused;    /* until the owner has it */
  gboolean         ended;
} Run;

enum
{
  PROP_0,
  PROP_TRACE,
  PROP_N_STEPS,
  PROP_RUNNING,
  PROP_STATE,
  PROP_MESSAGE,
  PROP_PAUSED,
  N_PROPS
};

enum
{
  PROGRESS,
  FINISHED,
  BREAKPOINTS_REFUSED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsEngineThread, ls_engine_thread, G_TYPE_OBJECT)

static Run *
run_ref (Run *run)
{
  g_atomic_ref_count_inc (&run->ref_count);
  return run;
}

static void
run_unref (gpointer data)
{
  Run *run = data;

  if (!g_atomic_ref_count_dec (&run->ref_count))
    return;

  if (run->has_fd)
    g_cancellable_release_fd (run->cancellable);
  g_clear_object (&run->cancellable);
  g_clear_pointer (&run->context, g_main_context_unref);
  g_clear_object (&run->session);
  g_clear_object (&run->trace);
  g_clear_pointer (&run->unapplied, g_ptr_array_unref);
  g_clear_pointer (&run->refused, g_ptr_array_unref);
  g_clear_pointer (&run->program_options, ls_program_options_free);
  g_free (run->preset);
  g_free (run->message);
  pthread_mutex_destroy (&run->mutex);
  pthread_cond_destroy (&run->cond);
  pthread_cond_destroy (&run->over);
  g_free (run);
}

/* On the owner's thread: takes over what the run has come to. */
static gboolean
deliver (gpointer data)
{
  Run *run = data;
  g_autoptr(LsEngineThread) self = NULL;
  gboolean refused = FALSE;
  gboolean ended;

  pthread_mutex_lock (&run->mutex);
  g_clear_pointer (&run->source, g_source_unref);
  ended = run->ended;
  if (run->owner != NULL)
    {
      self = g_object_ref (run->owner);
      self->n_steps = run->n_steps;
      self->state = run->state;
      refused = run->refused != NULL;
      if (refused)
        {
          g_clear_pointer (&self->refused, g_ptr_array_unref);
          self->refused = g_steal_pointer (&run->refused);
        }
      if (ended)
        {
          g_free (self->message);
          self->message = g_strdup (run->message);
          g_clear_pointer (&self->unapplied, g_ptr_array_unref);
          self->unapplied = g_steal_pointer (&run->unapplied);
          self->running = FALSE;
        }
    }
  pthread_mutex_unlock (&run->mutex);

  if (self == NULL)
    return G_SOURCE_REMOVE;

  g_object_freeze_notify (G_OBJECT (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_STEPS]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  if (ended)
    {
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MESSAGE]);
    }
  g_object_thaw_notify (G_OBJECT (self));
  if (refused)
    g_signal_emit (self, signals[BREAKPOINTS_REFUSED], 0);
  if (self->run != run)
    return G_SOURCE_REMOVE;
  g_signal_emit (self, signals[PROGRESS], 0);
  /* A handler may have started another run. */
  if (ended && self->run == run)
    g_signal_emit (self, signals[FINISHED], 0);

  return G_SOURCE_REMOVE;
}

/* Under the mutex, on the run's thread. */
static void
tell_owner (Run *run)
{
  if (run->source != NULL || run->stop)
    return;

  run->source = g_timeout_source_new (run->ended ? 0 : PROGRESS_INTERVAL);
  g_source_set_callback (run->source, deliver, run_ref (run), run_unref);
  g_source_attach (run->source, run->context);
}

static void
run_batch (Run      *run,
           LsRunner *runner,
           guint32   target)
{
  gint64 end = g_get_monotonic_time () + BATCH_TIME;

  do
    if (ls_runner_get_n_steps (runner) >= target || !ls_runner_try_step (runner, run->cancellable))
      return;
  while (g_get_monotonic_time () < end);
}

/* Under the mutex, on the run's thread. */
static void
list_refused (Run      *run,
              LsRunner *runner)
{
  const guint n = run->program_options != NULL ? run->program_options->n_breakpoints : 0;
  g_autoptr(GPtrArray) refused = g_ptr_array_new_with_free_func (g_free);
  gboolean any = FALSE;

  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (refused, g_strdup (ls_runner_get_breakpoint_error (runner, i)));
      any = any || refused->pdata[i] != NULL;
    }
  if (!any)
    return;

  run->refused = g_steal_pointer (&refused);
  tell_owner (run);
}

/* Under the mutex, on the run's thread: the program cannot be run. */
static void
fail (Run    *run,
      GError *error)
{
  if (run->stop)
    return;

  run->ended = TRUE;
  run->state = LS_RUNNER_FAILED;
  run->message = g_strdup (error->message);
  run->unapplied = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_action_unref);
  tell_owner (run);
}

static void
tell_over (Run *run)
{
  pthread_mutex_lock (&run->mutex);
  run->is_over = TRUE;
  pthread_cond_signal (&run->over);
  pthread_mutex_unlock (&run->mutex);
}

static gpointer
run_thread (gpointer data)
{
  Run *run = data;
  g_autoptr(GMainContext) own = g_main_context_new ();
  g_autoptr(LsRunner) runner = NULL;
  g_autoptr(GError) error = NULL;

  g_main_context_push_thread_default (own);
  runner = ls_runner_new_with_trace (run->session, &run->options, run->trace, &error);

  pthread_mutex_lock (&run->mutex);
  if (runner == NULL)
    {
      fail (run, error);
      pthread_mutex_unlock (&run->mutex);
      g_main_context_pop_thread_default (own);
      tell_over (run);
      run_unref (run);
      return NULL;
    }

  list_refused (run, runner);
  while (!run->stop)
    {
      guint32 target = run->target;

      if (ls_runner_get_state (runner) > LS_RUNNER_RUNNING)
        break;
      if (run->paused || ls_runner_get_n_steps (runner) >= target)
        {
          pthread_cond_wait (&run->cond, &run->mutex);
          continue;
        }

      pthread_mutex_unlock (&run->mutex);
      run_batch (run, runner, target);
      pthread_mutex_lock (&run->mutex);
      run->n_steps = ls_runner_get_n_steps (runner);
      run->state = ls_runner_get_state (runner);
      tell_owner (run);
    }

  if (!run->stop)
    {
      run->ended = TRUE;
      run->message = g_strdup (ls_runner_get_message (runner));
      run->unapplied = g_ptr_array_ref (ls_runner_get_unapplied_actions (runner));
      tell_owner (run);
    }
  pthread_mutex_unlock (&run->mutex);

  g_clear_object (&runner);
  g_main_context_pop_thread_default (own);
  tell_over (run);
  run_unref (run);
  return NULL;
}

/* Waits for the run's thread. What cannot be interrupted, such as a regular expression of a script, is left alone after a
 * while: the thread ends by itself then, and nobody hears of it. */
static void
join (Run *run)
{
  gint64 end = g_get_real_time () + MAX_JOIN;
  struct timespec until = { .tv_sec = end / G_USEC_PER_SEC, .tv_nsec = end % G_USEC_PER_SEC * 1000 };
  gboolean is_over;

  pthread_mutex_lock (&run->mutex);
  while (!run->is_over && pthread_cond_timedwait (&run->over, &run->mutex, &until) == 0)
    ;
  is_over = run->is_over;
  pthread_mutex_unlock (&run->mutex);
  /* Who gave a function for the output may free what that needs. */
  if (is_over || run->options.output != NULL)
    g_thread_join (run->thread);
  else
    g_thread_unref (run->thread);
}

static void
end_run (LsEngineThread *self)
{
  Run *run = g_steal_pointer (&self->run);
  GSource *source;

  if (run == NULL)
    return;

  pthread_mutex_lock (&run->mutex);
  run->owner = NULL;
  run->stop = TRUE;
  source = g_steal_pointer (&run->source);
  pthread_cond_signal (&run->cond);
  pthread_mutex_unlock (&run->mutex);

  g_cancellable_cancel (run->cancellable);
  if (source != NULL)
    {
      g_source_destroy (source);
      g_source_unref (source);
    }
  join (run);
  self->running = FALSE;
  run_unref (run);
}

static void
ls_engine_thread_dispose (GObject *object)
{
  LsEngineThread *self = LS_ENGINE_THREAD (object);

  end_run (self);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->unapplied, g_ptr_array_unref);
  g_clear_pointer (&self->refused, g_ptr_array_unref);

  G_OBJECT_CLASS (ls_engine_thread_parent_class)->dispose (object);
}

static void
ls_engine_thread_finalize (GObject *object)
{
  LsEngineThread *self = LS_ENGINE_THREAD (object);

  g_main_context_unref (self->context);
  g_free (self->message);

  G_OBJECT_CLASS (ls_engine_thread_parent_class)->finalize (object);
}

static void
ls_engine_thread_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  LsEngineThread *self = LS_ENGINE_THREAD (object);

  switch (prop_id)
    {
    case PROP_TRACE:
      g_value_set_object (value, self->trace);
      break;
    case PROP_N_STEPS:
      g_value_set_uint (value, ls_engine_thread_get_n_steps (self));
      break;
    case PROP_RUNNING:
      g_value_set_boolean (value, self->running);
      break;
    case PROP_STATE:
      g_value_set_uint (value, self->state);
      break;
    case PROP_MESSAGE:
      g_value_set_string (value, self->message);
      break;
    case PROP_PAUSED:
      g_value_set_boolean (value, self->paused);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ls_engine_thread_class_init (LsEngineThreadClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->dispose = ls_engine_thread_dispose;
  object_class->finalize = ls_engine_thread_finalize;
  object_class->get_property = ls_engine_thread_get_property;

  /**
   * LsEngineThread:trace:
   *
   * The trace of the run, which may still grow; another one after each start.
   */
  properties[PROP_TRACE] = g_param_spec_object ("trace", NULL, NULL, LS_TYPE_TRACE, flags);
  /**
   * LsEngineThread:n-steps:
   *
   * How many steps are done.
   */
  properties[PROP_N_STEPS] = g_param_spec_uint ("n-steps", NULL, NULL, 0, G_MAXUINT, 0, flags);
  /**
   * LsEngineThread:running:
   *
   * Whether a run is under way. It may be waiting for ls_engine_thread_ensure(), or paused.
   */
  properties[PROP_RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE, flags);
  /**
   * LsEngineThread:state:
   *
   * The state of the run, an #LsRunnerState.
   */
  properties[PROP_STATE] = g_param_spec_uint ("state", NULL, NULL, 0, LS_RUNNER_FAILED, 0, flags);
  /**
   * LsEngineThread:message:
   *
   * Why the run was stopped, one sentence.
   */
  properties[PROP_MESSAGE] = g_param_spec_string ("message", NULL, NULL, NULL, flags);
  /**
   * LsEngineThread:paused:
   *
   * Whether the run takes no steps for now.
   */
  properties[PROP_PAUSED] = g_param_spec_boolean ("paused", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * LsEngineThread::progress:
   * @self: the engine thread
   *
   * The trace has grown. Not emitted more often than each 16 ms.
   */
  signals[PROGRESS] = g_signal_new ("progress", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 0);
  /**
   * LsEngineThread::finished:
   * @self: the engine thread
   *
   * The run has ended by itself: state and message say how.
   */
  signals[FINISHED] = g_signal_new ("finished", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 0);
  /**
   * LsEngineThread::breakpoints-refused:
   * @self: the engine thread
   *
   * Conditions of breakpoints are none: ls_engine_thread_get_breakpoint_error() says which. Once a run at most, before its
   * first progress.
   */
  signals[BREAKPOINTS_REFUSED] = g_signal_new ("breakpoints-refused", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                               NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_engine_thread_init (LsEngineThread *self)
{
  self->context = g_main_context_ref_thread_default ();
  self->ahead = LS_ENGINE_THREAD_DEFAULT_AHEAD;
}

/**
 * ls_engine_thread_new:
 *
 * Returns: (transfer full): an engine thread with nothing to run; its signals come on this thread's main context
 */
LsEngineThread *
ls_engine_thread_new (void)
{
  return g_object_new (LS_TYPE_ENGINE_THREAD, NULL);
}

/* Under the run's mutex. */
static void
set_target (LsEngineThread *self)
{
  self->run->target = self->furthest + MIN (self->ahead, G_MAXUINT32 - self->furthest);
  pthread_cond_signal (&self->run->cond);
}

/**
 * ls_engine_thread_start:
 * @self: an engine thread
 * @session: what to run; a copy is taken
 * @options: (nullable): how to run it
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Stops what is running, makes a new trace and runs @session into it: to the end, or until it is far enough ahead of
 * what ls_engine_thread_ensure() asked for.
 *
 * A program that cannot be run ends the run with %LS_RUNNER_FAILED: ls_engine_thread_get_message() says why, and
 * ls_engine_thread_get_place() where.
 *
 * Returns: %FALSE with @error set where @options name an unknown preset; what was running goes on then
 */
gboolean
ls_engine_thread_start (LsEngineThread         *self,
                        LsSession              *session,
                        const LsRunnerOptions  *options,
                        GError                **error)
{
  static const LsRunnerOptions defaults = LS_RUNNER_OPTIONS_INIT;
  GPollFD fd;
  Run *run;

  g_return_val_if_fail (LS_IS_ENGINE_THREAD (self), FALSE);
  g_return_val_if_fail (LS_IS_SESSION (session), FALSE);

  if (!ls_runner_options_check (options, error))
    return FALSE;

  end_run (self);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->message, g_free);
  g_clear_pointer (&self->unapplied, g_ptr_array_unref);
  g_clear_pointer (&self->refused, g_ptr_array_unref);
  self->trace = ls_trace_new ();
  self->state = LS_RUNNER_READY;
  self->n_steps = 0;
  self->furthest = 0;
  self->running = TRUE;

  run = g_new0 (Run, 1);
  g_atomic_ref_count_init (&run->ref_count);
  pthread_mutex_init (&run->mutex, NULL);
  pthread_cond_init (&run->cond, NULL);
  pthread_cond_init (&run->over, NULL);
  run->cancellable = g_cancellable_new ();
  run->has_fd = g_cancellable_make_pollfd (run->cancellable, &fd);
  run->context = g_main_context_ref (self->context);
  run->session = ls_session_copy (session);
  run->options = options != NULL ? *options : defaults;
  run->preset = g_strdup (run->options.preset);
  run->options.preset = run->preset;
  if (run->options.program_options != NULL)
    run->program_options = ls_program_options_copy (run->options.program_options);
  run->options.program_options = run->program_options;
  run->trace = g_object_ref (self->trace);
  run->owner = self;
  run->paused = self->paused;
  self->run = run;
  set_target (self);
  run->thread = g_thread_new ("ls-engine", run_thread, run_ref (run));

  g_object_freeze_notify (G_OBJECT (self));
  for (guint i = PROP_TRACE; i <= PROP_MESSAGE; i++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
  g_object_thaw_notify (G_OBJECT (self));

  return TRUE;
}

/**
 * ls_engine_thread_stop:
 * @self: an engine thread
 *
 * Ends the run, also inside an endless body, and waits for its thread, which takes some milliseconds, or a fifth of a second
 * where it is in something that nothing interrupts. The trace stays.
 */
void
ls_engine_thread_stop (LsEngineThread *self)
{
  gboolean was_running;

  g_return_if_fail (LS_IS_ENGINE_THREAD (self));

  was_running = self->running;
  if (self->run != NULL)
    {
      pthread_mutex_lock (&self->run->mutex);
      self->n_steps = self->run->n_steps;
      pthread_mutex_unlock (&self->run->mutex);
    }
  end_run (self);
  if (!was_running)
    return;

  self->state = LS_RUNNER_CANCELLED;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
}

/**
 * ls_engine_thread_ensure:
 * @self: an engine thread
 * @step: a step
 *
 * Lets the run go on until it is ls_engine_thread_get_ahead() steps beyond @step. The progress signal tells when there
 * is more.
 */
void
ls_engine_thread_ensure (LsEngineThread *self,
                         guint32         step)
{
  g_return_if_fail (LS_IS_ENGINE_THREAD (self));

  if (self->run == NULL || step <= self->furthest)
    return;

  self->furthest = step;
  pthread_mutex_lock (&self->run->mutex);
  set_target (self);
  pthread_mutex_unlock (&self->run->mutex);
}

/**
 * ls_engine_thread_set_ahead:
 * @self: an engine thread
 * @n_steps: how many steps to run beyond what was asked for; %G_MAXUINT32 for all there are
 */
void
ls_engine_thread_set_ahead (LsEngineThread *self,
                            guint32         n_steps)
{
  g_return_if_fail (LS_IS_ENGINE_THREAD (self));

  self->ahead = n_steps;
  if (self->run == NULL)
    return;

  pthread_mutex_lock (&self->run->mutex);
  set_target (self);
  pthread_mutex_unlock (&self->run->mutex);
}

/**
 * ls_engine_thread_get_ahead:
 * @self: an engine thread
 *
 * Returns: how many steps it runs beyond what was asked for
 */
guint32
ls_engine_thread_get_ahead (LsEngineThread *self)
{
  g_return_val_if_fail (LS_IS_ENGINE_THREAD (self), 0);

  return self->ahead;
}

/**
 * ls_engine_thread_set_paused:
 * @self: an engine thread
 * @paused: whether to take no more steps for now
 *
 * With the monotonic clock the time of what is delayed passes nevertheless.
 */
void
ls_engine_thread_set_paused (LsEngineThread *self,
                             gboolean        paused)
{
  g_return_if_fail (LS_IS_ENGINE_THREAD (self));

  paused = !!paused;
  if (self->paused == paused)
    return;

  self->paused = paused;
  if (self->run != NULL)
    {
      pthread_mutex_lock (&self->run->mutex);
      self->run->paused = paused;
      pthread_cond_signal (&self->run->cond);
      pthread_mutex_unlock (&self->run->mutex);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PAUSED]);
}

/**
 * ls_engine_thread_get_paused:
 * @self: an engine thread
 *
 * Returns: whether it takes no steps for now
 */
gboolean
ls_engine_thread_get_paused (LsEngineThread *self)
{
  g_return_val_if_fail (LS_IS_ENGINE_THREAD (self), FALSE);

  return self->paused;
}

/**
 * ls_engine_thread_get_trace:
 * @self: an engine thread
 *
 * Returns: (transfer none) (nullable): the trace of the run; %NULL before the first start
 */
LsTrace *
ls_engine_thread_get_trace (LsEngineThread *self)
{
  g_return_val_if_fail (LS_IS_ENGINE_THREAD (self), NULL);

  return self->trace;
}

/**
 * ls_engine_thread_get_n_steps:
 * @self: an engine thread
 *
 * Returns: how many steps were done at the last progress signal
 */
guint32
ls_engine_thread_get_n_steps (LsEngineThread *self)
{
  g_return_val_if_fail (LS_IS_ENGINE_THREAD (self), 0);

  return self->n_steps;
}

/**
 * ls_engine_thread_get_running:
 * @self: an engine thread
 *
 * Returns: whether a run is under way
 */
gboolean
ls_engine_thread_get_running (LsEngineThread *self)
{
  g_return_val_if_fail (LS_IS_ENGINE_THREAD (self), FALSE);

  return self->running;
}

/**
 * ls_engine_thread_get_state:
 * @self: an engine thread
 *
 * Returns: the state of the run
 */
LsRunnerState
ls_engine_thread_get_state (LsEngineThread *self)
{
  g_return_val_if_fail (LS_IS_ENGINE_THREAD (self), LS_RUNNER_READY);

  return self->state;
}

/**
 * ls_engine_thread_get_message:
 * @self: an engine thread
 *
 * Returns: (transfer none) (nullable): why the run was stopped, one sentence
 */
const char *
ls_engine_thread_get_message (LsEngineThread *self)
{
  g_return_val_if_fail (LS_IS_ENGINE_THREAD (self), NULL);

  return self->message;
}

/**
 * ls_engine_thread_get_breakpoint_error:
 * @self: an engine thread
 * @index: the place of a breakpoint among those of the run's options
 *
 * Returns: (transfer none) (nullable): what is wrong with the breakpoint's condition, which never holds then
 */
const char *
ls_engine_thread_get_breakpoint_error (LsEngineThread *self,
                                       guint           index)
{
  g_return_val_if_fail (LS_IS_ENGINE_THREAD (self), NULL);

  return self->refused != NULL && index < self->refused->len ? g_ptr_array_index (self->refused, index) : NULL;
}

/**
 * ls_engine_thread_get_place:
 * @self: an engine thread
 * @script: (out) (transfer full) (optional): the script
 * @line: (out) (optional): the line, from 1
 * @column: (out) (optional): the column, from 1
 *
 * Where in the program the reason lies for which the run failed or was stopped.
 *
 * Returns: whether the message names such a place
 */
gboolean
ls_engine_thread_get_place (LsEngineThread  *self,
                            LsScript       **script,
                            guint           *line,
                            guint           *column)
{
  LsScript *found;

  g_return_val_if_fail (LS_IS_ENGINE_THREAD (self), FALSE);

  if (self->run == NULL || self->message == NULL ||
      !ls_program_parse_place (ls_session_get_program (self->run->session), self->message, &found, line, column, NULL))
    return FALSE;

  if (script != NULL)
    *script = ls_script_ref (found);
  return TRUE;
}

/**
 * ls_engine_thread_get_unapplied_actions:
 * @self: an engine thread
 *
 * Returns: (transfer none) (nullable) (element-type LsAction): after the end of a run, the actions whose moment never came
 */
GPtrArray *
ls_engine_thread_get_unapplied_actions (LsEngineThread *self)
{
  g_return_val_if_fail (LS_IS_ENGINE_THREAD (self), NULL);

  return self->unapplied;
}
