/* ls-explorer-checkpoint.c: explorations that go on another time
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explorer-private.h"

#include <glib/gi18n-lib.h>

/* The format: a version; the options; counts; the states, their edges and the stack, as they lie in memory; the findings; where
 * one of several pieces is. A checkpoint is for the same version of the library on the same kind of machine. */
#define CHECKPOINT_TYPE "(s(iittutuu)(tttb)ayayayaya(uutsay)((uuuuu)ay))"
#define CHECKPOINT_VERSION "loopscope-explorer-2"

static GVariant *
save_array (const GArray *array)
{
  return g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, array->data,
                                    (gsize) array->len * g_array_get_element_size ((GArray *) array), 1);
}

/* The bound in a checkpoint: -1 for none. */
static int
get_bound (const LsExploreOptions *options)
{
  return options->bounds_preemptions ? (int) MIN (options->max_preemptions, G_MAXINT) : -1;
}

/**
 * ls_explorer_save:
 * @self: an explorer that is not running, and was given no pieces
 *
 * Makes a checkpoint, from which [method@Explorer.load] goes on.
 *
 * Returns: (transfer full): a checkpoint for [method@Explorer.load]
 */
GBytes *
ls_explorer_save (LsExplorer *self)
{
  const LsExploreOptions *options;
  GVariantBuilder found;
  g_autoptr (GArray) ends = NULL;
  g_autoptr (GVariant) checkpoint = NULL;

  g_return_val_if_fail (LS_IS_EXPLORER (self), NULL);
  g_return_val_if_fail (self->cluster == NULL && self->pieces == NULL, NULL);

  options = &self->options;
  g_variant_builder_init (&found, G_VARIANT_TYPE ("a(uutsay)"));
  for (guint i = 0; i < LS_N_FINDINGS; i++)
    if (self->found[i].is_found)
      g_variant_builder_add (&found, "(uuts@ay)", i, self->found[i].agent, self->found[i].run,
                             self->found[i].message != NULL ? self->found[i].message : "", save_array (self->found[i].schedule));
  ends = g_array_new (FALSE, FALSE, sizeof (LsCount));
  g_array_append_val (ends, self->n_ends);
  checkpoint = g_variant_ref_sink (
    g_variant_new ("(s(iittutuu)(tttb)@ay@ay@ay@aya(uutsay)((uuuuu)@ay))", CHECKPOINT_VERSION, (int) options->mode, get_bound (options),
                   options->seed, options->n_runs, options->max_overtaking, options->max_steps, options->n_pieces, options->piece,
                   self->n_runs, self->n_steps, self->n_states, self->is_endless, save_array (ends), save_array (self->graph.nodes),
                   save_array (self->graph.edges), save_array (self->stack), &found, self->split.at, self->split.edge,
                   self->split.first, self->split.n_shared, self->split.base, save_array (self->split.ways)));
  return g_variant_get_data_as_bytes (checkpoint);
}

static gboolean
load_array (GVariant *bytes,
            GArray   *array)
{
  gsize length;
  gconstpointer data = g_variant_get_fixed_array (bytes, &length, 1);
  const guint size = g_array_get_element_size (array);

  if (length % size != 0 || length / size > G_MAXINT32)
    return FALSE;
  g_array_set_size (array, 0);
  g_array_append_vals (array, data, length / size);
  return TRUE;
}

/* Whether the stack leads from the beginning along edges of the graph, to a new state with each. Where no states are kept, these
 * are all that there are. */
static gboolean
check_stack (LsExplorer *self)
{
  const LsExplorerFrame *before = NULL;

  if (!ls_explorer_keeps_states (self) && self->stack->len != self->graph.nodes->len)
    return FALSE;
  for (guint i = 0; i < self->stack->len; i++)
    {
      const LsExplorerFrame *frame = &g_array_index (self->stack, LsExplorerFrame, i);

      if (frame->node >= self->graph.nodes->len || frame->next >= ls_state_graph_get (&self->graph, frame->node)->n_edges)
        return FALSE;
      if (before == NULL ? frame->node != 0
                         : frame->node <= before->node ||
                           ls_state_graph_get_edge (&self->graph, before->node, before->next)->child != frame->node)
        return FALSE;
      before = frame;
    }
  return TRUE;
}

