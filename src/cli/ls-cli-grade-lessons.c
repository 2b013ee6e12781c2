/* ls-cli-grade-lessons.c: the lessons with which answers are checked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "ls-cli-grade.h"
#include "ls-cli-session.h"
#include "ls-course-private.h"

#define SUFFIX ".loopscope"
#define MAX_BYTES (1 << 20)   /* as in the list of the window: a lesson has some ten kilobytes */

struct _LsCliLessons
{
  GHashTable *by_id;      /* (element-type utf8 LsSession) */
  GHashTable *unknown;    /* (element-type utf8): of which the user has been told */
  gboolean    is_read;    /* the installed ones are there too */
};

LsCliLessons *
ls_cli_lessons_new (void)
{
  LsCliLessons *self = g_new0 (LsCliLessons, 1);

  self->by_id = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->unknown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
ls_cli_lessons_free (LsCliLessons *self)
{
  g_hash_table_unref (self->by_id);
  g_hash_table_unref (self->unknown);
  g_free (self);
}

/* The first lesson of an identifier stays. */
static void
add (LsCliLessons *self,
     LsSession    *session)
{
  LsLesson *lesson = ls_session_get_lesson (session);

  if (lesson != NULL && !g_hash_table_contains (self->by_id, ls_lesson_get_id (lesson)))
    g_hash_table_insert (self->by_id, g_strdup (ls_lesson_get_id (lesson)), g_object_ref (session));
}

/* Reads the lesson of a file that the user names. Returns whether that is one; if not, the user has been told. */
gboolean
ls_cli_lessons_add (LsCliLessons *self,
                    const char   *argument)
{
  g_autofree char *name = ls_cli_display_name (argument);
  g_autoptr (LsSession) session = ls_cli_read (argument, ls_cli_watch_interrupt ());

  if (session == NULL)
    return FALSE;
  if (ls_session_get_lesson (session) == NULL)
    {
      ls_cli_message (_("%s: found a session without a lesson, expected a lesson"), name);
      return FALSE;
    }
  add (self, session);
  return TRUE;
}

/* The user may have put anything there: what is no lesson is of no interest. */
static void
add_folder (LsCliLessons *self,
            const char   *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);
      g_autoptr (LsSession) session = NULL;
      GStatBuf info;

      if (!g_str_has_suffix (name, SUFFIX) || g_stat (file, &info) != 0 || !S_ISREG (info.st_mode) || info.st_size > MAX_BYTES)
        continue;
      session = ls_session_new_from_path (file, NULL);
      if (session != NULL)
        add (self, session);
    }
}

/* Returns (transfer none) (nullable) the session with a lesson: one that the user has named, or an installed one. The user is told
 * once of one that is not known. */
LsSession *
ls_cli_lessons_find (LsCliLessons *self,
                     const char   *id)
{
  LsSession *session = g_hash_table_lookup (self->by_id, id);

  if (session == NULL && !self->is_read)
    {
      g_auto (GStrv) folders = ls_course_list_folders ();

      self->is_read = TRUE;
      for (guint i = 0; folders[i] != NULL; i++)
        add_folder (self, folders[i]);
      session = g_hash_table_lookup (self->by_id, id);
    }
  if (session == NULL && g_hash_table_add (self->unknown, g_strdup (id)))
    /* Translators: the identifier of a lesson */
    ls_cli_message (_("The lesson “%s” is not installed: its answers count as the files say. --lesson FILE checks them"), id);
  return session;
}
