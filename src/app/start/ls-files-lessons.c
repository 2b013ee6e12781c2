/* ls-files-lessons.c: lists lessons and courses, those that come with the program and the user's own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-files-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-courses.h"
#include "ls-lesson.h"

#define MAX_FILES 500   /* of a folder */

/* What comes of reading folders. */
typedef struct
{
  GPtrArray *sessions;    /* (element-type LsSession): with lessons, for courses that name them */
  GPtrArray *courses;     /* (element-type LsFilesEntry) */
  GPtrArray *lessons;     /* (element-type LsFilesEntry) */
  GPtrArray *bad;         /* (element-type LsFilesEntry) */
} Found;

static LsFilesEntry *
bad_new (GFile      *file,
         const char *message)
{
  LsFilesEntry *entry = g_new0 (LsFilesEntry, 1);
  g_autofree char *name = g_file_get_basename (file), *path = g_file_get_parse_name (file);
  const gsize length = strlen (path);

  entry->file = g_object_ref (file);
  entry->title = g_filename_display_name (name);
  /* The title says already which file it is. */
  if (g_str_has_prefix (message, path) && g_str_has_prefix (message + length, ": "))
    message += length + strlen (": ");
  entry->error = g_strdup (message);
  return entry;
}

static void
add_lesson (Found *found,
            GFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_file (file, NULL, &error);
  LsLesson *lesson = session != NULL ? ls_session_get_lesson (session) : NULL;
  LsFilesEntry *entry;

  if (lesson == NULL)
    {
      g_ptr_array_add (found->bad, bad_new (file, error != NULL ? error->message : _("It is a session without a lesson.")));
      return;
    }
  entry = ls_files_entry_new (file, session);
  entry->id = g_strdup (ls_lesson_get_id (lesson));
  entry->number = ls_lesson_get_number (lesson);
  entry->minutes = ls_lesson_get_minutes (lesson);
  g_ptr_array_add (found->lessons, entry);
  g_ptr_array_add (found->sessions, g_steal_pointer (&session));
}

static void
add_course (Found *found,
            GFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsCourse) course = ls_course_new_from_file (file, NULL, NULL, &error);
  LsFilesEntry *entry;

  if (course == NULL)
    {
      g_ptr_array_add (found->bad, bad_new (file, error->message));
      return;
    }
  entry = g_new0 (LsFilesEntry, 1);
  entry->file = g_object_ref (file);
  entry->title = g_strdup (ls_course_get_title (course));
  entry->description = g_strdup (ls_course_get_description (course));
  entry->course = g_steal_pointer (&course);
  g_ptr_array_add (found->courses, entry);
}

static void
read_folder (Found      *found,
             const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint n_left = MAX_FILES;
  const char *name;

  while (dir != NULL && n_left > 0 && (name = g_dir_read_name (dir)) != NULL)
    {
      const gboolean is_course = g_str_has_suffix (name, LS_COURSE_SUFFIX);
      g_autofree char *full = g_build_filename (path, name, NULL);
      g_autoptr (GFile) file = g_file_new_for_path (full);

      /* Editors keep files of their own there, which begin with a dot. */
      if (*name == '.' || (!is_course && !g_str_has_suffix (name, LS_SESSION_SUFFIX)))
        continue;
      n_left--;
      if (!ls_files_is_read_soon (full))
        {
          if (g_file_test (full, G_FILE_TEST_IS_REGULAR))
            g_ptr_array_add (found->bad, bad_new (file, _("It has more than 1 MB. “Open…” opens it.")));
        }
      else if (is_course)
        add_course (found, file);
      else
        add_lesson (found, file);
    }
}

