/* ls-signal-row.c: a signal in the tree of signals, with what its controller can do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-signal-row.h"

#include <glib/gi18n.h>

#include "ls-abort-popover.h"
#include "ls-action.h"
#include "ls-compat.h"
#include "ls-inferred.h"
#include "ls-menu.h"
#include "ls-text.h"
#include "ls-widget.h"

#define INDENT 18

/* A row links to this many sources of a signal, by so many letters of their names: they are to fit in a line. */
#define MAX_LINKS 8
#define MAX_LINK_CHARS 20

/**
 * LsSignalRow:
 *
 * The row of a signal. It shows the signal's name, its number of listeners, and its priority. The row of a controller's signal has
 * a menu that changes the priority and a button that aborts: these activate "win.set-priority" and "win.abort". A second line says
 * what happens to the signal now, and links to the sources below which the tree does not show it.
 */
struct _LsSignalRow
{
  GtkBox              parent_instance;

  GtkWidget          *indent;
  GtkWidget          *dot;
  GtkWidget          *name;
  GtkWidget          *listeners;
  GtkWidget          *pill;
  GtkWidget          *priority;
  GtkWidget          *abort;
  GtkWidget          *detail;

  LsPlayer           *player;     /* weak: the window owns the player */
  GSimpleActionGroup *actions;    /* of the menu of priorities, as soon as there is one */
  guint32             signal;
  gboolean            tells_more; /* its description says more than its name and its priority */
  guint64             pulsed;     /* the record for which the row pulses */
  gboolean            is_odd;
};

G_DEFINE_FINAL_TYPE (LsSignalRow, ls_signal_row, GTK_TYPE_BOX)

static const LsSignalState *
get_data (LsSignalRow *self)
{
  return self->player != NULL ? ls_state_get_signal (ls_player_get_state (self->player), self->signal) : NULL;
}

static gboolean
on_link (LsSignalRow *self,
         const char  *uri)
{
  guint64 signal;

  if (self->player != NULL && g_ascii_string_to_unsigned (uri, 10, 1, G_MAXUINT32, &signal, NULL))
    ls_player_select (self->player, LS_SELECTION_SIGNAL, signal);
  return TRUE;
}

static void
change_priority (GSimpleAction *action,
                 GVariant      *value,
                 gpointer       user_data)
{
  LsSignalRow *self = user_data;
  LsTaskPriority priority;

  if (ls_task_priority_from_string (g_variant_get_string (value, NULL), &priority))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.set-priority", "(uu)", self->signal, (guint32) priority);
}

/* Makes the menu of priorities for the first user who wants it, and marks the priority that the signal has. */
static void
create_priorities (GtkMenuButton *button,
                   gpointer       user_data)
{
  static const GActionEntry entries[] = { { "priority", NULL, "s", "''", change_priority } };
  LsSignalRow *self = user_data;
  const LsSignalState *data = get_data (self);

  if (self->actions == NULL)
    {
      g_autoptr (GMenu) menu = g_menu_new ();

      self->actions = g_simple_action_group_new ();
      g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
      gtk_widget_insert_action_group (GTK_WIDGET (self), "signal-row", G_ACTION_GROUP (self->actions));
      for (guint i = LS_TASK_PRIORITY_USER_BLOCKING; i >= LS_TASK_PRIORITY_BACKGROUND; i--)
        ls_menu_append (menu, ls_task_priority_to_string (i), "signal-row.priority",
                        g_variant_new_string (ls_task_priority_to_string (i)));
      gtk_menu_button_set_popover (button, gtk_popover_menu_new_from_model (G_MENU_MODEL (menu)));
    }
  if (data != NULL && data->priority != LS_TASK_PRIORITY_NONE)
    g_simple_action_set_state (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), "priority")),
                               g_variant_new_string (ls_task_priority_to_string (data->priority)));
}

static void
create_abort (GtkMenuButton *button,
              gpointer       user_data)
{
  LsSignalRow *self = user_data;

  ls_abort_popover_set_signal (ls_abort_popover_get_for_button (button), self->signal);
}

static void
ls_signal_row_dispose (GObject *object)
{
  LsSignalRow *self = LS_SIGNAL_ROW (object);

  g_clear_weak_pointer (&self->player);
  if (self->actions != NULL)
    gtk_widget_insert_action_group (GTK_WIDGET (self), "signal-row", NULL);
  g_clear_object (&self->actions);

  G_OBJECT_CLASS (ls_signal_row_parent_class)->dispose (object);
}

static gboolean
is_open (GtkWidget *button)
{
  GtkPopover *popover = gtk_menu_button_get_popover (GTK_MENU_BUTTON (button));

  return popover != NULL && gtk_widget_get_visible (GTK_WIDGET (popover));
}

