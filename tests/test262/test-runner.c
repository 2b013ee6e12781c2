/* test-runner.c: test262-runner
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "cli-util.h"

/* Tests of ECMAScript's test suite, with a harness of our own that is as small as it can be. */

#define ASSERT_JS \
  "function assert (ok, message) { if (ok !== true) throw new Test262Error (message); }\n"

#define STA_JS \
  "function Test262Error (message) { this.message = message; }\n" \
  "Test262Error.prototype.toString = function () { return 'Test262Error: ' + this.message; };\n"

/* Harness files have front matter as well. */
#define DONE_JS \
  "/*---\ndefines: [$DONE]\n---*/\n" \
  "function $DONE (error) {\n" \
  "  print (error ? 'Test262:AsyncTestFailure:' + error : 'Test262:AsyncTestComplete');\n" \
  "}\n"

#define NUMBER_JS "var number = 7;\n"

#define MATTER(text) "/*---\ndescription: >\n    flags: none here\n" text "---*/\n"

typedef struct
{
  const char *name;
  const char *text;
  const char *harnessed;    /* what a run with --harness prints behind the name, and before: what the test prints */
  const char *before;
  int         status;       /* of a run without it */
  const char *message;      /* (nullable): how what that says on standard error begins */
} Test;

#define NO_MESSAGE ""

