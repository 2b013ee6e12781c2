/* ls-lesson-edit.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lesson-edit-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-session-private.h"

/* A lesson is changed where the file has it, so that members that are not known stay. The reader judges the result: a change that
 * it refuses changes nothing. */

#define MAX_ID 64

/* Returns (transfer none) (nullable) the lesson as the file has it: another one after each change of it. */
JsonNode *
ls_session_peek_lesson_json (LsSession *session)
{
  return json_object_get_member (json_node_get_object (ls_session_get_document (session)->root), "lesson");
}

static JsonArray *
peek_pages (LsSession *session)
{
  JsonNode *lesson = ls_session_peek_lesson_json (session);

  return lesson != NULL ? ls_json_peek_array (json_node_get_object (lesson), "pages") : NULL;
}

/* Returns (transfer full) a name for the learner's progress: what there is of the title in lower-case ASCII. Two lessons of one
 * title are two. */
static char *
make_id (const char *title)
{
  g_autofree char *plain = g_str_to_ascii (title, "C");
  g_autofree char *lower = g_ascii_strdown (plain, -1);
  g_autoptr (GString) id = g_string_new (NULL);

  for (const char *at = lower; *at != '\0' && id->len < MAX_ID - 10; at++)
    if (g_ascii_isalnum (*at))
      g_string_append_c (id, *at);
    else if (id->len > 0 && id->str[id->len - 1] != '-')
      g_string_append_c (id, '-');
  if (id->len == 0)
    g_string_append (id, "lesson-");
  else if (id->str[id->len - 1] != '-')
    g_string_append_c (id, '-');
  g_string_append_printf (id, "%06x", g_random_int () & 0xffffff);
  return g_string_free (g_steal_pointer (&id), FALSE);
}

static JsonNode *
make_lesson (LsSession *session,
             JsonNode  *page)
{
  g_autofree char *id = make_id (ls_session_get_title (session));
  JsonObject *lesson = json_object_new ();
  JsonArray *pages = json_array_new ();

  json_array_add_element (pages, json_node_ref (page));
  json_object_set_string_member (lesson, "id", id);
  json_object_set_array_member (lesson, "pages", pages);
  return ls_json_take_object (lesson);
}

/* Returns (transfer full) the pages as they are after @edit. */
static JsonNode *
edit_pages (JsonArray          *old,
            const LsLessonEdit *edit)
{
  const guint length = json_array_get_length (old);
  g_autoptr (GPtrArray) pages = g_ptr_array_new ();
  JsonArray *result = json_array_sized_new (length + 1);
  gpointer moved;

  for (guint i = 0; i < length; i++)
    g_ptr_array_add (pages, json_array_get_element (old, i));
  switch (edit->kind)
    {
    case LS_LESSON_EDIT_PAGE:
      pages->pdata[edit->page] = edit->value;
      break;
    case LS_LESSON_EDIT_INSERT:
      g_ptr_array_insert (pages, edit->page, edit->value);
      break;
    case LS_LESSON_EDIT_REMOVE:
      g_ptr_array_remove_index (pages, edit->page);
      break;
    case LS_LESSON_EDIT_MOVE:
      moved = g_ptr_array_remove_index (pages, edit->page);
      g_ptr_array_insert (pages, edit->to, moved);
      break;
    case LS_LESSON_EDIT_BEGIN:
    case LS_LESSON_EDIT_TEXT:
    case LS_LESSON_EDIT_MEMBER:
    default:
      g_warn_if_reached ();
    }
  for (guint i = 0; i < pages->len; i++)
    json_array_add_element (result, json_node_ref (g_ptr_array_index (pages, i)));
  return ls_json_take_array (result);
}

/* Whether the session has the pages that @edit is about. */
static gboolean
is_possible (LsSession          *session,
             const LsLessonEdit *edit)
{
  JsonArray *pages = peek_pages (session);
  const guint length = pages != NULL ? json_array_get_length (pages) : 0;

  switch (edit->kind)
    {
    case LS_LESSON_EDIT_BEGIN:
      return ls_session_peek_lesson_json (session) == NULL;
    case LS_LESSON_EDIT_TEXT:
      return TRUE;
    case LS_LESSON_EDIT_MEMBER:
      return length > 0;
    case LS_LESSON_EDIT_INSERT:
      return length > 0 && edit->page <= length;
    case LS_LESSON_EDIT_MOVE:
      return edit->page < length && edit->to < length;
    case LS_LESSON_EDIT_PAGE:
    case LS_LESSON_EDIT_REMOVE:
    default:
      return edit->page < length;
    }
}