/* The tooltip does not lie over a menu of the row, nor repeat what the row shows. */
static gboolean
ls_signal_row_query_tooltip (GtkWidget  *widget,
                             int         x,
                             int         y,
                             gboolean    keyboard,
                             GtkTooltip *tooltip)
{
  LsSignalRow *self = LS_SIGNAL_ROW (widget);

  if (is_open (self->priority) || is_open (self->abort) || (!self->tells_more && !ls_widget_is_cut (self->name)))
    return FALSE;
  return GTK_WIDGET_CLASS (ls_signal_row_parent_class)->query_tooltip (widget, x, y, keyboard, tooltip);
}

static void
ls_signal_row_class_init (LsSignalRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_signal_row_dispose;

  widget_class->query_tooltip = ls_signal_row_query_tooltip;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-signal-row.ui");
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, indent);
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, dot);
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, name);
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, listeners);
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, pill);
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, priority);
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, abort);
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, detail);
  gtk_widget_class_bind_template_callback (widget_class, on_link);
}

static void
ls_signal_row_init (LsSignalRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->priority), create_priorities, self, NULL);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->abort), create_abort, self, NULL);
}

static void
append (GString    *text,
        const char *separator,
        const char *part)
{
  if (part == NULL || *part == '\0')
    return;
  if (text->len > 0)
    g_string_append (text, separator);
  g_string_append (text, part);
}

/* Says how a signal depends on the signal above it. */
static char *
format_relation (LsState             *state,
                 const LsSignalPlace *place)
{
  g_autofree char *parent = place->parent != 0 ? ls_text_format_signal (state, place->parent) : NULL;

  switch (place->relation)
    {
    case LS_SIGNAL_RELATION_PRIORITY:
      return g_strdup_printf (_("follows the priority of %s"), parent);
    case LS_SIGNAL_RELATION_ABORT:
      return g_strdup_printf (_("is aborted with %s"), parent);
    case LS_SIGNAL_RELATION_BOTH:
      return g_strdup_printf (_("follows the priority of %s and is aborted with it"), parent);
    case LS_SIGNAL_RELATION_NONE:
    default:
      return NULL;
    }
}

/* Returns the event that is dispatched at the signal. It belongs to the signal's latest change. */
static const char *
get_event (const LsSignalState *data)
{
  gboolean is_abort = data->aborted &&
                      (data->priority_record == G_MAXUINT64 || data->aborted_record > data->priority_record);

  return is_abort ? _("abort event dispatched here") : _("prioritychange event dispatched here");
}

/* Says what happens to the signal now. */
static const char *
get_moment (const LsSignalState *data,
            LsSignalTurn         turn)
{
  if (data->dispatching)
    return get_event (data);
  return turn == LS_SIGNAL_TURN_NEXT ? _("comes next") : turn == LS_SIGNAL_TURN_LATER ? _("comes later") : NULL;
}

static char *
format_link (guint32     signal,
             const char *name)
{
  g_autofree char *start = g_utf8_strlen (name, -1) > MAX_LINK_CHARS ? g_utf8_substring (name, 0, MAX_LINK_CHARS - 1) : NULL;

  return g_markup_printf_escaped ("<a href=\"%u\" title=\"%s\">%s%s</a>", signal, name, start != NULL ? start : name,
                                  start != NULL ? "…" : "");
}

/* Lists the signals, other than the one above it, with which a signal is aborted: as links, or as plain text. */
static char *
format_sources (LsState             *state,
                guint32              signal,
                const LsSignalPlace *place,
                gboolean             as_links)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint n_sources = 0;
  guint n_named = 0;
  guint n_more = 0;
  const guint32 *sources = ls_state_get_abort_sources (state, signal, &n_sources);

  for (guint i = 0; i < n_sources; i++)
    if (sources[i] != place->parent && ls_signal_row_is_shown (ls_state_get_signal (state, sources[i])))
      {
        g_autofree char *name = NULL;
        g_autofree char *link = NULL;

        if (++n_named > MAX_LINKS)
          {
            n_more++;
            continue;
          }
        name = ls_text_format_signal (state, sources[i]);
        link = as_links ? format_link (sources[i], name) : g_strdup (name);
        append (names, ", ", link);
      }
  if (n_named == 0)
    return NULL;
  if (n_more > 0)
    {
      g_autofree char *more = g_strdup_printf (ngettext ("%u more", "%u more", n_more), n_more);

      append (names, ", ", more);
    }
  /* Translators: %s are signals */
  return g_strdup_printf (place->relation & LS_SIGNAL_RELATION_ABORT ? _("also aborted with %s") : _("aborted with %s"), names->str);
}

