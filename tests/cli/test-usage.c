/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "cli-util.h"
#include "ls-settings.h"
#include "ls-version.h"

typedef struct
{
  const char *name;
  const char *arguments;
  const char *message;
  const char *command;    /* whose help is named */
} Misuse;

static const Misuse misuses[] = {
  { "no-command", "", "No command given", NULL },
  { "unknown-command", "walk", "“walk” is not a command", NULL },
  { "swapped-letters", "rnu x", "“rnu” is not a command; did you mean “run”?", NULL },
  { "misspelt-command", "chekc x", "“chekc” is not a command; did you mean “check”?", NULL },
  { "beginning-of-command", "stat x", "“stat” is not a command; did you mean “state”?", NULL },
  { "other-beginning-of-command", "statis x", "“statis” is not a command; did you mean “statistics”?", NULL },
  { "long-command", "123456789012345678901234567890123456789012345678901234567890",
    "“123456789012345678901234567890123456789012345678901234567890” is not a command", NULL },
  { "misspelt-option-before-command", "--verison", "Unknown option --verison; did you mean “--version”?", NULL },
  { "run/misspelt-option", "run --untilstep=3 a", "Unknown option --untilstep=3; did you mean “--until-step”?", "run" },
  { "run/option-of-other-command", "run --suppress=x a", "Unknown option --suppress=x", "run" },
  { "check/update-presets", "check --update --preset=all a", "--update cannot be combined with --preset=all", "check" },
  { "check/update-seed", "check --update --seed=1 a", "--update cannot be combined with --seed", "check" },
  { "check/presets-seed", "check --seed=1..2 --preset=all a", "--preset=all cannot be combined with --seed", "check" },
  { "check/seed-word", "check --seed=lucky a",
    "--seed is “lucky”; expected a whole number from 0 to 4294967295, or two such as 1..100", "check" },
  { "completion/no-shell", "completion", "Expected one shell: bash, zsh or fish", "completion" },
  { "completion/shell", "completion tcsh", "“tcsh” is not a shell; expected one of: bash, zsh, fish", "completion" },
  { "completion/misspelt-shell", "completion fihs", "“fihs” is not a shell; did you mean “fish”?", "completion" },
  { "unknown-option-before-command", "--loud run x", "Unknown option --loud", NULL },
  { "run/option-of-none", "run --version", "Unknown option --version", "run" },
  { "run/no-file", "run", "No file given; expected a session file or “-” for standard input", "run" },
  { "run/two-files", "run a b", "Unexpected argument “b”; expected a single file, or scripts only", "run" },
  { "run/unknown-option", "run --loud a", "Unknown option --loud", "run" },
  { "run/unknown-short-option", "run -x a", "Unknown option -x", "run" },
  { "run/missing-value", "run --preset", "Missing argument for --preset", "run" },
  { "run/trace", "run --trace=xml a", "“xml” is not a trace format; expected one of: text, json", "run" },
  { "run/edition", "run --edition=1999 a", "“1999” is not an edition; expected one of: 2025, 2023-yield-options", "run" },
  { "run/experiment", "run --experiment=sleep a",
    "“sleep” is not an experiment; expected one of: wait, render, currentTaskSignal, priorityInheritance, none", "run" },
  { "run/misspelt-trace", "run --trace=jsno a", "“jsno” is not a trace format; did you mean “json”?", "run" },
  { "run/misspelt-preset", "run --preset=gekco a", "“gekco” is not a preset; did you mean “gecko”?", "run" },
  { "run/misspelt-all-presets", "run --preset=al a", "“al” is not a preset; did you mean “all”?", "run" },
  { "state/misspelt-preset", "state --preset=al --step=1 a",
    "“al” is not a preset; expected one of: blink, spec, blink-2021, gecko, fair", "state" },
  { "run/misspelt-edition", "run --edition=2052 a", "“2052” is not an edition; did you mean “2025”?", "run" },
  { "run/beginning-of-edition", "run --edition=2023-yield a", "“2023-yield” is not an edition; did you mean “2023-yield-options”?", "run" },
  { "run/misspelt-experiment", "run --experiment=currenttasksignal a",
    "“currenttasksignal” is not an experiment; did you mean “currentTaskSignal”?", "run" },
  { "run/misspelt-no-experiment", "run --experiment=non a", "“non” is not an experiment; did you mean “none”?", "run" },
  { "run/misspelt-clock", "run --clock=virtaul a", "“virtaul” is not a clock; did you mean “virtual”?", "run" },
  { "export/no-format", "export a",
    "No format given; expected --format and one of: csv, json, jsonl, trace, chrome, chrome-gzip, perfetto, sysprof", "export" },
  { "export/format", "export --format=pdf a",
    "“pdf” is not a format; expected one of: csv, json, jsonl, trace, chrome, chrome-gzip, perfetto, sysprof", "export" },
  { "export/misspelt-format", "export --format=perffeto a", "“perffeto” is not a format; did you mean “perfetto”?", "export" },
  { "export/misspelt-kind", "export --format=csv --kind=task-postet a",
    "“task-postet” is not a kind of record; did you mean “task-posted”?", "export" },
  { "export/priority", "export --format=csv --priority=high a",
    "“high” is not a priority; expected one of: user-blocking, user-visible, background, none", "export" },
  { "export/misspelt-priority", "export --format=csv --priority=backgroud a",
    "“backgroud” is not a priority; did you mean “background”?", "export" },
  { "lint/misspelt-suppress", "lint --suppress=long-taks a", "“long-taks” is not a kind of lint; did you mean “long-task”?", "lint" },
  { "lint/misspelt-budget", "lint --fail-on=longest-taks=50ms a",
    "“longest-taks=50ms” is not a budget; did you mean “longest-task”?", "lint" },
  { "lint/misspelt-wait", "lint --fail-on=wait:user-blokcing=5 a",
    "“wait:user-blokcing=5” is not a budget; did you mean “wait:user-blocking”?", "lint" },
  { "lint/misspelt-lint", "lint --fail-on=clampd-timer a", "“clampd-timer” is not a budget; did you mean “clamped-timer”?", "lint" },
  { "run/experiment-none", "run --experiment wait --experiment none a",
    "“none” turns all experiments off and cannot be combined with others", "run" },
  { "run/real", "run --real --clock=virtual a", "--real always uses the monotonic clock", "run" },
  { "run/clock", "run --clock=sundial a", "“sundial” is not a clock; expected one of: virtual, monotonic", "run" },
  { "run/budget-zero", "run --budget=0 a", "--budget is “0”; expected a whole number from 1 to 4294967295", "run" },
  { "run/keep-records-few", "run --keep-records=9999 a",
    "--keep-records is “9999”; expected a whole number from 10000 to 4294967295", "run" },
  { "run/memory-little", "run --memory=15 a", "--memory is “15”; expected a whole number from 16 to 4294967295", "run" },
  { "run/budget-word", "run --budget=much a",
    "--budget is “much”; expected a whole number from 1 to 4294967295", "run" },
  { "run/until-step-negative", "run --until-step -1 a",
    "--until-step is “-1”; expected a whole number from 0 to 4294967295", "run" },
  { "run/until-step-big", "run --until-step 4294967296 a",
    "--until-step is “4294967296”; expected a whole number from 0 to 4294967295", "run" },
  { "run/until-step-fraction", "run --until-step 1.5 a",
    "--until-step is “1.5”; expected a whole number from 0 to 4294967295", "run" },
  { "run/until-time-word", "run --until-time soon a",
    "--until-time is “soon”; expected milliseconds from 0 to 31557600000000", "run" },
  { "run/until-time-infinite", "run --until-time inf a",
    "--until-time is “inf”; expected milliseconds from 0 to 31557600000000", "run" },
  { "run/until-time-empty", "run --until-time= a",
    "--until-time is “”; expected milliseconds from 0 to 31557600000000", "run" },
  { "run/until-time-negative", "run --until-time=-5 a",
    "--until-time is “-5”; expected milliseconds from 0 to 31557600000000", "run" },
  { "run/until-time-hexadecimal", "run --until-time=0x10 a",
    "--until-time is “0x10”; expected milliseconds from 0 to 31557600000000", "run" },
  { "run/until-time-big", "run --until-time=31557600000001 a",
    "--until-time is “31557600000001”; expected milliseconds from 0 to 31557600000000", "run" },
  { "run/seed-word", "run --seed=lucky a",
    "--seed is “lucky”; expected a whole number from 0 to 4294967295, or two such as 1..100", "run" },
  { "run/seed-empty", "run --seed= a", "--seed is “”; expected a whole number from 0 to 4294967295, or two such as 1..100", "run" },
  { "run/seed-backwards", "run --seed=5..4 a",
    "--seed is “5..4”; expected a whole number from 0 to 4294967295, or two such as 1..100", "run" },
  { "run/seed-big", "run --seed=1..4294967296 a",
    "--seed is “1..4294967296”; expected a whole number from 0 to 4294967295, or two such as 1..100", "run" },
  { "run/seeds-trace", "run --seed=1..4 --trace=text a", "--seed=N..M cannot be combined with --trace", "run" },
  { "run/presets-seed", "run --seed=1 --preset=all a", "--preset=all cannot be combined with --seed", "run" },
  { "run/presets-step", "run --preset=all --until-step=3 a", "--preset=all cannot be combined with --until-step", "run" },
  { "run/presets-real", "run --preset=all --real a", "--preset=all cannot be combined with --real", "run" },
  { "state/no-step", "state a", "No step given; expected --step N", "state" },
  { "state/step", "state --step=last a", "--step is “last”; expected a whole number from 0 to 4294967295", "state" },
  { "state/no-file", "state --step 1", "No file given; expected a session file or “-” for standard input",
    "state" },
  { "state/option-of-run", "state --trace=text --step 1 a", "Unknown option --trace=text", "state" },
  { "explain/no-step", "explain a", "No step given; expected --step N", "explain" },
  { "explain/task", "explain --step 1 --task 0 a", "--task is “0”; expected a whole number from 1 to 4294967295",
    "explain" },
  { "explain/two-files", "explain --step 1 a b", "Unexpected argument “b”; expected a single file, or scripts only", "explain" },
  { "check/no-file", "check", "No file given; expected a session file or “-” for standard input", "check" },
  { "check/standard-input-twice", "check - -",
    "“-” is given more than once, but standard input can be read only once", "check" },
  { "explore/no-file", "explore", "No file given; expected a session file or “-” for standard input", "explore" },
  { "explore/two-files", "explore a b", "Unexpected argument “b”; expected a single file, or scripts only", "explore" },
  { "explore/bound", "explore --bound=x a", "--bound is “x”; expected a whole number from 0 to 1000", "explore" },
  { "explore/random", "explore --random=-1 a", "--random is “-1”; expected a whole number from 0 to 18446744073709551615", "explore" },
  { "explore/no-runs", "explore --random=1 --runs=0 a", "--runs is “0”; expected a whole number from 1 to 9223372036854775807",
    "explore" },
  { "explore/runs-alone", "explore --runs=3 a", "--runs needs --random", "explore" },
  { "explore/random-bound", "explore --random=1 --bound=2 a", "--random and --bound cannot be combined", "explore" },
  { "explore/piece", "explore --piece=3/2 a", "“3/2” is not a piece: expected K/N, the number of a piece and how many there are (10000 at most)",
    "explore" },
  { "explore/no-piece", "explore --piece=2 a", "“2” is not a piece: expected K/N, the number of a piece and how many there are (10000 at most)",
    "explore" },
  { "explore/piece-alone", "explore --piece=1/2 a", "--piece needs --checkpoint FILE", "explore" },
  { "merge/no-file", "merge", "Expected a session, and the pieces of its exploration", "merge" },
  { "merge/no-piece", "merge a", "Expected a session, and the pieces of its exploration", "merge" },
  { "explore/resume-nothing", "explore --resume a", "--resume needs --checkpoint FILE", "explore" },
  { "record/no-program", "record", "Expected a program", "record" },
  { "record/pid", "record --pid=0", "--pid is “0”; expected a whole number from 1 to 2147483647", "record" },
  { "record/full-urls-alone", "record --full-urls -- a", "--full-urls needs --page or --browser", "record" },
  { "record/firefox-alone", "record --firefox -- a", "--firefox needs --page", "record" },
  { "record/firefox-joined", "record --firefox --browser=9222",
    "--firefox starts a browser, and --browser joins one that runs: expected one of them", "record" },
  { "record/photograph-of-program", "record --photograph -- a", "Expected --page or --browser with --photograph", "record" },
  { "record/photograph-of-node", "record --node --photograph -- a",
    "Node.js does not say what is in its queues: only Chromium can be photographed", "record" },
  { "record/photograph-of-firefox", "record --page=a --firefox --photograph",
    "Firefox does not say what is in its queues: only Chromium can be photographed", "record" },
  { "record/stacks-of-firefox", "record --page=a --firefox --stacks",
    "Firefox is not asked for callers: --stacks does not apply", "record" },
  { "record/photograph-late", "record --page=a --seconds=2 --photograph-at=2",
    "Expected a time for --photograph-at that is less than that of --seconds", "record" },
  { "record/photograph-when", "record --page=a --photograph-at=soon",
    "--photograph-at is “soon”; expected a whole number from 1 to 2147483647", "record" },
  { "record/json-alone", "record --page=a --json", "Expected --photograph or --photograph-at with --json", "record" },
  { "convert/no-file", "convert", "No file given; expected a session file or “-” for standard input", "convert" },
  { "convert/two-files", "convert a b", "Expected a single file, found “b” as well", "convert" },
  { "convert/preset", "convert --preset=netscape a",
    "“netscape” is not a preset; expected one of: blink, spec, blink-2021, gecko, fair", "convert" },
  { "convert/misspelt-preset", "convert --preset=blnk a", "“blnk” is not a preset; did you mean “blink”?", "convert" },
  { "convert/yield-every", "convert --yield-every=0x5 a", "--yield-every is “0x5”; expected a number from 0.1 to 86400000", "convert" },
  { "convert/longer-than-alone", "convert --longer-than=5 a", "--longer-than needs --yield-every", "convert" },
  { "convert/work-scale", "convert --work-scale=1001 a", "--work-scale is “1001”; expected a number from 0.01 to 1000", "convert" },
  { "convert/priority", "convert --priority=decode a",
    "found “decode”, expected a pattern for names of tasks, “=” and a priority, such as “decode*=background”", "convert" },
  { "convert/misspelt-priority", "convert --priority=decode*=backgroud a",
    "“backgroud” is not a priority; did you mean “background”?", "convert" },
  { "convert/no-priority", "convert --priority=decode=urgent a",
    "“urgent” is not a priority; expected one of: user-blocking, user-visible, background", "convert" },
  { "convert/without", "convert --without= a", "found an empty pattern, expected one for names of tasks, such as “decode*”",
    "convert" },
  { "validate/no-file", "validate", "No file given; expected a session file or “-” for standard input",
    "validate" },
  { "validate/standard-input-twice", "validate - a -",
    "“-” is given more than once, but standard input can be read only once", "validate" },
  { "validate/option-of-run", "validate --preset=spec a", "Unknown option --preset=spec", "validate" },
};

