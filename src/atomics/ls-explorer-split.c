/* ls-explorer-split.c: explorations that several machines share, each of which explores a piece
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explorer-private.h"

#include <glib/gi18n-lib.h>

/* So many states wait for each piece at the split: what follows from them differs in size. */
#define STATES_FOR_A_PIECE 16

/* Where so many do not come together, pieces have at most this many times as many states in common. */
#define MAX_SHARED 16

/* One piece */

/* Puts the way to a state on the stack, and an edge of it. */
static void
put_way (LsExplorer *self,
         guint32     node,
         guint32     edge)
{
  LsExplorerFrame frame = { .node = node, .next = edge };

  g_array_set_size (self->stack, 0);
  g_array_append_val (self->stack, frame);
  while (frame.node != 0)
    {
      const LsExplorerWay *way = &g_array_index (self->split.ways, LsExplorerWay, frame.node);

      frame.node = way->node;
      frame.next = way->edge;
      g_array_prepend_val (self->stack, frame);
    }
}

/* Whether a state that waits at the split belongs to this piece: neighbours belong together, as the same follows from them. */
static gboolean
is_own (LsExplorer *self,
        guint32     node)
{
  const LsExplorerSplit *split = &self->split;
  const guint64 n_pieces = self->options.n_pieces;

  return (node - split->first) * n_pieces / (split->n_shared - split->first) == self->options.piece - 1;
}

/* Puts the way to what is explored next on the stack. Returns FALSE where nothing is left. */
gboolean
ls_explorer_split_go_to (LsExplorer *self)
{
  LsExplorerSplit *split = &self->split;

  if (split->n_shared == 0)
    {
      const LsExplorerWay beginning = { 0 };

      /* The first run may have been cut short after the first state. */
      if (self->graph.nodes->len > 0 && split->ways->len == 0)
        g_array_append_val (split->ways, beginning);
      if (self->graph.nodes->len > 0)
        put_way (self, split->at, split->edge);
      return TRUE;
    }
  if (self->stack->len > 0)
    return TRUE;
  split->base = 0;
  for (; split->at < split->n_shared; split->at++)
    if (ls_state_graph_get (&self->graph, split->at)->n_edges > 0 && is_own (self, split->at))
      {
        put_way (self, split->at, 0);
        split->base = self->stack->len - 1;
        return TRUE;
      }
  return FALSE;
}

static gboolean
is_wide_enough (LsExplorer *self)
{
  const guint64 n_wanted = (guint64) STATES_FOR_A_PIECE * self->options.n_pieces;

  return self->graph.nodes->len - self->split.at >= n_wanted || self->graph.nodes->len >= n_wanted * MAX_SHARED;
}

/* An edge of the first states was tried. @is_first: the run was that of the beginning */
static void
advance_first (LsExplorer *self,
               gboolean    is_first)
{
  LsExplorerSplit *split = &self->split;

  while (split->ways->len < self->graph.nodes->len)
    {
      const LsExplorerWay way = { split->at, split->edge };

      g_array_append_val (split->ways, way);
    }
  split->edge += !is_first;
  while (split->at < self->graph.nodes->len && split->edge >= ls_state_graph_get (&self->graph, split->at)->n_edges)
    {
      split->at++;
      split->edge = 0;
      if (is_wide_enough (self))
        break;
    }
  g_array_set_size (self->stack, 0);
  if (split->at < self->graph.nodes->len && (split->edge > 0 || !is_wide_enough (self)))
    return;
  split->first = split->at;
  split->n_shared = self->graph.nodes->len;
}

/* A run has ended. */
void
ls_explorer_split_advance (LsExplorer *self)
{
  if (self->split.n_shared == 0)
    {
      advance_first (self, self->split.ways->len == 0);
      return;
    }
  if (ls_explorer_backtrack (self))
    return;
  g_array_set_size (self->stack, 0);
  self->split.base = 0;
  self->split.at++;
}

