/* ls-course.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-course-private.h"

#include "ls-course-lesson-private.h"
#include "ls-json-members-private.h"
#include "ls-lesson.h"
#include "ls-session-private.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

#define FORMAT_NAME "loopscope-course"
#define FORMAT_VERSION 1
#define MAX_LESSONS 100
#define MAX_TEXT 4000                   /* characters */
#define MAX_LANGUAGES 100
#define MAX_BYTES (16 * 1024 * 1024)
#define MAX_LESSON_BYTES (1024 * 1024)  /* of a lesson that is looked for */
#define MAX_FOLDER 1000                 /* files of a folder that are looked at */
#define SNIFFED_BYTES 1024

/* A session is not changed by whoever reads the course: they get copies. So threads may share a course. */
struct _LsCourse
{
  gatomicrefcount  ref_count;
  char            *name;          /* what messages call it */
  GFile           *file;          /* nullable */
  JsonNode        *root;
  char            *title;
  char            *description;   /* nullable */
  guint32          minutes;       /* 0 for none */
  GPtrArray       *lessons;       /* LsCourseLesson */
};

LsCourse *
ls_course_ref (LsCourse *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ls_course_unref (LsCourse *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_object (&self->file);
  g_clear_pointer (&self->root, json_node_unref);
  g_clear_pointer (&self->lessons, g_ptr_array_unref);
  g_free (self->name);
  g_free (self->title);
  g_free (self->description);
  g_free (self);
}

static const LsJsonMember text_members[] = {
  { .name = "title", .type = LS_JSON_PROSE, .offset = G_STRUCT_OFFSET (LsCourse, title), .maximum = MAX_TEXT },
  { .name = "description", .type = LS_JSON_PROSE, .offset = G_STRUCT_OFFSET (LsCourse, description), .maximum = MAX_TEXT },
  { NULL }
};

/* Returns how far up in the user's languages @language is, from 0; G_MAXUINT if it is none of them. */
static guint
rank_language (const char *language)
{
  const char *const *wanted = g_get_language_names ();

  for (guint i = 0; wanted[i] != NULL; i++)
    if (g_str_equal (wanted[i], language))
      return i;
  return G_MAXUINT;
}

/* Reads the texts in other languages, and takes those of the user's. */
static void
read_translations (LsJsonReader *reader,
                   JsonNode     *node,
                   gpointer      data)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an object with a member for each language"));
  guint best = rank_language ("en");
  LsCourse *self = data;
  JsonObjectIter iter;
  const char *language;
  JsonNode *texts;

  if (object == NULL)
    return;
  if (json_object_get_size (object) > MAX_LANGUAGES)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_LIMIT, _("found %u languages, expected %d at most"), json_object_get_size (object),
                         MAX_LANGUAGES);
  json_object_iter_init_ordered (&iter, object);
  while (reader->error == NULL && json_object_iter_next_ordered (&iter, &language, &texts))
    {
      LsCourse other = { 0 };
      guint rank = rank_language (language);
      gsize mark = ls_json_reader_enter (reader, language);

      ls_json_read_object (reader, texts, NC_("expected", "an object with “title” and “description”"), text_members, &other);
      ls_json_reader_leave (reader, mark);
      if (rank < best && other.title != NULL)
        {
          g_free (self->title);
          self->title = g_steal_pointer (&other.title);
          if (other.description != NULL)
            {
              g_free (self->description);
              self->description = g_steal_pointer (&other.description);
            }
          best = rank;
        }
      g_free (other.title);
      g_free (other.description);
    }
}

static const LsJsonMember members[] = {
  { .name = "title", .type = LS_JSON_PROSE, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsCourse, title), .maximum = MAX_TEXT },
  { .name = "description", .type = LS_JSON_PROSE, .offset = G_STRUCT_OFFSET (LsCourse, description), .maximum = MAX_TEXT },
  { .name = "translations", .type = LS_JSON_VALUE, .read = read_translations },
  { .name = "minutes", .type = LS_JSON_COUNT, .offset = G_STRUCT_OFFSET (LsCourse, minutes), .minimum = 1, .maximum = 9999 },
  { .name = "lessons", .type = LS_JSON_LIST, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsCourse, lessons),
    .minimum = 1, .maximum = MAX_LESSONS, .words = NC_("list", "lessons"), .read_element = ls_course_lesson_read },
  { NULL }
};

