/* ls-widget.c: helpers to show a text, a tooltip or a colour
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-widget.h"

#include "ls-compat.h"
#include "ls-prose-private.h"

#define N_SIGNAL_COLORS 8

static const char *const priority_classes[] = {
  [LS_TASK_PRIORITY_BACKGROUND] = "background",
  [LS_TASK_PRIORITY_USER_VISIBLE] = "user-visible",
  [LS_TASK_PRIORITY_USER_BLOCKING] = "user-blocking",
};

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
 * ls_widget_wrap:
 * @label: a label
 *
 * Breaks the text of @label into lines, also within long names. A name that is broken gets no hyphen, which could be one of its
 * own.
 */
void
ls_widget_wrap (GtkWidget *label)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  gtk_label_set_attributes (GTK_LABEL (label), attributes);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
}

/**
 * ls_widget_close_popover:
 * @widget: a widget in a popover
 *
 * Closes the popover that contains @widget. Handlers of “stop-search” use it, because a search entry keeps Escape for itself.
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
 * @text: (nullable): the text of the tooltip, %NULL for none
 *
 * Sets a tooltip if its text differs from the present one. Each time that a program sets a tooltip, GTK asks the X server for the
 * pointer and begins to show the tooltip, even in a window that is about to close.
 */
void
ls_widget_set_tooltip (GtkWidget  *widget,
                       const char *text)
{
  if (g_strcmp0 (gtk_widget_get_tooltip_text (widget), text) != 0)
    gtk_widget_set_tooltip_text (widget, text);
}

/**
 * ls_widget_is_cut:
 * @label: a label
 *
 * Returns: whether the label has too little room for its text, and shows only a part of it
 */
gboolean
ls_widget_is_cut (GtkWidget *label)
{
  return gtk_widget_get_mapped (label) && pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label)));
}

static gboolean
on_query_cut (GtkWidget  *label,
              int         x,
              int         y,
              gboolean    keyboard,
              GtkTooltip *tooltip)
{
  if (!ls_widget_is_cut (label))
    return FALSE;
  gtk_tooltip_set_text (tooltip, gtk_label_get_text (GTK_LABEL (label)));
  return TRUE;
}

/**
 * ls_widget_tell_when_cut:
 * @label: a label that may have too little room
 *
 * Gives a label a tooltip with its text wherever that is cut. One that repeats what can be read would only be in the way.
 */
void
ls_widget_tell_when_cut (GtkWidget *label)
{
  gtk_widget_set_has_tooltip (label, TRUE);
  g_signal_connect (label, "query-tooltip", G_CALLBACK (on_query_cut), NULL);
}

/**
 * ls_widget_set_obstacle:
 * @widget: a button
 * @obstacle: (nullable): what is to be done first, %NULL if nothing is in the way
 *
 * Has @widget be sensitive, or else say why it is not, in its tooltip and to assistive technology.
 */
void
ls_widget_set_obstacle (GtkWidget  *widget,
                        const char *obstacle)
{
  gtk_widget_set_sensitive (widget, obstacle == NULL);
  ls_widget_set_tooltip (widget, obstacle);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, obstacle != NULL ? obstacle : "", -1);
}

/**
 * ls_widget_hide_when_empty:
 * @label: a label whose text comes and goes
 *
 * Hides a label while it is empty. Assistive technology would read the name of its class instead.
 */
void
ls_widget_hide_when_empty (GtkWidget *label)
{
  g_object_bind_property_full (label, "label", label, "visible", G_BINDING_SYNC_CREATE, is_not_empty, NULL, NULL, NULL);
}

/**
 * ls_widget_show_text:
 * @label: a label
 * @text: (nullable): the new text
 *
 * Shows a label with @text, or hides it if there is none.
 */
void
ls_widget_show_text (GtkWidget  *label,
                     const char *text)
{
  gtk_label_set_label (GTK_LABEL (label), text != NULL ? text : "");
  gtk_widget_set_visible (label, text != NULL && *text != '\0');
}

/**
 * ls_widget_show_prose:
 * @label: a label
 * @text: (nullable): the new text, with “`” around code and “*” around emphasis
 *
 * Shows a text that a person has written.
 */
