/* ls-lint-json.c: lints as JSON
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lint.h"

#include "ls-json-writer-private.h"

/**
 * ls_lint_get_cost:
 * @self: a lint
 *
 * Tells how much time the problem costs whoever waits.
 *
 * Returns: µs that all its occurrences together cost whoever waits: what is beyond 50 ms of long tasks and beyond a frame of long
 *   dispatches, waits as a whole; 0 where it costs no time
 */
guint64
ls_lint_get_cost (const LsLint *self)
{
  guint64 free_time;

  g_return_val_if_fail (self != NULL, 0);

  free_time = self->kind == LS_LINT_LONG_TASK       ? self->count * LS_LINT_LONG_TASK_LIMIT
              : self->kind == LS_LINT_LONG_DISPATCH ? self->count * LS_LINT_LONG_DISPATCH_LIMIT
                                                    : 0;
  return self->total_duration > free_time ? self->total_duration - free_time : 0;
}

/**
 * ls_lint_to_json:
 * @self: a lint
 * @trace: the trace that it was found in
 *
 * One line with an object, its members in this order: kind (see ls_lint_kind_to_string()), subject (a word, see
 * ls_lint_subject_to_string()), id, name (string or null), priority (string or null), other (a word), otherId, otherName,
 * count, position, since, time (milliseconds), worstPosition, worstId, duration, otherDuration, totalDuration
 * (milliseconds), cost (milliseconds, see ls_lint_get_cost()), amount, message (string or null), element (of those
 * about shared memory alone), title, explanation, advice, reference.
 *
 * Returns: (transfer full): JSON, without a line feed
 */
char *
ls_lint_to_json (const LsLint *self,
                 LsTrace      *trace)
{
  g_autofree char *title = NULL, *explanation = NULL;
  LsJsonWriter json;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (LS_IS_TRACE (trace), NULL);

  title = ls_lint_get_title (self, trace);
  explanation = ls_lint_get_explanation (self, trace);
  ls_json_writer_init (&json);
  ls_json_begin (&json, NULL, '{', FALSE);
  ls_json_string (&json, "kind", ls_lint_kind_to_string (self->kind));
  ls_json_string (&json, "subject", ls_lint_subject_to_string (self->subject_kind));
  ls_json_int (&json, "id", self->id);
  ls_json_string (&json, "name", ls_trace_get_text (trace, self->name));
  ls_json_string (&json, "priority",
                  ls_task_priority_is_valid (self->priority) ? ls_task_priority_to_string (self->priority) : NULL);
  ls_json_string (&json, "other", ls_lint_subject_to_string (self->other_kind));
  ls_json_int (&json, "otherId", self->other);
  ls_json_string (&json, "otherName", ls_trace_get_text (trace, self->other_name));
  ls_json_int (&json, "count", self->count);
  ls_json_int (&json, "position", self->position);
  ls_json_int (&json, "since", self->since);
  ls_json_time (&json, "time", self->time);
  ls_json_int (&json, "worstPosition", self->worst_position);
  ls_json_int (&json, "worstId", self->worst_id);
  ls_json_time (&json, "duration", self->duration);
  ls_json_time (&json, "otherDuration", self->other_duration);
  ls_json_time (&json, "totalDuration", self->total_duration);
  ls_json_time (&json, "cost", ls_lint_get_cost (self));
  ls_json_int (&json, "amount", self->amount);
  ls_json_string (&json, "message", ls_trace_get_text (trace, self->message));
  if (self->subject_kind == LS_LINT_SUBJECT_AGENT)
    ls_json_int (&json, "element", self->element);
  ls_json_string (&json, "title", title);
  ls_json_string (&json, "explanation", explanation);
  ls_json_string (&json, "advice", ls_lint_kind_get_advice (self->kind));
  ls_json_string (&json, "reference", ls_lint_kind_get_reference (self->kind));
  ls_json_end (&json, '}');

  return ls_json_writer_finish (&json);
}