/* Gives courses the lessons that they name, and leaves those out for which there is one missing. */
static void
complete_courses (Found     *found,
                  GPtrArray *sessions)
{
  for (guint i = 0; i < found->courses->len;)
    {
      LsFilesEntry *entry = g_ptr_array_index (found->courses, i);
      g_autoptr (GError) error = NULL;

      for (guint j = 0; j < found->sessions->len; j++)
        ls_course_offer (entry->course, g_ptr_array_index (found->sessions, j));
      for (guint j = 0; j < sessions->len; j++)
        ls_course_offer (entry->course, g_ptr_array_index (sessions, j));
      for (guint j = 0; error == NULL && j < ls_course_get_n_lessons (entry->course); j++)
        ls_course_check_lesson (entry->course, j, &error);
      entry->minutes = ls_course_get_minutes (entry->course);
      if (error == NULL)
        {
          i++;
          continue;
        }
      g_ptr_array_add (found->bad, bad_new (entry->file, error->message));
      g_ptr_array_remove_index (found->courses, i);
    }
  g_ptr_array_sort (found->courses, ls_files_compare);
  g_ptr_array_sort (found->lessons, ls_files_compare);
  g_ptr_array_sort (found->bad, ls_files_compare);
}

static void
found_init (Found *self)
{
  self->sessions = g_ptr_array_new_with_free_func (g_object_unref);
  self->courses = g_ptr_array_new_with_free_func (ls_files_entry_free);
  self->lessons = g_ptr_array_new_with_free_func (ls_files_entry_free);
  self->bad = g_ptr_array_new_with_free_func (ls_files_entry_free);
}

static void
found_clear (Found *self)
{
  g_clear_pointer (&self->sessions, g_ptr_array_unref);
  g_clear_pointer (&self->courses, g_ptr_array_unref);
  g_clear_pointer (&self->lessons, g_ptr_array_unref);
  g_clear_pointer (&self->bad, g_ptr_array_unref);
}

/**
 * ls_files_find_lessons:
 * @lessons: (out caller-allocates): the lists, which ls_files_clear_lessons() frees
 *
 * Lists the lessons and courses that come with the program, and the user's own.
 */
void
ls_files_find_lessons (LsFilesLessons *lessons)
{
  g_auto (GStrv) folders = ls_course_list_folders ();
  Found installed, own;

  found_init (&installed);
  found_init (&own);
  read_folder (&installed, folders[0]);
  if (!g_str_equal (folders[0], folders[1]))
    read_folder (&own, folders[1]);
  complete_courses (&installed, own.sessions);
  complete_courses (&own, installed.sessions);

  *lessons = (LsFilesLessons) {
    .courses = g_steal_pointer (&installed.courses),
    .lessons = g_steal_pointer (&installed.lessons),
    .own = g_steal_pointer (&own.courses),
  };
  g_ptr_array_extend_and_steal (lessons->own, g_steal_pointer (&own.lessons));
  g_ptr_array_extend_and_steal (lessons->own, g_steal_pointer (&own.bad));
  found_clear (&installed);
  found_clear (&own);
}

/**
 * ls_files_clear_lessons:
 * @lessons: lists
 *
 * Frees what ls_files_find_lessons() found.
 */
void
ls_files_clear_lessons (LsFilesLessons *lessons)
{
  g_clear_pointer (&lessons->courses, g_ptr_array_unref);
  g_clear_pointer (&lessons->lessons, g_ptr_array_unref);
  g_clear_pointer (&lessons->own, g_ptr_array_unref);
}

/**
 * ls_files_get_own_folder:
 *
 * Returns: (transfer full): where the user's own lessons are
 */
char *
ls_files_get_own_folder (void)
{
  g_auto (GStrv) folders = ls_course_list_folders ();

  return g_steal_pointer (&folders[1]);
}

/**
 * ls_files_list_lessons:
 *
 * Lists the lessons that come with the program, and the user's own: those in the folder `loopscope/lessons` of the user's data.
 *
 * Returns: (transfer full) (element-type LsFilesEntry): the lessons in their order, the user's own last; the list leaves out files
 *   that are no lessons, that cannot be read, or that are too large
 */
GPtrArray *
ls_files_list_lessons (void)
{
  g_auto (LsFilesLessons) found = { NULL };

  ls_files_find_lessons (&found);
  for (guint i = 0; i < found.own->len;)
    if (((LsFilesEntry *) g_ptr_array_index (found.own, i))->id != NULL)
      g_ptr_array_add (found.lessons, g_ptr_array_steal_index (found.own, i));
    else
      i++;
  return g_steal_pointer (&found.lessons);
}