/* Changes the lesson of a session, or its title or description. Fails with an error of LS_SESSION_ERROR where a reader of the file
 * would; then nothing has changed. */
gboolean
ls_session_edit_lesson (LsSession           *session,
                        const LsLessonEdit  *edit,
                        GError             **error)
{
  g_autoptr (JsonNode) value = NULL;
  JsonNode *lesson;
  const gboolean is_of_pages = edit->kind >= LS_LESSON_EDIT_PAGE;

  if (!is_possible (session, edit))
    {
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID, "%s", _("The lesson has no such page."));
      return FALSE;
    }
  if (edit->kind == LS_LESSON_EDIT_TEXT)
    return ls_session_set_member (session, edit->member, edit->value != NULL ? json_node_ref (edit->value) : NULL, error);
  if (edit->kind == LS_LESSON_EDIT_BEGIN)
    return ls_session_set_member (session, "lesson", make_lesson (session, edit->value), error);
  if (is_of_pages)
    value = edit_pages (peek_pages (session), edit);
  else if (edit->value != NULL)
    value = json_node_ref (edit->value);
  lesson = ls_json_with_member (ls_session_peek_lesson_json (session), is_of_pages ? "pages" : edit->member, value);
  return ls_session_set_member (session, "lesson", lesson, error);
}

/* Returns (transfer none) (nullable) a page as the file has it; valid until the session changes. */
JsonNode *
ls_session_peek_lesson_page (LsSession *session,
                             guint      page)
{
  JsonArray *pages = peek_pages (session);

  return pages != NULL && page < json_array_get_length (pages) ? json_array_get_element (pages, page) : NULL;
}

/* Returns (transfer none) (nullable) what a page has at names between which there is a “/”. */
JsonNode *
ls_lesson_page_peek (JsonNode   *page,
                     const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, "/", -1);

  for (guint i = 0; names[i] != NULL && page != NULL; i++)
    page = JSON_NODE_HOLDS_OBJECT (page) ? json_object_get_member (json_node_get_object (page), names[i]) : NULL;
  return page;
}

/* Returns (transfer full) @object, or one with nothing in it, with @value at @names; without that member where it is NULL. */
static JsonNode *
with (JsonNode  *object,
      char     **names,
      JsonNode  *value)
{
  g_autoptr (JsonNode) empty = object != NULL ? json_node_ref (object) : ls_json_take_object (json_object_new ());
  g_autoptr (JsonNode) below = NULL;
  JsonNode *member;

  if (names[1] == NULL)
    return ls_json_with_member (empty, names[0], value);
  member = json_object_get_member (json_node_get_object (empty), names[0]);
  below = with (member != NULL && JSON_NODE_HOLDS_OBJECT (member) ? member : NULL, names + 1, value);
  return ls_json_with_member (empty, names[0], below);
}

/* Returns (transfer full) another page, with @value (nullable) at @path; objects on the way are made. */
JsonNode *
ls_lesson_page_with (JsonNode   *page,
                     const char *path,
                     JsonNode   *value)
{
  g_auto (GStrv) names = g_strsplit (path, "/", -1);

  return with (page, names, value);
}

/* Replaces *@page by another page with @value (transfer full) (nullable) at @path. */
void
ls_lesson_page_set (JsonNode   **page,
                    const char  *path,
                    JsonNode    *value)
{
  g_autoptr (JsonNode) owned = value;
  JsonNode *next = ls_lesson_page_with (*page, path, owned);

  json_node_unref (*page);
  *page = next;
}

/* Returns (transfer full) why a change was refused, without the place in the file, of which its author knows nothing. */
char *
ls_lesson_edit_dup_reason (const GError *error)
{
  const char *place = strstr (error->message, ": /");
  const char *reason = place != NULL ? strstr (place + 2, ": ") : NULL;

  return g_strdup (reason != NULL ? reason + 2 : error->message);
}
