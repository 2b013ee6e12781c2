/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ls-undo-private.h"
#include "session-util.h"

/* What a user does to a session while it runs, and undo. */

static void
test_undo_and_redo (void)
{
  g_autoptr (LsSession) session =
    session_new ("{\"op\":\"controller\",\"name\":\"c\"}", "",
                 "\"actions\":[{\"at\":{\"turn\":1},\"do\":{\"op\":\"work\",\"ms\":1}},"
                 "{\"at\":{\"turn\":5},\"do\":{\"op\":\"work\",\"ms\":5}},"
                 "{\"at\":{\"turn\":3,\"statement\":2},\"do\":{\"op\":\"work\",\"ms\":3}}]");
  g_autoptr (LsUndo) undo = ls_undo_new (session);
  g_autoptr (LsStep) step = ls_step_new_abort ("c", "why");
  g_autoptr (LsStep) bad = ls_step_new_abort ("d", NULL);
  g_autoptr (GPtrArray) dropped = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *before = ls_session_to_data (session, NULL);
  g_autofree char *changed = NULL;
  g_autofree char *undone = NULL;
  g_autofree char *redone = NULL;
  LsStamp stamp = { .turn = 3, .microtask = 0, .statement = 0 };

  g_assert_false (ls_session_insert_action_at (session, &stamp, bad, NULL, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_UNKNOWN_NAME);
  g_clear_error (&error);

  ls_undo_push (undo, "Abort c", LS_SESSION_PART_ACTIONS);
  g_assert_true (ls_session_insert_action_at (session, &stamp, step, &dropped, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (dropped->len, ==, 1);
  g_assert_cmpuint (ls_session_get_n_actions (session), ==, 3);
  g_assert_cmpstr (ls_step_get_pointer (ls_action_get_step (ls_session_get_action (session, 2))), ==, "/actions/2/do");
  changed = ls_session_to_data (session, NULL);

  g_assert_cmpstr (ls_undo_get_undo_label (undo), ==, "Abort c");
  g_assert_true (ls_undo_undo (undo));
  undone = ls_session_to_data (session, NULL);
  g_assert_cmpstr (undone, ==, before);
  g_assert_false (ls_undo_can_undo (undo));
  g_assert_true (ls_undo_redo (undo));
  redone = ls_session_to_data (session, NULL);
  g_assert_cmpstr (redone, ==, changed);
  g_assert_false (ls_undo_redo (undo));
}

/* What was undone belongs to a future that does not come once something else is done. */
static void
test_push_clears_redo (void)
{
  g_autoptr (LsSession) session = session_new ("", "", "");
  g_autoptr (LsUndo) undo = ls_undo_new (session);

  for (guint step = 1; step <= 3; step++)
    {
      g_autofree char *label = g_strdup_printf ("Bookmark %u", step);

      ls_undo_push (undo, label, LS_SESSION_PART_MARKS);
      ls_session_set_bookmark (session, step, label);
    }
  g_assert_true (ls_undo_undo (undo));
  g_assert_true (ls_undo_undo (undo));
  g_assert_true (ls_undo_can_redo (undo));
  g_assert_cmpstr (ls_undo_get_redo_label (undo), ==, "Bookmark 2");

  ls_undo_push (undo, "Bookmark 4", LS_SESSION_PART_MARKS);
  ls_session_set_bookmark (session, 4, "Bookmark 4");
  g_assert_false (ls_undo_can_redo (undo));
  g_assert_null (ls_undo_get_redo_label (undo));
  g_assert_cmpint (ls_undo_get_redo_parts (undo), ==, 0);
  g_assert_false (ls_undo_redo (undo));
  g_assert_cmpuint (ls_session_get_n_bookmarks (session), ==, 2);

  g_assert_true (ls_undo_undo (undo));
  g_assert_cmpstr (ls_undo_get_undo_label (undo), ==, "Bookmark 1");
  g_assert_cmpuint (ls_session_get_n_bookmarks (session), ==, 1);
  g_assert_true (ls_undo_redo (undo));
  g_assert_cmpuint (ls_session_get_n_bookmarks (session), ==, 2);
  g_assert_false (ls_undo_can_redo (undo));
}

static void
test_clear (void)
{
  g_autoptr (LsSession) session = session_new ("", "", "");
  g_autoptr (LsUndo) undo = ls_undo_new (session);

  for (guint step = 1; step <= 2; step++)
    {
      ls_undo_push (undo, "Bookmark", LS_SESSION_PART_MARKS);
      ls_session_set_bookmark (session, step, "b");
    }
  g_assert_true (ls_undo_undo (undo));
  ls_undo_clear (undo);
  g_assert_false (ls_undo_can_undo (undo));
  g_assert_false (ls_undo_can_redo (undo));
  g_assert_false (ls_undo_undo (undo));
  g_assert_false (ls_undo_redo (undo));
  g_assert_cmpuint (ls_session_get_n_bookmarks (session), ==, 1);
}

/* What a user does at a moment is done after what was done there before, and forgets what was done later only. */
static void
test_same_moment (void)
{
  static const LsStamp stamps[] = {
    { .turn = 2, .microtask = 1, .statement = 4 },
    { .turn = 2, .microtask = 1, .statement = 0 },
    { .turn = 2, .microtask = 0, .statement = 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (stamps); i++)
    {
      g_autofree char *members =
        g_strdup_printf ("\"actions\":[{\"at\":{\"turn\":1},\"do\":{\"op\":\"log\",\"text\":\"before\"}},"
                         "{\"at\":{\"turn\":%u,\"microtask\":%u,\"statement\":%u},\"do\":{\"op\":\"log\",\"text\":\"first\"}},"
                         "{\"at\":{\"turn\":3},\"do\":{\"op\":\"log\",\"text\":\"later\"}}]",
                         stamps[i].turn, stamps[i].microtask, stamps[i].statement);
      g_autoptr (LsSession) session = session_new ("", "", members);
      g_autoptr (GString) texts = g_string_new (NULL);

      for (guint j = 0; j < 2; j++)
        {
          g_autoptr (LsStep) step = ls_step_new_from_json (j == 0 ? "{\"op\":\"log\",\"text\":\"second\"}"
                                                                  : "{\"op\":\"log\",\"text\":\"third\"}", NULL);
          g_autoptr (GPtrArray) dropped = NULL;

          g_assert_true (ls_session_insert_action_at (session, &stamps[i], step, &dropped, NULL));
          g_assert_cmpuint (dropped->len, ==, j == 0 ? 1 : 0);
        }
      for (guint j = 0; j < ls_session_get_n_actions (session); j++)
        {
          g_autofree char *text = ls_step_describe (ls_action_get_step (ls_session_get_action (session, j)));

          g_string_append_printf (texts, "%s|", text);
        }
      g_assert_cmpstr (texts->str, ==, "log “before”|log “first”|log “second”|log “third”|");
    }
}

static void
count_free (gpointer data)
{
  (*(guint *) data)++;
}

/* What a change remembers comes back with it in both directions, and is freed once the change cannot come back. */
static void
test_data (void)
{
  g_autoptr (LsSession) session = session_new ("", "", "");
  g_autoptr (LsUndo) undo = ls_undo_new (session);
  LsUndoEntry *first = ls_undo_remember (undo, "First", LS_SESSION_PART_MARKS);
  LsUndoEntry *second = ls_undo_remember (undo, "Second", LS_SESSION_PART_MARKS);
  guint n_freed[2] = { 0 };

  g_assert_null (ls_undo_entry_get_data (first));
  ls_undo_entry_set_data (first, &n_freed[0], count_free);
  ls_undo_entry_set_data (second, &n_freed[1], count_free);
  ls_undo_add (undo, first);
  ls_undo_add (undo, second);
  g_assert_true (ls_undo_peek (undo, TRUE) == second);
  g_assert_null (ls_undo_peek (undo, FALSE));
  g_assert_true (ls_undo_undo (undo));
  g_assert_true (ls_undo_entry_get_data (ls_undo_peek (undo, TRUE)) == &n_freed[0]);
  g_assert_true (ls_undo_entry_get_data (ls_undo_peek (undo, FALSE)) == &n_freed[1]);
  g_assert_true (ls_undo_undo (undo));
  g_assert_null (ls_undo_peek (undo, TRUE));
  g_assert_true (ls_undo_redo (undo));
  g_assert_true (ls_undo_entry_get_data (ls_undo_peek (undo, TRUE)) == &n_freed[0]);
  g_assert_cmpuint (n_freed[0] + n_freed[1], ==, 0);

  ls_undo_push (undo, "Third", LS_SESSION_PART_MARKS);
  g_assert_cmpuint (n_freed[0], ==, 0);
  g_assert_cmpuint (n_freed[1], ==, 1);
  ls_undo_clear (undo);
  g_assert_cmpuint (n_freed[0], ==, 1);
  g_assert_cmpuint (n_freed[1], ==, 1);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/undo/undo-and-redo", test_undo_and_redo);
  g_test_add_func ("/undo/push-clears-redo", test_push_clears_redo);
  g_test_add_func ("/undo/clear", test_clear);
  g_test_add_func ("/undo/same-moment", test_same_moment);
  g_test_add_func ("/undo/data", test_data);

  return g_test_run ();
}
