/* ls-cli-file-watch.c: waits until files change
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ls-cli-file-watch.h"
#include "ls-cli.h"

/* Editors write several times. What comes within so many ms is one change. */
#define SETTLE_MS 100

/* A folder of files that are watched. While it does not exist, what would hold it is watched instead. */
typedef struct
{
  LsCliFileWatch *watch;
  GFile          *wanted, *watched;   /* @watched: (nullable) */
  GFileMonitor   *monitor;            /* (nullable) */
} Folder;

/* The folders of files: a script imports what is beside it, and an editor replaces a file by another one. */
struct _LsCliFileWatch
{
  GMainContext *context;
  GPtrArray    *folders;
  GFile        *output;    /* (nullable): that is written meanwhile */
  char         *changed;   /* (nullable): the name of a file that has changed since somebody asked */
};

/* Editors keep files of their own beside those that they edit. */
static gboolean
is_of_editor (const char *name)
{
  return name[0] == '.' || name[0] == '#' || g_str_has_suffix (name, "~") || g_str_has_suffix (name, ".swp") ||
         g_str_has_suffix (name, ".tmp");
}

/* Whether a file is what standard output or standard error go to, which change whenever something is said. */
static gboolean
is_stream (GFile *file)
{
  const char *path = g_file_peek_path (file);
  struct stat info, stream;

  if (path == NULL || stat (path, &info) < 0)
    return FALSE;
  for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
    if (fstat (fd, &stream) == 0 && stream.st_dev == info.st_dev && stream.st_ino == info.st_ino)
      return TRUE;
  return FALSE;
}

/* A file that is new is said to be whole as well, once it is. */
static gboolean
is_unfinished (GFile             *file,
               GFileMonitorEvent  event)
{
  return event == G_FILE_MONITOR_EVENT_CHANGED ||
         (event == G_FILE_MONITOR_EVENT_CREATED &&
          g_file_query_file_type (file, G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL) == G_FILE_TYPE_REGULAR);
}

static void
folder_stop (Folder *self)
{
  if (self->monitor != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->monitor, self);
      g_file_monitor_cancel (self->monitor);
    }
  g_clear_object (&self->monitor);
  g_clear_object (&self->watched);
}

static void
folder_free (Folder *self)
{
  folder_stop (self);
  g_object_unref (self->wanted);
  g_free (self);
}

static void
on_changed (Folder            *self,
            GFile             *file,
            GFile             *other,
            GFileMonitorEvent  event)
{
  GFile *now = event == G_FILE_MONITOR_EVENT_RENAMED && other != NULL ? other : file;
  g_autofree char *name = g_file_get_basename (now);

  if (event == G_FILE_MONITOR_EVENT_ATTRIBUTE_CHANGED || is_unfinished (now, event) || is_of_editor (name) ||
      is_stream (now) || (self->watch->output != NULL && g_file_equal (now, self->watch->output)))
    return;
  /* The folder itself has gone, and the monitor with it. */
  if (g_file_equal (file, self->watched))
    folder_stop (self);
  /* Something else in a folder above. */
  else if (!g_file_equal (self->watched, self->wanted) && !g_file_equal (now, self->wanted) &&
           !g_file_has_prefix (self->wanted, now))
    return;
  g_free (self->watch->changed);
  self->watch->changed = g_steal_pointer (&name);
}

/* Watches the folder, or the nearest above that exists. Nothing is done where that is watched already. */
static void
folder_watch (Folder *self)
{
  g_autoptr (GFile) folder = g_object_ref (self->wanted);
  g_autoptr (GError) error = NULL;
  GFile *above;

  while (!g_file_query_exists (folder, NULL) && (above = g_file_get_parent (folder)) != NULL)
    {
      g_object_unref (folder);
      folder = above;
    }
  if (self->watched != NULL && g_file_equal (folder, self->watched))
    return;
  folder_stop (self);
  self->monitor = g_file_monitor_directory (folder, G_FILE_MONITOR_WATCH_MOVES, NULL, &error);
  if (self->monitor == NULL)
    {
      g_autofree char *path = g_file_get_parse_name (folder);

      ls_cli_message (_("%s: Changes here cannot be seen: %s"), path, error->message);
      return;
    }
  self->watched = g_object_ref (folder);
  g_signal_connect_swapped (self->monitor, "changed", G_CALLBACK (on_changed), self);
}

