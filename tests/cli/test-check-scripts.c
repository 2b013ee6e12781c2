/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli-util.h"

/* What the comments of scripts expect. */

static void
replace_dir (CliFixture  *fixture,
             char    **text)
{
  g_autoptr (GString) string = g_string_new (*text);

  g_string_replace (string, fixture->dir, "DIR", 0);
  g_free (*text);
  *text = g_string_free (g_steal_pointer (&string), FALSE);
}

/* Checks a script; @option (nullable) comes before it. In what is printed the folder is “DIR”. */
static CliResult *
check (CliFixture *fixture,
       const char *option,
       const char *name,
       const char *text)
{
  g_autofree char *path = cli_write (fixture->dir, name, text, -1);
  const char *arguments[] = { "check", option != NULL ? option : path, option != NULL ? path : NULL, NULL };
  CliResult *result = cli_runv (arguments, NULL, 0);

  replace_dir (fixture, &result->out);
  replace_dir (fixture, &result->err);
  return result;
}

#define TASKS \
  "scheduler.postTask (function decode () { work (20); log ('decoded'); return 3; }, { priority: 'background' });\n" \
  "scheduler.postTask (function tap () { log ('tap'); }, { priority: 'user-blocking' });\n" \
  "scheduler.postTask (function save () { throw new TypeError ('full'); }, { priority: 'background' }).catch (() => {});\n"

/* The first frame is due at 16.667 ms and done at 100 ms, while four refreshes pass; the second one is in time. */
#define FRAMES \
  "requestAnimationFrame (() => { work (40); requestAnimationFrame (() => work (3)); });\n" \
  "scheduler.postTask (function rows () { work (60); log ('measured'); });\n" \
  "setTimeout (function late () {}, 10);\n"

/* Both a run before both b. */
#define REPEATED \
  "for (let i = 0; i < 2; i++) { setTimeout (function a () {}, 1); setTimeout (function b () {}, 2); }\n"

static void
test_pass (CliFixture    *fixture,
           gconstpointer  data)
{
  g_autoptr (CliResult) result = check (fixture, NULL, "a.js", TASKS
                                        "log ('main\\n  \"two\"  ');  //expect: main\n"
                                        "// expect:   \"two\"\n"
                                        "  // expect: \"\\u0074ap\"\r\n"
                                        "const text = `\n// expect: no comment`; /* // expect: no */\n"
                                        "// expect: decoded\n"
                                        "// expect-log-contains: main\n// expect-log-contains: decoded\n"
                                        "// expect-order: tap \"decode\" save\n"
                                        "// expect-ran: tap decode\n// expect-not-ran: nobody\n"
                                        "// expect-waited: tap <= 16 ms\n// expect-waited: save <=20ms\n"
                                        "// expect-waited: \"save\" <= 20.5 ms\n"
                                        "// expect-result: decode fulfilled 3\n// expect-result: save rejected TypeError: full\n"
                                        "// expect-finished: true\n// expected: nothing\n// expect nothing\n");

  cli_assert_ended (result, 0, "TAP version 13\n1..13\n"
                    "ok 1 - DIR/a.js: The log has the 4 lines that are expected\n"
                    "ok 2 - DIR/a.js: The log contains “main”, “decoded”\n"
                    "ok 3 - DIR/a.js: Tasks start in the order “tap”, “decode”, “save”\n"
                    "ok 4 - DIR/a.js: The task “tap” runs\n"
                    "ok 5 - DIR/a.js: The task “decode” runs\n"
                    "ok 6 - DIR/a.js: The task “nobody” does not run\n"
                    "ok 7 - DIR/a.js: “tap” waits 16 ms at most\n"
                    "ok 8 - DIR/a.js: “save” waits 20 ms at most\n"
                    "ok 9 - DIR/a.js: “save” waits 20.5 ms at most\n"
                    "ok 10 - DIR/a.js: The result of “decode” is fulfilled\n"
                    "ok 11 - DIR/a.js: The result of “save” is rejected\n"
                    "ok 12 - DIR/a.js: The run finishes\n"
                    "ok 13 - DIR/a.js: All errors are caught\n", "");
}

