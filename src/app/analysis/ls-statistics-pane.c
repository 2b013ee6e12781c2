/* ls-statistics-pane.c: how long tasks waited and ran
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-statistics-pane.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "ls-forgotten.h"
#include "ls-statistics-row.h"
#include "ls-text.h"
#include "ls-trace-reader.h"
#include "ls-widget.h"

/* The time between two updates, in ms. People read no faster than this. */
#define UPDATE_INTERVAL 150

/**
 * LsStatisticsPane:
 *
 * Shows how long the tasks of the run waited, ran and were delayed. There is a row for all tasks and one for each priority, signal
 * and queue. Two buttons go to the task that waited longest and the one that ran longest. The pane reads the trace only while it is
 * shown.
 */
struct _LsStatisticsPane
{
  GtkWidget      parent_instance;

  GtkWidget     *waited;
  GtkWidget     *ran;
  GtkWidget     *totals;
  GtkWidget     *stack;
  GtkWidget     *list;

  LsPlayer      *player;
  LsStatistics  *statistics;
  LsTraceReader *reader;
  GListStore    *store;        /* (element-type LsStatisticsItem) */
  GPtrArray     *bound;        /* (element-type GtkListItem) */
  guint64        serial;
  guint          update;
};

G_DEFINE_FINAL_TYPE (LsStatisticsPane, ls_statistics_pane, GTK_TYPE_WIDGET)

static void
update_link (LsStatisticsPane *self,
             GtkWidget        *button,
             LsDurationKind    kind,
             const char       *format,
             const char       *tooltip)
{
  LsDurationStatistics durations = { 0 };
  g_autofree char *task = NULL;
  g_autofree char *longest = NULL;
  g_autofree char *text = NULL;
  gboolean is_kept;

  ls_statistics_get (self->statistics, LS_STATISTICS_ALL, 0, kind, &durations);
  gtk_widget_set_visible (button, durations.max_task != 0 && durations.max > 0);
  if (durations.max_task == 0)
    return;
  task = ls_text_format_task (ls_player_get_names (self->player, durations.max_position + 1), durations.max_task);
  longest = ls_text_format_duration (durations.max);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  text = g_strdup_printf (format, task, longest);
#pragma GCC diagnostic pop
  gtk_label_set_label (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), text);
  /* The duration stays right when the trace has dropped its record, but nothing can be shown then. */
  is_kept = durations.max_position >= ls_player_get_start (self->player);
  ls_widget_set_tooltip (button, is_kept ? tooltip : ls_forgotten_get_record ());
  gtk_widget_set_sensitive (button, is_kept);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "(tu)", durations.max_position, durations.max_task);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "statistics.go-to");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
update_totals (LsStatisticsPane *self)
{
  LsStatisticsTotals totals;
  g_autofree char *busy = NULL;
  g_autofree char *span = NULL;
  g_autofree char *text = NULL;

  ls_statistics_get_totals (self->statistics, &totals);
  busy = ls_text_format_duration (totals.busy);
  span = ls_text_format_duration (totals.end - totals.start);
  /* Translators: two durations, then a number of tasks that were aborted before they ran */
  text = g_strdup_printf (ngettext ("busy %s of %s · %" PRIu64 " task removed",
                                    "busy %s of %s · %" PRIu64 " tasks removed", totals.n_removed),
                          busy, span, totals.n_removed);
  if (totals.n_forgotten > 0)
    {
      g_autofree char *rest = g_steal_pointer (&text);

      /* Translators: what was counted, then how many records were let go before that */
      text = g_strdup_printf (_("%s · without %'" PRIu64 " records that were let go uncounted"), rest,
                              totals.n_forgotten);
    }
  else if (ls_player_get_start (self->player) > 0)
    {
      g_autofree char *rest = g_steal_pointer (&text);

      /* Translators: what was counted */
      text = g_strdup_printf (_("%s · of the whole run, also of what was let go"), rest);
    }
  ls_widget_set_tooltip (self->totals, text);
  gtk_label_set_label (GTK_LABEL (self->totals), text);
}

