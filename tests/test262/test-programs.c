/* test-programs.c: the host objects of ECMAScript's test suite, as programs see them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "program-cases.h"
#include "script-util.h"
#include "test262-host.h"

/* Who still waits at the end is ended: that is no exception of the program's. */
static void
test_killed (void)
{
  const char *const scripts[] = { "$262.agent.start (`$262.agent.receiveBroadcast (data => { Atomics.wait (new Int32Array (data), 0, 0); });`);"
                                  "$262.agent.broadcast (new SharedArrayBuffer (8)); print ('end');", NULL };
  g_autoptr (LsSession) session = script_session_new (scripts, NULL);

  for (guint i = 0; i < 10; i++)
    {
      ScriptOutput output = { NULL };
      LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;

      options.without_trace = TRUE;
      options.is_real = i % 5 == 4;
      options.main_can_block = TRUE;
      script_run (session, &options, &output);
      g_assert_cmpint (output.state, ==, LS_RUNNER_FINISHED);
      g_assert_cmpstr (output.text->str, ==, "end\n");
      script_output_clear (&output);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *folder = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "tests", "test262", "programs", NULL);

  g_test_init (&argc, &argv, NULL);
  test262_register ();

  program_cases_add (folder, "test262", ".expected", NULL);
  g_test_add_func ("/test262/killed", test_killed);

  return g_test_run ();
}