/* What a comment expects that does not come, and what is said of it: the line, what was expected and what came. */
static void
test_fail (CliFixture    *fixture,
           gconstpointer  data)
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { "log (1); // expect: 1\nlog (2);\n// expect: 3\n", "DIR/a.js:3: line 2: found “2”, expected “3”" },
    { "// expect: 1\nlog (1); log (2);\n", "DIR/a.js:1: line 2: found “2”, expected the end of the log" },
    { "// expect: 1\n\n// expect: 2\n// expect: 3\nlog (1);\n", "DIR/a.js:3: line 2: found the end of the log, expected “2”" },
    { TASKS "// expect-order: decode tap\n", "DIR/a.js:4: found the order “tap”, “decode”" },
    { REPEATED "// expect-order: b a a b\n", "DIR/a.js:2: found the order “a”, “a”, “b”, “b”" },
    { REPEATED "// expect-order: a b a\n", "DIR/a.js:2: found the order “a”, “a”, “b”" },
    { REPEATED "// expect-order: b a a a\n", "DIR/a.js:2: found the order “a”, “a”, “b”" },
    { TASKS "// expect-waited: save <= 19.5 ms\n",
      "DIR/a.js:4: Task 4 “save” waited 20 ms, from 0 ms to 20 ms. 20 ms behind 1 older task of the same priority.\"" },
    { TASKS "// expect-waited: nobody <= 19 ms\n", "DIR/a.js:4: no task named “nobody” was posted" },
    { TASKS "// expect-waited: save >= 20.5 ms\n", "DIR/a.js:4: Task 4 “save” waited 20 ms, " },
    { FRAMES "// expect-longest-turn: <= 59.9 ms\n", "DIR/a.js:4: the turn of “rows” took 60 ms, from 0 ms to 60 ms\"" },
    { FRAMES "// expect-longest-turn: >= 61 ms\n", "DIR/a.js:4: the turn of “rows” took 60 ms, from 0 ms to 60 ms\"" },
    { FRAMES "// expect-missed-frames: <= 3\n", "DIR/a.js:4: 4 frames were missed: the one due at 16.667 ms was done at 100 ms\"" },
    { FRAMES "// expect-missed-frames: >= 5\n", "DIR/a.js:4: 4 frames were missed: " },
    { "requestAnimationFrame (() => work (16)); // expect-missed-frames: >= 1\n", "DIR/a.js:1: no frame was missed\"" },
    { TASKS "// expect-missed-frames: <= 0\n", "DIR/a.js:4: there was no frame\"" },
    { FRAMES "// expect-never: lost\n// expect-never: measured\n// expect-never: a\n", "DIR/a.js:5: line 1 of the log is “measured”\"" },
    { TASKS "// expect-result: decode fulfilled 4\n", "DIR/a.js:4: found “3”, expected “4”" },
    { TASKS "// expect-result: save fulfilled\n", "DIR/a.js:4: it is rejected with “TypeError: full”" },
    { TASKS "// expect-ran: nobody\n", "DIR/a.js:4: it did not run" },
    { TASKS "// expect-finished: false\n", "DIR/a.js:4: it finished" },
    { "// expect: 1\nlog (1);\nsetTimeout (() => { throw new Error ('boom'); });\n",
      "nothing caught “a.js:3:" },
    { "Promise.reject (new Error ('boom'));\n// expect-uncaught: boom\n// expect-uncaught: bang\n",
      "DIR/a.js:3: no error has “bang” in it" },
    { "Promise.reject (new Error ('boom'));\n// expect-uncaught: bang\n", "DIR/a.js:2: error 1: found “a.js:1:" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliResult) result = check (fixture, NULL, "a.js", cases[i].text);
      g_autofree char *expected = g_strdup_printf ("  message: \"%s", cases[i].message);

      if (result->status != 1 || strstr (result->out, expected) == NULL)
        g_error ("%u: expected %s in %s", i, expected, result->out);
      g_assert_cmpstr (result->err, ==, "");
    }
}

