/* ls-statistics-row.c: durations of the tasks of a priority, signal or queue
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-statistics-row.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "ls-histogram.h"
#include "ls-text.h"
#include "ls-widget.h"

struct _LsStatisticsItem
{
  GObject           parent_instance;
  LsStatisticsGroup group;
  guint32           key;
};

G_DEFINE_FINAL_TYPE (LsStatisticsItem, ls_statistics_item, G_TYPE_OBJECT)

static void
ls_statistics_item_class_init (LsStatisticsItemClass *klass)
{
}

static void
ls_statistics_item_init (LsStatisticsItem *self)
{
}

LsStatisticsItem *
ls_statistics_item_new (LsStatisticsGroup group,
                        guint32           key)
{
  LsStatisticsItem *self = g_object_new (LS_TYPE_STATISTICS_ITEM, NULL);

  self->group = group;
  self->key = key;
  return self;
}

LsStatisticsGroup
ls_statistics_item_get_group (LsStatisticsItem *self,
                              guint32          *key)
{
  *key = self->key;
  return self->group;
}

/**
 * LsStatisticsRow:
 *
 * Shows how long the tasks of one priority, signal or queue were delayed, waited and ran. There is a histogram for each, with the
 * most important numbers and a button that goes to the task that took longest.
 */
struct _LsStatisticsRow
{
  GtkWidget  parent_instance;

  GtkWidget *name;
  GtkWidget *count;
  GtkWidget *histograms[LS_N_DURATION_KINDS];
  GtkWidget *numbers[LS_N_DURATION_KINDS];
  GtkWidget *longest[LS_N_DURATION_KINDS];
};

static const char *const duration_names[LS_N_DURATION_KINDS] = { N_("Delayed"), N_("Waited"), N_("Ran") };

G_DEFINE_FINAL_TYPE (LsStatisticsRow, ls_statistics_row, GTK_TYPE_WIDGET)

static char *
format_name (LsStatistics      *statistics,
             LsStatisticsGroup  group,
             guint32            key)
{
  g_autofree char *name = ls_statistics_get_key_name (statistics, group, key);

  switch (group)
    {
    case LS_STATISTICS_SIGNAL:
      return ls_text_shorten (name);
    case LS_STATISTICS_QUEUE:
      /* Translators: a task queue of the loop, such as timer */
      return g_strdup_printf (_("Queue “%s”"), name);
    case LS_STATISTICS_PRIORITY:
      return g_steal_pointer (&name);
    case LS_STATISTICS_ALL:
    default:
      return g_strdup (_("All tasks"));
    }
}

/* Finds the buckets that all tasks fill. All rows show these, so that the user can compare them. */
static void
get_range (LsStatistics   *statistics,
           LsDurationKind  kind,
           guint          *first,
           guint          *last)
{
  LsDurationStatistics all;

  *first = 0;
  *last = 0;
  if (!ls_statistics_get (statistics, LS_STATISTICS_ALL, 0, kind, &all) || all.count == 0)
    return;
  *first = LS_N_HISTOGRAM_BUCKETS;
  for (guint i = 0; i < LS_N_HISTOGRAM_BUCKETS; i++)
    if (all.buckets[i] > 0)
      {
        *first = MIN (*first, i);
        *last = i;
      }
}

