/* ls-exploration.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-exploration.h"

#include "ls-explorer-private.h"
#include "ls-session-private.h"

/* What an exploration shares with its thread. While there is a thread, the explorer belongs to it. */
typedef struct
{
  gatomicrefcount        ref_count;
  GMainContext          *context;      /* the owner's */
  LsExploration         *owner;        /* (nullable) (unowned): on the owner's thread only; NULL once it has lost interest */
  int                    is_abandoned; /* atomic: the same for the thread */
  LsExplorer            *explorer;
  GCancellable          *cancellable;
  guint64                time;         /* of the earlier pieces, in µs */

  GMutex                 mutex;        /* of what follows, while there is a thread */
  LsExplorationProgress  progress;
  gboolean               is_telling;   /* the exploration is about to hear of news */
  gboolean               is_done;
  LsExploreStatus        status;
  LsExplorationLimit     limit;
  GPtrArray             *findings;     /* (nullable) (element-type LsFoundSchedule) */
  char                  *n_schedules;
  gboolean               is_endless;
} Job;

/**
 * LsExploration:
 *
 * Runs the agents of a session under all schedules that make a difference, or some of them, on a thread of its own. Callers that
 * can wait use [class@Explorer] instead. An exploration can be cancelled at any time and goes on from there. It does not touch the
 * session.
 */
struct _LsExploration
{
  GObject           parent_instance;

  Job              *job;          /* (nullable) */
  LsSession        *session;      /* (nullable): what is explored, as it was */
  char             *key;          /* of it */
  LsExploreOptions  options;
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

static Job *
job_ref (Job *job)
{
  g_atomic_ref_count_inc (&job->ref_count);
  return job;
}

static void
job_unref (gpointer data)
{
  Job *job = data;

  if (!g_atomic_ref_count_dec (&job->ref_count))
    return;
  g_clear_object (&job->explorer);
  g_clear_object (&job->cancellable);
  g_clear_pointer (&job->findings, g_ptr_array_unref);
  g_free (job->n_schedules);
  g_mutex_clear (&job->mutex);
  g_main_context_unref (job->context);
  g_free (job);
}

static Job *
job_new (LsExploration *owner,
         LsExplorer    *explorer)
{
  Job *job = g_new0 (Job, 1);

  g_atomic_ref_count_init (&job->ref_count);
  g_mutex_init (&job->mutex);
  job->context = g_main_context_ref_thread_default ();
  job->owner = owner;
  job->explorer = explorer;
  job->cancellable = g_cancellable_new ();
  return job;
}

static gboolean
tell_cb (gpointer user_data)
{
  Job *job = user_data;
  g_autoptr (LsExploration) owner = job->owner != NULL ? g_object_ref (job->owner) : NULL;
  gboolean is_done;

  g_mutex_lock (&job->mutex);
  job->is_telling = FALSE;
  is_done = job->is_done;
  g_mutex_unlock (&job->mutex);

  if (owner == NULL || !owner->is_running)
    return G_SOURCE_REMOVE;
  if (is_done)
    owner->is_running = owner->is_stopping = FALSE;
  g_signal_emit (owner, signals[is_done ? DONE : PROGRESSED], 0);
  return G_SOURCE_REMOVE;
}

/* Called under the mutex. One source tells of all news. */
static void
job_tell (Job *job)
{
  g_autoptr (GSource) source = NULL;

  if (job->is_telling)
    return;
  job->is_telling = TRUE;
  source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, tell_cb, job_ref (job), job_unref);
  g_source_attach (source, job->context);
}

static void
job_note_progress (Job    *job,
                   gint64  start)
{
  job->progress = (LsExplorationProgress) {
    .n_states = ls_explorer_get_n_states (job->explorer),
    .n_runs = ls_explorer_get_n_runs (job->explorer),
    .n_findings = ls_explorer_get_n_findings (job->explorer),
    .time = job->time + (guint64) (g_get_monotonic_time () - start),
  };
}

/* On the thread */
typedef struct
{
  Job    *job;
  gint64  start;
} Piece;

static void
on_progress (LsExplorer *explorer,
             gpointer    user_data)
{
  Piece *piece = user_data;
  Job *job = piece->job;

  g_mutex_lock (&job->mutex);
  job_note_progress (job, piece->start);
  job_tell (job);
  g_mutex_unlock (&job->mutex);
}

