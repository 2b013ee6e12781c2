/* ls-application.c: the application and its windows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-application-private.h"

#include <glib/gi18n.h>
#include <gtksourceview/gtksource.h>

#include "ls-appearance.h"
#include "ls-commands.h"
#include "ls-compat.h"
#include "ls-menu.h"
#include "ls-watch-option.h"
#include "ls-window-private.h"

/**
 * LsApplication:
 *
 * Opens windows, with a tab for each session.
 */
G_DEFINE_FINAL_TYPE (LsApplication, ls_application, ADW_TYPE_APPLICATION)

static void
speed_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  for (GList *link = gtk_application_get_windows (GTK_APPLICATION (user_data)); link != NULL; link = link->next)
    if (LS_IS_WINDOW (link->data))
      ls_window_set_speed (link->data, g_variant_get_string (parameter, NULL));
}

static void
about_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (user_data));

  if (window != NULL)
    ls_compat_present_about (GTK_WIDGET (window), LS_VERSION);
}

static void
ls_application_window_removed (GtkApplication *application,
                               GtkWindow      *window)
{
  GTK_APPLICATION_CLASS (ls_application_parent_class)->window_removed (application, window);
  if (LS_IS_WINDOW (window))
    ls_application_go_on_quitting (LS_APPLICATION (application));
}

static void
preferences_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (user_data));

  if (window != NULL)
    gtk_widget_activate_action (GTK_WIDGET (window), "win.preferences", NULL);
}

static LsWindow *
get_window (LsApplication *self)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));

  /* Whoever wants to see something new does not want to quit. */
  if (self->is_quitting)
    ls_application_cancel_quit (self);
  if (LS_IS_WINDOW (window))
    ls_window_finish_start (LS_WINDOW (window));
  /* What is opened in a window that asks before it closes would go with it. */
  if (!LS_IS_WINDOW (window) || ls_window_get_view (LS_WINDOW (window)) == NULL || LS_WINDOW (window)->is_closing)
    window = GTK_WINDOW (ls_window_new (GTK_APPLICATION (self)));
  return LS_WINDOW (window);
}

static void
tell_damaged (LsApplication *self)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));
  g_autoptr (GPtrArray) damaged = NULL;

  if (!LS_IS_WINDOW (window))
    return;
  damaged = ls_journals_list_damaged (self->journals);
  for (guint i = 0; i < damaged->len; i++)
    {
      g_autofree char *name = g_filename_display_name (g_ptr_array_index (damaged, i));
      /* Translators: %s is a file's path */
      g_autofree char *text = g_strdup_printf (_("The backup of a session cannot be read. It is kept as %s"), name);

      ls_session_view_report (ls_window_get_view (LS_WINDOW (window)), text);
    }
}

static void
restore (LsApplication *self,
         LsSessionView *view,
         const char    *id)
{
  g_autoptr (GError) error = NULL;

  if (!ls_session_view_restore (view, id, &error))
    ls_session_view_report (view, error->message);
}

/* Nobody wants the same file in two tabs: where it is open as it was saved, the changes come into that tab. */
static gboolean
restore_in_place (LsApplication        *self,
                  const LsJournalEntry *entry)
{
  LsWindow *window = NULL;
  LsSessionView *view = entry->file != NULL ? ls_window_find_open (entry->file, &window) : NULL;

  if (view == NULL || ls_session_view_get_modified (view))
    return FALSE;
  restore (self, view, entry->id);
  ls_window_show_view (window, view);
  gtk_window_present (GTK_WINDOW (window));
  return TRUE;
}

static void
restore_unsaved_action (GSimpleAction *action,
                        GVariant      *parameter,
                        gpointer       user_data)
{
  LsApplication *self = user_data;
  const char *id = g_variant_get_string (parameter, NULL);
  g_autoptr (GPtrArray) entries = ls_journals_list (self->journals);
  gboolean in_place = FALSE;

  for (guint i = 0; i < entries->len; i++)
    {
      LsJournalEntry *entry = g_ptr_array_index (entries, i);

      if (g_str_equal (entry->id, id))
        in_place = restore_in_place (self, entry);
    }
  if (!in_place)
    {
      LsWindow *window = get_window (self);

      gtk_window_present (GTK_WINDOW (window));
      restore (self, ls_session_view_get_free (ls_window_get_view (window)), id);
    }
  tell_damaged (self);
}

