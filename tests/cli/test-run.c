/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include <json-glib/json-glib.h>

#include "cli-util.h"
#include "ls-record.h"

#define POST(priority, text) \
  "{ \"op\": \"postTask\", \"priority\": \"" priority "\", \"name\": \"" text "\"," \
  "  \"body\": [ { \"op\": \"log\", \"text\": \"" text "\" } ] }"
#define LOG(text) "{ \"op\": \"log\", \"text\": \"" text "\" }"
#define THREE_TASKS \
  POST ("background", "third") "," POST ("user-visible", "second") "," POST ("user-blocking", "first") "," \
  LOG ("main")
#define TIMER(ms, text) "{ \"op\": \"timer\", \"ms\": " ms ", \"body\": [ " LOG (text) " ] }"

static CliResult *
run_session (const char *options,
             const char *main_steps)
{
  g_autofree char *arguments = g_strconcat ("run -", options[0] ? " " : "", options, NULL);
  g_autofree char *session = cli_session (main_steps, "");

  return cli_run (arguments, session);
}

static void
assert_run (const char *options,
            const char *main_steps,
            const char *out)
{
  g_autoptr (CliResult) result = run_session (options, main_steps);

  cli_assert_ended (result, 0, out, "");
}

/* The records that --trace=json prints, parsed. */
static GPtrArray *
parse_records (const char *text)
{
  GPtrArray *array = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n_lines = g_strv_length (lines);

  g_assert_cmpuint (n_lines, >, 0);
  g_assert_cmpstr (lines[n_lines - 1], ==, "");
  for (guint i = 0; i + 1 < n_lines; i++)
    {
      g_autoptr (GError) error = NULL;
      JsonNode *node = json_from_string (lines[i], &error);
      LsRecordKind kind;

      g_assert_no_error (error);
      g_assert_true (JSON_NODE_HOLDS_OBJECT (node));
      g_assert_true (ls_record_kind_from_string (json_object_get_string_member (json_node_get_object (node), "kind"),
                                                 &kind));
      g_ptr_array_add (array, node);
    }

  return array;
}

static void
test_log (void)
{
  assert_run ("", THREE_TASKS, "main\nfirst\nsecond\nthird\n");
  assert_run ("", "", "");
}

static void
test_file (void)
{
  g_autofree char *session = cli_session (THREE_TASKS, "");
  char *dir = cli_temp_dir ();
  g_autofree char *path = cli_write (dir, "-tasks.loopscope", session, -1);
  const char *arguments[] = { "run", path, NULL };
  g_autoptr (CliResult) result = cli_runv (arguments, NULL, 0);

  cli_assert_ended (result, 0, "main\nfirst\nsecond\nthird\n", "");
  cli_remove_dir (dir);
}

/* A program's text is printed as it is, on standard output at least. */
static void
test_control_characters (void)
{
  assert_run ("", LOG ("a\\nb\\u001b[1m\\tc\\u007f \\u00e9 \\ud83d\\ude00"), "a\nb\x1b[1m\tc\x7f é 😀\n");
}

static void
test_standard_error (void)
{
  g_autoptr (CliResult) exception = NULL;
  g_autoptr (CliResult) rejection = NULL;
  g_autoptr (CliResult) kept_going = NULL;
  g_autoptr (CliResult) lost = NULL;

  exception = run_session ("", "{ \"op\": \"timer\", \"ms\": 0, \"body\": [ " LOG ("before") ","
                           " { \"op\": \"throw\", \"message\": \"one\\ntwo\\u001b[31m\" } ] }, " TIMER ("1", "after"));
  g_assert_cmpstr (exception->out, ==, "before\nafter\n");
  g_assert_true (g_str_has_prefix (exception->err, "Uncaught exception: "));
  g_assert_true (g_str_has_suffix (exception->err, "one\\ntwo\\u001b[31m\n"));
  g_assert_cmpint (exception->status, ==, 1);

  rejection = run_session ("", "{ \"op\": \"postTask\", \"body\": [ { \"op\": \"throw\", \"message\": \"boom\" } ] }");
  g_assert_cmpstr (rejection->out, ==, "");
  g_assert_true (g_str_has_prefix (rejection->err, "Unhandled rejection: "));
  g_assert_true (g_str_has_suffix (rejection->err, "boom\n"));
  g_assert_cmpint (rejection->status, ==, 1);

  kept_going = run_session ("--keep-going", "{ \"op\": \"throw\", \"message\": \"boom\" }");
  g_assert_true (g_str_has_suffix (kept_going->err, "boom\n"));
  g_assert_cmpint (kept_going->status, ==, 0);

  /* Records that were not kept count as well. */
  lost = run_session ("--until-time=100 --keep-records=10000",
                      "{ \"op\": \"postTask\", \"body\": [ { \"op\": \"throw\", \"message\": \"boom\" } ] }, "
                      "{ \"op\": \"timer\", \"ms\": 5, \"body\": [ { \"op\": \"repeat\", \"times\": 30000, \"body\": ["
                      LOG ("a") "] } ] }");
  g_assert_null (strstr (lost->err, "boom"));
  g_assert_nonnull (strstr (lost->err, "were not kept"));
  g_assert_cmpint (lost->status, ==, 1);
}