static void
set_duration (LsStatisticsRow  *self,
              LsStatistics     *statistics,
              LsPlayer         *player,
              LsStatisticsItem *item,
              LsDurationKind    kind,
              const char       *name)
{
  static const char *const colors[LS_N_TASK_PRIORITIES] = {
    [LS_TASK_PRIORITY_BACKGROUND] = "priority_background",
    [LS_TASK_PRIORITY_USER_VISIBLE] = "priority_user_visible",
    [LS_TASK_PRIORITY_USER_BLOCKING] = "priority_user_blocking",
  };
  LsDurationStatistics durations = { 0 };
  gboolean has_color = item->group == LS_STATISTICS_PRIORITY && item->key < LS_N_TASK_PRIORITIES;
  g_autofree char *median = NULL;
  g_autofree char *p95 = NULL;
  g_autofree char *longest = NULL;
  g_autofree char *numbers = NULL;
  g_autofree char *task = NULL;
  g_autofree char *link = NULL;
  g_autofree char *label = NULL;
  guint first, last;

  ls_statistics_get (statistics, item->group, item->key, kind, &durations);
  get_range (statistics, kind, &first, &last);
  ls_histogram_set_durations (LS_HISTOGRAM (self->histograms[kind]), &durations, first, last,
                              has_color ? colors[item->key] : NULL);
  median = ls_text_format_duration (durations.median);
  p95 = ls_text_format_duration (durations.p95);
  longest = ls_text_format_duration (durations.max);
  if (durations.count == 0)
    numbers = g_strdup ("–");
  else
    /* Translators: two durations: half of the tasks took no longer than the first, 95 of 100 no longer than the second */
    numbers = g_strdup_printf (_("median %s · 95%% %s"), median, p95);
  gtk_label_set_label (GTK_LABEL (self->numbers[kind]), numbers);

  gtk_widget_set_visible (self->longest[kind], durations.max > 0);
  if (durations.max_task != 0)
    {
      task = ls_text_format_task (ls_player_get_names (player, durations.max_position + 1), durations.max_task);
      /* Translators: a duration, then a task */
      link = g_strdup_printf (_("longest %s: %s"), longest, task);
      gtk_label_set_label (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->longest[kind]))), link);
      ls_widget_set_tooltip (self->longest[kind], link);
      gtk_actionable_set_action_target (GTK_ACTIONABLE (self->longest[kind]), "(tu)", durations.max_position,
                                        durations.max_task);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (self->longest[kind]), "statistics.go-to");
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->longest[kind]), GTK_ACCESSIBLE_PROPERTY_LABEL, link, -1);
    }

  if (durations.count == 0)
    /* Translators: a group of tasks, then Delayed, Waited or Ran */
    label = g_strdup_printf (_("%s: %s: no task"), name, _(duration_names[kind]));
  else
    label = g_strdup_printf (ngettext ("%s: %s: %" PRIu64 " task, median %s, 95%% up to %s, longest %s",
                                       "%s: %s: %" PRIu64 " tasks, median %s, 95%% up to %s, longest %s",
                                       durations.count),
                             name, _(duration_names[kind]), durations.count, median, p95, longest);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->histograms[kind]), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/**
 * ls_statistics_row_set_item:
 * @self: a row
 * @statistics: the statistics to show
 * @player: the player whose trace they are about
 * @item: the group of tasks to show
 *
 * Shows what the statistics know of a group of tasks now.
 */
void
ls_statistics_row_set_item (LsStatisticsRow  *self,
                            LsStatistics     *statistics,
                            LsPlayer         *player,
                            LsStatisticsItem *item)
{
  LsDurationStatistics waiting = { 0 };
  g_autofree char *name = format_name (statistics, item->group, item->key);
  g_autofree char *count = NULL;

  ls_statistics_get (statistics, item->group, item->key, LS_DURATION_WAITING, &waiting);
  count = g_strdup_printf (ngettext ("%" PRIu64 " task", "%" PRIu64 " tasks", waiting.count),
                           waiting.count);
  gtk_label_set_label (GTK_LABEL (self->name), name);
  gtk_label_set_label (GTK_LABEL (self->count), count);
  for (guint i = 0; i < LS_N_DURATION_KINDS; i++)
    set_duration (self, statistics, player, item, i, name);
  if (gtk_widget_get_parent (GTK_WIDGET (self)) != NULL)
    {
      g_autofree char *label = g_strdup_printf ("%s, %s", name, count);

      gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (GTK_WIDGET (self))),
                                      GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    }
}

static void
ls_statistics_row_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ls_statistics_row_parent_class)->dispose (object);
}

static void
ls_statistics_row_class_init (LsStatisticsRowClass *klass)
{
  static const char *const names[LS_N_DURATION_KINDS] = { "delayed", "waiting", "running" };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_statistics_row_dispose;

  g_type_ensure (LS_TYPE_HISTOGRAM);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-statistics-row.ui");
  gtk_widget_class_bind_template_child (widget_class, LsStatisticsRow, name);
  gtk_widget_class_bind_template_child (widget_class, LsStatisticsRow, count);
  for (guint i = 0; i < LS_N_DURATION_KINDS; i++)
    {
      g_autofree char *numbers = g_strconcat (names[i], "_numbers", NULL);
      g_autofree char *longest = g_strconcat (names[i], "_longest", NULL);

      gtk_widget_class_bind_template_child_full (widget_class, names[i], FALSE,
                                                 G_STRUCT_OFFSET (LsStatisticsRow, histograms[i]));
      gtk_widget_class_bind_template_child_full (widget_class, numbers, FALSE,
                                                 G_STRUCT_OFFSET (LsStatisticsRow, numbers[i]));
      gtk_widget_class_bind_template_child_full (widget_class, longest, FALSE,
                                                 G_STRUCT_OFFSET (LsStatisticsRow, longest[i]));
    }
}

static void
ls_statistics_row_init (LsStatisticsRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ls_statistics_row_new (void)
{
  return g_object_new (LS_TYPE_STATISTICS_ROW, NULL);
}