/* Says why a signal was aborted, and with @names also with which other one. */
static char *
format_aborted (LsState             *state,
                const LsSignalState *data,
                gboolean             names)
{
  const char *full = data->reason != 0 ? ls_trace_get_text (ls_state_get_trace (state), data->reason) : NULL;
  g_autofree char *reason = full != NULL ? ls_text_shorten (full) : NULL;
  g_autofree char *by = names && data->aborted_by != 0 ? ls_text_format_signal (state, data->aborted_by) : NULL;

  if (by != NULL && reason != NULL)
    /* Translators: a signal, and the reason */
    return g_strdup_printf (_("aborted with %s: %s"), by, reason);
  if (by != NULL)
    return g_strdup_printf (_("aborted with %s"), by);
  return reason != NULL ? g_strdup_printf (_("aborted: %s"), reason) : g_strdup (C_("signal", "aborted"));
}

/* Says all about the signal, for its tooltip and for assistive technology. */
static char *
describe (LsState             *state,
          guint32              signal,
          const LsSignalState *data,
          const LsSignalPlace *place,
          const char          *name)
{
  GString *text = g_string_new (name);
  g_autofree char *relation = format_relation (state, place);
  g_autofree char *sources = format_sources (state, signal, place, FALSE);

  if (data->priority != LS_TASK_PRIORITY_NONE)
    append (text, ", ", ls_task_priority_to_string (data->priority));
  if (data->n_listeners > 0)
    {
      g_autofree char *listeners = g_strdup_printf (ngettext ("%u listener", "%u listeners", data->n_listeners),
                                                    data->n_listeners);

      append (text, ", ", listeners);
    }
  append (text, ", ", get_moment (data, place->turn));
  append (text, ", ", relation);
  append (text, ", ", sources);
  if (data->aborted)
    {
      g_autofree char *aborted = format_aborted (state, data, TRUE);

      append (text, ", ", aborted);
    }
  return g_string_free (text, FALSE);
}

/* Starts a pulse. Two pulses in a row use different style classes, since GTK restarts an animation only if the class changes. */
static void
pulse (LsSignalRow *self,
       guint32      signal,
       guint64      record,
       gboolean     is_new)
{
  gboolean is_other = signal != self->signal || record != self->pulsed;

  if (is_new && is_other)
    self->is_odd = !self->is_odd;
  if (is_other || !is_new)
    {
      ls_widget_set_class (GTK_WIDGET (self), "pulse", is_new && !self->is_odd);
      ls_widget_set_class (GTK_WIDGET (self), "pulse-again", is_new && self->is_odd);
    }
  self->signal = signal;
  self->pulsed = is_new ? record : G_MAXUINT64;
}

/**
 * ls_signal_row_is_shown:
 * @signal: (nullable): a signal
 *
 * Returns: whether the signal is alive, and is not an internal one of the engine
 */
gboolean
ls_signal_row_is_shown (const LsSignalState *signal)
{
  return signal != NULL && signal->exists && !(signal->flags & LS_RECORD_FLAG_INTERNAL);
}

/* A menu button makes a new label for each text, also for the same one. */
static void
show_choice (GtkWidget  *button,
             const char *label)
{
  if (g_strcmp0 (gtk_menu_button_get_label (GTK_MENU_BUTTON (button)), label) != 0)
    gtk_menu_button_set_label (GTK_MENU_BUTTON (button), label);
}

/* Shows what the controller of a signal can do. A controller without a name that a step could use says why it can do nothing. */
static void
show_controls (LsSignalRow         *self,
               LsState             *state,
               const LsSignalState *data,
               const char          *name)
{
  gboolean is_controlled = data->flags & LS_RECORD_FLAG_CONTROLLER && !data->aborted;
  gboolean has_menu = is_controlled && data->priority != LS_TASK_PRIORITY_NONE;
  g_autoptr (GError) error = NULL;
  g_autofree char *priority_label = NULL;
  g_autofree char *abort_label = NULL;
  gboolean can_act;

  gtk_widget_set_visible (self->priority, has_menu);
  gtk_widget_set_visible (self->abort, is_controlled);
  if (!is_controlled)
    return;
  /* What is watched is acted on without a name. */
  can_act = ls_trace_get_controllable (ls_state_get_trace (state)) || ls_action_name_signal (state, self->signal, &error) != NULL;
  gtk_widget_set_sensitive (self->priority, can_act);
  gtk_widget_set_sensitive (self->abort, can_act);
  priority_label = g_strdup_printf (_("Priority of %s"), name);
  abort_label = g_strdup_printf (_("Abort %s"), name);
  if (has_menu)
    {
      show_choice (self->priority, ls_task_priority_to_string (data->priority));
      ls_widget_set_priority (self->priority, data->priority);
      ls_menu_name_button (self->priority, priority_label);
    }
  ls_menu_name_button (self->abort, abort_label);
  ls_widget_set_tooltip (self->priority, can_act ? priority_label : error->message);
  ls_widget_set_tooltip (self->abort, can_act ? abort_label : error->message);
}

