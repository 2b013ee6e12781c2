/* test-helper.c: the recording helper, which a page must not notice
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "script-util.h"

/* User timing as the helper needs it. */
#define TIMING "globalThis.performance = { mark (name, { detail }) { %s }, clearMarks () {} };"
#define PRINTS "console.log (name, JSON.stringify (detail))"

static char *
load (const char *folder,
      const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *text;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

/* Returns what the scripts print. */
static char *
run (const char *timing,
     gboolean    with_helper,
     const char *script)
{
  g_autofree char *user_timing = g_strdup_printf (TIMING, timing);
  g_autofree char *helper = load ("data", "recording-helper.js");
  /* Twice is as good as once. */
  const char *with[] = { user_timing, helper, helper, script, NULL };
  const char *without[] = { user_timing, script, NULL };
  g_autoptr (LsSession) session = script_session_new (with_helper ? with : without, NULL);
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  ScriptOutput output;
  g_autoptr (LsRunner) runner = script_runner_new (session, &options, &output);
  char *text;

  ls_runner_run_to_end (runner, NULL);
  g_assert_cmpstr (ls_runner_get_message (runner), ==, NULL);
  text = g_strdup (output.text->str);
  script_output_clear (&output);
  return text;
}

/* Arguments are read once and in the same order, the same errors are thrown, and classes are what they were. */
static void
test_behaviour (void)
{
  g_autofree char *script = load ("tests/script", "helper-behaviour.js");
  g_autofree char *without = run ("", FALSE, script);
  g_autofree char *with = run ("", TRUE, script);

  g_assert_cmpstr (with, ==, without);
  g_assert_nonnull (strstr (with, "spied ok v\n[\"delay\",\"valueOf\",\"priority\",\"signal\"]\n"));
  /* A mark that cannot be made is not the page's business. */
  g_free (g_steal_pointer (&with));
  with = run ("throw new Error ('no')", TRUE, script);
  g_assert_cmpstr (with, ==, without);
}

static void
test_marks (void)
{
  g_autofree char *marks = run (PRINTS, TRUE,
                                "const c = new TaskController ({ priority: 'background' });"
                                "scheduler.postTask (() => {}, { signal: c.signal });"
                                "scheduler.postTask (() => {}, { signal: c.signal, priority: 'user-blocking' });"
                                "scheduler.postTask (() => {}, { priority: 'user-blocking' });"
                                "c.setPriority ('user-visible'); c.setPriority ('user-visible');"
                                "const any = TaskSignal.any ([c.signal], { priority: c.signal });"
                                "TaskSignal.any ([], { priority: 'background' }); AbortSignal.any ([any]);"
                                "const gone = new AbortController (); gone.abort ();"
                                "scheduler.postTask (() => {}, { signal: gone.signal }).catch (() => {});");

  g_assert_cmpstr (marks, ==,
                   "loopscope.controller {\"signal\":1,\"priority\":\"background\"}\n"
                   "loopscope.signal {\"signal\":1,\"ownPriority\":false}\n"
                   "loopscope.signal {\"signal\":1,\"ownPriority\":true}\n"
                   "loopscope.priority {\"signal\":1,\"priority\":\"user-visible\"}\n"
                   "loopscope.any {\"signal\":2,\"from\":[1],\"priority\":1}\n"
                   "loopscope.any {\"signal\":3,\"from\":[],\"priority\":\"background\"}\n"
                   "loopscope.any {\"signal\":4,\"from\":[2]}\n");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ls_script_register ();

  g_test_add_func ("/helper/behaviour", test_behaviour);
  g_test_add_func ("/helper/marks", test_marks);

  return g_test_run ();
}