/* What was to be done by hand and could not be is told, with the reason. One that is off was not to be done. */
static void
test_actions (void)
{
  g_autofree char *text = cli_session (LOG ("main"), ", \"actions\": [{ \"at\": { \"turn\": 1 }, \"do\": { \"op\": \"yield\" } },"
                                                     "{ \"at\": { \"turn\": 9 }, \"do\": " LOG ("late") " },"
                                                     "{ \"at\": { \"turn\": 9 }, \"do\": " LOG ("off") ", \"enabled\": false }]");
  char *dir = cli_temp_dir ();
  g_autofree char *path = cli_write (dir, "-actions.loopscope", text, -1);
  g_autofree char *expected = g_strdup_printf ("loopscope-cli: %s: /actions/0 was skipped: No callback runs at its position, so nothing can "
                                               "yield\nloopscope-cli: %s: /actions/1 was skipped: This run never reaches its position\n",
                                               path, path);
  const char *arguments[] = { "run", path, NULL };
  g_autoptr (CliResult) result = cli_runv (arguments, NULL, 0);

  cli_assert_ended (result, 0, "main\n", expected);
  cli_remove_dir (dir);
}

/* Where a run goes another way than the session says it is said, and the run goes on. */
static void
test_schedule (void)
{
  static const char text[] =
    "{ \"format\": \"loopscope-session\", \"version\": 1, \"schedule\": [1, 9, 9], \"expectations\": [{ \"finished\": true }], \"program\": { \"kind\": \"steps\", \"main\": ["
    "{ \"op\": \"worker\", \"name\": \"a\", \"body\": [" LOG ("a") "] },"
    "{ \"op\": \"worker\", \"name\": \"b\", \"body\": [" LOG ("b") "] }] } }";
  char *dir = cli_temp_dir ();
  g_autofree char *path = cli_write (dir, "-schedule.loopscope", text, -1);
  g_autofree char *expected = g_strdup_printf ("loopscope-cli: %s: /schedule/1 cannot be followed: there is no agent 9 then; agent 2 "
                                               "runs instead\n", path);
  const char *commands[] = { "run", "check" };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const char *arguments[] = { commands[i], path, NULL };
      g_autoptr (CliResult) result = cli_runv (arguments, NULL, 0);

      g_assert_cmpstr (result->err, ==, expected);
      g_assert_cmpint (result->status, ==, 0);
    }
  cli_remove_dir (dir);
}

static void
test_trace_json (void)
{
  g_autoptr (CliResult) result = run_session ("--trace=json", THREE_TASKS);
  g_autoptr (GPtrArray) records = parse_records (result->out);
  guint n_logs = 0;

  g_assert_cmpint (result->status, ==, 0);
  g_assert_cmpstr (result->err, ==, "");
  for (guint i = 0; i < records->len; i++)
    {
      JsonObject *record = json_node_get_object (g_ptr_array_index (records, i));

      if (g_str_equal (json_object_get_string_member (record, "kind"), "log"))
        n_logs++;
    }
  g_assert_cmpuint (n_logs, ==, 4);
}

