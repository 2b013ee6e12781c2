/* ls-files.c: lists lessons, examples and recent sessions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-files-private.h"

#include <string.h>

#include <glib/gstdio.h>

#include "ls-lesson-translate-private.h"

/* Frees an LsFilesEntry. */
void
ls_files_entry_free (gpointer data)
{
  LsFilesEntry *entry = data;

  g_clear_object (&entry->file);
  g_free (entry->title);
  g_free (entry->file_title);
  g_free (entry->description);
  g_free (entry->id);
  g_free (entry->error);
  g_clear_pointer (&entry->course, ls_course_unref);
  g_free (entry);
}

/* Orders entries by their numbers. Those without a number come last, by their titles. */
int
ls_files_compare (gconstpointer a,
                  gconstpointer b)
{
  const LsFilesEntry *entry_a = *(LsFilesEntry *const *) a;
  const LsFilesEntry *entry_b = *(LsFilesEntry *const *) b;
  guint number_a = entry_a->number - 1;
  guint number_b = entry_b->number - 1;

  return number_a != number_b ? (number_a > number_b) - (number_a < number_b) : g_utf8_collate (entry_a->title, entry_b->title);
}

/* Whether reading the file takes a moment only: the user may have put anything there. */
gboolean
ls_files_is_read_soon (const char *path)
{
  GStatBuf info;

  return g_stat (path, &info) == 0 && S_ISREG (info.st_mode) && info.st_size <= LS_FILES_MAX_BYTES;
}

/* Returns (transfer full) an entry for a session; its title is the file's name if it has none. */
LsFilesEntry *
ls_files_entry_new (GFile     *file,
                    LsSession *session)
{
  LsFilesEntry *entry = g_new0 (LsFilesEntry, 1);

  entry->file = g_object_ref (file);
  entry->title = g_strdup (ls_session_translate_title (session));
  if (g_strcmp0 (entry->title, ls_session_get_title (session)) != 0)
    entry->file_title = g_strdup (ls_session_get_title (session));
  entry->description = g_strdup (ls_session_translate_description (session));
  if (entry->title == NULL || *entry->title == '\0')
    {
      g_autofree char *name = g_file_get_basename (file);

      g_free (entry->title);
      entry->title = g_filename_display_name (name);
    }
  return entry;
}

static LsFilesEntry *
example_new (const char *path,
             const char *name)
{
  g_autofree char *file_path = g_build_filename (path, name, NULL);
  g_autofree char *stem = g_strndup (name, strlen (name) - strlen (LS_SESSION_SUFFIX));
  g_autoptr (GFile) file = g_file_new_for_path (file_path);
  g_autoptr (LsSession) session = ls_files_is_read_soon (file_path) ? ls_session_new_from_path (file_path, NULL) : NULL;
  LsFilesEntry *entry;

  if (session == NULL)
    return NULL;
  entry = ls_files_entry_new (file, session);
  entry->number = ls_examples_lookup (stem, &entry->group, &entry->summary);
  return entry;
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
  const char *folder = g_getenv ("LOOPSCOPE_EXAMPLES_DIR");
  const char *path = folder != NULL ? folder : LS_PKGDATADIR "/sessions";
  GPtrArray *entries = g_ptr_array_new_with_free_func (ls_files_entry_free);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      LsFilesEntry *entry = g_str_has_suffix (name, LS_SESSION_SUFFIX) ? example_new (path, name) : NULL;

      if (entry != NULL)
        g_ptr_array_add (entries, entry);
    }
  g_ptr_array_sort (entries, ls_files_compare);
  return entries;
}

static gboolean
has_known_suffix (const char *uri)
{
  static const char *const suffixes[] = { LS_SESSION_SUFFIX, LS_COURSE_SUFFIX, ".js",   ".mjs", ".cjs",     ".ts",             ".mts",
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
  GPtrArray *entries = g_ptr_array_new_with_free_func (ls_files_entry_free);
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
    { LS_SESSION_SUFFIX, LS_SESSION_MIME_TYPE },   { LS_COURSE_SUFFIX, LS_COURSE_MIME_TYPE },
    { ".json", "application/json" },
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