static void
test_misuse (gconstpointer data)
{
  const Misuse *misuse = data;
  g_autoptr (CliResult) result = cli_run (misuse->arguments, NULL);
  g_autofree char *expected = NULL;

  expected = g_strdup_printf ("loopscope-cli: %s\nTry “loopscope-cli%s%s --help”.\n", misuse->message,
                              misuse->command ? " " : "", misuse->command ? misuse->command : "");
  cli_assert_ended (result, 2, "", expected);
}

static void
test_unknown_preset (void)
{
  const char *const *presets = ls_settings_list_presets ();
  g_autoptr (CliResult) result = cli_run ("check --preset=turbo a", NULL);

  g_assert_cmpint (result->status, ==, 2);
  g_assert_true (g_str_has_prefix (result->err, "loopscope-cli: “turbo” is not a preset; expected one of: "));
  for (guint i = 0; presets[i] != NULL; i++)
    g_assert_nonnull (strstr (result->err, presets[i]));
}

/* A message is one line whatever an argument holds. */
static void
test_escaped_arguments (void)
{
  static const char *const arguments[] = { "run", "--preset=a\nb\x1b[31m\302\233", "x", NULL };
  static const char *const command[] = { "r\xffn\u2028", NULL };
  g_autoptr (CliResult) result = cli_runv (arguments, NULL, 0);
  g_autoptr (CliResult) unknown = cli_runv (command, NULL, 0);

  g_assert_true (g_str_has_prefix (result->err, "loopscope-cli: “a\\nb\\u001b[31m\\u009b” is not a preset"));
  g_assert_true (g_str_has_prefix (unknown->err, "loopscope-cli: “r\357\277\275n\\u2028” is not a command\n"));
}

