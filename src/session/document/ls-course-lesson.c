/* ls-course-lesson.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-course-lesson-private.h"

#include "ls-json-members-private.h"
#include "ls-lesson-private.h"
#include "ls-session-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_ID 64
#define MAX_PAGES 100
#define EXPECTED_PAGES NC_("expected", "the first and the last page, counted from 1")

void
ls_course_lesson_free (LsCourseLesson *self)
{
  g_clear_object (&self->whole);
  g_clear_object (&self->session);
  g_clear_error (&self->error);
  g_free (self->lesson);
  g_free (self->id);
  g_free (self->pointer);
  g_free (self);
}

/* Returns the tree of a session with all of its scripts in it: a course has no file beside it. What somebody has made of its pages
 * is not for others. */
static JsonNode *
write_session (LsSession *session)
{
  LsProgram *program = ls_session_get_program (session);
  g_autoptr (JsonNode) root = ls_json_with_member (ls_session_get_document (session)->root, LS_LESSON_LEARNER, NULL);
  g_autoptr (JsonNode) old = NULL;
  JsonObject *object;
  JsonArray *scripts;

  if (ls_program_get_n_scripts (program) == 0)
    return g_steal_pointer (&root);
  scripts = json_array_new ();
  for (guint i = 0; i < ls_program_get_n_scripts (program); i++)
    {
      LsScript *script = ls_program_get_script (program, i);
      JsonObject *part = json_object_new ();

      json_object_set_string_member (part, "name", ls_script_get_name (script));
      json_object_set_string_member (part, "source", ls_script_get_text (script));
      json_array_add_object_element (scripts, part);
    }
  object = ls_json_copy_object (json_object_get_object_member (json_node_get_object (root), "program"));
  ls_json_remove_member (object, "source");
  json_object_set_array_member (object, "scripts", scripts);
  old = ls_json_take_object (object);
  return ls_json_with_member (root, "program", old);
}

/* Returns the session of the pages that the course has of a lesson. */
static LsSession *
cut (LsCourseLesson  *self,
     const char      *name,
     GError         **error)
{
  g_autoptr (JsonNode) root = write_session (self->whole), lesson = NULL, part = NULL;
  JsonObject *object = ls_json_copy_object (json_object_get_object_member (json_node_get_object (root), "lesson"));
  JsonArray *pages = json_array_new ();
  g_autofree char *text = NULL;

  ls_json_add_elements (pages, json_object_get_array_member (object, "pages"), self->first - 1, self->last);
  json_object_set_array_member (object, "pages", pages);
  json_object_set_string_member (object, "id", self->id);
  if (self->minutes > 0)
    json_object_set_int_member (object, "minutes", self->minutes);
  lesson = ls_json_take_object (object);
  part = ls_json_with_member (root, "lesson", lesson);
  text = ls_json_format_compact (part);
  return ls_session_new_from_data (name, text, -1, error);
}

/* Gives the lesson the session in which it is. @name: what messages call the file of the course */
void
ls_course_lesson_take (LsCourseLesson *self,
                       const char     *name,
                       LsSession      *session)
{
  LsLesson *lesson = ls_session_get_lesson (session);
  const guint n_pages = ls_lesson_get_n_pages (lesson);
  g_autofree char *shown = ls_json_display (name, 0);

  g_set_object (&self->whole, session);
  if (self->minutes == 0 && self->first == 0)
    self->minutes = ls_lesson_get_minutes (lesson);
  if (self->first == 0)
    self->session = g_object_ref (session);
  else if (self->last > n_pages)
    g_set_error (&self->error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                 /* Translators: a file, a place in it, a page, the name of a lesson, how many pages that has */
                 _("%s: %s/pages: found page %u, expected pages of the lesson “%s”, which has %u"), shown, self->pointer, self->last,
                 self->lesson, n_pages);
  else
    self->session = cut (self, name, &self->error);
}

/* Returns (transfer full) what a course to be given away has of the lesson: its session where @is_whole, else its id. */
JsonNode *
ls_course_lesson_write (LsCourseLesson *self,
                        gboolean        is_whole)
{
  JsonObject *object = json_object_new ();

  if (is_whole)
    json_object_set_member (object, "session", write_session (self->whole));
  else
    json_object_set_string_member (object, "id", self->lesson);
  if (self->first > 0)
    {
      JsonArray *pages = json_array_new ();

      json_array_add_int_element (pages, self->first);
      json_array_add_int_element (pages, self->last);
      json_object_set_array_member (object, "pages", pages);
    }
  if (self->minutes > 0)
    json_object_set_int_member (object, "minutes", self->minutes);
  return ls_json_take_object (object);
}

