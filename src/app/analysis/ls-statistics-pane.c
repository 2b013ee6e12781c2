/* ls-statistics-pane.c: how long tasks waited and ran
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-statistics-pane.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "ls-forgotten.h"
#include "ls-id-list-model.h"
#include "ls-interactions-view.h"
#include "ls-row-list.h"
#include "ls-statistics-row.h"
#include "ls-summary-view.h"
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
  GtkBox         parent_instance;

  GtkWidget     *waited;
  GtkWidget     *ran;
  GtkWidget     *totals;
  GtkWidget     *interactions;
  GtkWidget     *summary_view;
  GtkWidget     *stack;
  GtkWidget     *list;

  LsPlayer      *player;
  LsStatistics  *statistics;
  LsTaskSummary *summary;
  LsTraceReader *reader;
  GArray        *groups;       /* (element-type Group) */
  LsIdListModel *model;        /* indices of @groups, from 1 */
  guint64        serial;
  guint          update;
};

/* What a row is about. */
typedef struct
{
  LsStatisticsGroup kind;
  guint32           key;
} Group;

G_DEFINE_FINAL_TYPE (LsStatisticsPane, ls_statistics_pane, GTK_TYPE_BOX)

static void
update_link (LsStatisticsPane *self,
             GtkWidget        *button,
             LsDurationKind    kind)
{
  const char *tooltip = kind == LS_DURATION_WAITING ? _("Go to the Task That Waited Longest") : _("Go to the Task That Ran Longest");
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
  /* Translators: a task, then how long */
  text = g_strdup_printf (kind == LS_DURATION_WAITING ? _("Waited longest: %s, %s") : _("Ran longest: %s, %s"), task, longest);
  gtk_label_set_label (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), text);
  ls_statistics_row_set_link (button, &durations, text);
  /* The duration stays right when the trace has dropped its record, but nothing can be shown then. */
  is_kept = durations.max_position >= ls_player_get_start (self->player);
  ls_widget_set_tooltip (button, is_kept ? tooltip : ls_forgotten_get_record ());
  gtk_widget_set_sensitive (button, is_kept);
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
  if (totals.n_unknown_waits > 0)
    {
      g_autofree char *rest = g_steal_pointer (&text);

      /* Translators: what was counted, then of how many tasks a recording does not say since when they could run */
      text = g_strdup_printf (ngettext ("%s · %" PRIu64 " wait unknown", "%s · %" PRIu64 " waits unknown", totals.n_unknown_waits), rest,
                              totals.n_unknown_waits);
    }
  if (totals.n_forgotten > 0)
    {
      g_autofree char *rest = g_steal_pointer (&text);

      /* Translators: what was counted, then how many records were let go before that */
      text = g_strdup_printf (_("%s · without %'" PRIu64 " dropped records"), rest, totals.n_forgotten);
    }
  else if (ls_player_get_start (self->player) > 0)
    {
      g_autofree char *rest = g_steal_pointer (&text);

      /* Translators: what was counted */
      text = g_strdup_printf (_("%s · of the whole run, including dropped records"), rest);
    }
  ls_widget_set_tooltip (self->totals, text);
  gtk_label_set_label (GTK_LABEL (self->totals), text);
}

/* Adds and removes rows, whose numbers are their places. update() shows in each of them what is at its place now. */
static void
update_groups (LsStatisticsPane *self)
{
  g_autofree guint32 *ids = NULL;

  g_array_set_size (self->groups, 0);
  for (guint kind = 0; kind < LS_N_STATISTICS_GROUPS; kind++)
    {
      guint n_keys;
      g_autofree guint32 *keys = ls_statistics_list_keys (self->statistics, kind, &n_keys);

      for (guint i = 0; i < n_keys; i++)
        g_array_append_val (self->groups, ((Group) { kind, keys[i] }));
    }
  ids = g_new (guint32, self->groups->len);
  for (guint i = 0; i < self->groups->len; i++)
    ids[i] = i + 1;
  ls_id_list_model_set_ids (self->model, ids, self->groups->len);
}

