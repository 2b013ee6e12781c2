/* ls-exploration-job.c: explores on threads of its own
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-exploration-job-private.h"

#include "ls-explorer-private.h"
#include "ls-session-private.h"

/* How many threads one exploration has at most: beyond that they wait for each other's states. */
#define MAX_THREADS 16

/* Where nobody asked for several threads, one is enough for so many states: it takes about a second for them, and how many runs it
 * takes is the same each time. */
#define N_ALONE 6000

/* The time between two pieces of news, in µs. */
#define TELLING_INTERVAL (100 * 1000)

/* While there are threads, the explorers belong to them. */
struct _LsExplorationJob
{
  gatomicrefcount        ref_count;
  GMainContext          *context;      /* the owner's */
  LsExplorationJobFunc   tell;
  gpointer               owner;        /* (nullable) (unowned): on the owner's thread only; NULL once it has lost interest */
  int                    is_abandoned; /* atomic: the same for the threads */
  GPtrArray             *explorers;    /* (element-type LsExplorer) */
  LsExplorerTeam        *team;         /* (nullable) (owned): of the explorers, if there are several */
  LsExplorer            *result;       /* what has been explored: the only explorer, or what the team puts together */
  GCancellable          *cancellable;
  guint64                time;         /* of the earlier pieces, in µs */

  GMutex                 mutex;        /* of what follows, while there are threads */
  LsExplorationProgress  progress;
  gint64                 told;         /* when the owner was told of news last */
  gboolean               is_telling;   /* the owner is about to hear of news */
  gboolean               is_done;
  LsExploreStatus        status;
  LsExplorationLimit     limit;
  GPtrArray             *findings;     /* (nullable) (element-type LsFoundSchedule) */
  char                  *n_schedules;
  gboolean               is_endless;
};

static LsExplorationJob *
job_ref (LsExplorationJob *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
job_unref (gpointer data)
{
  LsExplorationJob *self = data;

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->team, ls_explorer_team_free);
  g_clear_pointer (&self->explorers, g_ptr_array_unref);
  g_clear_object (&self->result);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_free (self->n_schedules);
  g_mutex_clear (&self->mutex);
  g_main_context_unref (self->context);
  g_free (self);
}

static gboolean
tell_cb (gpointer user_data)
{
  LsExplorationJob *self = user_data;
  gboolean is_done;

  g_mutex_lock (&self->mutex);
  self->is_telling = FALSE;
  is_done = self->is_done;
  g_mutex_unlock (&self->mutex);

  if (self->owner != NULL)
    self->tell (self->owner, is_done);
  return G_SOURCE_REMOVE;
}

/* Called under the mutex. One source tells of all news. */
static void
tell (LsExplorationJob *self)
{
  g_autoptr (GSource) source = NULL;

  if (self->is_telling)
    return;
  self->is_telling = TRUE;
  source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, tell_cb, job_ref (self), job_unref);
  g_source_attach (source, self->context);
}

/* Under the mutex. @explorer: whose progress it is, a member's being that of its team */
static void
note_progress (LsExplorationJob *self,
               LsExplorer       *explorer,
               gint64            start)
{
  self->progress = (LsExplorationProgress) {
    .n_states = ls_explorer_get_n_states (explorer),
    .n_runs = ls_explorer_get_n_runs (explorer),
    .n_findings = ls_explorer_get_n_findings (explorer),
    .time = self->time + (guint64) (g_get_monotonic_time () - start),
  };
}

/* On the threads */

typedef struct
{
  LsExplorationJob *job;
  gint64            start;
} Piece;

static void
on_progress (LsExplorer *explorer,
             gpointer    user_data)
{
  const Piece *piece = user_data;
  LsExplorationJob *self = piece->job;
  const gint64 now = g_get_monotonic_time ();

  g_mutex_lock (&self->mutex);
  /* Each member of a team has something to tell. */
  if (now - self->told >= TELLING_INTERVAL)
    {
      self->told = now;
      note_progress (self, explorer, piece->start);
      tell (self);
    }
  g_mutex_unlock (&self->mutex);
}

static void
set_progress (LsExplorationJob   *self,
              LsExplorerProgress  progress,
              Piece              *piece)
{
  for (guint i = 0; i < self->explorers->len; i++)
    ls_explorer_set_progress (g_ptr_array_index (self->explorers, i), progress, piece, NULL);
}

static void
explore (LsExplorationJob *self)
{
  if (self->team == NULL)
    {
      ls_explorer_run (self->result, self->cancellable);
      return;
    }
  ls_explorer_team_run (self->team, self->cancellable);
  if (!g_atomic_int_get (&self->is_abandoned))
    ls_explorer_team_join (self->team, self->result, self->cancellable);
}

static LsExplorationLimit
find_limit (LsExplorationJob *self)
{
  LsExplorer *ended = self->team != NULL ? ls_explorer_team_get_ended (self->team) : self->result;
  const LsExploreOptions *options;

  if (self->result->status != LS_EXPLORE_BUDGET || ended == NULL)
    return LS_EXPLORATION_LIMIT_NONE;
  options = &ended->options;
  if (options->max_states > 0 && ls_explorer_get_n_states (ended) >= options->max_states)
    return LS_EXPLORATION_LIMIT_STATES;
  if (options->max_memory > 0 && ls_state_graph_get_size (&ended->graph) >= options->max_memory)
    return LS_EXPLORATION_LIMIT_MEMORY;
  return LS_EXPLORATION_LIMIT_TIME;
}

