/* ls-exploration.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-exploration.h"

#include "ls-exploration-job-private.h"
#include "ls-session-private.h"

/**
 * LsExploration:
 *
 * Runs the agents of a session under all schedules that make a difference, or some of them, on a thread of its own or on several.
 * Callers that can wait use [class@Explorer] instead. An exploration can be cancelled at any time and goes on from there. It does
 * not touch the session.
 */
struct _LsExploration
{
  GObject           parent_instance;

  LsExplorationJob *job;          /* (nullable) */
  LsSession        *session;      /* (nullable): what is explored, as it was */
  char             *key;          /* of it */
  LsExploreOptions  options;
  guint             n_threads;    /* 0: one for each processor */
  gboolean          is_running;
  gboolean          is_stopping;
};

enum
{
  PROGRESSED,
  DONE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsExploration, ls_exploration, G_TYPE_OBJECT)

static void
told_cb (gpointer owner,
         gboolean is_done)
{
  g_autoptr (LsExploration) self = g_object_ref (owner);

  if (!self->is_running)
    return;
  if (is_done)
    self->is_running = self->is_stopping = FALSE;
  g_signal_emit (self, signals[is_done ? DONE : PROGRESSED], 0);
}

static void
run_piece (LsExploration *self)
{
  self->is_running = TRUE;
  self->is_stopping = FALSE;
  ls_exploration_job_run (self->job);
}

static void
ls_exploration_dispose (GObject *object)
{
  ls_exploration_clear (LS_EXPLORATION (object));

  G_OBJECT_CLASS (ls_exploration_parent_class)->dispose (object);
}