/* Progress is remembered by ids, so a course cannot have one twice. */
static void
refuse_twins (LsCourse     *self,
              LsJsonReader *reader)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  gsize mark = ls_json_reader_enter (reader, "lessons");

  for (guint i = 0; reader->error == NULL && i < self->lessons->len; i++)
    {
      LsCourseLesson *lesson = g_ptr_array_index (self->lessons, i);
      gsize inner = ls_json_reader_enter_index (reader, i);

      if (!g_hash_table_add (ids, lesson->id))
        ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                             _("found the lesson “%s” again, expected each lesson once, or other pages of it"), lesson->lesson);
      ls_json_reader_leave (reader, inner);
    }
  ls_json_reader_leave (reader, mark);
}

/* Gives the lessons that are in the file of the course what they are; other parts of them, too. */
static void
open_embedded (LsCourse  *self,
               GError   **error)
{
  for (guint i = 0; i < self->lessons->len; i++)
    {
      LsCourseLesson *lesson = g_ptr_array_index (self->lessons, i);
      g_autoptr (LsSession) whole = g_steal_pointer (&lesson->whole);

      if (whole != NULL)
        ls_course_lesson_take (lesson, self->name, whole);
      if (lesson->error != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&lesson->error));
          return;
        }
    }
  for (guint i = 0; i < self->lessons->len; i++)
    if (ls_course_get_lesson (self, i)->whole != NULL)
      ls_course_offer (self, ls_course_get_lesson (self, i)->whole);
}

/* Reads a course. @name: what messages call it. Lessons that it does not have in itself are not looked for.
 *
 * Returns: (transfer full): the course, or %NULL with @error set to one line */
LsCourse *
ls_course_new_from_data (const char  *name,
                         const char  *data,
                         gsize        length,
                         GError     **error)
{
  g_autoptr (JsonNode) root = ls_json_parse (name, data, length, NULL, error);
  g_autoptr (LsCourse) self = NULL;
  GError *local = NULL;
  LsJsonReader reader;
  JsonObject *object;

  if (root == NULL)
    return NULL;
  self = g_new0 (LsCourse, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->name = g_strdup (name);
  self->root = g_steal_pointer (&root);
  self->lessons = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_course_lesson_free);

  ls_json_reader_init (&reader, name, NULL);
  object = ls_json_reader_object (&reader, self->root, NC_("expected", "an object with “format”: “loopscope-course”"));
  if (object != NULL)
    ls_json_reader_check_format (&reader, object, FORMAT_NAME, FORMAT_VERSION);
  if (reader.error == NULL)
    ls_json_read_members (&reader, object, members, self);
  if (reader.error == NULL)
    refuse_twins (self, &reader);
  if (!ls_json_reader_finish (&reader, error))
    return NULL;

  open_embedded (self, &local);
  if (local != NULL)
    {
      g_propagate_error (error, local);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/* Reads what a file begins with: @size bytes at most. */
static GBytes *
read_beginning (GFile         *file,
                gsize          size,
                GCancellable  *cancellable,
                GError       **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, error);
  g_autofree char *data = NULL;
  gsize length;

  if (stream == NULL)
    return NULL;
  data = g_malloc (size);
  if (!g_input_stream_read_all (G_INPUT_STREAM (stream), data, size, &length, cancellable, error))
    return NULL;
  return g_bytes_new (data, length);
}

/* Reads the file of a course; blocks. @called: (nullable): what messages call it. See ls_course_new_from_data(). */
LsCourse *
ls_course_new_from_file (GFile         *file,
                         const char    *called,
                         GCancellable  *cancellable,
                         GError       **error)
{
  g_autofree char *name = called != NULL ? g_strdup (called) : g_file_get_parse_name (file), *shown = ls_json_display (name, 0);
  GError *local = NULL;
  g_autoptr (GBytes) bytes = read_beginning (file, MAX_BYTES + 1, cancellable, &local);
  LsCourse *self;

  if (bytes == NULL && !g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_READ, _("%s: Could not read the file: %s"), shown,
                   g_error_matches (local, G_IO_ERROR, G_IO_ERROR_NOT_FOUND) ? _("No such file") : local->message);
      g_error_free (local);
      return NULL;
    }
  if (bytes == NULL)
    {
      g_propagate_error (error, local);
      return NULL;
    }
  if (g_bytes_get_size (bytes) > MAX_BYTES)
    {
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_LIMIT, _("%s: found more than %d MB, expected a smaller course"), shown,
                   MAX_BYTES / (1024 * 1024));
      return NULL;
    }
  self = ls_course_new_from_data (name, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), error);
  if (self != NULL)
    self->file = g_object_ref (file);
  return self;
}