static void
test_bounds (CliFixture    *fixture,
             gconstpointer  data)
{
  g_autoptr (CliResult) result = check (fixture, NULL, "a.js", FRAMES
                                        "// expect-waited: rows >= 0 ms\n// expect-waited: late >=50ms\n"
                                        "// expect-longest-turn: <= 60 ms\n// expect-longest-turn: >= 60.000 ms\n"
                                        "// expect-missed-frames: <= 4\n// expect-missed-frames: >=4\n"
                                        "// expect-never: lost\n// expect-never: meas\n");

  cli_assert_ended (result, 0, "TAP version 13\n1..8\n"
                    "ok 1 - DIR/a.js: “rows” waits 0 ms at least\n"
                    "ok 2 - DIR/a.js: “late” waits 50 ms at least\n"
                    "ok 3 - DIR/a.js: The longest turn takes 60 ms at most\n"
                    "ok 4 - DIR/a.js: The longest turn takes 60 ms at least\n"
                    "ok 5 - DIR/a.js: 4 frames are missed at most\n"
                    "ok 6 - DIR/a.js: 4 frames are missed at least\n"
                    "ok 7 - DIR/a.js: The log has no line “lost”, “meas”\n"
                    "ok 8 - DIR/a.js: All errors are caught\n", "");
}

/* Two frames are late at once: what comes meanwhile is missed once. */
static void
test_late_frames (CliFixture    *fixture,
                  gconstpointer  data)
{
  g_autoptr (CliResult) result = check (fixture, NULL, "a.js", "requestAnimationFrame (() => {\n"
                                        "  requestAnimationFrame (() => work (40));\n  work (40);\n});\n"
                                        "// expect-missed-frames: <= 4\n// expect-missed-frames: >= 4\n");

  g_assert_cmpint (result->status, ==, 0);
}

/* An endless turn is as long as it was when the budget stopped it. */
static void
test_endless_turn (CliFixture    *fixture,
                   gconstpointer  data)
{
  g_autoptr (CliResult) result = check (fixture, "--budget=50", "a.js", "for (;;) work (1); // expect-longest-turn: <= 1 ms\n"
                                        "// expect-finished: false\n");

  g_assert_cmpint (result->status, ==, 1);
  g_assert_nonnull (strstr (result->out, "message: \"DIR/a.js:1: the turn of “a.js” took "));
}

/* What workers do is nobody's long task. */
static void
test_worker_turn (CliFixture    *fixture,
                  gconstpointer  data)
{
  g_autoptr (CliResult) result = check (fixture, NULL, "a.js", "const worker = new Worker ('data:,work (200)');\nwork (2);\n"
                                        "// expect-longest-turn: <= 2 ms\n");

  g_assert_cmpint (result->status, ==, 0);
}

/* An error that a comment expects may happen, also in the script itself. */
static void
test_uncaught (CliFixture    *fixture,
               gconstpointer  data)
{
  g_autoptr (CliResult) result = check (fixture, NULL, "a.js", "log (1); // expect: 1\n"
                                        "setTimeout (() => { throw new Error ('boom'); });\n"
                                        "undefinedFunction ();\n"
                                        "// expect-uncaught: undefinedFunction\n// expect-uncaught: a.js:2\n");

  cli_assert_ended (result, 0, "TAP version 13\n1..2\n"
                    "ok 1 - DIR/a.js: The log has the line that is expected\n"
                    "ok 2 - DIR/a.js: Nothing catches the errors “undefinedFunction”, “a.js:2”\n", "");
}

