/* test-lesson-learner.c: what a session says that a learner has made of its lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-course-private.h"
#include "ls-lesson-private.h"
#include "ls-session-private.h"

#define EXERCISE "\"exercise\":{\"text\":\"Do it\",\"source\":\"work(2)\",\"expectations\":[{\"log\":[\"x\"]}],\"solution\":{\"source\":\"console.log('x')\"}}"
#define SESSION(more) \
  "{\"format\":\"loopscope-session\",\"version\":1,\"title\":\"Learnt\",\"program\":{\"kind\":\"javascript\",\"source\":\"work(1)\"}," \
  "\"actions\":[{\"at\":{\"turn\":1},\"do\":{\"op\":\"work\",\"ms\":1}}],\"lesson\":{\"id\":\"learnt\",\"pages\":[" \
  "{\"title\":\"T\",\"text\":[\"P\"]},{\"title\":\"T\",\"text\":[\"P\"]," EXERCISE "}]}" more "}"

static LsSession *
read_session (const char *text)
{
  g_autoptr (GError) error = NULL;
  LsSession *session = ls_session_new_from_data ("test", text, -1, &error);

  g_assert_no_error (error);
  return session;
}

static const char *
get_source (LsSession *session)
{
  return ls_script_get_text (ls_program_get_script (ls_session_get_program (session), 0));
}

/* What is written of a page is read again. */
static void
test_write (void)
{
  g_autoptr (LsSession) session = read_session (SESSION ("")), again = NULL, run = NULL, other = NULL;
  g_autoptr (GPtrArray) runs = g_ptr_array_new ();
  g_autofree char *text = NULL, *without = ls_session_to_data (session, NULL), *cleared = NULL;

  g_assert_null (ls_session_new_for_learner (session, 1));
  run = ls_session_new_for_page (session, 1, FALSE, NULL);
  g_assert_true (ls_session_set_script_text (run, 0, "work(3)", NULL));
  g_ptr_array_add (runs, NULL);
  g_ptr_array_add (runs, run);
  ls_session_set_learner (session, runs);
  g_assert_cmpstr (get_source (session), ==, "work(1)");
  text = ls_session_to_data (session, NULL);
  again = read_session (text);
  g_assert_null (ls_session_new_for_learner (again, 0));
  other = ls_session_new_for_learner (again, 1);
  g_assert_nonnull (other);
  g_assert_cmpstr (get_source (other), ==, "work(3)");
  g_assert_true (ls_session_runs_like (other, run));
  g_assert_cmpuint (ls_session_get_n_actions (other), ==, 0);
  g_assert_true (ls_session_runs_like (again, session));

  ls_session_set_learner (session, NULL);
  cleared = ls_session_to_data (session, NULL);
  g_assert_cmpstr (cleared, ==, without);
}

/* What does not go with the lesson is none. */
static void
test_bad (void)
{
  static const char *const bad[] = {
    "7", "{}", "[]", "[[]]", "[{}]", "[{\"page\":\"2\"}]", "[{\"page\":1,\"scripts\":[\"work(3)\"]}]", "[{\"page\":2}]",
    "[{\"page\":2,\"scripts\":[]}]", "[{\"page\":2,\"scripts\":[7]}]", "[{\"page\":2,\"scripts\":[\"a\",\"b\"]}]",
    "[{\"page\":2,\"scripts\":[\"a\"],\"actions\":{}}]", "[{\"page\":2,\"scripts\":[\"a\"],\"settings\":{\"preset\":\"edge\"}}]",
    "[{\"page\":2,\"scripts\":[\"a\"],\"schedule\":[0]}]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *text = g_strdup_printf (SESSION (",\"learner\":%s"), bad[i]);
      g_autoptr (LsSession) session = read_session (text);

      g_assert_null (ls_session_new_for_learner (session, 1));
    }
}

/* Who gives lessons away does not give away what somebody has made of them. Pages of a part have other numbers. */
static void
test_course (void)
{
  static const char text[] = "{\"format\":\"loopscope-course\",\"version\":1,\"title\":\"C\",\"lessons\":[{\"session\":"
                             SESSION (",\"learner\":[{\"page\":2,\"scripts\":[\"work(3)\"]}]") ",\"pages\":[2,2]}]}";
  g_autoptr (GError) error = NULL;
  g_autoptr (LsCourse) course = ls_course_new_from_data ("test", text, strlen (text), &error);
  g_autoptr (LsSession) made = NULL;
  g_autofree char *packed = NULL;
  gsize length;

  g_assert_no_error (error);
  ls_course_find_lessons (course, (const char *const[]) { NULL }, NULL);
  g_assert_true (ls_course_check_lesson (course, 0, NULL));
  made = ls_session_new_for_learner (ls_course_get_lesson (course, 0)->whole, 1);
  g_assert_nonnull (made);
  g_assert_null (ls_session_peek_learner (ls_course_get_lesson (course, 0)->session));
  packed = ls_course_pack (course, &length, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (packed, "Do it"));
  g_assert_null (strstr (packed, "learner"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/lesson-learner/write", test_write);
  g_test_add_func ("/lesson-learner/bad", test_bad);
  g_test_add_func ("/lesson-learner/course", test_course);

  return g_test_run ();
}
