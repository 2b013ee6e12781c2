/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>
#include <sys/resource.h>

#include "cli-util.h"

/* What “run” does with JavaScript. */

static void
test_meant_names (void)
{
  static const struct
  {
    const char *script;
    const char *meant;
  } cases[] = {
    { "schduler.postTask (() => {});", "scheduler" },
    { "scheduler.postTsk (() => {});", "postTask" },
    { "new TaskControler ();", "TaskController" },
    { "const c = new TaskController (); c.setPrority ('background');", "setPriority" },
    { "setTimout (() => {});", "setTimeout" },
    { "scheduler.postTask (() => { AbortSignl.timeout (3); });", "AbortSignal" },
    { "const o = {}; o.frobnicate ();", NULL },
    { "frobnicate ();", NULL },
    { "undefined.postTsk;", NULL },
    { "throw new Error ('a is not a function');", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliResult) result = cli_run ("run -", cases[i].script);
      g_autofree char *expected = cases[i].meant != NULL ? g_strdup_printf ("\nloopscope-cli: Did you mean “%s”?\n", cases[i].meant)
                                                         : NULL;

      g_assert_cmpint (result->status, ==, 1);
      if (expected != NULL && !g_str_has_suffix (result->err, expected))
        g_error ("expected %s in %s", expected, result->err);
      if (expected == NULL)
        g_assert_null (strstr (result->err, "Did you mean"));
    }
}

/* With the same seed random numbers are the same, and with another seed others. */
static void
test_seed (void)
{
  static const char script[] = "log (Math.random ()); log (Math.random () < 1);";
  g_autoptr (CliResult) usual = cli_run ("run -", script);
  g_autoptr (CliResult) zero = cli_run ("run --seed=0 -", script);
  g_autoptr (CliResult) one = cli_run ("run --seed 1 -", script);
  g_autoptr (CliResult) again = cli_run ("run --seed=1..1 -", script);
  g_autoptr (CliResult) greatest = cli_run ("run --seed=4294967295 -", script);
  g_autoptr (CliResult) traced = cli_run ("run --seed 1 --trace=text -", script);
  g_autoptr (CliResult) real = cli_run ("run --seed 1 --clock=monotonic -", script);

  g_assert_cmpstr (usual->out, ==, zero->out);
  g_assert_cmpstr (usual->out, !=, one->out);
  g_assert_cmpstr (one->out, ==, again->out);
  g_assert_cmpstr (one->out, !=, greatest->out);
  g_assert_cmpint (traced->status, ==, 0);
  g_assert_cmpint (real->status, ==, 2);
}

/* Which of many seeds have another order, and which an error that nothing catches. */
static void
test_seeds (void)
{
  static const char script[] =
    "const n = Math.floor (Math.random () * 3);\n"
    "setTimeout (function a () { if (n === 2) throw new Error ('two'); }, 10 + n);\n"
    "setTimeout (function b () {}, 11);\n"
    "if (n === 2) setTimeout (function c () {}, 20);\n";
  g_autoptr (CliResult) result = cli_run ("run --seed=0..20 -", script);
  g_autoptr (CliResult) same = cli_run ("run --seed=5..7 -", "log (1)");
  g_autoptr (CliResult) bad = cli_run ("run --seed=5..7 -", "log (");
  g_auto (GStrv) lines = g_strsplit (result->out, "\n", -1);

  g_assert_cmpint (result->status, ==, 1);
  g_assert_cmpstr (result->err, ==, "");
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_true (g_str_has_prefix (lines[0], "seeds 0"));
  g_assert_true (g_str_has_suffix (lines[0], ": the same order"));
  g_assert_nonnull (strstr (lines[0], ".."));
  g_assert_true (g_str_has_prefix (lines[1], "seeds "));
  g_assert_nonnull (strstr (lines[1], ": task 2 is “b”; with seed 0 it is “a”; nothing caught “standard input:2:"));
  g_assert_null (strchr (lines[1], '\\'));

  cli_assert_ended (same, 0, "seeds 5..7: the order is the same everywhere\n", "");
  g_assert_cmpint (bad->status, ==, 3);
  g_assert_cmpstr (bad->out, ==, "");
}

/* What the program starts may have so many addresses. */
static void
set_address_space (rlim_t bytes)
{
  struct rlimit limit;

  g_assert_cmpint (getrlimit (RLIMIT_AS, &limit), ==, 0);
  limit.rlim_cur = MIN (bytes, limit.rlim_max);
  g_assert_cmpint (setrlimit (RLIMIT_AS, &limit), ==, 0);
}