static void
test_version (void)
{
  g_autoptr (CliResult) result = cli_run ("--version", NULL);
  g_autofree char *expected = g_strdup_printf ("loopscope-cli %s\n", ls_get_version ());

  cli_assert_ended (result, 0, expected, "");
}

static void
test_overall_help (void)
{
  g_autoptr (CliResult) result = cli_run ("--help", NULL);
  g_autoptr (CliResult) short_option = cli_run ("-h", NULL);

  g_assert_cmpint (result->status, ==, 0);
  g_assert_cmpstr (result->err, ==, "");
  g_assert_true (g_str_has_prefix (result->out, "Usage:\n  loopscope-cli [OPTION…] COMMAND …\n"));
  g_assert_nonnull (strstr (result->out, "\nCommands:\n"));
  g_assert_cmpstr (result->out, ==, short_option->out);
}

static void
test_help (gconstpointer data)
{
  const char *command = data;
  g_autofree char *arguments = g_strconcat (command, " --help", NULL);
  g_autofree char *usage = g_strdup_printf ("Usage:\n  loopscope-cli %s [OPTION…] FILE", command);
  g_autofree char *listed = g_strdup_printf ("\n  %-9s ", command);
  g_autoptr (CliResult) result = cli_run (arguments, NULL);
  g_autoptr (CliResult) overall = cli_run ("--help", NULL);

  g_assert_cmpint (result->status, ==, 0);
  g_assert_cmpstr (result->err, ==, "");
  g_assert_true (g_str_has_prefix (result->out, usage));
  g_assert_nonnull (strstr (result->out, "Exit status:\n  0  success\n"));
  g_assert_nonnull (strstr (overall->out, listed));
}

