/* ls-transport.c: the buttons that move the position
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-transport.h"

#include <glib/gi18n.h>

#include "ls-forgotten.h"
#include "ls-widget.h"

/**
 * LsTransport:
 *
 * The buttons to start, step back, run or pause, step, and go to the end. They activate actions of the window. The transport knows
 * which of them make sense at the player's position. Time goes from left to right in every language, as in the timeline.
 */
struct _LsTransport
{
  AdwBin        parent_instance;

  GtkWidget    *to_start;
  GtkWidget    *step_back;
  GtkWidget    *run;
  GtkWidget    *stop;
  GtkWidget    *step;

  guint         stop_delay;
  LsPlayer     *player;
  GSignalGroup *player_signals;
};

G_DEFINE_FINAL_TYPE (LsTransport, ls_transport, ADW_TYPE_BIN)

/* Work that takes longer than this, in ms, can be stopped. Most runs are done before anybody could press the button. */
#define STOP_DELAY 400

static void
force_left_to_right (GtkWidget *widget)
{
  gtk_widget_set_direction (widget, GTK_TEXT_DIR_LTR);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    force_left_to_right (child);
}

static gboolean
show_stop_cb (gpointer user_data)
{
  LsTransport *self = user_data;

  self->stop_delay = 0;
  gtk_widget_set_visible (self->stop, TRUE);
  return G_SOURCE_REMOVE;
}

static void
on_stop_changed (LsTransport *self)
{
  gboolean can_stop = gtk_widget_get_sensitive (self->stop);

  if (!can_stop)
    {
      g_clear_handle_id (&self->stop_delay, g_source_remove);
      gtk_widget_set_visible (self->stop, FALSE);
    }
  else if (self->stop_delay == 0 && !gtk_widget_get_visible (self->stop))
    {
      self->stop_delay = g_timeout_add (STOP_DELAY, show_stop_cb, self);
    }
}

static void
update_run (LsTransport *self)
{
  gboolean running = self->player != NULL && ls_player_get_running (self->player);
  const char *label = running ? _("Pause") : _("Run");
  const char *tooltip = running ? _("Pause (Space)") : _("Run (Space)");

  gtk_button_set_icon_name (GTK_BUTTON (self->run),
                            running ? "media-playback-pause-symbolic" : "media-playback-start-symbolic");
  force_left_to_right (self->run);
  ls_widget_set_tooltip (self->run, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->run), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/* If the player has dropped the first records, the button goes to the first one that it has kept. */
static void
update_start (LsTransport *self)
{
  g_autofree char *forgotten = self->player != NULL ? ls_forgotten_describe (self->player) : NULL;
  const char *label = forgotten != NULL ? _("To the First Kept Position") : _("To the Start");
  g_autofree char *tooltip = forgotten != NULL ? g_strdup_printf ("%s\n%s", label, forgotten) : g_strdup (_("To the Start (Home)"));

  ls_widget_set_tooltip (self->to_start, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->to_start), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, forgotten != NULL ? forgotten : "", -1);
}

static void
ls_transport_dispose (GObject *object)
{
  LsTransport *self = LS_TRANSPORT (object);

  g_clear_handle_id (&self->stop_delay, g_source_remove);
  g_clear_object (&self->player_signals);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (ls_transport_parent_class)->dispose (object);
}

static void
ls_transport_class_init (LsTransportClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_transport_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-transport.ui");
  gtk_widget_class_bind_template_child (widget_class, LsTransport, to_start);
  gtk_widget_class_bind_template_child (widget_class, LsTransport, step_back);
  gtk_widget_class_bind_template_child (widget_class, LsTransport, run);
  gtk_widget_class_bind_template_child (widget_class, LsTransport, stop);
  gtk_widget_class_bind_template_child (widget_class, LsTransport, step);
  gtk_widget_class_bind_template_callback (widget_class, on_stop_changed);
}

static void
ls_transport_init (LsTransport *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  force_left_to_right (GTK_WIDGET (self));
  self->player_signals = g_signal_group_new (LS_TYPE_PLAYER);
  g_signal_group_connect_swapped (self->player_signals, "running-changed", G_CALLBACK (update_run), self);
  g_signal_group_connect_swapped (self->player_signals, "forgot", G_CALLBACK (update_start), self);
  g_signal_group_connect_swapped (self->player_signals, "trace-changed", G_CALLBACK (update_start), self);
}

/**
 * ls_transport_set_player:
 * @self: a transport
 * @player: (nullable): the player to move
 *
 * Shows whether @player runs.
 */
void
ls_transport_set_player (LsTransport *self,
                         LsPlayer    *player)
{
  g_set_object (&self->player, player);
  g_signal_group_set_target (self->player_signals, player);
  update_run (self);
  update_start (self);
}

/**
 * ls_transport_set_compact:
 * @self: a transport
 * @compact: whether room is short
 *
 * Leaves out the words of the buttons.
 */
void
ls_transport_set_compact (LsTransport *self,
                          gboolean     compact)
{
  gtk_widget_set_visible (self->step_back, !compact);
  gtk_widget_set_visible (self->step, !compact);
}
