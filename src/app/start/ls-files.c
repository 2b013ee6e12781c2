/* ls-files.c: lists lessons, examples and recent sessions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-files.h"

#include <string.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "ls-lesson-translate-private.h"

/* A lesson has some ten kilobytes. The list is made while the window waits for it. */
#define MAX_LISTED_BYTES (1 << 20)

static void
entry_free (gpointer data)
{
  LsFilesEntry *entry = data;

  g_clear_object (&entry->file);
  g_free (entry->title);
  g_free (entry->file_title);
  g_free (entry->description);
  g_free (entry->id);
  g_free (entry);
}

/* Orders entries by their numbers. Those without a number come last, by their titles. */
static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  const LsFilesEntry *entry_a = *(LsFilesEntry *const *) a;
  const LsFilesEntry *entry_b = *(LsFilesEntry *const *) b;
  guint number_a = entry_a->number - 1;
  guint number_b = entry_b->number - 1;

  return number_a != number_b ? (number_a > number_b) - (number_a < number_b) : g_utf8_collate (entry_a->title, entry_b->title);
}

/* Returns the folder that the environment names, or else the installed one. */
static const char *
get_dir (const char *variable,
         const char *installed)
{
  const char *dir = g_getenv (variable);

  return dir != NULL ? dir : installed;
}

/* Whether reading the file takes a moment only: the user may have put anything there. */
static gboolean
is_read_soon (const char *path)
{
  GStatBuf info;

  return g_stat (path, &info) == 0 && S_ISREG (info.st_mode) && info.st_size <= MAX_LISTED_BYTES;
}

static LsFilesEntry *
entry_new (const char *path,
           const char *name)
{
  g_autofree char *file_path = g_build_filename (path, name, NULL);
  g_autoptr (LsSession) session = is_read_soon (file_path) ? ls_session_new_from_path (file_path, NULL) : NULL;
  LsLesson *lesson;
  LsFilesEntry *entry;

  if (session == NULL)
    return NULL;
  entry = g_new0 (LsFilesEntry, 1);
  entry->file = g_file_new_for_path (file_path);
  entry->title = g_strdup (ls_session_translate_title (session));
  if (g_strcmp0 (entry->title, ls_session_get_title (session)) != 0)
    entry->file_title = g_strdup (ls_session_get_title (session));
  entry->description = g_strdup (ls_session_translate_description (session));
  if (entry->title == NULL || *entry->title == '\0')
    {
      g_free (entry->title);
      entry->title = g_filename_display_name (name);
    }
  lesson = ls_session_get_lesson (session);
  if (lesson != NULL)
    {
      entry->id = g_strdup (ls_lesson_get_id (lesson));
      entry->number = ls_lesson_get_number (lesson);
      entry->minutes = ls_lesson_get_minutes (lesson);
    }
  return entry;
}

static void
describe_example (LsFilesEntry *entry,
                  const char   *name)
{
  g_autofree char *stem = g_strndup (name, strlen (name) - strlen (LS_SESSION_SUFFIX));

  entry->number = ls_examples_lookup (stem, &entry->group, &entry->summary);
}

static GPtrArray *
list_dir (const char *path,
          gboolean    lessons)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (entry_free);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      LsFilesEntry *entry = g_str_has_suffix (name, LS_SESSION_SUFFIX) ? entry_new (path, name) : NULL;

      if (entry != NULL && !lessons)
        describe_example (entry, name);
      if (entry != NULL && (!lessons || entry->id != NULL))
        g_ptr_array_add (entries, entry);
      else if (entry != NULL)
        entry_free (entry);
    }
  g_ptr_array_sort (entries, compare_entries);
  return entries;
}

/**
 * ls_files_list_examples:
 *
 * Returns: (transfer full) (element-type LsFilesEntry): the examples that come with the program by group, the easiest
 *   first, then others in their folder by title; the list leaves out unreadable files
 */
