/* ls-explorer-team.c: several explorers of the same, each on a thread of its own
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explorer-private.h"

#include <pthread.h>

#define FIRST_SIZE 1024

/* The states that members of a team have entered, and which of them a member has finished, with all that follows from them. A
 * member looks here when it enters a state that is new to it, and leaves out what another one has finished. Two members may be
 * in the same state at the same time. Each takes its steps in an order of its own, and whichever finishes a part of what follows
 * spares the other that part. Nobody waits.
 *
 * Once all members have come to an end, their graphs together have everything. A member tries all steps of each state that it
 * enters and does not leave out, and another one has entered what it leaves out. All begin with the same state: so some member
 * has tried each state that can be reached. It is not enough that one member has come to its end. A state from which a circle
 * leads to a state on the way of another member counts as finished, while steps from that one are still to be tried. */
struct _LsExplorerTeam
{
  pthread_mutex_t  mutex;       /* of what follows; no GMutex: the thread sanitizer knows this one */
  LsHash          *keys;        /* (owned): {0, 0} marks a free place */
  guint8          *is_finished; /* (owned): for each of them */
  gsize            size;        /* a power of two */
  guint64          n_states;
  guint64          n_runs;
  guint32          findings;    /* bits */
  guint64          first_run;   /* the lowest number of a random run that has found something; G_MAXUINT64 for none */

  GPtrArray       *members;     /* (owned) (element-type LsExplorer) */
  gboolean         goes_on;     /* random runs after the first finding were wanted */
  guint64          n_alone;     /* the first member explores alone while there are fewer states */
  GCancellable    *stop;        /* (owned) (nullable): of the calls of all members */
};

/* Returns the place of @key, or the free one where it would be. */
static gsize
find_place (const LsExplorerTeam *self,
            const LsHash         *key)
{
  const LsHash none = { 0, 0 };
  gsize place = key->a & (self->size - 1);

  while (!ls_hash_equal (&self->keys[place], key) && !ls_hash_equal (&self->keys[place], &none))
    place = (place + 1) & (self->size - 1);
  return place;
}

static void
grow (LsExplorerTeam *self)
{
  g_autofree LsHash *keys = self->keys;
  g_autofree guint8 *is_finished = self->is_finished;
  const LsHash none = { 0, 0 };
  const gsize size = self->size;

  self->size *= 2;
  self->keys = g_new0 (LsHash, self->size);
  self->is_finished = g_new0 (guint8, self->size);
  for (gsize i = 0; i < size; i++)
    {
      const gsize place = find_place (self, &keys[i]);

      if (ls_hash_equal (&keys[i], &none))
        continue;
      self->keys[place] = keys[i];
      self->is_finished[place] = is_finished[i];
    }
}

/* A member comes to the state with @key. Returns whether another one has finished it. */
gboolean
ls_explorer_team_enter (LsExplorerTeam *self,
                        const LsHash   *key)
{
  gboolean is_finished;
  gsize place;

  pthread_mutex_lock (&self->mutex);
  place = find_place (self, key);
  is_finished = self->is_finished[place];
  if (!ls_hash_equal (&self->keys[place], key))
    {
      self->keys[place] = *key;
      if (++self->n_states * 2 > self->size)
        grow (self);
    }
  pthread_mutex_unlock (&self->mutex);
  return is_finished;
}

/* A member has finished the state with @key, which it has entered. */
void
ls_explorer_team_finish (LsExplorerTeam *self,
                         const LsHash   *key)
{
  pthread_mutex_lock (&self->mutex);
  self->is_finished[find_place (self, key)] = TRUE;
  pthread_mutex_unlock (&self->mutex);
}

/* A member has ended a run. @findings: bits: all that it has found by now; @run: the number of the run, if runs are random */
void
ls_explorer_team_add_run (LsExplorerTeam *self,
                          guint32         findings,
                          guint64         run)
{
  pthread_mutex_lock (&self->mutex);
  self->n_runs++;
  self->findings |= findings;
  if (findings != 0)
    self->first_run = MIN (self->first_run, run);
  pthread_mutex_unlock (&self->mutex);
}

/* Tells what all members have done until now. */
void
ls_explorer_team_get_progress (LsExplorerTeam *self,
                               guint64        *n_states,
                               guint64        *n_runs,
                               guint32        *findings,
                               guint64        *first_run)
{
  pthread_mutex_lock (&self->mutex);
  if (n_states != NULL)
    *n_states = self->n_states;
  if (n_runs != NULL)
    *n_runs = self->n_runs;
  if (findings != NULL)
    *findings = self->findings;
  if (first_run != NULL)
    *first_run = self->first_run;
  pthread_mutex_unlock (&self->mutex);
}