/* JavaScriptCore would abort where it cannot have the addresses that it reserves. Steps need none of them. */
static void
test_address_space (void)
{
  static const guint megabytes[] = { 400, 1000, 4000, 5500 };

  for (guint i = 0; i < G_N_ELEMENTS (megabytes); i++)
    {
      g_autofree char *steps = cli_session ("{ \"op\": \"log\", \"text\": \"steps\" }", "");
      g_autoptr (CliResult) script = NULL;
      g_autoptr (CliResult) session = NULL;

      set_address_space ((rlim_t) megabytes[i] * 1024 * 1024);
      script = cli_run ("run -", "log (1)");
      session = cli_run ("run -", steps);
      set_address_space (RLIM_INFINITY);
      cli_assert_ended (script, 3, "", "loopscope-cli: JavaScript needs 6 GB of address space, more than the limit of this process"
                        " leaves (ulimit -v)\n");
      cli_assert_ended (session, 0, "steps\n", "");
    }
}

/* A program gets as much memory as it may, and a tenth more at most, whatever it does with it. */
static void
test_memory (void)
{
  /* What takes its memory in small pieces gets less of it, so that its callback ends before the time that it has. */
  static const struct
  {
    const char *script;
    glong       memory;
  } cases[] = {
    { "for (let i = 0; i < 60; i++) new Worker (() => { globalThis.a = new Uint8Array (2 ** 26).fill (1); setTimeout (() => {}, 9); });",
      512 },
    { "const a = []; for (;;) a.push (new Uint8Array (2 ** 28).fill (1));", 512 },
    { "const a = []; for (let i = 0; i < 40; i++) a.push (new Uint8Array (2 ** 28)); for (const x of a) x.fill (1);", 512 },
    { "const a = []; for (;;) a.push (new Array (1e6).fill (1.5));", 512 },
    { "const a = []; for (;;) a.push (1.5);", 512 },
    { "const m = new Map (); for (let i = 0; ; i++) m.set (i, i);", 256 },
    { "let o = null; for (;;) o = { o };", 256 },
  };
  glong most = 0;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *command = g_strdup_printf ("run --memory=%ld -", cases[i].memory);
      g_autoptr (CliResult) result = cli_run (command, cases[i].script);
      struct rusage usage;

      g_assert_cmpint (getrusage (RUSAGE_CHILDREN, &usage), ==, 0);
      g_test_message ("%ld MB: %s", usage.ru_maxrss / 1024, result->err);
      g_assert_cmpint (result->status, ==, 4);
      g_assert_nonnull (strstr (result->err, "memory"));
      /* The process takes some 60 MB before the program runs. The system tells the most that any process has taken so far. */
      most = MAX (most, 60 + cases[i].memory + cases[i].memory / 10);
      g_assert_cmpint (usage.ru_maxrss / 1024, <, most);
    }
}

/* A session says how much memory its program may take. */
static void
test_memory_of_session (void)
{
  g_autoptr (CliResult) result =
      cli_run ("run -", "{ \"format\": \"loopscope-session\", \"version\": 1, \"settings\": { \"budget\": { \"memoryMB\": 100 } },"
               " \"program\": { \"kind\": \"javascript\", \"source\": \"const a = []; for (;;) a.push (new Array (1e5).fill (1.5));\" } }");

  cli_assert_ended (result, 4, "", "loopscope-cli: standard input: The program was stopped: it used more than 100 MB of memory\n");
}

/* The stack of a script has what a browser's has, with a trace and without. */
static void
test_stack (void)
{
  static const char script[] = "log (new Error ().stack);";
  g_autoptr (CliResult) run = cli_run ("run -", script), traced = cli_run ("run --trace=text -", script);

  g_assert_cmpstr (run->out, ==, "global code@standard input:1:15\n");
  g_assert_nonnull (strstr (traced->out, "global code@standard input:1:"));
  g_assert_null (strstr (traced->out, "native code"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/run-scripts/meant-names", test_meant_names);
  g_test_add_func ("/run-scripts/stack", test_stack);
  g_test_add_func ("/run-scripts/seed", test_seed);
  g_test_add_func ("/run-scripts/seeds", test_seeds);
  g_test_add_func ("/run-scripts/address-space", test_address_space);
  g_test_add_func ("/run-scripts/memory", test_memory);
  g_test_add_func ("/run-scripts/memory-of-session", test_memory_of_session);

  return g_test_run ();
}