/* A comment that cannot be understood is a test that failed, of bad input. */
static void
test_bad_comments (CliFixture    *fixture,
                   gconstpointer  data)
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { "\n// expect-oder: a b\n", "a.js:2: found “expect-oder”; did you mean “expect-order”?" },
    { "// expect-xyzzy: a b\n", "a.js:1: found “expect-xyzzy”, expected one of expect, expect-log-contains, " },
    { "// expect-order:\n", "a.js:1: expect-order: found nothing, expected names of tasks" },
    { "// expect-ran:  \n", "a.js:1: expect-ran: found nothing, expected names of tasks" },
    { "// expect-uncaught:\n", "a.js:1: expect-uncaught: found nothing, expected words of an error" },
    { "// expect-waited: a < 3 ms\n",
      "a.js:1: expect-waited: found “a < 3 ms”, expected the name of a task and a time, such as “tap <= 16 ms”" },
    { "// expect-waited: a <= 3 ms <= 4 ms\n", "a.js:1: expect-waited: found “a <= 3 ms <= 4 ms”, expected the name" },
    { "// expect-waited: a <= 3\n", "a.js:1: expect-waited: found “a <= 3”, expected the name" },
    { "// expect-waited: a <= 0x3 ms\n", "a.js:1: expect-waited: found “a <= 0x3 ms”, expected the name" },
    { "// expect-waited: a <= -3 ms\n", "a.js:1: expect-waited: found “a <= -3 ms”, expected the name" },
    { "// expect-longest-turn: 50 ms\n", "a.js:1: expect-longest-turn: found “50 ms”, expected a time, such as “<= 50 ms”" },
    { "// expect-longest-turn: <= 50\n", "a.js:1: expect-longest-turn: found “<= 50”, expected a time" },
    { "// expect-missed-frames: <= 2 ms\n", "a.js:1: expect-missed-frames: found “<= 2 ms”, expected a number, such as “<= 2”" },
    { "// expect-missed-frames: <= 0.5\n", "a.js:1: expect-missed-frames: found “<= 0.5”, expected a number" },
    { "// expect-longst-turn: <= 3 ms\n", "a.js:1: found “expect-longst-turn”; did you mean “expect-longest-turn”?" },
    { "// expect-result: a done\n", "a.js:1: expect-result: found “a done”, expected the name of a task and “fulfilled”, " },
    { "// expect-finished: yes\n", "a.js:1: expect-finished: found “yes”, expected true or false" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliResult) result = check (fixture, NULL, "a.js", cases[i].text);
      g_autofree char *expected = g_strdup_printf ("TAP version 13\n1..1\nnot ok 1 - DIR/a.js\n  ---\n  message: \"%s",
                                                   cases[i].message);

      if (result->status != 3 || !g_str_has_prefix (result->out, expected))
        g_error ("%u: expected %s in %s", i, expected, result->out);
      g_assert_cmpstr (result->err, ==, "");
    }
}

static void
test_without_comments (CliFixture    *fixture,
                       gconstpointer  data)
{
  g_autoptr (CliResult) none = check (fixture, NULL, "a.js", "log ('expect'); // I expect: nothing\n");
  g_autoptr (CliResult) wrong = check (fixture, NULL, "a.js", "log (; // expect: 1\n");

  cli_assert_ended (none, 0, "TAP version 13\n1..1\nok 1 - DIR/a.js # SKIP it has no expectations\n", "");
  g_assert_cmpint (wrong->status, ==, 3);
  g_assert_nonnull (strstr (wrong->out, "\n1..1\nnot ok 1 - DIR/a.js\n  ---\n  message: \"a.js:1:6: "));
}

static void
test_standard_input (CliFixture    *fixture,
                     gconstpointer  data)
{
  g_autoptr (CliResult) result = cli_run ("check -", "log (1); // expect: 2\n");

  g_assert_cmpint (result->status, ==, 1);
  g_assert_nonnull (strstr (result->out, "message: \"standard input:1: line 1: found “1”, expected “2”\""));
}

/* Whoever expects that a run does not end has no reason to complain. */
static void
test_budget (CliFixture    *fixture,
             gconstpointer  data)
{
  g_autoptr (CliResult) expected = check (fixture, "--budget=50", "a.js", "setInterval (() => {}, 1); // expect-finished: false\n");
  g_autoptr (CliResult) other = check (fixture, "--budget=50", "a.js", "setInterval (function a () {}, 1); // expect-not-ran: b\n");

  g_assert_cmpint (expected->status, ==, 0);
  g_assert_cmpstr (expected->err, ==, "");
  g_assert_cmpint (other->status, ==, 4);
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += *text == '\n';
  return n;
}