/* Adds and removes rows. A new signal may come before others. A signal goes when the trace drops its records. */
static void
update_store (LsStatisticsPane *self)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->store));
  guint n_same = 0;

  for (guint group = 0; group < LS_N_STATISTICS_GROUPS; group++)
    {
      guint n_keys;
      g_autofree guint32 *keys = ls_statistics_list_keys (self->statistics, group, &n_keys);

      for (guint i = 0; i < n_keys; i++)
        g_ptr_array_add (items, ls_statistics_item_new (group, keys[i]));
    }
  for (; n_same < items->len && n_same < n_items; n_same++)
    {
      g_autoptr (LsStatisticsItem) old = g_list_model_get_item (G_LIST_MODEL (self->store), n_same);
      guint32 key, old_key;

      if (ls_statistics_item_get_group (g_ptr_array_index (items, n_same), &key) !=
            ls_statistics_item_get_group (old, &old_key) ||
          key != old_key)
        break;
    }
  if (n_same < items->len || n_same < n_items)
    g_list_store_splice (self->store, n_same, n_items - n_same, items->pdata + n_same, items->len - n_same);
}

static void
update_row (LsStatisticsPane *self,
            GtkListItem      *item)
{
  ls_statistics_row_set_item (LS_STATISTICS_ROW (gtk_list_item_get_child (item)), self->statistics, self->player,
                              gtk_list_item_get_item (item));
}

static void
update (LsStatisticsPane *self)
{
  LsStatisticsTotals totals;
  LsDurationStatistics all = { 0 };

  self->serial = ls_statistics_get_serial (self->statistics);
  ls_statistics_get_totals (self->statistics, &totals);
  ls_statistics_get (self->statistics, LS_STATISTICS_ALL, 0, LS_DURATION_WAITING, &all);
  update_store (self);
  for (guint i = 0; i < self->bound->len; i++)
    update_row (self, g_ptr_array_index (self->bound, i));
  /* Translators: a task, then how long */
  update_link (self, self->waited, LS_DURATION_WAITING, _("Waited longest: %s, %s"),
               _("Go to the Task That Waited Longest"));
  update_link (self, self->ran, LS_DURATION_RUNNING, _("Ran longest: %s, %s"),
               _("Go to the Task That Ran Longest"));
  update_totals (self);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), all.count > 0 ? "list"
                                                             : ls_trace_reader_get_behind (self->reader) ? "loading"
                                                                                                         : "empty");
}

static gboolean
update_cb (gpointer user_data)
{
  LsStatisticsPane *self = user_data;

  self->update = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

static gboolean
advance_cb (gsize    max_records,
            gpointer user_data)
{
  LsStatisticsPane *self = user_data;

  return ls_statistics_advance (self->statistics, max_records);
}

static void
changed_cb (gboolean is_new,
            gpointer user_data)
{
  LsStatisticsPane *self = user_data;

  if (is_new)
    {
      g_clear_handle_id (&self->update, g_source_remove);
      g_list_store_remove_all (self->store);
      g_clear_object (&self->statistics);
      self->statistics = ls_statistics_new (ls_player_get_trace (self->player));
      self->serial = G_MAXUINT64;
      gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "loading");
      gtk_widget_set_visible (self->waited, FALSE);
      gtk_widget_set_visible (self->ran, FALSE);
      gtk_label_set_label (GTK_LABEL (self->totals), "");
      return;
    }
  if (self->serial == G_MAXUINT64)
    update (self);
  else if (self->update == 0 && self->serial != ls_statistics_get_serial (self->statistics))
    self->update = g_timeout_add (UPDATE_INTERVAL, update_cb, self);
}