/* A member that has found what is wanted ends the others. With random schedules it does not: those before its own are still to be
 * tried, so that the first one that finds something is the same whoever is faster. */
static void
run_member (LsExplorer *self)
{
  if (ls_explorer_run (self, self->team->stop) == LS_EXPLORE_FOUND && ls_explorer_keeps_states (self))
    g_cancellable_cancel (self->team->stop);
}

/* What a cluster's loops are attached to must not run on another thread. */
static gpointer
member_thread (gpointer data)
{
  g_autoptr (GMainContext) context = g_main_context_new ();

  g_main_context_push_thread_default (context);
  run_member (data);
  g_main_context_pop_thread_default (context);
  return NULL;
}

/* Leaves a member what is left of @max_time since @start. */
static void
set_time_left (LsExplorer *self,
               guint64     max_time,
               gint64      start)
{
  const guint64 passed = g_get_monotonic_time () - start;

  if (max_time > 0)
    self->options.max_time = max_time > passed ? max_time - passed : 1;
}

/* The first member explores alone while there are few states, with all of the memory. Returns whether the others are to explore as
 * well. */
static gboolean
run_alone (LsExplorerTeam *self,
           LsExplorer     *first)
{
  const guint64 max_states = first->options.max_states, max_memory = first->options.max_memory;

  if (!ls_explorer_keeps_states (first) || self->n_states >= self->n_alone)
    return TRUE;
  if (max_states == 0 || max_states > self->n_alone)
    first->options.max_states = self->n_alone;
  first->options.max_memory = max_memory * self->members->len;
  run_member (first);
  first->options.max_states = max_states;
  first->options.max_memory = max_memory;
  return first->status == LS_EXPLORE_BUDGET && !first->is_cut_short && self->n_states >= self->n_alone &&
         (max_states == 0 || self->n_states < max_states);
}

static void
cancelled_cb (GCancellable *cancellable,
              gpointer      stop)
{
  g_cancellable_cancel (stop);
}

static LsExplorer *
get_member (LsExplorerTeam *self,
            guint           index)
{
  return g_ptr_array_index (self->members, index);
}

/* Returns (nullable): the first member with that status */
static LsExplorer *
find_member (LsExplorerTeam  *self,
             LsExploreStatus  status)
{
  for (guint i = 0; i < self->members->len; i++)
    if (get_member (self, i)->status == status)
      return get_member (self, i);
  return NULL;
}

/* A budget of memory is divided; one of states counts those of all. Of random schedules each member has a part. */
static void
divide (LsExplorerTeam *self)
{
  const guint n_members = self->members->len;

  for (guint i = 0; i < n_members; i++)
    {
      LsExploreOptions *options = &get_member (self, i)->options;

      if (options->max_memory > 0)
        options->max_memory = MAX (options->max_memory / n_members, 1);
      if (options->mode != LS_EXPLORE_RANDOM)
        continue;
      options->n_pieces = n_members;
      options->piece = i + 1;
    }
}

/* Whether two explorers explore the same, as far as that can be seen. */
static gboolean
is_same (const LsExploreOptions *self,
         const LsExploreOptions *other)
{
  return self->mode == other->mode && self->bounds_preemptions == other->bounds_preemptions &&
         (!self->bounds_preemptions || self->max_preemptions == other->max_preemptions) && self->seed == other->seed &&
         self->n_runs == other->n_runs && self->max_overtaking == other->max_overtaking && self->max_steps == other->max_steps &&
         self->stop_at_first == other->stop_at_first && other->n_pieces == 0;
}

/* Whether an explorer can be a member: it is new, and none of those before it. */
static gboolean
is_new (LsExplorer *self,
        GPtrArray  *members)
{
  return LS_IS_EXPLORER (self) && self->n_runs == 0 && self->graph.nodes->len == 0 && self->cluster == NULL &&
         self->pieces == NULL && self->team == NULL && !g_ptr_array_find (members, self, NULL);
}

/* Whether the schedules of @mode can be divided among several explorers. */
gboolean
ls_explorer_team_divides (LsExploreMode mode)
{
  return mode == LS_EXPLORE_EXHAUSTIVE || mode == LS_EXPLORE_RANDOM;
}