/* Sorts entries by window, the one that was seen last at the end, and within a window by place. */
static int
compare_places (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const LsJournalEntry *first = *(LsJournalEntry *const *) a;
  const LsJournalEntry *second = *(LsJournalEntry *const *) b;
  GHashTable *seen = user_data;
  gint64 first_seen = *(gint64 *) g_hash_table_lookup (seen, first->window != NULL ? first->window : "");
  gint64 second_seen = *(gint64 *) g_hash_table_lookup (seen, second->window != NULL ? second->window : "");

  if (first_seen != second_seen)
    return first_seen < second_seen ? -1 : 1;
  if (g_strcmp0 (first->window, second->window) != 0)
    return g_strcmp0 (first->window, second->window);
  return (first->tab > second->tab) - (first->tab < second->tab);
}

/* Returns when each window was seen last. */
static GHashTable *
find_seen (GPtrArray *entries)
{
  GHashTable *seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < entries->len; i++)
    {
      LsJournalEntry *entry = g_ptr_array_index (entries, i);
      const char *window = entry->window != NULL ? entry->window : "";
      gint64 *last = g_hash_table_lookup (seen, window);

      if (last == NULL || *last < entry->seen)
        g_hash_table_insert (seen, g_strdup (window), g_memdup2 (&entry->seen, sizeof entry->seen));
    }
  return seen;
}

/* Returns a window without a session, a new one if need be. */
static LsWindow *
get_window_for_all (LsApplication *self)
{
  LsWindow *window = get_window (self);

  if (ls_window_get_n_views (window) == 1 && ls_session_view_is_untouched (ls_window_get_view (window)))
    return window;
  return ls_window_new (GTK_APPLICATION (self));
}

static void
restore_all_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  LsApplication *self = user_data;
  g_autoptr (GPtrArray) entries = ls_journals_list (self->journals);
  g_autoptr (GHashTable) seen = find_seen (entries);

  for (guint i = entries->len; i > 0; i--)
    if (restore_in_place (self, g_ptr_array_index (entries, i - 1)))
      g_ptr_array_remove_index (entries, i - 1);
  g_ptr_array_sort_with_data (entries, compare_places, seen);
  for (guint i = 0; i < entries->len;)
    {
      LsJournalEntry *first = g_ptr_array_index (entries, i);
      LsWindow *window = get_window_for_all (self);
      LsSessionView *selected = NULL;
      gint64 last = -1;

      gtk_window_present (GTK_WINDOW (window));
      for (; i < entries->len; i++)
        {
          LsJournalEntry *entry = g_ptr_array_index (entries, i);
          LsSessionView *view;

          if (g_strcmp0 (entry->window, first->window) != 0)
            break;
          view = ls_session_view_get_free (ls_window_get_view (window));
          restore (self, view, entry->id);
          if (entry->seen > last)
            selected = view;
          last = MAX (last, entry->seen);
        }
      ls_window_show_view (window, selected);
    }
  tell_damaged (self);
}

static void
discard_unsaved_action (GSimpleAction *action,
                        GVariant      *parameter,
                        gpointer       user_data)
{
  LsApplication *self = user_data;
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));
  g_autofree char *undo = g_action_print_detailed_name ("app.undo-discard", parameter);

  ls_journals_discard (self->journals, g_variant_get_string (parameter, NULL));
  if (LS_IS_WINDOW (window))
    ls_session_view_tell (ls_window_get_view (LS_WINDOW (window)), _("Discarded unsaved work"), _("_Undo"), undo, 0);
}

static void
undo_discard_action (GSimpleAction *action,
                     GVariant      *parameter,
                     gpointer       user_data)
{
  ls_journals_undo_discard (LS_APPLICATION (user_data)->journals, g_variant_get_string (parameter, NULL));
}

static void
on_journals_changed (LsApplication *self)
{
  for (GList *link = gtk_application_get_windows (GTK_APPLICATION (self)); link != NULL; link = link->next)
    for (int i = 0; LS_IS_WINDOW (link->data) && i < ls_window_get_n_views (link->data); i++)
      ls_session_view_update_unsaved (ls_window_get_nth_view (link->data, i));
  tell_damaged (self);
}

/* Offers to restore what was not saved, where there is no welcome page to do so. */
static void
offer_restore (LsSessionView *view,
               guint          n_sessions)
{
  g_autofree char *text = g_strdup_printf (ngettext ("%u session was unsaved when Loopscope ended",
                                                     "%u sessions were unsaved when Loopscope ended", n_sessions),
                                           n_sessions);

  ls_session_view_tell (view, text, _("_Restore"), "app.restore-all", G_MAXUINT);
}

static void
looked_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (LsApplication) self = user_data;
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));
  g_autoptr (GPtrArray) entries = NULL;

  ls_journals_look_finish (LS_JOURNALS (object), result);
  entries = ls_journals_list (self->journals);
  if (entries->len > 0 && LS_IS_WINDOW (window))
    ls_window_finish_start (LS_WINDOW (window));
  if (entries->len > 0 && g_settings_get_boolean (self->settings, "restore-sessions"))
    g_action_group_activate_action (G_ACTION_GROUP (self), "restore-all", NULL);
  else if (entries->len > 0 && LS_IS_WINDOW (window) &&
           !ls_session_view_is_untouched (ls_window_get_view (LS_WINDOW (window))))
    offer_restore (ls_window_get_view (LS_WINDOW (window)), entries->len);
  tell_damaged (self);
}

