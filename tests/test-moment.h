/* test-moment.h: pages of lessons that are written about moments of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

#include "ls-lesson-check.h"
#include "ls-lesson-moment-private.h"
#include "ls-lesson.h"
#include "ls-runner.h"
#include "ls-session-private.h"

/* Returns a copy of @session whose lesson has pages about @n_positions positions of its run, which has ended. */
static inline LsSession *
moment_lesson_new (LsSession   *session,
                   LsTrace     *trace,
                   const gsize *positions,
                   guint        n_positions)
{
  LsSession *copy = ls_session_copy (session);
  JsonObject *lesson = json_object_new ();
  JsonArray *pages = json_array_new ();
  g_autoptr (GError) error = NULL;
  JsonNode *node = json_node_init_object (json_node_alloc (), lesson);

  json_object_unref (lesson);
  for (guint i = 0; i < n_positions; i++)
    json_array_add_element (pages, ls_lesson_page_new_for_moment (session, trace, positions[i]));
  json_object_set_string_member (lesson, "id", "moments");
  json_object_set_array_member (lesson, "pages", pages);
  ls_session_set_member (copy, "lesson", node, &error);
  g_assert_no_error (error);
  return copy;
}

/* Asserts that “check” finds nothing wrong with a lesson, and no answer that can be seen. */
static inline void
moment_assert_right (LsSession  *session,
                     const char *title)
{
  g_autoptr (GPtrArray) results = ls_session_check_lesson (session, NULL, NULL);
  g_autoptr (GPtrArray) visible = ls_session_find_visible_answers (session, NULL, NULL);
  g_autoptr (GPtrArray) unread = ls_session_find_unread_members (session);

  for (guint i = 0; i < results->len; i++)
    {
      const LsCheckResult *result = g_ptr_array_index (results, i);

      if (!result->passed)
        g_error ("%s: %s: %s", title, result->title, result->message);
    }
  if (visible->len > 0)
    g_error ("%s: %s", title, (const char *) g_ptr_array_index (visible, 0));
  if (unread->len > 0)
    g_error ("%s: %s", title, (const char *) g_ptr_array_index (unread, 0));
}

static inline guint
moment_count_turns (LsTrace *trace)
{
  g_autoptr (LsState) state = ls_state_new (trace);

  ls_state_seek (state, G_MAXSIZE);
  return ls_state_get_turn (state);
}

/* Returns the end of a turn. */
static inline gsize
moment_find_turn (LsTrace *trace,
                  guint    turn)
{
  const LsLessonMoment moment = { LS_LESSON_MOMENT_TURN, turn };
  gsize scanned = 0, position = 0;

  return ls_lesson_moment_find (&moment, trace, &scanned, &position) ? position : ls_trace_get_length (trace);
}

/* Looks at pages about positions all over a run that has ended, of which @n_checked are run. */
static inline void
moment_check_run (LsSession  *session,
                  LsTrace    *trace,
                  const char *title,
                  guint       n_checked)
{
  const gsize length = ls_trace_get_length (trace);
  gsize positions[LS_LESSON_MAX_PAGES];
  g_autoptr (LsSession) all = NULL, some = NULL;

  for (guint i = 0; i < LS_LESSON_MAX_PAGES; i++)
    positions[i] = length * i / (LS_LESSON_MAX_PAGES - 1);
  all = moment_lesson_new (session, trace, positions, LS_LESSON_MAX_PAGES);
  for (guint i = 0; i < n_checked; i++)
    positions[i] = moment_find_turn (trace, moment_count_turns (trace) * (i + 1) / (n_checked + 1));
  some = moment_lesson_new (session, trace, positions, n_checked);
  for (guint i = 0; i < n_checked; i++)
    g_assert_cmpint (ls_lesson_get_page (ls_session_get_lesson (some), i)->at.kind, ==, LS_LESSON_MOMENT_TURN);
  moment_assert_right (some, title);
}