static gboolean
load_found (LsExplorer *self,
            GVariant   *list)
{
  GVariantIter iter;
  guint kind, agent;
  guint64 run;
  const char *message;
  GVariant *schedule;

  for (guint i = 0; i < LS_N_FINDINGS; i++)
    ls_finding_example_clear (&self->found[i]);
  g_variant_iter_init (&iter, list);
  while (g_variant_iter_loop (&iter, "(uut&s@ay)", &kind, &agent, &run, &message, &schedule))
    {
      if (kind >= LS_N_FINDINGS || self->found[kind].is_found)
        {
          g_variant_unref (schedule);
          return FALSE;
        }
      self->found[kind] = (LsFindingExample) { TRUE, agent, run, g_strdup (message), g_array_new (FALSE, FALSE, sizeof (guint32)) };
      if (!load_array (schedule, self->found[kind].schedule))
        {
          g_variant_unref (schedule);
          return FALSE;
        }
    }
  return TRUE;
}

/* Forgets all that was explored and found. */
void
ls_explorer_reset (LsExplorer *self)
{
  g_array_set_size (self->graph.nodes, 0);
  g_array_set_size (self->graph.edges, 0);
  g_array_set_size (self->stack, 0);
  g_array_set_size (self->split.ways, 0);
  self->split = (LsExplorerSplit) { .ways = self->split.ways };
  ls_state_graph_rebuild (&self->graph);
  for (guint i = 0; i < LS_N_FINDINGS; i++)
    ls_finding_example_clear (&self->found[i]);
  self->n_runs = self->n_steps = self->n_states = 0;
  self->n_ends = 0;
  self->is_endless = FALSE;
  self->status = LS_EXPLORE_READY;
}

/* Reads the form of a checkpoint, and what it is one of; the pieces, numbers of runs and budgets of others may differ. Returns
 * (transfer full) (nullable) it */
GVariant *
ls_explorer_read_checkpoint (GBytes            *checkpoint,
                             LsExploreOptions  *options,
                             GError           **error)
{
  g_autoptr (GVariant) variant = NULL;
  const char *version = NULL;
  int mode = 0, bound = 0;

  variant = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (CHECKPOINT_TYPE), checkpoint, FALSE));
  *options = (LsExploreOptions) LS_EXPLORE_OPTIONS_INIT;
  if (g_variant_is_normal_form (variant))
    g_variant_get (variant, "(&s(iittutuu)(tttb)@ay@ay@ay@ay@a(uutsay)((uuuuu)@ay))", &version, &mode, &bound, &options->seed,
                   &options->n_runs, &options->max_overtaking, &options->max_steps, &options->n_pieces, &options->piece, NULL, NULL,
                   NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
  options->mode = mode;
  options->bounds_preemptions = bound >= 0;
  options->max_preemptions = MAX (bound, 0);
  if (g_strcmp0 (version, CHECKPOINT_VERSION) == 0 && mode >= LS_EXPLORE_EXHAUSTIVE && mode <= LS_EXPLORE_RANDOM &&
      options->n_pieces <= LS_EXPLORE_MAX_PIECES &&
      (options->n_pieces == 0 || (options->piece >= 1 && options->piece <= options->n_pieces)))
    return g_steal_pointer (&variant);
  g_set_error_literal (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_CHECKPOINT, _("Not a checkpoint of this exploration"));
  return NULL;
}

/* Whether a checkpoint is one of what these options explore. */
static gboolean
fits (const LsExploreOptions *options,
      const LsExploreOptions *checkpoint)
{
  return checkpoint->mode == options->mode && get_bound (checkpoint) == get_bound (options) && checkpoint->seed == options->seed &&
         checkpoint->max_overtaking == options->max_overtaking && checkpoint->max_steps == options->max_steps &&
         MAX (checkpoint->n_pieces, 1) == MAX (options->n_pieces, 1) &&
         (options->n_pieces <= 1 || checkpoint->piece == options->piece);
}

