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
  g_autoptr (CliResult) result = cli_runv (arguments, "[]", -1);
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
  g_assert_true (g_str_has_prefix (lines[2], "standard input: /: "));

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
test_dash (void)
{
  g_autofree char *session = cli_session (LOG, "");
  const char *arguments[] = { "validate", "--", "--help", NULL };
  g_autoptr (CliResult) result = cli_runv (arguments, NULL, 0);

  g_assert_cmpint (result->status, ==, 3);
  g_assert_true (g_str_has_prefix (result->out, "--help: ") || strstr (result->out, "/--help: ") != NULL);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/validate/good", test_good);
  g_test_add_func ("/validate/bad", test_bad);
  g_test_add_func ("/validate/escaped", test_escaped);
  g_test_add_func ("/validate/dash", test_dash);

  return g_test_run ();
}
