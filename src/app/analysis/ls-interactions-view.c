/* ls-interactions-view.c: how long a recorded page took to answer people
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-interactions-view.h"

#include <glib/gi18n.h>

#include "ls-bisection-private.h"
#include "ls-compat.h"
#include "ls-id-list-model.h"
#include "ls-interactions.h"
#include "ls-row-list.h"
#include "ls-text.h"
#include "ls-widget.h"

/* A page that answers faster than this is good, one that takes longer than that is poor: µs, the thresholds of Web Vitals. */
#define GOOD 200000
#define POOR 500000

/**
 * LsInteractionsView:
 *
 * Lists the clicks, taps and keys of a recording, with the three parts of each: how long it waited for its listeners, how long they
 * took, and how long it was from there to the frame that showed the effect. The title has the page's interaction to next paint. The
 * user goes to one with a click. The view is hidden where there are none.
 */
struct _LsInteractionsView
{
  GtkBox         parent_instance;

  GtkWidget     *expander;
  GtkWidget     *list;

  LsPlayer      *player;
  LsRecording   *recording;      /* of what is listed */
  LsInteraction *interactions;
  guint          n_interactions;
  LsIdListModel *model;          /* indices of interactions, from 1 */
};

G_DEFINE_FINAL_TYPE (LsInteractionsView, ls_interactions_view, GTK_TYPE_BOX)

static const char *
rate (guint64 duration)
{
  return duration <= GOOD   ? C_("interaction to next paint", "good")
         : duration <= POOR ? C_("interaction to next paint", "needs improvement")
                            : C_("interaction to next paint", "poor");
}

static char *
get_type_name (LsInteractionsView  *self,
               const LsInteraction *interaction)
{
  const char *type = ls_recording_get_text (self->recording, interaction->type);

  return ls_text_shorten (type != NULL ? type : "");
}

static void
update (LsInteractionsView *self)
{
  const guint *threads;
  guint n_threads;
  guint inp = 0;
  LsRecording *recording = ls_player_get_recording (self->player, &threads, &n_threads);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree char *duration = NULL;
  g_autofree char *type = NULL;
  g_autofree char *title = NULL;

  ls_id_list_model_set_ids (self->model, NULL, 0);
  g_clear_pointer (&self->interactions, g_free);
  self->n_interactions = 0;
  g_set_object (&self->recording, recording);
  if (recording != NULL)
    self->interactions = ls_recording_list_interactions (recording, threads, n_threads, &self->n_interactions);
  if (!ls_interactions_find_inp (self->interactions, self->n_interactions, &inp))
    {
      gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
      return;
    }
  duration = ls_text_format_time (self->interactions[inp].duration);
  type = get_type_name (self, &self->interactions[inp]);
  /* Translators: how many interactions there are; the page's interaction to next paint, the event that took so long, how good */
  title = g_strdup_printf (ngettext ("%u interaction · INP %s (%s), %s", "%u interactions · INP %s (%s), %s", self->n_interactions),
                           self->n_interactions, duration, type, rate (self->interactions[inp].duration));
  gtk_expander_set_label (GTK_EXPANDER (self->expander), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->expander), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  for (guint i = 1; i <= self->n_interactions; i++)
    g_array_append_val (ids, i);
  ls_id_list_model_set_ids (self->model, (const guint32 *) (gpointer) ids->data, ids->len);
}

/* Rows */

static GtkWidget *
new_row (void)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *time = gtk_label_new (NULL);
  GtkWidget *text = gtk_label_new (NULL);
  GtkWidget *duration = gtk_label_new (NULL);

  gtk_label_set_width_chars (GTK_LABEL (time), 10);
  gtk_label_set_xalign (GTK_LABEL (time), 1);
  gtk_widget_add_css_class (time, "numeric");
  gtk_widget_add_css_class (time, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_add_css_class (duration, "numeric");
  gtk_box_append (GTK_BOX (row), time);
  gtk_box_append (GTK_BOX (row), text);
  gtk_box_append (GTK_BOX (row), duration);
  return row;
}

static void
update_row (GtkListItem *item,
            gpointer     user_data)
{
  LsInteractionsView *self = user_data;
  const guint index = ls_id_item_get_id (gtk_list_item_get_item (item)) - 1;
  const LsInteraction *interaction = index < self->n_interactions ? &self->interactions[index] : NULL;
  GtkWidget *row = gtk_list_item_get_child (item);
  GtkWidget *label = gtk_widget_get_next_sibling (gtk_widget_get_first_child (row));
  g_autofree char *time = NULL, *duration = NULL, *type = NULL, *delay = NULL, *processing = NULL, *presentation = NULL;
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;

  if (interaction == NULL)
    return;
  time = ls_text_format_time (interaction->time);
  duration = ls_text_format_time (interaction->duration);
  type = get_type_name (self, interaction);
  delay = ls_text_format_time (interaction->input_delay);
  processing = ls_text_format_time (interaction->processing);
  presentation = ls_text_format_time (interaction->presentation);
  /* Translators: an event, then three durations */
  text = g_strdup_printf (_("%s: waited %s, listeners took %s, next frame %s later"), type, delay, processing, presentation);
  /* Translators: a time, what happened there, how long it took in all */
  name = g_strdup_printf (_("%s: %s; %s in all"), time, text, duration);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (row)), time);
  gtk_label_set_label (GTK_LABEL (label), text);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (row)), duration);
  ls_widget_set_tooltip (label, text);
  ls_compat_label_list_item (row, name);
}

/* Goes to the last record by then. */
static void
on_activate (LsInteractionsView *self,
             guint               position)
{
  const guint index = ls_id_list_model_get_id (self->model, position) - 1;
  LsTrace *trace = ls_player_get_trace (self->player);
  LsBisection search = { ls_trace_get_start (trace), ls_trace_get_length (trace) };

  if (index >= self->n_interactions)
    return;
  while (ls_bisection_next (&search))
    {
      LsRecord record;

      ls_trace_get_record (trace, search.middle, &record);
      ls_bisection_tell (&search, record.time <= self->interactions[index].time);
    }
  ls_player_set_running (self->player, FALSE);
  ls_player_seek (self->player, ls_trace_find_step (trace, ls_trace_get_step_at (trace, search.low)));
}

static void
ls_interactions_view_dispose (GObject *object)
{
  LsInteractionsView *self = LS_INTERACTIONS_VIEW (object);

  g_clear_pointer (&self->interactions, g_free);
  self->n_interactions = 0;
  g_clear_object (&self->recording);
  g_clear_object (&self->model);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (ls_interactions_view_parent_class)->dispose (object);
}

static void
ls_interactions_view_class_init (LsInteractionsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_interactions_view_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-interactions-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LsInteractionsView, expander);
  gtk_widget_class_bind_template_child (widget_class, LsInteractionsView, list);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
}

static void
ls_interactions_view_init (LsInteractionsView *self)
{
  self->model = ls_id_list_model_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_row_list_init (GTK_LIST_VIEW (self->list), G_LIST_MODEL (self->model), new_row, NULL, update_row, self);
}

/**
 * ls_interactions_view_set_player:
 * @self: a view
 * @player: the player whose recording to look at
 *
 * Lists the interactions of the recording that @player shows.
 */
void
ls_interactions_view_set_player (LsInteractionsView *self,
                                 LsPlayer           *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_object (player, "trace-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}
