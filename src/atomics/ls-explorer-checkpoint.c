/* ls-explorer-checkpoint.c: explorations that go on another time
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explorer-private.h"

#include <glib/gi18n-lib.h>

/* The format: a version; the options; counts; the states, their edges and the stack, as they lie in memory; the findings. A
 * checkpoint is for the same version of the library on the same kind of machine. */
#define CHECKPOINT_TYPE "(s(iittut)(tttb)ayayayaya(uusay))"
#define CHECKPOINT_VERSION "loopscope-explorer-1"

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
 * @self: an explorer that is not running
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
  g_return_val_if_fail (self->cluster == NULL, NULL);

  options = &self->options;
  g_variant_builder_init (&found, G_VARIANT_TYPE ("a(uusay)"));
  for (guint i = 0; i < LS_N_FINDINGS; i++)
    if (self->found[i].is_found)
      g_variant_builder_add (&found, "(uus@ay)", i, self->found[i].agent,
                             self->found[i].message != NULL ? self->found[i].message : "", save_array (self->found[i].schedule));
  ends = g_array_new (FALSE, FALSE, sizeof (LsCount));
  g_array_append_val (ends, self->n_ends);
  checkpoint = g_variant_ref_sink (g_variant_new ("(s(iittut)(tttb)@ay@ay@ay@aya(uusay))", CHECKPOINT_VERSION, (int) options->mode,
                                                  get_bound (options), options->seed, options->n_runs, options->max_overtaking,
                                                  options->max_steps, self->n_runs, self->n_steps, self->n_states,
                                                  self->is_endless, save_array (ends), save_array (self->graph.nodes),
                                                  save_array (self->graph.edges), save_array (self->stack), &found));
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
  const char *message;
  GVariant *schedule;

  for (guint i = 0; i < LS_N_FINDINGS; i++)
    ls_finding_example_clear (&self->found[i]);
  g_variant_iter_init (&iter, list);
  while (g_variant_iter_loop (&iter, "(uu&s@ay)", &kind, &agent, &message, &schedule))
    {
      if (kind >= LS_N_FINDINGS || self->found[kind].is_found)
        {
          g_variant_unref (schedule);
          return FALSE;
        }
      self->found[kind] = (LsFindingExample) { TRUE, agent, g_strdup (message), g_array_new (FALSE, FALSE, sizeof (guint32)) };
      if (!load_array (schedule, self->found[kind].schedule))
        {
          g_variant_unref (schedule);
          return FALSE;
        }
    }
  return TRUE;
}

static void
explorer_reset (LsExplorer *self)
{
  g_array_set_size (self->graph.nodes, 0);
  g_array_set_size (self->graph.edges, 0);
  g_array_set_size (self->stack, 0);
  ls_state_graph_rebuild (&self->graph);
  for (guint i = 0; i < LS_N_FINDINGS; i++)
    ls_finding_example_clear (&self->found[i]);
  self->n_runs = self->n_steps = self->n_states = 0;
  self->n_ends = 0;
  self->is_endless = FALSE;
  self->status = LS_EXPLORE_READY;
}

static gboolean
explorer_load (LsExplorer *self,
               GVariant   *checkpoint)
{
  const LsExploreOptions *options = &self->options;
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (LsCount));
  g_autoptr (GVariant) ends_bytes = NULL, nodes = NULL, edges = NULL, stack = NULL, found = NULL;
  const char *version;
  int mode, max_preemptions;
  guint64 seed, n_runs, max_steps;
  guint max_overtaking;

  g_variant_get (checkpoint, "(&s(iittut)(tttb)@ay@ay@ay@ay@a(uusay))", &version, &mode, &max_preemptions, &seed, &n_runs,
                 &max_overtaking, &max_steps, &self->n_runs, &self->n_steps, &self->n_states, &self->is_endless, &ends_bytes,
                 &nodes, &edges, &stack, &found);
  if (!g_str_equal (version, CHECKPOINT_VERSION) || mode != (int) options->mode || max_preemptions != get_bound (options) ||
      seed != options->seed || max_overtaking != options->max_overtaking || max_steps != options->max_steps)
    return FALSE;
  if (!load_array (ends_bytes, ends) || ends->len != 1 || !load_array (nodes, self->graph.nodes) ||
      !load_array (edges, self->graph.edges) || !load_array (stack, self->stack))
    return FALSE;
  self->n_ends = g_array_index (ends, LsCount, 0);
  if (!ls_state_graph_rebuild (&self->graph) || !check_stack (self) || !load_found (self, found))
    return FALSE;
  self->status = self->n_runs > 0 && self->stack->len == 0 && mode != LS_EXPLORE_RANDOM ? LS_EXPLORE_COMPLETE : LS_EXPLORE_READY;
  return TRUE;
}

/**
 * ls_explorer_load:
 * @self: an explorer that is not running, with the factory and the options of the saved one; budgets may differ
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

  g_return_val_if_fail (LS_IS_EXPLORER (self), FALSE);
  g_return_val_if_fail (checkpoint != NULL, FALSE);
  g_return_val_if_fail (self->cluster == NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  variant = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (CHECKPOINT_TYPE), checkpoint, FALSE));
  if (g_variant_is_normal_form (variant) && explorer_load (self, variant))
    return TRUE;
  explorer_reset (self);
  g_set_error_literal (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_CHECKPOINT, _("Not a checkpoint of this exploration"));
  return FALSE;
}