static gboolean
is_complete (LsExplorer *self)
{
  if (self->options.mode == LS_EXPLORE_RANDOM || self->n_runs == 0 || self->stack->len > 0)
    return FALSE;
  return !ls_explorer_is_piece (self) || (self->split.n_shared > 0 && self->split.at >= self->split.n_shared);
}

/* Loads what ls_explorer_read_checkpoint() has read. Returns FALSE where it is damaged. */
gboolean
ls_explorer_load_variant (LsExplorer *self,
                          GVariant   *checkpoint)
{
  LsExplorerSplit *split = &self->split;
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (LsCount));
  g_autoptr (GVariant) ends_bytes = NULL, nodes = NULL, edges = NULL, stack = NULL, ways = NULL, found = NULL;

  g_variant_get (checkpoint, "(s(iittutuu)(tttb)@ay@ay@ay@ay@a(uutsay)((uuuuu)@ay))", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                 NULL, &self->n_runs, &self->n_steps, &self->n_states, &self->is_endless, &ends_bytes, &nodes, &edges, &stack,
                 &found, &split->at, &split->edge, &split->first, &split->n_shared, &split->base, &ways);
  if (!load_array (ends_bytes, ends) || ends->len != 1 || !load_array (nodes, self->graph.nodes) ||
      !load_array (edges, self->graph.edges) || !load_array (stack, self->stack) || !load_array (ways, split->ways))
    return FALSE;
  self->n_ends = g_array_index (ends, LsCount, 0);
  if (!ls_state_graph_rebuild (&self->graph) || !check_stack (self) || !ls_explorer_split_check (self) || !load_found (self, found))
    return FALSE;
  self->status = is_complete (self) ? LS_EXPLORE_COMPLETE : LS_EXPLORE_READY;
  return TRUE;
}

/**
 * ls_explorer_load:
 * @self: an explorer that is not running and was given no pieces, with the factory and the options of the saved one; budgets may
 *   differ
 * @checkpoint: a checkpoint of [method@Explorer.save]
 * @error: return location for an error
 *
 * Loads a checkpoint. The next [method@Explorer.run] goes on from there.
 *
 * Returns: %FALSE with %LS_ATOMICS_ERROR_CHECKPOINT where @checkpoint is none, or one of other options; then the explorer begins
 *   anew
 */
gboolean
ls_explorer_load (LsExplorer  *self,
                  GBytes      *checkpoint,
                  GError     **error)
{
  g_autoptr (GVariant) variant = NULL;
  LsExploreOptions options;

  g_return_val_if_fail (LS_IS_EXPLORER (self), FALSE);
  g_return_val_if_fail (checkpoint != NULL, FALSE);
  g_return_val_if_fail (self->cluster == NULL && self->pieces == NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  variant = ls_explorer_read_checkpoint (checkpoint, &options, error);
  if (variant != NULL && fits (&self->options, &options) && ls_explorer_load_variant (self, variant))
    return TRUE;
  ls_explorer_reset (self);
  if (variant != NULL)
    g_set_error_literal (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_CHECKPOINT, _("Not a checkpoint of this exploration"));
  return FALSE;
}

/**
 * ls_explorer_peek_options:
 * @checkpoint: a checkpoint of [method@Explorer.save]
 * @options: (out caller-allocates): the options of the explorer that was saved; without budgets
 * @error: return location for an error
 *
 * Tells what a checkpoint is one of.
 *
 * Returns: %FALSE with %LS_ATOMICS_ERROR_CHECKPOINT where @checkpoint is none
 */
gboolean
ls_explorer_peek_options (GBytes            *checkpoint,
                          LsExploreOptions  *options,
                          GError           **error)
{
  g_autoptr (GVariant) variant = NULL;

  g_return_val_if_fail (checkpoint != NULL, FALSE);
  g_return_val_if_fail (options != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  variant = ls_explorer_read_checkpoint (checkpoint, options, error);
  return variant != NULL;
}