/* Returns (transfer full): a team of @explorers, which fit together as ls_explorer_run_together() wants it. They do not run
 * elsewhere from now on. @n_alone: with fewer states, the first one explores alone, so that its runs do not depend on threads */
LsExplorerTeam *
ls_explorer_team_new (LsExplorer **explorers,
                      guint        n_explorers,
                      guint64      n_alone)
{
  LsExplorerTeam *self = g_new0 (LsExplorerTeam, 1);

  pthread_mutex_init (&self->mutex, NULL);
  self->size = FIRST_SIZE;
  self->keys = g_new0 (LsHash, self->size);
  self->is_finished = g_new0 (guint8, self->size);
  self->first_run = G_MAXUINT64;
  self->n_alone = n_alone;
  self->members = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < n_explorers; i++)
    {
      g_ptr_array_add (self->members, g_object_ref (explorers[i]));
      explorers[i]->team = self;
      explorers[i]->number = i;
    }
  divide (self);
  return self;
}

/* Its members cannot go on: they have left out what others were to explore. */
void
ls_explorer_team_free (LsExplorerTeam *self)
{
  for (guint i = 0; i < self->members->len; i++)
    {
      LsExplorer *member = get_member (self, i);

      member->team = NULL;
      member->options.n_pieces = member->options.piece = 0;
      ls_explorer_forbid (member);
    }
  g_ptr_array_unref (self->members);
  g_clear_object (&self->stop);
  pthread_mutex_destroy (&self->mutex);
  g_free (self->keys);
  g_free (self->is_finished);
  g_free (self);
}

/* Lets the next run go further than the last one, or less far, as ls_explorer_set_budgets() does. */
void
ls_explorer_team_set_budgets (LsExplorerTeam         *self,
                              const LsExploreOptions *options)
{
  for (guint i = 0; i < self->members->len; i++)
    ls_explorer_set_budgets (get_member (self, i), options);
  divide (self);
}

/* Explores with all members at once, each on a thread of its own, the first one on the caller's. The next call goes on from
 * there. */
void
ls_explorer_team_run (LsExplorerTeam *self,
                      GCancellable   *cancellable)
{
  const gint64 start = g_get_monotonic_time ();
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();
  LsExplorer *first = get_member (self, 0);
  const guint64 max_time = first->options.max_time;
  gulong handler = 0;

  g_clear_object (&self->stop);
  self->stop = g_cancellable_new ();
  self->goes_on |= !first->options.stop_at_first;
  for (guint i = 0; i < self->members->len; i++)
    if (get_member (self, i)->status != LS_EXPLORE_COMPLETE)
      get_member (self, i)->status = LS_EXPLORE_READY;
  if (cancellable != NULL)
    handler = g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), self->stop, NULL);
  if (run_alone (self, first))
    {
      for (guint i = 0; i < self->members->len; i++)
        set_time_left (get_member (self, i), max_time, start);
      for (guint i = 1; i < self->members->len; i++)
        g_ptr_array_add (threads, g_thread_try_new ("explorer", member_thread, get_member (self, i), NULL));
      run_member (first);
    }
  for (guint i = 0; i < threads->len; i++)
    if (g_ptr_array_index (threads, i) != NULL)
      g_thread_join (g_ptr_array_index (threads, i));
  /* Members without a thread: the others have tried all states, but not their random schedules. */
  for (guint i = 0; i < threads->len; i++)
    if (g_ptr_array_index (threads, i) == NULL && !ls_explorer_keeps_states (first))
      {
        set_time_left (get_member (self, i + 1), max_time, start);
        run_member (get_member (self, i + 1));
      }
  for (guint i = 0; i < self->members->len; i++)
    get_member (self, i)->options.max_time = max_time;
  if (cancellable != NULL)
    g_cancellable_disconnect (cancellable, handler);
}

/* Whether one random schedule that finds something is enough, and some after it were not tried. */
static gboolean
has_left_out (LsExplorerTeam *self)
{
  const LsExploreOptions *options = &get_member (self, 0)->options;

  if (options->mode != LS_EXPLORE_RANDOM || !options->stop_at_first || self->first_run == G_MAXUINT64)
    return FALSE;
  for (guint i = 0; i < self->members->len; i++)
    if (ls_explorer_get_next_run (get_member (self, i)) < options->n_runs)
      return TRUE;
  return FALSE;
}