/* Checks what was read, in a graph that was checked. */
gboolean
ls_explorer_split_check (LsExplorer *self)
{
  const LsExplorerSplit *split = &self->split;
  const guint32 n_nodes = self->graph.nodes->len;

  if (!ls_explorer_is_piece (self))
    return split->ways->len == 0 && split->at == 0 && split->edge == 0 && split->first == 0 && split->n_shared == 0 &&
           split->base == 0;
  if (split->ways->len > n_nodes || split->n_shared > split->ways->len || split->base > self->stack->len)
    return FALSE;
  for (guint32 i = 1; i < split->ways->len; i++)
    {
      const LsExplorerWay *way = &g_array_index (split->ways, LsExplorerWay, i);

      if (way->node >= i || way->edge >= ls_state_graph_get (&self->graph, way->node)->n_edges)
        return FALSE;
    }
  if (split->n_shared > 0)
    return split->first <= split->n_shared && split->at >= split->first && split->at <= split->n_shared &&
           (self->stack->len == 0 || split->base < self->stack->len);
  /* The run of the beginning, or of an edge. */
  if (split->ways->len == 0)
    return split->at == 0 && split->edge == 0 && self->stack->len == 0 &&
           (n_nodes == 0 || (n_nodes == 1 && ls_state_graph_get (&self->graph, 0)->n_edges > 0));
  return split->at < split->ways->len && split->edge < ls_state_graph_get (&self->graph, split->at)->n_edges;
}

/* All pieces */

/* Returns whether an example of a finding is better than another one: shorter, or of an earlier run. */
static gboolean
is_better (const LsFindingExample *self,
           const LsFindingExample *other)
{
  if (self->schedule->len != other->schedule->len)
    return self->schedule->len < other->schedule->len;
  return self->run < other->run;
}

/* Adds what another explorer of the same has explored: of a piece, or of a team. What it has found in random runs after @last_run
 * is left out. */
void
ls_explorer_take (LsExplorer       *self,
                  const LsExplorer *piece,
                  guint64           last_run)
{
  if (ls_explorer_keeps_states (self))
    ls_state_graph_merge (&self->graph, &piece->graph);
  self->n_runs += piece->n_runs;
  self->n_steps += piece->n_steps;
  self->n_states = ls_explorer_keeps_states (self) ? self->graph.nodes->len : self->n_states + piece->n_states;
  self->n_ends = ls_count_add (self->n_ends, piece->n_ends);
  for (guint i = 0; i < LS_N_FINDINGS; i++)
    {
      LsFindingExample *own = &self->found[i];
      const LsFindingExample *other = &piece->found[i];

      if (!other->is_found || other->run > last_run || (own->is_found && !is_better (other, own)))
        continue;
      ls_finding_example_clear (own);
      *own = *other;
      own->message = g_strdup (other->message);
      own->schedule = g_array_copy (other->schedule);
    }
}

static gboolean
refuse (GError     **error,
        const char  *message)
{
  g_set_error_literal (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_CHECKPOINT, message);
  return FALSE;
}

/* Whether a piece fits what was added before it; the first one says how many there are. */
static gboolean
check_piece (LsExplorer             *self,
             const LsExploreOptions *options,
             GError                **error)
{
  const LsExploreOptions *own = &self->options;

  if (options->n_pieces == 0)
    return refuse (error, _("The checkpoint is that of a whole exploration, not of a piece"));
  if (options->mode != own->mode || options->bounds_preemptions != own->bounds_preemptions ||
      (own->bounds_preemptions && options->max_preemptions != own->max_preemptions) || options->seed != own->seed ||
      options->max_overtaking != own->max_overtaking || options->max_steps != own->max_steps ||
      (own->mode == LS_EXPLORE_RANDOM && options->n_runs != own->n_runs))
    return refuse (error, _("The piece was explored with other options"));
  if (self->pieces != NULL && self->pieces->len != options->n_pieces)
    {
      g_set_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_CHECKPOINT, _("It is one of %u pieces, those before it are of %u"),
                   options->n_pieces, self->pieces->len);
      return FALSE;
    }
  if (self->pieces != NULL && g_array_index (self->pieces, gboolean, options->piece - 1))
    {
      g_set_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_CHECKPOINT, _("Piece %u is there already"), options->piece);
      return FALSE;
    }
  return TRUE;
}

/* How many of the random schedules a piece has. */
static guint64
get_own_runs (const LsExploreOptions *options)
{
  return options->n_runs / options->n_pieces + (options->n_runs % options->n_pieces >= options->piece);
}

