/* test-time.h: how long things may take
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

/* Holds what was taken to its limit, both in µs, only with -m perf: a machine that is slow or busy is no fault of the code,
 * and what never ends is ended by the test's time-out. */
#define test_assert_in_time(taken, limit)       \
  G_STMT_START                                  \
    {                                           \
      const gint64 taken_ = (taken);            \
                                                \
      if (g_test_perf ())                       \
        g_assert_cmpint (taken_, <, limit);     \
    }                                           \
  G_STMT_END
