/* test-kills.h: how many programs a test kills, and when
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <unistd.h>

/* Returns LS_TEST_KILLS, which tests/kills sets, or as many as each run of the tests kills. */
static inline guint
test_get_n_kills (guint usual)
{
  const char *n = g_getenv ("LS_TEST_KILLS");

  return n != NULL ? (guint) g_ascii_strtoull (n, NULL, 10) : usual;
}

/* Waits until a program, which does something again and again and writes a number after each time, is somewhere within it.
 * @number: (out): the last one that was read */
static inline void
test_wait_within (int      fd,
                  guint32 *number)
{
  gint64 start;

  g_assert_cmpint (read (fd, number, sizeof *number), ==, sizeof *number);
  start = g_get_monotonic_time ();
  g_assert_cmpint (read (fd, number, sizeof *number), ==, sizeof *number);
  g_usleep (g_test_rand_int_range (0, (gint32) CLAMP ((g_get_monotonic_time () - start) * 2, 100, 1000000)));
}
