/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "ls-lesson-edit-private.h"
#include "ls-session-private.h"
#include "ls-undo.h"

/* Changes of a lesson, which are judged by the reader of its file. */

#define SESSION \
  "{\"format\":\"loopscope-session\",\"version\":1,\"title\":\"Über Yield & mehr\"," \
  "\"program\":{\"kind\":\"steps\",\"main\":[],\"bodies\":{}}%s}"
#define LESSON \
  ",\"lesson\":{\"id\":\"a\",\"own\":[1],\"pages\":[{\"title\":\"One\",\"text\":[\"1\"],\"mine\":true}," \
  "{\"title\":\"Two\",\"text\":[\"2\"]},{\"title\":\"Three\",\"text\":[\"3\"]}]}"

static LsSession *
make_session (const char *lesson)
{
  g_autofree char *text = g_strdup_printf (SESSION, lesson);
  g_autoptr (GError) error = NULL;
  LsSession *session = ls_session_new_from_data ("session", text, -1, &error);

  g_assert_no_error (error);
  return session;
}

static JsonNode *
make_page (const char *title)
{
  g_autofree char *text = g_strdup_printf ("{\"title\":\"%s\",\"text\":[\"T\"]}", title);

  return ls_json_parse ("page", text, strlen (text), NULL, NULL);
}

static void
edit (LsSession    *session,
      LsLessonEdit  edit)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (ls_session_edit_lesson (session, &edit, &error));
  g_assert_no_error (error);
}

/* Fails, and changes nothing. */
static void
assert_refused (LsSession    *session,
                LsLessonEdit  edit,
                const char   *reason)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *found = NULL;
  JsonNode *before = ls_session_get_document (session)->root;

  g_assert_false (ls_session_edit_lesson (session, &edit, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID);
  found = ls_lesson_edit_dup_reason (error);
  g_assert_cmpstr (found, ==, reason);
  g_assert_true (before == ls_session_get_document (session)->root);
}

/* Checks the titles of the pages, with blanks between them. */
static void
assert_pages (LsSession  *session,
              const char *expected)
{
  LsLesson *lesson = ls_session_get_lesson (session);
  g_autoptr (GString) titles = g_string_new (NULL);

  for (guint i = 0; i < ls_lesson_get_n_pages (lesson); i++)
    g_string_append_printf (titles, i > 0 ? " %s" : "%s", ls_lesson_get_page (lesson, i)->title);
  g_assert_cmpstr (titles->str, ==, expected);
}

static void
test_pages (void)
{
  g_autoptr (LsSession) session = make_session (LESSON);
  g_autoptr (JsonNode) page = make_page ("New");
  g_autofree char *data = NULL;

  edit (session, (LsLessonEdit) { .kind = LS_LESSON_EDIT_INSERT, .page = 3, .value = page });
  assert_pages (session, "One Two Three New");
  edit (session, (LsLessonEdit) { .kind = LS_LESSON_EDIT_INSERT, .page = 0, .value = page });
  assert_pages (session, "New One Two Three New");
  edit (session, (LsLessonEdit) { .kind = LS_LESSON_EDIT_MOVE, .page = 0, .to = 4 });
  assert_pages (session, "One Two Three New New");
  edit (session, (LsLessonEdit) { .kind = LS_LESSON_EDIT_MOVE, .page = 2, .to = 0 });
  assert_pages (session, "Three One Two New New");
  edit (session, (LsLessonEdit) { .kind = LS_LESSON_EDIT_REMOVE, .page = 3 });
  edit (session, (LsLessonEdit) { .kind = LS_LESSON_EDIT_REMOVE, .page = 0 });
  edit (session, (LsLessonEdit) { .kind = LS_LESSON_EDIT_PAGE, .page = 1, .value = page });
  assert_pages (session, "One New New");
  /* What nobody knows stays. */
  data = ls_session_to_data (session, NULL);
  g_assert_nonnull (strstr (data, "\"mine\": true"));
  g_assert_nonnull (strstr (data, "\"own\""));
}

