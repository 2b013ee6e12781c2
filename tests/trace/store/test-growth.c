/* test-growth.c: a trace that others follow while it grows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-trace.h"

#define N_RECORDS 1000
#define MINUTE (60 * G_USEC_PER_SEC)

static void
write_records (LsTrace *trace,
               guint    n)
{
  LsProbe *probe = ls_trace_get_probe (trace);

  for (guint i = 0; i < n; i++)
    ls_probe_emit (probe, &(const LsRecord) { .kind = LS_RECORD_LOG, .time = i });
  ls_probe_publish (probe);
  ls_trace_tell_growth (trace);
}

static gpointer
write_all (gpointer data)
{
  for (guint i = 0; i < N_RECORDS; i++)
    write_records (data, 1);
  ls_trace_set_growing (data, FALSE);
  return NULL;
}

/* A reader that waits for each record gets all of them, and the end. */
static void
test_follow (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  gsize length = 0;
  GThread *writer;

  g_assert_false (ls_trace_get_growing (trace));
  ls_trace_set_growing (trace, TRUE);
  g_assert_true (ls_trace_get_growing (trace));
  writer = g_thread_new ("writer", write_all, trace);
  while (ls_trace_wait (trace, length, MINUTE, NULL))
    length = ls_trace_get_length (trace);
  g_thread_join (writer);
  g_assert_cmpuint (length, ==, N_RECORDS);
  g_assert_false (ls_trace_get_growing (trace));
}

/* Where nobody writes there is nothing to wait for. */
static void
test_no_writer (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();

  g_assert_false (ls_trace_wait (trace, 0, MINUTE, NULL));
  write_records (trace, 1);
  g_assert_true (ls_trace_wait (trace, 0, MINUTE, NULL));
  g_assert_false (ls_trace_wait (trace, 1, MINUTE, NULL));
  ls_trace_set_growing (trace, TRUE);
  g_assert_false (ls_trace_wait (trace, 1, 1, NULL));
}

static gpointer
cancel (gpointer data)
{
  g_cancellable_cancel (data);
  return NULL;
}

static void
test_cancel (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const gint64 begin = g_get_monotonic_time ();
  GThread *canceller;

  ls_trace_set_growing (trace, TRUE);
  canceller = g_thread_new ("canceller", cancel, cancellable);
  g_assert_false (ls_trace_wait (trace, 0, MINUTE, cancellable));
  g_assert_true (g_cancellable_is_cancelled (cancellable));
  g_thread_join (canceller);
  g_assert_false (ls_trace_wait (trace, 0, MINUTE, cancellable));
  /* It ended because it was cancelled, not because the minute was over. */
  g_assert_cmpint (g_get_monotonic_time () - begin, <, MINUTE);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace-growth/follow", test_follow);
  g_test_add_func ("/trace-growth/no-writer", test_no_writer);
  g_test_add_func ("/trace-growth/cancel", test_cancel);
  return g_test_run ();
}
