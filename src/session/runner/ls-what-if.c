/* ls-what-if.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-what-if.h"

#include "ls-engine-thread.h"
#include "ls-plain-type-private.h"

LS_DEFINE_PLAIN_TYPE (LsWhatIfChange, ls_what_if_change)

/**
 * LsWhatIf:
 *
 * Runs a changed copy of a session on a thread of its own, into a trace of its own, so that it can be compared with the present run
 * of the session. The session and the trace of the present run stay as they are.
 */
struct _LsWhatIf
{
  GObject         parent_instance;

  LsEngineThread *engine;
  LsSession      *session;
  char           *title;
  LsWhatIfStatus  status;
  guint32         n_steps;     /* of the present run */
  gboolean        is_bounded;  /* the changed run ends after @n_steps */
};

enum
{
  PROP_0,
  PROP_STATUS,
  PROP_PROGRESS,
  PROP_TRACE,
  PROP_MESSAGE,
  N_PROPS
};

enum
{
  PROGRESSED,
  DONE,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsWhatIf, ls_what_if, G_TYPE_OBJECT)

static void
notify_all (LsWhatIf *self)
{
  g_object_freeze_notify (G_OBJECT (self));
  for (guint i = PROP_STATUS; i < N_PROPS; i++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
  g_object_thaw_notify (G_OBJECT (self));
}

static void
finish (LsWhatIf       *self,
        LsWhatIfStatus  status)
{
  self->status = status;
  notify_all (self);
  g_signal_emit (self, signals[DONE], 0);
}

static void
on_progress (LsEngineThread *engine,
             LsWhatIf       *self)
{
  g_autoptr (LsWhatIf) alive = NULL;

  if (self->status != LS_WHAT_IF_RUNNING)
    return;

  alive = g_object_ref (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROGRESS]);
  g_signal_emit (self, signals[PROGRESSED], 0);
  if (self->status != LS_WHAT_IF_RUNNING || !self->is_bounded ||
      ls_engine_thread_get_n_steps (engine) < self->n_steps || !ls_engine_thread_get_running (engine))
    return;
  ls_engine_thread_stop (engine);
  finish (self, LS_WHAT_IF_FINISHED);
}

static void
on_finished (LsEngineThread *engine,
             LsWhatIf       *self)
{
  if (self->status != LS_WHAT_IF_RUNNING)
    return;

  switch (ls_engine_thread_get_state (engine))
    {
    case LS_RUNNER_FAILED:
      finish (self, LS_WHAT_IF_FAILED);
      break;
    case LS_RUNNER_BUDGET_EXCEEDED:
      finish (self, LS_WHAT_IF_STOPPED);
      break;
    case LS_RUNNER_READY:
    case LS_RUNNER_RUNNING:
    case LS_RUNNER_FINISHED:
    case LS_RUNNER_CANCELLED:
    default:
      finish (self, LS_WHAT_IF_FINISHED);
      break;
    }
}

static void
ls_what_if_dispose (GObject *object)
{
  LsWhatIf *self = LS_WHAT_IF (object);

  if (self->engine != NULL)
    ls_engine_thread_stop (self->engine);
  g_clear_object (&self->engine);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (ls_what_if_parent_class)->dispose (object);
}

static void
ls_what_if_finalize (GObject *object)
{
  g_free (LS_WHAT_IF (object)->title);

  G_OBJECT_CLASS (ls_what_if_parent_class)->finalize (object);
}

