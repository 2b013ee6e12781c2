/* ls-cli-file-watch.c: waits until files change
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-cli-file-watch.h"

/* Editors write several times. What comes within so many ms is one change. */
#define SETTLE_MS 100

/* The folders of files: a script imports what is beside it, and an editor replaces a file by another one. */
struct _LsCliFileWatch
{
  GMainContext *context;
  GPtrArray    *monitors;
  char         *changed;   /* (nullable): the name of a file that has changed since somebody asked */
};

/* Editors keep files of their own beside those that they edit. */
static gboolean
is_of_editor (const char *name)
{
  return name[0] == '.' || name[0] == '#' || g_str_has_suffix (name, "~") || g_str_has_suffix (name, ".swp") ||
         g_str_has_suffix (name, ".tmp");
}

static void
on_changed (LsCliFileWatch    *self,
            GFile             *file,
            GFile             *other,
            GFileMonitorEvent  event)
{
  g_autofree char *name = g_file_get_basename (event == G_FILE_MONITOR_EVENT_RENAMED && other != NULL ? other : file);

  if (event == G_FILE_MONITOR_EVENT_ATTRIBUTE_CHANGED || event == G_FILE_MONITOR_EVENT_CHANGED || is_of_editor (name))
    return;
  g_free (self->changed);
  self->changed = g_steal_pointer (&name);
}

static void
watch_folder (LsCliFileWatch *self,
              GFile          *folder)
{
  /* Where a folder cannot be watched, its changes are not seen. */
  g_autoptr (GFileMonitor) monitor = g_file_monitor_directory (folder, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);

  if (monitor == NULL)
    return;
  g_signal_connect_swapped (monitor, "changed", G_CALLBACK (on_changed), self);
  g_ptr_array_add (self->monitors, g_steal_pointer (&monitor));
}

/**
 * ls_cli_file_watch_new:
 * @paths: names of files
 *
 * Watches the folders of files from now on, for [method@CliFileWatch.wait] on the same thread.
 *
 * Returns: (transfer full): the watch
 */
LsCliFileWatch *
ls_cli_file_watch_new (char **paths)
{
  LsCliFileWatch *self = g_new0 (LsCliFileWatch, 1);
  g_autoptr (GHashTable) folders = g_hash_table_new_full (g_file_hash, (GEqualFunc) g_file_equal, g_object_unref, NULL);

  self->context = g_main_context_new ();
  self->monitors = g_ptr_array_new_with_free_func (g_object_unref);
  g_main_context_push_thread_default (self->context);
  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_commandline_arg (paths[i]);
      GFile *folder = g_file_get_parent (file);

      if (folder != NULL && g_hash_table_add (folders, folder))
        watch_folder (self, folder);
    }
  g_main_context_pop_thread_default (self->context);
  return self;
}

void
ls_cli_file_watch_free (LsCliFileWatch *self)
{
  for (guint i = 0; i < self->monitors->len; i++)
    {
      g_signal_handlers_disconnect_by_data (g_ptr_array_index (self->monitors, i), self);
      g_file_monitor_cancel (g_ptr_array_index (self->monitors, i));
    }
  g_ptr_array_unref (self->monitors);
  g_main_context_unref (self->context);
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
  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&self->changed);
}
