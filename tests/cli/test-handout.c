/* test-handout.c: loopscope-cli handout
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "cli-util.h"

#define TASK(name, options) "{\"op\":\"postTask\",\"name\":\"" name "\"" options ",\"body\":[]}"
#define STEPS TASK ("slow", "") "," TASK ("fast", ",\"priority\":\"user-blocking\"")
#define COURSE(lessons) "{\"format\": \"loopscope-course\", \"version\": 1, \"title\": \"Ours\", \"lessons\": [" lessons "]}"
#define LESSON \
  ", \"lesson\": { \"id\": \"x\", \"pages\": [{ \"title\": \"Two tasks\", \"text\": [\"Both wait.\"], \"at\": { \"turn\": 1 }," \
  " \"question\": { \"text\": \"Which is first?\", \"answers\": [{ \"text\": \"slow\", \"because\": \"Older, but less urgent.\" }," \
  " { \"text\": \"fast\", \"because\": \"It is user-blocking.\", \"right\": true }] } }] }"

static char *
write_lesson (CliFixture *fixture,
              const char *name,
              const char *more)
{
  g_autofree char *text = cli_session (STEPS, more);

  return cli_write (fixture->dir, name, text, -1);
}

/* Returns (transfer full) what another program finds in a PDF. */
static char *
read_pdf (const char *program,
          const char *path)
{
  g_autofree char *reader = g_find_program_in_path (program);
  const char *arguments[] = { reader, path, g_str_equal (program, "pdftotext") ? "-" : NULL, NULL };
  g_autoptr (GError) error = NULL;
  char *text = NULL;
  int status;

  /* build-aux/deps installs it with poppler-utils. */
  g_assert_nonnull (reader);
  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &text, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  return text;
}

/* What is right is on the last sheet alone. */
static void
test_written (CliFixture    *fixture,
              gconstpointer  data)
{
  g_autofree char *path = write_lesson (fixture, "a.loopscope", LESSON), *pdf = g_build_filename (fixture->dir, "a.pdf", NULL);
  const char *arguments[] = { "handout", path, "--output", pdf, "--author", "Ada", "--paper=letter", NULL };
  g_autoptr (CliResult) result = cli_runv (arguments, "", 0);
  g_autofree char *text = NULL, *facts = NULL;
  const char *answers;

  cli_assert_ended (result, 0, "", "");
  facts = read_pdf ("pdfinfo", pdf);
  g_assert_true (g_regex_match_simple ("Title: +A session\n", facts, 0, 0));
  g_assert_true (g_regex_match_simple ("Author: +Ada\n", facts, 0, 0));
  g_assert_true (g_regex_match_simple ("Pages: +2\n", facts, 0, 0));
  g_assert_true (g_regex_match_simple ("Page size: +612 x 792 ", facts, 0, 0));
  text = read_pdf ("pdftotext", pdf);
  answers = strstr (text, "\fAnswers\n");
  g_assert_nonnull (answers);
  g_assert_nonnull (strstr (text, "Two tasks"));
  g_assert_true (strstr (text, "Which is first?") < answers);
  g_assert_true (strstr (text, "user-blocking.") > answers);
  g_assert_nonnull (strstr (answers, "It is user-blocking."));
}

/* Several lessons are one document, and “-” is standard output. */
static void
test_several (CliFixture    *fixture,
              gconstpointer  data)
{
  g_autofree char *path = write_lesson (fixture, "a.loopscope", LESSON);
  const char *arguments[] = { "handout", path, path, "-o", "-", "--seed=3", NULL }, *one[] = { "handout", path, "-o", "-", NULL };
  g_autoptr (CliResult) result = cli_runv (arguments, "", 0), other = cli_runv (one, "", 0);

  g_assert_cmpint (result->status, ==, 0);
  g_assert_cmpstr (result->err, ==, "");
  g_assert_true (g_str_has_prefix (result->out, "%PDF-"));
  g_assert_cmpuint (result->out_length, >, other->out_length);
}

