/* ls-engine-thread.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-engine-thread-private.h"

#include "ls-runner-private.h"

/**
 * LsEngineThread:
 *
 * Runs sessions on a thread of its own, as far as a view needs and somewhat ahead. Nothing that a program does can block
 * the view; the view reads the trace while it grows. Use [class@Runner] where blocking is fine.
 */
G_DEFINE_FINAL_TYPE (LsEngineThread, ls_engine_thread, G_TYPE_OBJECT)

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

/* Takes over how far the run is, and tells of what is new. */
static void
on_report (LsEngineRun *run,
           gpointer     user_data)
{
  g_autoptr (LsEngineThread) self = g_object_ref (LS_ENGINE_THREAD (user_data));
  LsEngineRunReport report;
  gboolean refused, is_end;

  ls_engine_run_report (run, &report);
  is_end = report.ended && self->running;
  refused = report.refused != NULL;
  self->n_steps = report.n_steps;
  self->state = report.state;
  if (report.outcomes != NULL)
    {
      g_clear_pointer (&self->outcomes, g_array_unref);
      self->outcomes = report.outcomes;
    }
  if (refused)
    {
      g_clear_pointer (&self->refused, g_ptr_array_unref);
      self->refused = report.refused;
    }
  if (is_end)
    {
      g_free (self->message);
      self->message = report.message;
      g_clear_pointer (&self->unapplied, g_ptr_array_unref);
      self->unapplied = report.unapplied;
      g_free (self->problem);
      self->problem = report.problem;
      self->running = FALSE;
    }

  g_object_freeze_notify (G_OBJECT (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_STEPS]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  if (is_end)
    {
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MESSAGE]);
    }
  g_object_thaw_notify (G_OBJECT (self));
  if (refused)
    g_signal_emit (self, signals[BREAKPOINTS_REFUSED], 0);
  if (self->run != run)
    return;
  g_signal_emit (self, signals[PROGRESS], 0);
  /* A handler may have started another run. */
  if (is_end && self->run == run)
    g_signal_emit (self, signals[FINISHED], 0);
}

static void
end_run (LsEngineThread *self)
{
  g_clear_pointer (&self->run, ls_engine_run_stop);
  self->running = FALSE;
}

/* Ends the run, and forgets what it has left. */
static void
clear_run (LsEngineThread *self)
{
  end_run (self);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->message, g_free);
  g_clear_pointer (&self->problem, g_free);
  g_clear_pointer (&self->unapplied, g_ptr_array_unref);
  g_clear_pointer (&self->outcomes, g_array_unref);
  g_clear_pointer (&self->refused, g_ptr_array_unref);
}