/* A line for a record in either format, whatever the program's text holds, and nothing else. */
static void
test_trace_text (void)
{
  static const char steps[] = LOG ("a\\nb\\u001b[1m\\u009b\\u0085\\u2028\\u007f") "," THREE_TASKS ", { \"op\": \"throw\", \"message\": \"x\\ny\" }";
  g_autoptr (CliResult) text = run_session ("--trace=text", steps);
  g_autoptr (CliResult) json = run_session ("--trace=json", steps);
  g_auto (GStrv) text_lines = g_strsplit (text->out, "\n", -1);
  g_auto (GStrv) json_lines = g_strsplit (json->out, "\n", -1);

  g_assert_cmpint (text->status, ==, 1);
  g_assert_cmpstr (text->err, ==, "");
  g_assert_cmpstr (json->err, ==, "");
  g_assert_cmpuint (g_strv_length (text_lines), >, 10);
  g_assert_cmpuint (g_strv_length (text_lines), ==, g_strv_length (json_lines));
  for (const char *c = text->out; *c != '\0'; c = g_utf8_next_char (c))
    g_assert_true (*c == '\n' || (!g_unichar_iscntrl (g_utf8_get_char (c)) && g_utf8_get_char (c) != 0x2028));
  for (const char *c = json->out; *c != '\0'; c = g_utf8_next_char (c))
    g_assert_true (*c == '\n' || (!g_unichar_iscntrl (g_utf8_get_char (c)) && g_utf8_get_char (c) != 0x2028));
}

static void
test_settings (void)
{
  static const char *const presets[] = { "spec", "blink", "blink-2021", "gecko", "fair" };

  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      g_autofree char *options = g_strdup_printf ("--trace=text --until-step=1 --preset=%s", presets[i]);
      g_autoptr (CliResult) result = run_session (options, LOG ("main"));
      g_auto (GStrv) lines = g_strsplit (result->out, "\n", 2);
      g_autofree char *pattern = g_strdup_printf ("(^|[^a-z-])%s($|[^a-z0-9-])", presets[i]);

      g_assert_cmpint (result->status, ==, 0);
      g_assert_true (g_regex_match_simple (pattern, lines[0], 0, 0));
    }
}

static void
test_experiment (void)
{
  static const char steps[] = "{ \"op\": \"schedulerWait\", \"ms\": 5 }, " LOG ("${time}");
  g_autoptr (CliResult) off = run_session ("", steps);
  g_autoptr (CliResult) none = run_session ("--experiment none", steps);

  assert_run ("--experiment=wait", steps, "5\n");
  assert_run ("--experiment render --experiment wait", steps, "5\n");
  g_assert_nonnull (strstr (off->err, "TypeError: scheduler.wait is not a function"));
  g_assert_nonnull (strstr (none->err, "TypeError: scheduler.wait is not a function"));
}

/* The first record says how the loop was started. */
static void
assert_started (const char *options,
                guint       edition,
                guint       clock)
{
  g_autoptr (CliResult) result = run_session (options, LOG ("main"));
  g_autoptr (CliResult) plain = run_session ("--trace=json", LOG ("main"));

  g_assert_cmpint (result->status, ==, 0);
  if (edition == LS_EDITION_2025 && clock == LS_CLOCK_VIRTUAL)
    g_assert_cmpstr (result->out, ==, plain->out);
  else
    g_assert_cmpstr (result->out, !=, plain->out);
}

static void
test_edition (void)
{
  /* Only the edition of 2023 knows options of yield(): there the rest of the body goes behind the other task. */
  static const char steps[] =
    "{ \"op\": \"postTask\", \"body\": [ " LOG ("a") ","
    "  { \"op\": \"yield\", \"priority\": \"background\" }, " LOG ("rest of a") " ] },"
    POST ("user-visible", "b");

  assert_run ("", steps, "a\nrest of a\nb\n");
  assert_run ("--edition=2025", steps, "a\nrest of a\nb\n");
  assert_run ("--edition 2023-yield-options", steps, "a\nb\nrest of a\n");
  assert_started ("--trace=json --edition=2025", LS_EDITION_2025, LS_CLOCK_VIRTUAL);
  assert_started ("--trace=json --edition=2023-yield-options", LS_EDITION_2023_YIELD_OPTIONS, LS_CLOCK_VIRTUAL);
}