static void
test_refused (void)
{
  g_autoptr (LsSession) session = make_session (LESSON);
  g_autoptr (JsonNode) empty = make_page (""), page = make_page ("P");

  assert_refused (session, (LsLessonEdit) { .kind = LS_LESSON_EDIT_REMOVE, .page = 3 }, "The lesson has no such page.");
  assert_refused (session, (LsLessonEdit) { .kind = LS_LESSON_EDIT_MOVE, .page = 0, .to = 3 }, "The lesson has no such page.");
  assert_refused (session, (LsLessonEdit) { .kind = LS_LESSON_EDIT_INSERT, .page = 4, .value = page }, "The lesson has no such page.");
  assert_refused (session, (LsLessonEdit) { .kind = LS_LESSON_EDIT_BEGIN, .value = page }, "The lesson has no such page.");
  assert_refused (session, (LsLessonEdit) { .kind = LS_LESSON_EDIT_PAGE, .page = 0, .value = empty },
                  "found no text, expected some");
  edit (session, (LsLessonEdit) { .kind = LS_LESSON_EDIT_REMOVE, .page = 0 });
  edit (session, (LsLessonEdit) { .kind = LS_LESSON_EDIT_REMOVE, .page = 0 });
  assert_refused (session, (LsLessonEdit) { .kind = LS_LESSON_EDIT_REMOVE, .page = 0 }, "found 0 pages, expected 1 to 100");
  assert_pages (session, "Three");
}

/* A lesson begins with a page and a name of its own. Undo takes it away, and gives the title back. */
static void
test_begin (void)
{
  g_autoptr (LsSession) session = make_session (""), other = make_session ("");
  g_autoptr (LsUndo) undo = ls_undo_new (session);
  g_autoptr (JsonNode) page = make_page ("P"), title = json_node_init_string (json_node_alloc (), "Other");
  g_autofree char *before = ls_session_to_data (session, NULL), *after = NULL;

  ls_undo_push (undo, "lesson", LS_SESSION_PART_LESSON);
  edit (session, (LsLessonEdit) { .kind = LS_LESSON_EDIT_BEGIN, .value = page });
  edit (other, (LsLessonEdit) { .kind = LS_LESSON_EDIT_BEGIN, .value = page });
  edit (session, (LsLessonEdit) { .kind = LS_LESSON_EDIT_TEXT, .member = "title", .value = title });
  edit (session, (LsLessonEdit) { .kind = LS_LESSON_EDIT_TEXT, .member = "description", .value = title });
  g_assert_true (g_str_has_prefix (ls_lesson_get_id (ls_session_get_lesson (session)), "uber-yield-mehr-"));
  g_assert_cmpstr (ls_lesson_get_id (ls_session_get_lesson (session)), !=, ls_lesson_get_id (ls_session_get_lesson (other)));
  g_assert_cmpstr (ls_session_get_title (session), ==, "Other");
  g_assert_true (ls_undo_undo (undo));
  after = ls_session_to_data (session, NULL);
  g_assert_cmpstr (after, ==, before);
  g_assert_true (ls_undo_redo (undo));
  g_assert_cmpstr (ls_session_get_description (session), ==, "Other");
  assert_pages (session, "P");
}

static void
test_paths (void)
{
  g_autoptr (JsonNode) page = make_page ("P"), value = json_node_init_int (json_node_alloc (), 3);
  g_autoptr (JsonNode) with = ls_lesson_page_with (page, "task/solution/at", value);
  g_autoptr (JsonNode) without = ls_lesson_page_with (with, "task", NULL), same = ls_lesson_page_with (page, "none/at/all", NULL);

  g_assert_true (ls_lesson_page_peek (with, "task/solution/at") == value);
  g_assert_null (ls_lesson_page_peek (with, "task/solution/at/all"));
  g_assert_null (ls_lesson_page_peek (page, "task"));
  g_assert_true (json_node_equal (without, page));
  g_assert_null (ls_lesson_page_peek (same, "none/at/all"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/lesson-edit/pages", test_pages);
  g_test_add_func ("/lesson-edit/refused", test_refused);
  g_test_add_func ("/lesson-edit/begin", test_begin);
  g_test_add_func ("/lesson-edit/paths", test_paths);

  return g_test_run ();
}
