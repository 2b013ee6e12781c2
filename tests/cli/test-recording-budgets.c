/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "cli-util.h"

/* Recordings that are held to budgets. */

static void
test_budgets (void)
{
  static const struct
  {
    const char *budgets;
    int         status;
  } cases[] = {
    { "inp=200ms", 0 },
    { "inp=100", 1 },
    { "longest-task=0.2s", 0 },
    { "longest-task=112ms", 1 },
    { "wait:user-blocking=9ms", 0 },
    { "wait:user-blocking=8ms", 1 },
    { "long-task", 1 },
    { "long-task=2", 0 },
    { "long-task=86ms", 0 },
    { "long-task=85ms", 1 },
    { "never-ran --fail-on=aborted-post", 0 },
    { "never-ran --fail-on=inp=1ms", 1 },
    { "wait:urgent=3", 2 },
    { "inp", 2 },
    { "inp=-1", 2 },
    { "long-task=x", 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *arguments = g_strconcat ("lint --json --fail-on=", cases[i].budgets, NULL);
      g_autoptr (CliResult) result = cli_run_sample (arguments, "shop-devtools.json.gz");

      g_test_message ("%s", cases[i].budgets);
      g_assert_cmpint (result->status, ==, cases[i].status);
    }
}

static void
test_exceeded (void)
{
  g_autoptr (CliResult) result = cli_run_sample ("lint --fail-on=wait:user-blocking=8ms", "shop-devtools.json.gz");
  g_autoptr (CliResult) none = cli_run_sample ("lint --fail-on=inp=200ms", "real-page.json.gz");
  g_autofree char *session = cli_session ("{ \"op\": \"work\", \"ms\": 60 }", "");
  g_autoptr (CliResult) run = cli_run ("lint --fail-on=longest-task=60ms -", session);
  g_autoptr (CliResult) too_long = cli_run ("lint --fail-on=longest-task=59.9 -", session);
  g_autoptr (CliResult) no_recording = cli_run ("lint --fail-on=inp=200ms -", session);

  g_assert_nonnull (strstr (result->out, "wait:user-blocking=8ms exceeded: 8.955 ms (task "));
  g_assert_cmpint (none->status, ==, 0);
  g_assert_nonnull (strstr (none->err, "has no interactions, so inp is not checked"));
  g_assert_cmpint (run->status, ==, 0);
  g_assert_cmpint (too_long->status, ==, 1);
  g_assert_nonnull (strstr (too_long->out, "longest-task=59.9 exceeded: 60.000 ms (task 1 “main”)"));
  g_assert_cmpint (no_recording->status, ==, 2);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/recording-budgets/budgets", test_budgets);
  g_test_add_func ("/recording-budgets/exceeded", test_exceeded);

  return g_test_run ();
}
