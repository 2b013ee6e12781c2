/* ls-lesson-unread.c: finds what a lesson says in vain
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lesson-check-private.h"

#include "ls-json-private.h"
#include "ls-lesson-private.h"
#include "ls-session-private.h"

#include <glib/gi18n-lib.h>

/* Members that the format does not name stay in a file, and mean nothing. Of a misspelt one its author should know. The readers
 * themselves tell which members they ask for, so there is no second list of them. */

#define MAX_FOUND 50   /* sentences: nobody reads more */

/* Adds a sentence about the member where @reader is. @names: (element-type utf8): what the reader asks for in its object */
static void
add_sentence (LsJsonReader *reader,
              GPtrArray    *names,
              GPtrArray    *found)
{
  g_autofree char *place = ls_json_display_pointer (reader->pointer->str);
  g_autoptr (GString) expected = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (expected, "%s“%s”", i > 0 ? C_("list", ", ") : "", (const char *) g_ptr_array_index (names, i));
  /* Translators: where in a file something stands, and what could stand there instead */
  g_ptr_array_add (found, g_strdup_printf (_("%s: found a member that means nothing there, expected only: %s"), place, expected->str));
}

/* Looks at what is in @node, which is where @reader is. Of what the reader does not look into itself, nothing is said. */
static void
look (LsJsonReader *reader,
      JsonNode     *node,
      GPtrArray    *found)
{
  GPtrArray *names;
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  for (guint i = 0; JSON_NODE_HOLDS_ARRAY (node) && i < json_array_get_length (json_node_get_array (node)); i++)
    {
      const gsize mark = ls_json_reader_enter_index (reader, i);

      look (reader, json_array_get_element (json_node_get_array (node), i), found);
      ls_json_reader_leave (reader, mark);
    }
  names = JSON_NODE_HOLDS_OBJECT (node) ? g_hash_table_lookup (reader->names, json_node_get_object (node)) : NULL;
  if (names == NULL)
    return;

  json_object_iter_init_ordered (&iter, json_node_get_object (node));
  while (found->len < MAX_FOUND && json_object_iter_next_ordered (&iter, &name, &member))
    {
      const gsize mark = ls_json_reader_enter (reader, name);

      if (g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        look (reader, member, found);
      else
        add_sentence (reader, names, found);
      ls_json_reader_leave (reader, mark);
    }
}

/**
 * ls_session_find_unread_members:
 * @session: a session with a lesson
 *
 * Finds members of a lesson that mean nothing where they stand: their names are misspelt, or are of another kind of question. They
 * are no errors: files may have members of their own.
 *
 * Returns: (transfer full) (element-type utf8): a sentence for each, with its place; for the first 50 only
 */
GPtrArray *
ls_session_find_unread_members (LsSession *session)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (LsLesson) lesson = NULL;
  LsJsonReader reader;
  JsonNode *root, *node;

  g_return_val_if_fail (LS_IS_SESSION (session), NULL);
  g_return_val_if_fail (ls_session_get_lesson (session) != NULL, NULL);

  root = ls_session_get_document (session)->root;
  node = json_object_get_member (json_node_get_object (root), "lesson");
  ls_json_reader_init (&reader, "", NULL);
  reader.names = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  ls_json_reader_enter (&reader, "lesson");
  lesson = ls_lesson_read (&reader, node, root);
  look (&reader, node, found);
  g_hash_table_unref (reader.names);
  ls_json_reader_finish (&reader, NULL);
  return g_steal_pointer (&found);
}