static LsExplorationLimit
find_limit (LsExplorer *explorer)
{
  const LsExploreOptions *options = &explorer->options;

  if (explorer->status != LS_EXPLORE_BUDGET)
    return LS_EXPLORATION_LIMIT_NONE;
  if (options->max_states > 0 && explorer->n_states >= options->max_states)
    return LS_EXPLORATION_LIMIT_STATES;
  if (options->max_memory > 0 && ls_state_graph_get_size (&explorer->graph) >= options->max_memory)
    return LS_EXPLORATION_LIMIT_MEMORY;
  return LS_EXPLORATION_LIMIT_TIME;
}

static gpointer
job_thread (gpointer data)
{
  Job *job = data;
  Piece piece = { job, g_get_monotonic_time () };
  GMainContext *context = g_main_context_new ();
  g_autoptr (GPtrArray) findings = NULL;
  LsExploreStatus status;

  g_main_context_push_thread_default (context);
  ls_explorer_set_progress (job->explorer, on_progress, &piece, NULL);
  status = ls_explorer_run (job->explorer, job->cancellable);
  ls_explorer_set_progress (job->explorer, NULL, NULL, NULL);
  if (!g_atomic_int_get (&job->is_abandoned))
    findings = ls_session_explorer_dup_findings (job->explorer);
  g_main_context_pop_thread_default (context);
  g_main_context_unref (context);

  g_mutex_lock (&job->mutex);
  job_note_progress (job, piece.start);
  job->time = job->progress.time;
  job->status = status;
  job->limit = find_limit (job->explorer);
  job->is_endless = ls_explorer_is_endless (job->explorer);
  g_free (job->n_schedules);
  job->n_schedules = ls_explorer_format_n_schedules (job->explorer);
  g_clear_pointer (&job->findings, g_ptr_array_unref);
  job->findings = g_steal_pointer (&findings);
  job->is_done = TRUE;
  job_tell (job);
  g_mutex_unlock (&job->mutex);
  job_unref (job);
  return NULL;
}

static void
run_piece (LsExploration *self)
{
  self->job->is_done = FALSE;
  self->is_running = TRUE;
  self->is_stopping = FALSE;
  g_thread_unref (g_thread_new ("explore", job_thread, job_ref (self->job)));
}

/* Leaves the thread to end by itself: the exploration does not hear of it any more. */
static void
abandon (LsExploration *self)
{
  Job *job = g_steal_pointer (&self->job);

  if (job == NULL)
    return;
  job->owner = NULL;
  g_atomic_int_set (&job->is_abandoned, TRUE);
  g_cancellable_cancel (job->cancellable);
  job_unref (job);
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
  LsExplorer *explorer;

  g_return_val_if_fail (LS_IS_EXPLORATION (self), FALSE);
  g_return_val_if_fail (LS_IS_SESSION (session), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  explorer = ls_session_explorer_new (session, options, error);
  if (explorer == NULL)
    return FALSE;

  ls_exploration_clear (self);
  self->options = options != NULL ? *options : defaults;
  self->session = ls_session_copy (session);
  self->key = ls_session_explorer_get_key (session);
  self->job = job_new (self, explorer);
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
      ls_explorer_set_budgets (self->job->explorer, budgets);
      self->options.n_runs = budgets->n_runs;
      self->options.max_states = budgets->max_states;
      self->options.max_time = budgets->max_time;
      self->options.max_memory = budgets->max_memory;
      self->options.stop_at_first = budgets->stop_at_first;
    }
  g_object_unref (self->job->cancellable);
  self->job->cancellable = g_cancellable_new ();
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
  g_cancellable_cancel (self->job->cancellable);
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

  abandon (self);
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

  return self->job != NULL && !self->is_running ? self->job->status : LS_EXPLORE_READY;
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

  return self->job != NULL && !self->is_running ? self->job->limit : LS_EXPLORATION_LIMIT_NONE;
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
  if (self->job == NULL)
    return;
  g_mutex_lock (&self->job->mutex);
  *progress = self->job->progress;
  g_mutex_unlock (&self->job->mutex);
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

  return ls_exploration_get_status (self) == LS_EXPLORE_COMPLETE ? g_strdup (self->job->n_schedules) : NULL;
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

  return self->job != NULL && !self->is_running && self->job->is_endless;
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
  g_return_val_if_fail (LS_IS_EXPLORATION (self), 0);

  return self->job != NULL && !self->is_running && self->job->findings != NULL ? self->job->findings->len : 0;
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

  return index < ls_exploration_get_n_findings (self) ? g_ptr_array_index (self->job->findings, index) : NULL;
}
