/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <glib.h>

#include "ls-version.h"

static void
test_version_string (void)
{
  g_autofree char *expected = g_strdup_printf ("%d.%d.%d", LS_MAJOR_VERSION, LS_MINOR_VERSION, LS_MICRO_VERSION);

  g_assert_cmpstr (ls_get_version (), ==, expected);
}

static void
test_version_check (void)
{
  g_assert_true (ls_check_version (LS_MAJOR_VERSION, LS_MINOR_VERSION, LS_MICRO_VERSION));
  g_assert_true (ls_check_version (0, 0, 0));
  g_assert_true (LS_CHECK_VERSION (LS_MAJOR_VERSION, LS_MINOR_VERSION, LS_MICRO_VERSION));
  g_assert_true (LS_CHECK_VERSION (0, 0, 0));
  g_assert_false (LS_CHECK_VERSION (LS_MAJOR_VERSION, LS_MINOR_VERSION, LS_MICRO_VERSION + 1));
  g_assert_false (LS_CHECK_VERSION (LS_MAJOR_VERSION + 1, 0, 0));
  g_assert_false (ls_check_version (LS_MAJOR_VERSION, LS_MINOR_VERSION, LS_MICRO_VERSION + 1));
  g_assert_false (ls_check_version (LS_MAJOR_VERSION, LS_MINOR_VERSION + 1, 0));
  g_assert_false (ls_check_version (LS_MAJOR_VERSION + 1, 0, 0));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/version/string", test_version_string);
  g_test_add_func ("/version/check", test_version_check);

  return g_test_run ();
}