void
ls_widget_show_prose (GtkWidget  *label,
                      const char *text)
{
  g_autofree char *markup = ls_prose_to_markup (text != NULL ? text : "");

  if (pango_parse_markup (markup, -1, 0, NULL, NULL, NULL, NULL))
    gtk_label_set_markup (GTK_LABEL (label), markup);
  else
    gtk_label_set_text (GTK_LABEL (label), text);
}

/**
 * ls_widget_show_clause:
 * @label: a label
 * @clause: a clause of a specification, LS_CLAUSE_NONE for none
 * @step: a step of its algorithm, 0 for none
 *
 * Shows a clause with its text as tooltip, or hides the label if there is none.
 */
void
ls_widget_show_clause (GtkWidget *label,
                       LsClause   clause,
                       guint      step)
{
  g_autofree char *reference = clause != LS_CLAUSE_NONE ? ls_clause_format (clause, step) : NULL;

  ls_widget_show_text (label, reference);
  ls_widget_set_tooltip (label, reference != NULL ? ls_clause_get_text (clause) : NULL);
}

/**
 * ls_widget_remove_children:
 * @widget: a list box without placeholder, or a box of any kind
 *
 * Removes all children of @widget.
 */
void
ls_widget_remove_children (GtkWidget *widget)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (widget)) != NULL)
    if (GTK_IS_LIST_BOX (widget))
      gtk_list_box_remove (GTK_LIST_BOX (widget), child);
    else
      gtk_widget_unparent (child);
}

/**
 * ls_widget_set_class:
 * @widget: a widget
 * @name: a style class
 * @set: whether @widget is to have it
 *
 * Adds a style class to @widget or removes it.
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
 * @priority: an LsTaskPriority
 *
 * Gives @widget the style class of @priority and removes those of the other priorities.
 */
void
ls_widget_set_priority (GtkWidget *widget,
                        guint      priority)
{
  for (guint i = LS_TASK_PRIORITY_BACKGROUND; i < G_N_ELEMENTS (priority_classes); i++)
    ls_widget_set_class (widget, priority_classes[i], i == priority);
}

/* Returns the number of the signal among the visible signals. The engine's own signals do not count, so neighbours never share a
 * colour because of them. */
static guint
get_signal_color (LsState *state,
                  guint32  signal)
{
  const LsSignalState *data = ls_state_get_signal (state, signal);
  guint color = 0;

  /* A dependent signal has the colour of its root source: the tree shows each signal, the colour shows which belong together. */
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
 * ls_widget_set_button_label:
 * @button: a button
 * @label: its label, with an underscore before the mnemonic
 *
 * Labels a button. Assistive technology reads the label once, and without the underscore.
 */
void
ls_widget_set_button_label (GtkButton  *button,
                            const char *label)
{
  gtk_button_set_label (button, label);
  ls_compat_name_parts (GTK_WIDGET (button), label);
}

/**
 * ls_widget_set_signal:
 * @widget: a widget
 * @state: a state
 * @signal: a signal, 0 for none
 *
 * Gives @widget the style class of @signal's colour and removes those of the other colours.
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

/**
 * ls_widget_name:
 * @widget: a widget
 * @format: the name as a format of printf()
 * @...: what the format takes
 *
 * Names @widget for assistive technology.
 */
void
ls_widget_name (GtkWidget  *widget,
                const char *format,
                ...)
{
  g_autofree char *name = NULL;
  va_list arguments;

  va_start (arguments, format);
  name = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/**
 * ls_widget_print:
 * @label: a label
 * @format: the text as a format of printf()
 * @...: what the format takes
 *
 * Shows a text.
 */
void
ls_widget_print (GtkWidget  *label,
                 const char *format,
                 ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  gtk_label_set_label (GTK_LABEL (label), text);
}

/**
 * ls_widget_remove_rest:
 * @child: (nullable): a child of a box
 *
 * Removes @child and the children after it. Callers that show a list in a box use its children again, and remove those that are
 * left.
 */
void
ls_widget_remove_rest (GtkWidget *child)
{
  while (child != NULL)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (child);

      gtk_widget_unparent (child);
      child = next;
    }
}

/**
 * ls_widget_measure_height:
 * @widget: a widget
 * @width: the width in pixels that it has, or -1
 *
 * Returns: its natural height in pixels
 */
int
ls_widget_measure_height (GtkWidget *widget,
                          int        width)
{
  int height;

  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  return height;
}
