/* ls-explorer-team.c: several explorers of the same, each on a thread of its own
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explorer-private.h"

#include <pthread.h>

#define FIRST_SIZE 1024

/* The states that members of a team have finished: with all that follows from them. A member looks here before it enters a
 * state that is new to it. Two members may be in the same state at the same time. Each takes its steps in an order of its own,
 * and whichever finishes a part of what follows spares the other that part. So the table says nothing of states on the way, and
 * nobody waits.
 *
 * Where one member has finished the beginning, the graphs of all have everything. Suppose a state that can be reached is
 * neither explored by that member nor finished by another one. Then it is on the way of another one, and so is the state before
 * it. That one is not explored either: else its step to this state was tried. This leads back to the beginning, which is
 * finished. */
struct _LsExplorerTeam
{
  pthread_mutex_t  mutex;    /* of what follows; no GMutex: the thread sanitizer knows this one */
  LsHash          *keys;     /* (owned): {0, 0} marks a free place */
  gsize            size;     /* a power of two */
  guint64          n_states;

  GCancellable    *stop;     /* (owned): of the calls of all members */
};

static void
team_init (LsExplorerTeam *self)
{
  pthread_mutex_init (&self->mutex, NULL);
  self->size = FIRST_SIZE;
  self->keys = g_new0 (LsHash, self->size);
  self->stop = g_cancellable_new ();
}

static void
team_clear (LsExplorerTeam *self)
{
  pthread_mutex_destroy (&self->mutex);
  g_free (self->keys);
  g_object_unref (self->stop);
}

/* Returns the place of @key, or the free one where it would be. */
static LsHash *
find_place (const LsExplorerTeam *self,
            const LsHash         *key)
{
  const LsHash none = { 0, 0 };

  for (gsize place = key->a;; place++)
    {
      LsHash *there = &self->keys[place & (self->size - 1)];

      if (ls_hash_equal (there, key) || ls_hash_equal (there, &none))
        return there;
    }
}

static void
grow (LsExplorerTeam *self)
{
  g_autofree LsHash *keys = self->keys;
  const gsize size = self->size;

  self->size *= 2;
  self->keys = g_new0 (LsHash, self->size);
  for (gsize i = 0; i < size; i++)
    *find_place (self, &keys[i]) = keys[i];
}

/* Whether a member is done with the state with @key and all that follows from it. */
gboolean
ls_explorer_team_has_finished (LsExplorerTeam *self,
                               const LsHash   *key)
{
  gboolean has_finished;

  pthread_mutex_lock (&self->mutex);
  has_finished = ls_hash_equal (find_place (self, key), key);
  pthread_mutex_unlock (&self->mutex);
  return has_finished;
}

/* A member is done with the state with @key. */
void
ls_explorer_team_finish (LsExplorerTeam *self,
                         const LsHash   *key)
{
  LsHash *place;

  pthread_mutex_lock (&self->mutex);
  place = find_place (self, key);
  if (!ls_hash_equal (place, key))
    {
      *place = *key;
      if (++self->n_states * 2 > self->size)
        grow (self);
    }
  pthread_mutex_unlock (&self->mutex);
}

/* Counts the states that members are done with, each once. */
guint64
ls_explorer_team_get_n_states (LsExplorerTeam *self)
{
  guint64 n_states;

  pthread_mutex_lock (&self->mutex);
  n_states = self->n_states;
  pthread_mutex_unlock (&self->mutex);
  return n_states;
}

/* Whoever has explored everything, or found what was wanted, has done so for all. With random schedules each member has to do
 * its part. */
static gpointer
run_member (gpointer data)
{
  LsExplorer *self = data;
  const LsExploreStatus status = ls_explorer_run (self, self->team->stop);

  if (status == LS_EXPLORE_FOUND || (status == LS_EXPLORE_COMPLETE && ls_explorer_keeps_states (self)))
    g_cancellable_cancel (self->team->stop);
  return NULL;
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

/* Makes the whole of what all have explored. What was cut short is a budget's work, or the user's. */
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
 * (Where schedules are cut at @max_steps, it depends on the order in which states are found what lies behind them.)
 *
 * Budgets of states count those of all, a budget of memory is divided among them. None of the explorers can go on afterwards.
 * Only %LS_EXPLORE_EXHAUSTIVE and %LS_EXPLORE_RANDOM can be divided: in other modes the first explorer explores alone.
 *
 * Returns: the progress of the first explorer
 */
LsExploreStatus
ls_explorer_run_together (LsExplorer   **explorers,
                          guint          n_explorers,
                          GCancellable  *cancellable)
{
  LsExplorerTeam team = { 0 };
  g_autoptr (GPtrArray) members = g_ptr_array_new ();
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();
  gulong handler = 0;
  LsExplorer *self;

  g_return_val_if_fail (explorers != NULL && n_explorers > 0, LS_EXPLORE_READY);
  for (guint i = 0; i < n_explorers; i++)
    {
      g_return_val_if_fail (LS_IS_EXPLORER (explorers[i]), LS_EXPLORE_READY);
      g_return_val_if_fail (explorers[i]->n_runs == 0 && explorers[i]->cluster == NULL, LS_EXPLORE_READY);
      g_return_val_if_fail (explorers[i]->pieces == NULL, LS_EXPLORE_READY);
      g_return_val_if_fail (explorers[i]->options.n_pieces == 0, LS_EXPLORE_READY);
      g_return_val_if_fail (explorers[i]->options.mode == explorers[0]->options.mode, LS_EXPLORE_READY);
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
    {
      GThread *thread = g_ptr_array_index (threads, i);

      /* Where there are no more threads, its part is done after the others. */
      if (thread != NULL)
        g_thread_join (thread);
      else
        run_member (explorers[i + 1]);
    }
  if (cancellable != NULL)
    g_cancellable_disconnect (cancellable, handler);
  for (guint i = 0; i < n_explorers; i++)
    explorers[i]->team = NULL;
  team_clear (&team);
  divide (members, 0);

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