static const Test tests[] = {
  { "passes", MATTER ("includes: [number.js]\n") "assert (typeof number === 'number', 'the harness'); print (number);\n",
    "PASS\n", "7\n7\n", 1, "Uncaught Test262Error: the harness\n" },
  { "fails", "assert (false, 'that is wrong');\n",
    "FAIL: fails.js:1:1: Uncaught Test262Error: that is wrong\n", "", 1, "Uncaught Test262Error: that is wrong\n" },
  { "throws", "assert (true);\n  null.x;\n", "FAIL: throws.js:2:8: Uncaught TypeError: ", "", 1, "throws.js:2:8: Uncaught TypeError: " },
  { "list", MATTER ("includes:\n  - number.js\n  - 'sta.js'\nflags:\n- noStrict\n") "assert (number === 7 && 010 === 8);\n",
    "PASS\n", "", 1, "list.js:10:9: Uncaught ReferenceError: " },
  { "sloppy-only", "const self = (function () { return this; }) ();\nassert (self !== undefined, 'this');\n",
    "FAIL (strict mode): sloppy-only.js:2:1: Uncaught Test262Error: this\n", "", 0, NO_MESSAGE },
  { "strict", MATTER ("flags: [onlyStrict]\n") "assert ((function () { return this; }) () === undefined, 'this');\n",
    "PASS\n", "", 1, "Uncaught Test262Error: this\n" },
  { "raw", MATTER ("flags: [raw]\n") "if (typeof assert === 'function') throw 1;\n", "PASS\n", "", 1, "Uncaught 1\n" },
  { "over", "print ('it');\n", "PASS\n", "it\nit\n", 0, NO_MESSAGE },
  { "print", "Object.prototype.get = 1;\ndelete globalThis.print;\n", "PASS\n", "", 0, NO_MESSAGE },
  { "raw-negative", MATTER ("flags: [raw]\nnegative:\n  phase: parse\n  type: SyntaxError\n") "let = ;\n", "PASS\n", "", 3,
    "raw-negative.js:9:7: Uncaught SyntaxError: " },
  { "negative", MATTER ("negative:\n  phase: runtime\n  type: RangeError\n") "throw new RangeError ('as it is to be');\n",
    "PASS\n", "", 1, "negative.js:8:7: Uncaught RangeError: as it is to be\n" },
  { "negative-syntax", MATTER ("negative:\n  phase: parse\n  type: SyntaxError\n") "print ('never'); let let = 1;\n",
    "PASS\n", "", 3, "negative-syntax.js:8:22: Uncaught SyntaxError: " },
  { "negative-other", MATTER ("negative:\n  phase: runtime\n  type: Range\n") "throw new RangeError ('x');\n",
    "FAIL: negative-other.js:8:7: Uncaught RangeError: x\n", "", 1, "negative-other.js:8:7: Uncaught RangeError: x\n" },
  { "negative-nothing", MATTER ("negative:\n  phase: runtime\n  type: RangeError\n") "",
    "FAIL: expected an exception of the type RangeError\n", "", 0, NO_MESSAGE },
  { "async", MATTER ("flags: [async]\n") "setTimeout (() => $DONE (), 10000);\n", "PASS\n", "", 0, NO_MESSAGE },
  { "async-goes-on", MATTER ("flags: [async]\n") "$DONE (); setInterval (() => {}, 1);\n", "PASS\n", "", 4, "test262-runner: " },
  { "async-fails", MATTER ("flags: [async]\n") "Promise.reject ('no').then ($DONE, $DONE);\n", "FAIL: async-fails.js:6:1: no\n", "", 1, NO_MESSAGE },
  { "async-never", MATTER ("flags: [async]\n") "setTimeout (() => {}, 5);\n", "FAIL: the test has not been completed\n", "", 1,
    "test262-runner: " },
  { "unhandled", "Promise.reject ('nobody minds');\n", "PASS\n", "", 0, "Uncaught (in promise) nobody minds\n" },
  { "agent-throws", MATTER ("flags: [async]\n")
    "$262.agent.start ('throw new RangeError (\"in the agent\")'); setTimeout ($DONE, 10, undefined);\n",
    "FAIL: worker 1:1:7: Uncaught RangeError: in the agent\n", "", 1, "worker 1:1:7: Uncaught RangeError: in the agent\n" },
  /* What the main agent waits for never comes. */
  { "agent-throws-early", "$262.agent.start ('null.x;');\nwhile ($262.agent.getReport () === null)\n  $262.agent.sleep (1);\n",
    "FAIL: worker 1:1:6: Uncaught TypeError: ", "", 4, "worker 1:1:6: Uncaught TypeError: " },
  /* Where the test's own statement is, in whatever that calls. */
  { "fails-inside", "function check (value) {\n  assert (value, 'no');\n}\nlet ok = 1;\nif (ok)\n  [true, false].forEach (check); ok = 2;\n",
    "FAIL: fails-inside.js:2:3: Uncaught Test262Error: no\n", "", 1, "Uncaught Test262Error: no\n" },
  { "fails-late", MATTER ("flags: [async]\n") "async function f () {\n  await null;\n\n  assert (false, 'late');\n}\nf ().then ($DONE, $DONE);\n",
    "FAIL: fails-late.js:9:3: Test262Error: late\n", "", 1, NO_MESSAGE },
  { "throws-text", "print ('once');\nthrow 'text';\n", "FAIL: throws-text.js:2:1: Uncaught text\n", "once\n", 1, "Uncaught text\n" },
  /* It is over with its jobs; agents and timers may go on. */
  { "goes-on", "setInterval (() => {}, 1);\nPromise.resolve ().then (() => print ('job'));\n", "PASS\n", "job\njob\n", 4, "test262-runner: " },
  { "agent-goes-on", "$262.agent.start ('const a = new Int32Array (new SharedArrayBuffer (4)); while (Atomics.load (a, 0) === 0) ;');\n",
    "PASS\n", "", 4, "test262-runner: " },
  { "endless", "let i = 0;\nwhile (true)\n  i++;\n", "FAIL: endless.js:3:3: The run was stopped: it reached its budget of 10000 steps ", "", 4, "test262-runner: " },
  { "suspended", "Atomics.wait (new Int32Array (new SharedArrayBuffer (4)), 0, 0);\n",
    "FAIL: suspended.js:1:1: the main agent is suspended for ever\n", "", 1, "test262-runner: " },
  { "cannot-block", MATTER ("flags: [CanBlockIsFalse]\n")
    "try { Atomics.wait (new Int32Array (new SharedArrayBuffer (4)), 0, 0, 1); assert (false, 'blocks'); }\n"
    "catch (e) { assert (e instanceof TypeError, 'its type'); }\n", "PASS\n", "", 0, NO_MESSAGE },
  { "module", MATTER ("flags: [module]\n") "export {};\n", "SKIP: it is a module\n", "", 0, NO_MESSAGE },
};

