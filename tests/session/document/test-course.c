/* test-course.c: courses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "ls-course-private.h"
#include "ls-lesson.h"
#include "ls-session-error.h"

#define HEAD "{\"format\": \"loopscope-course\", \"version\": 1, \"title\": \"Ours\", \"lessons\": "
#define PAGE "{\"title\": \"x\", \"text\": [\"x\"]}"
#define SESSION(program) "{\"format\": \"loopscope-session\", \"version\": 1, \"title\": \"In it\", \"program\": " program ", " \
                         "\"lesson\": {\"id\": \"mine\", \"minutes\": 6, \"pages\": [" PAGE ", " PAGE ", " PAGE "]}}"
#define STEPS "{\"kind\": \"steps\", \"main\": []}"

static const char *const nowhere[] = { NULL };

static LsCourse *
read_course (const char *text)
{
  g_autoptr (GError) error = NULL;
  LsCourse *course = ls_course_new_from_data ("c", text, strlen (text), &error);

  g_assert_no_error (error);
  return course;
}

static void
test_bad (void)
{
  static const struct
  {
    const char *text, *message;
  } cases[] = {
    { "[]", "c: /: found an array, expected an object with “format”: “loopscope-course”" },
    { "{\"format\": \"loopscope-session\"}", "c: /format: found “loopscope-session”, expected “loopscope-course”" },
    { "{\"format\": \"loopscope-course\", \"version\": 2}", "c: /version: found version 2 of the format, expected version 1; a newer Loopscope made this file" },
    { HEAD "[]}", "c: /lessons: found 0 lessons, expected 1 to 100" },
    { HEAD "[{}]}", "c: /lessons/0: found neither “id” nor “session”, expected one of them" },
    { HEAD "[{\"id\": \"a\", \"session\": {}}]}", "c: /lessons/0: found both “id” and “session”, expected one of them" },
    { HEAD "[{\"id\": \"../a\"}]}", "c: /lessons/0/id: found “../a”, expected the id of a lesson: 1 to 64 lower-case letters, digits and “-”" },
    { HEAD "[{\"id\": \"a\"}, {\"id\": \"a\"}]}", "c: /lessons/1: found the lesson “a” again, expected each lesson once, or other pages of it" },
    { HEAD "[{\"id\": \"a\", \"pages\": [2, 1]}]}", "c: /lessons/0/pages: found an array, expected the first and the last page, counted from 1" },
    { HEAD "[{\"id\": \"a\", \"pages\": [0, 1]}]}", "c: /lessons/0/pages/0: found 0, expected the number of a page, from 1" },
    { HEAD "[{\"id\": \"a\", \"minutes\": 0}]}", "c: /lessons/0/minutes: " },
    { HEAD "[{\"id\": \"a\"}], \"translations\": {\"de\": 1}}", "c: /translations/de: found 1, expected an object with “title” and “description”" },
    { HEAD "[{\"session\": " SESSION (STEPS) ", \"pages\": [2, 4]}]}", "c: /lessons/0/pages: found page 4, expected pages of the lesson “mine”, which has 3" },
    { HEAD "[{\"session\": 1}]}", "c: /lessons/0/session: found 1, expected a session with a lesson, as in a file of its own" },
    { HEAD "[{\"session\": {\"format\": \"loopscope-session\", \"version\": 1, \"program\": " STEPS "}}]}", "c: /lessons/0/session/lesson: found nothing, expected an object with “id” and “pages”" },
    { HEAD "[{\"session\": " SESSION ("{\"kind\": \"python\"}") "}]}", "c: /lessons/0/session/program/kind: found “python”" },
    { HEAD "[{\"session\": " SESSION ("{\"kind\": \"javascript\", \"scripts\": [{\"file\": \"a.js\"}]}") "}]}", "c: /lessons/0/session/program/scripts/0/file: found a script beside the session" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LsCourse) course = ls_course_new_from_data ("c", cases[i].text, strlen (cases[i].text), &error);

      g_assert_null (course);
      g_assert_nonnull (error);
      g_assert_true (error->domain == LS_SESSION_ERROR);
      if (!g_str_has_prefix (error->message, cases[i].message))
        g_assert_cmpstr (error->message, ==, cases[i].message);
    }
}

/* A part of a lesson is a lesson with those pages, and with progress of its own. */
static void
test_part (void)
{
  g_autoptr (LsCourse) course = read_course (HEAD "[{\"session\": " SESSION (STEPS) ", \"pages\": [2, 3], \"minutes\": 4}, {\"id\": \"mine\"}]}");
  const LsCourseLesson *part = ls_course_get_lesson (course, 0), *whole = ls_course_get_lesson (course, 1);
  LsLesson *lesson = ls_session_get_lesson (part->session);

  g_assert_cmpstr (part->id, ==, "mine-p2-3");
  g_assert_cmpstr (ls_lesson_get_id (lesson), ==, "mine-p2-3");
  g_assert_cmpuint (ls_lesson_get_n_pages (lesson), ==, 2);
  g_assert_cmpuint (ls_lesson_get_minutes (lesson), ==, 4);
  g_assert_cmpstr (ls_session_get_title (part->session), ==, "In it");
  g_assert_false (ls_session_get_modified (part->session));
  /* What is in the file need not be looked for. */
  g_assert_cmpstr (whole->id, ==, "mine");
  g_assert_cmpuint (ls_lesson_get_n_pages (ls_session_get_lesson (whole->session)), ==, 3);
  g_assert_cmpuint (ls_course_get_minutes (course), ==, 10);
}