/* Tells a course by the name of its file, or, where that is one of JSON, by its beginning; blocks. */
gboolean
ls_course_is_file (GFile        *file,
                   GCancellable *cancellable)
{
  g_autofree char *base = g_file_get_basename (file);
  g_autoptr (GBytes) bytes = NULL;
  const char *data, *course, *session;
  gsize length;

  if (base == NULL || g_str_has_suffix (base, LS_COURSE_SUFFIX))
    return base != NULL;
  if (!g_str_has_suffix (base, ".json") && !g_str_has_suffix (base, LS_SESSION_SUFFIX))
    return FALSE;
  if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, cancellable) == G_FILE_TYPE_REGULAR)
    bytes = read_beginning (file, SNIFFED_BYTES, cancellable, NULL);
  if (bytes == NULL)
    return FALSE;
  data = g_bytes_get_data (bytes, &length);
  /* A course may have sessions in it. */
  course = length > 0 ? g_strstr_len (data, length, "\"" FORMAT_NAME "\"") : NULL;
  session = length > 0 ? g_strstr_len (data, length, "\"loopscope-session\"") : NULL;
  return course != NULL && (session == NULL || course < session);
}

/* Returns: (transfer none) (nullable): the file that it was read from */
GFile *
ls_course_get_file (LsCourse *self)
{
  return self->file;
}

/* Returns: (transfer none): its title, in the user's language if it has that */
const char *
ls_course_get_title (LsCourse *self)
{
  return self->title;
}

/* Returns: (transfer none): what it teaches, likewise; empty if it does not say */
const char *
ls_course_get_description (LsCourse *self)
{
  return self->description != NULL ? self->description : "";
}

/* Returns: how long its lessons take, as far as they say and were found */
guint
ls_course_count_minutes (LsCourse *self)
{
  guint minutes = 0;

  for (guint i = 0; i < self->lessons->len; i++)
    minutes += ls_course_get_lesson (self, i)->minutes;
  return minutes;
}

/* Returns: how long it takes: what it says itself, else what its lessons take */
guint
ls_course_get_minutes (LsCourse *self)
{
  return self->minutes > 0 ? self->minutes : ls_course_count_minutes (self);
}

guint
ls_course_get_n_lessons (LsCourse *self)
{
  return self->lessons->len;
}

/* Returns: (transfer none) (nullable): one of its lessons */
const LsCourseLesson *
ls_course_get_lesson (LsCourse *self,
                      guint     index)
{
  return index < self->lessons->len ? g_ptr_array_index (self->lessons, index) : NULL;
}

/* Offers the course a session with a lesson, before others see the course. It takes it where it has that id and no lesson yet. */
void
ls_course_offer (LsCourse  *self,
                 LsSession *session)
{
  LsLesson *lesson = ls_session_get_lesson (session);

  for (guint i = 0; lesson != NULL && i < self->lessons->len; i++)
    {
      LsCourseLesson *own = g_ptr_array_index (self->lessons, i);

      if (own->whole == NULL && g_str_equal (own->lesson, ls_lesson_get_id (lesson)))
        ls_course_lesson_take (own, self->name, session);
    }
}

static gboolean
is_complete (LsCourse *self)
{
  for (guint i = 0; i < self->lessons->len; i++)
    if (ls_course_get_lesson (self, i)->whole == NULL)
      return FALSE;
  return TRUE;
}

