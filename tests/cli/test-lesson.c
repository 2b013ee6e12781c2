/* test-lesson.c: loopscope-cli lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "cli-util.h"

static CliResult *
begin_lesson (const char *path,
              const char *title)
{
  const char *arguments[] = { "lesson", "new", path, "--title", title, NULL };

  if (title == NULL)
    arguments[3] = NULL;
  return cli_runv (arguments, "", 0);
}

static char *
read_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  char *text;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

/* What is written is a lesson whose claims hold. */
static void
test_new (CliFixture    *fixture,
          gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->dir, "Our first_lesson!.loopscope", NULL), *text = NULL;
  const char *check[] = { "check", path, NULL };
  g_autoptr (CliResult) result = begin_lesson (path, "Pläne \"A\" & B"), checked = NULL;

  g_assert_cmpint (result->status, ==, 0);
  g_assert_cmpstr (result->err, ==, "");
  g_assert_nonnull (strstr (result->out, "loopscope-cli check --watch '"));
  text = read_file (path);
  g_assert_nonnull (strstr (text, "\"title\": \"Pläne \\\"A\\\" & B\""));
  g_assert_nonnull (strstr (text, "\"id\": \"our-first-lesson\""));
  checked = cli_runv (check, "", 0);
  g_assert_cmpint (checked->status, ==, 0);
  g_assert_cmpstr (checked->err, ==, "");
  g_assert_nonnull (strstr (checked->out, "Which line does the log have first?"));
}

/* A name that has no letters makes an identifier as well, and a long one a short one. */
static void
test_names (CliFixture    *fixture,
            gconstpointer  data)
{
  g_autofree char *many = g_strnfill (90, 'x'), *long_name = g_strconcat (many, ".loopscope", NULL);
  const char *names[] = { "講座.loopscope", ".loopscope", long_name };
  const char *const ids[] = { "\"id\": \"lesson\"", "\"id\": \"lesson\"", "\"id\": \"xxxxxxxx" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (fixture->dir, names[i], NULL), *text = NULL;
      g_autoptr (CliResult) result = begin_lesson (path, NULL);

      g_assert_cmpint (result->status, ==, 0);
      text = read_file (path);
      g_assert_nonnull (strstr (text, ids[i]));
    }
}

/* Nothing is lost. */
static void
test_exists (CliFixture    *fixture,
             gconstpointer  data)
{
  g_autofree char *path = cli_write (fixture->dir, "a.loopscope", "mine", -1), *text = NULL;
  g_autoptr (CliResult) result = begin_lesson (path, NULL);

  g_assert_cmpint (result->status, ==, 3);
  g_assert_nonnull (strstr (result->err, "a.loopscope: There is such a file already"));
  text = read_file (path);
  g_assert_cmpstr (text, ==, "mine");
}

static void
test_refused (CliFixture    *fixture,
              gconstpointer  data)
{
  cli_assert_fails ("lesson", 2, "Expected “new” and the name of a file");
  cli_assert_fails ("lesson old a.loopscope", 2, "Expected “new” and the name of a file");
  cli_assert_fails ("lesson new", 2, "Expected one name of a file that ends with .loopscope");
  cli_assert_fails ("lesson new a.json", 2, "Expected one name of a file that ends with .loopscope");
  cli_assert_fails ("lesson new a.loopscope b.loopscope", 2, "Expected one name of a file that ends with .loopscope");
  cli_assert_fails ("lesson new /nowhere/at/all/a.loopscope", 5, "/nowhere/at/all/a.loopscope: ");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/lesson/new", CliFixture, NULL, cli_set_up, test_new, cli_tear_down);
  g_test_add ("/lesson/names", CliFixture, NULL, cli_set_up, test_names, cli_tear_down);
  g_test_add ("/lesson/exists", CliFixture, NULL, cli_set_up, test_exists, cli_tear_down);
  g_test_add ("/lesson/refused", CliFixture, NULL, cli_set_up, test_refused, cli_tear_down);
  return g_test_run ();
}