static void
go_to_action (GtkWidget  *widget,
              const char *action,
              GVariant   *parameter)
{
  LsStatisticsPane *self = LS_STATISTICS_PANE (widget);
  guint64 position;
  guint32 task;

  g_variant_get (parameter, "(tu)", &position, &task);
  if (position < ls_player_get_start (self->player))
    return;
  ls_player_set_running (self->player, FALSE);
  ls_player_seek (self->player, position + 1);
  ls_player_select (self->player, LS_SELECTION_TASK, task);
}

static void
on_map (LsStatisticsPane *self)
{
  if (self->reader != NULL)
    ls_trace_reader_set_active (self->reader, TRUE);
}

static void
on_unmap (LsStatisticsPane *self)
{
  if (self->reader != NULL)
    ls_trace_reader_set_active (self->reader, FALSE);
}

static void
setup_row (LsStatisticsPane *self,
           GtkListItem      *item)
{
  gtk_list_item_set_child (item, ls_statistics_row_new ());
  gtk_list_item_set_activatable (item, FALSE);
}

static void
bind_row (LsStatisticsPane *self,
          GtkListItem      *item)
{
  g_ptr_array_add (self->bound, item);
  update_row (self, item);
}

static void
unbind_row (LsStatisticsPane *self,
            GtkListItem      *item)
{
  g_ptr_array_remove_fast (self->bound, item);
}

static void
ls_statistics_pane_dispose (GObject *object)
{
  LsStatisticsPane *self = LS_STATISTICS_PANE (object);
  GtkWidget *child;

  g_clear_handle_id (&self->update, g_source_remove);
  g_clear_pointer (&self->reader, ls_trace_reader_free);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->statistics);
  g_clear_object (&self->store);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (ls_statistics_pane_parent_class)->dispose (object);
}

static void
ls_statistics_pane_finalize (GObject *object)
{
  g_clear_pointer (&LS_STATISTICS_PANE (object)->bound, g_ptr_array_unref);

  G_OBJECT_CLASS (ls_statistics_pane_parent_class)->finalize (object);
}

static void
ls_statistics_pane_class_init (LsStatisticsPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_statistics_pane_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_statistics_pane_finalize;

  g_type_ensure (LS_TYPE_STATISTICS_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-statistics-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LsStatisticsPane, waited);
  gtk_widget_class_bind_template_child (widget_class, LsStatisticsPane, ran);
  gtk_widget_class_bind_template_child (widget_class, LsStatisticsPane, totals);
  gtk_widget_class_bind_template_child (widget_class, LsStatisticsPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LsStatisticsPane, list);
  gtk_widget_class_bind_template_callback (widget_class, on_map);
  gtk_widget_class_bind_template_callback (widget_class, on_unmap);
  gtk_widget_class_install_action (widget_class, "statistics.go-to", "(tu)", go_to_action);
}

static void
ls_statistics_pane_init (LsStatisticsPane *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkSelectionModel) selection = NULL;

  self->bound = g_ptr_array_new ();
  self->store = g_list_store_new (LS_TYPE_STATISTICS_ITEM);
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_widget_hide_when_empty (self->totals);
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_row), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_row), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_row), self, G_CONNECT_SWAPPED);
  selection = GTK_SELECTION_MODEL (gtk_no_selection_new (g_object_ref (G_LIST_MODEL (self->store))));
  gtk_list_view_set_factory (GTK_LIST_VIEW (self->list), factory);
  gtk_list_view_set_model (GTK_LIST_VIEW (self->list), selection);
}

/**
 * ls_statistics_pane_set_player:
 * @self: a pane
 * @player: the player whose trace to measure
 *
 * Shows how long the tasks of @player's trace waited and ran, and follows the trace as it grows.
 */
void
ls_statistics_pane_set_player (LsStatisticsPane *self,
                               LsPlayer         *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  self->reader = ls_trace_reader_new (player, advance_cb, changed_cb, self);
  ls_trace_reader_set_active (self->reader, gtk_widget_get_mapped (GTK_WIDGET (self)));
}
