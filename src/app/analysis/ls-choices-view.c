/* ls-choices-view.c: where a recorded loop chose otherwise than its preset
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-choices-view.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "ls-compat.h"
#include "ls-departures.h"
#include "ls-id-list-model.h"
#include "ls-row-list.h"
#include "ls-text.h"
#include "ls-trace-reader.h"
#include "ls-widget.h"

/* A loop starts after so many records at most: those that make the agents. */
#define MAX_BEFORE_START 256

/**
 * LsChoicesView:
 *
 * Lists the choices of a recorded loop that its preset would not have made, with the likely reason of each, and counts them by
 * reason. The user goes to one with a click. It is hidden for what was not recorded: an engine always chooses as its preset says.
 */
struct _LsChoicesView
{
  GtkBox         parent_instance;

  GtkWidget     *expander;
  GtkWidget     *reasons;
  GtkWidget     *scroller;
  GtkWidget     *list;

  LsPlayer      *player;
  LsDepartures  *departures;
  LsTraceReader *reader;
  LsIdListModel *model;        /* indices of departures, from 1 */
};

G_DEFINE_FINAL_TYPE (LsChoicesView, ls_choices_view, GTK_TYPE_BOX)

static void
update_title (LsChoicesView *self)
{
  const guint64 n_choices = ls_departures_get_n_choices (self->departures);
  const guint64 n_departures = ls_departures_get_n_departures (self->departures);
  g_autofree char *text = NULL;

  /* Translators: the first number is of choices that differ from the preset's, the second of all */
  text = g_strdup_printf (ngettext ("Choices: %" PRIu64 " of %" PRIu64 " differs from the preset",
                                    "Choices: %" PRIu64 " of %" PRIu64 " differ from the preset", n_departures),
                          n_departures, n_choices);
  gtk_expander_set_label (GTK_EXPANDER (self->expander), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->expander), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

/* A line for each reason, the most frequent first. */
static void
update_reasons (LsChoicesView *self)
{
  gboolean is_said[LS_N_DEPARTURE_REASONS] = { FALSE };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint n = 0; n < LS_N_DEPARTURE_REASONS; n++)
    {
      LsDepartureReason best = LS_N_DEPARTURE_REASONS;

      for (guint i = 0; i < LS_N_DEPARTURE_REASONS; i++)
        if (!is_said[i] && ls_departures_get_n_of_reason (self->departures, i) > 0 &&
            (best == LS_N_DEPARTURE_REASONS ||
             ls_departures_get_n_of_reason (self->departures, i) > ls_departures_get_n_of_reason (self->departures, best)))
          best = i;
      if (best == LS_N_DEPARTURE_REASONS)
        break;
      is_said[best] = TRUE;
      g_string_append_printf (text, "%s%" PRIu64 " × %s", text->len > 0 ? "\n" : "",
                              ls_departures_get_n_of_reason (self->departures, best), ls_departure_reason_get_sentence (best));
    }
  ls_widget_show_text (self->reasons, text->str);
}

static void
update (LsChoicesView *self)
{
  const guint n_kept = ls_departures_get_n_kept (self->departures);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint32));

  gtk_widget_set_visible (GTK_WIDGET (self), ls_departures_get_n_choices (self->departures) > 0);
  for (guint i = 1; i <= n_kept; i++)
    g_array_append_val (ids, i);
  ls_id_list_model_set_ids (self->model, (const guint32 *) (gpointer) ids->data, ids->len);
  gtk_widget_set_visible (self->scroller, n_kept > 0);
  update_title (self);
  update_reasons (self);
}

/* Whether the trace is of something recorded, as its loop says when it starts. */
static gboolean
is_recorded (LsTrace *trace)
{
  const gsize start = ls_trace_get_start (trace);

  for (gsize i = start; i < MIN (ls_trace_get_length (trace), start + MAX_BEFORE_START); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_LOOP_STARTED)
        return (record.flags & LS_RECORD_FLAG_RECORDED) != 0;
    }
  return FALSE;
}

/* An engine has nothing to be found, and its runs may be long. */
static gboolean
advance_cb (gsize    max_records,
            gpointer user_data)
{
  LsChoicesView *self = user_data;

  return is_recorded (ls_departures_get_trace (self->departures)) && ls_departures_advance (self->departures, max_records);
}

