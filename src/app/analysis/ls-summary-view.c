/* ls-summary-view.c: what became of the tasks of a run, in lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-summary-view.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "ls-text.h"
#include "ls-widget.h"

/**
 * LsSummaryView:
 *
 * Says how many tasks and continuations were posted, ran, were aborted or changed their priority, how late delays and timers were,
 * and into how many pieces tasks yield. The lines can be put away.
 */
struct _LsSummaryView
{
  GtkBox     parent_instance;

  GtkWidget *lines;
};

G_DEFINE_FINAL_TYPE (LsSummaryView, ls_summary_view, GTK_TYPE_BOX)

static guint64
add_up (const guint64 *counts)
{
  guint64 n = 0;

  for (guint i = 0; i <= LS_N_TASK_PRIORITIES; i++)
    n += counts[i];
  return n;
}

static void
take_line (GString *text,
           char    *line)
{
  if (text->len > 0)
    g_string_append_c (text, '\n');
  g_string_append (text, line);
  g_free (line);
}

static void
add_counts (GString       *text,
            LsTaskSummary *summary,
            gboolean       continuations)
{
  const char *what = continuations ? C_("statistics", "Continuations") : C_("statistics", "Tasks");
  LsTaskCounts counts;

  ls_task_summary_get_counts (summary, continuations, &counts);
  if (add_up (counts.n_posted) + add_up (counts.n_run) == 0)
    return;
  /* Translators: tasks or continuations, then how many of them */
  take_line (text, g_strdup_printf (_("%s: %" PRIu64 " posted · %" PRIu64 " run · %" PRIu64 " removed · %" PRIu64 " still waiting · %"
                                      PRIu64 " changed priority · %" PRIu64 " waits unknown"),
                                    what, add_up (counts.n_posted), add_up (counts.n_run), counts.n_removed, counts.n_waiting,
                                    counts.n_changed, counts.n_unknown_waits));
  for (guint n = 0; n <= LS_N_TASK_PRIORITIES; n++)
    {
      const guint i = n == 0 ? LS_TASK_PRIORITY_NONE : LS_TASK_PRIORITY_USER_BLOCKING + 1 - n;

      if (counts.n_posted[i] + counts.n_run[i] > 0)
        /* Translators: a priority, then how many tasks were posted with it and ran with it */
        take_line (text, g_strdup_printf (_("    %s: %" PRIu64 " posted · %" PRIu64 " run"),
                                          ls_task_priority_is_valid (i) ? ls_task_priority_to_string (i)
                                                                        : C_("priority", "unknown"),
                                          counts.n_posted[i], counts.n_run[i]));
    }
}

static void
add_durations (GString                    *text,
               const char                 *format,
               const LsDurationStatistics *durations)
{
  g_autofree char *median = ls_text_format_duration (durations->median);
  g_autofree char *p95 = ls_text_format_duration (durations->p95);
  g_autofree char *longest = ls_text_format_duration (durations->max);
  g_auto (GStrv) parts = g_strsplit (format, "%s", 2);
  /* Translators: how many, then three durations: half of them took no longer than the first, 95 of 100 no longer than the second */
  g_autofree char *numbers = g_strdup_printf (_("%" PRIu64 ", median %s · 95th percentile %s · longest %s"), durations->count, median,
                                              p95, longest);

  take_line (text, g_strjoinv (numbers, parts));
}

static void
add_waits_and_lateness (GString       *text,
                        LsTaskSummary *summary)
{
  LsDurationStatistics durations;

  if (ls_task_summary_get_waits (summary, FALSE, LS_TASK_PRIORITY_NONE, &durations))
    /* Translators: a number and durations */
    add_durations (text, _("Waits of tasks whose priority changed: %s"), &durations);
  if (ls_task_summary_get_waits (summary, TRUE, LS_TASK_PRIORITY_NONE, &durations))
    /* Translators: a number and durations */
    add_durations (text, _("Waits of continuations whose priority changed: %s"), &durations);
  if (ls_task_summary_get_late_delays (summary, &durations))
    /* Translators: a number and durations */
    add_durations (text, _("Delays that ended late: %s"), &durations);
  if (ls_task_summary_get_late_timers (summary, &durations))
    /* Translators: a number and durations */
    add_durations (text, _("Timers that were late: %s"), &durations);
}

static void
add_chains (GString       *text,
            LsTaskSummary *summary)
{
  g_autofree char *longest = NULL;
  LsYieldChains chains;

  ls_task_summary_get_chains (summary, &chains);
  if (chains.n_chains == 0)
    return;
  longest = ls_text_format_duration (chains.longest_piece);
  /* Translators: how many tasks yield, how many pieces they have, a duration, how many pieces took more than 50 ms */
  take_line (text, g_strdup_printf (_("Tasks that yield: %" PRIu64 ", in %" PRIu64 " pieces · longest piece %s · over 50 ms: %" PRIu64),
                                    chains.n_chains, chains.n_pieces, longest, chains.n_long_pieces));
}

static void
ls_summary_view_class_init (LsSummaryViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-summary-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LsSummaryView, lines);
}

static void
ls_summary_view_init (LsSummaryView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_summary_view_show:
 * @self: a view
 * @summary: (nullable): what has been read of a trace
 *
 * Shows what there is, and hides the view where that is nothing.
 */
void
ls_summary_view_show (LsSummaryView *self,
                      LsTaskSummary *summary)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (summary != NULL)
    {
      add_counts (text, summary, FALSE);
      add_counts (text, summary, TRUE);
      add_chains (text, summary);
      add_waits_and_lateness (text, summary);
    }
  if (!g_str_equal (gtk_label_get_label (GTK_LABEL (self->lines)), text->str))
    gtk_label_set_label (GTK_LABEL (self->lines), text->str);
  gtk_widget_set_visible (GTK_WIDGET (self), text->len > 0);
}
