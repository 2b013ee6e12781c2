/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <signal.h>
#include <string.h>

#include "cli-util.h"
#include "test-time.h"

/* What the commands make of scripts, with a toy in the place of JavaScript (toy-runtime.h): a line is a task. */

static CliResult *
run_on_script (const char *command,
               const char *option,
               const char *text)
{
  char *dir = cli_temp_dir ();
  g_autofree char *path = cli_write (dir, "prog.js", text, -1);
  const char *arguments[] = { command, path, option, NULL };
  CliResult *result = cli_runv (arguments, NULL, 0);

  cli_remove_dir (dir);
  return result;
}

static void
test_streams (void)
{
  g_autoptr (CliResult) result = run_on_script ("run", NULL, "a\nwarn b\ninfo c\nerror d\ndebug e\nthrow f\nreject g\n");

  cli_assert_ended (result, 1, "a\nc\ne\n",
                    "b\nd\nprog.js:6:1: Uncaught Error: f\nprog.js:7:1: Uncaught (in promise) Error: g\n");
}

/* The same where records are looked at. */
static void
test_streams_of_records (void)
{
  g_autoptr (CliResult) result = run_on_script ("run", "--until-step=6", "a\nwarn b\ninfo c\nerror d\nthrow f\nreject g\nh\n");

  cli_assert_ended (result, 1, "a\nc\n", "b\nd\nprog.js:5:1: Uncaught Error: f\n"
                    "prog.js:6:1: Uncaught (in promise) Error: g\n");
}

/* An error that nothing caught ends the command with 1, however it is shown; what bad input and budgets end with goes before it. */
static void
test_status (void)
{
  static const struct
  {
    const char *option;
    const char *text;
    int         status;
  } cases[] = {
    { NULL, "throw a\nb\n", 1 },
    { NULL, "reject a\nb\n", 1 },
    { NULL, "warn a\nerror b\n", 0 },
    { "--keep-going", "throw a\nreject b\n", 0 },
    { "--trace=json", "reject a\n", 1 },
    { "--trace=text", "throw a\n", 1 },
    { "--until-time=10", "throw a\n", 1 },
    { "--until-step=1", "a\nthrow b\n", 0 },
    { "--until-step=2", "a\nthrow b\n", 1 },
    { "--budget=5", "throw a\nagain\n", 4 },
    { NULL, "throw a\nsyntax\n", 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliResult) result = run_on_script ("run", cases[i].option, cases[i].text);

      g_test_message ("%s: %s", cases[i].option != NULL ? cases[i].option : "", cases[i].text);
      g_assert_cmpint (result->status, ==, cases[i].status);
    }
}

static void
test_trace (void)
{
  g_autoptr (CliResult) result = run_on_script ("run", "--trace=json", "warn a\n");

  g_assert_cmpint (result->status, ==, 0);
  g_assert_cmpstr (result->err, ==, "");
  g_assert_nonnull (strstr (result->out, "\"kind\": \"log\", \"subject\": 0, \"object\": 0, \"value\": 0, \"text\": \"a\", "
                            "\"priority\": null, \"queue\": null, \"level\": 2,"));
}

static void
test_several (void)
{
  char *dir = cli_temp_dir ();
  g_autofree char *one = cli_write (dir, "one.js", "a\n", -1);
  g_autofree char *two = cli_write (dir, "two.mjs", "throw b\n", -1);
  g_autofree char *other = cli_write (dir, "other.loopscope", "{}", -1);
  const char *arguments[] = { "run", two, one, NULL };
  const char *mixed[] = { "run", one, other, NULL };
  const char *mixed_before[] = { "run", other, one, NULL };
  g_autoptr (CliResult) result = cli_runv (arguments, NULL, 0);
  g_autoptr (CliResult) refused = cli_runv (mixed, NULL, 0);
  g_autoptr (CliResult) refused_too = cli_runv (mixed_before, NULL, 0);

  cli_assert_ended (result, 1, "a\n", "two.mjs:1:1: Uncaught Error: b\n");
  g_assert_cmpint (refused->status, ==, 2);
  g_assert_nonnull (strstr (refused->err, "Unexpected argument “"));
  g_assert_nonnull (strstr (refused->err, "other.loopscope”; expected a single file"));
  g_assert_cmpint (refused_too->status, ==, 2);
  cli_remove_dir (dir);
}