static void
update_row (GtkListItem *item,
            gpointer     user_data)
{
  LsStatisticsPane *self = user_data;
  const Group *group = &g_array_index (self->groups, Group, ls_id_item_get_id (gtk_list_item_get_item (item)) - 1);

  gtk_list_item_set_activatable (item, FALSE);
  ls_statistics_row_set_group (LS_STATISTICS_ROW (gtk_list_item_get_child (item)), self->statistics, self->player, group->kind,
                               group->key);
}

static void
update (LsStatisticsPane *self)
{
  LsDurationStatistics all = { 0 };

  self->serial = ls_statistics_get_serial (self->statistics);
  ls_statistics_get (self->statistics, LS_STATISTICS_ALL, 0, LS_DURATION_WAITING, &all);
  update_groups (self);
  ls_row_list_update (GTK_LIST_VIEW (self->list));
  update_link (self, self->waited, LS_DURATION_WAITING);
  update_link (self, self->ran, LS_DURATION_RUNNING);
  update_totals (self);
  ls_summary_view_show (LS_SUMMARY_VIEW (self->summary_view), self->summary);
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

  const gboolean has_more_tasks = ls_task_summary_advance (self->summary, max_records);

  return ls_statistics_advance (self->statistics, max_records) || has_more_tasks;
}

static void
changed_cb (gboolean is_new,
            gpointer user_data)
{
  LsStatisticsPane *self = user_data;

  if (is_new)
    {
      g_clear_handle_id (&self->update, g_source_remove);
      ls_id_list_model_set_ids (self->model, NULL, 0);
      g_clear_object (&self->statistics);
      self->statistics = ls_statistics_new (ls_player_get_trace (self->player));
      g_clear_object (&self->summary);
      self->summary = ls_task_summary_new (ls_player_get_trace (self->player));
      ls_summary_view_show (LS_SUMMARY_VIEW (self->summary_view), NULL);
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
on_mapped (LsStatisticsPane *self)
{
  if (self->reader != NULL)
    ls_trace_reader_set_active (self->reader, gtk_widget_get_mapped (GTK_WIDGET (self)));
}

static void
ls_statistics_pane_dispose (GObject *object)
{
  LsStatisticsPane *self = LS_STATISTICS_PANE (object);

  g_clear_handle_id (&self->update, g_source_remove);
  g_clear_pointer (&self->reader, ls_trace_reader_free);
  g_clear_object (&self->statistics);
  g_clear_object (&self->summary);
  g_clear_object (&self->model);
  g_clear_pointer (&self->groups, g_array_unref);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (ls_statistics_pane_parent_class)->dispose (object);
}

static void
ls_statistics_pane_class_init (LsStatisticsPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_statistics_pane_dispose;

  g_type_ensure (LS_TYPE_INTERACTIONS_VIEW);
  g_type_ensure (LS_TYPE_SUMMARY_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-statistics-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LsStatisticsPane, waited);
  gtk_widget_class_bind_template_child (widget_class, LsStatisticsPane, ran);
  gtk_widget_class_bind_template_child (widget_class, LsStatisticsPane, totals);
  gtk_widget_class_bind_template_child (widget_class, LsStatisticsPane, interactions);
  gtk_widget_class_bind_template_child (widget_class, LsStatisticsPane, summary_view);
  gtk_widget_class_bind_template_child (widget_class, LsStatisticsPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LsStatisticsPane, list);
  gtk_widget_class_bind_template_callback (widget_class, on_mapped);
  gtk_widget_class_install_action (widget_class, "statistics.go-to", "(tu)", go_to_action);
}

static void
ls_statistics_pane_init (LsStatisticsPane *self)
{
  self->groups = g_array_new (FALSE, FALSE, sizeof (Group));
  self->model = ls_id_list_model_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_widget_hide_when_empty (self->totals);
  ls_row_list_init (GTK_LIST_VIEW (self->list), G_LIST_MODEL (self->model), ls_statistics_row_new, NULL, update_row, self);
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
  ls_interactions_view_set_player (LS_INTERACTIONS_VIEW (self->interactions), player);
  on_mapped (self);
}
