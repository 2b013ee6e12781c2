/* ls-application-quit.c: how the application ends
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-application-private.h"

#include <glib-unix.h>
#include <signal.h>

#include "ls-window-private.h"

/* Windows with changes ask the user, one after the other. The others close when all of those have closed. */
static void
quit_next (LsApplication *self)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (self)));

  for (GList *link = windows; link != NULL; link = link->next)
    if (LS_IS_WINDOW (link->data) && ls_window_has_changes (link->data))
      {
        gtk_window_present (link->data);
        gtk_window_close (link->data);
        return;
      }
  self->is_quitting = FALSE;
  for (GList *link = windows; link != NULL; link = link->next)
    gtk_window_close (link->data);
}

static gboolean
quit_next_cb (gpointer user_data)
{
  LsApplication *self = user_data;

  if (self->is_quitting)
    quit_next (self);
  return G_SOURCE_REMOVE;
}

/* Goes on where the application quits, once a window is gone: the toolkit is still taking it down. */
void
ls_application_go_on_quitting (LsApplication *self)
{
  if (self->is_quitting)
    g_idle_add_full (G_PRIORITY_HIGH_IDLE, quit_next_cb, g_object_ref (self), g_object_unref);
}

/* Closes all windows. Asks about changes first, unless @keeps: the next start brings them back. */
static void
quit (LsApplication *self,
      gboolean       keeps)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (self)));

  for (GList *link = windows; keeps && link != NULL; link = link->next)
    if (LS_IS_WINDOW (link->data))
      ls_window_keep_journals (LS_WINDOW (link->data));
  self->is_quitting = TRUE;
  quit_next (self);
}

void
ls_application_quit_action (GSimpleAction *action,
                            GVariant      *parameter,
                            gpointer       user_data)
{
  LsApplication *self = user_data;

  quit (self, g_settings_get_boolean (self->settings, "restore-sessions"));
}

/* The system asks. Nobody may be there to be asked in turn. */
static gboolean
end_cb (gpointer user_data)
{
  quit (user_data, TRUE);
  return G_SOURCE_CONTINUE;
}

/* Quits where the system asks for that, so that a browser ends which is watched, and its profile is removed. */
void
ls_application_watch_end_signals (LsApplication *self)
{
  static const int signals[LS_N_END_SIGNALS] = { SIGHUP, SIGINT, SIGTERM };

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    self->end_signals[i] = g_unix_signal_add (signals[i], end_cb, self);
}

void
ls_application_ignore_end_signals (LsApplication *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->end_signals); i++)
    g_clear_handle_id (&self->end_signals[i], g_source_remove);
}

/**
 * ls_application_cancel_quit:
 * @self: the application
 *
 * Stops quitting, because the user wants a session to stay. Windows that are still open stay, and ask as before when they close.
 */
void
ls_application_cancel_quit (LsApplication *self)
{
  self->is_quitting = FALSE;
  for (GList *link = gtk_application_get_windows (GTK_APPLICATION (self)); link != NULL; link = link->next)
    if (LS_IS_WINDOW (link->data))
      ls_window_let_journals_go (link->data);
}