/* A course is printed as far as it is to be read. */
static void
test_course (CliFixture    *fixture,
             gconstpointer  data)
{
  g_autofree char *path = write_lesson (fixture, "a.loopscope", LESSON);
  g_autofree char *course = cli_write (fixture->dir, "a.loopscope-course", COURSE ("{\"id\": \"x\"}"), -1);
  g_autofree char *gone = cli_write (fixture->dir, "b.loopscope-course", COURSE ("{\"id\": \"x\"}, {\"id\": \"nobodys\"}"), -1);
  g_autofree char *strange = cli_write (fixture->dir, "c.loopscope-course", "[]", -1), *pdf = g_build_filename (fixture->dir, "a.pdf", NULL);
  const char *alone[] = { "handout", path, "-o", "-", NULL }, *arguments[] = { "handout", course, "-o", "-", NULL };
  const char *incomplete[] = { "handout", gone, "-o", pdf, NULL }, *wrong[] = { "handout", strange, "-o", pdf, NULL };
  g_autoptr (CliResult) file = cli_runv (alone, "", 0), result = cli_runv (arguments, "", 0);
  g_autoptr (CliResult) missing = cli_runv (incomplete, "", 0), refused = cli_runv (wrong, "", 0);

  g_assert_cmpint (result->status, ==, 0);
  g_assert_cmpstr (result->err, ==, "");
  g_assert_true (g_str_has_prefix (result->out, "%PDF-"));
  g_assert_cmpuint (result->out_length, ==, file->out_length);
  g_assert_cmpint (missing->status, ==, 3);
  g_assert_nonnull (strstr (missing->err, "b.loopscope-course: /lessons/1/id: found “nobodys”, expected the id of a lesson"));
  g_assert_cmpint (refused->status, ==, 3);
  g_assert_nonnull (strstr (refused->err, "c.loopscope-course: "));
  g_assert_false (g_file_test (pdf, G_FILE_TEST_EXISTS));
}

/* Nothing is left of a handout that could not be made, and what was there stays. */
static void
test_failed (CliFixture    *fixture,
             gconstpointer  data)
{
  static const struct
  {
    const char *more, *message;
  } cases[] = {
    { "", ": There is no lesson in it; expected a session with pages" },
    { ", \"lesson\": { \"id\": \"x\", \"pages\": [{ \"title\": \"T\", \"text\": [\"P\"], \"at\": { \"turn\": 50 } }] }",
      ": Page 1, T: the moment of this page never comes" },
    { ", \"lesson\": 3", ": /lesson: " },
    { NULL, "gone.loopscope: " },
  };
  g_autofree char *good = write_lesson (fixture, "good.loopscope", LESSON), *kept = cli_write (fixture->dir, "out.pdf", "mine", -1);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = cases[i].more != NULL ? write_lesson (fixture, "bad.loopscope", cases[i].more)
                                                    : g_build_filename (fixture->dir, "gone.loopscope", NULL);
      const char *arguments[] = { "handout", good, path, "--output", kept, NULL };
      g_autoptr (CliResult) result = cli_runv (arguments, "", 0);
      g_autofree char *text = NULL;
      g_autoptr (GDir) dir = NULL;
      const char *name;

      g_assert_nonnull (strstr (result->err, cases[i].message));
      g_assert_cmpint (result->status, ==, 3);
      g_assert_true (g_file_get_contents (kept, &text, NULL, NULL));
      g_assert_cmpstr (text, ==, "mine");
      dir = g_dir_open (fixture->dir, 0, NULL);
      while ((name = g_dir_read_name (dir)) != NULL)
        g_assert_true (g_str_has_suffix (name, ".loopscope") || g_str_equal (name, "out.pdf"));
    }
}

static void
test_refused (CliFixture    *fixture,
              gconstpointer  data)
{
  cli_assert_fails ("handout", 2, "No file given");
  cli_assert_fails ("handout x.loopscope", 2, "Expected --output and the name of a PDF file");
  cli_assert_fails ("handout x.loopscope -o x.pdf --paper=a5", 2, "“a5” is not a paper size; did you mean “a4”?");
  cli_assert_fails ("handout x.loopscope -o x.pdf --seed=one", 2, "--seed");
  cli_assert_fails ("handout x.loopscope -o /nowhere/at/all/x.pdf", 5, "/nowhere/at/all/x.pdf: Could not save the file");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/handout/written", CliFixture, NULL, cli_set_up, test_written, cli_tear_down);
  g_test_add ("/handout/several", CliFixture, NULL, cli_set_up, test_several, cli_tear_down);
  g_test_add ("/handout/course", CliFixture, NULL, cli_set_up, test_course, cli_tear_down);
  g_test_add ("/handout/failed", CliFixture, NULL, cli_set_up, test_failed, cli_tear_down);
  g_test_add ("/handout/refused", CliFixture, NULL, cli_set_up, test_refused, cli_tear_down);

  return g_test_run ();
}