/* Updates a script, and returns what its file has then. @told: what else the program said */
static char *
update (CliFixture  *fixture,
        const char  *text,
        int          status,
        char       **told)
{
  g_autoptr (CliResult) result = check (fixture, "--update", "a.js", text);
  g_autofree char *path = g_build_filename (fixture->dir, "a.js", NULL);
  g_autoptr (GError) error = NULL;
  char *updated;

  g_file_get_contents (path, &updated, NULL, &error);
  g_assert_no_error (error);
  if (result->status != status)
    g_error ("%s%s", result->out, result->err);
  g_assert_true (g_str_has_prefix (result->err, g_str_equal (text, updated) ? "" : "loopscope-cli: DIR/a.js: updated\n"));
  *told = g_strdup (result->err + (g_str_equal (text, updated) ? 0 : strlen ("loopscope-cli: DIR/a.js: updated\n")));
  return updated;
}

/* Asserts that the script that was updated last passes. */
static void
assert_passes (CliFixture *fixture)
{
  g_autofree char *path = g_build_filename (fixture->dir, "a.js", NULL);
  const char *arguments[] = { "check", path, NULL };
  g_autoptr (CliResult) result = cli_runv (arguments, NULL, 0);

  if (result->status != 0)
    g_error ("%s%s", result->out, result->err);
  g_assert_null (strstr (result->out, "not ok"));
  g_assert_cmpstr (result->err, ==, "");
}

/* Each seed is a run of its own, and each says which it is. */
static void
test_seeds (CliFixture    *fixture,
            gconstpointer  data)
{
  const char *script = "setTimeout (function a () { log ('a'); }, Math.random () < 0.5 ? 1 : 9);\n"
                       "setTimeout (function b () { log ('b'); }, 5);\n// expect-order: a b\n";
  g_autofree char *other = cli_write (fixture->dir, "b.js", "log (1); // expect: 1\n", -1);
  const char *json[] = { "check", "--json", "--seed=5..6", other, NULL };
  g_autoptr (CliResult) result = check (fixture, "--seed=0..1", "a.js", script);
  g_autoptr (CliResult) in_json = cli_runv (json, NULL, 0);
  g_autofree char *session = cli_session ("", "");
  g_autoptr (CliResult) steps = cli_run ("check --seed=1 -", session);

  cli_assert_ended (result, 1, "TAP version 13\n1..4\n"
                    "ok 1 - DIR/a.js (seed 0): Tasks start in the order “a”, “b”\n"
                    "ok 2 - DIR/a.js (seed 0): All errors are caught\n"
                    "not ok 3 - DIR/a.js (seed 1): Tasks start in the order “a”, “b”\n"
                    "  ---\n  message: \"DIR/a.js:3: found the order “b”, “a”\"\n  ...\n"
                    "ok 4 - DIR/a.js (seed 1): All errors are caught\n", "");
  g_assert_nonnull (strstr (in_json->out, "\"seed\": 5"));
  g_assert_nonnull (strstr (in_json->out, "\"seed\": 6"));
  g_assert_cmpint (steps->status, ==, 2);
  g_assert_nonnull (strstr (steps->err, "standard input has no random numbers: --seed is for programs in JavaScript"));
}