/* A lesson that is nowhere is told by its name. */
static void
test_missing (void)
{
  g_autoptr (LsCourse) course = read_course (HEAD "[{\"id\": \"nobodys\"}], \"minutes\": 7}");
  g_autoptr (GError) error = NULL, pack_error = NULL;
  gsize length;

  ls_course_find_lessons (course, nowhere, NULL);
  g_assert_cmpuint (ls_course_get_minutes (course), ==, 7);
  g_assert_cmpuint (ls_course_count_minutes (course), ==, 0);
  g_assert_false (ls_course_check_lesson (course, 0, &error));
  g_assert_cmpstr (error->message, ==, "c: /lessons/0/id: found “nobodys”, expected the id of a lesson that is installed or beside the course");
  g_assert_null (ls_course_pack (course, &length, &pack_error));
  g_assert_cmpstr (pack_error->message, ==, error->message);
}

/* The courses that come with the program have lessons that come with it, and take as long as they say. */
static void
test_installed (void)
{
  static const struct
  {
    const char *name;
    guint       minutes, least, most;
  } courses[] = { { "inp", 75, 65, 75 }, { "whole-model", 186, 180, 200 }, { "shared-memory", 62, 50, 75 } };

  for (guint i = 0; i < G_N_ELEMENTS (courses); i++)
    {
      g_autofree char *name = g_strconcat (courses[i].name, LS_COURSE_SUFFIX, NULL), *packed = NULL;
      g_autoptr (GFile) file = g_file_new_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", "lessons", name, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (LsCourse) course = ls_course_new_from_file (file, NULL, NULL, &error), again = NULL;
      gsize length;

      g_assert_no_error (error);
      g_assert_true (ls_course_is_file (file, NULL));
      ls_course_find_lessons (course, nowhere, NULL);
      g_assert_cmpuint (ls_course_get_minutes (course), ==, courses[i].minutes);
      g_assert_cmpuint (ls_course_count_minutes (course), >=, courses[i].least);
      g_assert_cmpuint (ls_course_count_minutes (course), <=, courses[i].most);

      /* Packed, it needs no other file. */
      packed = ls_course_pack (course, &length, &error);
      g_assert_no_error (error);
      again = read_course (packed);
      g_assert_cmpstr (ls_course_get_title (again), ==, ls_course_get_title (course));
      for (guint j = 0; j < ls_course_get_n_lessons (course); j++)
        {
          g_assert_true (ls_course_check_lesson (again, j, NULL));
          g_assert_true (ls_course_get_lesson (again, j)->is_embedded);
          g_assert_true (ls_session_runs_like (ls_course_get_lesson (again, j)->session, ls_course_get_lesson (course, j)->session));
        }
    }
}

/* A course speaks the user's language if it can. */
static void
test_languages (void)
{
  static const char text[] = HEAD "[{\"id\": \"a\"}], \"description\": \"What\", \"translations\": {\"ko\": {\"title\": \"우리\"}, "
                                  "\"de\": {\"title\": \"Unserer\", \"description\": \"Was\"}}}";
  g_autofree char *before = g_strdup (g_getenv ("LANGUAGE"));
  g_autoptr (LsCourse) plain = read_course (text), german = NULL, korean = NULL;

  g_assert_cmpstr (ls_course_get_title (plain), ==, "Ours");
  g_setenv ("LANGUAGE", "de_AT:ko", TRUE);
  german = read_course (text);
  g_assert_cmpstr (ls_course_get_title (german), ==, "Unserer");
  g_assert_cmpstr (ls_course_get_description (german), ==, "Was");
  g_setenv ("LANGUAGE", "fr:ko:en", TRUE);
  korean = read_course (text);
  g_assert_cmpstr (ls_course_get_title (korean), ==, "우리");
  g_assert_cmpstr (ls_course_get_description (korean), ==, "What");
  if (before != NULL)
    g_setenv ("LANGUAGE", before, TRUE);
  else
    g_unsetenv ("LANGUAGE");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/course/bad", test_bad);
  g_test_add_func ("/course/part", test_part);
  g_test_add_func ("/course/missing", test_missing);
  g_test_add_func ("/course/installed", test_installed);
  g_test_add_func ("/course/languages", test_languages);
  return g_test_run ();
}