static void
test_clock (void)
{
  gint64 start = g_get_monotonic_time ();

  assert_run ("--clock=virtual", TIMER ("10000000", "late"), "late\n");
  assert_run ("--clock=monotonic", TIMER ("120", "late"), "late\n");
  g_assert_cmpint (g_get_monotonic_time () - start, >=, 120000);
  assert_started ("--trace=json --clock=monotonic", LS_EDITION_2025, LS_CLOCK_MONOTONIC);
}

/* What happens up to a step is what happens first in a whole run. */
static void
test_until_step (void)
{
  g_autoptr (CliResult) whole = run_session ("--trace=json", THREE_TASKS);
  gsize last = 0;

  for (guint step = 0; step < 12; step++)
    {
      g_autofree char *options = g_strdup_printf ("--trace=json --until-step=%u", step);
      g_autoptr (CliResult) part = run_session (options, THREE_TASKS);

      g_assert_cmpint (part->status, ==, 0);
      g_assert_true (g_str_has_prefix (whole->out, part->out));
      g_assert_cmpuint (part->out_length, >=, last);
      if (step == 0)
        g_assert_cmpuint (part->out_length, ==, 0);
      else if (step <= 4)
        g_assert_cmpuint (part->out_length, >, last);
      last = part->out_length;
    }
  g_assert_cmpuint (last, ==, whole->out_length);

  assert_run ("--until-step=1", THREE_TASKS, "main\n");
}

/* On threads, with nobody to say who goes next */
static void
test_real (void)
{
  static const char deadlock[] = "{ \"op\": \"memory\", \"name\": \"m\", \"length\": 2 }, { \"op\": \"worker\", \"name\": \"w\", "
                                 "\"body\": [ { \"op\": \"wait\", \"memory\": \"m\", \"index\": 1, \"value\": 0 } ] }";
  g_autoptr (CliResult) result = run_session ("--real", deadlock);
  g_autoptr (CliResult) trace = NULL;

  g_assert_cmpint (result->status, ==, 0);
  g_assert_nonnull (strstr (result->err, "Deadlock: these agents wait, and none is left to wake them: “w” at m[1]\n"));
  trace = run_session ("--real --trace=text", deadlock);
  g_assert_nonnull (strstr (trace->out, "agent-run"));
  g_assert_nonnull (strstr (trace->err, "Deadlock: "));
  assert_run ("--real", LOG ("main") "," TIMER ("2", "late"), "main\nlate\n");
  assert_run ("--real --until-time=400", LOG ("main") "," TIMER ("2", "late") "," TIMER ("100000", "never"), "main\nlate\n");
}

static void
test_until_time (void)
{
  static const char steps[] = LOG ("main") "," TIMER ("10", "ten") "," TIMER ("20", "twenty") ","
                              "{ \"op\": \"timer\", \"ms\": 1, \"repeat\": true, \"body\": [ ] }";

  /* All that is due at the time itself is run. */
  assert_run ("--until-time=10", TIMER ("10", "one") "," TIMER ("10", "two") "," TIMER ("10.001", "three") ","
              TIMER ("11", "late"), "one\ntwo\nthree\n");
  assert_run ("--until-time=9.999", TIMER ("10", "one"), "");
  assert_run ("--until-time=0", LOG ("main") "," POST ("background", "task") "," TIMER ("0", "timer") ","
              TIMER ("1", "late"), "main\ntimer\ntask\n");
  assert_run ("--until-time=5", "{ \"op\": \"work\", \"ms\": 6 }," LOG ("main") ", { \"op\": \"microtask\", \"body\": [ "
              LOG ("late") " ] }", "main\n");
  assert_run ("--until-time=9.5", steps, "main\n");
  assert_run ("--until-time=10.5", steps, "main\nten\n");
  assert_run ("--until-time=30", steps, "main\nten\ntwenty\n");
  assert_run ("--clock=monotonic --until-time=60", steps, "main\nten\ntwenty\n");
  assert_run ("--until-time=30 --until-step=1", steps, "main\n");
}