GPtrArray *
ls_files_list_examples (void)
{
  return list_dir (get_dir ("LOOPSCOPE_EXAMPLES_DIR", LS_PKGDATADIR "/sessions"), FALSE);
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
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "loopscope", "lessons", NULL);
  GPtrArray *lessons = list_dir (get_dir ("LOOPSCOPE_LESSONS_DIR", LS_PKGDATADIR "/lessons"), TRUE);

  g_ptr_array_extend_and_steal (lessons, list_dir (folder, TRUE));
  return lessons;
}

static gboolean
has_known_suffix (const char *uri)
{
  static const char *const suffixes[] = { LS_SESSION_SUFFIX, ".js",   ".mjs", ".cjs",     ".ts",             ".mts",
                                          ".cts",            ".json", ".gz",  ".pftrace", ".perfetto-trace", ".trace" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (uri, suffixes[i]))
      return TRUE;
  return FALSE;
}

static int
compare_recent (gconstpointer a,
                gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_modified ((GtkRecentInfo *) b),
                              gtk_recent_info_get_modified ((GtkRecentInfo *) a));
}

/**
 * ls_files_list_recent:
 * @max: the greatest number of sessions
 *
 * Returns: (transfer full) (element-type LsFilesEntry): the sessions that the user opened or saved last, if their files still exist
 */
GPtrArray *
ls_files_list_recent (guint max)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (entry_free);
  GList *items = g_list_sort (gtk_recent_manager_get_items (gtk_recent_manager_get_default ()), compare_recent);

  for (GList *link = items; link != NULL && entries->len < max; link = link->next)
    {
      GtkRecentInfo *info = link->data;
      LsFilesEntry *entry;

      if (!gtk_recent_info_has_application (info, g_get_application_name ()) || !gtk_recent_info_exists (info) ||
          !has_known_suffix (gtk_recent_info_get_uri (info)))
        continue;
      entry = g_new0 (LsFilesEntry, 1);
      entry->file = g_file_new_for_uri (gtk_recent_info_get_uri (info));
      entry->title = g_strdup (gtk_recent_info_get_display_name (info));
      entry->description = gtk_recent_info_get_uri_display (info);
      g_ptr_array_add (entries, entry);
    }
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);

  return entries;
}

/* Returns the type that desktops know a file by. */
static const char *
find_type (const char *uri)
{
  static const struct
  {
    const char *suffix;
    const char *type;
  } types[] = {
    { LS_SESSION_SUFFIX, LS_SESSION_MIME_TYPE },   { ".json", "application/json" },
    { ".gz", "application/gzip" },                 { ".pftrace", "application/x-perfetto-trace" },
    { ".perfetto-trace", "application/x-perfetto-trace" }, { ".trace", "application/x-perfetto-trace" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_has_suffix (uri, types[i].suffix))
      return types[i].type;
  return "text/javascript";
}

/**
 * ls_files_add_recent:
 * @file: the file of a session, or a recording
 *
 * Remembers that the user has opened or saved @file.
 */
void
ls_files_add_recent (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *exec = g_strconcat (g_get_prgname (), " %u", NULL);
  GtkRecentData data = {
    .mime_type = (char *) find_type (uri),
    .app_name = (char *) g_get_application_name (),
    .app_exec = exec,
  };

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

static gboolean
contains (const char *text,
          const char *word)
{
  g_autofree char *folded = g_utf8_casefold (text != NULL ? text : "", -1);

  return strstr (folded, word) != NULL;
}

/**
 * ls_files_match:
 * @texts: (array length=n_texts) (element-type utf8): what is known of a session, with %NULL for what is not
 * @n_texts: how many
 * @words: (array zero-terminated=1): what somebody looks for, each word folded by g_utf8_casefold()
 *
 * Returns: whether each word is in one of the texts
 */
gboolean
ls_files_match (const char *const  *texts,
                guint               n_texts,
                char              **words)
{
  for (guint i = 0; words[i] != NULL; i++)
    {
      gboolean is_found = FALSE;

      for (guint j = 0; j < n_texts && !is_found; j++)
        is_found = contains (texts[j], words[i]);
      if (!is_found)
        return FALSE;
    }
  return TRUE;
}
