/* ls-lesson-learner.c: what a learner has made of the exercises of a lesson
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lesson-private.h"
#include "ls-session-private.h"

/* A session that somebody reads has the run of a page for a while. Its file has that of the lesson, and beside it, for each page
 * that the learner has changed, the run that is the learner's. The texts of its scripts are in it, wherever those of the
 * lesson lie. */

static const char *const copied_members[] = { "actions", "settings", "schedule" };

/* Returns (transfer full) what the file says of a page. */
static JsonNode *
write_run (LsSession *run,
           guint      page)
{
  LsDocument *document = ls_session_get_document (run);
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "page", page + 1);
  if (document->program->kind == LS_PROGRAM_JAVASCRIPT)
    {
      JsonArray *scripts = json_array_new ();

      for (guint i = 0; i < document->program->scripts->len; i++)
        json_array_add_string_element (scripts, ls_script_get_text (g_ptr_array_index (document->program->scripts, i)));
      json_object_set_array_member (object, "scripts", scripts);
    }
  for (guint i = 0; i < G_N_ELEMENTS (copied_members); i++)
    {
      JsonNode *member = json_object_get_member (json_node_get_object (document->root), copied_members[i]);

      if (member != NULL)
        json_object_set_member (object, copied_members[i], json_node_ref (member));
    }
  return ls_json_take_object (object);
}

/* Returns (nullable) what the session's file is to say of the learner. */
JsonNode *
ls_session_peek_learner (LsSession *session)
{
  return json_object_get_member (json_node_get_object (ls_session_get_document (session)->root), LS_LESSON_LEARNER);
}

/* Says what the learner has made of the pages. @runs: (nullable) (element-type LsSession) (nullable elements): the run of each
 * page that has another one than the lesson. */
void
ls_session_set_learner (LsSession *session,
                        GPtrArray *runs)
{
  JsonNode *known = ls_session_peek_learner (session);
  g_autoptr (JsonArray) array = json_array_new ();
  g_autoptr (JsonNode) node = NULL, root = NULL;

  for (guint i = 0; runs != NULL && i < runs->len; i++)
    if (g_ptr_array_index (runs, i) != NULL)
      json_array_add_element (array, write_run (g_ptr_array_index (runs, i), i));
  if (json_array_get_length (array) > 0)
    node = ls_json_take_array (g_steal_pointer (&array));
  if (node == known || (node != NULL && known != NULL && json_node_equal (node, known)))
    return;
  root = ls_json_with_member (ls_session_get_document (session)->root, LS_LESSON_LEARNER, node);
  ls_session_set_root (session, root, NULL, NULL);
}

/* Returns (nullable) what @session says of a page. */
static JsonObject *
find_page (LsSession *session,
           guint      page)
{
  JsonArray *array = ls_json_peek_array (json_node_get_object (ls_session_get_document (session)->root), LS_LESSON_LEARNER);

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      JsonNode *number = JSON_NODE_HOLDS_OBJECT (node) ? json_object_get_member (json_node_get_object (node), "page") : NULL;

      if (number != NULL && JSON_NODE_HOLDS_VALUE (number) && json_node_get_value_type (number) == G_TYPE_INT64 &&
          json_node_get_int (number) == (gint64) page + 1)
        return json_node_get_object (node);
    }
  return NULL;
}

/* Gives @run the texts that the learner has written. Another number of scripts is about another program. */
static gboolean
take_scripts (LsSession  *run,
              JsonObject *object)
{
  JsonArray *scripts = ls_json_peek_array (object, "scripts");
  LsProgram *program = ls_session_get_program (run);
  const guint n_scripts = ls_program_get_kind (program) == LS_PROGRAM_JAVASCRIPT ? ls_program_get_n_scripts (program) : 0;

  if ((scripts != NULL ? json_array_get_length (scripts) : 0) != n_scripts)
    return FALSE;
  for (guint i = 0; i < n_scripts; i++)
    {
      JsonNode *node = json_array_get_element (scripts, i);

      if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING ||
          !ls_session_set_script_text (run, i, json_node_get_string (node), NULL))
        return FALSE;
    }
  return TRUE;
}

/* Returns (transfer full) (nullable) a copy of @session with what the learner has made of a page; NULL if it says nothing of
 * that page, or what no longer goes with the lesson. */
LsSession *
ls_session_new_for_learner (LsSession *session,
                            guint      page)
{
  JsonObject *object = find_page (session, page);
  g_autoptr (LsSession) run = NULL;
  g_autoptr (JsonNode) root = NULL;
  LsProgram *program;

  if (object == NULL)
    return NULL;
  run = ls_session_new_for_page (session, page, FALSE, NULL);
  if (run == NULL || !take_scripts (run, object))
    return NULL;
  root = json_node_ref (ls_session_get_document (run)->root);
  for (guint i = 0; i < G_N_ELEMENTS (copied_members); i++)
    {
      JsonNode *next = ls_json_with_member (root, copied_members[i], json_object_get_member (object, copied_members[i]));

      json_node_unref (root);
      root = next;
    }
  program = ls_session_get_document (run)->program;
  if (!ls_session_set_root (run, root, program->kind == LS_PROGRAM_JAVASCRIPT ? program->scripts : NULL, NULL))
    return NULL;
  return g_steal_pointer (&run);
}
