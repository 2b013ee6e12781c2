/* ls-timeline-folds.c: which agents of a timeline have only one row
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-scene-private.h"

/* With more agents, those of threads are folded before the user asks for it. A folded agent shows only its baton track. */
#define MAX_UNFOLDED 6

/* Reads from the settings which agents are folded. */
void
ls_timeline_scene_load_folded (LsTimelineScene *self)
{
  g_autoptr (GVariant) agents = g_settings_get_value (self->settings, "timeline-folded");
  GVariantIter iter;
  gboolean folded;
  char *name;

  g_hash_table_remove_all (self->folded);
  g_variant_iter_init (&iter, agents);
  while (g_variant_iter_next (&iter, "{sb}", &name, &folded))
    g_hash_table_insert (self->folded, name, GUINT_TO_POINTER (folded + 1));
}

static void
save_folded (LsTimelineScene *self)
{
  GVariantBuilder agents;
  GHashTableIter iter;
  gpointer name, said;

  g_variant_builder_init (&agents, G_VARIANT_TYPE ("a{sb}"));
  g_hash_table_iter_init (&iter, self->folded);
  while (g_hash_table_iter_next (&iter, &name, &said))
    g_variant_builder_add (&agents, "{sb}", name, GPOINTER_TO_UINT (said) - 1);
  g_settings_set_value (self->settings, "timeline-folded", g_variant_builder_end (&agents));
}

/**
 * ls_timeline_scene_is_folded:
 * @self: a scene
 * @agent: an agent
 *
 * Returns: whether the agent has only one row, which shows when it had the baton
 */
gboolean
ls_timeline_scene_is_folded (LsTimelineScene *self,
                             guint32          agent)
{
  g_autofree char *name = g_hash_table_size (self->folded) > 0 ? ls_timeline_model_format_agent (self->model, agent) : NULL;
  guint said = name != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (self->folded, name)) : 0;

  if (said != 0)
    return said - 1;
  return ls_timeline_model_get_n_agents (self->model) > MAX_UNFOLDED && !ls_timeline_model_is_program (self->model, agent);
}

/**
 * ls_timeline_scene_set_folded:
 * @self: a scene
 * @agent: an agent
 * @folded: whether to show only one row of the agent
 *
 * Folds or unfolds the rows of an agent. This applies to all agents of the same name, also in other windows and sessions.
 */
void
ls_timeline_scene_set_folded (LsTimelineScene *self,
                              guint32          agent,
                              gboolean         folded)
{
  g_hash_table_insert (self->folded, ls_timeline_model_format_agent (self->model, agent), GUINT_TO_POINTER (!!folded + 1));
  save_folded (self);
  ls_timeline_scene_make_rows (self);
}