static gboolean
has_explored_all (LsExplorer *piece)
{
  return piece->options.mode == LS_EXPLORE_RANDOM ? piece->n_runs == get_own_runs (&piece->options)
                                                  : piece->status == LS_EXPLORE_COMPLETE;
}

/**
 * ls_explorer_add_piece:
 * @self: an explorer of the whole that has not run, with the factory and the options of the pieces
 * @checkpoint: a checkpoint of [method@Explorer.save] of an explorer that has explored one of the pieces, see
 *   [struct@ExploreOptions]
 * @error: return location for an error
 *
 * Takes over what an explorer of one piece has explored, on this or another machine. Once all pieces are there,
 * [method@Explorer.join_pieces] makes the whole of them. Where it fails, @self is as it was before.
 *
 * Returns: %FALSE with %LS_ATOMICS_ERROR_CHECKPOINT where @checkpoint is none, or one of another exploration, or of a piece that
 *   was added before
 */
gboolean
ls_explorer_add_piece (LsExplorer  *self,
                       GBytes      *checkpoint,
                       GError     **error)
{
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (LsExplorer) piece = NULL;
  LsExploreOptions options;

  g_return_val_if_fail (LS_IS_EXPLORER (self), FALSE);
  g_return_val_if_fail (checkpoint != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);
  g_return_val_if_fail (self->options.n_pieces <= 1, FALSE);
  g_return_val_if_fail (self->pieces != NULL || self->n_runs == 0, FALSE);
  g_return_val_if_fail (self->cluster == NULL && self->status == LS_EXPLORE_READY, FALSE);

  variant = ls_explorer_read_checkpoint (checkpoint, &options, error);
  if (variant == NULL || !check_piece (self, &options, error))
    return FALSE;
  piece = g_object_new (LS_TYPE_EXPLORER, NULL);
  piece->options = options;
  if (!ls_explorer_load_variant (piece, variant))
    return refuse (error, _("The piece is damaged"));
  if (options.mode == LS_EXPLORE_RANDOM && piece->n_runs > get_own_runs (&options))
    return refuse (error, _("The piece was explored with other options"));
  if (self->pieces == NULL)
    {
      self->pieces = g_array_new (FALSE, TRUE, sizeof (gboolean));
      g_array_set_size (self->pieces, options.n_pieces);
    }
  g_array_index (self->pieces, gboolean, options.piece - 1) = TRUE;
  self->has_incomplete_piece |= !has_explored_all (piece);
  ls_explorer_take (self, piece, G_MAXUINT64);
  return TRUE;
}

/**
 * ls_explorer_join_pieces:
 * @self: an explorer that was given all pieces
 * @error: return location for an error
 *
 * Makes the whole of its pieces: states, schedules and findings are those of an explorer that has explored all by itself. (Where
 * schedules are cut at @max_steps, it depends on the order in which states are found what lies behind them.) Runs and steps are
 * those of all pieces together. Where a piece is not complete, the status is %LS_EXPLORE_BUDGET. The explorer cannot go on from
 * there.
 *
 * Returns: %FALSE with %LS_ATOMICS_ERROR_CHECKPOINT where a piece is missing
 */
gboolean
ls_explorer_join_pieces (LsExplorer  *self,
                         GError     **error)
{
  g_return_val_if_fail (LS_IS_EXPLORER (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);
  g_return_val_if_fail (self->cluster == NULL && self->status == LS_EXPLORE_READY, FALSE);

  if (self->pieces == NULL)
    return refuse (error, _("There are no pieces"));
  for (guint i = 0; i < self->pieces->len; i++)
    if (!g_array_index (self->pieces, gboolean, i))
      {
        g_set_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_CHECKPOINT, _("Piece %u of %u is missing"), i + 1,
                     self->pieces->len);
        return FALSE;
      }
  self->status = LS_EXPLORE_COMPLETE;
  if (self->has_incomplete_piece)
    self->status = LS_EXPLORE_BUDGET;
  if (!ls_explorer_keeps_states (self))
    return TRUE;
  if (!ls_state_graph_finish_all (&self->graph, &self->is_endless))
    self->status = LS_EXPLORE_BUDGET;
  for (guint i = 0; i < LS_N_FINDINGS; i++)
    if (self->found[i].is_found)
      ls_explorer_shorten (self, i);
  return TRUE;
}