/* Offers, or opens, what was not saved when the program ended the last time. The window does not wait for that. */
static void
begin (LsApplication *self)
{
  if (self->has_begun)
    return;
  self->has_begun = TRUE;
  ls_journals_look_async (self->journals, looked_cb, g_object_ref (self));
}

/**
 * ls_application_present_window:
 * @self: the application
 *
 * Presents the active window, or else a new one, for something that is asked for elsewhere: on a command line, or by the desktop.
 *
 * Returns: (transfer none): the window, which has a view
 */
LsWindow *
ls_application_present_window (LsApplication *self)
{
  LsWindow *window;

  if (gtk_application_get_active_window (GTK_APPLICATION (self)) == NULL)
    ls_window_start (GTK_APPLICATION (self), NULL, 0);
  window = get_window (self);
  gtk_window_present (GTK_WINDOW (window));
  begin (self);
  return window;
}

static void
new_window_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  LsWindow *window;

  if (ls_application_put_off_action (user_data, action, parameter))
    return;
  window = ls_window_new (GTK_APPLICATION (user_data));
  gtk_window_present (GTK_WINDOW (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.open-empty", NULL);
  begin (user_data);
}

/* Asks the user which program to watch. */
static void
watch_program_action (GSimpleAction *action,
                      GVariant      *parameter,
                      gpointer       user_data)
{
  if (!ls_application_put_off_action (user_data, action, parameter))
    gtk_widget_activate_action (GTK_WIDGET (ls_application_present_window (user_data)), "win.watch-program", NULL);
}

/* Watches a program, or a script in Node.js, in a tab of its own. @parameter: the program and its arguments, its working directory,
 * and its environment */
static void
watch_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  LsApplication *self = user_data;
  g_autofree const char **arguments = NULL;
  g_autofree const char **environment = NULL;
  const char *folder;
  LsWindow *window;

  g_variant_get (parameter, "(^a&ay^&ay^a&ay)", &arguments, &folder, &environment);
  if (arguments[0] == NULL || ls_application_put_off_action (self, action, parameter))
    return;
  window = ls_application_present_window (self);
  if (g_str_equal (g_action_get_name (G_ACTION (action)), "watch-node"))
    ls_session_view_watch_node (ls_window_get_view (window), arguments, folder, environment);
  else
    ls_session_view_watch (ls_window_get_view (window), arguments, folder, environment);
}

/* Watches a page in a tab of its own. */
static void
watch_page_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  LsSessionView *view;
  const char *address;
  gboolean in_firefox;

  if (ls_application_put_off_action (user_data, action, parameter))
    return;
  view = ls_window_get_view (ls_application_present_window (user_data));
  g_variant_get (parameter, "(&sb)", &address, &in_firefox);
  ls_session_view_watch_page (view, address, in_firefox ? LS_PAGE_WATCH_FIREFOX : LS_PAGE_WATCH_NONE);
}

static const GActionEntry entries[] = {
  { "new-window", new_window_action },
  { "watch", watch_action, "(aayayaay)" },
  { "watch-node", watch_action, "(aayayaay)" },
  { "watch-page", watch_page_action, "(sb)" },
  { "watch-program", watch_program_action },
  { "preferences", preferences_action },
  { "speed", speed_action, "s" },
  { "restore-unsaved", restore_unsaved_action, "s" },
  { "restore-all", restore_all_action },
  { "discard-unsaved", discard_unsaved_action, "s" },
  { "undo-discard", undo_discard_action, "s" },
  { "about", about_action },
  { "quit", ls_application_quit_action },
};

static void
ls_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (ls_application_put_off_open (LS_APPLICATION (application), NULL, 0))
    return;
  if (window == NULL)
    ls_window_start (GTK_APPLICATION (application), NULL, 0);
  else
    gtk_window_present (window);
  begin (LS_APPLICATION (application));
}

static void
ls_application_open (GApplication  *application,
                     GFile        **files,
                     int            n_files,
                     const char    *hint)
{
  if (ls_application_put_off_open (LS_APPLICATION (application), files, n_files))
    return;
  if (gtk_application_get_active_window (GTK_APPLICATION (application)) == NULL)
    {
      ls_window_start (GTK_APPLICATION (application), files, n_files);
    }
  else
    {
      LsWindow *window = get_window (LS_APPLICATION (application));

      ls_window_open_files (window, files, n_files);
      gtk_window_present (GTK_WINDOW (window));
    }
  begin (LS_APPLICATION (application));
}