static void
test_budget (void)
{
  static const char endless[] = LOG ("main") ", { \"op\": \"timer\", \"ms\": 1, \"repeat\": true, \"body\": [ "
                                LOG ("tick") " ] }";
  g_autoptr (CliResult) result = run_session ("--budget=20", endless);
  g_autoptr (CliResult) enough = run_session ("--budget=20 --until-step=3", endless);

  g_assert_cmpint (result->status, ==, 4);
  g_assert_true (g_str_has_prefix (result->out, "main\ntick\ntick\n"));
  g_assert_true (g_str_has_prefix (result->err, "loopscope-cli: standard input: "));
  g_assert_true (strchr (result->err, '\n') == result->err + strlen (result->err) - 1);
  g_assert_cmpint (enough->status, ==, 0);
  g_assert_cmpstr (enough->err, ==, "");
}

static void
test_repeatable (void)
{
  static const char steps[] = THREE_TASKS "," TIMER ("5", "timer") ", { \"op\": \"frames\", \"count\": 10 },"
                              "{ \"op\": \"throw\", \"message\": \"x\" }";
  g_autoptr (CliResult) first = run_session ("--trace=json", steps);

  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (CliResult) again = run_session ("--trace=json", steps);

      cli_assert_ended (again, first->status, first->out, first->err);
    }
}

/* Where the order is another one with some presets, these are told, with the first difference. */
static void
test_all_presets (void)
{
  static const char parting[] =
    "{ \"op\": \"timer\", \"ms\": 0, \"name\": \"t\", \"body\": [] },"
    "{ \"op\": \"postTask\", \"name\": \"u\", \"priority\": \"user-blocking\", \"body\": [] },"
    "{ \"op\": \"post\", \"queue\": \"compositor\", \"name\": \"c\", \"body\": [] }";
  g_autoptr (CliResult) same = run_session ("--preset=all", THREE_TASKS);
  g_autoptr (CliResult) other = run_session ("--preset=all", parting);
  g_autoptr (CliResult) endless = run_session ("--preset=all --budget=50", "{ \"op\": \"timer\", \"ms\": 1, \"repeat\": true, \"body\": [] }");
  g_autoptr (CliResult) failing = run_session ("--preset=all", "{ \"op\": \"throw\", \"message\": \"boom\" }");
  g_autoptr (CliResult) going_on = run_session ("--preset=all --keep-going", "{ \"op\": \"throw\", \"message\": \"boom\" }");
  g_autoptr (CliResult) seeded = run_session ("--seed=3", THREE_TASKS);
  g_autoptr (CliResult) recorded = cli_run_sample ("run --preset=all", "page-signals.json.gz");

  cli_assert_ended (same, 0, "blink, spec, blink-2021, gecko, fair: the order is the same everywhere\n", "");
  cli_assert_ended (other, 1, "blink, gecko: the same order\nspec, blink-2021, fair: task 2 is “c”; with blink it is “u”\n", "");
  g_assert_cmpint (endless->status, ==, 4);
  cli_assert_ended (failing, 1, "blink, spec, blink-2021, gecko, fair: nothing caught “Error: boom”\n", "");
  g_assert_cmpint (going_on->status, ==, 0);
  g_assert_cmpint (seeded->status, ==, 2);
  g_assert_true (g_str_has_prefix (seeded->err, "loopscope-cli: standard input has no random numbers: --seed is for programs in JavaScript\n"));
  g_assert_cmpint (recorded->status, ==, 2);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/run/log", test_log);
  g_test_add_func ("/run/file", test_file);
  g_test_add_func ("/run/control-characters", test_control_characters);
  g_test_add_func ("/run/standard-error", test_standard_error);
  g_test_add_func ("/run/actions", test_actions);
  g_test_add_func ("/run/schedule", test_schedule);
  g_test_add_func ("/run/trace/json", test_trace_json);
  g_test_add_func ("/run/trace/text", test_trace_text);
  g_test_add_func ("/run/preset", test_settings);
  g_test_add_func ("/run/edition", test_edition);
  g_test_add_func ("/run/experiment", test_experiment);
  g_test_add_func ("/run/clock", test_clock);
  g_test_add_func ("/run/until-step", test_until_step);
  g_test_add_func ("/run/real", test_real);
  g_test_add_func ("/run/until-time", test_until_time);
  g_test_add_func ("/run/budget", test_budget);
  g_test_add_func ("/run/repeatable", test_repeatable);
  g_test_add_func ("/run/all-presets", test_all_presets);

  return g_test_run ();
}
