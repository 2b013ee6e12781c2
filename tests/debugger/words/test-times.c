/* test-times.c: how the window says times
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-text.h"

static void
assert_times (guint64     time,
              const char *as_time,
              const char *as_duration)
{
  g_autofree char *text = ls_text_format_time (time);
  g_autofree char *duration = ls_text_format_duration (time);

  g_assert_cmpstr (text, ==, as_time);
  g_assert_cmpstr (duration, ==, as_duration);
}

/* Decimals are there where they say something. */
static void
test_decimals (void)
{
  assert_times (25000, "25 ms", "25 ms");
  assert_times (25001, "25 ms", "25 ms");
  assert_times (24996, "25 ms", "25 ms");
  assert_times (2001, "2 ms", "2 ms");
  assert_times (2010, "2.01 ms", "2.01 ms");
  assert_times (42010, "42.01 ms", "42 ms");
  assert_times (9990, "9.99 ms", "9.99 ms");
  assert_times (10040, "10.04 ms", "10 ms");
  assert_times (10049, "10.05 ms", "10 ms");
  assert_times (10050, "10.05 ms", "10.1 ms");
  assert_times (33050, "33.05 ms", "33.1 ms");
  assert_times (20030, "20.03 ms", "20 ms");
  assert_times (19960, "19.96 ms", "20 ms");
  assert_times (99960, "99.96 ms", "100 ms");
  assert_times (1, "0 ms", "1 µs");
  assert_times (5, "0.01 ms", "5 µs");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/times/decimals", test_decimals);

  return g_test_run ();
}
