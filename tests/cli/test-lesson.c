/* test-lesson.c: loopscope-cli lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
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
  static const struct
  {
    const char *arguments, *message;
    int         status;
  } cases[] = {
    { "lesson", "Expected “new” or “pack”, and the name of a file", 2 },
    { "lesson old a.loopscope", "Expected “new” or “pack”, and the name of a file", 2 },
    { "lesson new a.loopscope --output b.loopscope", "new cannot be combined with --output", 2 },
    { "lesson pack", "Expected one course, and --output with the name of a file that ends with .loopscope-course", 2 },
    { "lesson pack a.loopscope-course -o b.loopscope", "Expected one course, and --output with the name", 2 },
    { "lesson pack a.loopscope-course --title x", "pack cannot be combined with --title", 2 },
    { "lesson pack /nowhere/a.loopscope-course -o b.loopscope-course", "/nowhere/a.loopscope-course: Could not read the file: No such file", 3 },
    { "lesson new", "Expected one name of a file that ends with .loopscope", 2 },
    { "lesson new a.json", "Expected one name of a file that ends with .loopscope", 2 },
    { "lesson new a.loopscope b.loopscope", "Expected one name of a file that ends with .loopscope", 2 },
    { "lesson new /nowhere/at/all/a.loopscope", "/nowhere/at/all/a.loopscope: ", 5 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliResult) result = cli_run (cases[i].arguments, "");

      g_assert_nonnull (strstr (result->err, cases[i].message));
      g_assert_cmpint (result->status, ==, cases[i].status);
    }
}

/* A course is checked with its lessons, which may lie beside it, and packed with them. */
static void
test_course (CliFixture    *fixture,
             gconstpointer  data)
{
  static const char text[] = "{\"format\": \"loopscope-course\", \"version\": 1, \"title\": \"Ours\", \"minutes\": 2, \"lessons\": ["
                             "{\"id\": \"ours\", \"pages\": [1, 1], \"minutes\": 3}, {\"id\": \"nobodys\"}]}";
  g_autofree char *lesson = g_build_filename (fixture->dir, "ours.loopscope", NULL);
  g_autofree char *path = cli_write (fixture->dir, "a.loopscope-course", text, -1);
  g_autofree char *packed = g_build_filename (fixture->dir, "b.loopscope-course", NULL);
  g_autofree char *good = NULL;
  const char *check[] = { "check", path, NULL }, *validate[] = { "validate", path, NULL };
  const char *pack[] = { "lesson", "pack", path, "--output", packed, NULL }, *check_packed[] = { "check", packed, NULL };
  g_autoptr (CliResult) begun = begin_lesson (lesson, NULL), checked = NULL, refused = NULL, told = NULL, done = NULL, alone = NULL;

  g_assert_cmpint (begun->status, ==, 0);
  checked = cli_runv (check, "", 0);
  g_assert_cmpint (checked->status, ==, 3);
  g_assert_nonnull (strstr (checked->err, "a.loopscope-course: it says 2 minutes, but its lessons take 3"));
  g_assert_nonnull (strstr (checked->out, "a.loopscope-course: ours-p1-1: Page 1, Two tasks wait"));
  g_assert_nonnull (strstr (checked->out, "a.loopscope-course: nobodys\n"));
  told = cli_runv (validate, "", 0);
  g_assert_cmpint (told->status, ==, 3);
  g_assert_nonnull (strstr (told->out, "a.loopscope-course: /lessons/1/id: found “nobodys”, expected the id of a lesson"));
  refused = cli_runv (pack, "", 0);
  g_assert_cmpint (refused->status, ==, 3);
  g_assert_false (g_file_test (packed, G_FILE_TEST_EXISTS));

  good = g_strconcat ("{\"format\": \"loopscope-course\", \"version\": 1, \"title\": \"Ours\", \"lessons\": [{\"id\": \"ours\"}]}", NULL);
  g_assert_true (g_file_set_contents (path, good, -1, NULL));
  done = cli_runv (pack, "", 0);
  g_assert_cmpint (done->status, ==, 0);
  g_assert_nonnull (strstr (done->out, "b.loopscope-course: a course with 1 lesson in it"));
  g_assert_cmpint (g_remove (lesson), ==, 0);
  alone = cli_runv (check_packed, "", 0);
  g_assert_cmpint (alone->status, ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/lesson/new", CliFixture, NULL, cli_set_up, test_new, cli_tear_down);
  g_test_add ("/lesson/names", CliFixture, NULL, cli_set_up, test_names, cli_tear_down);
  g_test_add ("/lesson/course", CliFixture, NULL, cli_set_up, test_course, cli_tear_down);
  g_test_add ("/lesson/exists", CliFixture, NULL, cli_set_up, test_exists, cli_tear_down);
  g_test_add ("/lesson/refused", CliFixture, NULL, cli_set_up, test_refused, cli_tear_down);
  return g_test_run ();
}
