/* ls-widget.c: what many widgets do to show a text or a colour
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-widget.h"

#define N_SIGNAL_COLORS 8

static const char *const priority_classes[] = { "background", "user-visible", "user-blocking" };

static gboolean
is_not_empty (GBinding     *binding,
              const GValue *label,
              GValue       *visible,
              gpointer      user_data)
{
  const char *text = g_value_get_string (label);

  g_value_set_boolean (visible, text != NULL && *text != '\0');
  return TRUE;
}

/**
 * ls_widget_close_popover:
 * @widget: a widget in a popover
 *
 * Closes the popover that @widget is in: for the “stop-search” of search entries, which take Escape for themselves.
 */
void
ls_widget_close_popover (GtkWidget *widget)
{
  GtkWidget *popover = gtk_widget_get_ancestor (widget, GTK_TYPE_POPOVER);

  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
}

/**
 * ls_widget_set_tooltip:
 * @widget: a widget
 * @text: (nullable): what its tooltip says, %NULL for none
 *
 * Sets a tooltip where it becomes another one. GTK asks the X server for the pointer each time that one is set, and begins to
 * show it even where the window is about to go.
 */
void
ls_widget_set_tooltip (GtkWidget  *widget,
                       const char *text)
{
  if (g_strcmp0 (gtk_widget_get_tooltip_text (widget), text) != 0)
    gtk_widget_set_tooltip_text (widget, text);
}

/**
 * ls_widget_hide_when_empty:
 * @label: a label whose text comes and goes
 *
 * Hides a label as long as it says nothing: assistive technology would call it by its class.
 */
void
ls_widget_hide_when_empty (GtkWidget *label)
{
  g_object_bind_property_full (label, "label", label, "visible", G_BINDING_SYNC_CREATE, is_not_empty, NULL, NULL, NULL);
}

/**
 * ls_widget_show_text:
 * @label: a label
 * @text: (nullable): what it says from now on
 *
 * Shows a label with a text, or hides it where there is none.
 */
void
ls_widget_show_text (GtkWidget  *label,
                     const char *text)
{
  gtk_label_set_label (GTK_LABEL (label), text != NULL ? text : "");
  gtk_widget_set_visible (label, text != NULL && *text != '\0');
}

/**
 * ls_widget_set_class:
 * @widget: a widget
 * @name: a style class
 * @set: whether @widget is to have it
 *
 * Gives @widget a style class, or takes it away.
 */
void
ls_widget_set_class (GtkWidget  *widget,
                     const char *name,
                     gboolean    set)
{
  if (set)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

/**
 * ls_widget_set_priority:
 * @widget: a widget
 * @priority: #LsTaskPriority
 *
 * Gives @widget the style class of @priority and takes away those of the others.
 */
void
ls_widget_set_priority (GtkWidget *widget,
                        guint      priority)
{
  for (guint i = 0; i < G_N_ELEMENTS (priority_classes); i++)
    ls_widget_set_class (widget, priority_classes[i], i == priority);
}

/* The number of the signal among those that are shown, so that neighbours never share a colour by accident of the
 * engine's own signals. */
static guint
get_signal_color (LsState *state,
                  guint32  signal)
{
  const LsSignalState *data = ls_state_get_signal (state, signal);
  guint color = 0;

  /* A dependent wears its root source's colour: the tree says what is what, the colour what belongs together. */
  for (guint depth = 0; data != NULL && data->source != 0 && depth < 64; depth++)
    {
      signal = data->source;
      data = ls_state_get_signal (state, signal);
    }

  for (guint32 i = 1; i < signal && i < 4096; i++)
    {
      const LsSignalState *other = ls_state_get_signal (state, i);

      if (other != NULL && !(other->flags & LS_RECORD_FLAG_INTERNAL) && other->source == 0)
        color++;
    }

  return color % N_SIGNAL_COLORS;
}

/**
 * ls_widget_set_signal:
 * @widget: a widget
 * @state: a state
 * @signal: a signal, or 0 for none
 *
 * Gives @widget the style class of @signal's colour and takes away those of the others.
 */
void
ls_widget_set_signal (GtkWidget *widget,
                      LsState   *state,
                      guint32    signal)
{
  const LsSignalState *data = signal != 0 ? ls_state_get_signal (state, signal) : NULL;
  gboolean is_shown = data != NULL && !(data->flags & LS_RECORD_FLAG_INTERNAL);
  guint color = is_shown ? get_signal_color (state, signal) : G_MAXUINT;

  for (guint i = 0; i < N_SIGNAL_COLORS; i++)
    {
      g_autofree char *name = g_strdup_printf ("signal-%u", i + 1);

      ls_widget_set_class (widget, name, i == color);
    }
}