static gpointer
job_thread (gpointer data)
{
  LsExplorationJob *self = data;
  Piece piece = { self, g_get_monotonic_time () };
  GMainContext *context = g_main_context_new ();
  g_autoptr (GPtrArray) findings = NULL;

  g_main_context_push_thread_default (context);
  set_progress (self, on_progress, &piece);
  explore (self);
  set_progress (self, NULL, NULL);
  if (!g_atomic_int_get (&self->is_abandoned))
    findings = ls_session_explorer_dup_findings (self->result);
  g_main_context_pop_thread_default (context);
  g_main_context_unref (context);

  g_mutex_lock (&self->mutex);
  note_progress (self, self->result, piece.start);
  self->time = self->progress.time;
  self->status = self->result->status;
  self->limit = find_limit (self);
  self->is_endless = ls_explorer_is_endless (self->result);
  g_free (self->n_schedules);
  self->n_schedules = ls_explorer_format_n_schedules (self->result);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  self->findings = g_steal_pointer (&findings);
  self->is_done = TRUE;
  tell (self);
  g_mutex_unlock (&self->mutex);
  job_unref (self);
  return NULL;
}

/* On the owner's thread */

/* Returns (transfer full) (nullable) a job that is to explore @session with @n_threads, 0 for one for each processor, and tells the
 * caller's main context; NULL with @error set if the session cannot be explored. ls_exploration_job_abandon() gives it up. */
LsExplorationJob *
ls_exploration_job_new (LsSession                *session,
                        const LsExploreOptions   *options,
                        guint                     n_threads,
                        LsExplorationJobFunc      tell_func,
                        gpointer                  owner,
                        GError                  **error)
{
  g_autoptr (GPtrArray) explorers = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (LsExplorer) result = ls_session_explorer_new (session, options, error);
  LsExplorationJob *self;
  guint64 n_alone = 0;

  if (result == NULL)
    return NULL;
  if (n_threads == 0)
    {
      n_threads = g_get_num_processors ();
      n_alone = N_ALONE;
    }
  n_threads = ls_explorer_team_divides (result->options.mode) && result->options.n_pieces == 0 ? MIN (n_threads, MAX_THREADS) : 1;
  if (n_threads == 1)
    g_ptr_array_add (explorers, g_object_ref (result));
  while (explorers->len < n_threads)
    {
      LsExplorer *explorer = ls_session_explorer_new (session, options, error);

      if (explorer == NULL)
        return NULL;
      g_ptr_array_add (explorers, explorer);
    }

  self = g_new0 (LsExplorationJob, 1);
  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->mutex);
  self->context = g_main_context_ref_thread_default ();
  self->tell = tell_func;
  self->owner = owner;
  self->explorers = g_steal_pointer (&explorers);
  self->result = g_steal_pointer (&result);
  if (n_threads > 1)
    self->team = ls_explorer_team_new ((LsExplorer **) self->explorers->pdata, n_threads, n_alone);
  return self;
}

/* Explores, or goes on from where it stopped. */
void
ls_exploration_job_run (LsExplorationJob *self)
{
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  self->is_done = FALSE;
  g_thread_unref (g_thread_new ("explore", job_thread, job_ref (self)));
}

/* Lets the next run go further, or less far. */
void
ls_exploration_job_set_budgets (LsExplorationJob       *self,
                                const LsExploreOptions *budgets)
{
  if (self->team != NULL)
    ls_explorer_team_set_budgets (self->team, budgets);
  else
    ls_explorer_set_budgets (self->result, budgets);
}

/* Stops the run after the step that is being run. */
void
ls_exploration_job_cancel (LsExplorationJob *self)
{
  g_cancellable_cancel (self->cancellable);
}

/* Gives a job up, whose threads end by themselves: the owner does not hear of them any more. @self: (transfer full) */
void
ls_exploration_job_abandon (LsExplorationJob *self)
{
  self->owner = NULL;
  g_atomic_int_set (&self->is_abandoned, TRUE);
  g_cancellable_cancel (self->cancellable);
  job_unref (self);
}

void
ls_exploration_job_get_progress (LsExplorationJob      *self,
                                 LsExplorationProgress *progress)
{
  g_mutex_lock (&self->mutex);
  *progress = self->progress;
  g_mutex_unlock (&self->mutex);
}

LsExploreStatus
ls_exploration_job_get_status (LsExplorationJob *self)
{
  return self->status;
}

LsExplorationLimit
ls_exploration_job_get_limit (LsExplorationJob *self)
{
  return self->limit;
}

const char *
ls_exploration_job_get_n_schedules (LsExplorationJob *self)
{
  return self->n_schedules;
}

gboolean
ls_exploration_job_is_endless (LsExplorationJob *self)
{
  return self->is_endless;
}

/* Returns (transfer none) (nullable) (element-type LsFoundSchedule): valid until it runs again */
GPtrArray *
ls_exploration_job_get_findings (LsExplorationJob *self)
{
  return self->findings;
}
