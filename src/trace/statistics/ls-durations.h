/* ls-durations.h: a summary of many durations
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-types.h"

G_BEGIN_DECLS

/**
 * LS_N_HISTOGRAM_BUCKETS:
 *
 * How many buckets a histogram has. Bucket 0 is for 0 µs; bucket n for 2^(n-1) µs up to but not including 2^n µs, so
 * bucket 1 is 1 µs, bucket 11 is 1.024 ms to 2.048 ms; the last one has no upper end.
 */
#define LS_N_HISTOGRAM_BUCKETS 44

/**
 * LsDurationStatistics:
 * @count: how many tasks
 * @sum: of their durations
 * @min: the least, 0 where there is no task
 * @median: the least duration such that half of all are not greater
 * @p95: the least duration such that 95 of 100 are not greater
 * @max: the greatest
 * @min_task: the first task with @min, 0 for none
 * @max_task: the first task with @max
 * @max_position: its TASK_SELECTED record
 * @buckets: how many durations are in each bucket of the histogram, see %LS_N_HISTOGRAM_BUCKETS
 *
 * A summary of durations, in µs. Of up to 1024 durations median and p95 are exact; of more they are at most 1/32 too
 * great, and never above @max.
 */
typedef struct
{
  guint64 count;
  guint64 sum;
  guint64 min;
  guint64 median;
  guint64 p95;
  guint64 max;
  guint32 min_task;
  guint32 max_task;
  guint64 max_position;
  guint64 buckets[LS_N_HISTOGRAM_BUCKETS];
} LsDurationStatistics;

#define LS_TYPE_DURATION_STATISTICS (ls_duration_statistics_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_duration_statistics_get_type (void);

LS_AVAILABLE_IN_1_0
guint   ls_histogram_get_bucket       (guint64 duration);
LS_AVAILABLE_IN_1_0
guint64 ls_histogram_get_bucket_start (guint   bucket);

G_END_DECLS