static void
watch_all (LsCliFileWatch *self)
{
  g_main_context_push_thread_default (self->context);
  for (guint i = 0; i < self->folders->len; i++)
    folder_watch (g_ptr_array_index (self->folders, i));
  g_main_context_pop_thread_default (self->context);
}

/**
 * ls_cli_file_watch_new:
 * @paths: names of files
 * @output: (nullable): the name of a file that is written while one watches
 *
 * Watches the folders of files from now on, for [method@CliFileWatch.wait] on the same thread.
 *
 * Returns: (transfer full): the watch
 */
LsCliFileWatch *
ls_cli_file_watch_new (char       **paths,
                       const char  *output)
{
  LsCliFileWatch *self = g_new0 (LsCliFileWatch, 1);
  g_autoptr (GHashTable) known = g_hash_table_new (g_file_hash, (GEqualFunc) g_file_equal);

  self->context = g_main_context_new ();
  self->folders = g_ptr_array_new_with_free_func ((GDestroyNotify) folder_free);
  self->output = output != NULL ? g_file_new_for_commandline_arg (output) : NULL;
  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_commandline_arg (paths[i]);
      g_autoptr (GFile) parent = g_file_get_parent (file);
      Folder *folder;

      if (parent == NULL || g_hash_table_contains (known, parent))
        continue;
      folder = g_new0 (Folder, 1);
      folder->watch = self;
      folder->wanted = g_steal_pointer (&parent);
      g_hash_table_add (known, folder->wanted);
      g_ptr_array_add (self->folders, folder);
    }
  watch_all (self);
  return self;
}

void
ls_cli_file_watch_free (LsCliFileWatch *self)
{
  g_ptr_array_unref (self->folders);
  g_main_context_unref (self->context);
  g_clear_object (&self->output);
  g_free (self->changed);
  g_free (self);
}

static gboolean
on_settled (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Takes what else changes shortly after. */
static void
settle (LsCliFileWatch *self)
{
  g_autoptr (GSource) source = g_timeout_source_new (SETTLE_MS);
  gboolean is_settled = FALSE;

  g_source_set_callback (source, on_settled, &is_settled, NULL);
  g_source_attach (source, self->context);
  while (!is_settled)
    g_main_context_iteration (self->context, TRUE);
}

static gboolean
on_cancelled (GCancellable *cancellable,
              gpointer      data)
{
  return G_SOURCE_REMOVE;
}

/**
 * ls_cli_file_watch_wait:
 * @self: a watch
 * @cancellable: ends the wait
 *
 * Waits until a file in one of the folders has changed since the watch was made, or since the last wait.
 *
 * Returns: (transfer full) (nullable): the name of the file, %NULL where @cancellable was cancelled
 */
char *
ls_cli_file_watch_wait (LsCliFileWatch *self,
                        GCancellable   *cancellable)
{
  g_autoptr (GSource) source = g_cancellable_source_new (cancellable);

  g_source_set_callback (source, G_SOURCE_FUNC (on_cancelled), NULL, NULL);
  g_source_attach (source, self->context);
  while (self->changed == NULL && !g_cancellable_is_cancelled (cancellable))
    g_main_context_iteration (self->context, TRUE);
  if (self->changed != NULL && !g_cancellable_is_cancelled (cancellable))
    settle (self);
  g_source_destroy (source);
  /* What comes from now on is seen the next time, in folders that are new as well. */
  watch_all (self);
  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&self->changed);
}