/* The folder with the harness; g_free() and cli_remove_dir() what is in it. */
static char *
make_harness (void)
{
  char *dir = cli_temp_dir ();
  const char *const files[][2] = {
    { "assert.js", ASSERT_JS }, { "sta.js", STA_JS }, { "doneprintHandle.js", DONE_JS }, { "number.js", NUMBER_JS },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    g_free (cli_write (dir, files[i][0], files[i][1], -1));
  return dir;
}

/* With the place of what is in another folder than this program runs in. */
static char *
without_folder (const char *text,
                const char *dir)
{
  g_autofree char *folder = g_strconcat (dir, "/", NULL);
  g_auto (GStrv) parts = g_strsplit (text, folder, -1);

  return g_strjoinv ("", parts);
}

static void
test_harnessed (gconstpointer data)
{
  const Test *test = data;
  char *harness = make_harness (), *dir = cli_temp_dir ();
  g_autofree char *name = g_strconcat (test->name, ".js", NULL);
  g_autofree char *path = cli_write (dir, name, test->text, -1);
  const char *arguments[] = { "--budget=10000", "--harness", harness, path, NULL };
  g_autoptr (CliResult) result = cli_runv (arguments, NULL, 0);
  g_autofree char *out = without_folder (result->out, dir);
  g_autofree char *word = g_strndup (test->harnessed, 4);
  g_autofree char *expected = g_strdup_printf ("%s%s %s%s", test->before, word, name, test->harnessed + 4);

  g_assert_cmpstr (result->err, ==, "");
  if (!g_str_has_suffix (expected, "\n"))
    out[MIN (strlen (out), strlen (expected))] = '\0';
  g_assert_cmpstr (out, ==, expected);
  g_assert_cmpint (result->status, ==, g_str_equal (word, "FAIL") ? 1 : 0);
  cli_remove_dir (harness);
  cli_remove_dir (dir);
}

/* The files of the harness before the test, as another program puts them there. */
static void
test_alone (gconstpointer data)
{
  const Test *test = data;
  char *harness = make_harness (), *dir = cli_temp_dir ();
  g_autofree char *name = g_strconcat (test->name, ".js", NULL);
  g_autofree char *path = cli_write (dir, name, test->text, -1);
  g_autofree char *assert_js = g_build_filename (harness, "assert.js", NULL);
  g_autofree char *sta_js = g_build_filename (harness, "sta.js", NULL);
  g_autofree char *done_js = g_build_filename (harness, "doneprintHandle.js", NULL);
  const char *arguments[] = { "--budget=10000", assert_js, sta_js, done_js, path, NULL };
  g_autoptr (CliResult) result = cli_runv (arguments, NULL, 0);

  g_assert_cmpint (result->status, ==, test->status);
  if (test->message[0] == '\0')
    g_assert_cmpstr (result->err, ==, "");
  else
    g_assert_true (g_str_has_prefix (result->err, test->message));
  cli_remove_dir (harness);
  cli_remove_dir (dir);
}

/* All in one file, of which the last front matter is the test's. */
static void
test_one_file (void)
{
  char *dir = cli_temp_dir ();
  g_autofree char *completed = cli_write (dir, "completed.js", ASSERT_JS STA_JS DONE_JS MATTER ("flags: [async]\n") "$DONE ();\n", -1);
  g_autofree char *never = cli_write (dir, "never.js", ASSERT_JS STA_JS DONE_JS MATTER ("flags: [async]\n") "\n", -1);
  const char *good[] = { completed, NULL };
  const char *bad[] = { never, NULL };
  g_autoptr (CliResult) result = cli_runv (good, NULL, 0);
  g_autoptr (CliResult) failed = cli_runv (bad, NULL, 0);
  g_autofree char *message = g_strdup_printf ("test262-runner: %s: the test has not been completed\n", never);

  cli_assert_ended (result, 0, "Test262:AsyncTestComplete\n", "");
  cli_assert_ended (failed, 1, "", message);
  cli_remove_dir (dir);
}

/* Programs that put a test together give it any name, or write it to standard input. */
static void
test_any_name (void)
{
  static const char text[] = ASSERT_JS STA_JS "print (typeof $262);\n"
                             "throw new RangeError ('at the end');\n";
  char *dir = cli_temp_dir ();
  g_autofree char *path = cli_write (dir, "temporary", text, -1);
  g_autofree char *other = cli_write (dir, "other.test", "print ('before');\n", -1);
  const char *named[] = { other, path, NULL };
  const char *piped[] = { "-", NULL };
  const char *absent[] = { other, "/nowhere/at-all", NULL };
  g_autoptr (CliResult) result = cli_runv (named, NULL, 0);
  g_autoptr (CliResult) read = cli_runv (piped, text, strlen (text));
  g_autoptr (CliResult) missing = cli_runv (absent, NULL, 0);

  cli_assert_ended (result, 1, "before\nobject\n", "temporary:5:7: Uncaught RangeError: at the end\n");
  cli_assert_ended (read, 1, "object\n", "-:5:7: Uncaught RangeError: at the end\n");
  g_assert_cmpint (missing->status, ==, 3);
  g_assert_nonnull (strstr (missing->err, "at-all"));
  cli_remove_dir (dir);
}

static void
test_several (void)
{
  char *harness = make_harness (), *dir = cli_temp_dir ();
  g_autofree char *good = cli_write (dir, "good.js", "assert (true);\n", -1);
  g_autofree char *bad = cli_write (dir, "bad.js", "assert (false, 'bad');\n", -1);
  g_autofree char *blocks = cli_write (dir, "blocks.js", MATTER ("flags: [CanBlockIsTrue]\n") "assert (false, 'run');\n", -1);
  g_autofree char *fixture = cli_write (dir, "it_FIXTURE.js", "assert (false, 'run');\n", -1);
  const char *arguments[] = { "--cannot-block", "--harness", harness, good, fixture, bad, blocks, NULL };
  g_autoptr (CliResult) result = cli_runv (arguments, NULL, 0);
  g_autofree char *out = without_folder (result->out, dir);

  g_assert_cmpstr (out, ==, "PASS good.js\nFAIL bad.js: bad.js:1:1: Uncaught Test262Error: bad\n"
                   "SKIP blocks.js: the main agent cannot block\n1 passed, 1 failed, 1 skipped\n");
  g_assert_cmpstr (result->err, ==, "");
  g_assert_cmpint (result->status, ==, 1);
  cli_remove_dir (harness);
  cli_remove_dir (dir);
}

/* A folder with what is in it, in the order of the names. */
static void
test_folder (void)
{
  char *harness = make_harness (), *dir = cli_temp_dir ();
  g_autofree char *inner = g_build_filename (dir, "b", NULL), *link = g_build_filename (inner, "circle", NULL);
  const char *const names[] = { "c.js", "a.js", "a.txt", "it_FIXTURE.js", "b/second.js", "b/first.js" };
  const char *arguments[] = { "--harness", harness, dir, NULL };
  const char *empty[] = { "--harness", harness, inner, NULL };

  g_assert_cmpint (g_mkdir (inner, 0700), ==, 0);
  {
    g_autoptr (CliResult) result = cli_runv (empty, NULL, 0);

    cli_assert_ended (result, 0, "0 passed, 0 failed, 0 skipped\n", "");
  }
  g_assert_cmpint (symlink (dir, link), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    g_free (cli_write (dir, names[i], i == 0 ? "assert (false, 'bad');\n" : "assert (true);\n", -1));
  {
    g_autoptr (CliResult) result = cli_runv (arguments, NULL, 0);
    g_autofree char *out = without_folder (result->out, dir);

    g_assert_cmpstr (out, ==, "PASS a.js\nPASS b/first.js\nPASS b/second.js\nFAIL c.js: c.js:1:1: Uncaught Test262Error: bad\n"
                     "3 passed, 1 failed, 0 skipped\n");
    g_assert_cmpstr (result->err, ==, "");
    g_assert_cmpint (result->status, ==, 1);
  }
  g_assert_cmpint (unlink (link), ==, 0);
  for (gsize i = 4; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (dir, names[i], NULL);

      g_assert_cmpint (unlink (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (inner), ==, 0);
  cli_remove_dir (harness);
  cli_remove_dir (dir);
}

static void
test_missing (void)
{
  char *harness = make_harness (), *dir = cli_temp_dir ();
  g_autofree char *asks = cli_write (dir, "asks.js", MATTER ("includes: [nothing.js]\n"), -1);
  g_autofree char *absent = g_build_filename (dir, "absent.js", NULL);
  const char *first[] = { "--harness", harness, asks, NULL };
  const char *second[] = { "--harness", harness, absent, NULL };
  g_autoptr (CliResult) no_include = cli_runv (first, NULL, 0);
  g_autoptr (CliResult) no_test = cli_runv (second, NULL, 0);

  g_assert_cmpint (no_include->status, ==, 3);
  g_assert_nonnull (strstr (no_include->out, "nothing.js"));
  g_assert_cmpint (no_test->status, ==, 3);
  g_assert_nonnull (strstr (no_test->err, "absent.js"));
  cli_remove_dir (harness);
  cli_remove_dir (dir);
}

/* What comes behind a NUL byte is not left out as if it were not there. */
static void
test_nul (void)
{
  static const char text[] = "assert (true);\0 assert (false);\n";
  char *harness = make_harness (), *dir = cli_temp_dir ();
  g_autofree char *path = cli_write (dir, "nul.js", text, sizeof text - 1);
  const char *arguments[] = { "--harness", harness, path, NULL };
  g_autoptr (CliResult) result = cli_runv (arguments, NULL, 0);

  g_assert_cmpint (result->status, ==, 3);
  g_assert_cmpstr (result->out, ==, "");
  g_assert_nonnull (strstr (result->err, "nul.js: found a NUL byte, expected a script in UTF-8"));
  cli_remove_dir (harness);
  cli_remove_dir (dir);
}

static void
test_standard_input (void)
{
  static const char text[] = "print (typeof assert);\n";
  char *harness = make_harness ();
  const char *arguments[] = { "--harness", harness, "-", NULL };
  g_autoptr (CliResult) result = cli_runv (arguments, text, strlen (text));

  g_assert_cmpint (result->status, ==, 0);
  g_assert_cmpstr (result->out, ==, "function\nfunction\nPASS -\n");
  cli_remove_dir (harness);
}

/* It knows no trace, and needs a file. */
static void
test_usage (void)
{
  static const char *const lines[][2] = {
    { "--harness=a --trace=text b", "test262-runner: Unknown option --trace=text\n" },
    { "--harness=a --until-step=1 b", "test262-runner: Unknown option --until-step=1\n" },
    { "--harness=a --until-time=1 b", "test262-runner: Unknown option --until-time=1\n" },
    { "--harness=a", "test262-runner: No file was named\n" },
    { "--budget=-1 b", "test262-runner: The budget is less than 0\n" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (CliResult) result = cli_run (lines[i][0], NULL);

      cli_assert_ended (result, 2, "", lines[i][1]);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *harnessed = g_strconcat ("/test262/harness/", tests[i].name, NULL);
      g_autofree char *alone = g_strconcat ("/test262/alone/", tests[i].name, NULL);

      g_test_add_data_func (harnessed, &tests[i], test_harnessed);
      g_test_add_data_func (alone, &tests[i], test_alone);
    }
  g_test_add_func ("/test262/one-file", test_one_file);
  g_test_add_func ("/test262/any-name", test_any_name);
  g_test_add_func ("/test262/several", test_several);
  g_test_add_func ("/test262/folder", test_folder);
  g_test_add_func ("/test262/missing", test_missing);
  g_test_add_func ("/test262/nul", test_nul);
  g_test_add_func ("/test262/standard-input", test_standard_input);
  g_test_add_func ("/test262/usage", test_usage);

  return g_test_run ();
}
