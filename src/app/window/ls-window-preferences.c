/* ls-window-preferences.c: what the user prefers, for a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

#include <glib/gi18n.h>

#include "ls-preferences.h"

static void
on_speed_chosen (LsWindow   *self,
                 const char *speed)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "app.speed", "s", speed);
}

static void
preferences_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  LsWindow *self = LS_WINDOW (widget);
  GtkWidget *preferences;

  if (self->dialog != NULL)
    return;
  preferences = ls_preferences_new (self->settings);
  g_signal_connect_object (preferences, "speed-chosen", G_CALLBACK (on_speed_chosen), self, G_CONNECT_SWAPPED);
  ls_window_present_dialog (self, preferences, _("Preferences"), 520, 570);
}

/**
 * ls_window_install_preferences_actions:
 * @widget_class: the window's class
 *
 * Installs the action that shows the preferences.
 */
void
ls_window_install_preferences_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.preferences", NULL, preferences_action);
}
