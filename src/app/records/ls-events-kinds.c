/* ls-events-kinds.c: which kinds of events are listed, and how many there are of each
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-events-table-private.h"

#include <glib/gi18n.h>

#include "ls-text.h"

static void
on_kind_toggled (LsEventsTable  *self,
                 GtkCheckButton *check)
{
  const guint64 kinds = LS_RECORD_FILTER_KIND (GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (check), "kind")));

  if (gtk_check_button_get_active (check))
    self->shown_kinds |= kinds;
  else
    self->shown_kinds &= ~kinds;
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->kinds), self->shown_kinds == LS_RECORD_FILTER_ALL_KINDS
                                                              ? _("All kinds")
                                                              : _("Some kinds"));
  /* Some kinds are one for a filter. */
  for (GtkWidget *row = gtk_widget_get_first_child (self->kinds_list); row != NULL; row = gtk_widget_get_next_sibling (row))
    if (LS_RECORD_FILTER_KIND (GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "kind"))) == kinds)
      gtk_check_button_set_active (GTK_CHECK_BUTTON (row), gtk_check_button_get_active (check));
  ls_events_table_filter (self);
}

/* Chooses all kinds or none. */
void
ls_events_table_kinds_action (GtkWidget  *widget,
              const char *action,
              GVariant   *parameter)
{
  LsEventsTable *self = LS_EVENTS_TABLE (widget);
  gboolean all = g_variant_get_boolean (parameter);

  self->updating = TRUE;
  for (GtkWidget *row = gtk_widget_get_first_child (self->kinds_list); row != NULL; row = gtk_widget_get_next_sibling (row))
    gtk_check_button_set_active (GTK_CHECK_BUTTON (row), all);
  self->updating = FALSE;
  self->shown_kinds = all ? LS_RECORD_FILTER_ALL_KINDS : 0;
  ls_events_table_filter (self);
}

static gboolean
count_cb (gsize    max_records,
          gpointer user_data)
{
  return ls_record_filter_advance (LS_EVENTS_TABLE (user_data)->counts, max_records, NULL);
}

static void
make_counts (LsEventsTable *self)
{
  LsRecordFilterSpec spec = LS_RECORD_FILTER_SPEC_INIT;

  /* A filter also counts the kinds that it leaves out. This filter leaves out all of them, so it keeps no records. */
  spec.without_kinds = LS_RECORD_FILTER_ALL_KINDS;
  g_clear_object (&self->counts);
  self->counts = ls_record_filter_new (ls_player_get_trace (self->player), &spec);
}

static void
counted_cb (gboolean is_new,
            gpointer user_data)
{
  LsEventsTable *self = user_data;

  if (is_new)
    make_counts (self);
  if (gtk_widget_get_mapped (self->kinds_list))
    ls_events_table_show_counts (self);
}

/* Shows how many records of each kind there are. All other filters apply, but not the choice of kinds. */
void
ls_events_table_show_counts (LsEventsTable *self)
{
  LsRecordFilter *filter = ls_record_list_model_get_filter (self->model);

  if (filter == NULL)
    filter = self->counts;
  if (filter == NULL)
    return;
  for (GtkWidget *row = gtk_widget_get_first_child (self->kinds_list); row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      guint kind = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "kind"));
      g_autofree char *label = NULL;

      /* Translators: a kind of event, and the number of its events */
      label = g_strdup_printf (_("%s (%'zu)"), ls_text_record_kind (kind),
                               ls_record_filter_get_count (filter, kind));
      gtk_check_button_set_label (GTK_CHECK_BUTTON (row), label);
    }
}

/* The table counts the kinds only while the list of kinds is open. */
static void
on_kinds_shown (LsEventsTable *self)
{
  if (self->player == NULL)
    return;
  if (self->counter == NULL)
    {
      make_counts (self);
      self->counter = ls_trace_reader_new (self->player, count_cb, counted_cb, self);
    }
  ls_trace_reader_set_active (self->counter, TRUE);
  ls_events_table_show_counts (self);
}

static void
on_kinds_hidden (LsEventsTable *self)
{
  if (self->counter != NULL)
    ls_trace_reader_set_active (self->counter, FALSE);
}

static void
add_kinds (LsEventsTable *self)
{
  self->shown_kinds = LS_RECORD_FILTER_ALL_KINDS;
  for (guint kind = 1; kind < LS_N_RECORD_KINDS; kind++)
    {
      GtkWidget *check = gtk_check_button_new_with_label (ls_text_record_kind (kind));

      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
      g_object_set_data (G_OBJECT (check), "kind", GUINT_TO_POINTER (kind));
      g_signal_connect_object (check, "toggled", G_CALLBACK (on_kind_toggled), self, G_CONNECT_SWAPPED);
      gtk_box_append (GTK_BOX (self->kinds_list), check);
    }
}

void
ls_events_table_init_kinds (LsEventsTable *self)
{
  add_kinds (self);
  g_signal_connect_object (self->kinds_list, "map", G_CALLBACK (on_kinds_shown), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->kinds_list, "unmap", G_CALLBACK (on_kinds_hidden), self, G_CONNECT_SWAPPED);
}

void
ls_events_table_dispose_kinds (LsEventsTable *self)
{
  g_clear_pointer (&self->counter, ls_trace_reader_free);
  g_clear_object (&self->counts);
}
