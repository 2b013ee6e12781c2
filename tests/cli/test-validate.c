/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "cli-util.h"

#define LOG "{ \"op\": \"log\", \"text\": \"main\" }"

static void
test_good (void)
{
  g_autofree char *session = cli_session (LOG, "");
  char *dir = cli_temp_dir ();
  g_autofree char *one = cli_write (dir, "one.loopscope", session, -1);
  g_autofree char *two = cli_write (dir, "two.loopscope", session, -1);
  const char *arguments[] = { "validate", one, "-", two, NULL };
  g_autoptr (CliResult) result = cli_runv (arguments, session, -1);

  cli_assert_ended (result, 0, "", "");
  cli_remove_dir (dir);
}

/* A line for each bad file, in the order of the command line. */
static void
test_bad (void)
{
  g_autofree char *good = cli_session (LOG, "");
  g_autofree char *bad = cli_session (LOG ", { \"op\": \"dance\" }", "");
  char *dir = cli_temp_dir ();
  g_autofree char *one = cli_write (dir, "one.loopscope", bad, -1);
  g_autofree char *two = cli_write (dir, "two.loopscope", good, -1);
  g_autofree char *three = g_build_filename (dir, "three.loopscope", NULL);
  const char *arguments[] = { "validate", one, two, three, "-", NULL };
  g_autoptr (CliResult) result = cli_runv (arguments, "{}", -1);
  g_auto (GStrv) lines = g_strsplit (result->out, "\n", -1);
  g_autofree char *first = g_strconcat (one, ": /program/main/1/op: ", NULL);
  g_autofree char *second = g_strconcat (three, ": ", NULL);

  g_assert_cmpint (result->status, ==, 3);
  g_assert_cmpstr (result->err, ==, "");
  g_assert_cmpuint (g_strv_length (lines), ==, 4);
  g_assert_true (g_str_has_prefix (lines[0], first));
  g_assert_nonnull (strstr (lines[0], "dance"));
  g_assert_nonnull (strstr (lines[0], "expected"));
  g_assert_true (g_str_has_prefix (lines[1], second));
  g_assert_true (g_str_has_prefix (lines[2], "standard input: /"));

  cli_remove_dir (dir);
}

/* The names in the actions of pages are looked up in the program that they are for. */
static void
test_lesson (void)
{
  g_autofree char *session = cli_session (LOG, ", \"lesson\": { \"id\": \"x\", \"pages\": [ { \"title\": \"T\", \"text\": [ \"x\" ] }, "
    "{ \"title\": \"T\", \"text\": [ \"x\" ], \"actions\": [ { \"at\": { \"turn\": 1 }, \"do\": { \"op\": \"abort\", "
    "\"controller\": \"c\" } } ] } ] }");
  char *dir = cli_temp_dir ();
  g_autofree char *path = cli_write (dir, "a.loopscope", session, -1);
  const char *arguments[] = { "validate", path, NULL };
  g_autoptr (CliResult) result = cli_runv (arguments, NULL, 0);
  g_autofree char *expected = g_strconcat (path, ": /lesson/pages/1: session: /actions/0/do/controller: found “c”", NULL);

  g_assert_cmpint (result->status, ==, 3);
  g_assert_cmpstr (result->err, ==, "");
  if (!g_str_has_prefix (result->out, expected))
    g_error ("found %s", result->out);

  cli_remove_dir (dir);
}

/* A line stays a line that a terminal does not obey, whatever names and texts hold. */
static void
test_escaped (void)
{
  g_autofree char *bad = cli_session ("{ \"op\": \"da\\nnce\\u001b[31m\" }", "");
  char *dir = cli_temp_dir ();
  g_autofree char *path = cli_write (dir, "a\nb\x1b[1m\xff.loopscope", bad, -1);
  const char *arguments[] = { "validate", path, NULL };
  g_autoptr (CliResult) result = cli_runv (arguments, NULL, 0);

  g_assert_cmpint (result->status, ==, 3);
  g_assert_nonnull (strstr (result->out, "/a\\nb\\u001b[1m\\xff.loopscope: /program/main/0/op: "));
  g_assert_null (strchr (result->out, '\x1b'));
  g_assert_true (strchr (result->out, '\n') == result->out + result->out_length - 1);

  cli_remove_dir (dir);
}

static void
assert_run_in (const char         *dir,
               const char *const  *arguments,
               int                 status,
               const char         *out)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                                                                        G_SUBPROCESS_FLAGS_STDERR_MERGE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *found = NULL;

  g_subprocess_launcher_set_cwd (launcher, dir);
  process = g_subprocess_launcher_spawnv (launcher, arguments, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &found, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (found, ==, out);
  g_assert_cmpint (cli_wait (process), ==, status);
}

/* Messages name a file as the command line does, and what looks like an option or a URI can be a file. */
static void
test_names (void)
{
  static const char *const names[] = { "--help", "--", "a:b", "file:x", "c d", "e\nf", "%41", "#g", "\xff" };
  static const char *const shown[] = { "--help", "--", "a:b", "file:x", "c d", "e\\nf", "%41", "#g", "\\xff" };
  g_autofree char *cli = g_canonicalize_filename (cli_path (), NULL);
  g_autofree char *session = cli_session (LOG, "");
  char *dir = cli_temp_dir ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *validate[] = { cli, "validate", "--", names[i], NULL };
      const char *run[] = { cli, "run", "--", names[i], NULL };
      g_autofree char *missing = g_strdup_printf ("%s: Could not read the file: No such file\n", shown[i]);
      g_autofree char *bad = g_strdup_printf ("%s: /format: found nothing, expected “loopscope-session”\n", shown[i]);
      g_autofree char *message = g_strconcat ("loopscope-cli: ", bad, NULL);

      assert_run_in (dir, validate, 3, missing);
      g_free (cli_write (dir, names[i], "{}", -1));
      assert_run_in (dir, validate, 3, bad);
      assert_run_in (dir, run, 3, message);
      g_free (cli_write (dir, names[i], session, -1));
      assert_run_in (dir, validate, 0, "");
      assert_run_in (dir, run, 0, "main\n");
    }

  {
    g_autofree char *uri = g_strdup_printf ("file://%s/a:b", dir);
    const char *by_uri[] = { cli, "--", "run", uri, NULL };
    const char *folder[] = { cli, "validate", ".", NULL };

    assert_run_in (dir, by_uri, 0, "main\n");
    assert_run_in (dir, folder, 3, ".: Could not read the file: It is a folder; expected a file\n");
  }

  cli_remove_dir (dir);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/validate/good", test_good);
  g_test_add_func ("/validate/bad", test_bad);
  g_test_add_func ("/validate/lesson", test_lesson);
  g_test_add_func ("/validate/escaped", test_escaped);
  g_test_add_func ("/validate/names", test_names);

  return g_test_run ();
}
