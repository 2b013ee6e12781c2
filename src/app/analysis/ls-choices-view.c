/* ls-choices-view.c: where a recorded loop chose otherwise than its preset
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-choices-view.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "ls-choices.h"
#include "ls-compat.h"
#include "ls-id-list-model.h"
#include "ls-row-list.h"
#include "ls-text.h"
#include "ls-widget.h"

/* The reasons, “does not say enough”, and “as the preset”. */
#define N_OUTCOMES (LS_N_DEPARTURE_REASONS + 2)

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
  GtkWidget     *table;
  GtkWidget     *scroller;
  GtkWidget     *list;

  LsPlayer      *player;
  LsChoices     *choices;      /* of @player */
  gboolean       is_elsewhere; /* a pane of what is watched counts them */
  LsIdListModel *model;        /* indices of departures, from 1 */
  GtkWidget     *cells[N_OUTCOMES][2];
};

G_DEFINE_FINAL_TYPE (LsChoicesView, ls_choices_view, GTK_TYPE_BOX)

static void
update_title (LsChoicesView *self,
              LsDepartures  *departures)
{
  const guint64 n_choices = ls_departures_get_n_choices (departures);
  const guint64 n_departures = ls_departures_get_n_departures (departures);
  const guint64 n_unknown = ls_departures_get_n_unknown (departures);
  g_autofree char *text = NULL;

  if (n_unknown > 0)
    /* Translators: the numbers are of choices that differ from the preset's, of all, and of those that nobody can judge */
    text = g_strdup_printf (ngettext ("Choices: %" PRIu64 " of %" PRIu64 " differs from the preset, %" PRIu64 " unknown",
                                      "Choices: %" PRIu64 " of %" PRIu64 " differ from the preset, %" PRIu64 " unknown", n_departures),
                            n_departures, n_choices, n_unknown);
  else
    /* Translators: the first number is of choices that differ from the preset's, the second of all */
    text = g_strdup_printf (ngettext ("Choices: %" PRIu64 " of %" PRIu64 " differs from the preset",
                                      "Choices: %" PRIu64 " of %" PRIu64 " differ from the preset", n_departures),
                            n_departures, n_choices);
  gtk_expander_set_label (GTK_EXPANDER (self->expander), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->expander), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

/* What became of a choice: it departs for a reason, nobody can judge it, or it is the preset's. */
typedef struct
{
  guint64     count;
  const char *text;
} Outcome;

static int
compare_outcomes (gconstpointer a,
                  gconstpointer b)
{
  const Outcome *one = a, *two = b;

  return one->count > two->count ? -1 : one->count < two->count;
}

static void
show_outcome (LsChoicesView *self,
              guint          row,
              const Outcome *outcome)
{
  g_autofree char *count = g_strdup_printf ("%" PRIu64, outcome->count);
  GtkWidget **cells = self->cells[row];

  gtk_label_set_label (GTK_LABEL (cells[0]), count);
  gtk_label_set_label (GTK_LABEL (cells[1]), outcome->text);
}

/* A row for each reason, the most frequent first; then what the recording does not say enough about, and the rest. */
static void
update_table (LsChoicesView *self,
              LsDepartures  *departures)
{
  Outcome outcomes[N_OUTCOMES];
  guint n = 0;
  const guint64 n_unknown = ls_departures_get_n_unknown (departures);

  for (guint i = 0; i < LS_N_DEPARTURE_REASONS; i++)
    if (ls_departures_get_n_of_reason (departures, i) > 0)
      outcomes[n++] = (Outcome) { ls_departures_get_n_of_reason (departures, i), ls_departure_reason_get_sentence (i) };
  qsort (outcomes, n, sizeof *outcomes, compare_outcomes);
  if (n_unknown > 0)
    outcomes[n++] = (Outcome) { n_unknown, _("The recording does not say enough about what waited.") };
  outcomes[n++] = (Outcome) { ls_departures_get_n_choices (departures) - ls_departures_get_n_departures (departures) - n_unknown,
                              _("As the preset would have chosen.") };
  for (guint i = 0; i < N_OUTCOMES; i++)
    {
      for (guint j = 0; j < 2; j++)
        gtk_widget_set_visible (self->cells[i][j], i < n);
      if (i < n)
        show_outcome (self, i, &outcomes[i]);
    }
}

static void
update (LsChoicesView *self)
{
  LsDepartures *departures = ls_choices_get_departures (self->choices);
  const guint n_kept = ls_departures_get_n_kept (departures);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint32));

  gtk_widget_set_visible (GTK_WIDGET (self), !self->is_elsewhere && ls_departures_get_n_choices (departures) > 0);
  for (guint i = 1; i <= n_kept; i++)
    g_array_append_val (ids, i);
  ls_id_list_model_set_ids (self->model, (const guint32 *) (gpointer) ids->data, ids->len);
  gtk_widget_set_visible (self->scroller, n_kept > 0);
  update_title (self, departures);
  update_table (self, departures);
}

static void
on_choices_changed (LsChoicesView *self,
                    gboolean       is_new)
{
  if (!is_new)
    {
      update (self);
      return;
    }
  ls_id_list_model_set_ids (self->model, NULL, 0);
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
  const LsDeparture *departure = ls_departures_get (ls_choices_get_departures (self->choices), index);
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
  const LsDeparture *departure = ls_departures_get (ls_choices_get_departures (self->choices),
                                                    ls_id_list_model_get_id (self->model, position) - 1);

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
  gtk_widget_class_bind_template_child (widget_class, LsChoicesView, table);
  gtk_widget_class_bind_template_child (widget_class, LsChoicesView, scroller);
  gtk_widget_class_bind_template_child (widget_class, LsChoicesView, list);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
}

static GtkWidget *
attach (LsChoicesView *self,
        const char    *text,
        int            column,
        int            row,
        const char    *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 1 : 0);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), column == 1);
  gtk_widget_set_hexpand (label, column == 1);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, style);
  gtk_grid_attach (GTK_GRID (self->table), label, column, row, 1, 1);
  return label;
}

static void
ls_choices_view_init (LsChoicesView *self)
{
  self->model = ls_id_list_model_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  attach (self, _("Choices"), 0, 0, "dim-label");
  attach (self, _("Likely reason"), 1, 0, "dim-label");
  for (guint i = 0; i < N_OUTCOMES; i++)
    {
      self->cells[i][0] = attach (self, "", 0, i + 1, "numeric");
      self->cells[i][1] = attach (self, "", 1, i + 1, "outcome");
    }
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
  self->choices = ls_choices_of (player);
  g_signal_connect_object (self->choices, "changed", G_CALLBACK (on_choices_changed), self, G_CONNECT_SWAPPED);
  update (self);
}

/**
 * ls_choices_view_set_is_elsewhere:
 * @self: a view with a player
 * @is_elsewhere: whether another pane counts what the loop chose
 *
 * Hides the view where its numbers would stand beside others: those of a page that is watched are of all its tasks.
 */
void
ls_choices_view_set_is_elsewhere (LsChoicesView *self,
                                  gboolean       is_elsewhere)
{
  g_return_if_fail (self->player != NULL);

  if (is_elsewhere == self->is_elsewhere)
    return;
  self->is_elsewhere = is_elsewhere;
  update (self);
}
