/* ls-explanation.c: explanations as values and as JSON
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explain.h"

#include <json-glib/json-glib.h>

static const char *const kind_names[] = {
  [LS_EXPLANATION_NOTHING_RUNNABLE] = "nothing-runnable",
  [LS_EXPLANATION_NEXT] = "next",
  [LS_EXPLANATION_WAITS_PRIORITY] = "waits-priority",
  [LS_EXPLANATION_WAITS_ORDER] = "waits-order",
  [LS_EXPLANATION_WAITS_DELAY] = "waits-delay",
  [LS_EXPLANATION_WAITS_INCOMING] = "waits-incoming",
  [LS_EXPLANATION_WAITS_TURN] = "waits-turn",
  [LS_EXPLANATION_RUNNING] = "running",
  [LS_EXPLANATION_FINISHED] = "finished",
  [LS_EXPLANATION_REMOVED] = "removed",
  [LS_EXPLANATION_UNKNOWN_TASK] = "unknown-task",
};

/**
 * ls_explanation_kind_to_string:
 * @kind: what an explanation says
 *
 * Returns: (transfer none): its name in JSON, stable over releases
 */
const char *
ls_explanation_kind_to_string (LsExplanationKind kind)
{
  return (guint) kind < G_N_ELEMENTS (kind_names) ? kind_names[kind] : "unknown";
}

/**
 * ls_explanation_copy:
 * @self: an explanation
 *
 * Returns: (transfer full): a copy
 */
LsExplanation *
ls_explanation_copy (const LsExplanation *self)
{
  LsExplanation *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_memdup2 (self, sizeof *self);
  copy->title = g_strdup (self->title);
  copy->text = g_strdup (self->text);
  copy->reference = g_strdup (self->reference);

  return copy;
}

/**
 * ls_explanation_free:
 * @self: (transfer full) (nullable): an explanation
 *
 * Frees an explanation.
 */
void
ls_explanation_free (LsExplanation *self)
{
  if (self == NULL)
    return;
  g_free (self->title);
  g_free (self->text);
  g_free (self->reference);
  g_free (self);
}

static void
add_int (JsonBuilder *builder,
         const char  *name,
         gint64       value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, value);
}

static void
add_string (JsonBuilder *builder,
            const char  *name,
            const char  *value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, value);
}

/**
 * ls_explanation_to_json:
 * @self: an explanation
 *
 * One line with an object, its members in this order: kind (see ls_explanation_kind_to_string()), task, blocker, queue
 * (numbers, 0 for none), candidates (runnable queues), before (queued tasks that come before it), effectivePriority
 * and rank (-1 for none), clause (nick), firstStep, lastStep, title, text, reference.
 *
 * Returns: (transfer full): JSON, without a line feed
 */
char *
ls_explanation_to_json (const LsExplanation *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  json_builder_begin_object (builder);
  add_string (builder, "kind", ls_explanation_kind_to_string (self->kind));
  add_int (builder, "task", self->task);
  add_int (builder, "blocker", self->blocker);
  add_int (builder, "queue", self->queue);
  add_int (builder, "candidates", self->n_candidates);
  add_int (builder, "before", self->n_before);
  add_int (builder, "effectivePriority", self->effective_priority);
  add_int (builder, "rank", self->rank == 255 ? -1 : self->rank);
  add_string (builder, "clause", ls_clause_get_nick (self->clause));
  add_int (builder, "firstStep", self->first_step);
  add_int (builder, "lastStep", self->last_step);
  add_string (builder, "title", self->title);
  add_string (builder, "text", self->text);
  add_string (builder, "reference", self->reference);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);

  return json_to_string (root, FALSE);
}
