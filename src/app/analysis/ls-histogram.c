/* ls-histogram.c: durations as small bars
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-histogram.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "ls-compat.h"
#include "ls-text.h"

#define HEIGHT 26
#define MINIMUM_WIDTH 60
#define NATURAL_WIDTH 140
#define MAX_BAR 14.0
#define LEAST_BAR 2.0

/**
 * LsHistogram:
 *
 * Shows how many tasks took how long. There is one bar for each power of two, and the bar that contains the median is darker. A
 * tooltip tells the numbers of the bar under the pointer. Assistive technology sees a picture; the row that contains the histogram
 * labels it with the numbers.
 */
struct _LsHistogram
{
  GtkWidget            parent_instance;

  LsDurationStatistics durations;
  guint                first;       /* buckets that are visible */
  guint                last;
  const char          *color;       /* name of a colour in the style sheets */
};

G_DEFINE_FINAL_TYPE (LsHistogram, ls_histogram, GTK_TYPE_WIDGET)

static guint
get_n_bars (LsHistogram *self)
{
  return self->last - self->first + 1;
}

static double
get_step (LsHistogram *self)
{
  return MIN (MAX_BAR, gtk_widget_get_width (GTK_WIDGET (self)) / (double) get_n_bars (self));
}

/* Returns where a bar begins. In languages written from right to left, the first bar is on the right. */
static double
get_x (LsHistogram *self,
       guint        bucket)
{
  double step = get_step (self);

  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    return gtk_widget_get_width (GTK_WIDGET (self)) - (bucket - self->first + 1) * step;
  return (bucket - self->first) * step;
}

static void
ls_histogram_snapshot (GtkWidget   *widget,
                       GtkSnapshot *snapshot)
{
  LsHistogram *self = LS_HISTOGRAM (widget);
  double step = get_step (self);
  double height = gtk_widget_get_height (widget) - 1;
  guint median = ls_histogram_get_bucket (self->durations.median);
  guint64 most = 1;
  GdkRGBA base, faint, color;

  ls_compat_get_color (widget, &base);
  ls_compat_lookup_color (widget, self->color != NULL ? self->color : "accent_color", &color);
  faint = color;
  faint.alpha *= 0.55;
  base.alpha *= 0.3;
  for (guint i = self->first; i <= self->last; i++)
    most = MAX (most, self->durations.buckets[i]);

  gtk_snapshot_append_color (snapshot, &base,
                             &GRAPHENE_RECT_INIT (MIN (get_x (self, self->first), get_x (self, self->last)), height,
                                                  step * get_n_bars (self), 1));
  for (guint i = self->first; i <= self->last; i++)
    {
      double share = self->durations.buckets[i] / (double) most;
      double bar = self->durations.buckets[i] > 0 ? MAX (share * height, LEAST_BAR) : 0;

      if (bar > 0)
        gtk_snapshot_append_color (snapshot, i == median ? &color : &faint,
                                   &GRAPHENE_RECT_INIT (get_x (self, i) + 0.5, height - bar, MAX (step - 1, 1), bar));
    }
}

static void
ls_histogram_measure (GtkWidget      *widget,
                      GtkOrientation  orientation,
                      int             for_size,
                      int            *minimum,
                      int            *natural,
                      int            *minimum_baseline,
                      int            *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? MINIMUM_WIDTH : HEIGHT;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? NATURAL_WIDTH : HEIGHT;
}

static gboolean
ls_histogram_query_tooltip (GtkWidget  *widget,
                            int         x,
                            int         y,
                            gboolean    keyboard,
                            GtkTooltip *tooltip)
{
  LsHistogram *self = LS_HISTOGRAM (widget);

  for (guint i = self->first; i <= self->last && !keyboard; i++)
    {
      double start = get_x (self, i);
      guint64 n_tasks = self->durations.buckets[i];
      g_autofree char *from = NULL;
      g_autofree char *to = NULL;
      g_autofree char *count = NULL;
      g_autofree char *text = NULL;

      if (x < start || x >= start + get_step (self))
        continue;
      from = ls_text_format_duration (ls_histogram_get_bucket_start (i));
      count = g_strdup_printf (ngettext ("%" PRIu64 " task", "%" PRIu64 " tasks", n_tasks), n_tasks);
      if (i == 0)
        {
          /* Translators: a duration, then a number of tasks */
          text = g_strdup_printf (_("%s: %s"), from, count);
        }
      else if (i + 1 == LS_N_HISTOGRAM_BUCKETS)
        {
          /* Translators: a duration, then a number of tasks */
          text = g_strdup_printf (_("%s and more: %s"), from, count);
        }
      else
        {
          to = ls_text_format_duration (ls_histogram_get_bucket_start (i + 1));
          /* Translators: two durations, then a number of tasks */
          text = g_strdup_printf (_("%s to %s: %s"), from, to, count);
        }
      gtk_tooltip_set_text (tooltip, text);
      return TRUE;
    }
  return FALSE;
}

static void
ls_histogram_class_init (LsHistogramClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = ls_histogram_snapshot;
  widget_class->measure = ls_histogram_measure;
  widget_class->query_tooltip = ls_histogram_query_tooltip;

  gtk_widget_class_set_css_name (widget_class, "histogram");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ls_histogram_init (LsHistogram *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Histogram"), -1);
}

/**
 * ls_histogram_set_durations:
 * @self: a histogram
 * @durations: the durations to show
 * @first: the first bucket to show
 * @last: the last bucket to show, not less than @first
 * @color: (nullable): the name of a colour that the style sheets define, for the bars
 *
 * Shows durations. The user can compare histograms that have the same buckets.
 */
void
ls_histogram_set_durations (LsHistogram                *self,
                            const LsDurationStatistics *durations,
                            guint                       first,
                            guint                       last,
                            const char                 *color)
{
  g_return_if_fail (first <= last && last < LS_N_HISTOGRAM_BUCKETS);

  self->durations = *durations;
  self->first = first;
  self->last = last;
  self->color = g_intern_string (color);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