/* Shows what cannot be changed here: why the signal was aborted, whose priority it follows, or its own. */
static void
show_pill (LsSignalRow         *self,
           LsState             *state,
           const LsSignalState *data,
           const LsSignalPlace *place)
{
  gboolean follows = place->relation & LS_SIGNAL_RELATION_PRIORITY && place->turn == LS_SIGNAL_TURN_NONE;
  gboolean has_priority = data->priority != LS_TASK_PRIORITY_NONE && !data->aborted;
  g_autofree char *aborted = NULL;
  const char *text = NULL;

  if (data->aborted)
    text = aborted = format_aborted (state, data, FALSE);
  else if (!has_priority)
    text = place->relation == LS_SIGNAL_RELATION_ABORT ? _("aborted with it") : NULL;
  else if (!(data->flags & LS_RECORD_FLAG_CONTROLLER))
    text = follows ? C_("signal", "follows") : ls_task_priority_to_string (data->priority);
  ls_widget_set_class (self->pill, "pill", data->aborted || has_priority);
  ls_widget_set_class (self->pill, "caption", !data->aborted && !has_priority);
  ls_widget_set_class (self->pill, "dim-label", !data->aborted && !has_priority);
  ls_widget_set_class (self->pill, "aborted", data->aborted);
  ls_widget_set_priority (self->pill, has_priority ? data->priority : LS_TASK_PRIORITY_NONE);
  ls_widget_show_text (self->pill, text);
}

/**
 * ls_signal_row_update:
 * @self: a row
 * @player: the player that the signal belongs to
 * @signal: a signal
 * @place: the row's place in the tree, and what happens to it now
 *
 * Shows @signal at the player's position.
 */
void
ls_signal_row_update (LsSignalRow         *self,
                      LsPlayer            *player,
                      guint32              signal,
                      const LsSignalPlace *place)
{
  LsState *state = ls_player_get_state (player);
  const LsSignalState *data = ls_state_get_signal (state, signal);
  g_autofree char *name = NULL;
  g_autofree char *sources = NULL;
  g_autofree char *description = NULL;
  g_autofree char *listeners = NULL;
  g_autofree char *inferred = NULL;
  g_autofree char *shown = NULL;
  g_autoptr (GString) detail = g_string_new (NULL);

  if (data == NULL)
    return;
  g_set_weak_pointer (&self->player, player);
  name = ls_text_format_signal (state, signal);
  sources = format_sources (state, signal, place, TRUE);
  append (detail, " · ", get_moment (data, place->turn));
  append (detail, " · ", sources);
  inferred = ls_inferred_of_signal (state, signal, NULL);
  append (detail, " · ", inferred);

  gtk_widget_set_size_request (self->indent, place->depth * INDENT, -1);
  gtk_widget_set_visible (self->indent, place->depth > 0);
  gtk_label_set_label (GTK_LABEL (self->name), name);
  if (g_strcmp0 (gtk_label_get_label (GTK_LABEL (self->detail)), detail->str) != 0)
    gtk_label_set_label (GTK_LABEL (self->detail), detail->str);
  gtk_widget_set_margin_start (self->detail, place->depth > 0 ? place->depth * INDENT + 22 : 16);
  gtk_widget_set_visible (self->detail, detail->len > 0);
  ls_widget_set_signal (GTK_WIDGET (self), state, signal);
  ls_widget_set_class (self->dot, "dependent", data->source != 0 || place->depth > 0);
  ls_widget_set_class (GTK_WIDGET (self), "aborted", data->aborted);
  ls_widget_set_class (GTK_WIDGET (self), "dispatching", data->dispatching);
  ls_widget_set_class (GTK_WIDGET (self), "next", place->turn == LS_SIGNAL_TURN_NEXT);
  ls_widget_set_class (GTK_WIDGET (self), "linked", place->is_linked);
  pulse (self, signal, data->priority_record, place->is_new);

  listeners = g_strdup_printf ("%u", data->n_listeners);
  gtk_label_set_label (GTK_LABEL (self->listeners), listeners);
  gtk_widget_set_visible (self->listeners, data->n_listeners > 0);
  show_pill (self, state, data, place);
  show_controls (self, state, data, name);

  description = describe (state, signal, data, place, name);
  if (data->priority != LS_TASK_PRIORITY_NONE)
    shown = g_strdup_printf ("%s, %s", name, ls_task_priority_to_string (data->priority));
  self->tells_more = g_strcmp0 (description, shown != NULL ? shown : name) != 0;
  ls_widget_set_tooltip (GTK_WIDGET (self), description);
  ls_compat_label_list_item (GTK_WIDGET (self), description);
}

/**
 * ls_signal_row_get_signal:
 * @self: a row
 *
 * Returns: the signal on the row
 */
guint32
ls_signal_row_get_signal (LsSignalRow *self)
{
  return self->signal;
}
