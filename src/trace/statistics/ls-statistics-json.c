/* ls-statistics-json.c: statistics as a program reads them
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-statistics-json-private.h"

static void
append_durations (LsJsonWriter               *json,
                  const char                 *name,
                  const LsDurationStatistics *statistics)
{
  ls_json_begin (json, name, '{', FALSE);
  ls_json_int (json, "count", statistics->count);
  ls_json_time (json, "sum", statistics->sum);
  ls_json_time (json, "min", statistics->min);
  ls_json_time (json, "median", statistics->median);
  ls_json_time (json, "p95", statistics->p95);
  ls_json_time (json, "max", statistics->max);
  ls_json_int (json, "maxTask", statistics->max_task);
  ls_json_int (json, "maxPosition", statistics->max_position);
  ls_json_begin (json, "histogram", '[', FALSE);
  for (guint i = 0; i < LS_N_HISTOGRAM_BUCKETS; i++)
    if (statistics->buckets[i] > 0)
      {
        ls_json_begin (json, NULL, '{', FALSE);
        ls_json_time (json, "from", ls_histogram_get_bucket_start (i));
        ls_json_int (json, "count", statistics->buckets[i]);
        ls_json_end (json, '}');
      }
  ls_json_end (json, ']');
  ls_json_end (json, '}');
}

static void
append_totals (LsJsonWriter             *json,
               const LsStatisticsTotals *totals,
               gsize                     n_lost)
{
  ls_json_begin (json, "totals", '{', FALSE);
  ls_json_time (json, "start", totals->start);
  ls_json_time (json, "end", totals->end);
  ls_json_time (json, "busy", totals->busy);
  ls_json_time (json, "idle", totals->idle);
  if (totals->n_forgotten > 0)
    {
      ls_json_time (json, "forgotten", totals->forgotten);
      ls_json_int (json, "forgottenRecords", totals->n_forgotten);
    }
  if (n_lost > 0)
    ls_json_int (json, "lostRecords", n_lost);
  ls_json_int (json, "turns", totals->n_turns);
  ls_json_int (json, "posted", totals->n_posted);
  ls_json_int (json, "removed", totals->n_removed);
  ls_json_int (json, "microtasks", totals->n_microtasks);
  ls_json_int (json, "threw", totals->n_threw);
  if (totals->n_unknown_waits > 0)
    ls_json_int (json, "unknownWaits", totals->n_unknown_waits);
  ls_json_begin (json, "priorities", '{', FALSE);
  for (guint i = LS_TASK_PRIORITY_BACKGROUND; i <= LS_TASK_PRIORITY_USER_BLOCKING; i++)
    {
      ls_json_begin (json, ls_task_priority_to_string (i), '{', FALSE);
      ls_json_time (json, "busy", totals->busy_of_priority[i]);
      ls_json_int (json, "turns", totals->turns_of_priority[i]);
      ls_json_end (json, '}');
    }
  ls_json_end (json, '}');
  ls_json_time (json, "longestTurn", totals->longest_turn);
  ls_json_int (json, "longestTask", totals->longest_task);
  ls_json_end (json, '}');
}

/* Writes the totals and the groups into an object that is open. */
void
ls_statistics_write_json (LsStatistics *self,
                          LsJsonWriter *json)
{
  LsStatisticsTotals totals;

  ls_statistics_get_totals (self, &totals);
  append_totals (json, &totals, ls_trace_get_n_lost (ls_statistics_get_trace (self)));
  ls_json_begin (json, "groups", '[', TRUE);
  for (guint group = 0; group < LS_N_STATISTICS_GROUPS; group++)
    {
      guint n_keys;
      g_autofree guint32 *keys = ls_statistics_list_keys (self, group, &n_keys);

      for (guint i = 0; i < n_keys; i++)
        {
          g_autofree char *name = ls_statistics_get_key_name (self, group, keys[i]);

          ls_json_begin (json, NULL, '{', FALSE);
          ls_json_string (json, "group", ls_statistics_group_to_string (group));
          /* In JSON priorities count from 0. */
          ls_json_int (json, "key", group == LS_STATISTICS_PRIORITY ? keys[i] - LS_TASK_PRIORITY_BACKGROUND : keys[i]);
          ls_json_string (json, "name", name);
          if (ls_statistics_is_inferred (self, group, keys[i]))
            ls_json_bool (json, "inferred", TRUE);
          for (guint kind = 0; kind < LS_N_DURATION_KINDS; kind++)
            {
              LsDurationStatistics statistics;

              ls_statistics_get (self, group, keys[i], kind, &statistics);
              append_durations (json, ls_duration_kind_to_string (kind), &statistics);
            }
          ls_json_end (json, '}');
        }
    }
  ls_json_end (json, ']');
}

/**
 * ls_statistics_to_json:
 * @self: statistics
 *
 * An object with "totals" (see [struct@StatisticsTotals]; what was forgotten, lost or unknown only where something was) and "groups": an
 * array of objects, one for each key that there is, with group (a word), key (a number), name, inferred (true, where it is), and
 * delayed, waiting and running: objects with count, sum, min, median, p95, max, maxTask, maxPosition and histogram, an array of the
 * buckets that are not empty: from (where it begins) and count. All times in milliseconds.
 *
 * Returns: (transfer full): JSON, with a line for each group, without a line feed at the end
 */
char *
ls_statistics_to_json (LsStatistics *self)
{
  LsJsonWriter json;

  g_return_val_if_fail (LS_IS_STATISTICS (self), NULL);

  ls_json_writer_init (&json);
  ls_json_begin (&json, NULL, '{', TRUE);
  ls_statistics_write_json (self, &json);
  ls_json_end (&json, '}');

  return ls_json_writer_finish (&json);
}
