/* ls-time-axis.c: maps the time of a run to coordinates of views
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-time-axis.h"

#include <glib/gi18n.h>
#include <math.h>

/* The shortest visible range, in µs. Times are whole microseconds. */
#define MIN_SPAN 10.0
/* The part of a view that stays empty before the beginning and after the end, so that things there are completely visible. */
#define LEAD 0.008
#define SLACK 0.02

/**
 * LsTimeAxis:
 *
 * Maps the time of a run to coordinates in views of any width. All parts of a timeline share one axis. Time goes from left to right
 * in every language. The axis emits "changed" when it shows another part or has another end. While the whole run is visible, it
 * stays visible as it grows.
 */
struct _LsTimeAxis
{
  GObject  parent_instance;

  double   begin;     /* µs */
  double   end;
  double   from;
  double   span;
  gboolean fits;      /* the whole run is visible, however long it becomes */
};

G_DEFINE_FINAL_TYPE (LsTimeAxis, ls_time_axis, G_TYPE_OBJECT)

static void
ls_time_axis_class_init (LsTimeAxisClass *klass)
{
  g_signal_new ("changed", LS_TYPE_TIME_AXIS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_time_axis_init (LsTimeAxis *self)
{
  self->fits = TRUE;
  self->span = ls_time_axis_get_total (self);
  self->from = ls_time_axis_get_start (self);
}

LsTimeAxis *
ls_time_axis_new (void)
{
  return g_object_new (LS_TYPE_TIME_AXIS, NULL);
}

/* Shows @span from @from on, limited to the run. */
static void
set_visible (LsTimeAxis *self,
             double      from,
             double      span,
             gboolean    fits)
{
  double total = ls_time_axis_get_total (self);
  double least;

  span = CLAMP (span, MIN (MIN_SPAN, total), total);
  least = self->begin - LEAD * span;
  from = CLAMP (from, least, MAX (least, self->begin + MAX (self->end - self->begin, MIN_SPAN) - (1 - SLACK) * span));
  if (from == self->from && span == self->span && fits == self->fits)
    return;
  self->from = from;
  self->span = span;
  self->fits = fits;
  g_signal_emit_by_name (self, "changed");
}

/**
 * ls_time_axis_reset:
 * @self: an axis
 *
 * Forgets the visible part, for another run.
 */
void
ls_time_axis_reset (LsTimeAxis *self)
{
  self->begin = self->end = 0;
  set_visible (self, -G_MAXDOUBLE, ls_time_axis_get_total (self), TRUE);
}

/* Sets an end of the run. The whole run stays visible if it was, and so does a part of it. */
static void
set_bound (LsTimeAxis *self,
           double     *bound,
           guint64     time)
{
  time = MIN (time, LS_TIMELINE_MAX_TIME);
  if (*bound == time)
    return;
  *bound = time;
  set_visible (self, self->fits ? -G_MAXDOUBLE : self->from, self->fits ? ls_time_axis_get_total (self) : self->span, self->fits);
}

/**
 * ls_time_axis_set_end:
 * @self: an axis
 * @end: the length of the run, in µs
 *
 * Sets the length of the run. A visible part of it stays where it is.
 */
void
ls_time_axis_set_end (LsTimeAxis *self,
                      guint64     end)
{
  set_bound (self, &self->end, end);
}

/**
 * ls_time_axis_set_begin:
 * @self: an axis
 * @begin: the beginning of the run, in µs
 *
 * Sets the time from which on there is something to show. A visible part stays where it is, if it is still in the run.
 */
void
ls_time_axis_set_begin (LsTimeAxis *self,
                        guint64     begin)
{
  set_bound (self, &self->begin, begin);
}

double
ls_time_axis_get_begin (LsTimeAxis *self)
{
  return self->begin;
}

/**
 * ls_time_axis_get_total:
 * @self: an axis
 *
 * Returns: how much time a view of the whole run shows, in µs
 */
double
ls_time_axis_get_total (LsTimeAxis *self)
{
  return MAX (self->end - self->begin, MIN_SPAN) / (1 - LEAD - SLACK);
}

/**
 * ls_time_axis_get_start:
 * @self: an axis
 *
 * Returns: where a view of the whole run begins, in µs: a little before the run does
 */
double
ls_time_axis_get_start (LsTimeAxis *self)
{
  return self->begin - LEAD * ls_time_axis_get_total (self);
}

double
ls_time_axis_get_from (LsTimeAxis *self)
{
  return self->from;
}

/**
 * ls_time_axis_get_span:
 * @self: an axis
 *
 * Returns: how much time is visible, in µs
 */
double
ls_time_axis_get_span (LsTimeAxis *self)
{
  return self->span;
}

/**
 * ls_time_axis_get_fits:
 * @self: an axis
 *
 * Returns: whether the whole run is visible
 */
gboolean
ls_time_axis_get_fits (LsTimeAxis *self)
{
  return self->fits;
}

void
ls_time_axis_fit (LsTimeAxis *self)
{
  set_visible (self, ls_time_axis_get_start (self), ls_time_axis_get_total (self), TRUE);
}

/**
 * ls_time_axis_show:
 * @self: an axis
 * @from: µs
 * @to: µs
 *
 * Shows the time between @from and @to.
 */
void
ls_time_axis_show (LsTimeAxis *self,
                   double      from,
                   double      to)
{
  set_visible (self, MIN (from, to), fabs (to - from), FALSE);
}

/**
 * ls_time_axis_zoom:
 * @self: an axis
 * @factor: more than 1 to see more closely
 * @time: the time that stays at its place, in µs
 *
 * Shows more or less time at once.
 */
void
ls_time_axis_zoom (LsTimeAxis *self,
                   double      factor,
                   double      time)
{
  double total = ls_time_axis_get_total (self);
  double span = CLAMP (self->span / factor, MIN (MIN_SPAN, total), total);

  if (span >= total)
    ls_time_axis_fit (self);
  else
    set_visible (self, time - (time - self->from) * span / self->span, span, FALSE);
}

/**
 * ls_time_axis_pan:
 * @self: an axis
 * @distance: µs; values above 0 move to later times
 *
 * Moves to another part of the same length.
 */
void
ls_time_axis_pan (LsTimeAxis *self,
                  double      distance)
{
  set_visible (self, self->from + distance, self->span, self->fits);
}

/**
 * ls_time_axis_reveal:
 * @self: an axis
 * @time: µs
 * @follow: whether the time is that of a running session
 *
 * Makes a time visible. While the session runs, its time stays at three quarters of the view, so that there is room for what comes
 * next.
 */
void
ls_time_axis_reveal (LsTimeAxis *self,
                     double      time,
                     gboolean    follow)
{
  if (follow && time > self->from + 0.75 * self->span)
    set_visible (self, time - 0.75 * self->span, self->span, self->fits);
  else if (time < self->from || time > self->from + self->span)
    set_visible (self, time - 0.25 * self->span, self->span, self->fits);
}

/**
 * ls_time_axis_to_x:
 * @self: an axis
 * @time: µs
 * @width: the width of the view
 *
 * Returns: the coordinate of @time in the view
 */
double
ls_time_axis_to_x (LsTimeAxis *self,
                   double      time,
                   double      width)
{
  return (time - self->from) * width / self->span;
}

double
ls_time_axis_to_time (LsTimeAxis *self,
                      double      x,
                      double      width)
{
  return self->from + x * self->span / MAX (width, 1);
}

/**
 * ls_time_axis_get_step:
 * @self: an axis
 * @width: the width of the view
 * @distance: the least distance between two lines
 *
 * Returns: a round number of µs between two lines: 1, 2 or 5 times a power of ten
 */
double
ls_time_axis_get_step (LsTimeAxis *self,
                       double      width,
                       double      distance)
{
  double least = MAX (1, distance * self->span / MAX (width, 1));
  double power = pow (10, floor (log10 (least)));

  if (least <= power)
    return power;
  if (least <= 2 * power)
    return 2 * power;
  return least <= 5 * power ? 5 * power : 10 * power;
}

/**
 * ls_time_axis_format:
 * @time: µs
 * @step: the difference between times that the text must show, in µs
 *
 * Returns: (transfer full): a text for @time that differs from that of a time one @step later
 */
char *
ls_time_axis_format (double time,
                     double step)
{
  if (step >= 100000 || time >= 100 * G_USEC_PER_SEC)
    {
      int digits = step >= G_USEC_PER_SEC ? 0 : step >= 100000 ? 1 : step >= 10000 ? 2 : step >= 1000 ? 3 : 6;

      /* Translators: a time in seconds, with so many digits */
      return g_strdup_printf (_("%.*f s"), digits, time / G_USEC_PER_SEC);
    }
  /* Translators: a time in milliseconds, with so many digits */
  return g_strdup_printf (_("%.*f ms"), step >= 1000 ? 0 : step >= 100 ? 1 : step >= 10 ? 2 : 3, time / 1000);
}
