/* ls-explanation.c: explanations as values and as JSON
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explain.h"

#include "ls-json-writer-private.h"

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
  [LS_EXPLANATION_BEFORE_POSTED] = "before-posted",
  [LS_EXPLANATION_BEFORE_QUEUED] = "before-queued",
  [LS_EXPLANATION_BEFORE_PRIORITY] = "before-priority",
  [LS_EXPLANATION_BEFORE_ORDER] = "before-order",
  [LS_EXPLANATION_BEFORE_RULE] = "before-rule",
  [LS_EXPLANATION_BEFORE_REMOVED] = "before-removed",
  [LS_EXPLANATION_NEITHER_RAN] = "neither-ran",
  [LS_EXPLANATION_NEXT_SO_FAR] = "next-so-far",
};

/**
 * ls_explanation_kind_to_string:
 * @kind: what an explanation says
 *
 * Gets the name of a kind of explanation.
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
 * Makes a copy.
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
  copy->sentence = g_strdup (self->sentence);
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
  g_free (self->sentence);
  g_free (self->text);
  g_free (self->reference);
  g_free (self);
}

/**
 * ls_explanation_to_json:
 * @self: an explanation
 *
 * One line with an object, its members in this order: kind (see ls_explanation_kind_to_string()), task, other,
 * blocker, queue (numbers, 0 for none), position (records before it), candidates (runnable queues), before (queued tasks that
 * come before it), effectivePriority and rank (-1 for none), clause (nick), firstStep, lastStep, title, sentence, text, reference.
 *
 * Returns: (transfer full): JSON, without a line feed
 */
char *
ls_explanation_to_json (const LsExplanation *self)
{
  LsJsonWriter json;

  g_return_val_if_fail (self != NULL, NULL);

  ls_json_writer_init (&json);
  ls_json_begin (&json, NULL, '{', FALSE);
  ls_json_string (&json, "kind", ls_explanation_kind_to_string (self->kind));
  ls_json_int (&json, "task", self->task);
  ls_json_int (&json, "other", self->other);
  ls_json_int (&json, "blocker", self->blocker);
  ls_json_int (&json, "queue", self->queue);
  ls_json_int (&json, "position", self->position);
  ls_json_int (&json, "candidates", self->n_candidates);
  ls_json_int (&json, "before", self->n_before);
  ls_json_int (&json, "effectivePriority", self->effective_priority);
  ls_json_int (&json, "rank", self->rank == 255 ? -1 : self->rank);
  ls_json_string (&json, "clause", ls_clause_get_nick (self->clause));
  ls_json_int (&json, "firstStep", self->first_step);
  ls_json_int (&json, "lastStep", self->last_step);
  ls_json_string (&json, "title", self->title);
  ls_json_string (&json, "sentence", self->sentence);
  ls_json_string (&json, "text", self->text);
  ls_json_string (&json, "reference", self->reference);
  ls_json_end (&json, '}');

  return ls_json_writer_finish (&json);
}