/* The arguments of a program that is to be watched are not ours to read. */
static gboolean
ls_application_local_command_line (GApplication   *application,
                                   char         ***arguments,
                                   int            *exit_status)
{
  return ls_watch_option_take (application, *arguments, exit_status) ||
         G_APPLICATION_CLASS (ls_application_parent_class)->local_command_line (application, arguments, exit_status);
}

static gboolean
ls_application_dbus_register (GApplication     *application,
                              GDBusConnection  *connection,
                              const char       *path,
                              GError          **error)
{
  return G_APPLICATION_CLASS (ls_application_parent_class)->dbus_register (application, connection, path, error) &&
         ls_search_provider_export (LS_APPLICATION (application)->search_provider, connection, path, error);
}

static void
ls_application_dbus_unregister (GApplication    *application,
                                GDBusConnection *connection,
                                const char      *path)
{
  /* A program that did not run comes here while it is finalized. */
  if (LS_APPLICATION (application)->search_provider != NULL)
    ls_search_provider_unexport (LS_APPLICATION (application)->search_provider);
  G_APPLICATION_CLASS (ls_application_parent_class)->dbus_unregister (application, connection, path);
}

/* Without a session bus there is nobody who could speak. GTK 4.8 would nevertheless look for a bus of assistive technology, and try
 * to speak on one that has gone. Call this before GTK makes the first widget. */
static void
choose_accessibility (GApplication *application)
{
  if (g_application_get_dbus_connection (application) == NULL)
    g_setenv ("GTK_A11Y", "none", FALSE);
}

static void
ls_application_startup (GApplication *application)
{
  choose_accessibility (application);
  G_APPLICATION_CLASS (ls_application_parent_class)->startup (application);
  gtk_source_init ();
  ls_menu_clear_tooltips ();

  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries), application);
  ls_commands_install (GTK_APPLICATION (application));
  ls_application_watch_end_signals (LS_APPLICATION (application));
  LS_APPLICATION (application)->appearance = ls_appearance_new (LS_APPLICATION (application)->settings);
}

static void
ls_application_shutdown (GApplication *application)
{
  LsApplication *self = LS_APPLICATION (application);

  self->is_leaving = TRUE;
  ls_debugger_finish_leaving ();
  ls_journals_close (self->journals);
  ls_application_hand_over (self);
  g_clear_object (&self->appearance);
  G_APPLICATION_CLASS (ls_application_parent_class)->shutdown (application);
}

static void
ls_application_finalize (GObject *object)
{
  LsApplication *self = LS_APPLICATION (object);

  ls_application_ignore_end_signals (self);
  g_clear_object (&self->appearance);
  g_clear_pointer (&self->search_provider, ls_search_provider_free);
  g_clear_pointer (&self->requests, g_ptr_array_unref);
  g_clear_object (&self->journals);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (ls_application_parent_class)->finalize (object);
}

static void
ls_application_class_init (LsApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  GTK_APPLICATION_CLASS (klass)->window_removed = ls_application_window_removed;
  application_class->activate = ls_application_activate;
  application_class->open = ls_application_open;
  application_class->local_command_line = ls_application_local_command_line;
  application_class->dbus_register = ls_application_dbus_register;
  application_class->dbus_unregister = ls_application_dbus_unregister;
  application_class->startup = ls_application_startup;
  application_class->shutdown = ls_application_shutdown;
  G_OBJECT_CLASS (klass)->finalize = ls_application_finalize;
}

static void
ls_application_init (LsApplication *self)
{
  ls_watch_option_add (G_APPLICATION (self));
  self->settings = g_settings_new (LS_APP_ID);
  self->journals = ls_journals_new (NULL);
  self->search_provider = ls_search_provider_new (self);
  ls_application_init_requests (self);
  g_signal_connect_object (self->journals, "changed", G_CALLBACK (on_journals_changed), self, G_CONNECT_SWAPPED);
}

/**
 * ls_application_get_journals:
 * @self: the application
 *
 * Returns: (transfer none): what restores sessions after a crash
 */
LsJournals *
ls_application_get_journals (LsApplication *self)
{
  return self->journals;
}

/* Shows text larger while something is presented: see ls_appearance_set_scale(). */
void
ls_application_set_text_scale (LsApplication *self,
                               double         scale)
{
  if (self->appearance != NULL)
    ls_appearance_set_scale (self->appearance, scale);
}

LsApplication *
ls_application_new (void)
{
  return g_object_new (LS_TYPE_APPLICATION,
                       "application-id", LS_APP_ID,
                       "flags", G_APPLICATION_HANDLES_OPEN,
                       "resource-base-path", "/io/github/loopscope/Loopscope",
                       NULL);
}