static void
ls_exploration_class_init (LsExplorationClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ls_exploration_dispose;

  /**
   * LsExploration::progressed:
   * @self: the object
   *
   * [method@Exploration.get_progress] has news. Not emitted more often than ten times a second.
   */
  signals[PROGRESSED] = g_signal_new ("progressed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                      G_TYPE_NONE, 0);
  /**
   * LsExploration::done:
   * @self: the object
   *
   * The exploration has stopped: all was explored, enough was found, a budget was used up, or it was cancelled.
   */
  signals[DONE] = g_signal_new ("done", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                0);
}

static void
ls_exploration_init (LsExploration *self)
{
  self->n_threads = 1;
}

/**
 * ls_exploration_new:
 *
 * Makes an exploration, which explores nothing yet.
 *
 * Returns: (transfer full): an object that explores nothing yet; its signals come on this thread's main context
 */
LsExploration *
ls_exploration_new (void)
{
  return g_object_new (LS_TYPE_EXPLORATION, NULL);
}

/**
 * ls_exploration_set_n_threads:
 * @self: an exploration
 * @n_threads: how many threads explore at once; 0 for one for each processor, once there are more than 6,000 states
 *
 * Lets several threads explore what the next call of ls_exploration_start() begins. States, schedules and findings are the same
 * once all is explored; how many runs that takes depends on the threads. Where a budget, the user or a finding ends it before, so
 * does what it has found by then. A budget of states may be exceeded by one state for each thread. One of memory is divided
 * among them; when they stop, a copy of all their states comes on top. One thread explores unless this is called.
 */
void
ls_exploration_set_n_threads (LsExploration *self,
                              guint          n_threads)
{
  g_return_if_fail (LS_IS_EXPLORATION (self));

  self->n_threads = n_threads;
}

/**
 * ls_exploration_start: (skip)
 * @self: an exploration
 * @session: a session, of which a copy is taken
 * @options: (nullable): what to explore, and how far; %NULL for all of it
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Gives up what was explored before, and begins to explore a session.
 *
 * Returns: %FALSE with @error set if the session cannot be explored; what was explored before is kept then
 */
gboolean
ls_exploration_start (LsExploration           *self,
                      LsSession               *session,
                      const LsExploreOptions  *options,
                      GError                 **error)
{
  const LsExploreOptions defaults = LS_EXPLORE_OPTIONS_INIT;
  LsExplorationJob *job;

  g_return_val_if_fail (LS_IS_EXPLORATION (self), FALSE);
  g_return_val_if_fail (LS_IS_SESSION (session), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  job = ls_exploration_job_new (session, options, self->n_threads, told_cb, self, error);
  if (job == NULL)
    return FALSE;

  ls_exploration_clear (self);
  self->options = options != NULL ? *options : defaults;
  self->session = ls_session_copy (session);
  self->key = ls_session_explorer_get_key (session);
  self->job = job;
  run_piece (self);
  return TRUE;
}

/**
 * ls_exploration_go_on: (skip)
 * @self: an exploration that was started and does not run
 * @budgets: (nullable): how far to go, see [method@Explorer.set_budgets]; %NULL for as far as before
 *
 * Goes on from where it stopped.
 */
void
ls_exploration_go_on (LsExploration          *self,
                      const LsExploreOptions *budgets)
{
  g_return_if_fail (LS_IS_EXPLORATION (self));
  g_return_if_fail (self->job != NULL && !self->is_running);

  if (budgets != NULL)
    {
      ls_exploration_job_set_budgets (self->job, budgets);
      self->options.n_runs = budgets->n_runs;
      self->options.max_states = budgets->max_states;
      self->options.max_time = budgets->max_time;
      self->options.max_memory = budgets->max_memory;
      self->options.stop_at_first = budgets->stop_at_first;
    }
  run_piece (self);
}

/**
 * ls_exploration_cancel:
 * @self: an exploration
 *
 * Stops the exploration after the step that is being run. “done” is emitted then, and what was found until then can be read.
 */
void
ls_exploration_cancel (LsExploration *self)
{
  g_return_if_fail (LS_IS_EXPLORATION (self));

  if (!self->is_running)
    return;
  self->is_stopping = TRUE;
  ls_exploration_job_cancel (self->job);
}

/**
 * ls_exploration_clear:
 * @self: an exploration
 *
 * Gives up what was explored, at once. “done” is not emitted.
 */
void
ls_exploration_clear (LsExploration *self)
{
  g_return_if_fail (LS_IS_EXPLORATION (self));

  g_clear_pointer (&self->job, ls_exploration_job_abandon);
  self->is_running = self->is_stopping = FALSE;
  g_clear_object (&self->session);
  g_clear_pointer (&self->key, g_free);
}

/**
 * ls_exploration_get_running:
 * @self: an exploration
 *
 * Tells whether the exploration is under way.
 *
 * Returns: whether it runs
 */
gboolean
ls_exploration_get_running (LsExploration *self)
{
  g_return_val_if_fail (LS_IS_EXPLORATION (self), FALSE);

  return self->is_running;
}

/**
 * ls_exploration_get_stopping:
 * @self: an exploration
 *
 * Tells whether it was cancelled and has not stopped yet.
 *
 * Returns: whether it was cancelled and has not stopped yet
 */
gboolean
ls_exploration_get_stopping (LsExploration *self)
{
  g_return_val_if_fail (LS_IS_EXPLORATION (self), FALSE);

  return self->is_stopping;
}

/**
 * ls_exploration_get_options: (skip)
 * @self: an exploration
 *
 * Tells what is explored, and how far.
 *
 * Returns: (transfer none): what is explored, and how far
 */
const LsExploreOptions *
ls_exploration_get_options (LsExploration *self)
{
  g_return_val_if_fail (LS_IS_EXPLORATION (self), NULL);

  return &self->options;
}

/**
 * ls_exploration_get_status:
 * @self: an exploration
 *
 * Tells how the exploration has ended.
 *
 * Returns: how it has ended; %LS_EXPLORE_READY before that
 */
LsExploreStatus
ls_exploration_get_status (LsExploration *self)
{
  g_return_val_if_fail (LS_IS_EXPLORATION (self), LS_EXPLORE_READY);

  return self->job != NULL && !self->is_running ? ls_exploration_job_get_status (self->job) : LS_EXPLORE_READY;
}

/**
 * ls_exploration_get_limit:
 * @self: an exploration
 *
 * Tells which budget has ended the exploration.
 *
 * Returns: which budget has ended it
 */
LsExplorationLimit
ls_exploration_get_limit (LsExploration *self)
{
  g_return_val_if_fail (LS_IS_EXPLORATION (self), LS_EXPLORATION_LIMIT_NONE);

  return self->job != NULL && !self->is_running ? ls_exploration_job_get_limit (self->job) : LS_EXPLORATION_LIMIT_NONE;
}

/**
 * ls_exploration_get_progress:
 * @self: an exploration
 * @progress: (out): how far it has come; while it runs, as of the last “progressed”
 *
 * Tells how far it has come.
 */
void
ls_exploration_get_progress (LsExploration         *self,
                             LsExplorationProgress *progress)
{
  g_return_if_fail (LS_IS_EXPLORATION (self));
  g_return_if_fail (progress != NULL);

  *progress = (LsExplorationProgress) { 0 };
  if (self->job != NULL)
    ls_exploration_job_get_progress (self->job, progress);
}

/**
 * ls_exploration_format_n_schedules:
 * @self: an exploration
 *
 * Formats the number of complete schedules.
 *
 * Returns: (transfer full) (nullable): how many complete schedules there are, in digits, or "∞"; %NULL before all of them are
 *   explored
 */
char *
ls_exploration_format_n_schedules (LsExploration *self)
{
  g_return_val_if_fail (LS_IS_EXPLORATION (self), NULL);

  return ls_exploration_get_status (self) == LS_EXPLORE_COMPLETE ? g_strdup (ls_exploration_job_get_n_schedules (self->job)) : NULL;
}

/**
 * ls_exploration_is_endless:
 * @self: an exploration
 *
 * Tells whether some schedules come back to a state that they were in before.
 *
 * Returns: whether some schedules come back to a state that they were in before
 */
gboolean
ls_exploration_is_endless (LsExploration *self)
{
  g_return_val_if_fail (LS_IS_EXPLORATION (self), FALSE);

  return self->job != NULL && !self->is_running && ls_exploration_job_is_endless (self->job);
}

/**
 * ls_exploration_get_session:
 * @self: an exploration
 *
 * Gets the session that is explored.
 *
 * Returns: (transfer none) (nullable): the session that is explored, as it was when that began
 */
LsSession *
ls_exploration_get_session (LsExploration *self)
{
  g_return_val_if_fail (LS_IS_EXPLORATION (self), NULL);

  return self->session;
}

/**
 * ls_exploration_is_about:
 * @self: an exploration
 * @session: a session
 *
 * Tells whether what was found holds for a session as well.
 *
 * Returns: whether an exploration of @session would have the same outcome, because program, settings and expectations are the same
 */
gboolean
ls_exploration_is_about (LsExploration *self,
                         LsSession     *session)
{
  g_autofree char *key = NULL;

  g_return_val_if_fail (LS_IS_EXPLORATION (self), FALSE);
  g_return_val_if_fail (LS_IS_SESSION (session), FALSE);

  if (self->session == NULL)
    return FALSE;
  if (ls_session_get_document (session) == ls_session_get_document (self->session))
    return TRUE;
  key = ls_session_explorer_get_key (session);
  return g_str_equal (key, self->key);
}

/**
 * ls_exploration_get_n_findings:
 * @self: an exploration
 *
 * Counts the kinds of things that were found.
 *
 * Returns: how many kinds of things were found; 0 while it runs
 */
guint
ls_exploration_get_n_findings (LsExploration *self)
{
  GPtrArray *findings;

  g_return_val_if_fail (LS_IS_EXPLORATION (self), 0);

  findings = self->job != NULL && !self->is_running ? ls_exploration_job_get_findings (self->job) : NULL;
  return findings != NULL ? findings->len : 0;
}

/**
 * ls_exploration_get_finding: (skip)
 * @self: an exploration
 * @index: from 0
 *
 * Gets one of the findings.
 *
 * Returns: (transfer none) (nullable): what was found; valid until it runs again
 */
const LsFoundSchedule *
ls_exploration_get_finding (LsExploration *self,
                            guint          index)
{
  g_return_val_if_fail (LS_IS_EXPLORATION (self), NULL);

  if (index >= ls_exploration_get_n_findings (self))
    return NULL;
  return g_ptr_array_index (ls_exploration_job_get_findings (self->job), index);
}