static void
read_id (LsJsonReader *reader,
         JsonNode     *node,
         gpointer      data)
{
  const char *expected = NC_("expected", "the id of a lesson: 1 to 64 lower-case letters, digits and “-”");
  const char *text = ls_json_reader_string (reader, node, expected);

  if (text != NULL && (*text == '\0' || strlen (text) > MAX_ID ||
                       strspn (text, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen (text)))
    ls_json_reader_unexpected (reader, node, expected);
  *(char **) data = g_strdup (text);
}

static gpointer
read_page (LsJsonReader *reader,
           JsonNode     *node)
{
  return GUINT_TO_POINTER (ls_json_reader_integer (reader, node, 1, MAX_PAGES, NC_("expected", "the number of a page, from 1")));
}

static void
read_pages (LsJsonReader *reader,
            JsonNode     *node,
            gpointer      data)
{
  static const LsJsonMember list = { .type = LS_JSON_LIST, .expected = EXPECTED_PAGES, .read_element = read_page };
  g_autoptr (GPtrArray) pages = g_ptr_array_new ();
  LsCourseLesson *self = data;

  ls_json_read_value (reader, node, &list, &pages);
  if (reader->error != NULL)
    return;
  if (pages->len != 2 || GPOINTER_TO_UINT (pages->pdata[0]) > GPOINTER_TO_UINT (pages->pdata[1]))
    {
      ls_json_reader_unexpected (reader, node, EXPECTED_PAGES);
      return;
    }
  self->first = GPOINTER_TO_UINT (pages->pdata[0]);
  self->last = GPOINTER_TO_UINT (pages->pdata[1]);
}

static void
read_session (LsJsonReader *reader,
              JsonNode     *node,
              gpointer      data)
{
  const char *expected = NC_("expected", "a session with a lesson, as in a file of its own");
  g_autofree char *name = NULL, *shown = NULL, *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = NULL;
  LsCourseLesson *self = data;

  if (ls_json_reader_object (reader, node, expected) == NULL)
    return;
  text = ls_json_format_compact (node);
  name = g_strconcat (reader->name, ": ", reader->pointer->str, NULL);
  session = ls_session_new_from_data (name, text, -1, &error);
  if (session != NULL && ls_session_get_lesson (session) == NULL)
    {
      gsize mark = ls_json_reader_enter (reader, "lesson");

      ls_json_reader_unexpected (reader, NULL, NC_("expected", "an object with “id” and “pages”"));
      ls_json_reader_leave (reader, mark);
      return;
    }
  if (session != NULL)
    {
      self->lesson = g_strdup (ls_lesson_get_id (ls_session_get_lesson (session)));
      self->whole = g_steal_pointer (&session);
      self->is_embedded = TRUE;
      return;
    }
  /* What the session says of a place in it is about one in the course. */
  shown = ls_json_display (name, 0);
  if (g_str_has_prefix (error->message, shown) && g_str_has_prefix (error->message + strlen (shown), ": /"))
    {
      g_autofree char *message = g_strconcat (shown, error->message + strlen (shown) + strlen (": "), NULL);

      reader->error = g_error_new_literal (error->domain, error->code, message);
    }
  else
    reader->error = g_steal_pointer (&error);
}

static const LsJsonMember members[] = {
  { .name = "id", .type = LS_JSON_VALUE, .read = read_id, .offset = G_STRUCT_OFFSET (LsCourseLesson, lesson) },
  { .name = "session", .type = LS_JSON_VALUE, .read = read_session },
  { .name = "pages", .type = LS_JSON_VALUE, .read = read_pages },
  { .name = "minutes", .type = LS_JSON_COUNT, .offset = G_STRUCT_OFFSET (LsCourseLesson, minutes), .minimum = 1, .maximum = 9999 },
  { NULL }
};

/* A part of a lesson has progress of its own. */
static char *
make_id (LsCourseLesson *self)
{
  g_autofree char *part = NULL;

  if (self->first == 0)
    return g_strdup (self->lesson);
  part = g_strdup_printf ("-p%u-%u", self->first, self->last);
  return g_strdup_printf ("%.*s%s", (int) (MAX_ID - strlen (part)), self->lesson, part);
}

/* Reads a lesson of a course. Returns NULL after an error. */
gpointer
ls_course_lesson_read (LsJsonReader *reader,
                       JsonNode     *node)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "a lesson: an object with “id” or “session”"));
  LsCourseLesson *self;

  if (object == NULL)
    return NULL;
  if (json_object_has_member (object, "id") == json_object_has_member (object, "session"))
    {
      ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                           json_object_has_member (object, "id") ? _("found both “id” and “session”, expected one of them")
                                                                 : _("found neither “id” nor “session”, expected one of them"));
      return NULL;
    }
  self = g_new0 (LsCourseLesson, 1);
  self->pointer = g_strdup (reader->pointer->str);
  ls_json_read_members (reader, object, members, self);
  if (reader->error != NULL)
    {
      ls_course_lesson_free (self);
      return NULL;
    }
  self->id = make_id (self);
  return self;
}
