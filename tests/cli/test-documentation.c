/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "cli-util.h"
#include "ls-lint.h"
#include "ls-settings.h"

/* Compares --help, the manual page and what completes command lines with each other. */

static const char *const commands[] = {
  "run", "state", "explain", "compare", "check", "lint", "statistics", "explore", "merge", "export", "convert", "record", "lesson",
  "handout", "grade", "validate", "completion", NULL
};

static char *
source_file (const char *path)
{
  return g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), path, NULL);
}

static char *
read_source_file (const char *path)
{
  g_autofree char *full = source_file (path);
  g_autoptr (GError) error = NULL;
  char *text;

  g_file_get_contents (full, &text, NULL, &error);
  g_assert_no_error (error);

  return text;
}

static int
compare_strings (gconstpointer a,
                 gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static char **
finish_list (GPtrArray *array)
{
  g_ptr_array_sort (array, compare_strings);
  g_ptr_array_add (array, NULL);
  return (char **) g_ptr_array_free (array, FALSE);
}

/* The long options of a command's --help, sorted; with a “=” where they take a value. */
static char **
options_of_help (const char *command)
{
  g_autofree char *arguments = g_strconcat (command, command[0] ? " " : "", "--help", NULL);
  g_autoptr (CliResult) result = cli_run (arguments, NULL);
  g_autoptr (GRegex) regex = g_regex_new ("^  (?:-\\w, )?(--[a-z0-9-]+=?)", G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  GPtrArray *array = g_ptr_array_new ();

  for (g_regex_match (regex, result->out, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL))
    g_ptr_array_add (array, g_match_info_fetch (match, 1));

  return finish_list (array);
}

/* What Bash would offer after a line of words; the last one is what is being typed. Sorted. */
static char **
complete (const char *line)
{
  static const char script[] =
    "source <(\"$1\" completion bash); COMP_WORDS=(loopscope-cli $2); [[ $2 == *' ' || -z $2 ]] && COMP_WORDS+=('');"
    "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=(); _loopscope_cli; printf '%s\\n' \"${COMPREPLY[@]}\"";
  const char *argv[] = { "bash", "--norc", "-u", "-c", script, "bash", cli_path (), line, NULL };
  g_autofree char *out = NULL, *err = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;
  GPtrArray *array = g_ptr_array_new ();
  int status;

  g_spawn_sync (g_getenv ("G_TEST_SRCDIR"), (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, &err, &status,
                &error);
  g_assert_no_error (error);
  g_assert_cmpstr (err, ==, "");
  g_spawn_check_wait_status (status, &error);
  g_assert_no_error (error);

  lines = g_strsplit (out, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i][0] != '\0')
      g_ptr_array_add (array, g_strdup (lines[i]));

  return finish_list (array);
}

static gboolean
have_bash (void)
{
  g_autofree char *bash = g_find_program_in_path ("bash");

  if (bash == NULL)
    g_test_skip ("bash is not installed");
  return bash != NULL;
}

static void
assert_completed (const char *line,
                  const char *expected)
{
  g_auto (GStrv) found = complete (line);
  g_autofree char *joined = g_strjoinv (" ", found);

  g_assert_cmpstr (joined, ==, expected);
}

static void
test_completed_options (void)
{
  if (!have_bash ())
    return;

  for (guint i = 0; commands[i] != NULL; i++)
    {
      g_autofree char *line = g_strconcat (commands[i], " --", NULL);
      g_auto (GStrv) expected = options_of_help (commands[i]);
      g_autofree char *joined = g_strjoinv (" ", expected);

      assert_completed (line, joined);
    }

  assert_completed ("", "--help --version check compare completion convert explain explore export grade handout lesson lint merge record run state statistics "
                    "validate");
  assert_completed ("ru", "run");
  assert_completed ("run --until-s", "--until-step=");
}

static void
test_completed_values (void)
{
  g_autoptr (GPtrArray) presets = g_ptr_array_new ();
  g_auto (GStrv) sorted = NULL;
  g_autofree char *joined = NULL;

  if (!have_bash ())
    return;

  for (guint i = 0; ls_settings_list_presets ()[i] != NULL; i++)
    g_ptr_array_add (presets, g_strdup (ls_settings_list_presets ()[i]));
  sorted = finish_list (g_ptr_array_ref (presets));
  joined = g_strjoinv (" ", sorted);

  assert_completed ("state --preset ", joined);
  assert_completed ("run --preset = ge", "gecko");
  assert_completed ("check --preset = a", "all");
  assert_completed ("run --preset = a", "all");
  assert_completed ("completion ", "--help bash fish zsh");
  assert_completed ("record --sec", "--seconds=");
  assert_completed ("run --edition ", "2023-yield-options 2025");
  assert_completed ("compare --with-preset ", joined);
  assert_completed ("compare --with-edition ", "2023-yield-options 2025");
  assert_completed ("run --experiment ", "currentTaskSignal none priorityInheritance render wait");
  assert_completed ("compare --with-experiment = w", "wait");
  assert_completed ("compare --set-priority ", "");
  assert_completed ("run --clock = v", "virtual");
  assert_completed ("run --trace j", "json");
  assert_completed ("run --budget ", "");
  assert_completed ("state --step 3 --js", "--json");

  for (guint kind = 0; kind < LS_N_LINT_KINDS; kind++)
    {
      g_autofree char *suppress = g_strconcat ("lint --suppress ", ls_lint_kind_to_string (kind), NULL);

      assert_completed (suppress, ls_lint_kind_to_string (kind));
    }
}

static void
test_completed_files (void)
{
  g_autofree char *dir = NULL, *line = NULL, *expected = NULL;

  if (!have_bash ())
    return;

  dir = cli_temp_dir ();
  g_free (cli_write (dir, "one.loopscope", "", 0));
  g_free (cli_write (dir, "other.txt", "", 0));
  line = g_strdup_printf ("run --clock virtual %s/o", dir);
  expected = g_strdup_printf ("%s/one.loopscope", dir);
  assert_completed (line, expected);
  cli_remove_dir (g_steal_pointer (&dir));
}

/* Returns the script for a shell, which the shell can read where it is installed. */
static char *
read_completion (const char *shell)
{
  g_autofree char *arguments = g_strconcat ("completion ", shell, NULL);
  g_autoptr (CliResult) result = cli_run (arguments, NULL);
  g_autofree char *program = g_find_program_in_path (shell);
  g_autofree char *dir = cli_temp_dir ();
  g_autofree char *file = cli_write (dir, "script", result->out, -1);
  const char *argv[] = { program, "-n", file, NULL };
  g_autofree char *err = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (result->status, ==, 0);
  g_assert_cmpstr (result->err, ==, "");
  if (program != NULL)
    {
      g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, &err, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (err, ==, "");
    }
  cli_remove_dir (g_steal_pointer (&dir));

  return g_steal_pointer (&result->out);
}

/* Each option of each command's help is in the scripts, and no others are. */
static void
test_completion_scripts (void)
{
  g_autofree char *bash = read_completion ("bash");
  g_autofree char *zsh = read_completion ("zsh");
  g_autofree char *fish = read_completion ("fish");
  guint n_zsh = 0, n_fish = 0, n_options = 0;

  g_assert_true (g_str_has_prefix (zsh, "#compdef loopscope-cli\n"));
  g_assert_nonnull (strstr (bash, "\ncomplete -F _loopscope_cli loopscope-cli\n"));
  for (guint i = 0; commands[i] != NULL; i++)
    {
      g_auto (GStrv) options = options_of_help (commands[i]);
      g_autofree char *begin = g_strdup_printf ("\n    %s)\n", commands[i]);
      g_autofree char *fish_command = g_strdup_printf ("complete -c loopscope-cli -n __fish_use_subcommand -a %s -d '", commands[i]);
      const char *section = strstr (zsh, begin);
      g_autofree char *of_command = NULL;

      g_assert_nonnull (section);
      of_command = g_strndup (section, strstr (section, ";;") - section);
      g_assert_nonnull (strstr (fish, fish_command));
      for (guint j = 0; options[j] != NULL; j++, n_options++)
        {
          g_autofree char *name = g_strndup (options[j] + 2, strcspn (options[j] + 2, "="));
          g_autofree char *in_zsh = g_strdup_printf ("        '*%s[", options[j]);
          g_autofree char *in_fish = g_strdup_printf (" -n '__fish_seen_subcommand_from %s' -l %s ", commands[i], name);

          if (strstr (of_command, in_zsh) == NULL || strstr (fish, in_fish) == NULL)
            g_error ("%s of %s cannot be completed", options[j], commands[i]);
        }
    }

  for (const char *at = zsh; (at = strstr (at, "        '*--")) != NULL; at++)
    n_zsh++;
  for (const char *at = fish; (at = strstr (at, "_from ")) != NULL; at++)
    n_fish += strstr (at, " -l ") != NULL && strstr (at, " -l ") < strchr (at, '\n');
  g_assert_cmpuint (n_zsh, ==, n_options);
  g_assert_cmpuint (n_fish, ==, n_options);
  g_assert_nonnull (strstr (zsh, "'*--preset=[Choose between task queues like this preset]:NAME:(blink spec blink-2021 gecko fair)'"));
  g_assert_nonnull (strstr (zsh, "wait\\:background="));
  g_assert_nonnull (strstr (fish, " -l clock -x -a 'virtual monotonic' -d '"));
}

/* What fish completes, where it is installed. */
static void
test_completed_by_fish (void)
{
  static const char script[] =
    "$argv[1] completion fish | source; complete -C 'loopscope-cli stati'; complete -C 'loopscope-cli run --until-s';"
    "complete -C 'loopscope-cli check --preset a'; complete -C 'loopscope-cli completion z'";
  g_autofree char *fish = g_find_program_in_path ("fish");
  const char *argv[] = { fish, "--no-config", "-c", script, cli_path (), NULL };
  g_autofree char *out = NULL;
  g_autoptr (GError) error = NULL;

  /* build-aux/deps installs it, so that nothing is skipped where it has run. What it would complete is compared with the table of
   * --help in any case. */
  if (fish == NULL)
    {
      g_test_skip ("fish is not installed");
      return;
    }
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (out, ==, "statistics\tPrint how long tasks waited and ran\n"
                   "--until-step\tStop after this step\n"
                   "all\tChoose between task queues like this preset; “all” tries each of them\nzsh\n");
}

/* The manual page in plain letters: without the escapes of groff. */
static char *
read_manual (void)
{
  g_autofree char *text = read_source_file ("docs/man/loopscope-cli.1");
  g_autoptr (GString) string = g_string_new (text);

  g_string_replace (string, "\\-", "-", 0);
  return g_string_free (g_steal_pointer (&string), FALSE);
}

/* The part of the manual that speaks of a command, or the one of the options that several share. */
static char *
section_of_manual (const char *manual,
                   const char *heading)
{
  g_autofree char *line = g_strdup_printf ("\n.SS %s\n", heading);
  const char *start = strstr (manual, line);
  const char *end;

  g_assert_nonnull (start);
  start += strlen (line);
  end = strstr (start, "\n.S");
  return end != NULL ? g_strndup (start, end - start) : g_strdup (start);
}

/* Each option of --help is in the manual, and each of the manual's in --help. */
static void
test_manual_options (void)
{
  g_autofree char *manual = read_manual ();
  g_autofree char *shared = section_of_manual (manual, "Commands that run a session");

  for (guint i = 0; commands[i] != NULL; i++)
    {
      g_autofree char *heading = g_strconcat ("loopscope-cli ", commands[i], NULL);
      g_autofree char *section = section_of_manual (manual, heading);
      g_auto (GStrv) options = options_of_help (commands[i]);
      g_autoptr (GRegex) regex = g_regex_new ("^\\.B[IR]? (--[a-z0-9-]+=?)", G_REGEX_MULTILINE, 0, NULL);
      g_autoptr (GMatchInfo) match = NULL;

      g_assert_nonnull (options[0]);
      for (guint j = 0; options[j] != NULL; j++)
        {
          if (g_str_equal (options[j], "--help"))
            continue;
          if (strstr (section, options[j]) == NULL && strstr (shared, options[j]) == NULL)
            g_error ("the manual does not mention %s of %s", options[j], commands[i]);
        }

      for (g_regex_match (regex, section, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL))
        {
          g_autofree char *option = g_match_info_fetch (match, 1);

          if (!g_strv_contains ((const char *const *) options, option))
            g_error ("%s --help does not mention the manual's %s", commands[i], option);
        }
    }

  g_assert_nonnull (strstr (manual, "--help"));
  g_assert_nonnull (strstr (manual, "--version"));
}

static void
test_manual_values (void)
{
  g_autofree char *manual = read_manual ();
  g_autofree char *shared = section_of_manual (manual, "Commands that run a session");
  g_autofree char *lints = section_of_manual (manual, "loopscope-cli lint");
  const char *const *presets = ls_settings_list_presets ();

  for (guint i = 0; presets[i] != NULL; i++)
    {
      g_autofree char *pattern = g_strdup_printf ("^\\.BR? %s( [,.])?$", presets[i]);

      g_assert_true (g_regex_match_simple (pattern, shared, G_REGEX_MULTILINE, 0));
    }
  for (guint kind = 0; kind < LS_N_LINT_KINDS; kind++)
    {
      const char *name = ls_lint_kind_to_string (kind);
      g_autofree char *pattern = g_strdup_printf ("^\\.BR? %s( ,)?$", name);

      if (!g_regex_match_simple (pattern, lints, G_REGEX_MULTILINE, 0))
        g_error ("the manual does not mention the lint %s", name);
    }
  for (guint status = 0; status <= 5; status++)
    {
      g_autofree char *item = g_strdup_printf ("\n.TP\n.B %u\n", status);

      g_assert_nonnull (strstr (manual, item));
    }
}

/* Nothing in a page is more than groff knows. */
static void
check_format (const char *file)
{
  g_autofree char *groff = g_find_program_in_path ("groff");
  const char *argv[] = { groff, "-man", "-Tutf8", "-Kutf8", "-ww", "-z", file, NULL };
  g_autofree char *err = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_assert_nonnull (groff);
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, &err, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (err, ==, "");
  g_assert_cmpint (status, ==, 0);
}

static void
test_manual_format (void)
{
  g_autofree char *of_cli = source_file ("docs/man/loopscope-cli.1");
  g_autofree char *of_window = source_file ("docs/man/loopscope.1");

  check_format (of_cli);
  check_format (of_window);
}

/* loopscope(1) has the options of the window's command line. */
static void
test_manual_of_window (void)
{
  g_autofree char *manual = read_source_file ("docs/man/loopscope.1");
  g_autofree char *code = read_source_file ("src/app/window/ls-watch-option.c");
  g_autoptr (GRegex) regex = g_regex_new ("^    \\{ \"([a-z-]+)\", 0, 0, G_OPTION_ARG_NONE", G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GString) plain = g_string_new (manual);
  guint n = 0;

  g_string_replace (plain, "\\-", "-", 0);
  for (g_regex_match (regex, code, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL), n++)
    {
      g_autofree char *name = g_match_info_fetch (match, 1);
      g_autofree char *item = g_strdup_printf ("\n.TP\n.B --%s\n", name);

      if (strstr (plain->str, item) == NULL)
        g_error ("the manual does not mention --%s of the window", name);
    }
  g_assert_cmpuint (n, ==, 3);
}

/* loopscope-session(5), which is made of the page of the documentation, has all that stands there. */
static void
test_manual_of_sessions (void)
{
  g_autofree char *script = source_file ("build-aux/manual");
  g_autofree char *page = source_file ("docs/session-format.md");
  const char *argv[] = { script, page, "loopscope-session", "5", "what a file has in it", NULL };
  static const char *const parts[] = {
    ".TH LOOPSCOPE\\-SESSION 5 ", "\n.SH THE TOP\n", "\n.SS Steps\n", "\n.TP\n\\fB\\(dqnobodyWaits", "\n.TP\n\\fBpostTask\\fR\n",
    "\\(dqwaited\\(dq: {\\(dqtask", "// expect\\-waited: tap <= 16 ms\n", "\n.SH LESSON\n", "\n.BR loopscope (1),\n",
  };
  g_autofree char *dir = cli_temp_dir ();
  g_autofree char *file = NULL, *out = NULL, *err = NULL;
  g_autoptr (GError) error = NULL;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, &err, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (err, ==, "");
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (strstr (out, parts[i]) == NULL)
      g_error ("the manual of sessions lacks %s", parts[i]);
  /* No sign of Markdown is left, outside code. */
  g_assert_null (strstr (out, "\n|"));
  g_assert_null (strstr (out, "]("));
  g_assert_null (strstr (out, "\n\\(ga"));

  file = cli_write (dir, "page.5", out, -1);
  check_format (file);
  cli_remove_dir (g_steal_pointer (&dir));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/documentation/completion/options", test_completed_options);
  g_test_add_func ("/documentation/completion/values", test_completed_values);
  g_test_add_func ("/documentation/completion/files", test_completed_files);
  g_test_add_func ("/documentation/completion/scripts", test_completion_scripts);
  g_test_add_func ("/documentation/completion/fish", test_completed_by_fish);
  g_test_add_func ("/documentation/manual/options", test_manual_options);
  g_test_add_func ("/documentation/manual/values", test_manual_values);
  g_test_add_func ("/documentation/manual/format", test_manual_format);
  g_test_add_func ("/documentation/manual/window", test_manual_of_window);
  g_test_add_func ("/documentation/manual/sessions", test_manual_of_sessions);

  return g_test_run ();
}
