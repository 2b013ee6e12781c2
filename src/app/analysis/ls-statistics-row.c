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

/**
 * LsStatisticsRow:
 *
 * Shows how long the tasks of one priority, signal or queue were delayed, waited and ran. There is a histogram for each, with the
 * most important numbers and a button that goes to the task that took longest.
 */
struct _LsStatisticsRow
{
  GtkBox     parent_instance;

  GtkWidget *name;
  GtkWidget *count;
  GtkWidget *columns;
  GtkWidget *histograms[LS_N_DURATION_KINDS];
  GtkWidget *numbers[LS_N_DURATION_KINDS];
  GtkWidget *longest[LS_N_DURATION_KINDS];
};

static const char *const duration_names[LS_N_DURATION_KINDS] = { N_("Delayed"), N_("Waited"), N_("Ran") };
static const LsDurationKind columns[] = { LS_DURATION_WAITING, LS_DURATION_RUNNING, LS_DURATION_DELAYED };

G_DEFINE_FINAL_TYPE (LsStatisticsRow, ls_statistics_row, GTK_TYPE_BOX)

static char *
format_plain_name (LsStatistics      *statistics,
                   LsStatisticsGroup  group,
                   guint32            key)
{
  g_autofree char *name = ls_statistics_get_key_name (statistics, group, key);

  switch (group)
    {
    case LS_STATISTICS_SIGNAL:
      return ls_text_shorten (name);
    case LS_STATISTICS_CONTEXT:
      /* Translators: a context of GLib */
      return g_strdup_printf (_("Context %s"), name);
    case LS_STATISTICS_SOURCE:
      /* Translators: what sources of GLib are called */
      return g_strdup_printf (_("Source %s"), name);
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

static char *
format_name (LsStatistics      *statistics,
             LsStatisticsGroup  group,
             guint32            key)
{
  g_autofree char *name = format_plain_name (statistics, group, key);

  if (!ls_statistics_is_inferred (statistics, group, key))
    return g_steal_pointer (&name);
  /* Translators: a signal or a queue; a recording does not say which tasks are of it */
  return g_strdup_printf (_("%s (inferred)"), name);
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

/**
 * ls_statistics_row_set_link:
 * @button: a button
 * @durations: the durations of the tasks that the button is about
 * @text: what the button says of the task that took longest
 *
 * Lets a button go to the task that took longest.
 */
void
ls_statistics_row_set_link (GtkWidget                  *button,
                            const LsDurationStatistics *durations,
                            const char                 *text)
{
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "(tu)", durations->max_position, durations->max_task);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "statistics.go-to");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
set_duration (LsStatisticsRow   *self,
              LsStatistics      *statistics,
              LsPlayer          *player,
              LsStatisticsGroup  group,
              guint32            key,
              LsDurationKind     kind,
              const char        *name)
{
  static const char *const colors[LS_N_TASK_PRIORITIES + 1] = {
    [LS_TASK_PRIORITY_BACKGROUND] = "priority_background",
    [LS_TASK_PRIORITY_USER_VISIBLE] = "priority_user_visible",
    [LS_TASK_PRIORITY_USER_BLOCKING] = "priority_user_blocking",
  };
  LsDurationStatistics durations = { 0 };
  gboolean has_color = group == LS_STATISTICS_PRIORITY && ls_task_priority_is_valid (key);
  g_autofree char *median = NULL;
  g_autofree char *p95 = NULL;
  g_autofree char *longest = NULL;
  g_autofree char *numbers = NULL;
  g_autofree char *task = NULL;
  g_autofree char *link = NULL;
  guint first, last;

  ls_statistics_get (statistics, group, key, kind, &durations);
  get_range (statistics, kind, &first, &last);
  ls_histogram_set_durations (LS_HISTOGRAM (self->histograms[kind]), &durations, first, last,
                              has_color ? colors[key] : NULL);
  median = ls_text_format_duration (durations.median);
  p95 = ls_text_format_duration (durations.p95);
  longest = ls_text_format_duration (durations.max);
  if (durations.count == 0)
    numbers = g_strdup ("–");
  else
    /* Translators: two durations: half of the tasks took no longer than the first, 95 of 100 no longer than the second */
    numbers = g_strdup_printf (_("median %s · 95th percentile %s"), median, p95);
  gtk_inscription_set_text (GTK_INSCRIPTION (self->numbers[kind]), numbers);

  gtk_widget_set_visible (self->longest[kind], durations.max > 0);
  if (durations.max_task != 0)
    {
      task = ls_text_format_task (ls_player_get_names (player, durations.max_position + 1), durations.max_task);
      /* Translators: a duration, then a task */
      link = g_strdup_printf (_("longest %s: %s"), longest, task);
      ls_widget_set_tooltip (self->longest[kind], link);
      gtk_inscription_set_text (GTK_INSCRIPTION (gtk_button_get_child (GTK_BUTTON (self->longest[kind]))), link);
      ls_statistics_row_set_link (self->longest[kind], &durations, link);
    }

  if (durations.count == 0)
    /* Translators: a group of tasks, then Delayed, Waited or Ran */
    ls_widget_name (self->histograms[kind], _("%s: %s: no task"), name, _(duration_names[kind]));
  else
    ls_widget_name (self->histograms[kind],
                    ngettext ("%s: %s: %" PRIu64 " task, median %s, 95th percentile %s, longest %s",
                              "%s: %s: %" PRIu64 " tasks, median %s, 95th percentile %s, longest %s", durations.count),
                    name, _(duration_names[kind]), durations.count, median, p95, longest);
}

/**
 * ls_statistics_row_set_group:
 * @self: a row
 * @statistics: the statistics to show
 * @player: the player whose trace they are about
 * @group: the kind of group of tasks to show
 * @key: which group of that kind
 *
 * Shows what the statistics know of a group of tasks now.
 */
void
ls_statistics_row_set_group (LsStatisticsRow   *self,
                             LsStatistics      *statistics,
                             LsPlayer          *player,
                             LsStatisticsGroup  group,
                             guint32            key)
{
  LsDurationStatistics waiting = { 0 }, running = { 0 };
  guint64 n_tasks;
  g_autofree char *name = format_name (statistics, group, key);
  g_autofree char *count = NULL;
  g_autofree char *lines = NULL;

  ls_statistics_get (statistics, group, key, LS_DURATION_WAITING, &waiting);
  ls_statistics_get (statistics, group, key, LS_DURATION_RUNNING, &running);
  n_tasks = MAX (waiting.count, running.count);
  count = g_strdup_printf (ngettext ("%" PRIu64 " task", "%" PRIu64 " tasks", n_tasks), n_tasks);
  if (waiting.count < n_tasks)
    {
      g_autofree char *tasks = g_steal_pointer (&count);
      /* Translators: of how many tasks it is known how long they waited */
      g_autofree char *waits = g_strdup_printf (ngettext ("%" PRIu64 " wait known", "%" PRIu64 " waits known", waiting.count),
                                                waiting.count);

      count = g_strdup_printf ("%s, %s", tasks, waits);
      lines = g_strdup_printf ("%s\n%s", tasks, waits);
    }
  ls_widget_set_tooltip (self->count, count);
  gtk_inscription_set_text (GTK_INSCRIPTION (self->name), name);
  gtk_inscription_set_text (GTK_INSCRIPTION (self->count), lines != NULL ? lines : count);
  for (guint i = 0; i < LS_N_DURATION_KINDS; i++)
    set_duration (self, statistics, player, group, key, i, name);
  if (gtk_widget_get_parent (GTK_WIDGET (self)) != NULL)
    ls_widget_name (gtk_widget_get_parent (GTK_WIDGET (self)), "%s, %s", name, count);
}

/* GTK makes about two hundred rows, of which few are visible. GtkInscription needs no layout in the others. */
static GtkWidget *
make_text (void)
{
  return g_object_new (GTK_TYPE_INSCRIPTION, "text-overflow", GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END, "xalign", 0.0,
                       "nat-chars", 28, NULL);
}

static void
add_column (LsStatisticsRow *self,
            LsDurationKind   kind)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  self->histograms[kind] = g_object_new (LS_TYPE_HISTOGRAM, NULL);
  self->numbers[kind] = make_text ();
  gtk_widget_add_css_class (self->numbers[kind], "numeric");
  self->longest[kind] = g_object_new (GTK_TYPE_BUTTON, "visible", FALSE, "halign", GTK_ALIGN_START, "child", make_text (), NULL);
  gtk_widget_add_css_class (self->longest[kind], "flat");
  gtk_widget_add_css_class (self->longest[kind], "numeric");
  gtk_widget_add_css_class (self->longest[kind], "place");
  gtk_box_append (GTK_BOX (column), self->histograms[kind]);
  gtk_box_append (GTK_BOX (column), self->numbers[kind]);
  gtk_box_append (GTK_BOX (column), self->longest[kind]);
  gtk_box_append (GTK_BOX (self->columns), column);
}

static void
ls_statistics_row_class_init (LsStatisticsRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-statistics-row.ui");
  gtk_widget_class_bind_template_child (widget_class, LsStatisticsRow, name);
  gtk_widget_class_bind_template_child (widget_class, LsStatisticsRow, count);
  gtk_widget_class_bind_template_child (widget_class, LsStatisticsRow, columns);
}

static void
ls_statistics_row_init (LsStatisticsRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    add_column (self, columns[i]);
}

GtkWidget *
ls_statistics_row_new (void)
{
  return g_object_new (LS_TYPE_STATISTICS_ROW, NULL);
}
