/* ls-lesson-translate.c: what a lesson says, in the user's language
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lesson-translate-private.h"

#include "ls-lesson-private.h"
#include "ls-session-private.h"

#include <glib/gi18n-lib.h>

/* The texts of the lessons that come with the program are messages of a text domain of their own, each string of a file one of
 * them; build-aux/lesson-texts lists them, by the same rule as here. Sessions keep what their files say. */

/* Members of a page, at any depth, that learners read. */
static const char *const read_by_learners[] = { "title", "text", "because", "hint", "hints", NULL };
/* What is below these is for the engine. Of an expectation, which is to be seen in an exercise, learners read the title. */
static const char *const read_by_engine[] = {
  "actions", "at", "holds", "program", "schedule", "solution", "source", "until", NULL
};
static const char *const read_of_expectations[] = { "title", NULL };

/* Returns (nullable) a text in the user's language, NULL if the catalogue does not have it or the user reads English. */
static const char *
look_up (const char *text)
{
  const char *found = *text != '\0' ? g_dgettext (LS_LESSONS_DOMAIN, text) : text;

  return found != text ? found : NULL;
}

/* Returns (transfer full) a tree in which the members with one of @names are in the user's language, and @node itself if @is_read.
 * Texts that are not known make *@is_whole FALSE. */
static JsonNode *
translate (JsonNode          *node,
           const char *const *names,
           gboolean           is_read,
           gboolean          *is_whole)
{
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *from = json_node_get_array (node), *array = json_array_new ();

      for (guint i = 0; i < json_array_get_length (from); i++)
        json_array_add_element (array, translate (json_array_get_element (from, i), names, is_read, is_whole));
      return ls_json_take_array (array);
    }
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObject *object = json_object_new ();
      JsonObjectIter iter;
      const char *name;
      JsonNode *value;

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &name, &value))
        {
          const char *const *below = g_str_equal (name, "expectations") ? read_of_expectations : names;

          json_object_set_member (object, name, g_strv_contains (read_by_engine, name)
                                                  ? json_node_ref (value)
                                                  : translate (value, below, g_strv_contains (names, name), is_whole));
        }
      return ls_json_take_object (object);
    }
  if (is_read && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING &&
      *json_node_get_string (node) != '\0')
    {
      const char *text = look_up (json_node_get_string (node));

      if (text != NULL)
        return json_node_init_string (json_node_alloc (), text);
      *is_whole = FALSE;
    }
  return json_node_ref (node);
}

/* Returns (transfer full) a page in the user's language, or as it is if any of its texts is not known: somebody has written it
 * anew, and two languages on one page are worse than the other one. */
static JsonNode *
translate_page (JsonNode *page,
                guint    *n_translated)
{
  gboolean is_whole = TRUE;
  g_autoptr (JsonNode) translated = translate (page, read_by_learners, FALSE, &is_whole);

  if (!is_whole)
    return json_node_ref (page);
  (*n_translated)++;
  return g_steal_pointer (&translated);
}

/* Returns (transfer full) the lesson of @document with other pages. */
static LsLesson *
read_again (LsDocument *document,
            JsonNode   *lesson,
            JsonNode   *pages)
{
  g_autoptr (JsonNode) node = ls_json_with_member (lesson, "pages", pages);
  g_autoptr (LsLesson) self = NULL;
  LsJsonReader reader;
  gsize mark;

  ls_json_reader_init (&reader, document->title, NULL);
  mark = ls_json_reader_enter (&reader, "lesson");
  self = ls_lesson_read (&reader, node, document->root);
  ls_json_reader_leave (&reader, mark);
  /* A translation may be longer than a text can be. Then the lesson stays as it is. */
  return ls_json_reader_finish (&reader, NULL) ? g_steal_pointer (&self) : ls_lesson_ref (document->lesson);
}

/* Whether a session is a lesson whose title and description are known. */
static gboolean
is_known (LsDocument *document)
{
  return document->lesson != NULL && look_up (document->title) != NULL &&
         (*document->description == '\0' || look_up (document->description) != NULL);
}

/**
 * ls_session_translate_title:
 * @session: a session
 *
 * Returns: (transfer none): the title of the session; that of a lesson in the user's language, if there is a translation
 */
const char *
ls_session_translate_title (LsSession *session)
{
  LsDocument *document = ls_session_get_document (session);

  return is_known (document) ? look_up (document->title) : document->title;
}

/**
 * ls_session_translate_description:
 * @session: a session
 *
 * Returns: (transfer none): what the session says that it shows, likewise
 */
const char *
ls_session_translate_description (LsSession *session)
{
  LsDocument *document = ls_session_get_document (session);

  return is_known (document) && *document->description != '\0' ? look_up (document->description) : document->description;
}

/**
 * ls_session_translate_lesson:
 * @session: a session
 *
 * Gets the lesson of the session as learners are to read it. What the engine compares, such as names of tasks and lines of the log,
 * is the same in each language, and so are the places of pages and answers. The session does not change.
 *
 * Returns: (transfer full) (nullable): its lesson; a page is in the user's language if all its texts have a translation
 */
LsLesson *
ls_session_translate_lesson (LsSession *session)
{
  LsDocument *document = ls_session_get_document (session);
  JsonArray *array = json_array_new (), *from;
  g_autoptr (JsonNode) pages = ls_json_take_array (array);
  guint n_translated = 0;
  JsonNode *lesson;

  if (document->lesson == NULL)
    return NULL;
  lesson = json_object_get_member (json_node_get_object (document->root), "lesson");
  from = ls_json_peek_array (json_node_get_object (lesson), "pages");
  for (guint i = 0; i < json_array_get_length (from); i++)
    json_array_add_element (array, translate_page (json_array_get_element (from, i), &n_translated));
  return n_translated > 0 ? read_again (document, lesson, pages) : ls_lesson_ref (document->lesson);
}
