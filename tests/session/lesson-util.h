/* lesson-util.h: what the tests of questions of lessons share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-lesson-check.h"
#include "session-util.h"

/* Asserts that a lesson whose only page has the members in @question, with a comma before them, is refused. @problem: what the message
 * begins with after the place of the question. */
static inline void
lesson_assert_bad_question (const char *main_steps,
                            const char *question,
                            const char *problem)
{
  g_autofree char *lesson = g_strconcat ("\"lesson\":{\"id\":\"x\",\"pages\":[{\"title\":\"T\",\"text\":[\"P\"]", question, "}]}", NULL);
  g_autofree char *expected = g_strconcat ("test: /lesson/pages/0/question", problem, NULL);

  session_assert_refused (main_steps, lesson, expected);
}

/* Asserts what “check” says of the question of a lesson with one page. @fault: (nullable): %NULL for nothing */
static inline void
lesson_assert_fault (LsSession  *session,
                     const char *title,
                     const char *fault)
{
  g_autoptr (GPtrArray) results = ls_session_check_lesson (session, NULL, NULL);
  const LsCheckResult *result = g_ptr_array_index (results, 1);

  g_assert_cmpuint (results->len, ==, 2);
  g_assert_cmpstr (result->title, ==, title);
  g_assert_cmpstr (result->message, ==, fault);
  g_assert_true (result->passed == (fault == NULL));
}