static void
ls_engine_thread_dispose (GObject *object)
{
  clear_run (LS_ENGINE_THREAD (object));

  G_OBJECT_CLASS (ls_engine_thread_parent_class)->dispose (object);
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
  object_class->get_property = ls_engine_thread_get_property;

  /**
   * LsEngineThread:trace:
   *
   * The trace of the run, which may still grow. Each start makes another one.
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
   * Whether a run is under way. It may be paused, or wait for [method@EngineThread.ensure].
   */
  properties[PROP_RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE, flags);
  /**
   * LsEngineThread:state:
   *
   * The state of the run, an [enum@RunnerState].
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
   * Conditions of breakpoints are no expressions, or have thrown something: [method@EngineThread.get_breakpoint_error] says
   * which. Those that are no expressions are told before the first progress.
   */
  signals[BREAKPOINTS_REFUSED] = g_signal_new ("breakpoints-refused", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                               NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_engine_thread_init (LsEngineThread *self)
{
  self->ahead = LS_ENGINE_THREAD_DEFAULT_AHEAD;
}

/**
 * ls_engine_thread_new:
 *
 * Makes an engine thread, which runs nothing yet.
 *
 * Returns: (transfer full): an engine thread with nothing to run; its signals come on this thread's main context
 */
LsEngineThread *
ls_engine_thread_new (void)
{
  return g_object_new (LS_TYPE_ENGINE_THREAD, NULL);
}

static guint32
get_target (LsEngineThread *self)
{
  return self->furthest + MIN (self->ahead, G_MAXUINT32 - self->furthest);
}

/**
 * ls_engine_thread_start:
 * @self: an engine thread
 * @session: what to run; a copy is taken
 * @options: (nullable): how to run it
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Stops what is running, makes a new trace and runs @session into it: to the end, or until it is far enough ahead of
 * what [method@EngineThread.ensure] asked for.
 *
 * A program that cannot be run ends the run with %LS_RUNNER_FAILED: [method@EngineThread.get_message] says why, and
 * [method@EngineThread.get_place] where.
 *
 * Returns: %FALSE with @error set where @options name an unknown preset; what was running goes on then
 */
gboolean
ls_engine_thread_start (LsEngineThread         *self,
                        LsSession              *session,
                        const LsRunnerOptions  *options,
                        GError                **error)
{
  g_return_val_if_fail (LS_IS_ENGINE_THREAD (self), FALSE);
  g_return_val_if_fail (LS_IS_SESSION (session), FALSE);

  if (!ls_runner_options_check (session, options, error))
    return FALSE;

  clear_run (self);
  self->trace = ls_runner_make_trace (session);
  self->state = LS_RUNNER_READY;
  self->n_steps = 0;
  self->furthest = 0;
  self->running = TRUE;

  self->run = ls_engine_run_start (session, options, self->trace, get_target (self), self->paused, on_report, self);

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
 * Ends the run, also inside an endless body, and waits for its thread. That takes some milliseconds, or a fifth of a second if the
 * thread cannot be interrupted at that moment. The trace stays.
 */
void
ls_engine_thread_stop (LsEngineThread *self)
{
  gboolean was_running;

  g_return_if_fail (LS_IS_ENGINE_THREAD (self));

  was_running = self->running;
  if (self->run != NULL)
    ls_engine_run_look (self->run, &self->n_steps);
  end_run (self);
  if (!was_running)
    return;

  self->state = LS_RUNNER_CANCELLED;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
}

/**
 * ls_engine_thread_interrupt:
 * @self: an engine thread
 *
 * Ends the run where it is, without waiting for it. The progress signal tells of the last records, and within half a second the
 * finished signal of the end, %LS_RUNNER_CANCELLED. A program that cannot be interrupted may add to the trace after that; the
 * progress signal tells of it. Does nothing if nothing runs.
 */
void
ls_engine_thread_interrupt (LsEngineThread *self)
{
  g_return_if_fail (LS_IS_ENGINE_THREAD (self));

  if (self->running && self->run != NULL)
    ls_engine_run_interrupt (self->run);
}

/**
 * ls_engine_thread_get_working:
 * @self: an engine thread
 *
 * Tells whether the run takes steps or waits for the clock.
 *
 * Returns: whether the run takes steps or waits for the clock: %FALSE if it has ended, is paused or is far enough ahead
 */
gboolean
ls_engine_thread_get_working (LsEngineThread *self)
{
  g_return_val_if_fail (LS_IS_ENGINE_THREAD (self), FALSE);

  return self->running && self->run != NULL && ls_engine_run_look (self->run, NULL);
}

/**
 * ls_engine_thread_ensure:
 * @self: an engine thread
 * @step: a step
 *
 * Lets the run go on until it is [method@EngineThread.get_ahead] steps beyond @step. The progress signal tells when there
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
  ls_engine_run_ask (self->run, get_target (self), self->paused);
}

/**
 * ls_engine_thread_set_ahead:
 * @self: an engine thread
 * @n_steps: how many steps to run beyond what was asked for; %G_MAXUINT32 for all there are
 *
 * Sets how many steps the thread runs beyond what was asked for.
 */
void
ls_engine_thread_set_ahead (LsEngineThread *self,
                            guint32         n_steps)
{
  g_return_if_fail (LS_IS_ENGINE_THREAD (self));

  self->ahead = n_steps;
  if (self->run != NULL)
    ls_engine_run_ask (self->run, get_target (self), self->paused);
}

/**
 * ls_engine_thread_get_ahead:
 * @self: an engine thread
 *
 * Tells how many steps the thread runs beyond what was asked for.
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
    ls_engine_run_ask (self->run, get_target (self), paused);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PAUSED]);
}

/**
 * ls_engine_thread_get_paused:
 * @self: an engine thread
 *
 * Tells whether the run takes no steps for now.
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
 * Gets the trace of the run.
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
 * Counts the steps that were done when the last signal of progress came.
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
 * Tells whether a run is under way.
 *
 * Returns: whether a run is under way
 */
gboolean
ls_engine_thread_get_running (LsEngineThread *self)
{
  g_return_val_if_fail (LS_IS_ENGINE_THREAD (self), FALSE);

  return self->running;
}
