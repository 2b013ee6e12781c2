/* ls-time-axis.h: maps the time of a run to coordinates of views
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/** LS_TIMELINE_MAX_TIME: the latest time that views show, in µs. Later times count as this one, because the numbers for drawing
 * have fewer bits. */
#define LS_TIMELINE_MAX_TIME (G_GUINT64_CONSTANT (1) << 60)

#define LS_TYPE_TIME_AXIS (ls_time_axis_get_type ())
G_DECLARE_FINAL_TYPE (LsTimeAxis, ls_time_axis, LS, TIME_AXIS, GObject)

LsTimeAxis *ls_time_axis_new       (void);
void        ls_time_axis_reset     (LsTimeAxis *self);
void        ls_time_axis_set_end   (LsTimeAxis *self,
                                    guint64     end);
void        ls_time_axis_set_begin (LsTimeAxis *self,
                                    guint64     begin);
double      ls_time_axis_get_begin (LsTimeAxis *self);
double      ls_time_axis_get_total (LsTimeAxis *self);
double      ls_time_axis_get_start (LsTimeAxis *self);
double      ls_time_axis_get_from  (LsTimeAxis *self);
double      ls_time_axis_get_span  (LsTimeAxis *self);
gboolean    ls_time_axis_get_fits  (LsTimeAxis *self);
void        ls_time_axis_fit       (LsTimeAxis *self);
void        ls_time_axis_show      (LsTimeAxis *self,
                                    double      from,
                                    double      to);
void        ls_time_axis_zoom      (LsTimeAxis *self,
                                    double      factor,
                                    double      time);
void        ls_time_axis_pan       (LsTimeAxis *self,
                                    double      distance);
void        ls_time_axis_reveal    (LsTimeAxis *self,
                                    double      time,
                                    gboolean    follow);
double      ls_time_axis_to_x      (LsTimeAxis *self,
                                    double      time,
                                    double      width);
double      ls_time_axis_to_time   (LsTimeAxis *self,
                                    double      x,
                                    double      width);
double      ls_time_axis_get_step  (LsTimeAxis *self,
                                    double      width,
                                    double      distance);
char       *ls_time_axis_format    (double      time,
                                    double      step);

G_END_DECLS
