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

  GCancellable    *stop;        /* (owned): of the calls of all members */
};

static void
team_init (LsExplorerTeam *self)
{
  pthread_mutex_init (&self->mutex, NULL);
  self->size = FIRST_SIZE;
  self->keys = g_new0 (LsHash, self->size);
  self->is_finished = g_new0 (guint8, self->size);
  self->first_run = G_MAXUINT64;
  self->stop = g_cancellable_new ();
}

static void
team_clear (LsExplorerTeam *self)
{
  pthread_mutex_destroy (&self->mutex);
  g_free (self->keys);
  g_free (self->is_finished);
  g_object_unref (self->stop);
}

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
static gpointer
run_member (gpointer data)
{
  LsExplorer *self = data;

  if (ls_explorer_run (self, self->team->stop) == LS_EXPLORE_FOUND && ls_explorer_keeps_states (self))
    g_cancellable_cancel (self->team->stop);
  return NULL;
}

/* Runs a member after the others, in what is left of the time since @start. */
static void
run_late (LsExplorer *self,
          gint64      start)
{
  const guint64 passed = g_get_monotonic_time () - start;

  if (self->options.max_time > 0)
    self->options.max_time = self->options.max_time > passed ? self->options.max_time - passed : 1;
  run_member (self);
}

static void
cancelled_cb (GCancellable *cancellable,
              gpointer      stop)
{
  g_cancellable_cancel (stop);
}

static gboolean
has_status (GPtrArray       *members,
            LsExploreStatus  status)
{
  for (guint i = 0; i < members->len; i++)
    if (((LsExplorer *) g_ptr_array_index (members, i))->status == status)
      return TRUE;
  return FALSE;
}

/* Of random schedules each member has a part. */
static void
divide (GPtrArray *members,
        guint      n_parts)
{
  for (guint i = 0; i < members->len; i++)
    {
      LsExplorer *member = g_ptr_array_index (members, i);

      if (member->options.mode != LS_EXPLORE_RANDOM)
        continue;
      member->options.n_pieces = n_parts;
      member->options.piece = n_parts > 0 ? i + 1 : 0;
    }
}

/* Where one finding is enough, one explorer would stop at the first random schedule that finds something: drops what later ones
 * have found. */
static void
keep_first (GPtrArray *members,
            guint64    first_run)
{
  for (guint i = 0; i < members->len; i++)
    {
      LsExplorer *member = g_ptr_array_index (members, i);

      for (guint j = 0; j < LS_N_FINDINGS; j++)
        if (member->found[j].is_found && member->found[j].run > first_run)
          ls_finding_example_clear (&member->found[j]);
    }
}

/* Puts what all have explored together. Where something is missing, the user or a budget has ended a member. */
static void
join (GPtrArray    *members,
      GCancellable *cancellable)
{
  LsExplorer *self = g_ptr_array_index (members, 0);
  const gboolean is_found = has_status (members, LS_EXPLORE_FOUND);
  gboolean is_complete = !has_status (members, LS_EXPLORE_BUDGET) && !has_status (members, LS_EXPLORE_CANCELLED);

  for (guint i = 1; i < members->len; i++)
    ls_explorer_take (self, g_ptr_array_index (members, i));
  if (ls_explorer_keeps_states (self))
    {
      is_complete = ls_state_graph_finish_all (&self->graph, &self->is_endless);
      self->n_states = self->graph.nodes->len;
    }
  if (is_found)
    self->status = LS_EXPLORE_FOUND;
  else if (is_complete)
    self->status = LS_EXPLORE_COMPLETE;
  else
    self->status = g_cancellable_is_cancelled (cancellable) ? LS_EXPLORE_CANCELLED : LS_EXPLORE_BUDGET;
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
         self->pieces == NULL && !g_ptr_array_find (members, self, NULL);
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
  const gint64 start = g_get_monotonic_time ();
  LsExplorerTeam team = { 0 };
  g_autoptr (GPtrArray) members = g_ptr_array_new ();
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();
  gulong handler = 0;
  LsExplorer *self;

  g_return_val_if_fail (explorers != NULL && n_explorers > 0, LS_EXPLORE_READY);
  for (guint i = 0; i < n_explorers; i++)
    {
      g_return_val_if_fail (is_new (explorers[i], members), LS_EXPLORE_READY);
      g_return_val_if_fail (is_same (&explorers[0]->options, &explorers[i]->options), LS_EXPLORE_READY);
      g_ptr_array_add (members, explorers[i]);
    }
  self = explorers[0];
  if (n_explorers == 1 || (!ls_explorer_keeps_states (self) && self->options.mode != LS_EXPLORE_RANDOM))
    return ls_explorer_run (self, cancellable);

  team_init (&team);
  if (cancellable != NULL)
    handler = g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), team.stop, NULL);
  divide (members, n_explorers);
  for (guint i = 0; i < n_explorers; i++)
    {
      explorers[i]->team = &team;
      explorers[i]->number = i;
      if (explorers[i]->options.max_memory > 0)
        explorers[i]->options.max_memory = MAX (explorers[i]->options.max_memory / n_explorers, 1);
    }
  for (guint i = 1; i < n_explorers; i++)
    g_ptr_array_add (threads, g_thread_try_new ("explorer", run_member, explorers[i], NULL));
  run_member (self);
  for (guint i = 0; i < threads->len; i++)
    if (g_ptr_array_index (threads, i) != NULL)
      g_thread_join (g_ptr_array_index (threads, i));
  /* Members without a thread: the others have tried all states, but not their random schedules. */
  for (guint i = 0; i < threads->len; i++)
    if (g_ptr_array_index (threads, i) == NULL && !ls_explorer_keeps_states (self))
      run_late (explorers[i + 1], start);
  if (cancellable != NULL)
    g_cancellable_disconnect (cancellable, handler);
  for (guint i = 0; i < n_explorers; i++)
    explorers[i]->team = NULL;
  divide (members, 0);

  if (!ls_explorer_keeps_states (self) && self->options.stop_at_first)
    keep_first (members, team.first_run);
  team_clear (&team);
  join (members, cancellable);
  for (guint i = 0; i < n_explorers; i++)
    if (explorers[i]->pieces == NULL)
      explorers[i]->pieces = g_array_new (FALSE, TRUE, sizeof (gboolean));
  if (ls_explorer_keeps_states (self))
    for (guint i = 0; i < LS_N_FINDINGS; i++)
      if (self->found[i].is_found)
        ls_explorer_shorten (self, i);
  return self->status;
}