static void
test_full_disk (void)
{
  g_autofree char *line = g_strdup_printf ("'%s' --help > /dev/full", cli_path ());
  const char *argv[] = { "/bin/sh", "-c", line, NULL };
  g_autofree char *err = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  if (!g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    {
      g_test_skip ("there is no /dev/full");
      return;
    }

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, &err, &status, &error);
  g_assert_no_error (error);
  g_spawn_check_wait_status (status, &error);
  g_assert_error (error, G_SPAWN_EXIT_ERROR, 5);
  g_assert_cmpstr (err, ==, "loopscope-cli: Could not write to standard output: No space left on device\n");
}

int
main (int   argc,
      char *argv[])
{
  static const char *const commands[] = { "run", "state", "explain", "compare", "check", "explore", "validate" };

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (misuses); i++)
    {
      g_autofree char *path = g_strconcat ("/usage/misuse/", misuses[i].name, NULL);

      g_test_add_data_func (path, &misuses[i], test_misuse);
    }
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *path = g_strconcat ("/usage/help/", commands[i], NULL);

      g_test_add_data_func (path, commands[i], test_help);
    }
  g_test_add_func ("/usage/help", test_overall_help);
  g_test_add_func ("/usage/unknown-preset", test_unknown_preset);
  g_test_add_func ("/usage/escaped-arguments", test_escaped_arguments);
  g_test_add_func ("/usage/version", test_version);
  g_test_add_func ("/usage/full-disk", test_full_disk);

  return g_test_run ();
}
