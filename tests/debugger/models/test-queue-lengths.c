/* test-queue-lengths.c: how many tasks were queued, against a count of each change
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-queue-lengths.h"

#define N_CHANGES 20000

typedef struct
{
  guint64        time;
  LsTaskPriority priority;
  int            difference;
} Change;

static void
get_slowly (const Change  *changes,
            guint64        time,
            LsQueueLength *length)
{
  *length = (LsQueueLength) { 0 };
  for (guint i = 0; i < N_CHANGES && changes[i].time <= time; i++)
    length->by_priority[changes[i].priority] += changes[i].difference;
}

static guint32
find_most_slowly (const Change *changes,
                  guint64       from,
                  guint64       to)
{
  LsQueueLength length;
  guint32 most;

  get_slowly (changes, from, &length);
  most = ls_queue_length_get_total (&length);
  length = (LsQueueLength) { 0 };
  for (guint i = 0; i < N_CHANGES && changes[i].time < to; i++)
    {
      length.by_priority[changes[i].priority] += changes[i].difference;
      if (changes[i].time > from)
        most = MAX (most, ls_queue_length_get_total (&length));
    }
  return most;
}

static void
assert_same (const LsQueueLength *length,
             const LsQueueLength *expected)
{
  for (guint i = LS_TASK_PRIORITY_BACKGROUND; i <= LS_TASK_PRIORITY_USER_BLOCKING; i++)
    g_assert_cmpuint (length->by_priority[i], ==, expected->by_priority[i]);
}

static void
test_random (void)
{
  g_autofree Change *changes = g_new0 (Change, N_CHANGES);
  LsQueueLengths *lengths = ls_queue_lengths_new ();
  guint32 now[LS_N_TASK_PRIORITIES + 1] = { 0 };
  guint64 time = 0;

  g_assert_true (ls_queue_lengths_is_empty (lengths));
  for (guint i = 0; i < N_CHANGES; i++)
    {
      Change *change = &changes[i];

      /* Some of them come at the same time, and some so late that the time since the last one needs more bits than there are. */
      time += g_test_rand_int_range (0, 3) == 0 ? 0 : g_test_rand_int_range (0, 50);
      if (g_test_rand_int_range (0, 2000) == 0)
        time += G_GUINT64_CONSTANT (10000000000);
      change->time = time;
      change->priority = g_test_rand_int_range (LS_TASK_PRIORITY_BACKGROUND, LS_TASK_PRIORITY_USER_BLOCKING + 1);
      change->difference = g_test_rand_int_range (0, 100) == 0 ? g_test_rand_int_range (-40, 40)
                                                               : g_test_rand_int_range (0, 2) * 2 - 1;
      /* There are never fewer than none. */
      if ((int) now[change->priority] + change->difference < 0)
        {
          ls_queue_lengths_add (lengths, time, change->priority, change->difference);
          change->difference = -(int) now[change->priority];
        }
      else
        {
          ls_queue_lengths_add (lengths, time, change->priority, change->difference);
        }
      now[change->priority] += change->difference;
    }
  g_assert_false (ls_queue_lengths_is_empty (lengths));
  g_assert_cmpuint (ls_queue_lengths_get_most (lengths), ==, find_most_slowly (changes, 0, time + 1));
  for (guint i = 0; i < 1500; i++)
    {
      const guint64 from = changes[g_test_rand_int_range (0, N_CHANGES)].time + g_test_rand_int_range (-5, 5);
      const guint64 to = from + (i % 3 == 0 ? g_test_rand_int_range (0, 30) : g_test_rand_int_range (0, 200000));
      LsQueueLength length, expected;
      guint64 next = LS_TIME_NEVER;

      if (from > time * 2)
        continue;
      ls_queue_lengths_get (lengths, from, &length);
      get_slowly (changes, from, &expected);
      assert_same (&length, &expected);
      ls_queue_lengths_find_most (lengths, from, to, &length);
      g_assert_cmpuint (ls_queue_length_get_total (&length), ==, find_most_slowly (changes, from, to));
      for (guint j = N_CHANGES; j-- > 0 && changes[j].time > from;)
        if (changes[j].difference != 0)
          next = changes[j].time;
      g_assert_cmpuint (ls_queue_lengths_find_next (lengths, from), ==, next);
    }
  ls_queue_lengths_free (lengths);
}

/* What is dropped makes no difference to what is after it. */
static void
test_drop (void)
{
  LsQueueLengths *lengths = ls_queue_lengths_new ();
  LsQueueLength length;

  ls_queue_lengths_drop (lengths, 100);
  for (guint i = 0; i < 100000; i++)
    ls_queue_lengths_add (lengths, i * 10, LS_TASK_PRIORITY_BACKGROUND, i < 50000 ? 1 : -1);
  for (guint64 time = 0; time < 1000000; time += 77777)
    {
      ls_queue_lengths_drop (lengths, time);
      for (guint64 later = time; later < 1000000; later += 12345)
        {
          const guint i = later / 10;

          ls_queue_lengths_get (lengths, later, &length);
          g_assert_cmpuint (ls_queue_length_get_total (&length), ==, i < 50000 ? i + 1 : 99999 - i);
        }
    }
  g_assert_cmpuint (ls_queue_lengths_get_most (lengths), ==, 50000);
  ls_queue_lengths_free (lengths);
}

/* A range costs what it shows, however long the run is. */
static void
test_speed (void)
{
  LsQueueLengths *lengths = ls_queue_lengths_new ();
  LsQueueLength length;
  gint64 begun;
  double each;

  for (guint i = 0; i < 4000000; i++)
    ls_queue_lengths_add (lengths, i, LS_TASK_PRIORITY_BACKGROUND + i % LS_N_TASK_PRIORITIES, i % 7 < 4 ? 1 : -1);
  begun = g_get_monotonic_time ();
  for (guint i = 0; i < 1000; i++)
    ls_queue_lengths_find_most (lengths, i * 4000, (i + 1) * 4000, &length);
  each = (g_get_monotonic_time () - begun) / 1000.0;
  g_test_message ("%.2f µs for each column of 4,000,000 changes", each);
  if (g_test_perf ())
    g_assert_cmpfloat (each, <, 5);
  ls_queue_lengths_free (lengths);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/queue-lengths/random", test_random);
  g_test_add_func ("/queue-lengths/drop", test_drop);
  g_test_add_func ("/queue-lengths/speed", test_speed);

  return g_test_run ();
}