static void
ls_what_if_get_property (GObject    *object,
                         guint       prop_id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  LsWhatIf *self = LS_WHAT_IF (object);

  switch (prop_id)
    {
    case PROP_STATUS:
      g_value_set_uint (value, self->status);
      break;
    case PROP_PROGRESS:
      g_value_set_double (value, ls_what_if_get_progress (self));
      break;
    case PROP_TRACE:
      g_value_set_object (value, ls_what_if_get_trace (self));
      break;
    case PROP_MESSAGE:
      g_value_set_string (value, ls_what_if_get_message (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ls_what_if_class_init (LsWhatIfClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->dispose = ls_what_if_dispose;
  object_class->finalize = ls_what_if_finalize;
  object_class->get_property = ls_what_if_get_property;

  /**
   * LsWhatIf:status:
   *
   * How far the run is, an [enum@WhatIfStatus].
   */
  properties[PROP_STATUS] = g_param_spec_uint ("status", NULL, NULL, 0, LS_WHAT_IF_FAILED, 0, flags);
  /**
   * LsWhatIf:progress:
   *
   * How much of the run is done, by the steps of the present run: 0 to 1.
   */
  properties[PROP_PROGRESS] = g_param_spec_double ("progress", NULL, NULL, 0, 1, 0, flags);
  /**
   * LsWhatIf:trace:
   *
   * The trace of the changed run, which grows while it runs.
   */
  properties[PROP_TRACE] = g_param_spec_object ("trace", NULL, NULL, LS_TYPE_TRACE, flags);
  /**
   * LsWhatIf:message:
   *
   * Why the run was stopped or failed, one sentence.
   */
  properties[PROP_MESSAGE] = g_param_spec_string ("message", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * LsWhatIf::progressed:
   * @self: the object
   *
   * The trace has grown. Not emitted more often than each 16 ms.
   */
  signals[PROGRESSED] = g_signal_new ("progressed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                      G_TYPE_NONE, 0);
  /**
   * LsWhatIf::done:
   * @self: the object
   *
   * The run is over, and was not cancelled: the status says how.
   */
  signals[DONE] = g_signal_new ("done", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                0);
}

static void
ls_what_if_init (LsWhatIf *self)
{
  self->engine = ls_engine_thread_new ();
  g_signal_connect_object (self->engine, "progress", G_CALLBACK (on_progress), self, 0);
  g_signal_connect_object (self->engine, "finished", G_CALLBACK (on_finished), self, 0);
}

/**
 * ls_what_if_new:
 *
 * Makes a what-if, which runs nothing yet.
 *
 * Returns: (transfer full): an object that runs nothing yet; its signals come on this thread's main context
 */
LsWhatIf *
ls_what_if_new (void)
{
  return g_object_new (LS_TYPE_WHAT_IF, NULL);
}

/**
 * ls_what_if_start:
 * @self: an object
 * @session: the session of the present run; it stays as it is
 * @state: the moment, in the trace of that run
 * @change: what is to be different
 * @options: (nullable): the options of that run: budgets, and preset, edition or experiments in the place of the session's. Output
 *   goes nowhere, and conditions of breakpoints are not looked at
 * @is_over: whether that run has come to its end; if not, the changed one takes as many steps as that has taken so far
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Ends what ran before, and runs a changed copy of a session into a new trace, on another thread. Budgets hold as they do for
 * any run.
 *
 * Returns: %FALSE with @error set if the change cannot be made; what ran before goes on then
 */
gboolean
ls_what_if_start (LsWhatIf               *self,
                  LsSession              *session,
                  LsState                *state,
                  const LsWhatIfChange   *change,
                  const LsRunnerOptions  *options,
                  gboolean                is_over,
                  GError                **error)
{
  LsRunnerOptions run_options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (LsSession) changed = NULL;

  g_return_val_if_fail (LS_IS_WHAT_IF (self), FALSE);
  g_return_val_if_fail (LS_IS_SESSION (session), FALSE);
  g_return_val_if_fail (state != NULL && change != NULL, FALSE);

  changed = ls_session_new_what_if (session, state, change, error);
  if (changed == NULL)
    return FALSE;

  run_options.task = change->task;
  run_options.task_priority = change->task_priority;
  if (options != NULL)
    {
      run_options.preset = change->preset == NULL ? options->preset : NULL;
      run_options.edition = options->edition;
      run_options.sets_edition = options->sets_edition && !change->sets_edition;
      run_options.experiments = options->experiments;
      run_options.sets_experiments = options->sets_experiments && !change->sets_experiments;
      run_options.step_budget = options->step_budget;
      run_options.record_budget = options->record_budget;
      run_options.time_budget = options->time_budget;
      run_options.memory_budget = options->memory_budget;
      run_options.kept_records = options->kept_records;
    }
  ls_engine_thread_stop (self->engine);
  self->status = LS_WHAT_IF_IDLE;
  /* If the present run has taken no step yet, the changed one takes one nevertheless. */
  self->n_steps = MAX (ls_trace_get_n_steps (ls_state_get_trace (state)), 1);
  self->is_bounded = !is_over;
  ls_engine_thread_set_ahead (self->engine, is_over ? G_MAXUINT32 : self->n_steps);
  if (!ls_engine_thread_start (self->engine, changed, &run_options, error))
    return FALSE;

  g_set_object (&self->session, changed);
  g_free (self->title);
  self->title = ls_what_if_describe (state, change);
  self->status = LS_WHAT_IF_RUNNING;
  notify_all (self);
  return TRUE;
}

/**
 * ls_what_if_cancel:
 * @self: an object
 *
 * Ends the run. The trace stays; “done” is not emitted.
 */
void
ls_what_if_cancel (LsWhatIf *self)
{
  g_return_if_fail (LS_IS_WHAT_IF (self));

  if (self->status != LS_WHAT_IF_RUNNING)
    return;
  self->status = LS_WHAT_IF_CANCELLED;
  ls_engine_thread_stop (self->engine);
  notify_all (self);
}

/**
 * ls_what_if_get_status:
 * @self: an object
 *
 * Tells how far the run is.
 *
 * Returns: how far the run is
 */
LsWhatIfStatus
ls_what_if_get_status (LsWhatIf *self)
{
  g_return_val_if_fail (LS_IS_WHAT_IF (self), LS_WHAT_IF_IDLE);

  return self->status;
}

/**
 * ls_what_if_get_progress:
 * @self: an object
 *
 * Tells how much is done, by the steps of the present run.
 *
 * Returns: how much is done, by the steps of the present run: 0 to 1, which only the end reaches
 */
double
ls_what_if_get_progress (LsWhatIf *self)
{
  g_return_val_if_fail (LS_IS_WHAT_IF (self), 0);

  switch (self->status)
    {
    case LS_WHAT_IF_FINISHED:
    case LS_WHAT_IF_STOPPED:
      return 1;
    case LS_WHAT_IF_RUNNING:
    case LS_WHAT_IF_CANCELLED:
      return MIN ((double) ls_engine_thread_get_n_steps (self->engine) / self->n_steps, 0.99);
    case LS_WHAT_IF_IDLE:
    case LS_WHAT_IF_FAILED:
    default:
      return 0;
    }
}

/**
 * ls_what_if_get_trace:
 * @self: an object
 *
 * Gets the trace of the changed run.
 *
 * Returns: (transfer none) (nullable): the trace of the changed run; %NULL before the first one
 */
LsTrace *
ls_what_if_get_trace (LsWhatIf *self)
{
  g_return_val_if_fail (LS_IS_WHAT_IF (self), NULL);

  return self->session != NULL ? ls_engine_thread_get_trace (self->engine) : NULL;
}

/**
 * ls_what_if_get_session:
 * @self: an object
 *
 * Gets the changed session.
 *
 * Returns: (transfer none) (nullable): the changed session, which can be kept as one of its own
 */
LsSession *
ls_what_if_get_session (LsWhatIf *self)
{
  g_return_val_if_fail (LS_IS_WHAT_IF (self), NULL);

  return self->session;
}

/**
 * ls_what_if_get_message:
 * @self: an object
 *
 * Tells why the run was stopped or failed.
 *
 * Returns: (transfer none) (nullable): why the run was stopped or failed, one sentence
 */
const char *
ls_what_if_get_message (LsWhatIf *self)
{
  g_return_val_if_fail (LS_IS_WHAT_IF (self), NULL);

  return self->status == LS_WHAT_IF_STOPPED || self->status == LS_WHAT_IF_FAILED
           ? ls_engine_thread_get_message (self->engine) : NULL;
}

/**
 * ls_what_if_dup_title:
 * @self: an object
 *
 * Tells what is different in the changed run.
 *
 * Returns: (transfer full) (nullable): what is different, as [func@WhatIf.describe] says it
 */
char *
ls_what_if_dup_title (LsWhatIf *self)
{
  g_return_val_if_fail (LS_IS_WHAT_IF (self), NULL);

  return g_strdup (self->title);
}

/**
 * ls_what_if_get_unapplied_actions:
 * @self: an object
 *
 * Gets the actions that could not be done.
 *
 * Returns: (transfer none) (nullable) (element-type LsAction): the actions whose moment did not come in the changed run;
 *   %NULL while it runs
 */
GPtrArray *
ls_what_if_get_unapplied_actions (LsWhatIf *self)
{
  g_return_val_if_fail (LS_IS_WHAT_IF (self), NULL);

  return self->status == LS_WHAT_IF_FINISHED || self->status == LS_WHAT_IF_STOPPED
           ? ls_engine_thread_get_unapplied_actions (self->engine) : NULL;
}