/* Puts what all members have explored together in @result: a member, after which the team cannot go on, or an explorer of the same
 * that has not run, which drops what it had of an earlier call. Where something is missing, the user or a budget has ended a
 * member. */
void
ls_explorer_team_join (LsExplorerTeam *self,
                       LsExplorer     *result,
                       GCancellable   *cancellable)
{
  const gboolean keeps_states = ls_explorer_keeps_states (result);
  const gboolean is_found = find_member (self, LS_EXPLORE_FOUND) != NULL || has_left_out (self);
  gboolean is_complete = find_member (self, LS_EXPLORE_BUDGET) == NULL && find_member (self, LS_EXPLORE_CANCELLED) == NULL;
  /* Where one finding is enough, one explorer would stop at the first random schedule that finds something. */
  const guint64 last_run = keeps_states || self->goes_on ? G_MAXUINT64 : self->first_run;

  if (result->team == self)
    result->team = NULL;
  else
    ls_explorer_reset (result);
  ls_explorer_drop_later (result, last_run);
  for (guint i = 0; i < self->members->len; i++)
    if (get_member (self, i) != result)
      ls_explorer_take (result, get_member (self, i), last_run);
  if (keeps_states)
    {
      is_complete = ls_state_graph_finish_all (&result->graph, &result->is_endless);
      result->n_states = result->graph.nodes->len;
    }
  if (is_found)
    result->status = LS_EXPLORE_FOUND;
  else if (is_complete)
    result->status = LS_EXPLORE_COMPLETE;
  else
    result->status = g_cancellable_is_cancelled (cancellable) ? LS_EXPLORE_CANCELLED : LS_EXPLORE_BUDGET;
  ls_explorer_forbid (result);
  if (keeps_states)
    for (guint i = 0; i < LS_N_FINDINGS; i++)
      if (result->found[i].is_found)
        ls_explorer_shorten (result, i);
}

/* Returns (transfer none) (nullable) a member that a budget has ended; NULL for none */
LsExplorer *
ls_explorer_team_get_ended (LsExplorerTeam *self)
{
  return find_member (self, LS_EXPLORE_BUDGET);
}

/**
 * ls_explorer_run_together: (skip)
 * @explorers: (array length=n_explorers): explorers that have not run, with the same options and with factories that make the same
 *   cluster; each factory is called on one thread
 * @n_explorers: how many, 1 at least
 * @cancellable: (nullable): a cancellable that stops the call
 *
 * Explores with several explorers at once, each on a thread of its own, the first one on the caller's. What one of them has
 * explored the others leave out. Afterwards the first explorer has what all have found. States, schedules and findings are
 * those of an explorer that has explored all by itself; runs and steps are those of all together, and differ from call to call.
 * (Where schedules are cut at @max_steps, it depends on the order in which states are found what lies behind them.) Where a
 * budget or @stop_at_first ends %LS_EXPLORE_EXHAUSTIVE before, what has been found by then depends on the threads;
 * with %LS_EXPLORE_RANDOM, the first finding is the same whatever they do.
 *
 * A budget of states counts those of all, and each member may have one more. A budget of memory is divided among them; what they
 * know of each other, some 50 bytes for each state, comes on top. None of the explorers can go on afterwards.
 * Only %LS_EXPLORE_EXHAUSTIVE and %LS_EXPLORE_RANDOM can be divided: in other modes the first explorer explores alone.
 *
 * Returns: the progress of the first explorer
 */
LsExploreStatus
ls_explorer_run_together (LsExplorer   **explorers,
                          guint          n_explorers,
                          GCancellable  *cancellable)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new ();
  LsExplorerTeam *team;

  g_return_val_if_fail (explorers != NULL && n_explorers > 0, LS_EXPLORE_READY);
  for (guint i = 0; i < n_explorers; i++)
    {
      g_return_val_if_fail (is_new (explorers[i], members), LS_EXPLORE_READY);
      g_return_val_if_fail (is_same (&explorers[0]->options, &explorers[i]->options), LS_EXPLORE_READY);
      g_ptr_array_add (members, explorers[i]);
    }
  if (n_explorers == 1 || !ls_explorer_team_divides (explorers[0]->options.mode))
    return ls_explorer_run (explorers[0], cancellable);

  team = ls_explorer_team_new (explorers, n_explorers, 0);
  ls_explorer_team_run (team, cancellable);
  ls_explorer_team_join (team, explorers[0], cancellable);
  ls_explorer_team_free (team);
  return explorers[0]->status;
}
