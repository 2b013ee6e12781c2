/* ls-signal-row.c: a signal in the tree of signals
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-signal-row.h"

#include <glib/gi18n.h>

#include "ls-compat.h"

#include "ls-text.h"

#define INDENT 20

/**
 * LsSignalRow:
 *
 * A signal: name, number of listeners, and its priority, or why it was aborted.
 */
struct _LsSignalRow
{
  GtkWidget  parent_instance;

  GtkWidget *indent;
  GtkWidget *relation;
  GtkWidget *dot;
  GtkWidget *name;
  GtkWidget *listeners;
  GtkWidget *aborted;
  GtkWidget *priority;
};

G_DEFINE_FINAL_TYPE (LsSignalRow, ls_signal_row, GTK_TYPE_WIDGET)

static void
ls_signal_row_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ls_signal_row_parent_class)->dispose (object);
}

static void
ls_signal_row_class_init (LsSignalRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_signal_row_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-signal-row.ui");
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, indent);
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, relation);
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, dot);
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, name);
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, listeners);
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, aborted);
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, priority);
}

static void
ls_signal_row_init (LsSignalRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ls_signal_row_new (void)
{
  return g_object_new (LS_TYPE_SIGNAL_ROW, NULL);
}

static char *
describe (const LsSignalState *data,
          const char          *name,
          const char          *reason,
          guint                depth,
          gboolean             abort_only)
{
  g_autoptr (GString) text = g_string_new (name);

  if (abort_only)
    g_string_append_printf (text, ", %s", _("depends on it for abort only"));
  else if (depth > 0)
    g_string_append_printf (text, ", %s", _("follows its priority"));
  if (data->priority != LS_TASK_PRIORITY_NONE)
    g_string_append_printf (text, ", %s", ls_task_priority_to_string (data->priority));
  if (data->aborted)
    {
      g_string_append_printf (text, ", %s", C_("signal", "aborted"));
      if (reason != NULL)
        g_string_append_printf (text, ": %s", reason);
    }
  if (data->n_listeners > 0)
    {
      g_string_append (text, ", ");
      g_string_append_printf (text, ngettext ("%u listener", "%u listeners", data->n_listeners), data->n_listeners);
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * ls_signal_row_update:
 * @self: a row
 * @player: where the signal is
 * @signal: a signal
 * @depth: how deep it is in the tree
 * @abort_only: whether it is here because it depends on the row above for abort, and not for its priority
 *
 * Shows @signal as it is at the player's position.
 */
void
ls_signal_row_update (LsSignalRow *self,
                      LsPlayer    *player,
                      guint32      signal,
                      guint        depth,
                      gboolean     abort_only)
{
  LsState *state = ls_player_get_state (player);
  const LsSignalState *data = ls_state_get_signal (state, signal);
  g_autofree char *name = ls_text_format_signal (state, signal);
  g_autofree char *description = NULL;
  g_autofree char *listeners = NULL;
  g_autofree char *reason = NULL;
  gboolean has_priority;

  if (data == NULL)
    return;
  reason = data->reason != 0 ? ls_text_shorten (ls_trace_get_text (ls_state_get_trace (state), data->reason)) : NULL;
  has_priority = data->priority != LS_TASK_PRIORITY_NONE;

  gtk_widget_set_size_request (self->indent, depth * INDENT, -1);
  gtk_widget_set_visible (self->relation, abort_only);
  gtk_label_set_label (GTK_LABEL (self->name), name);
  ls_text_set_signal_class (GTK_WIDGET (self), state, signal);
  if (data->source != 0 || depth > 0)
    gtk_widget_add_css_class (self->dot, "dependent");
  else
    gtk_widget_remove_css_class (self->dot, "dependent");
  if (data->aborted)
    gtk_widget_add_css_class (GTK_WIDGET (self), "aborted");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "aborted");
  if (data->dispatching)
    gtk_widget_add_css_class (GTK_WIDGET (self), "dispatching");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "dispatching");

  listeners = g_strdup_printf ("%u", data->n_listeners);
  gtk_label_set_label (GTK_LABEL (self->listeners), listeners);
  gtk_widget_set_visible (self->listeners, data->n_listeners > 0);
  gtk_widget_set_visible (self->aborted, data->aborted);
  gtk_widget_set_visible (self->priority, has_priority && !abort_only);
  if (has_priority)
    {
      gtk_label_set_label (GTK_LABEL (self->priority), ls_task_priority_to_string (data->priority));
      ls_text_set_priority (self->priority, data->priority);
    }

  description = describe (data, name, reason, depth, abort_only);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), description);
  ls_compat_label_list_item (GTK_WIDGET (self), description);
}