/* What standard input has says itself whether it is a script. */
static void
test_standard_input (void)
{
  static const struct
  {
    const char *arguments, *input;
    int         status;
    const char *out, *err;
  } cases[] = {
    { "run -", "a\nthrow b\nc\n", 1, "a\nc\n", "standard input:2:1: Uncaught Error: b\n" },
    { "run -", "{ a }\n", 0, "{ a }\n", "" },
    { "run -", "// { \"format\n", 0, "// { \"format\n", "" },
    { "run -", "\xef\xbb\xbf" "a\n", 0, "a\n", "" },
    { "run -", "a\nsyntax\n", 3, "", "loopscope-cli: standard input:2:3: SyntaxError: Unexpected token\n" },
    { "validate -", "a\nsyntax\n", 3, "standard input:2:3: SyntaxError: Unexpected token\n", "" },
    { "check -", "a\n", 0, "TAP version 13\n1..1\nok 1 - standard input # SKIP it has no expectations\n", "" },
    { "check -", "a // expected: expect\n", 0, "TAP version 13\n1..1\nok 1 - standard input # SKIP it has no expectations\n", "" },
    /* The toy cannot tell comments from other text, which must not pass for a script without any. */
    { "check -", "a //  expect: b\n", 3, "TAP version 13\n1..1\nnot ok 1 - standard input\n  ---\n"
      "  message: \"standard input: this build has no JavaScript (it was made without JavaScriptCore)\"\n  ...\n", "" },
    { "lint -", "a\n", 0, "", "" },
    { "run -", "\n {\n \"format\": 1 }", 3, "",
      "loopscope-cli: standard input: /format: found 1, expected “loopscope-session”\n" },
  };
  static const char *const looks[] = { "state - --step 1", "explain - --step 1", "statistics -", "export - --format csv",
                                       "compare - --with-preset spec" };
  g_autoptr (CliResult) empty = cli_run ("run -", " \n");
  g_autoptr (CliResult) bytes = cli_runv ((const char *[]) { "run", "-", NULL }, "a\nb\xff", 4);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliResult) result = cli_run (cases[i].arguments, cases[i].input);

      g_test_message ("%s: %s", cases[i].arguments, cases[i].input);
      cli_assert_ended (result, cases[i].status, cases[i].out, cases[i].err);
    }
  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    {
      g_autoptr (CliResult) result = cli_run (looks[i], "a\nb\n");

      g_assert_cmpstr (result->err, ==, "");
      g_assert_cmpint (result->status, ==, 0);
    }
  g_assert_cmpint (empty->status, ==, 3);
  cli_assert_ended (bytes, 3, "", "loopscope-cli: standard input: found invalid UTF-8 in line 2, expected a script in UTF-8\n");
}

/* Standard input as one of several scripts. */
static void
test_standard_input_among_others (void)
{
  char *dir = cli_temp_dir ();
  g_autofree char *one = cli_write (dir, "one.js", "a\n", -1);
  const char *arguments[] = { "run", one, "-", NULL };
  g_autoptr (CliResult) result = cli_runv (arguments, "throw b\n", -1);
  g_autoptr (CliResult) refused = cli_runv (arguments, "{\"format\":\"loopscope-session\",\"version\":1,\"title\":\"t\","
                                            "\"program\":{\"kind\":\"steps\",\"main\":[]}}", -1);

  cli_assert_ended (result, 1, "a\n", "standard input:1:1: Uncaught Error: b\n");
  cli_assert_ended (refused, 3, "", "loopscope-cli: standard input: found a session, expected a script to run with the others\n");
  cli_remove_dir (dir);
}

static void
test_session (void)
{
  char *dir = cli_temp_dir ();
  g_autofree char *beside = cli_write (dir, "beside.js", "b\n", -1);
  g_autofree char *path =
    cli_write (dir, "a.loopscope",
               "{\"format\":\"loopscope-session\",\"version\":1,\"program\":{\"kind\":\"javascript\",\"scripts\":["
               "{\"source\":\"a\"},{\"file\":\"beside.js\"}]},"
               "\"actions\":[{\"at\":{\"turn\":1},\"do\":{\"op\":\"throw\",\"message\":\"x\"}}],"
               "\"expectations\":[{\"log\":[\"a\",\"b\"]},{\"log\":[\"b\"]}]}", -1);
  const char *run[] = { "run", path, NULL };
  const char *check[] = { "check", path, NULL };
  g_autoptr (CliResult) ran = cli_runv (run, NULL, 0);
  g_autoptr (CliResult) checked = cli_runv (check, NULL, 0);

  cli_assert_ended (ran, 1, "a\nb\n", "Uncaught exception: Error: x\n");
  g_assert_cmpint (checked->status, ==, 1);
  g_assert_nonnull (strstr (checked->out, "\nok 1 - "));
  g_assert_nonnull (strstr (checked->out, "\nnot ok 2 - "));
  cli_remove_dir (dir);
}

static void
test_syntax_error (gconstpointer data)
{
  g_autoptr (CliResult) result = run_on_script (data, g_str_equal (data, "run") ? NULL : "--step=0", "a\nsyntax\n");

  cli_assert_ended (result, 3, "", "loopscope-cli: prog.js:2:3: SyntaxError: Unexpected token\n");
}