static void
changed_cb (gboolean is_new,
            gpointer user_data)
{
  LsChoicesView *self = user_data;

  if (!is_new)
    {
      update (self);
      return;
    }
  ls_id_list_model_set_ids (self->model, NULL, 0);
  g_clear_object (&self->departures);
  self->departures = ls_departures_new (ls_player_get_trace (self->player));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static GtkWidget *
new_row (void)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *time = gtk_label_new (NULL);
  GtkWidget *text = gtk_label_new (NULL);

  gtk_label_set_width_chars (GTK_LABEL (time), 10);
  gtk_label_set_xalign (GTK_LABEL (time), 1);
  gtk_widget_add_css_class (time, "numeric");
  gtk_widget_add_css_class (time, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_box_append (GTK_BOX (row), time);
  gtk_box_append (GTK_BOX (row), text);
  return row;
}

static void
update_row (GtkListItem *item,
            gpointer     user_data)
{
  LsChoicesView *self = user_data;
  const guint index = ls_id_item_get_id (gtk_list_item_get_item (item)) - 1;
  const LsDeparture *departure = self->departures != NULL ? ls_departures_get (self->departures, index) : NULL;
  GtkWidget *row = gtk_list_item_get_child (item);
  LsState *names;
  g_autofree char *time = NULL;
  g_autofree char *chosen = NULL;
  g_autofree char *expected = NULL;
  g_autofree char *text = NULL;
  g_autofree char *label = NULL;

  if (departure == NULL)
    return;
  names = ls_player_get_names (self->player, departure->position);
  time = ls_text_format_time (departure->time);
  chosen = ls_text_format_task (names, departure->chosen);
  expected = ls_text_format_task (names, departure->expected);
  /* Translators: the task that ran, then the one that the preset would have chosen */
  text = g_strdup_printf (_("“%s” ran; the preset would have chosen “%s”"), chosen, expected);
  /* Translators: a time, then what happened there, then the likely reason */
  label = g_strdup_printf (_("%s: %s. %s"), time, text, ls_departure_reason_get_sentence (departure->reason));
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (row)), time);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (row)), text);
  ls_widget_set_tooltip (row, ls_departure_reason_get_sentence (departure->reason));
  ls_compat_label_list_item (row, label);
}

static void
on_activate (LsChoicesView *self,
             guint          position)
{
  const LsDeparture *departure = ls_departures_get (self->departures, ls_id_list_model_get_id (self->model, position) - 1);

  if (departure == NULL || departure->position < ls_player_get_start (self->player))
    return;
  ls_player_set_running (self->player, FALSE);
  ls_player_seek (self->player, departure->position);
  ls_player_select (self->player, LS_SELECTION_TASK, departure->chosen);
}

static void
ls_choices_view_dispose (GObject *object)
{
  LsChoicesView *self = LS_CHOICES_VIEW (object);

  g_clear_pointer (&self->reader, ls_trace_reader_free);
  g_clear_object (&self->departures);
  g_clear_object (&self->model);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (ls_choices_view_parent_class)->dispose (object);
}

static void
ls_choices_view_class_init (LsChoicesViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_choices_view_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-choices-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LsChoicesView, expander);
  gtk_widget_class_bind_template_child (widget_class, LsChoicesView, reasons);
  gtk_widget_class_bind_template_child (widget_class, LsChoicesView, scroller);
  gtk_widget_class_bind_template_child (widget_class, LsChoicesView, list);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
}

static void
ls_choices_view_init (LsChoicesView *self)
{
  self->model = ls_id_list_model_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_row_list_init (GTK_LIST_VIEW (self->list), G_LIST_MODEL (self->model), new_row, NULL, update_row, self);
}

/**
 * ls_choices_view_set_player:
 * @self: a view
 * @player: the player whose trace to look at
 *
 * Lists the choices in @player's trace, as far as it has grown.
 */
void
ls_choices_view_set_player (LsChoicesView *self,
                            LsPlayer      *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  self->reader = ls_trace_reader_new (player, advance_cb, changed_cb, self);
}
