/* ls-comparison-json.c: a comparison as JSON
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-comparison-private.h"

#include "ls-json-writer-private.h"

static const char *const side_names[LS_COMPARISON_N_SIDES] = { "left", "right" };

/* The task's name with its mark, or its number. */
static char *
find_name (LsComparison         *self,
           LsComparisonSide      side,
           const LsComparedTask *task)
{
  char *name = ls_comparison_find_name (self, side, task);

  return name != NULL ? name : g_strdup_printf ("task %u%s", task->task, task->is_continuation ? " ↻" : "");
}

static void
write_waits (LsJsonWriter            *json,
             const char              *name,
             const LsComparisonWaits *waits)
{
  ls_json_begin (json, name, '{', FALSE);
  ls_json_int (json, "tasks", waits->n_tasks);
  ls_json_time (json, "total", waits->total);
  ls_json_time (json, "longest", waits->longest);
  ls_json_id (json, "longestTask", waits->longest_task);
  ls_json_end (json, '}');
}

static void
write_totals (LsJsonWriter     *json,
              LsComparison     *self,
              LsComparisonSide  side,
              const char       *title)
{
  LsComparisonTotals totals;

  ls_comparison_get_totals (self, side, &totals);
  ls_json_begin (json, side_names[side], '{', TRUE);
  ls_json_string (json, "title", title);
  ls_json_time (json, "time", totals.time);
  ls_json_int (json, "tasks", totals.all.n_tasks);
  ls_json_int (json, "removed", totals.n_removed);
  ls_json_int (json, "logLines", totals.n_log_lines);
  ls_json_begin (json, "waits", '{', TRUE);
  write_waits (json, "all", &totals.all);
  for (guint i = LS_TASK_PRIORITY_USER_BLOCKING; i >= LS_TASK_PRIORITY_BACKGROUND; i--)
    write_waits (json, ls_task_priority_to_string (i), &totals.waits[i]);
  write_waits (json, "loop", &totals.waits[LS_TASK_PRIORITY_NONE]);
  ls_json_end (json, '}');
  ls_json_end (json, '}');
}

static void
write_task (LsJsonWriter         *json,
            LsComparison         *self,
            LsComparisonSide      side,
            const LsComparedTask *task)
{
  g_autofree char *name = NULL;

  if (task->index == LS_COMPARISON_NONE)
    return;
  name = find_name (self, side, task);
  ls_json_begin (json, side_names[side], '{', FALSE);
  ls_json_int (json, "place", task->index + 1);
  ls_json_id (json, "task", task->task);
  ls_json_string (json, "name", name);
  ls_json_string (json, "priority", ls_task_priority_is_valid (task->priority) ? ls_task_priority_to_string (task->priority)
                                                                          : NULL);
  ls_json_string (json, "queue", ls_queue_type_to_string (task->queue_type));
  ls_json_time (json, "start", task->started_at);
  ls_json_time (json, "wait", task->wait);
  ls_json_end (json, '}');
}

/**
 * ls_comparison_to_json:
 * @self: a comparison
 * @left_title: (nullable): what the left run is called
 * @right_title: (nullable): what the right run is called
 *
 * Writes the comparison as JSON.
 *
 * Returns: (transfer full): all of it in JSON: whether both are the same, the first difference in words, where the logs
 *   part, totals in milliseconds, and all rows
 */
char *
ls_comparison_to_json (LsComparison *self,
                       const char   *left_title,
                       const char   *right_title)
{
  g_autofree char *words = NULL;
  LsComparisonLog log;
  guint32 first;
  LsJsonWriter json;

  g_return_val_if_fail (self != NULL, NULL);

  words = ls_comparison_describe_first (self);
  first = ls_comparison_get_first_difference (self);
  ls_json_writer_init (&json);
  ls_json_begin (&json, NULL, '{', TRUE);
  ls_json_bool (&json, "same", ls_comparison_is_same (self));
  ls_json_string (&json, "firstDifference", first != LS_COMPARISON_NONE ? words : NULL);
  if (first != LS_COMPARISON_NONE)
    ls_json_int (&json, "firstRow", first);
  if (ls_comparison_get_log_difference (self, &log))
    {
      ls_json_begin (&json, "log", '{', FALSE);
      ls_json_int (&json, "line", log.line + 1);
      ls_json_string (&json, "left", log.left);
      ls_json_string (&json, "right", log.right);
      ls_json_end (&json, '}');
    }
  write_totals (&json, self, LS_COMPARISON_LEFT, left_title);
  write_totals (&json, self, LS_COMPARISON_RIGHT, right_title);
  ls_json_begin (&json, "counts", '{', FALSE);
  for (guint i = 0; i < LS_N_COMPARISON_KINDS; i++)
    ls_json_int (&json, ls_comparison_kind_to_string (i), ls_comparison_count (self, i));
  ls_json_end (&json, '}');
  ls_json_begin (&json, "rows", '[', TRUE);
  for (guint32 i = 0; i < ls_comparison_get_n_rows (self); i++)
    {
      LsComparisonRow row;

      ls_comparison_get_row (self, i, &row);
      ls_json_begin (&json, NULL, '{', FALSE);
      ls_json_string (&json, "kind", ls_comparison_kind_to_string (row.kind));
      write_task (&json, self, LS_COMPARISON_LEFT, &row.left);
      write_task (&json, self, LS_COMPARISON_RIGHT, &row.right);
      if (row.kind == LS_COMPARISON_MOVED)
        {
          ls_json_int (&json, "movedBy", row.moved_by);
          ls_json_int (&json, "otherRow", row.other_row);
        }
      ls_json_end (&json, '}');
    }
  ls_json_end (&json, ']');
  ls_json_end (&json, '}');

  return ls_json_writer_finish (&json);
}