static void
test_budget (void)
{
  g_autoptr (CliResult) turns = run_on_script ("run", "--budget=5", "a\nagain\n");
  g_autoptr (CliResult) statements = run_on_script ("run", "--budget=5", "a\ncount 9\nb\n");

  g_assert_cmpint (turns->status, ==, 4);
  g_assert_cmpstr (turns->out, ==, "a\n");
  g_assert_nonnull (strstr (turns->err, "The run was stopped: it reached its budget of 5 steps and statements"));
  g_assert_cmpint (statements->status, ==, 4);
  g_assert_cmpstr (statements->out, ==, "a\n");
}

/* What never lets go is stopped also where nobody counts. */
static void
test_spin (void)
{
  g_autoptr (CliResult) result = run_on_script ("run", NULL, "a\nspin\n");
  g_autoptr (CliResult) counted = run_on_script ("run", "--budget=1000", "a\nspin\n");

  g_assert_cmpint (result->status, ==, 4);
  g_assert_cmpstr (result->out, ==, "a\n");
  g_assert_nonnull (strstr (result->err, "The run was stopped: a turn took longer than 5 s"));
  g_assert_cmpint (counted->status, ==, 4);
  g_assert_cmpstr (counted->out, ==, "a\n");
  g_assert_nonnull (strstr (counted->err, "The run was stopped: a statement took longer than 5 s"));
}

/* Output comes as it is made, also where the program goes on without letting go; Ctrl-C stops it. */
static void
test_live_output (void)
{
  char *dir = cli_temp_dir ();
  g_autofree char *path = cli_write (dir, "prog.js", "a\nspin\n", -1);
  g_autofree char *line = g_strconcat ("run ", path, NULL);
  g_autoptr (GSubprocess) process = cli_spawn (line, G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  gint64 start = g_get_monotonic_time ();
  char buffer[2];
  gsize length;

  g_assert_true (g_input_stream_read_all (g_subprocess_get_stdout_pipe (process), buffer, 2, &length, NULL, NULL));
  g_assert_cmpmem (buffer, length, "a\n", 2);
  g_subprocess_send_signal (process, SIGINT);
  g_assert_cmpint (cli_wait (process), ==, 128 + SIGINT);
  test_assert_in_time (g_get_monotonic_time () - start, 4000000);
  cli_remove_dir (dir);
}

static void
test_looks (void)
{
  g_autoptr (CliResult) state = run_on_script ("state", "--step=1", "a\nb\n");
  g_autoptr (CliResult) explained = run_on_script ("explain", "--step=1", "a\nb\n");
  g_autoptr (CliResult) checked = run_on_script ("check", NULL, "a\n");

  g_assert_cmpint (state->status, ==, 0);
  g_assert_nonnull (strstr (state->out, "b"));
  g_assert_cmpint (explained->status, ==, 0);
  g_assert_cmpint (checked->status, ==, 0);
  g_assert_nonnull (strstr (checked->out, "# SKIP"));
}

static void
test_validate (void)
{
  char *dir = cli_temp_dir ();
  g_autofree char *good = cli_write (dir, "good.js", "a\n", -1);
  g_autofree char *bad = cli_write (dir, "bad.js", "a\nsyntax\n", -1);
  g_autofree char *session =
    cli_write (dir, "a.loopscope", "{\"format\":\"loopscope-session\",\"version\":1,"
               "\"program\":{\"kind\":\"javascript\",\"source\":\"syntax\"}}", -1);
  const char *arguments[] = { "validate", good, bad, session, NULL };
  g_autoptr (CliResult) result = cli_runv (arguments, NULL, 0);
  g_autofree char *expected =
    g_strdup_printf ("%s:2:3: SyntaxError: Unexpected token\n%s: main.js:1:3: SyntaxError: Unexpected token\n", bad,
                     session);

  cli_assert_ended (result, 3, expected, "");
  cli_remove_dir (dir);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/scripts/streams", test_streams);
  g_test_add_func ("/cli/scripts/streams-of-records", test_streams_of_records);
  g_test_add_func ("/cli/scripts/status", test_status);
  g_test_add_func ("/cli/scripts/trace", test_trace);
  g_test_add_func ("/cli/scripts/several", test_several);
  g_test_add_func ("/cli/scripts/standard-input", test_standard_input);
  g_test_add_func ("/cli/scripts/standard-input-among-others", test_standard_input_among_others);
  g_test_add_func ("/cli/scripts/session", test_session);
  g_test_add_data_func ("/cli/scripts/syntax-error/run", "run", test_syntax_error);
  g_test_add_data_func ("/cli/scripts/syntax-error/state", "state", test_syntax_error);
  g_test_add_data_func ("/cli/scripts/syntax-error/explain", "explain", test_syntax_error);
  g_test_add_func ("/cli/scripts/budget", test_budget);
  g_test_add_func ("/cli/scripts/spin", test_spin);
  g_test_add_func ("/cli/scripts/live-output", test_live_output);
  g_test_add_func ("/cli/scripts/looks", test_looks);
  g_test_add_func ("/cli/scripts/validate", test_validate);

  return g_test_run ();
}
