/* ls-signal-row.c: a signal in the tree of signals
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-signal-row.h"

#include <glib/gi18n.h>

#include "ls-compat.h"

#include "ls-text.h"
#include "ls-widget.h"

#define INDENT 20

/**
 * LsSignalRow:
 *
 * The row of a signal. It shows the signal's name, number of listeners and priority. A second line says how the signal depends on
 * the signal above, why it was aborted, and what happens to it now.
 */
struct _LsSignalRow
{
  GtkBox     parent_instance;

  GtkWidget *indent;
  GtkWidget *relation;
  GtkWidget *dot;
  GtkWidget *name;
  GtkWidget *listeners;
  GtkWidget *aborted;
  GtkWidget *priority;
  GtkWidget *detail;

  guint32    signal;
  guint64    pulsed;     /* the record for which the row pulses */
  gboolean   is_odd;
};

G_DEFINE_FINAL_TYPE (LsSignalRow, ls_signal_row, GTK_TYPE_BOX)

static void
ls_signal_row_class_init (LsSignalRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-signal-row.ui");
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, indent);
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, relation);
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, dot);
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, name);
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, listeners);
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, aborted);
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, priority);
  gtk_widget_class_bind_template_child (widget_class, LsSignalRow, detail);
}

static void
ls_signal_row_init (LsSignalRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
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

static const char *
get_relation_text (LsSignalRelation relation)
{
  switch (relation)
    {
    case LS_SIGNAL_RELATION_PRIORITY:
      return _("follows its priority");
    case LS_SIGNAL_RELATION_ABORT:
      return _("is aborted with it");
    case LS_SIGNAL_RELATION_BOTH:
      return _("follows its priority, is aborted with it");
    case LS_SIGNAL_RELATION_NONE:
    default:
      return NULL;
    }
}

static const char *
get_relation_icon (LsSignalRelation relation)
{
  switch (relation)
    {
    case LS_SIGNAL_RELATION_PRIORITY:
      return "emblem-synchronizing-symbolic";
    case LS_SIGNAL_RELATION_ABORT:
      return "process-stop-symbolic";
    case LS_SIGNAL_RELATION_BOTH:
      return "insert-link-symbolic";
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

  return is_abort ? _("abort is dispatched at it") : _("prioritychange is dispatched at it");
}

/* Lists the other signals below which the tree shows this signal too. */
static char *
format_elsewhere (LsState             *state,
                  guint32              signal,
                  const LsSignalState *data,
                  guint32              parent)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint n_sources = 0;
  const guint32 *sources = ls_state_get_abort_sources (state, signal, &n_sources);

  if (data->source != 0 && data->source != parent && ls_signal_row_is_shown (ls_state_get_signal (state, data->source)))
    {
      g_autofree char *name = ls_text_format_signal (state, data->source);

      append (names, ", ", name);
    }
  for (guint i = 0; i < n_sources; i++)
    if (sources[i] != parent && sources[i] != data->source &&
        ls_signal_row_is_shown (ls_state_get_signal (state, sources[i])))
      {
        g_autofree char *name = ls_text_format_signal (state, sources[i]);

        append (names, ", ", name);
      }
  /* Translators: %s are signals */
  return parent != 0 && names->len > 0 ? g_strdup_printf (_("also below %s"), names->str) : NULL;
}

static char *
format_aborted (LsState             *state,
                const LsSignalState *data)
{
  const char *full = data->reason != 0 ? ls_trace_get_text (ls_state_get_trace (state), data->reason) : NULL;
  g_autofree char *reason = full != NULL ? ls_text_shorten (full) : NULL;
  g_autofree char *by = data->aborted_by != 0 ? ls_text_format_signal (state, data->aborted_by) : NULL;

  if (!data->aborted)
    return NULL;
  if (by != NULL)
    return g_strdup_printf (_("aborted with %s: %s"), by, reason != NULL ? reason : "");
  return reason != NULL ? g_strdup_printf (_("aborted: %s"), reason) : NULL;
}

/* Says what happens to the signal now, then how it depends on other signals. */
static char *
format_detail (LsState             *state,
               guint32              signal,
               const LsSignalState *data,
               guint32              parent,
               LsSignalRelation     relation,
               LsSignalTurn         turn)
{
  GString *text = g_string_new (NULL);
  g_autofree char *aborted = format_aborted (state, data);
  g_autofree char *elsewhere = format_elsewhere (state, signal, data, parent);

  if (data->dispatching)
    append (text, " · ", get_event (data));
  else if (turn == LS_SIGNAL_TURN_NEXT)
    append (text, " · ", _("comes next"));
  else if (turn == LS_SIGNAL_TURN_LATER)
    append (text, " · ", _("comes later"));
  append (text, " · ", get_relation_text (relation));
  append (text, " · ", aborted);
  append (text, " · ", elsewhere);
  return g_string_free (text, FALSE);
}

static char *
describe (const LsSignalState *data,
          const char          *name,
          const char          *detail)
{
  GString *text = g_string_new (name);

  if (data->priority != LS_TASK_PRIORITY_NONE)
    append (text, ", ", ls_task_priority_to_string (data->priority));
  if (data->aborted)
    append (text, ", ", C_("signal", "aborted"));
  if (data->n_listeners > 0)
    {
      g_autofree char *listeners = g_strdup_printf (ngettext ("%u listener", "%u listeners", data->n_listeners),
                                                    data->n_listeners);

      append (text, ", ", listeners);
    }
  append (text, ", ", detail);
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
  g_autofree char *detail = NULL;
  g_autofree char *description = NULL;
  g_autofree char *listeners = NULL;
  gboolean has_priority;

  if (data == NULL)
    return;
  name = ls_text_format_signal (state, signal);
  detail = format_detail (state, signal, data, place->parent, place->relation, place->turn);
  has_priority = data->priority != LS_TASK_PRIORITY_NONE;

  gtk_widget_set_size_request (self->indent, place->depth * INDENT, -1);
  gtk_widget_set_visible (self->relation, place->relation != LS_SIGNAL_RELATION_NONE);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->relation), get_relation_icon (place->relation));
  gtk_label_set_label (GTK_LABEL (self->name), name);
  gtk_label_set_label (GTK_LABEL (self->detail), detail);
  gtk_widget_set_margin_start (self->detail, place->depth * INDENT + 16);
  gtk_widget_set_visible (self->detail, *detail != '\0');
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
  gtk_widget_set_visible (self->aborted, data->aborted);
  gtk_widget_set_visible (self->priority, has_priority && place->relation != LS_SIGNAL_RELATION_ABORT);
  if (has_priority)
    {
      gtk_label_set_label (GTK_LABEL (self->priority), ls_task_priority_to_string (data->priority));
      ls_widget_set_priority (self->priority, data->priority);
    }

  description = describe (data, name, detail);
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