/* Comments get what the run has shown, and nothing else changes. */
static void
test_update (CliFixture    *fixture,
             gconstpointer  data)
{
  static const struct
  {
    const char *before;
    const char *after;
  } cases[] = {
    /* as many */
    { "log (1); //expect:   2  \r\n/* é */ log ('b'); // expect: b", "log (1); //expect: 1  \r\n/* é */ log ('b'); // expect: b" },
    /* more: in lines of their own, as far to the right */
    { "// expect: x\n  log (1); // expect:\n  log ('2\\n3');\n", "// expect: 1\n  log (1); // expect: 2\n  // expect: 3\n  log ('2\\n3');\n" },
    { "log ('a\\nb'); // expect: a", "log ('a\\nb'); // expect: a\n// expect: b" },
    { "log ('a\\nb'); // expect: a\r\n", "log ('a\\nb'); // expect: a\r\n// expect: b\r\n" },
    /* fewer: lines of their own go */
    { "log (1); // expect: 1\n\t// expect: 2\nlog; \t// expect: 3\n// expect: 4", "log (1); // expect: 1\nlog;\n" },
    /* none yet */
    { "log (1); log ('')", "log (1); log ('')\n\n// expect: 1\n// expect:\n" },
    { "log (1);\r\n", "log (1);\r\n\r\n// expect: 1\r\n" },
    { "", "" },
    /* what a comment cannot say as it is */
    { "log ('a\\rb\\u2028'); log ('\"q\"'); // expect: 1", "log ('a\\rb\\u2028'); log ('\"q\"'); // expect: \"a\\u000db\\u2028\"\n// expect: \"\\\"q\\\"\"" },
    /* other expectations */
    { TASKS "// expect-order: save decode tap\n// expect-waited: save <= 2 ms\n// expect-waited: tap <= 5 ms\n"
      "// expect-result: decode pending\n// expect-result: save fulfilled 7\n// expect-ran: decode\n",
      TASKS "// expect-order: tap decode save\n// expect-waited: save <= 20 ms\n// expect-waited: tap <= 5 ms\n"
      "// expect-result: decode fulfilled 3\n// expect-result: save rejected TypeError: full\n// expect-ran: decode\n" },
    { FRAMES "// expect-waited: late >= 60 ms\n// expect-longest-turn: <= 59.5 ms\n// expect-longest-turn: >= 99 ms\n"
      "// expect-missed-frames: <= 0\n// expect-missed-frames: >= 9\n// expect-longest-turn: <= 99 ms\n",
      FRAMES "// expect-waited: late >= 50 ms\n// expect-longest-turn: <= 60 ms\n// expect-longest-turn: >= 60 ms\n"
      "// expect-missed-frames: <= 4\n// expect-missed-frames: >= 4\n// expect-longest-turn: <= 99 ms\n" },
    { FRAMES "// expect-longest-turn: >= 0.5 ms <= 50 ms\n// expect-longest-turn: <= 99 ms >= 70.5 ms\n// expect-missed-frames: >= 1 <= 2\n",
      FRAMES "// expect-longest-turn: >= 0.5 ms <= 60 ms\n// expect-longest-turn: >= 60 ms <= 99 ms\n// expect-missed-frames: >= 1 <= 4\n" },
    { "scheduler.postTask (Object.defineProperty (() => {}, 'name', { value: 'a b' }));\n// expect-result: \"a b\" pending\n",
      "scheduler.postTask (Object.defineProperty (() => {}, 'name', { value: 'a b' }));\n// expect-result: \"a b\" fulfilled\n" },
    /* what holds stays as it is written */
    { TASKS "//expect-order:  tap  decode\n// expect-result: decode  fulfilled\n// expect-waited: save <= 20.000 ms\n// expect: 1\n",
      TASKS "//expect-order:  tap  decode\n// expect-result: decode  fulfilled\n// expect-waited: save <= 20.000 ms\n"
      "// expect: tap\n// expect: decoded\n" },
    /* a value with blanks at its ends */
    { "scheduler.postTask (function a () { return ' x '; });\n// expect-result: a fulfilled y\n",
      "scheduler.postTask (function a () { return ' x '; });\n// expect-result: a fulfilled \" x \"\n" },
    /* the end */
    { "log (1); // expect: 1\n// expect-finished: false\n", "log (1); // expect: 1\n// expect-finished: true\n" },
    /* a script that says its own lines, which comments move */
    { "// expect: x\n// expect: x\n// expect: x\nlog (new Error ().stack);\n// expect-not-ran: a\n",
      "// expect: global code@a.js:2:28\nlog (new Error ().stack);\n// expect-not-ran: a\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *told = NULL, *told_again = NULL;
      g_autofree char *after = update (fixture, cases[i].before, 0, &told);
      g_autofree char *again = NULL;

      g_assert_cmpstr (after, ==, cases[i].after);
      g_assert_cmpstr (told, ==, "");
      assert_passes (fixture);
      again = update (fixture, cases[i].after, 0, &told_again);
      g_assert_cmpstr (again, ==, cases[i].after);
      g_assert_cmpstr (told_again, ==, "");
    }
}

/* What the run has no answer to goes, and is told: the script passes then. */
static void
test_update_unanswered (CliFixture    *fixture,
                        gconstpointer  data)
{
  static const struct
  {
    const char *before;
    const char *after;
    const char *gone[3];   /* the line and the text */
  } cases[] = {
    { TASKS "// expect-order: save nobody decode tap \"some body\"\n", TASKS "// expect-order: tap decode save\n",
      { "expect-order: nobody \"some body\"" } },
    { TASKS "// expect-order: a a tap\n// expect-order: a b\n// expect-order: tap tap\n",
      TASKS "// expect-order: tap\n// expect-order: tap\n",
      { "expect-order: a a", "expect-order: a b", "expect-order: tap" } },
    { "scheduler.postTask (() => log (1)); // expect: 1\n// expect-order: a b\n", "scheduler.postTask (() => log (1)); // expect: 1\n",
      { "expect-order: a b" } },
    { TASKS "// expect-ran: tap nobody decode\n// expect-ran: b\n// expect-not-ran: a tap\n",
      TASKS "// expect-ran: tap decode\n// expect-not-ran: a\n",
      { "expect-ran: nobody", "expect-ran: b", "expect-not-ran: tap" } },
    { TASKS "// expect-waited: nobody <= 3 ms\n// expect-result: nobody fulfilled\n// expect-ran: tap\n", TASKS "// expect-ran: tap\n",
      { "expect-waited: nobody <= 3 ms", "expect-result: nobody fulfilled" } },
    { "log ('a\\nb\\nc');\n// expect-log-contains: a\n// expect-log-contains: c\n// expect-log-contains: b\n// expect-log-contains: c\n",
      "log ('a\\nb\\nc');\n// expect-log-contains: a\n// expect-log-contains: c\n",
      { "expect-log-contains: b", "expect-log-contains: c" } },
    { "setTimeout (() => { throw new Error ('boom'); });\n// expect-uncaught: crash\n// expect-uncaught: boom\n// expect-uncaught: boom\n",
      "setTimeout (() => { throw new Error ('boom'); });\n// expect-uncaught: boom\n",
      { "expect-uncaught: crash", "expect-uncaught: boom" } },
    { FRAMES "// expect-never: measured\n// expect-never: lost\n", FRAMES "// expect-never: lost\n", { "expect-never: measured" } },
    { TASKS "// expect-missed-frames: <= 0\n// expect-ran: tap\n", TASKS "// expect-ran: tap\n", { "expect-missed-frames: <= 0" } },
    { "// expect-ran: nobody\n", "", { "expect-ran: nobody" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *told = NULL;
      g_autofree char *after = update (fixture, cases[i].before, 0, &told);
      guint n_told = 0;

      g_assert_cmpstr (after, ==, cases[i].after);
      for (; n_told < G_N_ELEMENTS (cases[i].gone) && cases[i].gone[n_told] != NULL; n_told++)
        {
          g_autofree char *sentence = g_strdup_printf (": the run has no answer to “%s”, which is gone now\n", cases[i].gone[n_told]);

          if (strstr (told, sentence) == NULL)
            g_error ("%s is not in: %s", sentence, told);
        }
      g_assert_cmpuint (count_lines (told), ==, n_told);
      assert_passes (fixture);
    }
}

/* What a run should not have done is not made to be expected. */
static void
test_update_errors (CliFixture    *fixture,
                    gconstpointer  data)
{
  static const struct
  {
    const char *text;
    int         status;
    const char *told;
  } cases[] = {
    { "setTimeout (() => { throw new Error ('boom'); }); log (1); // expect: 1\n", 1,
      "loopscope-cli: a.js: nothing caught “a.js:1:27: Uncaught Error: boom”, and --update does not make that expected\n" },
    { "throw new Error ('boom');\n", 0,
      "loopscope-cli: a.js: nothing caught “a.js:1:7: Uncaught Error: boom”, and --update does not make that expected\n" },
    { "// expect-oder: a\n", 3, "" },
    { "log (;", 3, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *told = NULL;
      g_autofree char *after = update (fixture, cases[i].text, cases[i].status, &told);

      g_assert_cmpstr (after, ==, cases[i].text);
      g_assert_cmpstr (told, ==, cases[i].told);
    }
}

/* Only the files of scripts are written to: a file stays the one that it is, and what is no script stays as it is. */
static void
test_update_files (CliFixture    *fixture,
                   gconstpointer  data)
{
  static const char bom[] = "\xef\xbb\xbflog (1);\n";
  g_autofree char *session = cli_session ("", "");
  g_autofree char *target = cli_write (fixture->dir, "target.js", bom, -1);
  g_autofree char *link = g_build_filename (fixture->dir, "link.js", NULL);
  g_autofree char *plain = cli_write (fixture->dir, "plain", "log (1);\n", -1);
  g_autofree char *text = NULL;
  g_autoptr (CliResult) of_session = check (fixture, "--update", "a.loopscope", session);
  g_autoptr (CliResult) of_input = cli_run ("check --update -", "log (1);");
  const char *link_arguments[] = { "check", "--update", link, NULL };
  const char *plain_arguments[] = { "check", "--update", plain, NULL };
  g_autoptr (CliResult) of_link = NULL;
  g_autoptr (CliResult) of_plain = NULL;

  g_assert_cmpint (of_session->status, ==, 2);
  g_assert_true (g_str_has_prefix (of_session->err, "loopscope-cli: DIR/a.loopscope is not the file of a script; --update "));
  g_assert_cmpint (of_input->status, ==, 2);

  g_assert_cmpint (chmod (target, 0640), ==, 0);
  g_assert_cmpint (symlink ("target.js", link), ==, 0);
  of_link = cli_runv (link_arguments, NULL, 0);
  g_assert_cmpint (of_link->status, ==, 0);
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  g_file_get_contents (target, &text, NULL, NULL);
  g_assert_cmpstr (text, ==, "\xef\xbb\xbflog (1);\n\n// expect: 1\n");
  g_clear_pointer (&text, g_free);

  of_plain = cli_runv (plain_arguments, NULL, 0);
  g_assert_cmpint (of_plain->status, !=, 0);
  g_file_get_contents (plain, &text, NULL, NULL);
  g_assert_cmpstr (text, ==, "log (1);\n");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/check-scripts/pass", CliFixture, NULL, cli_set_up, test_pass, cli_tear_down);
  g_test_add ("/check-scripts/fail", CliFixture, NULL, cli_set_up, test_fail, cli_tear_down);
  g_test_add ("/check-scripts/uncaught", CliFixture, NULL, cli_set_up, test_uncaught, cli_tear_down);
  g_test_add ("/check-scripts/bounds", CliFixture, NULL, cli_set_up, test_bounds, cli_tear_down);
  g_test_add ("/check-scripts/late-frames", CliFixture, NULL, cli_set_up, test_late_frames, cli_tear_down);
  g_test_add ("/check-scripts/endless-turn", CliFixture, NULL, cli_set_up, test_endless_turn, cli_tear_down);
  g_test_add ("/check-scripts/worker-turn", CliFixture, NULL, cli_set_up, test_worker_turn, cli_tear_down);
  g_test_add ("/check-scripts/bad-comments", CliFixture, NULL, cli_set_up, test_bad_comments, cli_tear_down);
  g_test_add ("/check-scripts/without-comments", CliFixture, NULL, cli_set_up, test_without_comments, cli_tear_down);
  g_test_add ("/check-scripts/standard-input", CliFixture, NULL, cli_set_up, test_standard_input, cli_tear_down);
  g_test_add ("/check-scripts/budget", CliFixture, NULL, cli_set_up, test_budget, cli_tear_down);
  g_test_add ("/check-scripts/seeds", CliFixture, NULL, cli_set_up, test_seeds, cli_tear_down);
  g_test_add ("/check-scripts/update", CliFixture, NULL, cli_set_up, test_update, cli_tear_down);
  g_test_add ("/check-scripts/update-unanswered", CliFixture, NULL, cli_set_up, test_update_unanswered, cli_tear_down);
  g_test_add ("/check-scripts/update-errors", CliFixture, NULL, cli_set_up, test_update_errors, cli_tear_down);
  g_test_add ("/check-scripts/update-files", CliFixture, NULL, cli_set_up, test_update_files, cli_tear_down);

  return g_test_run ();
}