static void
look_in_folder (LsCourse     *self,
                const char   *path,
                GCancellable *cancellable)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint n_left = MAX_FOLDER;
  const char *name;

  while (dir != NULL && n_left-- > 0 && (name = g_dir_read_name (dir)) != NULL && !is_complete (self) &&
         !g_cancellable_is_cancelled (cancellable))
    {
      g_autofree char *full = g_build_filename (path, name, NULL);
      g_autoptr (LsSession) session = NULL;
      GStatBuf info;

      if (!g_str_has_suffix (name, LS_SESSION_SUFFIX) || g_stat (full, &info) != 0 || !S_ISREG (info.st_mode) ||
          info.st_size > MAX_LESSON_BYTES)
        continue;
      session = ls_session_new_from_path (full, NULL);
      if (session != NULL)
        ls_course_offer (self, session);
    }
}

/* Returns: (transfer full): the folders with lessons: that of the program, then that of the user's own */
char **
ls_course_list_folders (void)
{
  const char *installed = g_getenv ("LOOPSCOPE_LESSONS_DIR");
  char **folders = g_new0 (char *, 3);

  folders[0] = g_strdup (installed != NULL ? installed : LS_PKGDATADIR "/lessons");
  folders[1] = g_build_filename (g_get_user_data_dir (), "loopscope", "lessons", NULL);
  return folders;
}

/* Looks for lessons that the course names by their ids: beside its own file first, then in each of @folders; blocks. Nobody else
 * may see the course meanwhile. */
void
ls_course_find_lessons (LsCourse           *self,
                        const char *const  *folders,
                        GCancellable       *cancellable)
{
  g_autoptr (GFile) parent = self->file != NULL ? g_file_get_parent (self->file) : NULL;

  if (parent != NULL && g_file_peek_path (parent) != NULL && !is_complete (self))
    look_in_folder (self, g_file_peek_path (parent), cancellable);
  for (guint i = 0; folders[i] != NULL && !is_complete (self); i++)
    look_in_folder (self, folders[i], cancellable);
}

/* Returns: whether the lesson is there to be read; else @error says what was expected */
gboolean
ls_course_check_lesson (LsCourse  *self,
                        guint      index,
                        GError   **error)
{
  const LsCourseLesson *lesson = ls_course_get_lesson (self, index);
  g_autofree char *shown = ls_json_display (self->name, 0);

  if (lesson->session != NULL)
    return TRUE;
  if (lesson->error != NULL)
    g_propagate_error (error, g_error_copy (lesson->error));
  else
    g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                 /* Translators: a file, a place in it, the id of a lesson */
                 _("%s: %s/id: found “%s”, expected the id of a lesson that is installed or beside the course"), shown, lesson->pointer,
                 lesson->lesson);
  return FALSE;
}

/* Whether the course has another part of the lesson earlier. */
static gboolean
has_before (LsCourse *self,
            guint     index)
{
  for (guint i = 0; i < index; i++)
    if (ls_course_get_lesson (self, i)->whole == ls_course_get_lesson (self, index)->whole)
      return TRUE;
  return FALSE;
}

/* Writes the course with all of its lessons in it, so that it is one file to give away.
 *
 * Returns: (transfer full): the text of that file, or %NULL with @error set if a lesson is missing */
char *
ls_course_pack (LsCourse  *self,
                gsize     *length,
                GError   **error)
{
  g_autoptr (JsonNode) root = NULL, list = NULL;
  JsonArray *lessons;
  g_autofree char *text = NULL;

  for (guint i = 0; i < self->lessons->len; i++)
    if (!ls_course_check_lesson (self, i, error))
      return NULL;
  lessons = json_array_new ();
  for (guint i = 0; i < self->lessons->len; i++)
    json_array_add_element (lessons, ls_course_lesson_write (g_ptr_array_index (self->lessons, i), !has_before (self, i)));
  list = ls_json_take_array (lessons);
  root = ls_json_with_member (self->root, "lessons", list);
  text = ls_json_format (root, length);
  if (*length > MAX_BYTES)
    {
      g_autofree char *shown = ls_json_display (self->name, 0);

      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_LIMIT,
                   _("%s: with its lessons it would have more than %d MB, and could not be opened again"), shown,
                   MAX_BYTES / (1024 * 1024));
      return NULL;
    }
  return g_steal_pointer (&text);
}
